//! What a server and its players say to each other: the messages of the wire.
//!
//! This is the only crate that reads and writes the JSON of the wire, and it must never decide anything: it turns a table's
//! messages into short texts and back. A frame from the server is a list of [`Item`]s, the outcome of one input; a player
//! sends one [`ClientMsg`] at a time. `docs/protocol.md` describes the same for people, with examples.
//!
//! ```
//! use protocol::{ClientMsg, json};
//!
//! let asked: ClientMsg = json::read(r#"{"do":"act","id":"7","n":12,"m":"play 8H call spades"}"#).unwrap();
//! assert_eq!(asked.id(), Some("7"));
//! ```

mod catalogue;
mod client;
mod frame;
mod frame_parts;
mod frame_text;
mod http;
pub mod json;
mod mixer;
mod reader;
mod refusal;
mod scene_text;
mod scene_writer;
#[cfg(test)]
mod schema;
mod server;
mod shuffle;
mod writer;

pub use catalogue::{
    CardInfo, ClauseInfo, DescribeRules, DescribedRules, LocalWord, OptionEntry, OptionValue, PackInfo,
    PackStyle, PlayerRange, PresetInfo, PresetList, RulesInfo,
};
pub use client::{BotLevel, ClientMsg, Hello, PHRASES};
pub use frame::Frame;
pub use frame_parts::{MAX_FRAME_BYTES, frame_parts};
pub use frame_text::read_frame;
pub use http::{
    CreateTable, CreatedTable, Guest, Invitation, Lobby, Logout, Problem, Resume, TableSummary, Ticket,
    TicketRequest,
};
pub use mixer::{Alarm, ComparedRecord, Mixer, RecordFault, Verdict};
pub use reader::{FrameError, FrameReader, Received};
pub use refusal::{Refusal, RefusalCode, Refused};
pub use scene_writer::{ShownScene, outcome_text};
pub use server::{
    AloneItem, AnswerItem, Cut, DealItem, GoalItem, HelloItem, HintItem, Item, MatchItem, PlayerItem,
    RefusedItem, RoundItem, SaidItem, SceneItem, ScoresItem, ServerMsg, SignItem,
};
pub use shuffle::{OpenedItem, PartItem, ProofItem, RestartItem, ShuffleItem};
pub use writer::{Canvas, FrameWriter, write_events};

/// The version of the wire. A server speaks one version, and refuses clients that speak another.
pub const VERSION: u16 = 1;

/// The maximum size of a player's message.
pub const MAX_MESSAGE_BYTES: usize = 4 * 1024;

/// The maximum length of a command's id.
pub const MAX_COMMAND_ID_BYTES: usize = 32;
