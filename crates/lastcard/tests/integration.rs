//! All tests of this crate as one program: linking one per file took most of the time.

mod abandoned_tables;
mod activation;
mod architecture;
mod attacks;
mod crash;
mod doc_commands;
mod doc_figures;
mod earlier_versions;
mod engine_notation;
mod engine_rubbish;
mod engine_transcript;
mod guests;
mod guide;
mod join;
mod lab;
mod logs;
mod nodes;
mod play;
mod program;
mod pty;
mod replay;
mod rules;
mod serve;
mod verify;
