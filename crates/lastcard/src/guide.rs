//! `lastcard guide`: how a game is played, with pictures of the cards.

use std::io::{self, IsTerminal, Write};

use clap::Args;
use engine::Card;
use games::guide::{Entry, Section};
use games::{Guide as Content, and_list, presets};
use terminal::Screen;
use terminal::guide::Reader;
use terminal::plain::page;

use crate::{Failure, find};

/// Learn a game: its cards, how a turn runs, where it comes from
#[derive(Args)]
pub struct Guide {
    /// The name of a preset, or a rule file; asked for unless given
    game: Option<String>,
    /// Change an option of the rules
    #[arg(long = "rule", value_name = "KEY=VALUE", requires = "game")]
    changes: Vec<String>,
    /// Lines of text instead of a full screen; by itself where input or output is not a terminal
    #[arg(long)]
    plain: bool,
}

impl Guide {
    /// Shows the guide full screen where there is one, and otherwise in plain text.
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let rules = self.game.as_ref().map(|game| find::rules(game, &self.changes)).transpose()?;
        if !self.plain && io::stdin().is_terminal() && io::stdout().is_terminal() {
            let reader = rules.map_or_else(|| Reader::choosing(presets::all()), |rules| Reader::of(&rules));
            return Ok(Screen::open()?.read(reader)?);
        }
        let text = match rules {
            Some(rules) => Content::new(&rules).map_or_else(String::new, |guide| in_words(&guide)),
            None => offer(),
        };
        write!(out, "{text}")?;
        Ok(())
    }
}

/// What can be asked for.
fn offer() -> String {
    let line = |rules: &games::Rules| format!("  {:<18} {}\n", rules.header().name, rules.header().title);
    let list: String = presets::all().iter().map(line).collect();
    format!("`lastcard guide NAME` explains one of these games, or the game of a rule file:\n\n{list}")
}

/// The guide as text, with the cards in words.
fn in_words(guide: &Content) -> String {
    let title = page::heading(&format!("{}: the guide", guide.title), '=');
    let sections = guide.sections.iter().map(|section| section_in_words(guide, section));
    title + &sections.collect::<String>()
}

fn section_in_words(guide: &Content, section: &Section) -> String {
    let entries = section.entries.iter().map(|entry| entry_in_words(guide, entry));
    format!("\n{}{}", page::heading(section.heading, '-'), entries.collect::<String>())
}

/// An entry: a line with its cards, then its words, the first of them after the number of a step.
fn entry_in_words(guide: &Content, entry: &Entry) -> String {
    let number = entry.step.map(|step| format!("{step}.")).unwrap_or_default();
    let indent = if number.is_empty() { 0 } else { 3 };
    let heads = [number.as_str()].into_iter().chain(std::iter::repeat(""));
    let words = entry.texts.iter().zip(heads).map(|(text, head)| page::hanging(head, text, indent));
    format!("\n{}{}", cards_in_words(guide, &entry.pictures), words.collect::<Vec<_>>().join("\n"))
}

/// "Cards: 3 of Circle; 4 of Circle and 3 of Star."
fn cards_in_words(guide: &Content, pictures: &[Vec<Card>]) -> String {
    if pictures.is_empty() {
        return String::new();
    }
    let names = |cards: &Vec<Card>| and_list(cards.iter().map(|&card| guide.pack.name(card)));
    let listed: Vec<String> = pictures.iter().map(names).collect();
    page::hanging("Cards:", &format!("{}.", listed.join("; ")), 2)
}
