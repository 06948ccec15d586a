//! The tests of this crate as one program: linking one for each file took most of the time. Only `questions.rs` is a program
//! of its own, because its counters are global.

mod acts;
mod bot_searches;
mod deadlines;
mod laws;
mod leavers;
mod matches;
mod removals;
mod shuffle;
mod takeback;
mod test_host;
mod windows;
