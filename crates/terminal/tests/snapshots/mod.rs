//! Screens as text, compared with the files beside this one.
#![allow(dead_code, reason = "every test file uses its own part of this")]

use std::fs;
use std::path::Path;

/// Common terminal sizes: small, ordinary, large.
pub const SIZES: [(u16, u16); 3] = [(60, 20), (80, 24), (120, 40)];

/// Compares a screen with the file of this name. `LASTCARD_WRITE=1` rewrites the files, for review.
#[track_caller]
pub fn assert_snapshot(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots").join(format!("{name}.txt"));
    if std::env::var_os("LASTCARD_WRITE").is_some() {
        fs::write(&path, text).expect("a file for the screen");
        return;
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        text == expected,
        "{name} has changed; LASTCARD_WRITE=1 writes it. It was\n{expected}\nand is\n{text}"
    );
}
