//! A rule set of any family, as front ends, files and records use it.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use engine::{Card, MatchRules};

use crate::controls::Controls;
use crate::families::{FAMILY_NAMES, default_rules};
use crate::guide::Example;
use crate::options::{Setting, Value, quoted};
use crate::{Family, Listed, ReactionRules, Rules, TableOptions, each_family};

/// The description of a rule set.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Header {
    /// The name that commands use: `naija-whot`.
    pub name: String,
    /// The name that people use: "Naija Whot".
    pub title: String,
    /// One sentence for the list of games.
    pub about: String,
    /// A short history of the game.
    pub history: String,
    /// The preset that it is based on, if any.
    pub base: Option<String>,
}

/// One or more sentences of a rules page about one topic.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause {
    /// Its heading.
    pub section: &'static str,
    /// Its topic: the key of an option, or another word.
    pub topic: String,
    /// The sentences.
    pub text: String,
    /// The special cards it is about, one of each face, in the pack for the maximum number of players.
    pub cards: Vec<Card>,
}

impl Rules {
    /// The names of the families in rule files.
    pub const FAMILIES: &'static [&'static str] = FAMILY_NAMES;

    /// The default rules of the family with this name.
    pub fn family(name: &str) -> Option<Rules> {
        default_rules(name)
    }

    /// The name of its family.
    pub fn family_name(&self) -> &'static str {
        each_family!(Rules, self, |_rules, F| <F as Family>::NAME)
    }

    /// The description of the rule set.
    pub fn header(&self) -> &Header {
        each_family!(Rules, self, |rules, F| F::header(rules))
    }

    pub(crate) fn header_mut(&mut self) -> &mut Header {
        each_family!(Rules, self, |rules, F| F::header_mut(rules))
    }

    /// The same rules, marked as based on the preset with this name.
    #[must_use]
    pub fn with_base(mut self, name: &str) -> Rules {
        self.header_mut().base = Some(name.into());
        self
    }

    /// The options that every table has.
    pub fn table_options(&self) -> &TableOptions {
        each_family!(Rules, self, |rules, F| F::table_options(rules))
    }

    /// The minimum and maximum number of players.
    pub fn players(&self) -> (usize, usize) {
        each_family!(Rules, self, |rules, F| F::players(rules))
    }

    /// When a match is over and who has won it.
    pub fn match_rules(&self) -> MatchRules {
        each_family!(Rules, self, |rules, F| F::match_rules(rules))
    }

    /// How many cards an illegal play costs (S25, G9).
    pub fn illegal_fine(&self) -> u64 {
        each_family!(Rules, self, |rules, F| F::illegal_fine(rules))
    }

    /// How reactions are timed.
    pub fn reaction_rules(&self) -> ReactionRules {
        each_family!(Rules, self, |rules, F| F::reaction_rules(rules))
    }

    /// How front ends name and offer the moves.
    pub fn controls(&self) -> Controls {
        each_family!(Rules, self, |_rules, F| <F as Family>::CONTROLS)
    }

    /// Every option: key, ids, help, the value in force, and what would be accepted.
    pub fn options(&self) -> Vec<OptionInfo> {
        fn rows<F: Family>(rules: &F::Rules) -> Vec<OptionInfo> {
            F::ROWS
                .iter()
                .map(|row| OptionInfo::new(row.key, row.ids, row.help, (row.field)(rules)))
                .collect()
        }
        each_family!(Rules, self, |rules, F| rows::<F>(rules))
    }

    /// Every option as a setting: key, help, and the value in force.
    pub(crate) fn settings(&self) -> Vec<(&'static str, &'static str, &dyn Setting)> {
        fn rows<F: Family>(rules: &F::Rules) -> Vec<(&'static str, &'static str, &dyn Setting)> {
            F::ROWS.iter().map(|row| (row.key, row.help, (row.field)(rules))).collect()
        }
        each_family!(Rules, self, |rules, F| rows::<F>(rules))
    }

    /// The setting with this key, in any spelling.
    pub(crate) fn setting_mut(&mut self, key: &str) -> Option<&mut dyn Setting> {
        fn find<'a, F: Family>(rules: &'a mut F::Rules, key: &str) -> Option<&'a mut dyn Setting> {
            F::ROWS.iter().find(|row| row.is(key)).map(|row| (row.field_mut)(rules))
        }
        each_family!(Rules, self, |rules, F| find::<F>(rules, key))
    }

    /// The main spelling of an option's key.
    pub(crate) fn main_key(&self, key: &str) -> Option<&'static str> {
        fn find<F: Family>(key: &str) -> Option<&'static str> {
            F::ROWS.iter().find(|row| row.is(key)).map(|row| row.key)
        }
        each_family!(Rules, self, |_rules, F| find::<F>(key))
    }

    /// Every key that a file of this family may use, in all spellings.
    pub(crate) fn keys(&self) -> Vec<&'static str> {
        fn spelled<F: Family>() -> Vec<&'static str> {
            F::ROWS.iter().flat_map(|row| row.also.iter().copied().chain([row.key])).collect()
        }
        each_family!(Rules, self, |_rules, F| spelled::<F>())
    }

    /// The faults of the rule set: the key to blame, and a sentence.
    pub(crate) fn faults(&self) -> Vec<(&'static str, String)> {
        each_family!(Rules, self, |rules, F| F::faults(rules))
    }

    /// The rules in plain words. Every sentence is true for exactly this rule set.
    pub fn explain(&self) -> Vec<Clause> {
        each_family!(Rules, self, |rules, F| F::explain(rules))
    }

    /// The pictures of the guide, each with the topic of the clause that it follows.
    pub(crate) fn examples(&self) -> Vec<Example> {
        each_family!(Rules, self, |rules, F| F::examples(rules))
    }

    /// The `about` sentence for rules based on these: the original sentence may no longer be true.
    pub(crate) fn changed_about(&self) -> String {
        format!("{}, with house rules.", self.header().title)
    }

    /// Everything but the description.
    pub(crate) fn options_and_tables(&self) -> (Vec<OptionInfo>, String) {
        (self.options(), self.tables_toml(None))
    }

    fn tables_toml(&self, base: Option<&Rules>) -> String {
        each_family!(Rules, self, |rules, F| F::tables_toml(rules, base.and_then(F::own_rules)))
    }

    /// The rule set as TOML that loads again: complete, or only what differs from `base`.
    pub fn to_toml(&self, base: Option<&Rules>) -> String {
        let header = self.header();
        let mut out = match base {
            Some(base) => format!("extends = {}\n", quoted(&base.header().name)),
            None => format!("family = {}\n", quoted(self.family_name())),
        };
        let texts = [
            ("name", &header.name),
            ("title", &header.title),
            ("about", &header.about),
            ("history", &header.history),
        ];
        let old = base.map(Rules::header);
        let known = |key: &str| {
            old.map(|old| match key {
                "name" => &old.name,
                "title" => &old.title,
                "about" => &old.about,
                _ => &old.history,
            })
        };
        for (key, text) in texts {
            let unsaid = base.is_none() && text.is_empty();
            let made_up = key == "about" && base.is_some_and(|base| *text == base.changed_about());
            if known(key) != Some(text) && !unsaid && !made_up {
                out.push_str(&format!("{key} = {}\n", quoted(text)));
            }
        }
        let before = base.map(Rules::options).unwrap_or_default();
        for option in self.options() {
            let unsaid =
                base.is_none() && UNSAID.contains(&(option.key, format!("{}", option.value).as_str()));
            if !unsaid && !before.iter().any(|old| old.key == option.key && old.value == option.value) {
                out.push_str(&format!("{} = {}\n", option.key, option.value));
            }
        }
        out + &self.tables_toml(base)
    }
}

/// Options that came after the whole text of the rules had become part of verifiable shuffles, with their defaults: these
/// are not written out, so the text of older rules stays the same.
const UNSAID: &[(&str, &str)] = &[("fine_turn", "\"stays\"")];

/// An option with its value, for display.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionInfo {
    /// The key in rule files and after `--rule`.
    pub key: &'static str,
    /// The ids of the requirements and rulings that it implements.
    pub ids: &'static str,
    /// What it decides.
    pub help: &'static str,
    /// The value in force.
    pub value: Value,
    /// What would be accepted.
    pub accepted: String,
    /// Every value, if there are only a few.
    pub values: Vec<Value>,
}

impl OptionInfo {
    fn new(key: &'static str, ids: &'static str, help: &'static str, setting: &dyn Setting) -> OptionInfo {
        let (value, accepted, values) = (setting.value(), setting.accepted(), setting.values());
        OptionInfo { key, ids, help, value, accepted, values }
    }
}

/// How two rule sets differ, in words: for each topic on which they differ, what each rules page says.
pub fn difference(one: &Rules, two: &Rules) -> Vec<(String, Option<String>, Option<String>)> {
    let (first, second) = (one.explain(), two.explain());
    let text = |page: &[Clause], topic: &str| {
        let found: Vec<&str> =
            page.iter().filter(|clause| clause.topic == topic).map(|clause| clause.text.as_str()).collect();
        (!found.is_empty()).then(|| found.join(" "))
    };
    let mut topics: Vec<&String> = Vec::new();
    for clause in first.iter().chain(&second) {
        if !topics.contains(&&clause.topic) {
            topics.push(&clause.topic);
        }
    }
    topics
        .into_iter()
        .map(|topic| (topic.clone(), text(&first, topic), text(&second, topic)))
        .filter(|(_, here, there)| here != there)
        .collect()
}
