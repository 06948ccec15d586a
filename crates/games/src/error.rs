//! Why rules cannot be played, a round cannot be dealt, or a change cannot be made.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use engine::PackError;
use thiserror::Error;

use crate::rule_file::Fault;

/// Why a rule set cannot be played at a table.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CompileError {
    /// The game is for another number of players.
    #[error("{title} is for {players} players, not {seats}")]
    Seats {
        /// The title of the rule set.
        title: String,
        /// For how many players it is: `2-8`.
        players: String,
        /// How many seats the table has.
        seats: usize,
    },
    /// The rules contradict each other.
    #[error("{key}: {message}")]
    Rules {
        /// The option to blame.
        key: &'static str,
        /// What is wrong and what would be right.
        message: String,
    },
    /// The pack cannot be made.
    #[error("{0}")]
    Pack(PackError),
}

/// Why a round cannot be dealt.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum DealError {
    /// The order of the pack leaves a card out or names one twice.
    #[error("a deal names each of the {cards} cards once")]
    Order {
        /// How many cards the pack has.
        cards: usize,
    },
    /// There are fewer than two players, or one has no seat at this table.
    #[error("a round needs two or more of the {seats} seats")]
    Seats {
        /// How many seats the table has.
        seats: usize,
    },
    /// The hands take up the whole pack.
    #[error("the pack is too small for this deal")]
    PackTooSmall,
}

/// Why a rule set cannot be changed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ChangeError {
    /// A change is not written as a key and a value.
    #[error("\"{0}\" is not key=value")]
    NotKeyValue(String),
    /// The changed rules would have faults.
    #[error("{}", joined(.0))]
    Faults(Vec<Fault>),
}

impl ChangeError {
    /// What is wrong, one sentence or more for each fault.
    pub fn messages(&self) -> Vec<String> {
        match self {
            ChangeError::NotKeyValue(_) => [self.to_string()].into(),
            ChangeError::Faults(faults) => faults.iter().map(|fault| fault.message.clone()).collect(),
        }
    }
}

fn joined(faults: &[Fault]) -> String {
    let messages: Vec<&str> = faults.iter().map(|fault| fault.message.as_str()).collect();
    messages.join(" ")
}
