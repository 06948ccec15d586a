//! Play in lines of text, for screen readers, pipes and scripts.

mod console;
pub mod guide;
mod help;
mod line_source;
pub(crate) mod menu;
pub mod page;
mod position;
mod result;
mod spoken;

pub use console::{Console, Ending};
pub use line_source::{LineSource, StandardInput, Typed};
pub use result::RoundSummary;
