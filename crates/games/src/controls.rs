//! How front ends name and offer the moves of a family.

use alloc::vec::Vec;

use engine::{Card, Seat, Suit, Word};

/// The wording and the keys for the moves of a family.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Controls {
    /// The verb for playing cards.
    pub verb: Verb,
    /// The notation of a move with only cards, `{}` in their place. Its refusal says why the cards cannot be played.
    pub attempt: &'static str,
    /// Whether players see the points of their hand.
    pub shows_points: bool,
    /// The answer to "what can be played?", if it is not answered card by card.
    pub advice: Option<Advice>,
    /// The keys for moves that are not chosen by their cards.
    pub keys: &'static [Key],
    /// What those keys do, for the page of keys: keys, then their meaning, on each line.
    pub help: &'static [(&'static str, &'static str)],
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
    /// The text if that move is legal; otherwise its refusal is shown.
    pub special_is_legal: &'static str,
}

/// A key for a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Key {
    /// The key.
    pub key: char,
    /// The first word of the moves it offers; empty if the key only shows a text.
    pub verb: &'static str,
    /// What happens if no such move is legal.
    pub otherwise: Otherwise,
    /// The text shown in games of families without this key.
    pub elsewhere: &'static str,
}

/// What a key does if none of its moves is legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Otherwise {
    /// Tries this move, so that its refusal is shown.
    Try(&'static str),
    /// Shows this text.
    Say(&'static str),
}

/// One property that distinguishes a move from others; front ends ask for it as a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Detail {
    /// The cards played, in any order, and the word said with them.
    Lays(Vec<Card>, Option<Word>),
    /// The card that ends on top.
    OnTop(Card),
    /// The suit that is called.
    Calls(Option<Suit>),
    /// The player to swap hands with.
    SwapsWith(Option<Seat>),
    /// The card that is taken; `None` is the top of the stock.
    Takes(Option<Card>),
    /// The cards lie in this order.
    InOrder(Vec<Card>),
    /// These cards lie at the ends.
    Ends(Card, Card),
    /// The order of the cards does not matter.
    AnyOrder,
}
