//! A view as a picture, and moves as buttons.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use engine::{BySeat, Card, CardSet, Outcome, PileKind, Place, Scene, ScenePhase, Seat, Sign, Viewer, Word};

use super::{CompiledRules, Direction, Move, PhaseView, View};
use crate::controls::Detail;
use crate::family::list_known;
use crate::scene::{named, penalty, stock};

pub(super) fn draw(view: &View, outcome: Option<Outcome>, scene: &mut Scene) {
    scene.viewer = view.viewer;
    scene.turn = (!matches!(view.phase, PhaseView::Over(_))).then_some(view.turn);
    scene.phase = view.phase.in_scene();
    scene.draw_places(view.playing, |seat, known| place(view, seat, known));
    let pile = view.pile.len() + usize::from(view.top.is_some());
    scene.draw_piles([stock(view.stock), (PileKind::Pile, pile, view.top.as_slice())]);
    draw_signs(view, &mut scene.signs);
    scene.outcome = outcome;
}

fn place(view: &View, seat: Seat, mut known: Vec<Card>) -> Place {
    let others = view.shown.map_or(view.known[seat], |shown| shown[seat]);
    let is_own = view.viewer == Viewer::Seat(seat);
    list_known(&view.compiled.pack, [view.hand, others], is_own, &mut known);
    let worth = |shown: BySeat<CardSet>| view.compiled.value(shown[seat]) as u16 + view.left_with[seat];
    Place {
        seat,
        count: usize::from(view.counts[seat]),
        known,
        plays: view.active.contains(seat),
        owes_word: view.owing.contains(seat),
        worth: view.shown.map(worth),
        finished: Some(view.places[seat]).filter(|&place| place > 0),
    }
}

fn draw_signs(view: &View, signs: &mut Vec<Sign>) {
    signs.clear();
    signs.extend(view.suit.filter(|_| shows_suit(view)).map(Sign::Suit)); // G18
    match view.phase {
        PhaseView::Answer { cards, .. } => signs.push(Sign::Penalty(cards)),
        PhaseView::Suspended { left, .. } => signs.push(Sign::Suspended(left)),
        _ => {}
    }
    if view.direction == Direction::Right {
        signs.push(Sign::ToTheRight);
    }
}

/// Whether the top card itself does not show the suit in force.
fn shows_suit(view: &View) -> bool {
    view.top.is_some_and(|top| view.compiled.pack.face(top).suit != view.suit)
}

pub(super) fn label(compiled: &CompiledRules, choice: Move, scene: &Scene) -> String {
    let pack = &compiled.pack;
    match choice {
        Move::Play(play) => {
            let mut out = format!("Play the {}", named(pack, &play.cards.in_order(compiled)));
            if let Some(suit) = play.call {
                out += &format!(", call {}", pack.suit_name(suit));
            }
            if let Some(other) = play.with {
                out += &format!(", swap hands with seat {other}");
            }
            if let Some(word) = play.say {
                out += &format!(", say \"{}\"", spoken(compiled, word));
            }
            out
        }
        Move::Draw => match penalty(scene) {
            0 => "Draw a card".into(),
            1 => "Take the card".into(),
            cards => format!("Take the {cards} cards"),
        },
        Move::Pass => match scene.phase {
            ScenePhase::Drawn => "Keep the card".into(),
            ScenePhase::Suspended => "Miss the turn".into(),
            _ => "Pass".into(),
        },
        Move::Challenge => "Challenge the card".into(),
        Move::Call(suit) => format!("Call {}", pack.suit_name(suit)),
        Move::Say(word) => format!("Say \"{}\"", spoken(compiled, word)),
        Move::Catch(other) => format!("Catch seat {other}"),
    }
}

pub(super) fn details(compiled: &CompiledRules, choice: Move) -> Vec<Detail> {
    let Move::Play(play) = choice else { return Vec::new() };
    [
        Detail::Lays(play.cards.in_order(compiled), play.say),
        Detail::OnTop(play.cards.last),
        Detail::Calls(play.call),
        Detail::SwapsWith(play.with),
    ]
    .to_vec()
}

pub(super) fn spoken(compiled: &CompiledRules, word: Word) -> &str {
    match word {
        Word::Semi => "semi last card",
        Word::Last => &compiled.rules.last_word,
    }
}
