//! The crates as they would be published: packed, and each with an example that runs.

use std::fs;
use std::path::Path;

use crate::error::Error;
use crate::steps::{Done, cargo};

/// Packs every crate, and looks for an example in each library. Nothing is published.
pub fn check() -> Result<Done, Error> {
    for folder in folders("crates")? {
        has_example(&Path::new(&folder).join("src/lib.rs"))?;
    }
    let excluded = ["--exclude", "xtask", "--exclude", "xtask-wasm", "--exclude", "lastcard-fuzz"];
    // What lies in the folder is packed, committed or not: the tests run before a commit.
    let how = ["package", "--workspace", "--no-verify", "--allow-dirty", "--quiet"];
    cargo(&[how.as_slice(), &excluded].concat())
}

fn folders(path: &str) -> Result<Vec<String>, Error> {
    let entries = fs::read_dir(path).map_err(Error::file(path))?;
    let paths = entries.flatten().map(|entry| entry.path()).filter(|path| path.is_dir());
    let mut found: Vec<String> = paths.map(|path| path.display().to_string()).collect();
    found.sort();
    Ok(found)
}

/// The documentation of a library opens with an example, and `cargo test --doc` runs it.
fn has_example(path: &Path) -> Result<(), Error> {
    let text = fs::read_to_string(path).map_err(Error::file(path))?;
    if runs_an_example(&text) {
        Ok(())
    } else {
        Err(Error::Broken(format!(
            "{}: the documentation of the crate has no example that runs",
            path.display()
        )))
    }
}

/// Whether the comment at the top of a library has a block of code that a documentation test runs.
fn runs_an_example(text: &str) -> bool {
    let comment = text.lines().map_while(|line| line.strip_prefix("//!"));
    let fences = comment.map(str::trim).filter_map(|line| line.strip_prefix("```"));
    // Every second fence closes a block.
    fences.step_by(2).any(|info| info.is_empty() || info == "rust")
}

#[cfg(test)]
mod tests {
    use super::runs_an_example;

    #[test]
    fn an_example_is_a_block_that_runs_at_the_top_of_the_file() {
        assert!(runs_an_example("//! Cards.\n//!\n//! ```\n//! assert!(true);\n//! ```\n"));
        assert!(!runs_an_example("//! Cards.\n"));
        assert!(!runs_an_example("//! ```text\n//! a picture\n//! ```\n"));
        assert!(!runs_an_example("//! ```no_run\n//! serve();\n//! ```\n"));
        assert!(!runs_an_example("//! Cards.\nmod card;\n/// ```\n/// card()\n/// ```\n"));
    }
}
