//! Many tables for people who are not in the same place: sockets, the log, limits.
//!
//! This crate must never decide what is legal or what a player may see: that is the table's. It writes every input
//! down before anybody is told of it, brings tables back from their logs, and keeps those out who would spoil it.

pub mod audit;
pub mod backpressure;
pub mod http;
mod lag;
pub mod live_table;
pub mod log_entry;
pub mod log_writer;
pub mod logging;
pub mod metrics;
pub mod migrate;
pub mod names;
pub mod outbox;
mod page;
pub mod postgres;
pub mod rate_limits;
pub mod relay;
pub mod replies;
pub mod room;
pub mod rooms;
mod rules_cache;
pub mod search_pool;
pub mod secrets;
pub mod serve;
pub mod socket;
mod spectators;
pub mod sqlite;
pub mod store;
pub mod table_setup;
