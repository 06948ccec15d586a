//! A view as a scene that any front end can draw, with legal moves as buttons.

use alloc::string::String;
use alloc::vec::Vec;

use crate::words::closed_words;
use crate::{Card, Outcome, Seat, SeatSet, Suit, Viewer};

/// What one viewer sees and can do. Each card is the first copy of its face.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scene {
    /// Who is looking.
    pub viewer: Viewer,
    /// Whose turn it is; `None` once the round is over.
    pub turn: Option<Seat>,
    /// What the game waits for.
    pub phase: ScenePhase,
    /// The players by seat.
    pub places: Vec<Place>,
    /// The piles on the table.
    pub piles: Vec<Pile>,
    /// What is in force beyond the visible cards.
    pub signs: Vec<Sign>,
    /// What the viewer can do now.
    pub choices: Vec<Choice>,
    /// The result, once the round is over.
    pub outcome: Option<Outcome>,
}

impl Scene {
    /// A scene with nothing on it yet.
    pub fn blank() -> Scene {
        Scene {
            viewer: Viewer::Spectator,
            turn: None,
            phase: ScenePhase::Turn,
            places: Vec::new(),
            piles: Vec::new(),
            signs: Vec::new(),
            choices: Vec::new(),
            outcome: None,
        }
    }

    /// Draws the places again, reusing the memory of the previous ones. `place` gets the old list of known cards to refill.
    pub fn draw_places(&mut self, seats: SeatSet, mut place: impl FnMut(Seat, Vec<Card>) -> Place) {
        for (at, seat) in seats.iter().enumerate() {
            let known = self.places.get_mut(at).map(|before| core::mem::take(&mut before.known));
            let drawn = place(seat, known.unwrap_or_default());
            put(&mut self.places, at, drawn);
        }
        self.places.truncate(seats.len());
    }

    /// Draws the piles again in the memory of those before: which, how many cards, and the visible ones.
    pub fn draw_piles<const N: usize>(&mut self, piles: [(PileKind, usize, &[Card]); N]) {
        for (at, (kind, count, cards)) in piles.into_iter().enumerate() {
            let open = self.piles.get_mut(at).map(|before| core::mem::take(&mut before.open));
            let mut open = open.unwrap_or_default();
            open.clear();
            open.extend_from_slice(cards);
            put(&mut self.piles, at, Pile { kind, count, open });
        }
        self.piles.truncate(N);
    }
}

/// Replaces the value at this place, or adds it at the end.
fn put<T>(list: &mut Vec<T>, at: usize, value: T) {
    match list.get_mut(at) {
        Some(before) => *before = value,
        None => list.push(value),
    }
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
        /// Another turn for the same player.
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

/// A player as the viewer sees them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The seat.
    pub seat: Seat,
    /// How many cards the player holds.
    pub count: usize,
    /// The cards of the hand that the viewer knows, in pack order (Y34): all of the viewer's own.
    pub known: Vec<Card>,
    /// Whether the player is still in this round.
    pub plays: bool,
    /// Whether the player still has to say a word.
    pub owes_word: bool,
    /// The points of the hand, where the viewer knows all of it and they matter now.
    pub worth: Option<u16>,
    /// The place that the player has taken in this round by going out.
    pub finished: Option<u8>,
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
    /// The cards under the top, out of play until a reshuffle.
    Discards,
}

/// A pile on the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pile {
    /// Which it is.
    pub kind: PileKind,
    /// How many cards it has.
    pub count: usize,
    /// Its visible cards, the last one on top.
    pub open: Vec<Card>,
}

/// Something in force that no card shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sign {
    /// The suit that has to be followed, because it was called or because it stays.
    Suit(Suit),
    /// The player on turn faces a penalty of this many cards.
    Penalty(u8),
    /// Play goes to the right.
    ToTheRight,
    /// This many players have yet to miss a turn.
    Suspended(u8),
}

/// A legal move as a button.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// What is sent when it is chosen.
    pub notation: String,
    /// The cards of the hand that it uses, in the order they are played.
    pub cards: Vec<Card>,
    /// The points that it leaves in the hand, where players count their hands while they play. A card from the stock is
    /// not known and not counted.
    pub leaves: Option<u16>,
}
