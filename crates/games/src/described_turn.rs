//! A turn at another table, described by a person or a program.

use alloc::string::String;
use alloc::vec::Vec;

use engine::{Card, Suit};
use thiserror::Error;

/// What a player sees on their turn at another table. It may be nonsense:
/// [`CompiledRules::view_of_turn`](crate::CompiledRules::view_of_turn) checks it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DescribedTurn {
    /// The player's hand.
    pub hand: Vec<Card>,
    /// How many cards each seat holds, the player's own first.
    pub counts: Vec<usize>,
    /// The card on top of the pile.
    pub top: Card,
    /// The suit that was called, if one was.
    pub called: Option<Suit>,
    /// The discards under the top that the player has seen.
    pub pile: Vec<Card>,
}

/// Why a described turn is impossible.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum DescribedTurnError {
    /// The family cannot make a view from a description.
    #[error("a turn can be told in games of the matching family only")]
    Unsupported,
    /// The counts do not agree with the table or with the hand.
    #[error("counts are for {seats} seats, your own hand first")]
    Counts {
        /// How many seats the table has.
        seats: usize,
    },
    /// The others would hold more cards than the pack has left.
    #[error("the pack has not so many cards")]
    TooManyCards,
    /// A card is named more often than the pack has it.
    #[error("{0} is there too often")]
    TooOften(String),
}
