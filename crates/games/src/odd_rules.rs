//! Rule sets and sources of chance for the tests of this crate.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use engine::{Chance, Quick};

use crate::{Rules, change, presets};

/// How many changes are tried on a preset.
const CHANGES: usize = 14;
/// Cards of several packs.
const SELECTORS: [&str; 12] = ["1", "2", "3", "8", "14", "20", "A", "J", "Q", "swap", "wild", "draw2"];
const EFFECTS: [&str; 12] = [
    "none",
    "wild",
    "any",
    "hold_on",
    "skip",
    "suspension 2",
    "pick 2",
    "market 1",
    "swap",
    "wild + swap",
    "wild + pick 4",
    "reverse",
];

/// A preset with some options and effects changed at random; changes that would contradict each other are left out.
pub(crate) fn odd_rules(chance: &mut Quick) -> Rules {
    let presets = presets::all();
    let base = &presets[chance.below(presets.len() as u32) as usize];
    let mut changes = Vec::new();
    for _ in 0..CHANGES {
        let mut more = changes.clone();
        more.extend(random_change(base, chance));
        if change(base, &more).is_ok() {
            changes = more;
        }
    }
    change(base, &changes).unwrap_or_else(|_| base.clone())
}

fn random_change(base: &Rules, chance: &mut Quick) -> Option<String> {
    if chance.below(3) == 0 {
        let (selector, effect) = (pick(&SELECTORS, chance)?, pick(&EFFECTS, chance)?);
        return Some(format!("effects.{selector}=\"{effect}\""));
    }
    let options = base.options();
    let option = pick(&options, chance)?;
    let value = pick(&option.values, chance)?;
    Some(format!("{}={value}", option.key))
}

fn pick<'a, T>(items: &'a [T], chance: &mut Quick) -> Option<&'a T> {
    items.get(chance.below(items.len() as u32) as usize)
}

/// A source whose first numbers are given.
pub(crate) struct Given {
    numbers: Vec<u32>,
    bounds: Vec<u32>,
    then: Quick,
}

impl Given {
    /// These numbers, and then those of a seed.
    pub(crate) fn new(numbers: Vec<u32>, seed: u64) -> Given {
        Given { numbers, bounds: Vec::new(), then: Quick::new(seed) }
    }

    /// The bounds of the first numbers that were asked for.
    pub(crate) fn bounds(&self, count: usize) -> &[u32] {
        &self.bounds[..count.min(self.bounds.len())]
    }
}

impl Chance for Given {
    fn begin(&mut self, _shuffle: u32) {}

    fn below(&mut self, bound: u32) -> u32 {
        let given = self.numbers.get(self.bounds.len()).copied();
        self.bounds.push(bound);
        given.unwrap_or_else(|| self.then.below(bound))
    }
}
