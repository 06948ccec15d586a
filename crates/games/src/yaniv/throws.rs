//! Every throw that a hand allows.

use engine::{Card, CardSet, Suit};

use super::compiled_rules::{CompiledRules, RANKS, SUITS};
use super::set::{Shape, Throw};

impl CompiledRules {
    /// Visits every throw that the hand allows, some of them more than once.
    pub(super) fn throws(&self, hand: CardSet, visit: &mut impl FnMut(Throw)) {
        for card in hand.iter() {
            Throw::default().with(self.name(card)).into_iter().for_each(&mut *visit); // Y13
        }
        self.kinds(hand, visit);
        for suit in (0..SUITS as u8).map(Suit) {
            self.runs(hand, suit, visit);
        }
    }

    /// Visits the throws of two or more cards of one rank (Y14).
    fn kinds(&self, hand: CardSet, visit: &mut impl FnMut(Throw)) {
        let jokers = if self.rules.joker_in_sets { hand & self.jokers } else { CardSet::EMPTY }; // J17
        for same in self.ranks().map(|rank| hand & rank) {
            if !same.is_empty() && (same | jokers).len() > 1 {
                self.gather(same | jokers, Throw::default(), visit);
            }
        }
        self.gather(jokers, Throw::default(), visit);
    }

    /// Visits every choice of the cards: any number of copies of each face.
    fn gather(&self, from: CardSet, chosen: Throw, visit: &mut impl FnMut(Throw)) {
        let Some(card) = from.lowest() else { return self.orders(chosen, visit) };
        let same = from & self.copies(card);
        let mut chosen = Some(chosen);
        for _ in 0..=same.len() {
            let Some(throw) = chosen else { return };
            self.gather(from - same, throw, visit);
            chosen = throw.with(self.name(card));
        }
    }

    /// Visits the orders in which sorted cards of one rank may lie (J18).
    fn orders(&self, sorted: Throw, visit: &mut impl FnMut(Throw)) {
        let cards = sorted.cards();
        if cards.len() < 2 || self.shape(cards) != Some(Shape::Alike) {
            return;
        }
        if self.rules.draw_any_of_kind {
            return visit(sorted);
        }
        for first in (0..cards.len()).filter(|&at| at == 0 || cards[at] != cards[at - 1]) {
            for last in (0..cards.len()).filter(|&at| at != first && cards.get(at + 1) != Some(&cards[at])) {
                let inside = (0..cards.len()).filter(|&at| at != first && at != last);
                let order = [first].into_iter().chain(inside).chain([last]);
                order
                    .fold(Throw::new(&[]), |throw, at| throw?.with(cards[at]))
                    .into_iter()
                    .for_each(&mut *visit);
            }
        }
    }

    /// Visits the runs of a suit (Y14, Y15).
    pub(super) fn runs(&self, hand: CardSet, suit: Suit, visit: &mut impl FnMut(Throw)) {
        let (real, jokers) = (hand & self.of_suit(suit), hand & self.jokers);
        if real.len() < self.rules.min_naturals.count() || real.len() + jokers.len() < 3 {
            return;
        }
        let joker = jokers.lowest().map(|joker| self.name(joker));
        for low in 0..RANKS {
            let search = RunSearch { compiled: self, real, suit, low, joker };
            search.extend(Throw::default(), jokers.len(), visit);
        }
    }
}

/// The search for runs of one suit that begin at one rank.
struct RunSearch<'a> {
    compiled: &'a CompiledRules,
    real: CardSet,
    suit: Suit,
    low: usize,
    joker: Option<Card>,
}

impl RunSearch<'_> {
    /// Visits every run that extends this one, with at most `jokers` more jokers.
    fn extend(&self, run: Throw, jokers: usize, visit: &mut impl FnMut(Throw)) {
        let len = run.len();
        if self.compiled.shape(run.cards()).is_some_and(|shape| shape != Shape::Alike) {
            visit(run);
        }
        if len == RANKS || self.low >= self.compiled.starts(len + 1) {
            return;
        }
        let here = self.real & self.compiled.at(self.suit, self.low + len);
        if let Some(next) = here.lowest().and_then(|card| run.with(self.compiled.name(card))) {
            self.extend(next, jokers, visit);
        }
        if let Some(next) = self.joker.filter(|_| jokers > 0).and_then(|joker| run.with(joker)) {
            self.extend(next, jokers - 1, visit);
        }
    }
}
