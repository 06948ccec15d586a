//! A position as named values, for programs that use JSON or similar formats.

use alloc::vec::Vec;

use engine::{BySeat, Card, CardSet, Rank, Seat, SeatSet, Suit};

/// Named values in output order.
pub type Facts = Vec<(&'static str, Fact)>;

/// One value. The caller formats cards, suits and ranks with the pack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fact {
    /// Yes or no.
    Flag(bool),
    /// A number.
    Number(u64),
    /// A number for each seat.
    Numbers(Vec<u64>),
    /// A word, or none.
    Word(Option<&'static str>),
    /// A card, or none.
    Card(Option<Card>),
    /// Cards in order.
    Cards(Vec<Card>),
    /// A suit, or none.
    Suit(Option<Suit>),
    /// A rank.
    Rank(Rank),
    /// A seat, or none.
    Seat(Option<Seat>),
    /// Seats.
    Seats(SeatSet),
    /// The cards of each seat.
    Hands(Vec<CardSet>),
    /// A group of values, or none.
    Group(Option<Facts>),
}

impl Fact {
    /// The cards of a set, in pack order.
    pub fn set(cards: CardSet) -> Fact {
        Fact::Cards(cards.iter().collect())
    }

    /// A number for each of the first seats.
    pub fn numbers<T: Copy + Into<u64>>(numbers: &BySeat<T>, seats: usize) -> Fact {
        Fact::Numbers(numbers.first(seats).iter().map(|&number| number.into()).collect())
    }
}
