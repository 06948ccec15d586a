//! Why a move was made, in one sentence that a person understands.

use alloc::vec::Vec;

use engine::{Card, CardSet, Game, Quick, Seat, Suit};
use games::matching::{Counter, Effect, Matching, PhaseView, PlayableOn};
use games::{Move, View};

use crate::reason::{Reason, Topic};
use crate::tree::MoveStats;
use crate::{matching, seat_and_turn, yaniv};

/// Why the move, from the position and from what a search found about it and the others, if there was one.
///
/// Nothing for somebody who only looks on.
pub fn reason(view: &View, choice: Move, found: &[MoveStats<Move>]) -> Option<Reason> {
    let (seat, _) = seat_and_turn(view)?;
    // Only what the search tried and found worse is a reason.
    let own = found.iter().find(|found| found.choice == choice).map_or(1.0, MoveStats::mean);
    let mut worse: Vec<MoveStats<Move>> =
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
    let odds = worse.first().map(|next| (percent(own), percent(next.mean())));
    reason.odds = odds.filter(|(own, next)| own != next);
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
    let pack = &view.compiled.pack;
    let rejected = worse.iter().find_map(played);
    match (choice, view.phase) {
        (Play(play), PhaseView::Answer { cards, .. }) => about_answer(view, play, cards),
        (Play(play), _) => about_play(view, seat, play, worse),
        (Draw | Pass, phase) => match (rejected.or(playable(view, seat).lowest()), phase) {
            (Some(card), _) => Reason::new(Topic::KeepCard).card(pack, card),
            (None, PhaseView::Answer { cards, .. }) => Reason::new(Topic::NoAnswer).cards(cards.into()),
            (None, _) => Reason::new(Topic::NothingToPlay),
        },
        (Challenge, _) => Reason::new(Topic::Doubt),
        (Call(suit), _) => called(view, next_to_follow(view, seat, None), suit, view.hand, worse),
        (Say(_), _) => Reason::new(Topic::Say),
        (Catch(_), _) => Reason::new(Topic::Catch),
    }
}

/// The cards that could be played now. What is legal follows from the view: any position that looks so will do.
fn playable(view: &games::matching::View, seat: Seat) -> CardSet {
    let mut moves = Vec::new();
    Matching::imagine(view, &mut Quick::new(0)).legal(seat, &mut moves);
    moves.iter().filter_map(played).collect()
}

/// The card of a play that must fit.
fn played(choice: &games::matching::Move) -> Option<Card> {
    match choice {
        games::matching::Move::Play(play) => Some(play.cards.first),
        _ => None,
    }
}

/// A card that is played on a penalty of so many cards.
fn about_answer(view: &games::matching::View, play: games::matching::Play, waiting: u8) -> Reason {
    let waiting = usize::from(waiting);
    match (view.compiled.rules.counter, asked_to_pick(view, play)) {
        _ if matching::rest(view, play).is_empty() => Reason::new(Topic::Out),
        (Counter::Stack, more @ 1..) => Reason::new(Topic::AddTo).cards(waiting + more),
        (Counter::Transfer, more @ 1..) => Reason::new(Topic::PassOn).cards(more),
        _ => Reason::new(Topic::Cancel).cards(waiting),
    }
}

/// How many cards a play by itself asks the next player to pick.
fn asked_to_pick(view: &games::matching::View, play: games::matching::Play) -> usize {
    view.compiled.group_action(play.cards.last, play.cards.len.into()).pick.into()
}

fn about_play(
    view: &games::matching::View,
    seat: Seat,
    play: games::matching::Play,
    worse: &[games::matching::Move],
) -> Reason {
    let pack = &view.compiled.pack;
    let rest = matching::rest(view, play);
    if rest.is_empty() {
        return Reason::new(Topic::Out);
    }
    if matches!(view.phase, PhaseView::Suspended { .. }) {
        return Reason::new(Topic::Block);
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
    let follower = next_to_follow(view, seat, Some(effect));
    if let Some(suit) = play.call {
        return called(view, follower, suit, rest, worse);
    }
    if let Some(reason) = held_back(view, rest, effect.pick, worse) {
        return reason;
    }
    let suit = pack.face(play.cards.last).suit;
    if let Some(suit) = suit.filter(|&suit| lacks(view, follower, pack.of_suit(suit))) {
        let topic = if view.suit == Some(suit) { Topic::StayLacked } else { Topic::ChangeLacked };
        return Reason::new(topic).suit(pack, suit);
    }
    if matching::goes_on(view, seat, effect) {
        return Reason::new(Topic::Again);
    }
    if effect.pick > 0 {
        return Reason::new(Topic::Hit).cards(asked_to_pick(view, play));
    }
    about_plain(view, seat, play, rest)
}

/// A play that harms nobody.
fn about_plain(
    view: &games::matching::View,
    seat: Seat,
    play: games::matching::Play,
    rest: CardSet,
) -> Reason {
    let card = play.cards.first;
    let value = |card: Card| view.compiled.value(CardSet::only(card));
    let follow = view.follow_up(play, rest).len();
    if play.cards.len > 1 {
        Reason::new(Topic::RidMany).cards(play.cards.len.into())
    } else if playable(view, seat) == CardSet::only(card) {
        Reason::new(Topic::OnlyFit)
    } else if follow > 0 {
        Reason::new(Topic::Follow).cards(follow)
    } else if rest.iter().all(|other| value(other) < value(card)) {
        Reason::new(Topic::RidHighest)
    } else {
        Reason::new(Topic::Rid)
    }
}

/// Who has to follow next, unless a card makes that player draw or miss a turn, or changes the direction.
fn next_to_follow(view: &games::matching::View, seat: Seat, effect: Option<Effect>) -> Option<Seat> {
    let lets_follow = |effect: Effect| Effect { playable_on: PlayableOn::Match, ..effect }.is_plain();
    effect.is_none_or(lets_follow).then(|| matching::next(view, seat))
}

/// A card that the search would rather keep, and what for.
fn held_back(
    view: &games::matching::View,
    rest: CardSet,
    own_pick: u8,
    worse: &[games::matching::Move],
) -> Option<Reason> {
    let pack = &view.compiled.pack;
    let plays = worse.iter().filter_map(|choice| match choice {
        games::matching::Move::Play(play) => Some(play.cards.last),
        _ => None,
    });
    let kept: Vec<Card> = plays.filter(|&card| rest.meets(pack.copies(card))).collect();
    let answers = view.compiled.rules.counter != Counter::None && own_pick == 0;
    let answer = kept.iter().copied().find(|&card| answers && matching::effect(view, card).pick > 0);
    if let Some(card) = answer {
        let number = matching::effect(view, card).pick;
        return Some(Reason::new(Topic::KeepToAnswer).card(pack, card).number(number.into()));
    }
    let wild =
        kept.iter().copied().find(|&card| matching::effect(view, card).playable_on == PlayableOn::Wild);
    wild.map(|card| Reason::new(Topic::KeepWild).card(pack, card))
}

/// A suit is called because the next player lacks it, because most cards of the hand follow it, or because the search says so.
fn called(
    view: &games::matching::View,
    follower: Option<Seat>,
    suit: Suit,
    hand: CardSet,
    worse: &[games::matching::Move],
) -> Reason {
    let pack = &view.compiled.pack;
    let held = |suit: Suit| (hand & pack.of_suit(suit)).len();
    let most = (0..pack.suits().len()).map(|other| held(Suit(other as u8))).max();
    let is_call = |choice: &games::matching::Move| match choice {
        games::matching::Move::Play(play) => play.call.is_some_and(|other| other != suit),
        other => matches!(other, games::matching::Move::Call(_)),
    };
    if lacks(view, follower, pack.of_suit(suit)) {
        Reason::new(Topic::CallLacked).suit(pack, suit)
    } else if held(suit) > 0 && Some(held(suit)) == most {
        Reason::new(Topic::CallHeld).suit(pack, suit).cards(held(suit))
    } else if worse.iter().any(is_call) {
        Reason::new(Topic::CallTried).suit(pack, suit)
    } else {
        Reason::new(Topic::CallGuess).suit(pack, suit)
    }
}

/// Whether a player drew or passed rather than play one of these cards, and there is no sign since that it holds any.
///
/// One card may have come: most rules have whoever cannot play draw it.
fn lacks(view: &games::matching::View, seat: Option<Seat>, cards: CardSet) -> bool {
    seat.map(|seat| view.known_voids[seat]).is_some_and(|void| {
        let all_lacking = !cards.is_empty() && (cards - void.cards).is_empty();
        void.fresh && void.came <= 1 && all_lacking
    })
}

fn about_yaniv(
    view: &games::yaniv::View,
    seat: Seat,
    choice: games::yaniv::Move,
    worse: &[games::yaniv::Move],
) -> Reason {
    use games::yaniv::{Move, Take};
    let own = i32::from(view.compiled.value(view.hand));
    let pack = &view.compiled.pack;
    match choice {
        Move::Yaniv => Reason::new(Topic::Yaniv).points(own),
        Move::Slap(_) => Reason::new(Topic::Slap),
        Move::Exchange(card) => Reason::new(Topic::Exchange).card(pack, card),
        Move::Pass => Reason::new(Topic::KeepDrawn),
        Move::Throw { .. } if worse.contains(&Move::Yaniv) => {
            let fewest = view.active.without(seat).iter().map(|other| view.counts[other]).min();
            Reason::new(Topic::Wait).points(own).cards(usize::from(fewest.unwrap_or_default()))
        }
        Move::Throw { cards: throw, take } => {
            let points: i32 = throw.cards().iter().map(|&card| yaniv::value(view, card)).sum();
            let rest = yaniv::rest(view, throw);
            match take {
                Take::Stock => Reason::new(Topic::RidForStock).points(points),
                Take::Card(card) => {
                    let counts = yaniv::value(view, card);
                    let taken = |topic| Reason::new(topic).points(points).card(pack, card);
                    match yaniv::partners(view, rest, card) {
                        (0, 0) => taken(Topic::RidForCard).number(counts),
                        (alike, run) if alike >= run => taken(Topic::RidForSet),
                        _ => taken(Topic::RidForRun),
                    }
                }
            }
        }
    }
}
