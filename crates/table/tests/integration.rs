//! The tests of this crate as one program: linking one for each file took most of the time. Alone is `questions.rs`, which
//! counts for its whole process.

mod acts;
mod bot_searches;
mod deadlines;
mod laws;
mod leavers;
mod matches;
mod shuffle;
mod takeback;
mod test_host;
mod windows;
