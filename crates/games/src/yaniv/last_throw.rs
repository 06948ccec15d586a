//! The last throw on the table: what may be taken from it, slapped onto it, or exchanged in it.

use engine::{Card, CardSet, MAX_SEATS};

use super::compiled_rules::{CompiledRules, RANKS};
use super::rules::Ace;
use super::set::{MAX_THROWN_CARDS, Run, Shape};

/// Maximum size: a throw, and one card slapped by each player.
const MAX_CARDS: usize = MAX_THROWN_CARDS + MAX_SEATS;

/// The last throw, in its order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LastThrow {
    cards: [Card; MAX_CARDS],
    len: u8,
    shape: Shape,
}

/// Where a slapped card joins a throw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Joins {
    /// After the last card.
    Last(Shape),
    /// Before the first card.
    First(Shape),
}

impl LastThrow {
    /// One card.
    pub(super) fn one(card: Card) -> LastThrow {
        LastThrow::new(&[card], Shape::Alike)
    }

    /// These cards, which form `shape`.
    pub(super) fn new(cards: &[Card], shape: Shape) -> LastThrow {
        let mut laid = LastThrow { cards: [Card::default(); MAX_CARDS], len: 0, shape };
        for &card in cards {
            laid.push(card);
        }
        laid
    }

    /// The cards in their order.
    pub fn cards(&self) -> &[Card] {
        &self.cards[..usize::from(self.len).min(MAX_CARDS)]
    }

    /// The shape that the cards form.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The cards as a set.
    pub(super) fn set(&self) -> CardSet {
        self.cards().iter().copied().collect()
    }

    /// The same throw with each card mapped.
    pub(super) fn map(mut self, mut change: impl FnMut(Card) -> Card) -> LastThrow {
        self.cards[..usize::from(self.len).min(MAX_CARDS)].iter_mut().for_each(|card| *card = change(*card));
        self
    }

    /// The names of the cards that may be taken (Y16, Y28).
    pub(super) fn takeable(&self, compiled: &CompiledRules) -> CardSet {
        let cards = self.cards();
        if compiled.rules.draw_any_of_kind && self.shape == Shape::Alike {
            return cards.iter().map(|&card| compiled.name(card)).collect(); // Y28
        }
        match *cards {
            [] => CardSet::EMPTY,
            [card] => CardSet::only(compiled.name(card)),
            [first, .., last] => CardSet::only(compiled.name(first)) | CardSet::only(compiled.name(last)), // Y16
        }
    }

    /// The physical card that is taken under this name: the first that may be taken.
    pub(super) fn taken(&self, compiled: &CompiledRules, name: Card) -> Option<Card> {
        let may = |&&card: &&Card| compiled.name(card) == name;
        if self.takeable(compiled).contains(name) { self.cards().iter().find(may).copied() } else { None }
    }

    /// Where the card may be slapped onto the throw, if anywhere.
    pub(super) fn joins(&self, compiled: &CompiledRules, card: Card) -> Option<Joins> {
        if self.cards().len() == MAX_CARDS {
            return None;
        }
        match self.shape {
            Shape::Alike => self.kind(compiled).contains(card).then_some(Joins::Last(Shape::Alike)), // J10
            Shape::Run(run) if compiled.rules.slap_on_run => self.joins_run(compiled, run, card),    // J12
            Shape::Run(_) => None,
        }
    }

    /// The cards of the rank that was thrown. Jokers stand for it, unless there are only jokers.
    fn kind(&self, compiled: &CompiledRules) -> CardSet {
        let real = self.cards().iter().find(|&&card| !compiled.is_joker(card));
        real.map_or(compiled.jokers, |&card| compiled.alike(card))
    }

    fn joins_run(&self, compiled: &CompiledRules, run: Run, card: Card) -> Option<Joins> {
        let len = self.cards().len();
        if len >= RANKS {
            return None;
        }
        let fits = |place| compiled.is_joker(card) || compiled.at(run.suit, place).contains(card);
        if usize::from(run.low) < compiled.starts(len + 1) && fits(run.place(len)) {
            return Some(Joins::Last(self.shape));
        }
        let before = match (compiled.rules.ace, run.low) {
            (Ace::Wrap, 0) => RANKS as u8 - 1,
            (_, low) => low.checked_sub(1)?,
        };
        fits(usize::from(before)).then_some(Joins::First(Shape::Run(Run { low: before, ..run })))
    }

    /// Lays the card where it joins.
    pub(super) fn join(&mut self, card: Card, joins: Joins) {
        self.push(card);
        match joins {
            Joins::Last(shape) => self.shape = shape,
            Joins::First(shape) => {
                self.cards[..usize::from(self.len)].rotate_right(1);
                self.shape = shape;
            }
        }
    }

    /// The index of the joker that stands for the card in a run (Y19).
    pub(super) fn stand_in(&self, compiled: &CompiledRules, card: Card) -> Option<usize> {
        let Shape::Run(run) = self.shape else { return None };
        let stands = |(at, joker): (usize, &Card)| {
            compiled.is_joker(*joker) && compiled.at(run.suit, run.place(at)).contains(card)
        };
        self.cards().iter().enumerate().position(stands)
    }

    /// The joker that stands for the card in a run, if one does (Y19).
    pub(super) fn joker_for(&self, compiled: &CompiledRules, card: Card) -> &[Card] {
        self.stand_in(compiled, card).map_or(&[], |at| &self.cards()[at..=at])
    }

    /// The cards that may be exchanged for a joker (Y19).
    pub(super) fn exchangeable(&self, compiled: &CompiledRules) -> CardSet {
        let Shape::Run(run) = self.shape else { return CardSet::EMPTY };
        let stood_for = |(at, card): (usize, &Card)| {
            compiled.is_joker(*card).then(|| compiled.at(run.suit, run.place(at)))
        };
        self.cards().iter().enumerate().filter_map(stood_for).fold(CardSet::EMPTY, |all, cards| all | cards)
    }

    /// Replaces a card and returns the old one.
    pub(super) fn replace(&mut self, at: usize, card: Card) -> Option<Card> {
        let place = self.cards.get_mut(at)?;
        Some(core::mem::replace(place, card))
    }

    pub(super) fn push(&mut self, card: Card) {
        if let Some(place) = self.cards.get_mut(usize::from(self.len)) {
            *place = card;
            self.len += 1;
        }
    }
}
