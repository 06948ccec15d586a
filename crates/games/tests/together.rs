//! The tests of this crate as one program: linking one for each file took most of the time.
//! `allocation.rs` counts what is asked of the memory, and is alone.

mod explain;
mod fair_shuffle;
mod fuzz_laws;
mod guide;
mod known_voids;
mod laws;
mod records;
mod scenarios;
mod scenes;
mod shares;
mod simple;
mod yaniv_laws;
