//! The tests of this crate as one program: linking one for each file took most of the time.

mod dialogs;
mod guide;
mod home;
mod play;
mod replay;
mod screens;
mod shown;
