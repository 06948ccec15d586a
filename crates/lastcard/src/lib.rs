//! The commands of `lastcard`: one file a command, over the rules, the records and the computer players.
//!
//! This crate must never decide what is legal: it shows what the games tell it and hands back choices.
//! The door for other programs is a plain value, from a line of JSON to a line of JSON:
//!
//! ```
//! let mut door = lastcard::door::Door::default();
//! let answer = door.answer(br#"{"cmd":"new","preset":"crazy-eights","seats":2,"seed":7}"#);
//! assert!(answer.line().starts_with(r#"{"ok":true"#));
//! ```

pub mod audit;
pub mod backup;
pub mod bench;
mod dialect;
pub mod door;
pub mod engine;
mod failure;
mod find;
pub mod guide;
mod hall;
pub mod join;
mod kind;
pub mod lab;
mod line;
pub mod move_store;
pub mod play;
pub mod presets;
mod records;
pub mod replay;
pub mod rules;
pub mod serve;
mod store;
pub mod verify;

pub use failure::Failure;
