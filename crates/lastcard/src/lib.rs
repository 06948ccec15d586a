//! The commands of `lastcard`, one file per command.
//!
//! This crate must never decide what is legal: it shows what the games tell it and passes choices back.
//! The interface for other programs is a plain value, from a line of JSON to a line of JSON:
//!
//! ```
//! let mut api = lastcard::json_api::JsonApi::default();
//! let answer = api.answer(br#"{"cmd":"new","preset":"crazy-eights","seats":2,"seed":7}"#);
//! assert!(answer.line().starts_with(r#"{"ok":true"#));
//! ```

pub mod admin;
pub mod audit;
pub mod backup;
pub mod bench;
mod bot_level_arg;
mod connection;
pub mod engine;
mod error;
mod game_setup;
pub mod guide;
mod home;
pub mod join;
pub mod json_api;
mod key_choice;
pub mod lab;
pub mod move_store;
pub mod play;
pub mod players;
pub mod presets;
pub mod prune;
mod records;
pub mod replay;
pub mod restore;
mod rule_lookup;
pub mod rules;
mod saved_matches;
pub mod serve;
mod store_choice;
mod suit_names_arg;
mod user_files;
pub mod verify;

pub use error::CliError;
