//! The sizes in `docs/performance.md`, written by the commands that measure them: the program here, the page in
//! `web/scripts/compress.mjs`.

use std::fs;

use crate::error::Error;
use crate::steps::cargo;
use crate::target_folder::target_folder;
use crate::web;

const DOCUMENT: &str = "docs/performance.md";

/// How the row of the program begins.
const PROGRAM: &str = "| the program, release build with the page embedded, x86-64 Linux |";

/// Builds the page and the program, and writes their sizes into the document.
pub fn write() -> Result<(), Error> {
    web::build_and_write_sizes()?;
    cargo(&["build", "--release"])?;
    let program = target_folder()?.join("release/lastcard");
    let bytes = fs::metadata(&program).map_err(Error::file(program))?.len();
    let text = fs::read_to_string(DOCUMENT).map_err(Error::file(DOCUMENT))?;
    let written = with_row(&text, PROGRAM, &format!("{:.1} MB", bytes as f64 / 1e6));
    let written = written.ok_or_else(|| Error::Broken(format!("{DOCUMENT} has no row `{PROGRAM}`")))?;
    fs::write(DOCUMENT, written).map_err(Error::file(DOCUMENT))
}

/// The text with another value in the row that begins so, if there is one.
fn with_row(text: &str, start: &str, value: &str) -> Option<String> {
    let row = text.lines().find(|line| line.starts_with(start))?;
    Some(text.replacen(row, &format!("{start} {value} |"), 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_row_of_the_program_is_in_the_document_and_is_replaced_alone() {
        let text =
            fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/performance.md")).unwrap();
        let written = with_row(&text, PROGRAM, "1.5 MB").unwrap();
        assert!(written.contains(&format!("{PROGRAM} 1.5 MB |\n")));
        assert_eq!(written.lines().count(), text.lines().count());
        assert_eq!(with_row(&text, "| no such row |", "1"), None);
    }
}
