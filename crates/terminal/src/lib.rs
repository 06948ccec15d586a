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
pub mod cards;
pub mod editor;
mod editor_screen;
pub mod far;
pub mod guide;
pub mod hand;
pub mod home;
mod home_screen;
mod line;
pub mod link;
mod list;
pub mod panels;
pub mod people;
pub mod picture;
pub mod plain;
mod pondering;
pub mod records_screen;
pub mod replay;
pub mod replay_screen;
mod screen;
pub mod sitting;
pub mod table_screen;
mod text;
pub mod words;

pub use link::Link;
pub use people::{Chair, Who};
pub use screen::Screen;
pub use sitting::{Setup, Shelf, Sitting, State};
