//! What every fuzz target holds its inputs against.

mod door;
mod laws;
mod wire;

pub use door::engine_request;
pub use laws::{notation_bytes, record, rule_file, session_bytes};
pub use wire::{client_messages, server_messages};
