//! What a person asks instead of moving: help, the table again, and why a card cannot be played.

use std::io::{self, BufRead, Write};

use games::{CompiledRules, Rules};

use super::{Console, HINT};
use crate::actions::{using, written};
use crate::hand::own;
use crate::plain::{guide, help, page, position};
use crate::table_link::TableLink;
use crate::table_view::TableView;

impl<R: BufRead, W: Write, L: TableLink> Console<'_, R, W, L> {
    /// Answers a question of the person; `false` where it is none.
    pub(super) fn help(&mut self, command: &str) -> io::Result<bool> {
        let text = match (command, command.strip_prefix("why ")) {
            ("why", _) => self.why_all(),
            (_, Some(card)) => page::wrapped(&self.why_card(card.trim()), 0),
            _ => match self.shown(command) {
                Some(text) => text,
                None => return Ok(false),
            },
        };
        write!(self.out, "{text}")?;
        self.prompt()?;
        Ok(true)
    }

    fn shown(&self, command: &str) -> Option<String> {
        let (table_view, words) = (self.table_view(), self.words()?);
        let scene = table_view.scene.as_ref()?;
        Some(match command {
            "help" | "?" | "h" => words.localised(&help::help(words.compiled())),
            "hand" => page::wrapped(&position::hand(scene, &words), 0),
            "table" => position::position(scene, &words).iter().map(|text| page::wrapped(text, 0)).collect(),
            "log" => table_view.log.iter().map(|text| page::wrapped(text, 0)).collect(),
            "scores" => scores(table_view),
            "rules" => page::rules(table_view.rules()?),
            "guide" => words.localised(&guide::in_words(table_view.rules()?)),
            _ => return None,
        })
    }

    /// Which cards of the hand can be played now, and why the others cannot.
    fn why_all(&mut self) -> String {
        let Some(scene) = &self.table_view().scene else { return String::new() };
        let mut cards = own(scene).to_vec();
        cards.dedup();
        let asked: Vec<String> = match self.words().map(|words| words.compiled().clone()) {
            Some(CompiledRules::Matching(compiled)) => {
                cards.iter().map(|&card| compiled.pack.notation(card).into()).collect()
            }
            Some(CompiledRules::Yaniv(_)) => {
                let now = self.now();
                let call = self.link.why(now, "yaniv").unwrap_or_else(|| "You may call Yaniv.".into());
                let throws = "You may throw any one card, cards of one rank, or a run in one suit.";
                return page::hanging("  ", throws, 2) + &page::hanging("  ", &call, 2);
            }
            None => Vec::new(),
        };
        asked.iter().map(|card| page::hanging("  ", &self.why_card(card), 2)).collect()
    }

    /// Whether the card that is written so can be played, and why not.
    fn why_card(&mut self, text: &str) -> String {
        let Some(words) = self.words() else { return String::new() };
        let (pack, Some(rules)) = (words.compiled().pack(), self.table_view().rules()) else {
            return String::new();
        };
        let Some(card) = pack.parse(text) else { return format!("There is no card \"{text}\". {HINT}") };
        let (name, notation) = (words.card(card), written(rules, pack, &[card]));
        let scene = self.table_view().scene.as_ref();
        let fits = scene.is_some_and(|scene| !using(scene, pack, &[card]).is_empty());
        let done = match rules {
            Rules::Matching(_) => "played",
            Rules::Yaniv(_) => "thrown",
        };
        let now = self.now();
        match self.link.why(now, &notation).filter(|_| !fits) {
            None => format!("The {name} can be {done}."),
            Some(reason) if reason.contains(&name) => reason,
            Some(reason) => format!("The {name} cannot be {done}: {reason}"),
        }
    }
}

fn scores(table_view: &TableView) -> String {
    let line = |(name, score): (&String, &i32)| format!("{score:>6}  {name}\n");
    table_view.names.iter().zip(&table_view.scores).map(line).collect()
}
