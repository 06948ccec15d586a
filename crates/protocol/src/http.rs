//! The bodies of the plain HTTP calls.

use serde::{Deserialize, Serialize};

use crate::{BotLevel, Refusal, RefusalCode, Refused};

/// A new guest, or a guest on a new device: the token is the only key to the seats and is told once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Guest {
    /// Sent as `Authorization: Bearer …` from then on.
    pub token: String,
}

/// A table to be made.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CreateTable {
    /// The name of a preset; `crazy-eights` unless given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// House rules: the lines of a rule file that extends the preset, or with `family` or `extends` a whole one.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub rules: String,
    /// Seconds for a turn, 5 to 604800; 60 unless given or in the rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<u64>,
    /// How many seats there are; as many as the game allows unless given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seats: Option<usize>,
    /// How many computer players sit down at once.
    pub bots: usize,
    /// How well they play.
    pub level: BotLevel,
    /// Whether the table stands in the list for all; otherwise only the link leads to it.
    pub open: bool,
    /// Whether free text may be written.
    pub chat: bool,
}

/// A table that was made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CreatedTable {
    /// The code of the table.
    pub table: String,
    /// The link to invite with, beneath the server's address.
    pub link: String,
}

/// The tables that are open to all.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Lobby {
    /// The newest first.
    pub tables: Vec<TableSummary>,
}

/// A table as everyone may see it in the list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TableSummary {
    /// The code of the table.
    pub table: String,
    /// What is played.
    pub title: String,
    /// How many sit there.
    pub players: usize,
    /// How many can.
    pub seats: usize,
    /// Seconds for a turn.
    pub seconds: u64,
    /// Whether a match is in progress.
    pub playing: bool,
}

/// Asks for a ticket to a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TicketRequest {
    /// The code of the table.
    pub table: String,
}

/// A ticket for one socket, good for half a minute.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Ticket {
    /// What [`Hello`](crate::Hello) shows.
    pub ticket: String,
}

/// A link that brings the same guest to another device, once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Invitation {
    /// The secret of the link.
    pub resume: String,
}

/// Uses such a link up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Resume {
    /// The secret of the link.
    pub resume: String,
}

/// What was wrong with a call.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Problem {
    /// A word for programs.
    pub code: RefusalCode,
    /// A sentence for people.
    pub why: String,
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Problem {
        let Refused { code, sentence } = refusal.into();
        Problem { code, why: sentence }
    }
}
