//! The rule sets that come with the program.

use alloc::format;
use alloc::vec::Vec;

use crate::{Rules, change, load};

/// Every preset by name with its text, in the order of the list of games; `build.rs` lists `rules/*.toml`.
const TEXTS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/presets.rs"));

/// The names of the presets.
pub fn names() -> impl Iterator<Item = &'static str> {
    TEXTS.iter().map(|(name, _)| *name)
}

/// The preset under this name.
pub fn named(name: &str) -> Option<Rules> {
    let (known, text) = TEXTS.iter().find(|(known, _)| *known == name)?;
    let mut rules = load(text).ok()?;
    let header = rules.header_mut();
    header.name = (*known).into();
    header.base = Some((*known).into());
    Some(rules)
}

/// What presets said when records began to name them, where they say something else today: preset, key, text.
const IN_RECORDS: &[(&str, &str, &str)] = &[
    ("naija-whot-duel", "title", "Naija Whot duel"),
    ("uno-classic", "title", "UNO classic"),
    ("uno-swap", "title", "UNO with swapped hands"),
    // First, because a change of an option also changes the description.
    ("whot-spec", "fine_turn", "stays"),
    ("whot-spec", "title", "Whot by the specification"),
    (
        "whot-spec",
        "about",
        "Whot as a written specification has it: a card is turned up, equal numbers go together, an 8 can be blocked.",
    ),
];

/// The preset that a record means by its name: records write out what has changed since. Verifiable shuffles depend on
/// the whole text of the rules, so even a title has to stay the same for a record.
pub(crate) fn named_in_records(name: &str) -> Option<Rules> {
    let mut rules = named(name)?;
    for &(_, key, text) in IN_RECORDS.iter().filter(|(preset, ..)| *preset == name) {
        match key {
            "title" => rules.header_mut().title = text.into(),
            "about" => rules.header_mut().about = text.into(),
            option => rules = change(&rules, &[format!("{option}={text}")]).ok()?,
        }
    }
    Some(rules)
}

/// The text of a preset's file.
pub fn text(name: &str) -> Option<&'static str> {
    TEXTS.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// All presets.
pub fn all() -> Vec<Rules> {
    names().filter_map(named).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn every_preset_loads() {
        for (name, text) in TEXTS {
            let faults = load(text).err().unwrap_or_default();
            assert!(faults.is_empty(), "{name}: {}", faults[0]);
            assert_eq!(named(name).unwrap().header().name, name.to_string());
        }
    }

    #[test]
    fn a_rule_set_written_out_loads_again() {
        for rules in all() {
            let mut again = load(&rules.to_toml(None)).unwrap_or_else(|faults| panic!("{}", faults[0]));
            again.header_mut().base.clone_from(&rules.header().base);
            assert_eq!(again, rules);
        }
    }
}
