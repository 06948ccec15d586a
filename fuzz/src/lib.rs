//! The laws that the fuzz targets check.

mod json_api;
mod laws;
mod wire;

pub use json_api::engine_request;
pub use laws::{notation_bytes, record, rule_file, session_bytes};
pub use wire::{client_messages, server_messages};
