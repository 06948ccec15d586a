//! Seats, cards, chance, events, scores and records: what every card game at the table shares.
//!
//! This crate must never know a game, read a clock or touch a file. A family of games implements
//! [`Game`]; everything else here is its vocabulary and the laws that it obeys.
//!
//! ```
//! use engine::{Chance, Pack, Seeded};
//!
//! let pack = Pack::parse_faces(&["hearts", "spades"], &[("hearts", "A K"), ("spades", "A K")]).unwrap();
//! let mut cards = pack.cards().to_vec();
//! engine::shuffle(&mut cards, &mut Seeded::new(7, 0));
//! assert_eq!(cards.len(), 4);
//! ```
#![no_std]

extern crate alloc;

mod card;
mod chance;
mod event;
mod event_parser;
mod game;
pub mod laws;
mod outcome;
mod pack;
mod refusal;
mod scene;
mod score;
mod search;
mod seat;
mod stakes;
mod words;

pub use card::{Card, CardSet, Face, Rank, Suit};
pub use chance::{Chance, Quick, Seeded, shuffle};
pub use event::{Cards, Declaration, DrawReason, End, Event, EventKind, EventSink, Word};
pub use game::{Act, Deal, Game, Order, Status, Viewer};
pub use outcome::Outcome;
pub use pack::{Pack, PackError, PackSpec, Style};
pub use refusal::Refusal;
pub use scene::{Choice, Pile, PileKind, Place, Scene, ScenePhase, Sign};
pub use score::{EndOfMatch, Landing, Match, MatchRules, Tie};
pub use search::Search;
pub use seat::{BySeat, MAX_SEATS, Seat, SeatSet};
pub use stakes::Stakes;
