//! Decisions of computer players, and hints: searches are handed out, and their results come back.

use games::Move;
use host::Command;
use protocol::Refusal;
use table::{Decision, Millis, MoveStats, Token};

use super::Room;
use crate::log_entry::Player;

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

impl Room {
    /// The decisions to search for, each once.
    pub fn take_tasks(&mut self) -> Vec<Task> {
        std::mem::take(&mut self.tasks)
    }

    /// Sees whether a computer player has a decision to make.
    pub(super) fn look_for_decisions(&mut self) {
        let decision = self.live.as_mut().and_then(|live| live.host.next_decision());
        self.tasks.extend(decision.map(|decision| Task { decision, purpose: Purpose::Move }));
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
