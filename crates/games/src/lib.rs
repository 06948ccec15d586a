//! The rules of the games: the matching family, the Yaniv family, and their presets.
//!
//! This crate must never read a clock, touch a file or draw a picture. A game is a rule set (data, from
//! a TOML text), a kit (the rule set worked out for a number of seats) and a state that moves change.
//!
//! ```
//! use games::{Opening, Session, presets};
//!
//! let rules = presets::named("crazy-eights").unwrap();
//! let mut session = Session::new(&rules, &Opening { seats: 2, seed: 7, ..Opening::default() }).unwrap();
//! let first = session.turn().unwrap();
//! let moves = session.legal(first);
//! session.play(first, moves[0]).unwrap();
//! ```
#![no_std]

extern crate alloc;

mod customs;
pub mod fair;
mod file;
pub mod guide;
mod house;
pub mod matching;
mod option;
mod packs;
pub mod presets;
mod proof_lines;
pub mod record;
mod round;
mod rules;
mod scene;
mod session;
mod verify;
pub mod yaniv;

use alloc::string::String;
use alloc::vec::Vec;

pub use customs::{Customs, FirstDealer, Hints, Leaver, SeatOrder, Takeback, Timeout};
pub use file::{Fault, apply, change, load};
pub use guide::Guide;
pub use house::{HouseRule, Step, as_typed, follows, in_words, matters};
pub use option::{Bounded, Choice, Row, Setting, Value, Written, and_list, hint, or_list};
pub use round::{Kit, Move, Round, View};
pub use rules::{Clause, Header, Rules, Shown, difference};
pub use scene::scene;
pub use session::{Dealer, Entry, Fair, Opening, Refused, Session, seat_at};
pub use verify::verify;

/// The words of a move, in small letters, with `3 of circle` as one word.
pub(crate) fn tokens(text: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let text = text.replace('"', "");
    let mut words = text.split_whitespace().map(str::to_lowercase);
    while let Some(word) = words.next() {
        match (word.as_str(), out.pop()) {
            ("of", Some(rank)) => out.push(alloc::format!("{rank} of {}", words.next().unwrap_or_default())),
            (_, before) => out.extend(before.into_iter().chain([word])),
        }
    }
    out
}
