//! The packs that come with the program, and packs written out in a rule file (W1).

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use engine::{PackSpec, Style};
use toml::de::{DeTable, DeValue};

use crate::options::hint;
use crate::rule_file::kind;

/// The packs by name.
pub const NAMES: [&str; 5] = ["whot", "french", "french-32", "uno-100", "uno-108"];

const TEXTS: [&str; 5] = [
    include_str!("../rules/packs/whot.toml"),
    include_str!("../rules/packs/french.toml"),
    include_str!("../rules/packs/french-32.toml"),
    include_str!("../rules/packs/uno-100.toml"),
    include_str!("../rules/packs/uno-108.toml"),
];

/// The pack under this name.
pub fn named(name: &str) -> Option<PackSpec> {
    let at = NAMES.iter().position(|known| *known == name)?;
    let table = DeTable::parse(TEXTS[at]).ok()?;
    let mut spec = PackSpec::default();
    for (key, value) in table.get_ref() {
        take(&mut spec, key.get_ref(), value.get_ref()).ok()?;
    }
    Some(spec)
}

/// The name of the pack, if it is one of those that come with the program.
pub fn name_of(spec: &PackSpec) -> Option<&'static str> {
    NAMES.into_iter().find(|name| named(name).as_ref() == Some(spec))
}

/// Takes one entry of a pack table; the fault is the value's (`true`) or the key's.
pub(crate) fn take(spec: &mut PackSpec, key: &str, value: &DeValue<'_>) -> Result<(), (bool, String)> {
    match (key, value) {
        ("style", DeValue::String(style)) => {
            spec.style = match style.as_ref() {
                "shapes" => Style::Shapes,
                "french" => Style::French,
                "colours" => Style::Colours,
                other => {
                    return Err((
                        true,
                        format!("`style` is \"shapes\", \"french\" or \"colours\", not \"{other}\""),
                    ));
                }
            };
            Ok(())
        }
        ("suits", DeValue::Array(items)) => {
            let words = items.iter().map(|item| text(item.get_ref())).collect::<Option<Vec<String>>>();
            spec.suits = words.ok_or((true, "`suits` is a list of names in quotes".to_owned()))?;
            Ok(())
        }
        ("cards", DeValue::Table(groups)) => {
            spec.groups.clear();
            let mut listed: Vec<_> = groups.iter().collect();
            listed.sort_by_key(|(group, _)| group.span().start);
            for (group, ranks) in listed {
                let words = text(ranks.get_ref())
                    .ok_or((true, "the cards of a suit are written as \"1 2 3\"".to_owned()))?;
                spec.groups.push((group.get_ref().to_string(), copies(&words).map_err(|why| (true, why))?));
            }
            Ok(())
        }
        ("words", DeValue::Table(words)) => pairs(words, &mut spec.words),
        ("names", DeValue::Table(names)) => pairs(names, &mut spec.names),
        ("style" | "suits" | "cards" | "words" | "names", other) => {
            Err((true, format!("`{key}` of a pack cannot be {}", kind(other))))
        }
        _ => {
            let near = hint(key, ["style", "suits", "cards", "words", "names"]);
            Err((false, format!("a pack has no `{key}`; it has style, suits, cards, words and names.{near}")))
        }
    }
}

fn pairs(table: &DeTable<'_>, into: &mut Vec<(String, String)>) -> Result<(), (bool, String)> {
    let mut listed: Vec<_> = table.iter().collect();
    listed.sort_by_key(|(word, _)| word.span().start);
    into.clear();
    for (word, meaning) in listed {
        let meaning =
            text(meaning.get_ref()).ok_or((true, "a word stands for another word in quotes".to_owned()))?;
        into.push((word.get_ref().to_string(), meaning));
    }
    Ok(())
}

fn text(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        _ => None,
    }
}

/// Reads `1 2 3*2 20*5` as ranks with how often each is there.
fn copies(words: &str) -> Result<Vec<(String, usize)>, String> {
    let mut out: Vec<(String, usize)> = Vec::new();
    for word in words.split_whitespace() {
        let (rank, times) = match word.split_once('*') {
            None => (word, 1),
            Some((rank, times)) => match times.parse() {
                Ok(times @ 1..=100) => (rank, times),
                _ => {
                    return Err(format!(
                        "\"{word}\" says how often a card is there with a number from 1 to 100, like 20*5"
                    ));
                }
            },
        };
        out.push((rank.to_owned(), times));
    }
    Ok(out)
}

/// Sets how many cards of a rank without a suit there are.
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
