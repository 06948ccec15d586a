//! Decisions of computer players, and hints: searches are handed out, and their results come back.

use games::Move;
use host::Command;
use protocol::Refusal;
use table::{Decision, Millis, MoveStats, Token};

use super::{Place, Room};
use crate::log_entry::Player;
use crate::search_pool::{Account, Urgency};

/// A decision to search for, and what it is for.
pub struct Task {
    /// The decision.
    pub decision: Decision,
    purpose: Purpose,
}

enum Purpose {
    /// A computer player's move.
    Move,
    /// A hint for this player, who asked with this command.
    Hint(Player, String),
}

/// Somebody for whom computer players search, and who is charged for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Payer {
    /// Who.
    pub player: Player,
    /// Where, and how urgent it is.
    pub account: Account,
}

impl Room {
    /// The decisions to search for, each once. A table at which nobody is connected sleeps: its computer players think about
    /// their next move when somebody is back.
    pub fn take_tasks(&mut self) -> Vec<Task> {
        if self.is_attended() { std::mem::take(&mut self.tasks) } else { Vec::new() }
    }

    fn is_attended(&self) -> bool {
        self.connections.iter().any(|connection| connection.place != Place::Nowhere)
    }

    /// Those for whom the computer players of this table search, players before spectators.
    pub fn payers(&self) -> impl Iterator<Item = Payer> {
        [(Place::Seat, Urgency::Playing), (Place::Spectators, Urgency::Watching)].into_iter().flat_map(
            move |(place, urgency)| {
                let here = self.connections.iter().filter(move |connection| connection.place == place);
                here.map(move |connection| Payer {
                    player: connection.player,
                    account: Account { urgency, address: connection.outbox.client() },
                })
            },
        )
    }

    /// Sees whether a computer player has a decision to make.
    pub(super) fn look_for_decisions(&mut self) {
        let Some(decision) = self.live.as_mut().and_then(|live| live.host.next_decision()) else { return };
        // Only the newest is still wanted.
        self.tasks.retain(|task| matches!(task.purpose, Purpose::Hint(..)));
        self.tasks.push(Task { decision, purpose: Purpose::Move });
    }

    /// Takes what a search found. If the table has moved on meanwhile it is dropped; a search that failed freezes the table.
    pub fn searched(&mut self, task: &Task, found: Option<&[MoveStats<Move>]>, now: Millis) {
        match (&task.purpose, found) {
            (Purpose::Move, None) => self.freeze("thinking"),
            (Purpose::Move, Some(found)) => {
                let wanted =
                    |live: &crate::live_table::LiveTable| live.host.is_deciding(task.decision.number);
                if self.live.as_deref().is_some_and(wanted) {
                    self.catch_up(now);
                    self.apply(now, task.decision.answer(found), None);
                }
            }
            (Purpose::Hint(player, id), found) => self.give_hint(*player, id, &task.decision, found),
        }
    }

    /// Searches for a hint, unless the player still waits for one. Nothing is logged, and nobody else is told.
    pub(super) fn hint(&mut self, player: Player, id: &str) {
        let Some(live) = &self.live else { return };
        if self.hinting.contains(&player) {
            return self.refuse(player, Some(id), Refusal::Busy);
        }
        match live.host.hint(Token(player)) {
            Ok(decision) => {
                self.hinting.push(player);
                self.tasks.push(Task { decision, purpose: Purpose::Hint(player, id.into()) });
            }
            Err(refusal) => self.refuse(player, Some(id), refusal),
        }
    }

    fn give_hint(
        &mut self,
        player: Player,
        id: &str,
        decision: &Decision,
        found: Option<&[MoveStats<Move>]>,
    ) {
        self.hinting.retain(|&asker| asker != player);
        let Some(live) = &self.live else { return };
        let outcome = live.host.answer_hint(Command { token: Token(player), id }, decision, found);
        self.send_answer(outcome);
    }
}
