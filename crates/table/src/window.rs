//! Which of the legal moves are open now: the windows for reactions (V10, J11).

use alloc::vec::Vec;

use engine::{Scene, Seat, Viewer};
use games::{Move, Reaction};

use crate::table::Table;
use crate::{Millis, Refusal};

/// How long a card can be slapped (J11).
pub(crate) const SLAP_WINDOW_MS: Millis = 3_000;

/// A move that is held until the pause ends (J11).
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
            Some(Reaction::Catch) if self.clock.shield.is_some() => Err(Shut::TooEarly),
            Some(Reaction::Slap) if self.rules.reaction_rules().slap_window && self.clock.slap.is_none() => {
                Err(Shut::TooLate)
            }
            Some(Reaction::Say | Reaction::Catch | Reaction::Slap) | None => Ok(()),
        }
    }

    /// The legal moves that are open now.
    pub(crate) fn open_moves(&self, seat: Seat) -> Vec<Move> {
        let mut moves = self.session.as_ref().map(|session| session.legal(seat)).unwrap_or_default();
        moves.retain(|&choice| self.is_open(choice).is_ok());
        moves
    }

    /// What a viewer sees, with the moves that are open as buttons.
    pub(crate) fn scene(&self, viewer: Viewer) -> Option<Scene> {
        let round = self.session.as_ref()?.round();
        let moves = match viewer {
            Viewer::Seat(seat) => self.open_moves(seat),
            Viewer::Spectator => Vec::new(),
        };
        Some(games::scene_with(round, viewer, &moves))
    }

    /// Whether a turn move has to wait: somebody may still slap (J11).
    pub(crate) fn is_held(&self, seat: Seat, choice: Move) -> bool {
        let turn = self.session.as_ref().and_then(games::Session::turn);
        self.clock.hold.is_some() && turn == Some(seat) && !is_reaction(choice)
    }
}

/// Whether the move is made out of turn, or beside it.
pub(crate) fn is_reaction(choice: Move) -> bool {
    choice.reaction().is_some()
}
