//! The files of the player: the name used last, and house rules.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use games::Rules;
use terminal::editor::Save;
use terminal::seat_setup::{self, PlayerKind, SeatSetup};

use crate::{CliError, rule_lookup, saved_matches};

/// The name of a player who has not given one.
pub const DEFAULT_NAME: &str = "Guest";

/// Why house rules could not be saved.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// The file holds something else.
    #[error("{0} already has other contents: choose another name.")]
    OtherFile(String),
    /// The file cannot be written.
    #[error("{path} cannot be written")]
    Write {
        /// The file.
        path: String,
        /// Why.
        source: io::Error,
    },
}

/// The name used last.
pub fn remembered_name() -> String {
    let known = name_file().and_then(|path| fs::read_to_string(path).ok());
    known.and_then(|name| seat_setup::checked_name(&name, []).ok()).unwrap_or_else(|| DEFAULT_NAME.into())
}

/// Remembers the name of the first person. Failure is ignored: it is only a convenience.
pub fn remember_name(seat_setups: &[SeatSetup]) {
    let is_named = |seat: &&SeatSetup| seat.kind == PlayerKind::Person && seat.name != DEFAULT_NAME;
    if let (Some(seat), Some(path)) = (seat_setups.iter().find(is_named), name_file()) {
        let _ = write(&path, &seat.name);
    }
}

fn name_file() -> Option<PathBuf> {
    saved_matches::folder().map(|folder| folder.join("name"))
}

/// The folder of house rules.
pub fn rules_folder() -> PathBuf {
    saved_matches::folder().unwrap_or_else(|| ".".into()).join("rules")
}

/// The house rules of the player, in the order of their file names. Files with faults are left out.
pub fn own_rules() -> Vec<Rules> {
    let entries = fs::read_dir(rules_folder()).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    paths.sort();
    paths.iter().filter_map(|path| load_rules(path.to_str()?).ok()).collect()
}

/// Reads a rule file.
pub fn load_rules(path: &str) -> Result<Rules, CliError> {
    rule_lookup::rules(&expanded(path).to_string_lossy(), &[])
}

/// Saves house rules and says where.
pub fn save_rules(save: &Save) -> Result<String, SaveError> {
    let path = write_rules(save)?;
    let is_listed = path.parent() == Some(rules_folder().as_path());
    let next = if is_listed { "These rules are now in the list." } else { "The key o opens it." };
    Ok(format!("Saved in {}. {next}", path.display()))
}

/// Writes house rules to their file. It replaces an older version of the same rules, but no other file.
fn write_rules(save: &Save) -> Result<PathBuf, SaveError> {
    let mut path = expanded(&save.path);
    if path.extension().is_none_or(|extension| extension != "toml") {
        path = PathBuf::from(format!("{}.toml", path.display()));
    }
    let shown = path.display().to_string();
    let older = path.to_str().and_then(|path| load_rules(path).ok());
    let is_older = older.is_some_and(|older| older.header().name == save.rules.header().name);
    if path.exists() && !is_older {
        return Err(SaveError::OtherFile(shown));
    }
    write(&path, &save.toml).map_err(|source| SaveError::Write { path: shown, source })?;
    Ok(path)
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    fs::create_dir_all(path.parent().unwrap_or(path))?;
    fs::write(path, text)
}

/// The path with the home folder in place of `~`.
fn expanded(path: &str) -> PathBuf {
    match (path.strip_prefix("~/"), std::env::var_os("HOME")) {
        (Some(rest), Some(home)) => PathBuf::from(home).join(rest),
        _ => path.into(),
    }
}
