//! All tests of this crate as one program: linking one per file took most of the time.

mod dialogs;
mod guide;
mod home;
mod play;
mod replay;
mod screens;
mod shown;
