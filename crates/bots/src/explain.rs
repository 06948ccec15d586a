//! Why a move was made, in one sentence that a person understands.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use engine::{Card, CardSet, Seat};
use games::{Move, View};

use crate::tree::Found;
use crate::{matching, seat_and_turn, yaniv};

/// The words that reasons begin with, as somebody tells of a player and as the player is told.
const VERBS: [(&str, &str); 15] = [
    ("calls", "call"),
    ("can", "you can"),
    ("catches", "catch"),
    ("does", "do"),
    ("draws", "draw"),
    ("gets", "get"),
    ("gives", "give"),
    ("goes", "go"),
    ("has", "you have"),
    ("keeps", "keep"),
    ("makes", "make"),
    ("says", "say"),
    ("skips", "skip"),
    ("stays", "stay"),
    ("swaps", "swap"),
];

/// Why the move should be made, said to the player: "keep the 2 of Hearts back to answer a pick 2".
pub fn advice(view: &View, choice: Move, found: &[Found<Move>]) -> String {
    let reason = reason(view, choice, found);
    let (first, rest) = reason.split_once(' ').unwrap_or((&reason, ""));
    match VERBS.iter().find(|(told, _)| *told == first) {
        Some((_, said)) => format!("{said} {rest}"),
        None => reason,
    }
}

/// Why the move, from the position and from what a search found about it and the others, if there was one.
///
/// A few words without a subject: "keeps the 2 of Hearts back to answer a pick 2".
pub fn reason(view: &View, choice: Move, found: &[Found<Move>]) -> String {
    let Some((seat, _)) = seat_and_turn(view) else { return String::new() };
    // Only what the search tried and found worse is a reason.
    let own = found.iter().find(|found| found.choice == choice).map_or(1.0, Found::mean);
    let mut worse: Vec<Found<Move>> =
        found.iter().copied().filter(|other| other.choice != choice && other.mean() < own).collect();
    worse.sort_by_key(|found| core::cmp::Reverse(found.visits));
    let reason = match (view, choice) {
        (View::Matching(view), Move::Matching(choice)) => {
            let worse: Vec<_> = worse.iter().filter_map(|found| as_matching(found.choice)).collect();
            about_matching(view, seat, choice, &worse)
        }
        (View::Yaniv(view), Move::Yaniv(choice)) => {
            let worse: Vec<_> = worse.iter().filter_map(|found| as_yaniv(found.choice)).collect();
            about_yaniv(view, seat, choice, &worse)
        }
        (View::Matching(_), Move::Yaniv(_)) | (View::Yaniv(_), Move::Matching(_)) => String::new(),
    };
    match worse.first() {
        Some(next) => {
            format!("{reason} ({} in 100 against {} for the next best)", percent(own), percent(next.mean()))
        }
        None => reason,
    }
}

fn percent(share: f32) -> u32 {
    (share * 100.0 + 0.5) as u32
}

fn as_matching(choice: Move) -> Option<games::matching::Move> {
    match choice {
        Move::Matching(choice) => Some(choice),
        Move::Yaniv(_) => None,
    }
}

fn as_yaniv(choice: Move) -> Option<games::yaniv::Move> {
    match choice {
        Move::Yaniv(choice) => Some(choice),
        Move::Matching(_) => None,
    }
}

/// Cards in words: "a card", "2 cards".
fn cards(count: usize) -> String {
    if count == 1 { "one card".to_string() } else { format!("{count} cards") }
}

fn about_matching(
    view: &games::matching::View,
    seat: Seat,
    choice: games::matching::Move,
    worse: &[games::matching::Move],
) -> String {
    use games::matching::Move::{Call, Catch, Challenge, Draw, Pass, Play, Say};
    let rejected = worse.iter().find_map(|choice| match choice {
        Play(play) => Some(play.cards.last),
        _ => None,
    });
    match choice {
        Play(play) => about_play(view, seat, play, worse),
        Draw => match rejected {
            Some(card) => format!("draws to keep the {} for later", view.kit.pack.name(card)),
            None => "has nothing better than to draw".into(),
        },
        Pass => match rejected {
            Some(card) => format!("keeps the {} for later", view.kit.pack.name(card)),
            None => "has nothing to play".into(),
        },
        Challenge => "does not believe that there was nothing else to play".into(),
        Call(suit) => called(view, seat, suit, view.hand),
        Say(_) => "says the word before anybody can do something about it".into(),
        Catch(_) => "catches a player who has not said the word".into(),
    }
}

fn about_play(
    view: &games::matching::View,
    seat: Seat,
    play: games::matching::Play,
    worse: &[games::matching::Move],
) -> String {
    let pack = &view.kit.pack;
    let rest = matching::rest(view, play);
    if rest.is_empty() {
        return "goes out with it".into();
    }
    let effect = matching::effect(view, play.cards.last);
    let next = matching::next(view, seat);
    let left = usize::from(view.counts[next]);
    if let Some(other) = play.with {
        return format!("swaps {} for {}", cards(rest.len()), cards(usize::from(view.counts[other])));
    }
    if left <= 2 && (effect.pick > 0 || effect.market > 0) {
        return format!("makes the next player draw, who has only {} left", cards(left));
    }
    if left <= 2 && (effect.skip > 0 || effect.suspension > 0) {
        return format!("skips the next player, who has only {} left", cards(left));
    }
    if let Some(suit) = play.call {
        return called(view, seat, suit, rest);
    }
    if let Some(reason) = held_back(view, rest, effect.pick, worse) {
        return reason;
    }
    let suit = pack.face(play.cards.last).suit;
    if let Some(suit) = suit.filter(|&suit| lacks(view, next, pack.of_suit(suit))) {
        return format!("stays with {}, which the next player could not follow", pack.suit_name(suit));
    }
    if matching::goes_on(view, seat, effect) {
        return "has another turn after it".into();
    }
    match matching::following(view, rest, suit, Some(play.cards.last)).len() {
        0 => "gets rid of a card".into(),
        follow => format!("can follow it up with {} of the hand", cards(follow)),
    }
}

/// A card that the search would rather keep, and what for.
fn held_back(
    view: &games::matching::View,
    rest: CardSet,
    own_pick: u8,
    worse: &[games::matching::Move],
) -> Option<String> {
    let plays = worse.iter().filter_map(|choice| match choice {
        games::matching::Move::Play(play) => Some(play.cards.last),
        _ => None,
    });
    let kept: Vec<Card> = plays.filter(|&card| rest.meets(view.kit.pack.copies(card))).collect();
    let name = |card: Card| view.kit.pack.name(card);
    let answers = view.kit.rules.counter != games::matching::Counter::None && own_pick == 0;
    let pick = kept.iter().copied().find(|&card| answers && matching::effect(view, card).pick > 0);
    if let Some(card) = pick {
        let number = matching::effect(view, card).pick;
        return Some(format!("keeps the {} back to answer a pick {number}", name(card)));
    }
    let wild =
        kept.iter().copied().find(|&card| matching::effect(view, card).fits == games::matching::Fits::Wild);
    wild.map(|card| format!("keeps the {} back for when nothing else fits", name(card)))
}

fn called(view: &games::matching::View, seat: Seat, suit: engine::Suit, hand: CardSet) -> String {
    let of_suit = view.kit.pack.of_suit(suit);
    let name = view.kit.pack.suit_name(suit);
    if lacks(view, matching::next(view, seat), of_suit) {
        return format!("calls {name}, which the next player could not follow");
    }
    format!("calls {name}, with {} of it in hand", cards((hand & of_suit).len()))
}

/// Whether a player has lately shown to hold none of these cards, or next to none.
fn lacks(view: &games::matching::View, seat: Seat, cards: CardSet) -> bool {
    let declined = view.declined[seat];
    declined.came <= 1 && !cards.is_empty() && (cards - declined.cards).is_empty()
}

fn about_yaniv(
    view: &games::yaniv::View,
    seat: Seat,
    choice: games::yaniv::Move,
    worse: &[games::yaniv::Move],
) -> String {
    use games::yaniv::{Move, Take};
    let own = view.kit.value(view.hand);
    let name = |card: Card| view.kit.pack.name(card);
    match choice {
        Move::Yaniv => format!("calls with {own}, as the others are likely to hold more"),
        Move::Slap(_) => "has one card less to count".into(),
        Move::Exchange(card) => format!("gives the {} for a joker, which counts nothing", name(card)),
        Move::Pass => "keeps the card".into(),
        Move::Throw { .. } if worse.contains(&Move::Yaniv) => {
            let fewest = view.active.without(seat).iter().map(|other| view.counts[other]).min();
            let held = cards(usize::from(fewest.unwrap_or_default()));
            format!("does not call with {own} yet: somebody has only {held}")
        }
        Move::Throw { cards: throw, take } => {
            let points: i32 = throw.cards().iter().map(|&card| yaniv::value(view, card)).sum();
            let rest = yaniv::rest(view, throw);
            let taken = match take {
                Take::Stock => "a card of the stock".into(),
                Take::Card(card) if yaniv::partners(view, rest, card) > 0 => {
                    format!("the {}, which makes a set", name(card))
                }
                Take::Card(card) => format!("the {}, which counts {}", name(card), yaniv::value(view, card)),
            };
            format!("gets rid of {points} points for {taken}")
        }
    }
}
