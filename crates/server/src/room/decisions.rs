//! Thinking for a room: what there is to think about goes out, and what comes of it comes back. Nothing here thinks.

use games::Move;
use protocol::{Item, Refusal, Writer};
use table::{Decision, Message, Millis, MoveStats, Token};

use super::Room;
use crate::log_entry::Player;

/// Something to think about, and what for.
pub struct Task {
    /// All that is needed for it.
    pub thought: Decision,
    purpose: Purpose,
}

enum Purpose {
    /// A computer player is on turn.
    Move,
    /// This person has asked for a hint, with this command.
    Hint(Player, String),
}

impl Room {
    /// What there is to think about, each thing once.
    pub fn take_tasks(&mut self) -> Vec<Task> {
        std::mem::take(&mut self.tasks)
    }

    /// Sees whether a computer player has to think.
    pub(super) fn look_for_thoughts(&mut self) {
        let thought = self.live.as_ref().and_then(|live| live.table.pending_decision());
        let number = thought.as_ref().map(|thought| thought.number);
        if number.is_some() && number == self.thinking {
            return;
        }
        self.thinking = number;
        self.tasks.extend(thought.map(|thought| Task { thought, purpose: Purpose::Move }));
    }

    /// Somebody has thought. What the table has left behind meanwhile is dropped; nothing found is a fault.
    pub fn thought(&mut self, task: &Task, found: Option<&[MoveStats<Move>]>, now: Millis) {
        match (&task.purpose, found) {
            (Purpose::Move, None) => self.freeze("thinking"),
            (Purpose::Move, Some(found)) if self.thinking == Some(task.thought.number) => {
                self.catch_up(now);
                self.apply(now, task.thought.answer(found), None);
            }
            (Purpose::Move, Some(_)) => {}
            (Purpose::Hint(player, id), found) => self.give_hint(*player, id, &task.thought, found),
        }
    }

    /// Somebody wants a hint. Nothing is written down, and nobody else is told.
    pub(super) fn hint(&mut self, player: Player, id: &str) {
        let Some(live) = &self.live else { return };
        if self.hinting.contains(&player) {
            return self.refuse(player, Some(id), Refusal::Busy);
        }
        match live.table.hint(Token(player)) {
            Ok(thought) => {
                self.hinting.push(player);
                self.tasks.push(Task { thought, purpose: Purpose::Hint(player, id.into()) });
            }
            Err(refusal) => self.refuse(player, Some(id), refusal),
        }
    }

    fn give_hint(&mut self, player: Player, id: &str, thought: &Decision, found: Option<&[MoveStats<Move>]>) {
        self.hinting.retain(|&asker| asker != player);
        let number = self.live.as_ref().map_or(0, |live| live.table.number());
        match found {
            Some(_) if number != thought.number => self.stale(player, id, number),
            Some(found) => self.tell_asker(player, id, thought.hint(found)),
            None => self.refuse(player, Some(id), Refusal::NoHintFound),
        }
    }

    /// The answer to a question, behind what still waits for the disk.
    pub(super) fn tell_asker(&mut self, player: Player, id: &str, message: Message) {
        let Some(live) = &self.live else { return };
        if let Message::Refused(refusal) = message {
            return self.refuse(player, Some(id), refusal);
        }
        let mut items = vec![Item::Ok(id.into())];
        items.extend(Writer::new(&live.table, None, live.at, &mut None).items(&[message]));
        self.send_all_to(player, &items);
    }
}
