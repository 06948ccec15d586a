//! The guide: the rules page in reading order for a newcomer, with pictures of the cards.
//!
//! It reuses the sentences of the page, so the two cannot disagree, and its examples come from the same compiled rules
//! that the game uses. Rare cases are left to the page.

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
    /// The pack of the pictured cards.
    pub pack: Pack,
    /// The sections in reading order.
    pub sections: Vec<Section>,
}

/// A section of a guide.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    /// The heading.
    pub heading: &'static str,
    /// The entries under the heading.
    pub entries: Vec<GuideEntry>,
}

/// Paragraphs and the cards they are about.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GuideEntry {
    /// Which step of a turn it is, from 1.
    pub step: Option<usize>,
    /// The pictures; the cards of one picture are shown side by side.
    pub pictures: Vec<Vec<Card>>,
    /// What the pictures are examples of, in their order; empty where they are no examples.
    pub marks: Vec<Mark>,
    /// The paragraphs.
    pub texts: Vec<String>,
}

/// What a picture is an example of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// The card on the table.
    Table,
    /// Cards that may be played on it.
    Fits,
    /// A card that may not.
    DoesNotFit,
}

impl GuideEntry {
    fn shows(&self, card: Card) -> bool {
        self.pictures.iter().flatten().any(|&shown| shown == card)
    }
}

/// The heading of the rules page about the course of a turn.
const TURN_HEADING: &str = "A turn";
/// The heading of the rules page about table options, which are not part of the game itself.
const TABLE_HEADING: &str = "At the table";

/// The headings about what is done before play begins. A newcomer first wants to know what to do in a turn.
const SET_UP_HEADINGS: [&str; 2] = ["The cards", "The deal"];

/// The topics of the clauses for each step of a turn.
const STEP_TOPICS: [&[&str]; 3] = [
    &["turn"],
    &["fits", "group_play", "sets", "ace", "min_naturals", "joker_in_sets"],
    &["voluntary_draw", "play_drawn", "draw_any_of_kind"],
];

/// Topics that are rare or of no use to a newcomer; only the rules page has them.
const OMITTED_TOPICS: [&str; 5] =
    ["max_actions", "blocked", "short_draw", "false_call_penalty", "uno_shield_ms"];

/// The closing sentence.
const CLOSING_NOTE: &str = "This guide leaves out what hardly ever happens. The rules page has every rule.";

impl Guide {
    /// Writes the guide to a rule set; `None` if the rules do not compile.
    pub fn new(rules: &Rules) -> Option<Guide> {
        let pack = CompiledRules::new(rules, rules.players().1).ok()?.pack().clone();
        let mut writer = Writer { examples: rules.examples(), sections: Vec::new() };
        let (aim, others): (Vec<Clause>, Vec<Clause>) =
            rules.explain().into_iter().filter(belongs_in_guide).partition(|clause| clause.topic == "aim");
        for clause in aim {
            writer.plain("The aim", clause.text);
        }
        for clause in others {
            writer.clause(clause);
        }
        writer.sections.sort_by_key(|section| SET_UP_HEADINGS.contains(&section.heading));
        writer.plain("Every rule", CLOSING_NOTE.into());
        writer.origin(rules);
        Some(Guide { title: rules.header().title.clone(), pack, sections: writer.sections })
    }
}

/// Whether the clause belongs in the guide. Of the table options only the time limit does.
fn belongs_in_guide(clause: &Clause) -> bool {
    let table_option = clause.section == TABLE_HEADING && clause.topic != "turn_seconds";
    !table_option && !OMITTED_TOPICS.contains(&clause.topic.as_str())
}

/// A topic, and the entry that follows its clause; without paragraphs, the pictures of the clause itself.
pub(crate) type Example = (&'static str, GuideEntry);

struct Writer {
    /// The examples that were not used yet.
    examples: Vec<Example>,
    sections: Vec<Section>,
}

impl Writer {
    /// The background of the game (N2, C3).
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

    /// Adds a clause of the rules page, to an existing entry if it belongs to one.
    fn clause(&mut self, clause: Clause) {
        let (heading, step) = (clause.section, step_of(&clause));
        let (examples, own) = self.take_examples(&clause.topic);
        if let Some(entry) = self.entry_for(&clause, step) {
            entry.texts.push(clause.text);
        } else {
            let mut pictures: Vec<Vec<Card>> = own.into_iter().flat_map(|entry| entry.pictures).collect();
            if clause.topic.starts_with("effects.") {
                pictures.push(clause.cards);
            }
            let step = step.filter(|_| !self.entries_of(heading).iter().any(|entry| entry.step == step));
            self.add(
                heading,
                GuideEntry { step, pictures, texts: vec![clause.text], ..GuideEntry::default() },
            );
        }
        for example in examples {
            self.add(heading, example);
        }
    }

    /// Takes the examples of a topic: those with paragraphs, and those without.
    fn take_examples(&mut self, topic: &str) -> (Vec<GuideEntry>, Vec<GuideEntry>) {
        let all = core::mem::take(&mut self.examples);
        let (now, later): (Vec<Example>, _) = all.into_iter().partition(|(about, _)| *about == topic);
        self.examples = later;
        now.into_iter().map(|(_, entry)| entry).partition(|entry| !entry.texts.is_empty())
    }

    /// The entries under the heading if it is the last one, otherwise none.
    fn entries_of(&mut self, heading: &str) -> &mut [GuideEntry] {
        let section = self.sections.last_mut().filter(|section| section.heading == heading);
        section.map_or(&mut [], |section| &mut section.entries)
    }

    /// The entry that a clause belongs to: the last one if it has the same step, or the one that shows all its cards.
    fn entry_for(&mut self, clause: &Clause, step: Option<usize>) -> Option<&mut GuideEntry> {
        let entries = self.entries_of(clause.section);
        if step.is_some() {
            return entries.last_mut().filter(|entry| entry.step == step);
        }
        let shows = |entry: &&mut GuideEntry| clause.cards.iter().all(|card| entry.shows(*card));
        entries.iter_mut().find(shows).filter(|_| !clause.cards.is_empty())
    }
}

/// The step of a turn that the clause is about.
fn step_of(clause: &Clause) -> Option<usize> {
    let step = STEP_TOPICS.iter().position(|topics| topics.contains(&clause.topic.as_str()));
    step.filter(|_| clause.section == TURN_HEADING).map(|at| at + 1)
}
