//! What every command was answered, so that a repeated one is answered alike (M2).

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, RandomState};

use protocol::Refused;

use crate::log_entry::Player;

/// The answer to a command: done, or refused.
pub type Reply = Result<(), Box<Refused>>;

/// What every command was answered. Kept for as long as the table is in memory, so by a number for each command instead
/// of its text: two of a log have the same one by a chance of one in 2^35 at most, and nobody can choose them.
#[derive(Default)]
pub struct Replies {
    numbers: RandomState,
    done: HashSet<u64>,
    refused: HashMap<u64, Box<Refused>>,
}

impl Replies {
    /// The first answer to this command of this player.
    pub fn of(&self, player: Player, cmd: &str) -> Option<Reply> {
        let number = self.numbers.hash_one((player, cmd));
        match self.refused.get(&number) {
            Some(why) => Some(Err(why.clone())),
            None => self.done.contains(&number).then_some(Ok(())),
        }
    }

    /// Keeps an answer.
    pub fn keep(&mut self, player: Player, cmd: &str, reply: Reply) {
        let number = self.numbers.hash_one((player, cmd));
        match reply {
            Ok(()) => drop(self.done.insert(number)),
            Err(why) => drop(self.refused.insert(number, why)),
        }
    }
}
