//! Rule sets by the name of a preset or the path of a file.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use games::{Fault, Rules, presets};

use crate::CliError;

/// A little more than the longest rule file that is read, so that a longer one is seen to be longer.
const MOST: u64 = 64 * 1024 + 1;

/// The rules under a preset's name or in a file, with changes `key=value`.
pub fn rules(game: &str, changes: &[String]) -> Result<Rules, CliError> {
    let rules = match presets::named(game) {
        Some(rules) => rules,
        None if looks_like_a_file(game) => from_file(game)?,
        None => return Err(unknown(game)),
    };
    changed(&rules, changes)
}

/// The rules with changes `key=value`.
pub fn changed(rules: &Rules, changes: &[String]) -> Result<Rules, CliError> {
    games::change(rules, changes)
        .map_err(|error| CliError::Message(format!("--rule: {}", error.messages().join("\n  "))))
}

/// The text of a file that is no longer than a rule file can be.
pub fn text(path: &str) -> Result<String, CliError> {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MOST).read_to_end(&mut bytes));
    read.map_err(|error| format!("cannot read {path}: {error}"))?;
    String::from_utf8(bytes).map_err(|_| CliError::Message(format!("{path} is not a text in UTF-8")))
}

/// Each fault with its place, the line it stands in, and a mark under the column.
pub fn told(path: &str, text: &str, faults: &[Fault]) -> String {
    faults.iter().map(|fault| told_one(path, text, fault)).collect()
}

fn told_one(path: &str, text: &str, fault: &Fault) -> String {
    let head = format!("{path}:{}:{}: {}\n", fault.line, fault.column, fault.message);
    let line = text.lines().nth(fault.line.saturating_sub(1));
    let Some(line) = line.filter(|line| is_showable(line)) else { return head };
    let number = fault.line.to_string();
    // Tabs stay tabs under tabs, so that the mark stands where the letter does.
    let before = line.chars().take(fault.column.saturating_sub(1));
    let blank: String = before.map(|letter| if letter == '\t' { '\t' } else { ' ' }).collect();
    format!("{head}  {number} | {line}\n  {} | {blank}^\n", " ".repeat(number.len()))
}

/// Whether a line is worth showing: not empty, not endless, nothing in it that a terminal would obey.
fn is_showable(line: &str) -> bool {
    let strange = |letter: char| letter.is_control() && letter != '\t';
    !line.trim().is_empty() && line.chars().count() <= 200 && !line.contains(strange)
}

fn from_file(path: &str) -> Result<Rules, CliError> {
    let text = text(path)?;
    games::load(&text).map_err(|faults| CliError::Message(told(path, &text, &faults).trim_end().to_string()))
}

fn looks_like_a_file(game: &str) -> bool {
    let path = Path::new(game);
    path.exists() || game.contains(['/', '\\']) || path.extension().is_some_and(|ending| ending == "toml")
}

/// The sentence that names the presets beginning with the word, or the nearest one.
pub fn near(word: &str) -> String {
    let word = word.to_lowercase();
    let begins = |name: &&str| !word.is_empty() && name.starts_with(&word);
    let longer: Vec<String> = presets::names().filter(begins).map(|name| format!("\"{name}\"")).collect();
    if longer.is_empty() {
        return games::hint(&word, presets::names());
    }
    format!(" Did you mean {}?", games::or_list(longer))
}

fn unknown(game: &str) -> CliError {
    let near = near(game);
    let more = "`lastcard presets` lists them, and a rule file is named with its ending, like my.toml.";
    CliError::Message(format!("there is no preset \"{game}\".{near}\n  {more}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_are_found_by_their_beginning() {
        assert_eq!(near("uno"), " Did you mean \"uno-swap\" or \"uno-classic\"?");
        assert_eq!(near("Naija"), " Did you mean \"naija-whot\" or \"naija-whot-duel\"?");
        assert_eq!(near("swich"), " Did you mean \"switch\"?");
    }

    #[test]
    fn a_fault_is_shown_in_its_line() {
        let fault = Fault { line: 2, column: 3, message: "wrong".into() };
        let shown = told("my.toml", "one\n\ttwo three\n", std::slice::from_ref(&fault));
        assert_eq!(shown, "my.toml:2:3: wrong\n  2 | \ttwo three\n    | \t ^\n");
    }
}
