//! The answers to commands, so that a repeated command gets the same answer (M2).

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, RandomState};

use protocol::Refused;

use crate::log_entry::Player;

/// The answer to a command: done, or refused.
pub type Reply = Result<(), Box<Refused>>;

/// The answers to commands. They are kept while the table is in memory, so under a hash instead of the text: two commands of
/// a log collide with a probability of at most 2^-35, and nobody can choose them.
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
