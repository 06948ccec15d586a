//! Sets that may be thrown: one card, cards of one rank, or a run, and the order in which they lie.

use core::ops::Range;

use engine::{Card, Suit};

use super::compiled_rules::{CompiledRules, RANKS};
use super::rules::Ace;

/// Maximum number of cards in one throw.
pub const MAX_THROWN_CARDS: usize = 13;

/// Cards thrown together, in the order in which they lie, each by its name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Throw {
    len: u8,
    cards: [Card; MAX_THROWN_CARDS],
}

impl Throw {
    /// The throw of these cards, or `None` if there are too many.
    pub fn new(cards: &[Card]) -> Option<Throw> {
        cards.iter().try_fold(Throw::default(), |throw, &card| throw.with(card))
    }

    /// The throw of one card.
    pub(super) fn single(card: Card) -> Throw {
        let mut throw = Throw { len: 1, ..Throw::default() };
        throw.cards[0] = card;
        throw
    }

    /// The cards in their order.
    pub fn cards(&self) -> &[Card] {
        &self.cards[..usize::from(self.len).min(MAX_THROWN_CARDS)]
    }

    /// The throw with one more card at its end, or `None` if it is full.
    pub(super) fn with(mut self, card: Card) -> Option<Throw> {
        *self.cards.get_mut(usize::from(self.len))? = card;
        self.len += 1;
        Some(self)
    }

    fn cards_mut(&mut self) -> &mut [Card] {
        &mut self.cards[..usize::from(self.len).min(MAX_THROWN_CARDS)]
    }
}

/// The shape of a throw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// One card, or cards of one rank.
    Alike,
    /// Cards of one suit in sequence.
    Run(Run),
}

/// A run: its suit, and the place of its first card, ace 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Run {
    /// The suit.
    pub suit: Suit,
    /// The place of the first card, below 13.
    pub low: u8,
}

impl Run {
    /// The place in the suit of the card at this index.
    pub(super) fn place(self, index: usize) -> usize {
        usize::from(self.low) + index
    }
}

impl CompiledRules {
    /// The shape of the cards in the order given, or `None` if they may not be thrown together.
    pub fn shape(&self, cards: &[Card]) -> Option<Shape> {
        if cards.len() == 1 || self.are_alike(cards) {
            return Some(Shape::Alike);
        }
        self.run(cards).map(Shape::Run)
    }

    /// The cards in the order in which they lie once thrown, each by its name, or `None` if there are too many.
    ///
    /// The first and last of cards of one rank stay where the player put them (J18). A run lies from low to high. Cards
    /// that do not form a set stay as they are.
    pub fn arrange(&self, cards: &[Card]) -> Option<Throw> {
        let mut throw = Throw::new(cards)?;
        throw.cards_mut().iter_mut().for_each(|card| *card = self.name(*card));
        if self.are_alike(throw.cards()) {
            throw.cards_mut()[self.free_places(cards.len())].sort_unstable();
            return Some(throw);
        }
        Some(self.turned_upward(throw).unwrap_or(throw))
    }

    /// The indices of cards of one rank among which the order does not matter (J18, Y28).
    fn free_places(&self, len: usize) -> Range<usize> {
        if self.rules.draw_any_of_kind { 0..len } else { 1..len.saturating_sub(1).max(1) }
    }

    /// Whether this is one card, or cards of one rank, with jokers among them if the rules allow it (Y14, J17, J24).
    fn are_alike(&self, cards: &[Card]) -> bool {
        let mut real = cards.iter().copied().filter(|&card| !self.is_joker(card));
        let Some(first) = real.next() else {
            return cards.len() == 1 || cards.len() > 1 && self.rules.joker_in_sets;
        };
        let same = self.alike(first);
        if real.any(|card| !same.contains(card)) {
            return false;
        }
        let jokers = cards.iter().filter(|&&card| self.is_joker(card)).count();
        jokers == 0 || self.rules.joker_in_sets && self.may_join(jokers, cards.len() - jokers)
    }

    /// Whether jokers may join `real` cards of one rank. One card and several jokers are a run.
    fn may_join(&self, jokers: usize, real: usize) -> bool {
        real >= self.rules.min_naturals.count() && (real > 1 || jokers == 1) // J17
    }

    /// The run that the cards are in the order given (Y14, Y15).
    fn run(&self, cards: &[Card]) -> Option<Run> {
        let (suit, _) = cards.iter().find_map(|&card| self.place(card))?;
        let real = cards.iter().filter(|&&card| !self.is_joker(card)).count();
        if !(3..=RANKS).contains(&cards.len()) || real < self.rules.min_naturals.count() {
            return None; // J17
        }
        let stands = |card, place| self.is_joker(card) || self.at(suit, place).contains(card);
        let fits = |low: &usize| cards.iter().enumerate().all(|(at, &card)| stands(card, low + at));
        let low = (0..self.starts(cards.len())).find(fits)?;
        Some(Run { suit, low: low as u8 })
    }

    /// At how many places a run of this length can begin (J16).
    pub(super) fn starts(&self, len: usize) -> usize {
        match self.rules.ace {
            Ace::Low => (RANKS + 1).saturating_sub(len),
            Ace::Both => (RANKS + 2).saturating_sub(len),
            Ace::Wrap => RANKS,
        }
    }

    /// The run in this order or, failing that, reversed or, without jokers, sorted.
    fn turned_upward(&self, throw: Throw) -> Option<Throw> {
        let mut turned = throw;
        if self.run(turned.cards()).is_some() {
            return Some(turned);
        }
        turned.cards_mut().reverse();
        if self.run(turned.cards()).is_some() {
            return Some(turned);
        }
        if turned.cards().iter().any(|&card| self.is_joker(card)) {
            return None;
        }
        turned.cards_mut().sort_unstable();
        (0..turned.cards().len()).find_map(|_| {
            turned.cards_mut().rotate_left(1);
            self.run(turned.cards()).map(|_| turned)
        })
    }
}
