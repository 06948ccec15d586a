//! Play in a terminal: full screen, with cards drawn as text, and in plain lines.
//!
//! This crate must never decide what is legal, keep a file or use a network: it shows the scenes that a
//! table hands out and sends back choices. Drawing is a pure function of state into a buffer.
//!
//! ```
//! use games::{Kit, presets};
//!
//! let kit = Kit::new(&presets::named("naija-whot").unwrap(), 2).unwrap();
//! let card = kit.pack().parse("star-8").unwrap();
//! assert_eq!(terminal::cards::label(kit.pack(), card), "8★");
//! ```

pub mod actions;
pub mod app;
mod bot_thread;
pub mod cards;
pub mod editor;
mod editor_screen;
pub mod guide;
pub mod hand;
pub mod home;
mod home_screen;
mod list;
pub mod local_game;
pub mod panels;
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

pub use local_game::{GameSetup, LocalGame, RecordStore, State};
pub use screen::Screen;
pub use seat_setup::{SeatSetup, Who};
pub use table_link::TableLink;
