//! A view as a picture, and moves as buttons.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use engine::{Card, CardSet, Outcome, Pack, PileKind, Place, Scene, Seat, Viewer};

use super::{CompiledRules, Move, Phase, Shape, Take, Throw, View};
use crate::controls::Detail;
use crate::family::list_known;
use crate::scene::{named, stock};

pub(super) fn draw(view: &View, outcome: Option<Outcome>, scene: &mut Scene) {
    scene.viewer = view.viewer;
    scene.turn = outcome.is_none().then_some(view.turn);
    scene.phase = view.phase.in_scene();
    scene.draw_places(view.playing, |seat, known| place(view, seat, known));
    let (throw, discards) = (view.laid.cards(), view.older.len());
    scene.draw_piles([
        stock(view.stock),
        (PileKind::Throw, throw.len(), throw),
        (PileKind::Discards, discards, &[]),
    ]);
    scene.signs.clear();
    scene.outcome = outcome;
}

fn place(view: &View, seat: Seat, mut known: Vec<Card>) -> Place {
    let is_own = view.viewer == Viewer::Seat(seat);
    list_known(&view.compiled.pack, [view.hand, view.known[seat]], is_own, &mut known);
    let count = usize::from(view.counts[seat]);
    let counted = view.viewer == Viewer::Seat(seat) || matches!(view.phase, Phase::Over(_));
    let worth = points(view, &known);
    Place {
        seat,
        count,
        worth: (counted && known.len() == count).then_some(worth),
        known,
        plays: view.active.contains(seat),
        owes_word: false,
        finished: None,
    }
}

/// The points that a legal move leaves in the viewer's hand.
pub(super) fn leaves(view: &View, choice: Move) -> u16 {
    let (given, taken) = match choice {
        Move::Throw { cards, take: Take::Card(card) } => (points(view, cards.cards()), points(view, &[card])),
        Move::Throw { cards, take: Take::Stock } => (points(view, cards.cards()), 0),
        Move::Slap(card) => (points(view, &[card]), 0),
        Move::Exchange(card) => {
            (points(view, &[card]), points(view, view.laid.joker_for(&view.compiled, card)))
        }
        Move::Yaniv | Move::Pass => (0, 0),
    };
    (view.compiled.value(view.hand) + taken).saturating_sub(given)
}

/// The points of cards that may have the same name.
fn points(view: &View, cards: &[Card]) -> u16 {
    cards.iter().map(|&card| view.compiled.value(CardSet::only(card))).sum()
}

pub(super) fn label(pack: &Pack, choice: Move) -> String {
    match choice {
        Move::Yaniv => "Call Yaniv".into(),
        Move::Throw { cards, take } => {
            let from = match take {
                Take::Stock => "draw from the stock".into(),
                Take::Card(card) => format!("take the {}", pack.name(card)),
            };
            format!("Throw the {}, {from}", named(pack, cards.cards()))
        }
        Move::Slap(card) => format!("Slap down the {}", pack.name(card)),
        Move::Exchange(card) => format!("Swap the {} for the joker", pack.name(card)),
        Move::Pass => "Keep the card".into(),
    }
}

pub(super) fn details(compiled: &CompiledRules, choice: Move) -> Vec<Detail> {
    let Move::Throw { cards, take } = choice else { return Vec::new() };
    let taken = match take {
        Take::Stock => None,
        Take::Card(card) => Some(card),
    };
    [Detail::Lays(cards.cards().to_vec(), None), Detail::Takes(taken), lying(compiled, cards)].to_vec()
}

/// How thrown cards lie, as far as it matters: the order of a run, the ends of cards of one rank.
fn lying(compiled: &CompiledRules, cards: Throw) -> Detail {
    match (compiled.shape(cards.cards()), cards.cards()) {
        (Some(Shape::Run(_)), cards) => Detail::InOrder(cards.to_vec()),
        (_, &[first, .., last]) => Detail::Ends(first.min(last), first.max(last)),
        _ => Detail::AnyOrder,
    }
}
