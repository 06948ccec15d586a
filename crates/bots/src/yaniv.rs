//! Heuristics for Yaniv.

mod reasons;

use alloc::vec::Vec;

use engine::{Card, CardSet, Seat};
use games::yaniv::{Move, Shape, Take, Throw, View, Yaniv};

use crate::family::FamilyBot;
use crate::hint_reason::{Reason, Topic};

/// The average points of a card from the stock, in tenths.
const STOCK_CARD_TENTHS: i32 = 63;
/// A card with no more points than this is always worth taking.
const LOW_CARD_POINTS: u16 = 3;
/// The assumed points of a hidden card in another hand.
const HIDDEN_CARD_POINTS: i32 = 4;

impl FamilyBot for Yaniv {
    const TOPICS: &'static [&'static Topic] = reasons::TOPICS;
    const PRIOR_SCALE: f32 = 100.0;

    fn worths(view: &View, seat: Seat, moves: &[Move]) -> Vec<i32> {
        let sets = sets(view, moves);
        moves.iter().map(|&choice| worth(view, seat, choice, &sets)).collect()
    }

    fn appeal(choice: Move) -> u32 {
        match choice {
            Move::Yaniv | Move::Slap(_) => 20,
            Move::Throw { cards, .. } => cards.cards().len() as u32,
            Move::Exchange(_) | Move::Pass => 0,
        }
    }

    fn reason(view: &View, seat: Seat, choice: Move, worse: &[Move]) -> Reason {
        reasons::reason(view, seat, choice, worse)
    }
}

/// The sets of two or more cards in the hand with their points, the highest first.
fn sets(view: &View, moves: &[Move]) -> Vec<(i32, CardSet)> {
    let set = |choice: &Move| match choice {
        Move::Throw { cards, take: Take::Stock } if cards.cards().len() > 1 => {
            let points = cards.cards().iter().map(|&card| value(view, card)).sum();
            Some((points, cards.cards().iter().copied().collect()))
        }
        _ => None,
    };
    let mut sets: Vec<(i32, CardSet)> = moves.iter().filter_map(set).collect();
    sets.sort_unstable_by(|one, two| two.cmp(one));
    sets.dedup();
    sets
}

/// The estimate of a legal move in tenths of a point; below 0 for a move better not made.
fn worth(view: &View, seat: Seat, choice: Move, sets: &[(i32, CardSet)]) -> i32 {
    match choice {
        Move::Yaniv => call_worth(view, seat),
        Move::Slap(_) => 10_000,
        Move::Exchange(card) => 10 * value(view, card) + 20,
        Move::Pass => -1,
        Move::Throw { cards, take } => throw_worth(view, cards, take, sets),
    }
}

/// A call is worth it if it is nearly safe: with very few points, or if every other hand is likely to have more.
fn call_worth(view: &View, seat: Seat) -> i32 {
    let own = i32::from(view.compiled.value(view.hand));
    let others = view.active.without(seat);
    let safe = others.iter().all(|other| likely_points(view, other) > own + 3);
    if own <= i32::from(LOW_CARD_POINTS) || safe { 20_000 } else { -20_000 }
}

/// The likely points of another hand, from the cards in it that everyone has seen.
fn likely_points(view: &View, seat: Seat) -> i32 {
    let known = view.known[seat];
    let hidden = i32::from(view.counts[seat]) - known.len() as i32;
    i32::from(view.compiled.value(known)) + HIDDEN_CARD_POINTS * hidden.max(0)
}

fn throw_worth(view: &View, cards: Throw, take: Take, sets: &[(i32, CardSet)]) -> i32 {
    let thrown: i32 = cards.cards().iter().map(|&card| value(view, card)).sum();
    let left = rest(view, cards);
    // The best set left in the hand can be thrown next turn.
    let kept = sets.iter().find(|(_, set)| (*set - left).is_empty()).map_or(0, |(points, _)| 6 * points);
    let gained = match take {
        Take::Stock => -STOCK_CARD_TENTHS,
        Take::Card(card) => open_worth(view, left, card),
    };
    10 * thrown + kept + gained
}

/// The value of taking an open card: good if it is low or makes a set with the rest of the hand.
fn open_worth(view: &View, rest: CardSet, card: Card) -> i32 {
    let own = value(view, card);
    let (alike, run) = partners(view, rest, card);
    let set = alike.max(run);
    if set > 0 {
        // Its partners will be thrown with it.
        return 5 * set - own;
    }
    if own <= i32::from(LOW_CARD_POINTS) { -10 * own } else { -10 * own - STOCK_CARD_TENTHS }
}

/// The points of the cards that would go with this one in a set of one rank, and in the best run.
fn partners(view: &View, rest: CardSet, card: Card) -> (i32, i32) {
    let pack = &view.compiled.pack;
    let alike = rest & pack.of_rank(pack.face(card).rank);
    let kind: i32 =
        if view.compiled.is_joker(card) { 0 } else { alike.iter().map(|other| value(view, other)).sum() };
    let runs =
        rest.iter().flat_map(|one| rest.iter().map(move |two| (one, two))).filter(|(one, two)| one < two);
    let run = runs.filter(|&(one, two)| is_run(view, [one, two, card]));
    let run = run.map(|(one, two)| value(view, one) + value(view, two)).max();
    // A run with a joker can have no points and is still a set.
    (kind, run.map_or(0, |points| points.max(1)))
}

fn is_run(view: &View, cards: [Card; 3]) -> bool {
    let arranged = view.compiled.arrange(&cards);
    arranged.is_some_and(|throw| matches!(view.compiled.shape(throw.cards()), Some(Shape::Run(_))))
}

fn rest(view: &View, cards: Throw) -> CardSet {
    let mut rest = view.hand;
    for &face in cards.cards() {
        if let Some(card) = (rest & view.compiled.copies(face)).lowest() {
            rest.remove(card);
        }
    }
    rest
}

fn value(view: &View, card: Card) -> i32 {
    i32::from(view.compiled.value(CardSet::only(card)))
}
