//! What a player may do.

use alloc::vec::Vec;

use engine::{Card, CardSet, Pack, Seat, Suit, Word};

use super::CompiledRules;

/// One card, or several of one number in the order in which they are laid (S7).
///
/// Only the first and the last have a place of their own: the first must fit, the last sets the suit. The
/// cards are named by the first copies of their faces, so that equal plays are equal values.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Group {
    /// The card that must fit.
    pub first: Card,
    /// How many cards.
    pub len: u8,
    /// The card that ends on top.
    pub last: Card,
    /// The cards between, as a set over the cards of this rank, each face by its lowest copies.
    pub middle: u16,
}

impl Group {
    /// One card.
    #[inline]
    pub fn single(card: Card) -> Group {
        Group { first: card, len: 1, last: card, middle: 0 }
    }

    /// The group that these cards make in this order, if they share one rank and are at least one and at most 16.
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

/// The place of each card of `cards` in `within` as a bit.
pub(super) fn mask(within: CardSet, cards: CardSet) -> Option<u16> {
    let mut mask = 0u16;
    for (at, card) in within.iter().enumerate() {
        if cards.contains(card) {
            mask |= 1u16.checked_shl(at as u32)?;
        }
    }
    Some(mask)
}

/// Cards put on the pile, with all that goes with them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Play {
    /// The cards.
    pub cards: Group,
    /// The suit that is called.
    pub call: Option<Suit>,
    /// The player to swap hands with.
    pub with: Option<Seat>,
    /// The word that is said with it.
    pub say: Option<Word>,
}

impl Play {
    /// One card and nothing else.
    #[inline]
    pub fn card(card: Card) -> Play {
        Play { cards: Group::single(card), call: None, with: None, say: None }
    }
}

/// What a player may do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// Put cards on the pile.
    Play(Play),
    /// Draw, or take the penalty that waits.
    Draw,
    /// Let the turn go by.
    Pass,
    /// Doubt that the draw card was allowed.
    Challenge,
    /// Name the suit for a wild card that was turned up.
    Call(Suit),
    /// Say the word that is owed.
    Say(Word),
    /// Catch a player who owes a word.
    Catch(Seat),
}
