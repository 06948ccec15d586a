//! A laboratory for rules and players: many games on all cores, told in figures with their intervals.
//!
//! This crate must never decide what is legal or look at hidden cards for a player: it deals sessions, hands each
//! player what its seat may know, and counts.
//!
//! ```
//! use lab::{Contest, Entrant, Length, Watch};
//! use bots::Level;
//!
//! let rules = games::presets::named("mau-mau").unwrap();
//! let contest = Contest::new(&rules, vec![Entrant::level(Level::Medium), Entrant::level(Level::Easy)], None).unwrap();
//! let results = contest.run(20, 7, 2, &Watch::default());
//! assert_eq!(results.games(), 20);
//! # let _ = Length::Round;
//! ```

mod chart;
mod contest;
mod entrant;
mod game;
pub mod ladder;
pub mod one_deal;
mod rating;
mod report;
mod run;
pub mod stats;
pub mod studies;

pub use chart::{html, svg};
pub use contest::{Contest, Results};
pub use entrant::{Entrant, Maker, Mind, Trouble};
pub use game::{Fixed, Length, Played, Setting};
pub use rating::{Meeting, ratings};
pub use report::{Cell, Chart, Report, Table, Unit, thousands};
pub use run::{Watch, all_cores};
