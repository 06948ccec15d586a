//! Simulation of many games on all cores, to compare rules and players. Every figure comes with its confidence
//! interval.
//!
//! This crate must never decide what is legal or show a player hidden cards. It deals sessions, hands each player the
//! view of its seat, and counts results.
//!
//! ```
//! use lab::{Contest, Entrant, RunControl};
//! use bots::Level;
//!
//! let rules = games::presets::named("mau-mau").unwrap();
//! let contest = Contest::new(&rules, vec![Entrant::level(Level::Medium), Entrant::level(Level::Easy)], None).unwrap();
//! let results = contest.run(20, 7, 2, &RunControl::default());
//! assert_eq!(results.games(), 20);
//! ```

mod chart;
mod contest;
mod entrant;
mod error;
mod game;
pub mod ladder;
pub mod one_deal;
mod rating;
mod report;
pub mod rule_comparison;
mod run;
pub mod stats;
pub mod studies;

pub use chart::{html, svg};
pub use contest::{Contest, Results};
pub use entrant::{Entrant, Player, PlayerError, PlayerFactory};
pub use error::LabError;
pub use game::{FixedDeal, GameLength, GameResult, GameSettings};
pub use rating::{PairResult, ratings};
pub use report::{Chart, Report, Table, TableCell, Unit, thousands};
pub use run::{RunControl, run_parallel};
