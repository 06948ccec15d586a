//! Questions about rules, answered as data that a page can show.

use engine::{Pack, Style};
use games::{CompiledRules, Fault, Guide, HouseRule, Rules, Value, as_typed, follows, in_words, presets};
use serde::Serialize;

use crate::BrowserError;

/// A game that comes with the program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Preset {
    /// The name that commands use.
    pub name: String,
    /// The name that people use.
    pub title: String,
    /// One sentence for the list of games.
    pub about: String,
    /// The least and the most players.
    pub players: (usize, usize),
    /// The word that is said with one card left.
    pub word: String,
    /// Seconds for a turn; 0 for no limit.
    pub seconds: u64,
    /// Which of the packs it is played with.
    pub pack: Cards,
}

/// The cards of a pack as a page has to know them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Cards {
    /// `shapes`, `french` or `colours`.
    pub style: &'static str,
    /// The suits in their order.
    pub suits: Vec<String>,
    /// Every face in notation, in the order of a sorted hand.
    pub faces: Vec<String>,
}

/// Something in a rule set that can be changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Choice {
    /// The heading of the rules page that it belongs to.
    pub section: &'static str,
    /// The key in rule files.
    pub key: String,
    /// What it decides.
    pub help: String,
    /// The value in force as it is typed.
    pub value: String,
    /// The same as it is said.
    pub said: String,
    /// What the preset has, where that is another value.
    pub usual: Option<String>,
    /// The values that have a name: as typed and as said.
    pub words: Vec<(String, String)>,
    /// The least and the greatest number, where numbers are accepted.
    pub range: Option<(i64, i64)>,
    /// Whether another value can be typed.
    pub typed: bool,
}

/// A rule file that was read: the rules, or what is wrong with it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Loaded {
    /// The rules, written out as a file.
    pub rules: String,
    /// What they are called.
    pub title: String,
    /// One sentence about them.
    pub about: String,
    /// The least and the most players.
    pub players: (usize, usize),
    /// What is wrong, each with line and column; nothing where the rules are good.
    pub faults: Vec<(usize, usize, String)>,
}

/// A part of a guide or a rules page.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Section {
    /// What it is about.
    pub heading: String,
    /// What it says.
    pub entries: Vec<SectionEntry>,
}

/// Words, and the cards that they are about.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct SectionEntry {
    /// Which step of a turn it is, from 1.
    pub step: Option<usize>,
    /// Cards in notation, those of one picture side by side.
    pub pictures: Vec<Vec<String>>,
    /// The words, a paragraph each.
    pub texts: Vec<String>,
}

/// What two rule sets say on a matter on which they differ; nothing where one is silent.
pub type Difference = (Option<String>, Option<String>);

/// The games that come with the program.
pub fn presets() -> Vec<Preset> {
    presets::all().iter().filter_map(preset).collect()
}

fn preset(rules: &Rules) -> Option<Preset> {
    let header = rules.header();
    let option = |key: &str| rules.options().into_iter().find(|option| option.key == key);
    let word = option("last_word").map(|option| as_typed(&option.value)).unwrap_or_default();
    Some(Preset {
        name: header.name.clone(),
        title: header.title.clone(),
        about: header.about.clone(),
        players: rules.players(),
        word,
        seconds: rules.table_options().turn_seconds.get(),
        pack: cards(rules)?,
    })
}

/// The cards that a rule set is played with at its largest table.
pub fn cards(rules: &Rules) -> Option<Cards> {
    let compiled = CompiledRules::new(rules, rules.players().1).ok()?;
    let pack = compiled.pack();
    let faces = pack.cards().iter().filter(|&&card| pack.first_copy(card) == card);
    Some(Cards {
        style: match pack.style() {
            Style::Shapes => "shapes",
            Style::French => "french",
            Style::Colours => "colours",
        },
        suits: pack.suits().to_vec(),
        faces: faces.map(|&card| pack.notation(card).into()).collect(),
    })
}

/// Reads a rule file.
pub fn load(text: &str) -> Loaded {
    match games::load(text) {
        Ok(rules) => loaded(&rules),
        Err(faults) => Loaded { faults: faults.into_iter().map(place).collect(), ..Loaded::default() },
    }
}

/// Everything that can be changed in a rule set, in the order of its page; what plays no part in it comes last.
pub fn options(text: &str) -> Result<Vec<Choice>, BrowserError> {
    let rules = read(text)?;
    let usual = base(&rules).map(|base| base.house_rules()).unwrap_or_default();
    let rows = rules.house_rules_in_use_first().into_iter().map(|rule| {
        let before = usual.iter().find(|old| old.key == rule.key && old.value != rule.value);
        option(&rule, before)
    });
    Ok(rows.collect())
}

fn option(rule: &HouseRule, before: Option<&HouseRule>) -> Choice {
    Choice {
        section: rule.section,
        key: rule.key.clone(),
        help: rule.help.clone(),
        value: as_typed(&rule.value),
        said: in_words(&rule.value),
        usual: before.map(|old| in_words(&old.value)),
        words: rule.words.iter().map(|word| (as_typed(word), in_words(word))).collect(),
        range: rule.range,
        typed: rule.is_typed(),
    }
}

/// The sentences of the rules page that follow from an option.
pub fn sentences(text: &str, key: &str) -> Result<Vec<String>, BrowserError> {
    let rules = read(text)?;
    let rule = rules.house_rules().into_iter().find(|rule| rule.key == key);
    Ok(rule.map(|rule| follows(&rules, &rule)).unwrap_or_default())
}

/// Changes a rule set: keys with values as they are typed, all at once.
pub fn change(text: &str, changes: &[(String, String)]) -> Loaded {
    let outcome = read(text).map_err(|error| vec![error.to_string()]).and_then(|rules| {
        let known = rules.house_rules();
        let line = |(key, typed): &(String, String)| match known.iter().find(|rule| rule.key == *key) {
            Some(rule) => rule.change(&rule.read(typed)),
            None => format!("{key}={}", Value::Text(typed.clone())),
        };
        games::change(&rules, &changes.iter().map(line).collect::<Vec<_>>()).map_err(|error| error.messages())
    });
    match outcome {
        Ok(rules) => loaded(&rules),
        Err(why) => {
            Loaded { faults: why.into_iter().map(|message| (0, 0, message)).collect(), ..Loaded::default() }
        }
    }
}

/// The guide to a rule set, with the cards that each part is about.
pub fn guide(text: &str) -> Result<Vec<Section>, BrowserError> {
    let guide = Guide::new(&read(text)?).ok_or(BrowserError::NoGuide)?;
    let pack = &guide.pack;
    Ok(guide.sections.iter().map(|section| told(section, pack)).collect())
}

fn told(section: &games::guide::Section, pack: &Pack) -> Section {
    let entry = |entry: &games::guide::GuideEntry| SectionEntry {
        step: entry.step,
        pictures: entry
            .pictures
            .iter()
            .map(|cards| cards.iter().map(|&card| pack.notation(card).into()).collect())
            .collect(),
        texts: entry.texts.clone(),
    };
    Section { heading: section.heading.into(), entries: section.entries.iter().map(entry).collect() }
}

/// The whole rules page.
pub fn page(text: &str) -> Result<Vec<Section>, BrowserError> {
    let mut sections: Vec<Section> = Vec::new();
    for clause in read(text)?.explain() {
        let entry = SectionEntry { texts: vec![clause.text], ..SectionEntry::default() };
        match sections.last_mut().filter(|section| section.heading == clause.section) {
            Some(section) => section.entries.push(entry),
            None => sections.push(Section { heading: clause.section.into(), entries: vec![entry] }),
        }
    }
    Ok(sections)
}

/// How two rule sets differ, in words.
pub fn difference(one: &str, two: &str) -> Result<Vec<Difference>, BrowserError> {
    let (one, two) = (read(one)?, read(two)?);
    Ok(games::difference(&one, &two).into_iter().map(|(_, here, there)| (here, there)).collect())
}

/// Reads a rule file, or says what its first fault is.
pub(crate) fn read(text: &str) -> Result<Rules, BrowserError> {
    games::load(text)
        .map_err(|faults| BrowserError::Rules(faults.first().map(ToString::to_string).unwrap_or_default()))
}

fn base(rules: &Rules) -> Option<Rules> {
    rules.header().base.as_deref().and_then(presets::named)
}

fn loaded(rules: &Rules) -> Loaded {
    let header = rules.header();
    Loaded {
        rules: rules.to_toml(base(rules).as_ref()),
        title: header.title.clone(),
        about: header.about.clone(),
        players: rules.players(),
        faults: Vec::new(),
    }
}

fn place(fault: Fault) -> (usize, usize, String) {
    (fault.line, fault.column, fault.message)
}
