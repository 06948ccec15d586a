//! Positions and views as named values, for programs.

use alloc::vec;

use super::{Phase, View, Window, Yaniv};
use crate::facts::{Fact, Facts};

pub(super) fn round(game: &Yaniv) -> Facts {
    vec![("throw", Fact::Cards(game.throw().to_vec()))]
}

pub(super) fn view(view: &View, seats: usize) -> Facts {
    let over = matches!(view.phase, Phase::Over(_));
    vec![
        ("turn", Fact::Seat((!over).then_some(view.turn))),
        ("phase", Fact::Word(Some(view.phase.name()))),
        ("hand", Fact::set(view.hand)),
        ("points", Fact::Number(view.compiled.value(view.hand).into())),
        ("counts", Fact::numbers(&view.counts, seats)),
        ("known", Fact::Hands(view.known.first(seats).to_vec())),
        ("stock", Fact::Number(view.stock.into())),
        ("throw", Fact::Cards(view.laid.cards().to_vec())),
        ("pile", Fact::set(view.older)),
        ("playing", Fact::Seats(view.playing)),
        ("active", Fact::Seats(view.active)),
        ("slap", Fact::Group(view.window.map(window))),
        ("actions", Fact::Number(view.actions.into())),
        ("reshuffles", Fact::Number(view.reshuffles.into())),
    ]
}

fn window(window: Window) -> Facts {
    vec![
        ("drawer", Fact::Seat(Some(window.drawer))),
        ("drawn", Fact::Card(window.drawn)),
        ("done", Fact::Seats(window.done)),
    ]
}
