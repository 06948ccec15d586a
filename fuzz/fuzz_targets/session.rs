//! Law: whatever is asked of a match, cards are conserved, what is refused changes nothing, an undo
//! brings back exactly what was, and the record of it all plays to the same end.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| laws::session_bytes(bytes));
