//! Play in a terminal: full screen with cards drawn as text, or in plain lines of text.
//!
//! This crate must never decide what is legal, write a file or use a network. It shows the scenes that a table
//! sends and returns choices. Drawing is a pure function of state into a buffer.
//!
//! ```
//! use games::{CompiledRules, presets};
//!
//! let rules = CompiledRules::new(&presets::named("naija-whot").unwrap(), 2).unwrap();
//! let card = rules.pack().parse("star-8").unwrap();
//! assert_eq!(terminal::cards::label(rules.pack(), card), "8★");
//! ```

pub mod actions;
pub mod app;
mod bot_thread;
pub mod cards;
pub mod editor;
mod editor_screen;
pub mod error_text;
pub mod guide;
pub mod hand;
pub mod home;
mod home_screen;
mod list;
pub mod local_game;
pub mod panels;
mod people_page;
pub mod plain;
pub mod records_screen;
pub mod remote_table;
pub mod replay;
pub mod replay_screen;
mod screen;
pub mod seat_setup;
pub mod sentences;
pub mod table_link;
pub mod table_screen;
pub mod table_view;
mod text;
mod text_input;
mod turn_order;

pub use local_game::{GameSetup, LocalGame, LocalGameError, RecordStore, State};
pub use screen::Screen;
pub use seat_setup::{PlayerKind, SeatSetup};
pub use table_link::TableLink;
