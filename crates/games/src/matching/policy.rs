//! A quick policy for playouts: what people do who play without much thought.

use engine::{Card, CardSet, Chance, Quick, Seat, Suit};

use super::legal::word_for;
use super::moves::mask;
use super::state::{Phase, State};
use super::{Announce, CardAction, CompiledRules, Group, Move, Play};

/// What playing a wild card costs: it is kept while anything else will do.
const KEEP_WILD_COST: i32 = 40;
/// The worth of each card in hand that could follow the card.
const FOLLOW_UP_WORTH: i32 = 8;
/// Random noise below this decides among moves of about the same worth.
const NOISE_WORTH: u32 = 12;
/// A next player with at most this many cards has to be stopped.
const NEARLY_OUT_CARDS: usize = 2;

impl State {
    /// Plays at most this many moves. Returns whether the round is over.
    pub(super) fn play_quickly(&mut self, compiled: &CompiledRules, moves: u32, chance: &mut Quick) -> bool {
        for _ in 0..moves {
            if matches!(self.phase, Phase::Over(_)) {
                return true;
            }
            self.settle_reactions(compiled, chance);
            let choice = self.quick_move(compiled, chance);
            self.apply(compiled, self.turn, choice, chance, &mut ());
        }
        matches!(self.phase, Phase::Over(_))
    }

    /// Players who owe a word say it before anyone can catch them.
    #[inline]
    pub(super) fn settle_reactions(&mut self, compiled: &CompiledRules, chance: &mut Quick) {
        if !self.owing.is_empty() {
            for seat in self.owing.iter() {
                if let Some(word) = word_for(compiled, self.hands[seat].len()) {
                    self.say(compiled, seat, word, chance, &mut ());
                }
            }
        }
    }

    /// The move of the player on turn.
    pub(super) fn quick_move(&self, compiled: &CompiledRules, chance: &mut Quick) -> Move {
        if self.phase == Phase::Call {
            return Move::Call(fullest_suit(compiled, self.hands[self.turn]));
        }
        let playable = self.playable(compiled);
        if playable.is_empty() { self.decline(compiled) } else { self.quick_play(compiled, playable, chance) }
    }

    fn decline(&self, compiled: &CompiledRules) -> Move {
        let draws = match self.phase {
            Phase::Turn { drawn } | Phase::Again { drawn, .. } => {
                drawn < compiled.draw_limit && self.can_supply(compiled)
            }
            Phase::Lead => self.can_supply(compiled),
            Phase::Answer { .. } => true,
            Phase::Drawn { .. } | Phase::Suspended { .. } | Phase::Call | Phase::Over(_) => false,
        };
        if draws { Move::Draw } else { Move::Pass }
    }

    fn quick_play(&self, compiled: &CompiledRules, playable: CardSet, chance: &mut Quick) -> Move {
        let hand = self.hands[self.turn];
        let hurry = self.hands[self.next(self.turn)].len() <= NEARLY_OUT_CARDS;
        let mut best = (i32::MIN, Card::default());
        for card in playable.iter() {
            let worth = quick_worth(compiled, hand, card, hurry) + chance.below(NOISE_WORTH) as i32;
            if worth > best.0 {
                best = (worth, card);
            }
        }
        Move::Play(self.with_all_that_goes(compiled, best.1))
    }

    /// The card with the others of its rank, a call, a partner to swap with and the word, as each is due.
    fn with_all_that_goes(&self, compiled: &CompiledRules, card: Card) -> Play {
        let hand = self.hands[self.turn];
        let cards = if compiled.rules.group_play { self.whole_group(compiled, card) } else { None };
        let cards = cards.unwrap_or_else(|| Group::single(compiled.pack.first_copy(card)));
        let left = hand.len() - usize::from(cards.len);
        let mut play = Play { cards, call: None, with: None, say: None };
        if compiled.special.contains(cards.last) {
            if compiled.callers.contains(cards.last) && !(left == 0 && self.ends_with(compiled)) {
                play.call = Some(fullest_suit(compiled, hand - CardSet::only(card)));
            }
            if compiled.card_actions[cards.last.index()].swap
                && left > 0
                && !self.answers_with_nothing(compiled)
            {
                play.with = self.partner(compiled, left);
            }
        }
        if compiled.duty != 0 && compiled.rules.announce == Announce::Manual {
            let left = play.with.map_or(left, |other| self.hands[other].len());
            play.say = word_for(compiled, left);
        }
        play
    }

    /// All cards of the rank in hand, if they may be played together.
    fn whole_group(&self, compiled: &CompiledRules, card: Card) -> Option<Group> {
        let hand = self.hands[self.turn];
        let of_rank = compiled.of_rank[usize::from(compiled.pack.face(card).rank.0)];
        let mut others = hand & of_rank;
        others.remove(card);
        let last = others.lowest()?;
        others.remove(last);
        let whole = (hand & of_rank) == hand;
        if whole && !(hand - compiled.finish).is_empty() {
            return None;
        }
        let (first, last) = (compiled.pack.first_copy(card), compiled.pack.first_copy(last));
        let between = compiled.pack.canonical(others);
        let middle = mask(of_rank, between)?;
        (between.len() <= 14).then_some(Group { first, len: 2 + between.len() as u8, last, middle })
    }

    /// The player to swap with: the one with the fewest cards, if that helps or a swap is mandatory.
    fn partner(&self, compiled: &CompiledRules, left: usize) -> Option<Seat> {
        let others = self.active.without(self.turn);
        let fewest = others.iter().min_by_key(|&other| self.hands[other].len());
        fewest.filter(|&other| compiled.rules.swap_mandatory || self.hands[other].len() < left)
    }
}

/// A rough worth of playing a card.
#[inline]
fn quick_worth(compiled: &CompiledRules, hand: CardSet, card: Card, hurry: bool) -> i32 {
    let mut rest = hand;
    rest.remove(card);
    if !compiled.special.contains(card) {
        return FOLLOW_UP_WORTH * (rest & compiled.follow[card.index()]).len() as i32;
    }
    let &CardAction { pick, market, skip, again, call, blockable: _, skip_after: _, reverse: _, swap: _ } =
        &compiled.card_actions[card.index()];
    let harm = 6 * i32::from(pick) + 4 * i32::from(market) + 8 * i32::from(skip);
    let again = if again { 16 } else { 0 };
    let threat = if hurry { harm } else { 0 } + again;
    if call {
        return threat - KEEP_WILD_COST;
    }
    threat + FOLLOW_UP_WORTH * (rest & compiled.follow[card.index()]).len() as i32
}

/// The suit with the most cards in a hand.
fn fullest_suit(compiled: &CompiledRules, hand: CardSet) -> Suit {
    let plain = hand - compiled.callers;
    let held = |suit: &u32| (plain & compiled.of_suit[*suit as usize]).len();
    Suit((0..compiled.suit_count).max_by_key(held).unwrap_or_default() as u8)
}

#[cfg(test)]
mod tests {
    use alloc::sync::Arc;

    use engine::{Deal, SeatSet};

    use super::*;
    use crate::matching::Matching;
    use crate::{Rules, presets};

    /// Moves of the policy are applied unchecked, so each must be legal; and every round must end.
    #[test]
    fn every_move_is_legal() {
        for rules in presets::all() {
            let Rules::Matching(rules) = rules else { continue };
            for seats in [rules.players.least, rules.players.most] {
                let compiled = Arc::new(CompiledRules::new(&rules, seats).unwrap());
                for seed in 0..60 {
                    let mut chance = Quick::new(seed);
                    let mut order = compiled.pack.cards().to_vec();
                    engine::shuffle(&mut order, &mut chance);
                    let deal =
                        Deal { playing: SeatSet::first(seats), dealer: Seat::default(), order: &order };
                    let mut at = Matching::deal(&compiled, &deal, &mut chance, &mut ()).unwrap().state;
                    while !matches!(at.phase, Phase::Over(_)) {
                        at.settle_reactions(&compiled, &mut chance);
                        let choice = at.quick_move(&compiled, &mut chance);
                        let refused = at.check(&compiled, at.turn, choice).err();
                        assert_eq!(refused, None, "{}, game {seed}: {choice:?}", rules.header.name);
                        at.apply(&compiled, at.turn, choice, &mut chance, &mut ());
                    }
                }
            }
        }
    }
}
