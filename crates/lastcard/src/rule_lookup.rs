//! Rule sets by the name of a preset or the path of a file.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use games::{Fault, Rules, presets};

use crate::CliError;

/// Maximum size of a rule file plus one byte, to notice longer files.
const MAX_READ_BYTES: u64 = 64 * 1024 + 1;

/// Longer lines of a rule file are not quoted.
const MAX_SHOWN_CHARS: usize = 200;

/// The rules of a preset or a file, with changes `key=value`.
pub fn rules(game: &str, changes: &[String]) -> Result<Rules, CliError> {
    let rules = match presets::named(game) {
        Some(rules) => rules,
        None if looks_like_a_file(game) => from_file(game)?,
        None => return Err(CliError::UnknownPreset { name: game.into(), suggestion: suggestion(game) }),
    };
    changed(&rules, changes)
}

/// The rules with changes `key=value`.
pub fn changed(rules: &Rules, changes: &[String]) -> Result<Rules, CliError> {
    games::change(rules, changes).map_err(CliError::RuleChange)
}

/// The text of a file, up to the maximum size of a rule file.
pub fn text(path: &str) -> Result<String, CliError> {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MAX_READ_BYTES).read_to_end(&mut bytes));
    read.map_err(|source| CliError::Read { path: path.into(), source })?;
    String::from_utf8(bytes).map_err(|_| CliError::NotText(path.into()))
}

/// Each fault with its place, its line, and a mark under the column.
pub fn fault_report(path: &str, text: &str, faults: &[Fault]) -> String {
    faults.iter().map(|fault| fault_text(path, text, fault)).collect()
}

fn fault_text(path: &str, text: &str, fault: &Fault) -> String {
    let head = format!("{path}:{}:{}: {}\n", fault.line, fault.column, fault.message);
    let line = text.lines().nth(fault.line.saturating_sub(1));
    let Some(line) = line.filter(|line| is_showable(line)) else { return head };
    let number = fault.line.to_string();
    // Tabs are kept so that the mark lines up with the letter.
    let before = line.chars().take(fault.column.saturating_sub(1));
    let blank: String = before.map(|letter| if letter == '\t' { '\t' } else { ' ' }).collect();
    format!("{head}  {number} | {line}\n  {} | {blank}^\n", " ".repeat(number.len()))
}

/// Whether a line can be shown: not empty, not too long, and without control characters.
fn is_showable(line: &str) -> bool {
    let strange = |letter: char| letter.is_control() && letter != '\t';
    !line.trim().is_empty() && line.chars().count() <= MAX_SHOWN_CHARS && !line.contains(strange)
}

fn from_file(path: &str) -> Result<Rules, CliError> {
    let text = text(path)?;
    games::load(&text)
        .map_err(|faults| CliError::RuleFile(fault_report(path, &text, &faults).trim_end().to_string()))
}

fn looks_like_a_file(game: &str) -> bool {
    let path = Path::new(game);
    path.exists() || game.contains(['/', '\\']) || path.extension().is_some_and(|ending| ending == "toml")
}

/// A sentence that suggests the presets beginning with the word, or the nearest one.
pub fn suggestion(word: &str) -> String {
    let word = word.to_lowercase();
    let begins = |name: &&str| !word.is_empty() && name.starts_with(&word);
    let longer: Vec<String> = presets::names().filter(begins).map(|name| format!("\"{name}\"")).collect();
    if longer.is_empty() {
        return games::hint(&word, presets::names());
    }
    format!(" Did you mean {}?", games::or_list(longer))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_are_found_by_their_beginning() {
        assert_eq!(suggestion("uno"), " Did you mean \"uno-swap\" or \"uno-classic\"?");
        assert_eq!(suggestion("Naija"), " Did you mean \"naija-whot\" or \"naija-whot-duel\"?");
        assert_eq!(suggestion("swich"), " Did you mean \"switch\"?");
    }

    #[test]
    fn a_fault_is_shown_in_its_line() {
        let fault = Fault { line: 2, column: 3, message: "wrong".into() };
        let shown = fault_report("my.toml", "one\n\ttwo three\n", std::slice::from_ref(&fault));
        assert_eq!(shown, "my.toml:2:3: wrong\n  2 | \ttwo three\n    | \t ^\n");
    }
}
