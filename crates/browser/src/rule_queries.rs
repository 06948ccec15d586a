//! Queries about rules, answered as data that a page can show.

use engine::{Pack, Style};
use games::{CompiledRules, Fault, Guide, HouseRule, Rules, Value, as_typed, follows, presets};
use serde::Serialize;

use crate::BrowserError;

/// A preset of the program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Preset {
    /// The name in commands.
    pub name: String,
    /// The title that players read.
    pub title: String,
    /// One sentence for the list of games.
    pub about: String,
    /// The family of games that it belongs to.
    pub family: &'static str,
    /// Minimum and maximum number of players.
    pub players: (usize, usize),
    /// The word for the last card.
    pub word: String,
    /// Seconds for a turn; 0 for no limit.
    pub seconds: u64,
    /// The cards of its pack.
    pub pack: Cards,
}

/// The cards of a pack, for drawing them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Cards {
    /// `shapes`, `french` or `colours`.
    pub style: &'static str,
    /// The suits in their order.
    pub suits: Vec<String>,
    /// Every face in notation, in the order of a sorted hand.
    pub faces: Vec<String>,
}

/// An option of a rule set.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Choice {
    /// The heading of the rules page that it belongs to.
    pub section: &'static str,
    /// The key in rule files.
    pub key: String,
    /// What it decides.
    pub help: String,
    /// The current value as it is typed.
    pub value: String,
    /// The current value in words.
    pub said: String,
    /// The preset's value in words, if it differs.
    pub usual: Option<String>,
    /// The named values: as they are typed, and in words.
    pub words: Vec<(String, String)>,
    /// Minimum and maximum, if the option takes a number.
    pub range: Option<(i64, i64)>,
    /// Whether another value can be typed.
    pub typed: bool,
}

/// The result of reading a rule file: the rules, or its faults.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Loaded {
    /// The rules, written out as a file.
    pub rules: String,
    /// Their title.
    pub title: String,
    /// One sentence about them.
    pub about: String,
    /// Minimum and maximum number of players.
    pub players: (usize, usize),
    /// The faults with line and column; empty if the rules are valid.
    pub faults: Vec<(usize, usize, String)>,
}

/// A part of a guide or a rules page.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Section {
    /// Its heading.
    pub heading: String,
    /// Its paragraphs and pictures.
    pub entries: Vec<SectionEntry>,
}

/// Text and the cards it is about.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct SectionEntry {
    /// Which step of a turn it is, from 1.
    pub step: Option<usize>,
    /// Cards in notation, those of one picture side by side.
    pub pictures: Vec<Vec<String>>,
    /// What each picture is an example of: `table`, `fits` or `not`; empty if the pictures are not examples.
    pub marks: Vec<&'static str>,
    /// The text, one string per paragraph.
    pub texts: Vec<String>,
}

/// What each of two rule sets says where they differ; `None` if it says nothing.
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
        family: rules.family_name(),
        players: rules.players(),
        word,
        seconds: rules.table_options().turn_seconds.get(),
        pack: cards(rules)?,
    })
}

/// The cards that a rule set uses at its largest table.
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

/// All options of a rule set in the order of its rules page. Options without effect come last.
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
        said: rule.said(&rule.value),
        usual: before.map(|old| old.said(&old.value)),
        words: rule.words.iter().map(|word| (as_typed(word), rule.said(word))).collect(),
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

/// Changes several options of a rule set at once. Values are given as they are typed.
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
    Ok(guide.sections.iter().map(|section| section_of(section, pack)).collect())
}

fn section_of(section: &games::guide::Section, pack: &Pack) -> Section {
    let entry = |entry: &games::guide::GuideEntry| SectionEntry {
        step: entry.step,
        pictures: entry
            .pictures
            .iter()
            .map(|cards| cards.iter().map(|&card| pack.notation(card).into()).collect())
            .collect(),
        marks: entry.marks.iter().map(|mark| mark_name(*mark)).collect(),
        texts: entry.texts.clone(),
    };
    Section { heading: section.heading.into(), entries: section.entries.iter().map(entry).collect() }
}

fn mark_name(mark: games::guide::Mark) -> &'static str {
    match mark {
        games::guide::Mark::Table => "table",
        games::guide::Mark::Fits => "fits",
        games::guide::Mark::DoesNotFit => "not",
    }
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

/// The differences between two rule sets, in words.
pub fn difference(one: &str, two: &str) -> Result<Vec<Difference>, BrowserError> {
    let (one, two) = (read(one)?, read(two)?);
    Ok(games::difference(&one, &two).into_iter().map(|(_, here, there)| (here, there)).collect())
}

/// Reads a rule file; the error is its first fault.
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
