//! Law: a record is refused with a reason, or it can be written down and played again to the same end.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    laws::record(text);
});
