//! A quick policy for playouts: what people do who play without much thought.

use engine::{Card, CardSet, Chance, Quick, Seat};

use super::compiled_rules::CompiledRules;
use super::legal::{Move, Take};
use super::set::Throw;
use super::state::{Phase, Yaniv};
use super::throws::Throws;

/// An open card with at most this many points is always taken.
const LOW_CARD_POINTS: u16 = 3;
/// The assumed points of a hidden card in another hand.
const HIDDEN_CARD_POINTS: u16 = 3;

impl Yaniv {
    /// Plays at most this many moves. Returns whether the round is over.
    pub(super) fn play_quickly(&mut self, moves: u32, chance: &mut Quick) -> bool {
        for _ in 0..moves {
            if self.is_over() {
                return true;
            }
            self.settle_slaps(chance);
            let choice = self.quick_move(chance);
            self.carry_out(self.turn, choice, chance, &mut ());
        }
        self.is_over()
    }

    /// Players who can slap do so at once.
    #[inline]
    pub(super) fn settle_slaps(&mut self, chance: &mut Quick) {
        if self.window.is_some() {
            for seat in self.active.iter() {
                if let Some(card) = self.slappable(seat).lowest() {
                    self.carry_out(seat, Move::Slap(self.compiled.name(card)), chance, &mut ());
                }
            }
        }
    }

    /// The move of the player on turn.
    pub(super) fn quick_move(&self, chance: &mut Quick) -> Move {
        let seat = self.turn;
        if self.phase == Phase::Slap {
            return Move::Pass;
        }
        if self.points_of(seat) <= self.compiled.rules.call_limit.get() as u16 && self.dares(seat, chance) {
            return Move::Yaniv;
        }
        let hand = self.hands[seat];
        let cards = self.compiled.best_throw(hand);
        let rest = cards.cards().iter().fold(hand, |rest, &name| {
            rest - (rest & self.compiled.copies(name)).lowest().map_or(CardSet::EMPTY, CardSet::only)
        });
        Move::Throw { cards, take: self.quick_take(rest) }
    }

    /// Whether a call looks safe: with very few points, or against hands that are likely to hold more.
    fn dares(&self, seat: Seat, chance: &mut Quick) -> bool {
        let own = self.points_of(seat);
        let likely = |other: Seat| {
            let known = self.hands[other] & self.open;
            self.compiled.value(known) + HIDDEN_CARD_POINTS * (self.count(other) - known.len()) as u16
        };
        let margin = chance.below(5) as u16;
        self.hands[seat].is_empty()
            || own <= 1
            || self.active.without(seat).iter().all(|other| likely(other) > own + margin)
    }

    /// An open card is taken if it is low or makes a set with what stays in the hand.
    fn quick_take(&self, rest: CardSet) -> Take {
        let open = self.laid.takeable(&self.compiled);
        let value = |card: Card| self.compiled.points_of(card);
        let useful = |&card: &Card| value(card) <= LOW_CARD_POINTS || rest.meets(self.compiled.alike(card));
        open.iter().filter(useful).min_by_key(|&card| value(card)).map_or(Take::Stock, Take::Card)
    }
}

impl CompiledRules {
    /// The throw with the most points: one card, cards of one rank, or a run.
    pub(super) fn best_throw(&self, hand: CardSet) -> Throw {
        let mut best = (0, Throw::default());
        for card in hand.iter() {
            let same = hand & self.alike(card);
            let alike = same.len() > 1 && !self.is_joker(card);
            let cards = if alike { same } else { CardSet::only(card) };
            if same.lowest() == Some(card) || !alike {
                keep_best(self, cards, &mut best);
            }
        }
        let mut first = None;
        Throws::new(self, hand).runs(&mut |start, run| {
            let points = 1 + run.cards().iter().map(|&card| self.points_of(card)).sum::<u16>();
            // Of equal runs, the one in the first suit, from the lowest place.
            if points > best.0 || points == best.0 && first.is_some_and(|first| start < first) {
                (best, first) = ((points, run), Some(start));
            }
        });
        best.1
    }
}

fn keep_best(compiled: &CompiledRules, cards: CardSet, best: &mut (u16, Throw)) {
    let points = 1 + compiled.value(cards);
    if points > best.0 {
        let throw = cards.iter().try_fold(Throw::default(), |throw, card| throw.with(compiled.name(card)));
        *best = (points, throw.unwrap_or(best.1));
    }
}

#[cfg(test)]
mod tests {
    use alloc::sync::Arc;

    use engine::{Deal, SeatSet};

    use super::*;
    use crate::{Rules, change, presets};

    /// Moves of the policy are applied unchecked, so each must be legal under any rules.
    #[test]
    fn every_move_is_legal() {
        let plain = presets::named("yaniv").unwrap();
        let strange =
            ["slapdown=ask", "slap_by_others=true", "joker_in_sets=true", "ace=wrap", "min_naturals=1"];
        let house = change(&plain, &strange.map(Into::into)).unwrap();
        for rules in [plain, house] {
            let Rules::Yaniv(rules) = rules else { panic!("yaniv") };
            for (seats, seed) in
                [2, 4, 8].into_iter().flat_map(|seats| (0..60).map(move |seed| (seats, seed)))
            {
                let compiled = Arc::new(CompiledRules::new(&rules, seats).unwrap());
                let mut chance = Quick::new(seed);
                let mut order = compiled.pack.cards().to_vec();
                engine::shuffle(&mut order, &mut chance);
                let deal = Deal { playing: SeatSet::first(seats), dealer: Seat::default(), order: &order };
                let mut game = Yaniv::deal(&compiled, &deal, &mut ()).unwrap();
                while !game.is_over() {
                    game.settle_slaps(&mut chance);
                    let choice = game.quick_move(&mut chance);
                    assert_eq!(game.reason(game.turn, choice).err(), None, "game {seed}: {choice:?}");
                    game.carry_out(game.turn, choice, &mut chance, &mut ());
                }
            }
        }
    }
}
