//! What a player sends.

use serde::{Deserialize, Serialize};
use table::Level;

#[cfg(test)]
use crate::schema::{CommandId, Phrase};

/// What can be said with a tap, in every language alike: the page and the terminal put it into words.
pub const PHRASES: [&str; 16] = [
    "hello",
    "good-luck",
    "well-played",
    "thanks",
    "sorry",
    "oops",
    "wow",
    "ouch",
    "hurry-up",
    "one-moment",
    "good-game",
    "again",
    "laugh",
    "cry",
    "heart",
    "clap",
];

/// One message of a player. Every command has an id that the player makes up: sent again with the same id, it is
/// done once and answered as the first time.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "`id` is the command's own id; the rest is told at each message")]
pub enum ClientMsg {
    /// The first message of a socket: who it is, and what was seen last.
    Hello(Hello),
    /// Makes the move `m`, written as notation, in answer to the position number `n`.
    Act {
        #[cfg_attr(test, schemars(with = "CommandId"))]
        id: String,
        n: u64,
        m: String,
    },
    /// Asks whether the move `m` could be made now, and why not.
    Ask {
        #[cfg_attr(test, schemars(with = "CommandId"))]
        id: String,
        m: String,
    },
    /// Asks what a good player would do now, and why, where the table allows it.
    Hint {
        #[cfg_attr(test, schemars(with = "CommandId"))]
        id: String,
    },
    /// Takes a seat under a name, or changes the name.
    Sit {
        #[cfg_attr(test, schemars(with = "CommandId"))]
        id: String,
        name: String,
    },
    /// Seats a computer player.
    Bot {
        #[cfg_attr(test, schemars(with = "CommandId"))]
        id: String,
        name: String,
        #[serde(default)]
        level: BotLevel,
    },
    /// Takes a computer player away.
    Unbot {
        #[cfg_attr(test, schemars(with = "CommandId"))]
        id: String,
        name: String,
    },
    /// Changes the rules before a match: `key = value` lines, as in a rule file.
    Rules {
        #[cfg_attr(test, schemars(with = "CommandId"))]
        id: String,
        rules: String,
    },
    /// Begins the match.
    Start {
        #[cfg_attr(test, schemars(with = "CommandId"))]
        id: String,
    },
    /// Deals the next round.
    Next {
        #[cfg_attr(test, schemars(with = "CommandId"))]
        id: String,
    },
    /// Begins a new match with the same players.
    Rematch {
        #[cfg_attr(test, schemars(with = "CommandId"))]
        id: String,
    },
    /// Leaves the seat to a computer player.
    Leave {
        #[cfg_attr(test, schemars(with = "CommandId"))]
        id: String,
    },
    /// The player sees the table: the time of the first turn begins, if it has waited for that.
    Ready {
        #[cfg_attr(test, schemars(with = "CommandId"))]
        id: String,
    },
    /// Takes the seat back after being away.
    Return {
        #[cfg_attr(test, schemars(with = "CommandId"))]
        id: String,
    },
    /// Has the table say "last card" for the player, or no more.
    Announce {
        #[cfg_attr(test, schemars(with = "CommandId"))]
        id: String,
        on: bool,
    },
    /// Asks to take back the last move of the player.
    Takeback {
        #[cfg_attr(test, schemars(with = "CommandId"))]
        id: String,
    },
    /// Agrees that a move is taken back, or does not.
    Consent {
        #[cfg_attr(test, schemars(with = "CommandId"))]
        id: String,
        yes: bool,
    },
    /// Says one of the [`PHRASES`].
    Say {
        #[cfg_attr(test, schemars(with = "CommandId"))]
        id: String,
        #[cfg_attr(test, schemars(with = "Phrase"))]
        p: String,
    },
    /// Writes to the others, where the table has that switched on.
    Chat {
        #[cfg_attr(test, schemars(with = "CommandId"))]
        id: String,
        t: String,
    },
    /// The player's device is going to add to the shuffles, or no more.
    Mix {
        #[cfg_attr(test, schemars(with = "CommandId"))]
        id: String,
        on: bool,
    },
    /// Promises what the device is going to add to the deal with this number: a SHA-256 in hex.
    Promise {
        #[cfg_attr(test, schemars(with = "CommandId"))]
        id: String,
        deal: u64,
        c: String,
    },
    /// Opens what was promised: 16 bytes in hex.
    Open {
        #[cfg_attr(test, schemars(with = "CommandId"))]
        id: String,
        deal: u64,
        e: String,
    },
}

/// The first message of a socket.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Hello {
    /// The version of the wire that the player speaks.
    pub v: u16,
    /// The ticket that was just fetched; it is good for one socket.
    pub ticket: String,
    /// The number of the last position that the player has seen; without it there is only a fresh scene.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<u64>,
    /// Takes a free seat under this name, if the player has none yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// How well a computer player plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum BotLevel {
    /// Has just learned the rules.
    Easy,
    /// Does what most people at the table would do.
    #[default]
    #[serde(alias = "sensible")]
    Medium,
    /// Thinks ahead a little.
    Hard,
    /// Thinks ahead well.
    Expert,
    /// Thinks ahead as far as pays.
    Master,
}

impl From<BotLevel> for Level {
    fn from(level: BotLevel) -> Level {
        match level {
            BotLevel::Easy => Level::Easy,
            BotLevel::Medium => Level::Medium,
            BotLevel::Hard => Level::Hard,
            BotLevel::Expert => Level::Expert,
            BotLevel::Master => Level::Master,
        }
    }
}

impl From<Level> for BotLevel {
    fn from(level: Level) -> BotLevel {
        match level {
            Level::Easy => BotLevel::Easy,
            Level::Medium => BotLevel::Medium,
            Level::Hard => BotLevel::Hard,
            Level::Expert => BotLevel::Expert,
            Level::Master => BotLevel::Master,
        }
    }
}

impl ClientMsg {
    /// Whether it is talk: said to the others, decided by nobody, and limited more strictly than commands.
    pub fn is_talk(&self) -> bool {
        match self {
            ClientMsg::Say { .. } | ClientMsg::Chat { .. } => true,
            ClientMsg::Hello(_)
            | ClientMsg::Act { .. }
            | ClientMsg::Ask { .. }
            | ClientMsg::Hint { .. }
            | ClientMsg::Sit { .. }
            | ClientMsg::Bot { .. }
            | ClientMsg::Unbot { .. }
            | ClientMsg::Rules { .. }
            | ClientMsg::Start { .. }
            | ClientMsg::Next { .. }
            | ClientMsg::Rematch { .. }
            | ClientMsg::Leave { .. }
            | ClientMsg::Ready { .. }
            | ClientMsg::Return { .. }
            | ClientMsg::Announce { .. }
            | ClientMsg::Takeback { .. }
            | ClientMsg::Consent { .. }
            | ClientMsg::Mix { .. }
            | ClientMsg::Promise { .. }
            | ClientMsg::Open { .. } => false,
        }
    }

    /// The id of a command; the greeting has none.
    pub fn id(&self) -> Option<&str> {
        match self {
            ClientMsg::Hello(_) => None,
            ClientMsg::Act { id, .. }
            | ClientMsg::Ask { id, .. }
            | ClientMsg::Hint { id }
            | ClientMsg::Sit { id, .. }
            | ClientMsg::Bot { id, .. }
            | ClientMsg::Unbot { id, .. }
            | ClientMsg::Rules { id, .. }
            | ClientMsg::Start { id }
            | ClientMsg::Next { id }
            | ClientMsg::Rematch { id }
            | ClientMsg::Leave { id }
            | ClientMsg::Ready { id }
            | ClientMsg::Return { id }
            | ClientMsg::Announce { id, .. }
            | ClientMsg::Takeback { id }
            | ClientMsg::Consent { id, .. }
            | ClientMsg::Say { id, .. }
            | ClientMsg::Chat { id, .. }
            | ClientMsg::Mix { id, .. }
            | ClientMsg::Promise { id, .. }
            | ClientMsg::Open { id, .. } => Some(id),
        }
    }
}
