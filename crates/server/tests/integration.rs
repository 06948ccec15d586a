//! The tests of this crate as one program: linking one for each file took most of the time.
//! Alone are `memory.rs` and `abandoned.rs`, which count the memory of their process, and `leaks.rs`, which is built a second
//! time with a leak in it.

mod admin;
mod answers;
mod appends;
mod audits;
mod backups;
mod closed_tables;
mod cluster;
mod connections;
mod database;
mod earlier_data;
mod floods;
mod full_disk;
mod hostile;
mod logout;
mod migrations;
mod operators;
mod player_data;
mod players;
mod power_cuts;
mod programs;
mod races;
mod restarts;
mod shuffle;
mod simulation;
mod stores;
mod storms;
mod test_server;
mod wire_laws;
