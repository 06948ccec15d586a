//! The authority of a table: who sits where, whose time is up, what each viewer is told.
//!
//! This crate must never do IO, read a clock or draw: time comes in with every input, and everything that a viewer learns
//! goes out as an output. Terminal, browser and server run this same value, through a host.
//!
//! Inputs that carry a token come from a person and are checked against the seat of that token. Inputs without a token come
//! from the host, which decides who may send them.
//!
//! ```
//! use games::presets;
//! use table::{Config, Input, Level, Table, Token};
//!
//! let rules = presets::named("crazy-eights").unwrap();
//! let mut table = Table::new(Config { seed: 7, ..Config::new(rules) });
//! table.apply(0, Input::Sit { token: Token(1), name: "Ada".into() });
//! table.apply(0, Input::AddBot { level: Level::Medium, name: "Bola".into() });
//! table.apply(0, Input::Start);
//! assert!(table.session().is_some());
//! ```
#![no_std]

extern crate alloc;

mod act;
mod clock;
mod config;
mod decision;
mod hint;
mod input;
mod lobby;
mod occupant;
mod outgoing;
mod output;
mod refusal;
mod removal;
mod restore;
mod shuffle;
mod table;
mod takeback;
mod window;

pub use bots::{Budget, Level, MoveStats, merge};
pub use config::{CompileRules, Config, DealingAlone, JointShuffle, Pace, Reveal, Version};
pub use decision::{Decision, SearchBy};
pub use input::{Answer, Input, Millis, Switch, Token};
pub use output::{Message, Notice, Output, Player, PlayerKind, ShuffleStep, Standing, Undrawn};
pub use refusal::{Refusal, RefusedMove};
pub use restore::{Participant, RestoreError};
pub use table::Table;
