//! Law: every line is answered with one line of JSON, and a request that is refused changes nothing but a
//! fine that the answer tells of.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| laws::engine_request(bytes));
