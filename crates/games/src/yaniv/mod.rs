//! Yaniv: throw sets, draw, and call when the hand is low.

mod rules;

pub use rules::{ROWS, Rules, explain};
