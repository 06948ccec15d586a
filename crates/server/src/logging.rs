//! What the server writes about itself: one line a fact, words and ids only. No card, no seed, no token.

use std::io::Write;
use std::time::{SystemTime, UNIX_EPOCH};

/// Writes one line: `at=1700000000000 event=fault table=ABCD2345 fault=1a2b3c4d`.
pub fn tell(event: &str, facts: &[(&str, &str)]) {
    let at = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis());
    let mut line = format!("at={at} event={event}");
    for (key, value) in facts {
        line += &format!(" {key}={}", quoted(value));
    }
    // A journal that cannot be written must not stop a game.
    let _ = writeln!(std::io::stderr().lock(), "{line}");
}

fn quoted(value: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.:/".contains(letter);
    if !value.is_empty() && value.chars().all(plain) { value.into() } else { format!("{value:?}") }
}
