//! Questions of the person: help, the table, and why a card cannot be played.

use std::io::{self, Write};

use super::{Console, HELP_HINT};
use crate::actions::{choices_using, move_notation};
use crate::hand::own;
use crate::plain::spoken::Listener;
use crate::plain::{LineSource, guide, help, page, position};
use crate::table_link::TableLink;
use crate::table_view::TableView;

impl<R: LineSource, W: Write, L: TableLink> Console<'_, R, W, L> {
    /// Answers a question; `false` if the command is not one.
    pub(super) fn help(&mut self, command: &str) -> io::Result<bool> {
        let Some(text) = self.told(command) else { return Ok(false) };
        write!(self.out, "{text}")?;
        self.prompt()?;
        Ok(true)
    }

    /// Answers a line that was typed while others move.
    pub(super) fn answer_out_of_turn(&mut self, line: &str) -> io::Result<()> {
        let text = match self.told(line) {
            Some(text) => text,
            None => page::wrapped(&self.whose_turn(), 0),
        };
        write!(self.out, "{text}")?;
        self.out.flush()
    }

    fn whose_turn(&self) -> String {
        let turn = self.view().scene.as_ref().and_then(|scene| scene.turn);
        match (turn, self.narrator()) {
            (Some(turn), Some(narrator)) => format!("It is {}'s turn.", narrator.name(turn)),
            _ => "It is nobody's turn now.".into(),
        }
    }

    /// The answer to a question; `None` if the command is not one.
    fn told(&mut self, command: &str) -> Option<String> {
        match (command, command.strip_prefix("why ")) {
            ("why", _) => Some(self.why_all()),
            (_, Some(card)) => Some(page::wrapped(&self.why_card(card.trim()), 0)),
            _ => self.shown(command),
        }
    }

    pub(super) fn shown(&self, command: &str) -> Option<String> {
        let (view, narrator) = (self.view(), self.narrator()?);
        let scene = view.scene.as_ref()?;
        Some(match command {
            "help" | "?" | "h" | "commands" => {
                let possible = Listener::new(scene, narrator).suggestions();
                narrator.localised(&help::help(narrator.compiled(), &possible))
            }
            "hand" | "cards" | "my hand" | "my cards" => page::wrapped(&position::hand(scene, &narrator), 0),
            "table" => {
                position::position(scene, &narrator).iter().map(|text| page::wrapped(text, 0)).collect()
            }
            "log" => view.log.iter().map(|text| page::wrapped(text, 0)).collect(),
            "scores" | "score" => scores(view),
            "rules" => page::rules(view.rules()?),
            "guide" => narrator.localised(&guide::in_words(view.rules()?)),
            _ => return None,
        })
    }

    /// Which cards of the hand can be played now, and why the others cannot.
    fn why_all(&mut self) -> String {
        let Some(scene) = &self.view().scene else { return String::new() };
        let mut cards = own(scene).to_vec();
        cards.dedup();
        let Some(narrator) = self.narrator() else { return String::new() };
        if let Some(advice) = narrator.compiled().controls().advice {
            let now = self.now();
            let special = self.link.why(now, advice.special);
            let special = special.unwrap_or_else(|| advice.special_is_legal.into());
            return page::hanging("  ", advice.general, 2) + &page::hanging("  ", &special, 2);
        }
        let pack = narrator.compiled().pack();
        let cards_asked: Vec<String> = cards.iter().map(|&card| pack.notation(card).into()).collect();
        cards_asked.iter().map(|card| page::hanging("  ", &self.why_card(card), 2)).collect()
    }

    /// Whether a card can be played, and why not.
    fn why_card(&mut self, text: &str) -> String {
        let Some(narrator) = self.narrator() else { return String::new() };
        let (pack, Some(rules)) = (narrator.compiled().pack(), self.view().rules()) else {
            return String::new();
        };
        let listener = self.view().scene.as_ref().map(|scene| Listener::new(scene, narrator));
        let Some(card) = listener.and_then(|listener| listener.card(text)) else {
            return format!("There is no card \"{text}\". {HELP_HINT}");
        };
        let (name, notation) = (narrator.card(card), move_notation(rules, pack, &[card]));
        let scene = self.view().scene.as_ref();
        let fits = scene.is_some_and(|scene| !choices_using(scene, pack, &[card]).is_empty());
        let verb = rules.controls().verb.done;
        let now = self.now();
        match self.link.why(now, &notation).filter(|_| !fits) {
            None => format!("The {name} can be {verb}."),
            Some(reason) if reason.contains(&name) => reason,
            Some(reason) => format!("The {name} cannot be {verb}: {reason}"),
        }
    }
}

fn scores(view: &TableView) -> String {
    let line = |(name, score): (&String, &i32)| format!("{score:>6}  {name}\n");
    view.names.iter().zip(&view.scores).map(line).collect()
}
