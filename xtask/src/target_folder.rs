//! Where Cargo builds: `target`, unless the environment or a configuration of Cargo says otherwise.

use std::path::PathBuf;
use std::process::Command;

use crate::error::Error;

/// The folder that Cargo builds into, as an absolute path.
pub fn target_folder() -> Result<PathBuf, Error> {
    ask(&mut Command::new("cargo"))
}

fn ask(cargo: &mut Command) -> Result<PathBuf, Error> {
    let metadata = cargo.args(["metadata", "--no-deps", "--offline", "--format-version", "1"]);
    let answer =
        metadata.output().map_err(|source| Error::NotStarted { line: "cargo metadata".into(), source })?;
    let text = String::from_utf8_lossy(&answer.stdout);
    let folder = text.split_once("\"target_directory\":\"").and_then(|(_, rest)| rest.split_once('"'));
    let missing = || Error::Broken("`cargo metadata` names no target folder".into());
    folder.map(|(folder, _)| folder.replace("\\\\", "\\").into()).ok_or_else(missing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_decides_where_the_build_is() {
        let elsewhere = std::env::temp_dir().join("lastcard-elsewhere");
        let asked = ask(Command::new("cargo").env("CARGO_TARGET_DIR", &elsewhere)).unwrap();
        assert_eq!(asked, elsewhere);
    }
}
