//! The rules of the games: the matching family, the Yaniv family, and their presets.
//!
//! This crate must never read a clock, touch a file or draw a picture. A game is a rule set (data, from
//! a TOML text), compiled rules (the rule set prepared for a number of seats) and a round that moves change.
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

mod controls;
mod described_turn;
mod error;
mod facts;
pub mod fair_shuffle;
mod families;
mod family;
pub mod guide;
mod house_rules;
pub mod matching;
#[cfg(test)]
mod odd_rules;
mod option_words;
mod options;
mod packs;
pub mod presets;
mod proof_text;
pub mod record;
mod round;
mod rule_file;
mod rules;
mod scene;
pub mod seal;
mod session;
mod table_options;
mod verify;
pub mod yaniv;

use alloc::string::String;
use alloc::vec::Vec;

pub use controls::{Advice, Controls, Detail, Key, Otherwise, Verb};
pub use described_turn::{DescribedTurn, DescribedTurnError};
pub use error::{ChangeError, CompileError, DealError, NoSuchSeat, SessionError, VerifyError};
pub use facts::{Fact, Facts};
pub use families::{ALL_CONTROLS, CompiledRules, Listed, MOVE_VERBS, Move, Round, Rules, View};
pub use family::{Family, Reaction, ReactionRules};
pub use guide::Guide;
pub use house_rules::{HouseRule, Step, as_typed, follows, in_words, matters};
pub use options::{Bounded, Choice, FreeForm, Row, Setting, Value, and_list, hint, nearest, or_list};
#[cfg(debug_assertions)]
#[doc(hidden)]
pub use round::questions;
pub use round::{declarations, event_kinds};
pub use rule_file::{Fault, apply, change, load};
pub use rules::{Clause, Header, OptionInfo, difference};
pub use scene::{Sight, scene, scene_with};
pub use session::{Dealer, FairOpening, HistoryEntry, Opening, Refused, Session, seat_at};
pub use table_options::{FirstDealer, Hints, Leaver, SeatOrder, TableOptions, Takeback, Timeout};
pub use verify::{SealedRound, Verified, max_restarts, verify};

/// No position has more legal moves for a seat: rule sets under which one could are refused.
///
/// Above all that the presets and their house rules need: in Naija Whot with two packs and groups, a hand that holds
/// every card has 15,310.
pub const MAX_LEGAL_MOVES: usize = 20_000;

/// The words of a move in lower case, with `3 of circle` as one word.
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
