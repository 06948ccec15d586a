//! A view as a picture, and moves as buttons.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use engine::{BySeat, CardSet, Choice, Outcome, Pile, PileKind, Place, Scene, ScenePhase, Seat, Sign, Word};

use super::{CompiledRules, Direction, Move, PhaseView, View};
use crate::controls::Detail;
use crate::family::known_cards;
use crate::scene::{named, penalty, stock};

pub(super) fn scene(view: &View, outcome: Option<Outcome>, choices: Vec<Choice>) -> Scene {
    let pile = Pile {
        kind: PileKind::Pile,
        count: view.pile.len() + usize::from(view.top.is_some()),
        open: view.top.into_iter().collect(),
    };
    Scene {
        viewer: view.viewer,
        turn: (!matches!(view.phase, PhaseView::Over(_))).then_some(view.turn),
        phase: view.phase.in_scene(),
        places: view.playing.iter().map(|seat| place(view, seat)).collect(),
        piles: [stock(view.stock), pile].to_vec(),
        signs: signs(view),
        choices,
        outcome,
    }
}

fn place(view: &View, seat: Seat) -> Place {
    let others = view.shown.map_or(view.known[seat], |shown| shown[seat]);
    let worth = |shown: BySeat<CardSet>| view.compiled.value(shown[seat]) as u16 + view.left_with[seat];
    Place {
        seat,
        count: usize::from(view.counts[seat]),
        known: known_cards(&view.compiled.pack, view.viewer, seat, [view.hand, others]),
        plays: view.active.contains(seat),
        owes_word: view.owing.contains(seat),
        worth: view.shown.map(worth),
        finished: Some(view.places[seat]).filter(|&place| place > 0),
    }
}

fn signs(view: &View) -> Vec<Sign> {
    let mut signs = Vec::new();
    signs.extend(view.suit.filter(|_| shows_suit(view)).map(Sign::Suit)); // G18
    match view.phase {
        PhaseView::Answer { cards, .. } => signs.push(Sign::Penalty(cards)),
        PhaseView::Suspended { left, .. } => signs.push(Sign::Suspended(left)),
        _ => {}
    }
    if view.direction == Direction::Right {
        signs.push(Sign::ToTheRight);
    }
    signs
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
