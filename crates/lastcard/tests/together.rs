//! All tests of this crate as one program: linking one per file took most of the time.

mod activation;
mod architecture;
mod crash;
mod doc_commands;
mod earlier_versions;
mod engine_rubbish;
mod engine_transcript;
mod guests;
mod guide;
mod idle;
mod join;
mod lab;
mod logs;
mod nodes;
mod play;
mod program;
mod pty;
mod replay;
mod rules;
mod verify;
