//! Law: what is read as a move is legal exactly if it is listed, and a legal move reads back as it is written.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| laws::notation_bytes(bytes));
