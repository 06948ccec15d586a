//! Reasons for moves of the matching family.

use alloc::vec::Vec;

use engine::{Card, CardSet, Game, Quick, Seat, Suit};
use games::matching::{Counter, Effect, Matching, Move, PhaseView, Play, PlayableOn, View};

use crate::hint_reason::{Reason, topics};

topics! {
    OUT "out" "goes out with it";
    SWAP "swap" "swaps {} for {}";
    MAKE_DRAW "make-draw" "makes the next player draw, who has only {} left";
    SKIP "skip" "skips the next player, who has only {} left";
    ADD_TO "add-to" "adds to the penalty: the next player faces {}";
    PASS_ON "pass-on" "passes the penalty on: the next player faces {}";
    CANCEL "cancel" "cancels the penalty of {}";
    NO_ANSWER "no-answer" "has no answer to the penalty of {}";
    BLOCK "block" "blocks the suspension: the next player faces it";
    CALL_HELD "call-held" "can follow {} with {}";
    CALL_LACKED "call-lacked" "troubles the next player, who could not follow {} last time";
    CALL_TRIED "call-tried" "has the best chances with {}, looking ahead";
    CALL_GUESS "call-guess" "has no better guess than {}";
    STAY_LACKED "stay-lacked" "stays with {}, which the next player could not follow last time";
    CHANGE_LACKED "change-lacked" "changes to {}, which the next player could not follow last time";
    KEEP_TO_ANSWER "keep-to-answer" "keeps the {} back to answer a pick {}";
    KEEP_WILD "keep-wild" "keeps the {} back for when nothing else fits";
    KEEP_CARD "keep-card" "keeps the {} for later";
    NOTHING_TO_PLAY "nothing-to-play" "has nothing to play";
    AGAIN "again" "has another turn after it";
    HIT "hit" "makes the next player draw {}";
    ONLY_FIT "only-fit" "has nothing else that fits";
    FOLLOW "follow" "can follow it up with {}";
    RID_MANY "rid-many" "gets rid of {} at once";
    RID_HIGHEST "rid-highest" "gets rid of the card that counts most";
    RID "rid" "gets rid of a card";
    DOUBT "doubt" "doubts that there was nothing else to play";
    SAY "say" "has to say it before being caught";
    CATCH "catch" "makes a player pay for not saying the word";
}

/// Explains the move, given the moves that a search found worse.
pub(super) fn reason(view: &View, seat: Seat, choice: Move, worse: &[Move]) -> Reason {
    let pack = &view.compiled.pack;
    let rejected = worse.iter().find_map(played);
    match (choice, view.phase) {
        (Move::Play(play), PhaseView::Answer { cards, .. }) => about_answer(view, play, cards),
        (Move::Play(play), _) => about_play(view, seat, play, worse),
        (Move::Draw | Move::Pass, phase) => match (rejected.or(playable(view, seat).lowest()), phase) {
            (Some(card), _) => Reason::new(&KEEP_CARD).card(pack, card),
            (None, PhaseView::Answer { cards, .. }) => Reason::new(&NO_ANSWER).cards(cards.into()),
            (None, _) => Reason::new(&NOTHING_TO_PLAY),
        },
        (Move::Challenge, _) => Reason::new(&DOUBT),
        (Move::Call(suit), _) => called(view, next_to_follow(view, seat, None), suit, view.hand, worse),
        (Move::Say(_), _) => Reason::new(&SAY),
        (Move::Catch(_), _) => Reason::new(&CATCH),
    }
}

/// The cards that can be played now. Legality depends on the view alone, so any position with this view will do.
fn playable(view: &View, seat: Seat) -> CardSet {
    let mut moves = Vec::new();
    Matching::imagine(view, &mut Quick::new(0)).legal(seat, &mut moves);
    moves.iter().filter_map(played).collect()
}

/// The card of a play that has to fit the pile.
fn played(choice: &Move) -> Option<Card> {
    match choice {
        Move::Play(play) => Some(play.cards.first),
        _ => None,
    }
}

/// A play that answers a penalty of `waiting` cards.
fn about_answer(view: &View, play: Play, waiting: u8) -> Reason {
    let waiting = usize::from(waiting);
    match (view.compiled.rules.counter, asked_to_pick(view, play)) {
        _ if super::rest(view, play).is_empty() => Reason::new(&OUT),
        (Counter::Stack, more @ 1..) => Reason::new(&ADD_TO).cards(waiting + more),
        (Counter::Transfer, more @ 1..) => Reason::new(&PASS_ON).cards(more),
        _ => Reason::new(&CANCEL).cards(waiting),
    }
}

/// How many cards the play alone makes the next player draw.
fn asked_to_pick(view: &View, play: Play) -> usize {
    view.compiled.group_action(play.cards.last, play.cards.len.into()).pick.into()
}

fn about_play(view: &View, seat: Seat, play: Play, worse: &[Move]) -> Reason {
    let pack = &view.compiled.pack;
    let rest = super::rest(view, play);
    if rest.is_empty() {
        return Reason::new(&OUT);
    }
    if matches!(view.phase, PhaseView::Suspended { .. }) {
        return Reason::new(&BLOCK);
    }
    let effect = super::effect(view, play.cards.last);
    let next = super::next(view, seat);
    let left = usize::from(view.counts[next]);
    if let Some(other) = play.with {
        return Reason::new(&SWAP).cards(rest.len()).cards(usize::from(view.counts[other]));
    }
    if left <= 2 && (effect.pick > 0 || effect.market > 0) {
        return Reason::new(&MAKE_DRAW).cards(left);
    }
    if left <= 2 && (effect.skip > 0 || effect.suspension > 0) {
        return Reason::new(&SKIP).cards(left);
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
        let topic = if view.suit == Some(suit) { &STAY_LACKED } else { &CHANGE_LACKED };
        return Reason::new(topic).suit(pack, suit);
    }
    if super::goes_on(view, seat, effect) {
        return Reason::new(&AGAIN);
    }
    if effect.pick > 0 {
        return Reason::new(&HIT).cards(asked_to_pick(view, play));
    }
    about_plain(view, seat, play, rest)
}

/// A play without an effect on other players.
fn about_plain(view: &View, seat: Seat, play: Play, rest: CardSet) -> Reason {
    let card = play.cards.first;
    let value = |card: Card| view.compiled.value(CardSet::only(card));
    let follow = view.follow_up(play, rest).len();
    if play.cards.len > 1 {
        Reason::new(&RID_MANY).cards(play.cards.len.into())
    } else if playable(view, seat) == CardSet::only(card) {
        Reason::new(&ONLY_FIT)
    } else if follow > 0 {
        Reason::new(&FOLLOW).cards(follow)
    } else if rest.iter().all(|other| value(other) < value(card)) {
        Reason::new(&RID_HIGHEST)
    } else {
        Reason::new(&RID)
    }
}

/// The player who has to follow next; `None` if the card makes that player draw or miss a turn, or reverses play.
fn next_to_follow(view: &View, seat: Seat, effect: Option<Effect>) -> Option<Seat> {
    let lets_follow = |effect: Effect| Effect { playable_on: PlayableOn::Match, ..effect }.is_plain();
    effect.is_none_or(lets_follow).then(|| super::next(view, seat))
}

/// The card that the search prefers to keep, and the reason.
fn held_back(view: &View, rest: CardSet, own_pick: u8, worse: &[Move]) -> Option<Reason> {
    let pack = &view.compiled.pack;
    let plays = worse.iter().filter_map(|choice| match choice {
        Move::Play(play) => Some(play.cards.last),
        _ => None,
    });
    let kept: Vec<Card> = plays.filter(|&card| rest.meets(pack.copies(card))).collect();
    let answers = view.compiled.rules.counter != Counter::None && own_pick == 0;
    let answer = kept.iter().copied().find(|&card| answers && super::effect(view, card).pick > 0);
    if let Some(card) = answer {
        let number = super::effect(view, card).pick;
        return Some(Reason::new(&KEEP_TO_ANSWER).card(pack, card).number(number.into()));
    }
    let wild = kept.iter().copied().find(|&card| super::effect(view, card).playable_on == PlayableOn::Wild);
    wild.map(|card| Reason::new(&KEEP_WILD).card(pack, card))
}

/// A suit is called because the next player lacks it, the hand has most of it, or the search prefers it.
fn called(view: &View, follower: Option<Seat>, suit: Suit, hand: CardSet, worse: &[Move]) -> Reason {
    let pack = &view.compiled.pack;
    let held = |suit: Suit| (hand & pack.of_suit(suit)).len();
    let most = (0..pack.suits().len()).map(|other| held(Suit(other as u8))).max();
    let is_call = |choice: &Move| match choice {
        Move::Play(play) => play.call.is_some_and(|other| other != suit),
        other => matches!(other, Move::Call(_)),
    };
    if lacks(view, follower, pack.of_suit(suit)) {
        Reason::new(&CALL_LACKED).suit(pack, suit)
    } else if held(suit) > 0 && Some(held(suit)) == most {
        Reason::new(&CALL_HELD).suit(pack, suit).cards(held(suit))
    } else if worse.iter().any(is_call) {
        Reason::new(&CALL_TRIED).suit(pack, suit)
    } else {
        Reason::new(&CALL_GUESS).suit(pack, suit)
    }
}

/// Whether a player drew or passed instead of playing one of these cards, and nothing since suggests that they hold one.
///
/// One drawn card is allowed since: in most games a player who cannot play draws one.
fn lacks(view: &View, seat: Option<Seat>, cards: CardSet) -> bool {
    seat.map(|seat| view.known_voids[seat]).is_some_and(|void| {
        let all_lacking = !cards.is_empty() && (cards - void.cards).is_empty();
        void.fresh && void.came <= 1 && all_lacking
    })
}
