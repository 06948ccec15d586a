//! What every fuzz target holds its inputs against.

mod door;
mod laws;

pub use door::engine_request;
pub use laws::{notation_bytes, record, rule_file, session_bytes};
