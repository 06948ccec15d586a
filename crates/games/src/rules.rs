//! A rule set of either family: what front ends, files and records handle.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use engine::{Card, MatchRules};

use crate::options::{Row, Setting, Value, quoted};
use crate::{TableOptions, matching, yaniv};

/// What is told about a rule set before its rules.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Header {
    /// The name that commands use: `naija-whot`.
    pub name: String,
    /// The name that people use: "Naija Whot".
    pub title: String,
    /// One sentence for the list of games.
    pub about: String,
    /// A little of where the game comes from.
    pub history: String,
    /// The rule set that this one was made from, if any.
    pub base: Option<String>,
}

/// A checked rule set.
#[expect(clippy::large_enum_variant, reason = "a few are made in a run of the program, and never in bulk")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rules {
    /// Whot, UNO, Crazy Eights and their kin.
    Matching(matching::Rules),
    /// Yaniv.
    Yaniv(yaniv::Rules),
}

/// One sentence or more of a rules page, about one matter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause {
    /// The heading it stands under.
    pub section: &'static str,
    /// What it is about: the option's key, or a word of its own.
    pub topic: String,
    /// The words.
    pub text: String,
    /// The special cards that it is about, one of each face, in the pack of the largest table.
    pub cards: Vec<Card>,
}

impl Rules {
    /// The families, by the names that a file uses.
    pub const FAMILIES: [&'static str; 2] = ["matching", "yaniv"];

    /// The bare family under this name.
    pub fn family(name: &str) -> Option<Rules> {
        match name {
            "matching" => Some(Rules::Matching(matching::Rules::default())),
            "yaniv" => Some(Rules::Yaniv(yaniv::Rules::default())),
            _ => None,
        }
    }

    /// The name of its family.
    pub fn family_name(&self) -> &'static str {
        match self {
            Rules::Matching(_) => "matching",
            Rules::Yaniv(_) => "yaniv",
        }
    }

    /// What is told about it.
    pub fn header(&self) -> &Header {
        match self {
            Rules::Matching(rules) => &rules.header,
            Rules::Yaniv(rules) => &rules.header,
        }
    }

    pub(crate) fn header_mut(&mut self) -> &mut Header {
        match self {
            Rules::Matching(rules) => &mut rules.header,
            Rules::Yaniv(rules) => &mut rules.header,
        }
    }

    /// The same rules as made from the preset of this name, if there is one.
    #[must_use]
    pub fn with_base(mut self, name: &str) -> Rules {
        self.header_mut().base = Some(name.into());
        self
    }

    /// The customs of the table.
    pub fn table_options(&self) -> &TableOptions {
        match self {
            Rules::Matching(rules) => &rules.table_options,
            Rules::Yaniv(rules) => &rules.table_options,
        }
    }

    /// The least and the most players.
    pub fn players(&self) -> (usize, usize) {
        match self {
            Rules::Matching(rules) => (rules.players.least, rules.players.most),
            Rules::Yaniv(rules) => (rules.players.least, rules.players.most),
        }
    }

    /// When a match is over and who has won it.
    pub fn match_rules(&self) -> MatchRules {
        match self {
            Rules::Matching(rules) => rules.match_rules(),
            Rules::Yaniv(rules) => rules.match_rules(),
        }
    }

    /// Every option: key, ids, help, the value in force, and what would be accepted.
    pub fn options(&self) -> Vec<Shown> {
        fn shown<R>(rules: &R, rows: &[Row<R>]) -> Vec<Shown> {
            rows.iter().map(|row| Shown::new(row.key, row.ids, row.help, (row.field)(rules))).collect()
        }
        match self {
            Rules::Matching(rules) => shown(rules, matching::ROWS),
            Rules::Yaniv(rules) => shown(rules, yaniv::ROWS),
        }
    }

    /// The setting under this key, in any of its spellings.
    pub(crate) fn setting_mut(&mut self, key: &str) -> Option<&mut dyn Setting> {
        fn find<'a, R>(rules: &'a mut R, rows: &[Row<R>], key: &str) -> Option<&'a mut dyn Setting> {
            rows.iter().find(|row| row.is(key)).map(|row| (row.field_mut)(rules))
        }
        match self {
            Rules::Matching(rules) => find(rules, matching::ROWS, key),
            Rules::Yaniv(rules) => find(rules, yaniv::ROWS, key),
        }
    }

    /// Every key that a file of this family may use, in all spellings.
    pub(crate) fn keys(&self) -> Vec<&'static str> {
        fn spelled<R>(rows: &'static [Row<R>]) -> Vec<&'static str> {
            rows.iter().flat_map(|row| row.also.iter().copied().chain([row.key])).collect()
        }
        match self {
            Rules::Matching(_) => spelled(matching::ROWS),
            Rules::Yaniv(_) => spelled(yaniv::ROWS),
        }
    }

    /// What is wrong with it: the key that is to blame, and a sentence.
    pub(crate) fn faults(&self) -> Vec<(&'static str, String)> {
        match self {
            Rules::Matching(rules) => rules.faults(),
            Rules::Yaniv(rules) => rules.faults(),
        }
    }

    /// The rules in plain words. Every sentence is true for exactly this rule set.
    pub fn explain(&self) -> Vec<Clause> {
        match self {
            Rules::Matching(rules) => matching::explain(rules),
            Rules::Yaniv(rules) => yaniv::explain(rules),
        }
    }

    /// What is said in a sentence about rules that were made from these: what these say may be true no more.
    pub(crate) fn changed_about(&self) -> String {
        format!("{}, with house rules.", self.header().title)
    }

    /// Everything but what is told about it.
    pub(crate) fn options_and_tables(&self) -> (Vec<Shown>, String) {
        let tables = match self {
            Rules::Matching(rules) => rules.tables_toml(None),
            Rules::Yaniv(_) => String::new(),
        };
        (self.options(), tables)
    }

    /// The rule set as a TOML text that loads again: whole, or only what differs from `base`.
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
            if !before.iter().any(|old| old.key == option.key && old.value == option.value) {
                out.push_str(&format!("{} = {}\n", option.key, option.value));
            }
        }
        let tables = match (self, base) {
            (Rules::Matching(rules), Some(Rules::Matching(base))) => rules.tables_toml(Some(base)),
            (Rules::Matching(rules), _) => rules.tables_toml(None),
            (Rules::Yaniv(_), _) => String::new(),
        };
        out + &tables
    }
}

/// An option as it is shown to people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shown {
    /// The key in rule files and after `--rule`.
    pub key: &'static str,
    /// The requirements and rulings it carries out.
    pub ids: &'static str,
    /// What it decides.
    pub help: &'static str,
    /// The value in force.
    pub value: Value,
    /// What would be accepted.
    pub accepted: String,
    /// Every value, where there are only a few.
    pub values: Vec<Value>,
}

impl Shown {
    fn new(key: &'static str, ids: &'static str, help: &'static str, setting: &dyn Setting) -> Shown {
        let (value, accepted, values) = (setting.value(), setting.accepted(), setting.values());
        Shown { key, ids, help, value, accepted, values }
    }
}

/// How two rule sets differ, in words: what each says on every matter on which they do not say the same.
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
