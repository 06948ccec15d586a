//! The matching family: match the top card by suit or by rank, or play a wild and call.
//!
//! One file a concern, in the order a turn runs.

mod effect;
mod explain;
mod kit;
mod rules;

pub use effect::{Effect, Fits};
pub use explain::explain;
pub use kit::{Deed, Kit};
pub use rules::*;
