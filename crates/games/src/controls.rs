//! How front ends name and offer the moves of a family.

use alloc::vec::Vec;

use engine::{Card, Seat, Suit, Word};

/// The words and keys for the moves of a family.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Controls {
    /// What players do with their cards.
    pub verb: Verb,
    /// A move with nothing but cards, in notation; `{}` stands for the cards. A refusal of it says why they cannot go.
    pub attempt: &'static str,
    /// Whether players see what their hand counts.
    pub shows_points: bool,
    /// The answer to "what can be played?", where it is not asked of each card.
    pub advice: Option<Advice>,
    /// The keys of moves that are not chosen by their cards.
    pub keys: &'static [Key],
}

/// A verb in the forms that sentences need.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verb {
    /// Of another player: "plays".
    pub they: &'static str,
    /// Of the reader: "play".
    pub you: &'static str,
    /// Of the card: "played".
    pub done: &'static str,
}

/// What can be played, in general.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Advice {
    /// What may always be played.
    pub general: &'static str,
    /// A move whose legality matters, in notation.
    pub special: &'static str,
    /// What is said where that move is legal; its refusal says it otherwise.
    pub special_is_legal: &'static str,
}

/// A key for a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Key {
    /// The key.
    pub key: char,
    /// The first word of the moves behind it; empty where the key only answers.
    pub verb: &'static str,
    /// What happens where no such move is legal.
    pub otherwise: Otherwise,
    /// What is said in games of families that do not have the key.
    pub elsewhere: &'static str,
}

/// What a key does where none of its moves is legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Otherwise {
    /// Tries this notation, so that the table says why it is refused.
    Try(&'static str),
    /// Says this.
    Say(&'static str),
}

/// One thing that distinguishes a move from others, as the answer to a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Detail {
    /// The cards that are laid, whatever their order, and the word that is said with them.
    Lays(Vec<Card>, Option<Word>),
    /// The card that ends on top.
    OnTop(Card),
    /// The suit that is called.
    Calls(Option<Suit>),
    /// The player to swap hands with.
    SwapsWith(Option<Seat>),
    /// The card that is taken; `None` is the top of the stock.
    Takes(Option<Card>),
    /// How the cards lie: in this order.
    InOrder(Vec<Card>),
    /// How the cards lie: these at the ends.
    Ends(Card, Card),
    /// How the cards lie does not matter.
    AnyOrder,
}
