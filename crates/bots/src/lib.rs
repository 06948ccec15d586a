//! Computer players: each receives a view and a list of legal moves, never the state.
//!
//! This crate must never hold a real position. A bot decides only from what its seat may know, so it
//! cannot peek.
//!
//! ```
//! use bots::{Bot, Sensible};
//! use engine::Viewer;
//! use games::{Opening, Session, presets};
//!
//! let rules = presets::named("naija-whot-duel").unwrap();
//! let session = Session::new(&rules, &Opening { seats: 2, seed: 7, ..Opening::default() }).unwrap();
//! let seat = session.turn().unwrap();
//! let moves = session.legal(seat);
//! let choice = Sensible.choose(&session.view(Viewer::Seat(seat)), &moves);
//! assert!(moves.contains(&choice.unwrap()));
//! ```
//!
//! A bot that asks for more than its seat may know does not compile:
//!
//! ```compile_fail,E0599
//! struct Cheat;
//! impl bots::Bot for Cheat {
//!     fn choose(&mut self, view: &games::View, moves: &[games::Move]) -> Option<games::Move> {
//!         let round = view.round();
//!         None
//!     }
//! }
//! ```
//!
//! Nor does one that takes the match itself:
//!
//! ```compile_fail,E0053
//! struct Cheat;
//! impl bots::Bot for Cheat {
//!     fn choose(&mut self, session: &games::Session, moves: &[games::Move]) -> Option<games::Move> {
//!         None
//!     }
//! }
//! ```
#![no_std]

extern crate alloc;

mod attention;
mod beginner;
mod ending;
mod family;
mod hint_reason;
mod level;
mod matching;
mod random;
mod search_bot;
mod sensible;
mod tree;
mod yaniv;

use alloc::string::String;

use engine::{Seat, Stakes, Viewer};
use games::{Move, View};

pub use attention::{Attention, Lapses};
pub use beginner::Beginner;
pub use hint_reason::{Reason, Topic, reason};
pub use level::{Brain, Level};
pub use random::Random;
pub use search_bot::{SearchBot, needs_search, parts};
pub use sensible::{Sensible, reaction};
pub use tree::{Budget, MoveStats, best, merge};

/// Chooses moves.
pub trait Bot {
    /// Chooses one of the moves.
    ///
    /// `None` only if the list is empty or the bot declines to react out of turn.
    fn choose(&mut self, view: &View, moves: &[Move]) -> Option<Move>;

    /// Explains the move in a few words without a subject: "keeps the 2 of Hearts back to answer a pick 2".
    ///
    /// A bot that searches uses the results of its last search.
    fn explain(&self, view: &View, choice: Move) -> String {
        reason(view, choice, &[]).map_or_else(String::new, |reason| reason.told())
    }

    /// Sets what the following rounds are played for: the match in its current state, or with `None` the round alone.
    fn play_for(&mut self, _stakes: Option<Stakes>) {}
}

/// The viewing seat and whether it is its turn; `None` for a spectator.
pub(crate) fn seat_and_turn(view: &View) -> Option<(Seat, bool)> {
    let turn = view.turn();
    match view.viewer() {
        Viewer::Seat(seat) => Some((seat, seat == turn)),
        Viewer::Spectator => None,
    }
}
