//! Play in lines of text, for screen readers, pipes and scripts.

mod console;
pub mod guide;
mod help;
mod menu;
pub mod page;
mod position;
mod result;

pub use console::{Console, Ending};
pub use result::RoundSummary;
