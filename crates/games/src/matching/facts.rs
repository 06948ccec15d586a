//! Positions and views as named values, for programs.

use alloc::vec;

use engine::Word;

use super::{Direction, Matching, PhaseView, View};
use crate::facts::{Fact, Facts};

pub(super) fn round(game: &Matching) -> Facts {
    vec![
        ("top", Fact::Card(game.top())),
        ("suit", Fact::Suit(game.suit())),
        ("pending", Fact::Number(game.pending().into())),
        ("direction", direction(game.direction())),
        ("owing", Fact::Seats(game.owing())),
    ]
}

pub(super) fn view(view: &View, seats: usize) -> Facts {
    let over = matches!(view.phase, PhaseView::Over(_));
    let pending = match view.phase {
        PhaseView::Answer { cards, .. } => cards,
        _ => 0,
    };
    let mut out = vec![
        ("turn", Fact::Seat((!over).then_some(view.turn))),
        ("phase", Fact::Word(Some(view.phase.name()))),
        ("hand", Fact::set(view.hand)),
        ("counts", Fact::numbers(&view.counts, seats)),
        ("known", Fact::Hands(view.known.first(seats).to_vec())),
        ("stock", Fact::Number(view.stock.into())),
        ("top", Fact::Card(view.top)),
        ("pile", Fact::set(view.pile)),
        ("suit", Fact::Suit(view.suit)),
        ("called", Fact::Flag(view.called)),
        ("pending", Fact::Number(pending.into())),
        ("direction", direction(view.direction)),
        ("playing", Fact::Seats(view.playing)),
        ("active", Fact::Seats(view.active)),
        ("places", Fact::numbers(&view.places, seats)),
        ("owing", Fact::Seats(view.owing)),
        ("owed", Fact::numbers(&view.owed, seats)),
        ("said", Fact::Word(view.said.map(Word::word))),
        ("actions", Fact::Number(view.actions.into())),
        ("reshuffles", Fact::Number(view.reshuffles.into())),
    ];
    out.extend(phase(view.phase));
    out.extend(view.shown.map(|shown| ("shown", Fact::Hands(shown.first(seats).to_vec()))));
    out
}

/// What a phase says beyond its name.
fn phase(phase: PhaseView) -> Facts {
    match phase {
        PhaseView::Turn { drawn } | PhaseView::Again { drawn, .. } => {
            vec![("drawn", Fact::Number(drawn.into()))]
        }
        PhaseView::Drawn { card, .. } => vec![("card", Fact::Card(card))],
        PhaseView::Answer { rank, challengeable, .. } => {
            vec![("rank", Fact::Rank(rank)), ("doubt", Fact::Seat(challengeable.map(|(by, _)| by)))]
        }
        PhaseView::Suspended { left, rank } => {
            vec![("left", Fact::Number(left.into())), ("rank", Fact::Rank(rank))]
        }
        PhaseView::Call | PhaseView::Lead | PhaseView::Over(_) => vec![],
    }
}

fn direction(direction: Direction) -> Fact {
    Fact::Word(Some(match direction {
        Direction::Left => "left",
        Direction::Right => "right",
    }))
}
