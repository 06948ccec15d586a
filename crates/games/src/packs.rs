//! The packs that come with the program, and packs written out in a rule file (W1).

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use engine::{PackSpec, Style};
use thiserror::Error;
use toml::de::{DeTable, DeValue};

use crate::options::hint;
use crate::rule_file::kind;

/// Every pack by name with its text; `build.rs` lists `rules/packs/*.toml`.
const TEXTS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/packs.rs"));

/// The names of the packs.
pub fn names() -> impl Iterator<Item = &'static str> {
    TEXTS.iter().map(|(name, _)| *name)
}

/// The pack under this name.
pub fn named(name: &str) -> Option<PackSpec> {
    let (_, text) = TEXTS.iter().find(|(known, _)| *known == name)?;
    let table = DeTable::parse(text).ok()?;
    let mut spec = PackSpec::default();
    for (key, value) in table.get_ref() {
        take(&mut spec, key.get_ref(), value.get_ref()).ok()?;
    }
    Some(spec)
}

/// The name of the pack, if it is one of those that come with the program.
pub fn name_of(spec: &PackSpec) -> Option<&'static str> {
    names().find(|name| named(name).as_ref() == Some(spec))
}

/// Why an entry of a pack table is refused.
#[derive(Debug, Error)]
pub(crate) enum PackEntryError {
    #[error("a pack has no `{0}`; it has style, suits, cards, words and names.{near}", near = hint(.0, KEYS))]
    UnknownKey(String),
    #[error("`{key}` of a pack cannot be {kind}")]
    Kind { key: String, kind: &'static str },
    #[error("`style` is \"shapes\", \"french\" or \"colours\", not \"{0}\"")]
    Style(String),
    #[error("`suits` is a list of names in quotes")]
    Suits,
    #[error("the cards of a suit are written as \"1 2 3\"")]
    Cards,
    #[error("\"{0}\" says how often a card is there with a number from 1 to 100, like 20*5")]
    Copies(String),
    #[error("a word stands for another word in quotes")]
    Word,
}

impl PackEntryError {
    /// Whether the key is to blame and not its value.
    pub(crate) fn is_about_key(&self) -> bool {
        matches!(self, PackEntryError::UnknownKey(_))
    }
}

/// The keys of a pack table.
const KEYS: [&str; 5] = ["style", "suits", "cards", "words", "names"];

/// Takes one entry of a pack table.
pub(crate) fn take(spec: &mut PackSpec, key: &str, value: &DeValue<'_>) -> Result<(), PackEntryError> {
    match (key, value) {
        ("style", DeValue::String(name)) => spec.style = style(name)?,
        ("suits", DeValue::Array(items)) => {
            let names = items.iter().map(|item| text(item.get_ref())).collect::<Option<Vec<String>>>();
            spec.suits = names.ok_or(PackEntryError::Suits)?;
        }
        ("cards", DeValue::Table(groups)) => {
            spec.groups.clear();
            for (group, ranks) in in_file_order(groups) {
                let words = text(ranks).ok_or(PackEntryError::Cards)?;
                spec.groups.push((group, copies(&words)?));
            }
        }
        ("words", DeValue::Table(words)) => spec.words = pairs(words)?,
        ("names", DeValue::Table(names)) => spec.names = pairs(names)?,
        _ if KEYS.contains(&key) => return Err(PackEntryError::Kind { key: key.into(), kind: kind(value) }),
        _ => return Err(PackEntryError::UnknownKey(key.into())),
    }
    Ok(())
}

fn style(name: &str) -> Result<Style, PackEntryError> {
    match name {
        "shapes" => Ok(Style::Shapes),
        "french" => Ok(Style::French),
        "colours" => Ok(Style::Colours),
        other => Err(PackEntryError::Style(other.into())),
    }
}

fn pairs(table: &DeTable<'_>) -> Result<Vec<(String, String)>, PackEntryError> {
    let pair = |(word, meaning): (String, &DeValue<'_>)| Some((word, text(meaning)?));
    in_file_order(table).map(pair).collect::<Option<Vec<_>>>().ok_or(PackEntryError::Word)
}

/// The entries of a table in file order.
fn in_file_order<'a, 'i>(table: &'a DeTable<'i>) -> impl Iterator<Item = (String, &'a DeValue<'i>)> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries.into_iter().map(|(key, value)| (key.get_ref().to_string(), value.get_ref()))
}

fn text(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        _ => None,
    }
}

/// Parses `1 2 3*2 20*5` as ranks with their numbers of copies.
fn copies(words: &str) -> Result<Vec<(String, usize)>, PackEntryError> {
    let mut out: Vec<(String, usize)> = Vec::new();
    for word in words.split_whitespace() {
        let (rank, times) = match word.split_once('*') {
            None => (word, 1),
            Some((rank, times)) => match times.parse() {
                Ok(times @ 1..=100) => (rank, times),
                _ => return Err(PackEntryError::Copies(word.into())),
            },
        };
        out.push((rank.to_owned(), times));
    }
    Ok(out)
}

/// Sets the number of copies of a rank without a suit.
pub(crate) fn set_copies(spec: &mut PackSpec, group: &str, rank: &str, copies: usize) {
    let existing = spec.groups.iter().position(|(name, ranks)| {
        name == group || ranks.iter().any(|(known, _)| known == rank) && !spec.suits.contains(name)
    });
    let at = existing.unwrap_or_else(|| {
        spec.groups.push((group.to_owned(), Vec::new()));
        spec.groups.len() - 1
    });
    let ranks = &mut spec.groups[at].1;
    ranks.retain(|(known, _)| known != rank);
    if copies > 0 {
        ranks.push((rank.to_owned(), copies));
    }
    spec.groups.retain(|(_, ranks)| !ranks.is_empty());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pack_can_be_made() {
        assert!(TEXTS.len() >= 5);
        for (name, _) in TEXTS {
            let spec = named(name).unwrap_or_else(|| panic!("{name} cannot be read"));
            assert!(engine::Pack::new(&spec, 1).is_ok(), "{name}");
            assert_eq!(name_of(&spec), Some(*name));
        }
    }
}
