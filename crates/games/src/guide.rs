//! The guide: the rules page put in reading order for a newcomer, with the cards that each part is about.
//!
//! Its words are those of the page, so the two cannot disagree; the examples beside them are asked of the same
//! kit that the game is played with. What only matters once in a hundred rounds is left to the page.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use engine::{Card, Pack};

use crate::{Clause, CompiledRules, Rules};

/// How a game is played, with pictures.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Guide {
    /// The name of the game.
    pub title: String,
    /// The pack that the cards are of.
    pub pack: Pack,
    /// The parts in the order in which they are read.
    pub sections: Vec<Section>,
}

/// A part of a guide.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    /// What it is about.
    pub heading: &'static str,
    /// What it says.
    pub entries: Vec<GuideEntry>,
}

/// Words, and the cards that they are about.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GuideEntry {
    /// Which step of a turn it is, from 1.
    pub step: Option<usize>,
    /// Cards to be shown, those of one picture side by side.
    pub pictures: Vec<Vec<Card>>,
    /// The words, a paragraph each.
    pub texts: Vec<String>,
}

impl GuideEntry {
    fn shows(&self, card: Card) -> bool {
        self.pictures.iter().flatten().any(|&shown| shown == card)
    }
}

/// Where the page of either family says how a turn runs.
const TURN: &str = "A turn";
/// Where the page says what is agreed at the table and does not belong to the game.
const TABLE: &str = "At the table";

/// The steps of a turn, by what the clauses are about.
const STEPS: [&[&str]; 3] = [
    &["turn"],
    &["fits", "group_play", "sets", "ace", "min_naturals", "joker_in_sets"],
    &["voluntary_draw", "play_drawn", "draw_any_of_kind"],
];

/// What hardly ever happens, or is of no use to a newcomer: it stands on the rules page only.
const LEFT_OUT: [&str; 5] = ["max_actions", "blocked", "short_draw", "false_call_penalty", "uno_shield_ms"];

/// Where the rest is to be read.
const MORE: &str = "This guide leaves out what hardly ever happens. The rules page has every rule.";

impl Guide {
    /// The guide to a rule set; none for a set that does not pass its checks.
    pub fn new(rules: &Rules) -> Option<Guide> {
        let pack = CompiledRules::new(rules, rules.players().1).ok()?.pack().clone();
        let mut writer = Writer { examples: rules.examples(), sections: Vec::new() };
        writer.origin(rules);
        let (aim, others): (Vec<Clause>, Vec<Clause>) =
            rules.explain().into_iter().filter(is_told).partition(|clause| clause.topic == "aim");
        for clause in aim {
            writer.plain("The aim", clause.text);
        }
        for clause in others {
            writer.clause(clause);
        }
        writer.plain("Every rule", MORE.into());
        Some(Guide { title: rules.header().title.clone(), pack, sections: writer.sections })
    }
}

/// Whether the guide has a place for the clause; of the customs of a table only the time for a turn.
fn is_told(clause: &Clause) -> bool {
    let custom = clause.section == TABLE && clause.topic != "turn_seconds";
    !custom && !LEFT_OUT.contains(&clause.topic.as_str())
}

/// An entry to stand after the clause about this topic, or without words: the pictures of that clause.
pub(crate) type Example = (&'static str, GuideEntry);

struct Writer {
    /// What is not shown yet.
    examples: Vec<Example>,
    sections: Vec<Section>,
}

impl Writer {
    /// What the game is, and where it comes from (N2, C3).
    fn origin(&mut self, rules: &Rules) {
        let header = rules.header();
        for text in [&header.about, &header.history].into_iter().filter(|text| !text.is_empty()) {
            self.plain("Where it comes from", text.clone());
        }
    }

    fn plain(&mut self, heading: &'static str, text: String) {
        self.add(heading, GuideEntry { texts: vec![text], ..GuideEntry::default() });
    }

    fn add(&mut self, heading: &'static str, entry: GuideEntry) {
        match self.sections.last_mut().filter(|section| section.heading == heading) {
            Some(section) => section.entries.push(entry),
            None => self.sections.push(Section { heading, entries: vec![entry] }),
        }
    }

    /// A clause of the rules page: where it belongs to an entry that is there already it joins that.
    fn clause(&mut self, clause: Clause) {
        let (heading, step) = (clause.section, step_of(&clause));
        let (examples, own) = self.take_examples(&clause.topic);
        if let Some(entry) = self.home_of(&clause, step) {
            entry.texts.push(clause.text);
        } else {
            let mut pictures: Vec<Vec<Card>> = own.into_iter().flat_map(|entry| entry.pictures).collect();
            if clause.topic.starts_with("effects.") {
                pictures.push(clause.cards);
            }
            let step = step.filter(|_| !self.entries_of(heading).iter().any(|entry| entry.step == step));
            self.add(heading, GuideEntry { step, pictures, texts: vec![clause.text] });
        }
        for example in examples {
            self.add(heading, example);
        }
    }

    /// The examples of a topic, those with words and those without; each is shown once.
    fn take_examples(&mut self, topic: &str) -> (Vec<GuideEntry>, Vec<GuideEntry>) {
        let all = core::mem::take(&mut self.examples);
        let (now, later): (Vec<Example>, _) = all.into_iter().partition(|(about, _)| *about == topic);
        self.examples = later;
        now.into_iter().map(|(_, entry)| entry).partition(|entry| !entry.texts.is_empty())
    }

    /// What stands under the heading, if that is the last one.
    fn entries_of(&mut self, heading: &str) -> &mut [GuideEntry] {
        let section = self.sections.last_mut().filter(|section| section.heading == heading);
        section.map_or(&mut [], |section| &mut section.entries)
    }

    /// The entry to which a clause belongs: the last, if it is of the same step, or the one with all its cards.
    fn home_of(&mut self, clause: &Clause, step: Option<usize>) -> Option<&mut GuideEntry> {
        let entries = self.entries_of(clause.section);
        if step.is_some() {
            return entries.last_mut().filter(|entry| entry.step == step);
        }
        let shows = |entry: &&mut GuideEntry| clause.cards.iter().all(|card| entry.shows(*card));
        entries.iter_mut().find(shows).filter(|_| !clause.cards.is_empty())
    }
}

/// Which step of a turn the clause is about.
fn step_of(clause: &Clause) -> Option<usize> {
    let step = STEPS.iter().position(|topics| topics.contains(&clause.topic.as_str()));
    step.filter(|_| clause.section == TURN).map(|at| at + 1)
}
