//! Law: whatever players send, the table does not stand still, and whatever a server sends is understood or refused.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    laws::client_messages(bytes);
    laws::server_messages(bytes);
});
