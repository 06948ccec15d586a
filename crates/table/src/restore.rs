//! Going on with a match that was broken off.

use engine::{Act, Order, Seat};
use games::{HistoryEntry, Session};

use crate::act::Cause;
use crate::occupant::{Occupant, Presence};
use crate::{Config, Level, Millis, Table, Token};

/// Who sits down in a seat of a match that continues.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Participant {
    /// The person with this token.
    Person(Token),
    /// A computer player.
    Bot(Level),
}

/// Why a match cannot be continued here.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RestoreError {
    /// There is not one participant for each seat of the match.
    #[error("a match continues with as many players as it began with")]
    PlayerCount,
    /// Only the server at which all players shuffled can deal the next round (G16).
    #[error("this match was shuffled by all its players at a server, and can only continue there")]
    SharedShuffle,
}

impl Table {
    /// A table that continues an interrupted match, for example one read from a record.
    ///
    /// Only `seed`, `pace` and `search_by` of the configuration count: rules and names are those of the match. There is
    /// one sitter for each of its seats. Every clock starts again; viewers learn the position when they [resume](crate::Input::Resume).
    pub fn restore(
        config: &Config,
        session: Session,
        participants: &[Participant],
        now: Millis,
    ) -> Result<Table, RestoreError> {
        if participants.len() != session.scores().seats {
            return Err(RestoreError::PlayerCount);
        }
        if session.opening().fair.is_some() {
            return Err(RestoreError::SharedShuffle);
        }
        let (rules, search_by) = (session.rules().clone(), config.search_by);
        let config = Config { seed: config.seed, pace: config.pace, search_by, ..Config::new(rules) };
        let mut table = Table::new(config);
        table.seed = table.draw_seed();
        for (&participant, seat) in participants.iter().zip(Seat::all(participants.len())) {
            let seed = table.draw_seed();
            let (token, level) = match participant {
                Participant::Person(token) => (Some(token), Level::Medium),
                Participant::Bot(level) => (None, level),
            };
            let mut occupant = Occupant::new(session.name(seat), token, level, seed);
            if has_left(&session, seat) {
                occupant.presence = Presence::Folded;
            }
            table.occupants.push(occupant);
        }
        table.clock.now = now;
        table.number = session.number() as u64 + 1;
        table.session = Some(session);
        table.forget_steps();
        table.go_on();
        Ok(table)
    }

    fn go_on(&mut self) {
        match self.session.as_ref().and_then(Session::outcome) {
            None => self.set_clocks(Cause::Deal, &[]),
            Some(_) => self.wait_for_next_round(),
        }
        // No viewer is attached yet who could be told of a deadline.
        let _ = self.outgoing.take();
    }
}

/// Whether the player has left the match for good.
fn has_left(session: &Session, seat: Seat) -> bool {
    session.entries().contains(&HistoryEntry::Act(seat, Act::Order(Order::Leave)))
}
