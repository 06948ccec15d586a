//! The bodies of the HTTP calls.

use serde::{Deserialize, Serialize};

use crate::{BotLevel, Refusal, RefusalCode, Refused};

/// A new guest, or a guest on a new device. The token is the only key to the guest's seats and is sent once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Guest {
    /// Every later call sends it as `Authorization: Bearer …`.
    pub token: String,
}

/// The settings of a new table.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CreateTable {
    /// The name of a preset; `crazy-eights` unless given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// House rules: lines of a rule file that extends the preset, or a whole one with `family` or `extends`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub rules: String,
    /// Seconds per turn, 5 to 604800; 60 unless given here or in the rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<u64>,
    /// How many seats there are; as many as the game allows unless given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seats: Option<usize>,
    /// How many computer players are seated from the start.
    pub bots: usize,
    /// Their level.
    pub level: BotLevel,
    /// Whether the table is in the public list; otherwise it can only be reached by its link.
    pub open: bool,
    /// Whether players may send each other free text.
    pub chat: bool,
}

/// The new table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CreatedTable {
    /// The code of the table.
    pub table: String,
    /// The path of the link to share, under the server's address.
    pub link: String,
}

/// The public tables.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Lobby {
    /// The newest first.
    pub tables: Vec<TableSummary>,
}

/// A table as the public list shows it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TableSummary {
    /// The code of the table.
    pub table: String,
    /// The title of the game.
    pub title: String,
    /// How many seats are taken.
    pub players: usize,
    /// How many seats there are.
    pub seats: usize,
    /// Seconds per turn.
    pub seconds: u64,
    /// Whether a match is in progress.
    pub playing: bool,
}

/// A request for a ticket to a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TicketRequest {
    /// The code of the table.
    pub table: String,
}

/// A ticket for one socket, valid for half a minute.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Ticket {
    /// Sent in [`Hello`](crate::Hello).
    pub ticket: String,
}

/// A link that moves a guest to another device; it works once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Invitation {
    /// The secret of the link.
    pub resume: String,
}

/// A request for a key on another device.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Resume {
    /// The secret of the link.
    pub resume: String,
}

/// Ends the key of a guest: its sockets, tickets and links with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Logout {
    /// Whether the guest's keys on all other devices end as well.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub everywhere: bool,
}

/// Why a call failed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Problem {
    /// The code for programs.
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
