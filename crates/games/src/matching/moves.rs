//! The moves of the matching family.

use alloc::vec::Vec;

use engine::{Card, CardSet, Pack, Seat, Suit, Word};

use super::CompiledRules;

/// One card, or several of one rank in the order in which they are laid (S7).
///
/// Only the positions of the first and the last matter: the first must fit, the last sets the suit. Cards are named by
/// the first copies of their faces, so that equal plays are equal values.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Group {
    /// The card that must fit.
    pub first: Card,
    /// How many cards.
    pub len: u8,
    /// The card that ends on top.
    pub last: Card,
    /// The cards between, as a bit set over the cards of this rank, each face by its lowest copies.
    pub middle: u16,
}

impl Group {
    /// One card.
    #[inline]
    pub fn single(card: Card) -> Group {
        Group { first: card, len: 1, last: card, middle: 0 }
    }

    /// The group of these cards in this order, if there are 1 to 16 of one rank.
    pub fn of(pack: &Pack, cards: &[Card]) -> Option<Group> {
        let (&first, &last) = (cards.first()?, cards.last()?);
        let rank = pack.face(first).rank;
        if cards.len() > 16 || cards.iter().any(|&card| pack.face(card).rank != rank) {
            return None;
        }
        if cards.len() == 1 {
            return Some(Group::single(pack.first_copy(first)));
        }
        let mut inner = CardSet::EMPTY;
        for &card in &cards[1..cards.len() - 1] {
            inner.insert((pack.copies(card) - inner).lowest()?);
        }
        let (first, last) = (pack.first_copy(first), pack.first_copy(last));
        Some(Group { first, len: cards.len() as u8, last, middle: mask(pack.of_rank(rank), inner)? })
    }

    /// The cards in the order in which they are laid.
    pub fn in_order(self, compiled: &CompiledRules) -> Vec<Card> {
        let last = (self.len > 1).then_some(self.last);
        let between = self.between(compiled);
        [self.first]
            .into_iter()
            .chain(between.iter().map(|card| compiled.pack.first_copy(card)))
            .chain(last)
            .collect()
    }

    /// The cards between the first and the last.
    pub(super) fn between(self, compiled: &CompiledRules) -> CardSet {
        let of_rank = compiled.of_rank[usize::from(compiled.pack.face(self.first).rank.0)];
        if self.middle == 0 {
            return CardSet::EMPTY;
        }
        of_rank
            .iter()
            .enumerate()
            .filter(|(at, _)| *at < 16 && self.middle >> at & 1 == 1)
            .map(|(_, card)| card)
            .collect()
    }
}

/// A bit for each card of `cards`: its position in `within`.
pub(super) fn mask(within: CardSet, cards: CardSet) -> Option<u16> {
    let mut mask = 0u16;
    for (at, card) in within.iter().enumerate() {
        if cards.contains(card) {
            mask |= 1u16.checked_shl(at as u32)?;
        }
    }
    Some(mask)
}

/// Cards played, with the call, the swap and the word that go with them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Play {
    /// The cards.
    pub cards: Group,
    /// The suit that is called.
    pub call: Option<Suit>,
    /// The player to swap hands with.
    pub with: Option<Seat>,
    /// The word that is said.
    pub say: Option<Word>,
}

impl Play {
    /// One card and nothing else.
    #[inline]
    pub fn card(card: Card) -> Play {
        Play { cards: Group::single(card), call: None, with: None, say: None }
    }
}

/// A move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// Play cards.
    Play(Play),
    /// Draw, or take the waiting penalty.
    Draw,
    /// Pass.
    Pass,
    /// Challenge the wild draw card.
    Challenge,
    /// Call the suit for a wild card that was turned up.
    Call(Suit),
    /// Say the word that is owed.
    Say(Word),
    /// Catch a player who owes a word.
    Catch(Seat),
}
