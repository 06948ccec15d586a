//! The rule sets that come with the program.

use alloc::vec::Vec;

use crate::{Rules, load};

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
