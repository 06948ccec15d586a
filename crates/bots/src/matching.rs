//! Heuristics for the matching family.

mod reasons;

use alloc::vec::Vec;

use engine::{Card, CardSet, Seat, Word};
use games::matching::{
    Direction, Effect, FinishOn, HoldOn, Matching, Move, PhaseView, Play, PlayableOn, Suspension, View,
};

use crate::family::FamilyBot;
use crate::hint_reason::{Reason, Topic};

/// The value of shedding a card, the unit for everything else.
const SHED_WORTH: i32 = 1_000;
/// The value of keeping a wild card for later.
const KEEP_WILD_WORTH: i32 = 400;
/// The value of saying a word that is due or of a correct catch: nothing is more urgent.
const URGENT_WORTH: i32 = 50_000;
/// The value of playing the last card.
const OUT_WORTH: i32 = 40_000;

impl FamilyBot for Matching {
    const TOPICS: &'static [&'static Topic] = reasons::TOPICS;
    const PRIOR_SCALE: f32 = 400.0;

    fn worths(view: &View, seat: Seat, moves: &[Move]) -> Vec<i32> {
        moves.iter().map(|&choice| worth(view, seat, choice)).collect()
    }

    fn appeal(choice: Move) -> u32 {
        match choice {
            Move::Play(_) | Move::Call(_) => 2,
            Move::Draw => 1,
            Move::Pass | Move::Challenge | Move::Say(_) | Move::Catch(_) => 0,
        }
    }

    fn says_word(choice: Move) -> bool {
        matches!(choice, Move::Play(play) if play.say.is_some())
    }

    fn silent(choice: Move) -> Option<Move> {
        match choice {
            Move::Play(play) if play.say.is_some() => Some(Move::Play(Play { say: None, ..play })),
            _ => None,
        }
    }

    fn leaves_word_unsaid(choice: Move, moves: &[Move]) -> bool {
        let Move::Play(play) = choice else { return false };
        let with = |&word: &Word| Move::Play(Play { say: Some(word), ..play });
        play.say.is_none() && Word::ALL.iter().map(with).any(|spoken| moves.binary_search(&spoken).is_ok())
    }

    fn reason(view: &View, seat: Seat, choice: Move, worse: &[Move]) -> Reason {
        reasons::reason(view, seat, choice, worse)
    }
}

/// The estimate of a legal move; below 0 for a move better not made.
fn worth(view: &View, seat: Seat, choice: Move) -> i32 {
    match choice {
        Move::Play(play) => play_worth(view, seat, play),
        Move::Draw => 0,
        Move::Pass => -10,
        Move::Challenge => challenge_worth(view),
        Move::Call(suit) => followers(view, view.hand, Some(suit), None),
        Move::Say(word) => say_worth(view, seat, word),
        Move::Catch(other) if view.owing.contains(other) => URGENT_WORTH,
        Move::Catch(_) => -URGENT_WORTH,
    }
}

/// A word is said when it is due; with more cards in hand it would be a false call.
fn say_worth(view: &View, seat: Seat, word: Word) -> i32 {
    let due = match word {
        Word::Semi => true,
        Word::Last => view.owing.contains(seat) || view.hand.is_single(),
    };
    if due { URGENT_WORTH } else { -URGENT_WORTH }
}

/// A challenge pays off if the challenged player holds enough cards for one of the colour to be likely.
fn challenge_worth(view: &View) -> i32 {
    match view.phase {
        PhaseView::Answer { challengeable: Some((by, _)), .. } if view.counts[by] >= 8 => 100,
        _ => -100,
    }
}

fn play_worth(view: &View, seat: Seat, play: Play) -> i32 {
    let rest = rest(view, play);
    if rest.is_empty() {
        return OUT_WORTH;
    }
    let top = play.cards.last;
    let effect = effect(view, top);
    let mut worth = SHED_WORTH + 150 * (i32::from(play.cards.len) - 1);
    worth += view.compiled.value(CardSet::only(top)).min(50) as i32;
    worth += i32::from(play.say.is_some()) * 50;
    if effect.playable_on == PlayableOn::Wild {
        worth -= KEEP_WILD_WORTH;
    }
    worth += attack(view, seat, effect) - empty_stock(view, play, effect);
    match play.with {
        Some(other) => worth + swap_worth(view, rest, other),
        None => worth + hand_worth(view, seat, rest, play, effect),
    }
}

/// The hand after the play.
fn rest(view: &View, play: Play) -> CardSet {
    let mut rest = view.hand;
    for face in play.cards.in_order(&view.compiled) {
        if let Some(card) = (rest & view.compiled.pack.copies(face)).lowest() {
            rest.remove(card);
        }
    }
    rest
}

/// The value of the hand that a play leaves.
fn hand_worth(view: &View, seat: Seat, rest: CardSet, play: Play, effect: Effect) -> i32 {
    let face = view.compiled.pack.face(play.cards.last);
    let suit = play.call.or(face.suit).or(view.suit);
    let follow = followers(view, rest, suit, play.call.is_none().then_some(play.cards.last));
    let stuck = rest.iter().all(|card| bars_finish(view, card));
    let again = goes_on(view, seat, effect);
    follow + i32::from(stuck) * -250 + if again && follow == 0 { -200 } else { i32::from(again) * 60 }
}

/// Whether this card may never be the last.
fn bars_finish(view: &View, card: Card) -> bool {
    match view.compiled.rules.finish_on {
        FinishOn::Any | FinishOn::List(_) => false,
        FinishOn::Plain => !effect(view, card).is_plain(),
    }
}

/// The value of the cards of a hand that could follow a suit, or the rank of a card.
fn followers(view: &View, hand: CardSet, suit: Option<engine::Suit>, top: Option<Card>) -> i32 {
    25 * following(view, hand, suit, top).len() as i32
}

/// The cards of a hand that could follow a suit, or the rank of a card.
fn following(view: &View, hand: CardSet, suit: Option<engine::Suit>, top: Option<Card>) -> CardSet {
    let pack = &view.compiled.pack;
    let by_suit = suit.map_or(CardSet::EMPTY, |suit| pack.of_suit(suit));
    let by_rank = top.map_or(CardSet::EMPTY, |card| pack.of_rank(pack.face(card).rank));
    hand & (by_suit | by_rank)
}

/// The value of a swap is the cards that it saves.
fn swap_worth(view: &View, rest: CardSet, other: Seat) -> i32 {
    let saved = rest.len() as i32 - i32::from(view.counts[other]);
    if saved > 0 { 120 * saved } else { -600 }
}

/// Cards that hurt the next player are kept until that player has few cards left.
fn attack(view: &View, seat: Seat, effect: Effect) -> i32 {
    let Effect { hold_on, suspension, skip, pick, market, reverse, playable_on: _, swap: _ } = effect;
    let next = view.counts[next(view, seat)];
    let draws = 60 * i32::from(pick) + 30 * i32::from(market);
    let misses = i32::from(skip) + i32::from(suspension) + i32::from(hold_on);
    let harm = draws + 80 * misses.min(2) + 40 * i32::from(reverse);
    match next {
        _ if harm == 0 => 0,
        0..=2 => 200 + harm,
        3 => harm,
        _ => -20,
    }
}

/// The cost of a draw that the stock cannot supply: it reshuffles the cards just played, and the round never ends.
fn empty_stock(view: &View, play: Play, effect: Effect) -> i32 {
    let others = view.active.len().saturating_sub(1);
    let asked =
        (usize::from(effect.market) * others + usize::from(effect.pick)) * usize::from(play.cards.len);
    if asked > usize::from(view.stock) + view.pile.len() { 400 * i32::from(play.cards.len) } else { 0 }
}

/// Whether the same seat moves again after a card with this effect.
fn goes_on(view: &View, seat: Seat, effect: Effect) -> bool {
    let rules = &view.compiled.rules;
    let two = view.active.len() == 2 && view.active.contains(seat);
    let plays_again = effect.hold_on && rules.hold_on != HoldOn::SkipNext
        || effect.suspension > 0 && rules.suspension == Suspension::Again
        || effect.market > 0 && rules.market_again;
    let comes_round = two && (effect.skip > 0 || effect.suspension > 0 || effect.hold_on);
    plays_again || comes_round
}

fn next(view: &View, seat: Seat) -> Seat {
    match view.direction {
        Direction::Left => view.active.after(seat),
        Direction::Right => view.active.before(seat),
    }
}

fn effect(view: &View, card: Card) -> Effect {
    view.compiled.effect(card)
}
