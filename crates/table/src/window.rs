//! Which of the legal moves are open at this moment: the windows for reactions (V10, J11).

use alloc::vec::Vec;

use engine::{Game, Scene, Seat, Viewer};
use games::matching::{self, Announce, AnnounceCheck};
use games::yaniv::{self, Slapdown, Take};
use games::{Move, Round, Rules, View};

use crate::table::Table;
use crate::{Millis, Refusal};

/// A slap is too late after this (J11).
pub(crate) const SLAP_WINDOW: Millis = 3_000;

/// A move that waits for the end of the pause (J11).
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
    /// Whether time lets the move be made now.
    pub(crate) fn is_open(&self, choice: Move) -> Result<(), Shut> {
        match choice {
            Move::Matching(matching::Move::Catch(_)) if self.clock.shield.is_some() => Err(Shut::TooEarly),
            Move::Yaniv(yaniv::Move::Slap(_))
                if keeps_slap_time(&self.rules) && self.clock.slap.is_none() =>
            {
                Err(Shut::TooLate)
            }
            Move::Matching(_) | Move::Yaniv(_) => Ok(()),
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
        let mut scene = games::scene(round, viewer);
        if let Viewer::Seat(seat) = viewer {
            let mut legal = Vec::new();
            round.legal(seat, &mut legal);
            let mut open = legal.into_iter().map(|choice| self.is_open(choice).is_ok());
            scene.choices.retain(|_| open.next().unwrap_or(true));
        }
        Some(scene)
    }

    /// Whether a turn move has to wait: somebody may still slap (J11).
    pub(crate) fn is_held(&self, seat: Seat, choice: Move) -> bool {
        let turn = self.session.as_ref().and_then(games::Session::turn);
        self.clock.hold.is_some() && turn == Some(seat) && !is_reaction(choice)
    }
}

/// A move that is made out of turn, or beside it.
pub(crate) fn is_reaction(choice: Move) -> bool {
    match choice {
        Move::Matching(choice) => matches!(choice, matching::Move::Say(_) | matching::Move::Catch(_)),
        Move::Yaniv(choice) => matches!(choice, yaniv::Move::Slap(_)),
    }
}

/// Whether the move draws from the stock so that a slap could follow.
pub(crate) fn invites_slap(round: &Round, choice: Move) -> bool {
    let stock = matches!(choice, Move::Yaniv(yaniv::Move::Throw { take: Take::Stock, .. }));
    stock && window_is_open(round)
}

/// Whether anybody might slap, as everyone may know.
fn window_is_open(round: &Round) -> bool {
    matches!(round.view(Viewer::Spectator), View::Yaniv(view) if view.window.is_some())
}

/// Whether somebody might react out of turn, as everyone may know.
pub(crate) fn may_react(round: &Round) -> bool {
    match round.view(Viewer::Spectator) {
        View::Matching(view) => !view.owing.is_empty() || view.fresh,
        View::Yaniv(view) => view.window.is_some(),
    }
}

/// Whether slaps have a time of their own, and moves wait for it.
pub(crate) fn keeps_slap_time(rules: &Rules) -> bool {
    matches!(rules, Rules::Yaniv(rules) if rules.slapdown == Slapdown::Window)
}

/// How long nobody can be caught after a play, where players catch each other.
pub(crate) fn shield(rules: &Rules) -> Option<Millis> {
    match rules {
        Rules::Matching(rules) if players_catch(rules) => Some(rules.uno_shield_ms.get()),
        Rules::Matching(_) | Rules::Yaniv(_) => None,
    }
}

fn players_catch(rules: &matching::Rules) -> bool {
    rules.announce == Announce::Manual && rules.announce_check == AnnounceCheck::Catch
}

/// Whether a person may have the table say the word (G12): where forgetting it is not the other players' game.
pub(crate) fn may_announce_for(rules: &Rules) -> bool {
    matches!(rules, Rules::Matching(rules) if rules.announce == Announce::Manual && !players_catch(rules))
}
