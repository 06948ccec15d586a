//! The matching family: match the top card by suit or by rank, or play a wild and call.
//!
//! One file a concern, in the order a turn runs: what a rule set is (`settings`, `rules`, `effect`, `deck`,
//! `faults`), what is worked out from it once (`kit`), what a player may do (`moves`, `notation`), the position
//! (`state`, `game`), what may be played and why not (`legal`), playing it (`turn`, `orders`), cards put down (`laying`) and
//! taken up (`drawing`), what a card does
//! (`deed`), the last-card call (`announce`), going out and the end (`finish`), what a seat may know (`view`) and what
//! the others have shown not to hold (`declined`), the rules in words (`explain`), the cards that a guide shows
//! (`pictures`), and playing as fast as possible: at random (`playout`) and, for players who think ahead, from dealt
//! worlds (`worlds`), over moves worth a thought (`choices`), by a quick policy (`policy`), also from what is
//! seen at another table (`setup`).

mod announce;
mod choices;
mod deck;
mod declined;
mod deed;
mod drawing;
mod effect;
mod explain;
mod faults;
mod finish;
mod game;
mod kit;
mod laying;
mod legal;
mod moves;
mod notation;
mod orders;
mod pictures;
mod playout;
mod policy;
mod rules;
mod settings;
mod setup;
mod state;
mod turn;
mod view;
mod worlds;

pub use deck::select;
pub use declined::Declined;
pub use effect::{Effect, Fits};
pub use explain::explain;
pub use kit::{Deed, Kit};
pub use moves::{Group, Move, Play};
pub(crate) use notation::show;
pub(crate) use pictures::examples;
pub use playout::Playout;
pub use rules::{ROWS, Rules};
pub use settings::*;
pub use setup::Seen;
pub use state::{Direction, Matching, Phase};
pub use view::{PhaseView, View};
pub use worlds::Worlds;
