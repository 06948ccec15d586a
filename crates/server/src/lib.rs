//! Many tables for people who are not in the same place: sockets, the log, limits.
//!
//! This crate must never decide what is legal or what a player may see: that is the table's. It writes every input
//! down before anybody is told of it, brings tables back from their logs, and keeps those out who would spoil it.

pub mod audit;
pub mod clerk;
pub mod entry;
mod gallery;
pub mod hall;
pub mod http;
pub mod journal;
mod lag;
pub mod limits;
pub mod metrics;
pub mod moving;
pub mod names;
pub mod outbox;
mod page;
pub mod postgres;
pub mod pressure;
pub mod relay;
pub mod replay;
pub mod replies;
pub mod room;
pub mod secrets;
pub mod serve;
pub mod setup;
mod shelf;
pub mod socket;
pub mod sqlite;
pub mod store;
pub mod thinkers;
