//! A view as a picture that any front end can draw, and a legal move as a button.

use alloc::string::String;
use alloc::vec::Vec;

use crate::words::closed_words;
use crate::{Card, Outcome, Seat, Suit, Viewer};

/// What lies where and what can be done, for one viewer. Cards go by the first copies of their faces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scene {
    /// Who is looking.
    pub viewer: Viewer,
    /// Whose turn it is; nobody's once the round is over.
    pub turn: Option<Seat>,
    /// What the game waits for.
    pub phase: ScenePhase,
    /// The players in the order of their seats.
    pub places: Vec<Place>,
    /// The piles on the table.
    pub piles: Vec<Pile>,
    /// What is in force beyond what lies there.
    pub signs: Vec<Sign>,
    /// What the viewer can do now.
    pub choices: Vec<Choice>,
    /// The result, once the round is over.
    pub outcome: Option<Outcome>,
}

closed_words! {
    /// What the game waits for.
    ScenePhase {
        /// A suit has to be called before the first card is played.
        Call = "call",
        /// Any card may be led.
        Lead = "lead",
        /// An ordinary turn.
        Turn = "turn",
        /// Another go for the same player.
        Again = "again",
        /// A decision about the card just drawn.
        Drawn = "drawn",
        /// An answer to a penalty.
        Answer = "answer",
        /// A player who is suspended may block.
        Suspended = "suspended",
        /// A decision about slapping the card just drawn.
        Slap = "slap",
        /// The round is over.
        Over = "over",
    }
}

/// A player as the viewer sees one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The seat.
    pub seat: Seat,
    /// How many cards the player holds.
    pub count: usize,
    /// The cards that the viewer knows to be among them: all of the own hand, sorted as the pack is (Y34).
    pub known: Vec<Card>,
    /// Whether the player still plays in this round.
    pub plays: bool,
    /// Whether the player owes the others a word.
    pub owes_word: bool,
}

/// Which pile it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PileKind {
    /// Face down, to draw from.
    Stock,
    /// Face up, to play on.
    Pile,
    /// The last throw, to take from.
    Throw,
    /// Cards under the top, out of play until a reshuffle.
    Discards,
}

/// A pile on the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pile {
    /// Which it is.
    pub kind: PileKind,
    /// How many cards lie there.
    pub count: usize,
    /// Those that can be seen, the last one on top.
    pub open: Vec<Card>,
}

/// Something in force that no card shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sign {
    /// The suit that has to be followed, because it was called or because it stays.
    Suit(Suit),
    /// So many cards wait for the player on turn.
    Penalty(u8),
    /// Play goes round to the right.
    ToTheRight,
    /// So many players are still to miss a turn.
    Suspended(u8),
}

/// A legal move as a button.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// What is sent when it is chosen.
    pub notation: String,
    /// The cards of the hand that it uses, in the order in which they are laid.
    pub cards: Vec<Card>,
}
