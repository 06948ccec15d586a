//! Why a move was made, in one sentence that a person understands.

use alloc::vec::Vec;

use engine::{Card, CardSet, Seat};
use games::{Move, View};

use crate::reason::{Reason, Topic};
use crate::tree::Found;
use crate::{matching, seat_and_turn, yaniv};

/// Why the move, from the position and from what a search found about it and the others, if there was one.
///
/// Nothing for somebody who only looks on.
pub fn reason(view: &View, choice: Move, found: &[Found<Move>]) -> Option<Reason> {
    let (seat, _) = seat_and_turn(view)?;
    // Only what the search tried and found worse is a reason.
    let own = found.iter().find(|found| found.choice == choice).map_or(1.0, Found::mean);
    let mut worse: Vec<Found<Move>> =
        found.iter().copied().filter(|other| other.choice != choice && other.mean() < own).collect();
    worse.sort_by_key(|found| core::cmp::Reverse(found.visits));
    let mut reason = match (view, choice) {
        (View::Matching(view), Move::Matching(choice)) => {
            let worse: Vec<_> = worse.iter().filter_map(|found| as_matching(found.choice)).collect();
            about_matching(view, seat, choice, &worse)
        }
        (View::Yaniv(view), Move::Yaniv(choice)) => {
            let worse: Vec<_> = worse.iter().filter_map(|found| as_yaniv(found.choice)).collect();
            about_yaniv(view, seat, choice, &worse)
        }
        (View::Matching(_), Move::Yaniv(_)) | (View::Yaniv(_), Move::Matching(_)) => return None,
    };
    reason.odds = worse.first().map(|next| (percent(own), percent(next.mean())));
    Some(reason)
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

fn about_matching(
    view: &games::matching::View,
    seat: Seat,
    choice: games::matching::Move,
    worse: &[games::matching::Move],
) -> Reason {
    use games::matching::Move::{Call, Catch, Challenge, Draw, Pass, Play, Say};
    let pack = &view.kit.pack;
    let rejected = worse.iter().find_map(|choice| match choice {
        Play(play) => Some(play.cards.last),
        _ => None,
    });
    match choice {
        Play(play) => about_play(view, seat, play, worse),
        Draw => match rejected {
            Some(card) => Reason::new(Topic::DrawToKeep).card(pack, card),
            None => Reason::new(Topic::DrawOnly),
        },
        Pass => match rejected {
            Some(card) => Reason::new(Topic::KeepCard).card(pack, card),
            None => Reason::new(Topic::NothingToPlay),
        },
        Challenge => Reason::new(Topic::Doubt),
        Call(suit) => called(view, seat, suit, view.hand),
        Say(_) => Reason::new(Topic::Say),
        Catch(_) => Reason::new(Topic::Catch),
    }
}

fn about_play(
    view: &games::matching::View,
    seat: Seat,
    play: games::matching::Play,
    worse: &[games::matching::Move],
) -> Reason {
    let pack = &view.kit.pack;
    let rest = matching::rest(view, play);
    if rest.is_empty() {
        return Reason::new(Topic::Out);
    }
    let effect = matching::effect(view, play.cards.last);
    let next = matching::next(view, seat);
    let left = usize::from(view.counts[next]);
    if let Some(other) = play.with {
        return Reason::new(Topic::Swap).cards(rest.len()).cards(usize::from(view.counts[other]));
    }
    if left <= 2 && (effect.pick > 0 || effect.market > 0) {
        return Reason::new(Topic::MakeDraw).cards(left);
    }
    if left <= 2 && (effect.skip > 0 || effect.suspension > 0) {
        return Reason::new(Topic::Skip).cards(left);
    }
    if let Some(suit) = play.call {
        return called(view, seat, suit, rest);
    }
    if let Some(reason) = held_back(view, rest, effect.pick, worse) {
        return reason;
    }
    let suit = pack.face(play.cards.last).suit;
    if let Some(suit) = suit.filter(|&suit| lacks(view, next, pack.of_suit(suit))) {
        return Reason::new(Topic::StayLacked).suit(pack, suit);
    }
    if matching::goes_on(view, seat, effect) {
        return Reason::new(Topic::Again);
    }
    match matching::following(view, rest, suit, Some(play.cards.last)).len() {
        0 => Reason::new(Topic::Rid),
        follow => Reason::new(Topic::Follow).cards(follow),
    }
}

/// A card that the search would rather keep, and what for.
fn held_back(
    view: &games::matching::View,
    rest: CardSet,
    own_pick: u8,
    worse: &[games::matching::Move],
) -> Option<Reason> {
    let pack = &view.kit.pack;
    let plays = worse.iter().filter_map(|choice| match choice {
        games::matching::Move::Play(play) => Some(play.cards.last),
        _ => None,
    });
    let kept: Vec<Card> = plays.filter(|&card| rest.meets(pack.copies(card))).collect();
    let answers = view.kit.rules.counter != games::matching::Counter::None && own_pick == 0;
    let answer = kept.iter().copied().find(|&card| answers && matching::effect(view, card).pick > 0);
    if let Some(card) = answer {
        let number = matching::effect(view, card).pick;
        return Some(Reason::new(Topic::KeepToAnswer).card(pack, card).number(number.into()));
    }
    let wild =
        kept.iter().copied().find(|&card| matching::effect(view, card).fits == games::matching::Fits::Wild);
    wild.map(|card| Reason::new(Topic::KeepWild).card(pack, card))
}

fn called(view: &games::matching::View, seat: Seat, suit: engine::Suit, hand: CardSet) -> Reason {
    let pack = &view.kit.pack;
    let of_suit = pack.of_suit(suit);
    if lacks(view, matching::next(view, seat), of_suit) {
        return Reason::new(Topic::CallLacked).suit(pack, suit);
    }
    Reason::new(Topic::CallHeld).suit(pack, suit).cards((hand & of_suit).len())
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
) -> Reason {
    use games::yaniv::{Move, Take};
    let own = i32::from(view.kit.value(view.hand));
    let pack = &view.kit.pack;
    match choice {
        Move::Yaniv => Reason::new(Topic::Yaniv).number(own),
        Move::Slap(_) => Reason::new(Topic::Slap),
        Move::Exchange(card) => Reason::new(Topic::Exchange).card(pack, card),
        Move::Pass => Reason::new(Topic::KeepDrawn),
        Move::Throw { .. } if worse.contains(&Move::Yaniv) => {
            let fewest = view.active.without(seat).iter().map(|other| view.counts[other]).min();
            Reason::new(Topic::Wait).number(own).cards(usize::from(fewest.unwrap_or_default()))
        }
        Move::Throw { cards: throw, take } => {
            let points: i32 = throw.cards().iter().map(|&card| yaniv::value(view, card)).sum();
            let rest = yaniv::rest(view, throw);
            match take {
                Take::Stock => Reason::new(Topic::RidForStock).number(points),
                Take::Card(card) if yaniv::partners(view, rest, card) > 0 => {
                    Reason::new(Topic::RidForSet).number(points).card(pack, card)
                }
                Take::Card(card) => {
                    let counts = yaniv::value(view, card);
                    Reason::new(Topic::RidForCard).number(points).card(pack, card).number(counts)
                }
            }
        }
    }
}
