//! The tests of this crate in one binary, because linking one for each file took most of the time.
//! `allocation.rs` counts allocations and needs a process of its own.

mod explain;
mod fair_shuffle;
mod fuzz_laws;
mod guide;
mod how_games_end;
mod known_voids;
mod laws;
mod records;
mod scenarios;
mod scenes;
mod simple_player;
mod yaniv_laws;
