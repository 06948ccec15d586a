//! Law: a rule file is refused with a reason and its place, or it can be written out, read again and played.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    laws::rule_file(text);
});
