//! Cards and sets of cards.

use core::fmt;
use core::ops::{BitAnd, BitOr, BitOrAssign, Sub, SubAssign};

/// One physical card of the pack in use: its index in pack order, below 128.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Card(u8);

impl Card {
    /// The maximum number of cards in a pack.
    pub const MAX: usize = 128;

    /// The card at this index of the pack; `None` if a pack cannot have that many.
    #[inline]
    pub fn new(index: usize) -> Option<Card> {
        (index < Card::MAX).then_some(Card(index as u8))
    }

    /// The card whose bit in [`CardSet::low_word`] has `n` set bits of `word` below it.
    #[inline]
    pub fn nth_of_word(word: u64, n: usize) -> Card {
        Card(nth_bit(word, n) & 63)
    }

    /// The card's index in the pack, below 128.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0 & 127)
    }
}

/// A suit of the pack in use: an index into the pack's list of suits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Suit(pub u8);

/// A rank of the pack in use: an index into the pack's list of ranks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Rank(pub u8);

/// What is printed on a card; a card without a suit (a Whot, a wild, a joker) has `None`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Face {
    /// The suit, if the card has one.
    pub suit: Option<Suit>,
    /// The rank.
    pub rank: Rank,
}

/// A set of cards of one pack, one bit per card.
///
/// One `u128` rather than two `u64`s: the compiler loads a pair as a vector right after one half was stored, and the
/// failed store forwarding costs more than the rest of a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct CardSet(u128);

impl CardSet {
    /// The empty set.
    pub const EMPTY: CardSet = CardSet(0);

    /// The set of one card.
    #[inline]
    pub fn only(card: Card) -> CardSet {
        CardSet(SINGLETONS[card.index()])
    }

    /// The first 64 cards in pack order as the bits of one word; a single pack has no others.
    #[inline]
    pub fn low_word(self) -> u64 {
        self.0 as u64
    }

    /// The cards of one word, as [`low_word`](CardSet::low_word) gives it.
    #[inline]
    pub fn of_low_word(word: u64) -> CardSet {
        CardSet(u128::from(word))
    }

    /// Whether the card is in the set.
    #[inline]
    pub fn contains(self, card: Card) -> bool {
        self.0 >> card.index() & 1 == 1
    }

    /// Adds the card.
    #[inline]
    pub fn insert(&mut self, card: Card) {
        *self |= CardSet::only(card);
    }

    /// Removes the card.
    #[inline]
    pub fn remove(&mut self, card: Card) {
        *self -= CardSet::only(card);
    }

    /// How many cards are in the set.
    #[inline]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no card is in the set.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether exactly one card is in the set.
    #[inline]
    pub fn is_single(self) -> bool {
        self.len() == 1
    }

    /// The card after each of the cards in pack order.
    #[inline]
    #[must_use]
    pub fn next_cards(self) -> CardSet {
        CardSet(self.0 << 1)
    }

    /// The first card in pack order.
    #[inline]
    pub fn lowest(self) -> Option<Card> {
        (self.0 != 0).then(|| Card(self.0.trailing_zeros() as u8))
    }

    /// The `n`-th card in pack order, counted from 0.
    #[inline]
    pub fn nth(self, n: usize) -> Option<Card> {
        let (low, high) = (self.0 as u64, (self.0 >> 64) as u64);
        let in_low = low.count_ones() as usize;
        if n < in_low {
            Some(Card(nth_bit(low, n)))
        } else if n - in_low < high.count_ones() as usize {
            Some(Card(64 + nth_bit(high, n - in_low)))
        } else {
            None
        }
    }

    /// Whether the sets share a card.
    #[inline]
    pub fn meets(self, other: CardSet) -> bool {
        self.0 & other.0 != 0
    }

    /// The cards in pack order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Card> {
        // Word by word: half the instructions of the same loop over 128 bits.
        let (mut word, mut next_word, mut below) = (self.0 as u64, (self.0 >> 64) as u64, 0);
        core::iter::from_fn(move || {
            if word == 0 {
                (word, next_word, below) = (next_word, 0, 64);
            }
            let bit = (word != 0).then(|| word.trailing_zeros() as u8)?;
            word &= word - 1;
            Some(Card(below + bit))
        })
    }
}

/// Each card as a set: looking it up is cheaper than a 128-bit shift.
static SINGLETONS: [u128; Card::MAX] = {
    let mut sets = [0; Card::MAX];
    let mut at = 0;
    while at < Card::MAX {
        sets[at] = 1 << at;
        at += 1;
    }
    sets
};

/// The position of the `n`-th set bit, counted from 0.
#[inline]
fn nth_bit(mut bits: u64, n: usize) -> u8 {
    for _ in 0..n {
        bits &= bits.wrapping_sub(1);
    }
    bits.trailing_zeros() as u8
}

impl BitAnd for CardSet {
    type Output = CardSet;
    #[inline]
    fn bitand(self, other: CardSet) -> CardSet {
        CardSet(self.0 & other.0)
    }
}

impl BitOr for CardSet {
    type Output = CardSet;
    #[inline]
    fn bitor(self, other: CardSet) -> CardSet {
        CardSet(self.0 | other.0)
    }
}

impl BitOrAssign for CardSet {
    #[inline]
    fn bitor_assign(&mut self, other: CardSet) {
        self.0 |= other.0;
    }
}

impl Sub for CardSet {
    type Output = CardSet;
    #[inline]
    fn sub(self, other: CardSet) -> CardSet {
        CardSet(self.0 & !other.0)
    }
}

impl SubAssign for CardSet {
    #[inline]
    fn sub_assign(&mut self, other: CardSet) {
        self.0 &= !other.0;
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> CardSet {
        let mut set = CardSet::EMPTY;
        cards.into_iter().for_each(|card| set.insert(card));
        set
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Card::index)).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_keeps_the_order_of_the_pack() {
        let set: CardSet = [127, 3, 64, 0].into_iter().filter_map(Card::new).collect();
        assert!(set.iter().map(Card::index).eq([0, 3, 64, 127]));
        assert_eq!(set.nth(2).map(Card::index), Some(64));
        assert_eq!(set.nth(4), None);
        assert_eq!(set.len(), 4);
    }
}
