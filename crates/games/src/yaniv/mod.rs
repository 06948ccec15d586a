//! Yaniv: throw sets, draw, and call when the hand is low.
//!
//! One file a concern, in the order a turn runs.

mod choices;
mod explain;
mod finish;
mod kit;
mod laid;
mod legal;
mod notation;
mod pictures;
mod play;
mod policy;
mod rules;
mod set;
mod state;
mod throws;
mod view;
mod worlds;

pub use explain::explain;
pub use kit::Kit;
pub use laid::Laid;
pub use legal::{Move, Take};
pub(crate) use pictures::examples;
pub use rules::{Ace, AssafZero, Fifty, MatchEnd, ROWS, Rules, Slapdown};
pub use set::{MOST_THROWN, Run, Shape, Throw};
pub use state::{Phase, Window, Yaniv};
pub use view::View;
pub use worlds::Worlds;
