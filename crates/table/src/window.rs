//! Which of the legal moves are open now: the windows for reactions (V10, J11).

use alloc::vec::Vec;

use engine::{Scene, Seat, Viewer};
use games::{Move, Reaction, Sight};

use crate::table::Table;
use crate::{Millis, Refusal, Token};

/// How long a card can be slapped (J11).
pub(crate) const SLAP_WINDOW_MS: Millis = 3_000;

/// A move that is kept until it may be made: a turn move until the pause ends (J11, V10), a catch until catching opens.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Held {
    pub seat: Seat,
    pub number: u64,
    pub choice: Move,
}

/// Why a legal move is not open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shut {
    /// Nobody can be caught so soon after a play (V10).
    TooEarly,
    /// The time for slapping is over (J11).
    TooLate,
}

impl Shut {
    pub(crate) fn refusal(self) -> Refusal {
        match self {
            Shut::TooEarly => Refusal::CatchTooEarly,
            Shut::TooLate => Refusal::SlapTooLate,
        }
    }
}

impl Table {
    /// Whether the windows allow the move now.
    pub(crate) fn is_open(&self, choice: Move) -> Result<(), Shut> {
        match choice.reaction() {
            Some(Reaction::Catch) if self.is_shielded() && self.pace.catch_pause.is_none() => {
                Err(Shut::TooEarly)
            }
            Some(Reaction::Slap) if self.rules.reaction_rules().slap_window && self.clock.slap.is_none() => {
                Err(Shut::TooLate)
            }
            Some(Reaction::Say | Reaction::Catch | Reaction::Slap) | None => Ok(()),
        }
    }

    /// The legal moves that are open now.
    pub(crate) fn open_moves(&self, seat: Seat) -> Vec<Move> {
        let mut moves = Vec::new();
        self.list_open_moves(seat, &mut moves);
        moves
    }

    fn list_open_moves(&self, seat: Seat, moves: &mut Vec<Move>) {
        moves.clear();
        if let Some(session) = &self.session {
            session.list_legal(seat, moves);
        }
        moves.retain(|&choice| self.is_open(choice).is_ok());
    }

    /// Draws what a viewer sees in the memory of an earlier scene, and lists the moves that are open; the choices of the
    /// scene stay empty. `None` without a match, or for a token that is not a viewer.
    pub fn draw(&self, token: Token, scene: &mut Scene, moves: &mut Vec<Move>) -> Option<Sight> {
        let (viewer, session) = (self.viewer(token)?, self.session.as_ref()?);
        match viewer {
            Viewer::Seat(seat) => self.list_open_moves(seat, moves),
            Viewer::Spectator => moves.clear(),
        }
        Some(Sight::draw(session.round(), viewer, scene))
    }

    /// Whether a move has to wait: a turn move while others may still slap or catch (J11, V10), a catch while the player
    /// has time to say the word.
    pub(crate) fn is_held(&self, seat: Seat, choice: Move) -> bool {
        match choice.reaction() {
            Some(Reaction::Catch) => self.is_shielded(),
            Some(Reaction::Say | Reaction::Slap) => false,
            None => self.clock.pause().is_some() && self.turn() == Some(seat),
        }
    }

    /// Whether nobody can be caught yet (V10).
    pub(crate) fn is_shielded(&self) -> bool {
        self.clock.shield.is_some()
    }

    pub(crate) fn turn(&self) -> Option<Seat> {
        self.session.as_ref().and_then(games::Session::turn)
    }
}

/// Whether the move is made out of turn, or beside it.
pub(crate) fn is_reaction(choice: Move) -> bool {
    choice.reaction().is_some()
}
