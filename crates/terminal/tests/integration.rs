//! All tests of this crate as one program: linking one per file took most of the time.

mod choosing_cards;
mod dialogs;
mod guide;
mod home;
mod plain;
mod play;
mod replay;
mod screens;
mod snapshots;
