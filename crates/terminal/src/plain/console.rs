//! A match in plain text: prints what happens, asks the person who must decide, and lets computer players move.

mod answers;
mod asking;
mod clock;
mod passing;
mod printing;

use std::io::{self, Write};

use games::{Move, Reaction};
use table::{Level, Millis};

use crate::plain::{LineSource, RoundSummary};
use crate::sentences::Narrator;
use crate::table_link::TableLink;
use crate::table_view::TableView;
use clock::{Clock, Reply};

/// How a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The match is over.
    Over,
    /// The player left, or the input ended.
    Left,
}

/// The result of asking a person.
enum AskResult {
    /// A request was made; the position may have changed.
    Tried,
    /// The person does nothing.
    Declined,
    /// The person leaves.
    Leave,
}

/// Added to the answer to unknown input.
const HELP_HINT: &str = "Type help for the commands.";

/// A match played with lines of text.
pub struct Console<'a, R, W, L> {
    link: L,
    input: &'a mut R,
    out: &'a mut W,
    clock: Clock,
    /// Number of log entries already printed for each person.
    printed: Vec<usize>,
    /// Number of entries of the public log that everyone at a shared device knows of.
    printed_publicly: usize,
    /// Whether somebody has taken the device, so that cards may be shown.
    is_taken: bool,
    /// The hand that the current person saw last.
    shown_hand: Vec<engine::Card>,
    /// The position in which the current person declined to react.
    declined_at: Option<u64>,
}

impl<'a, R: LineSource, W: Write, L: TableLink> Console<'a, R, W, L> {
    /// A match in lines of text.
    pub fn new(link: L, input: &'a mut R, out: &'a mut W) -> Console<'a, R, W, L> {
        Console {
            printed: vec![0; link.people().max(1)],
            printed_publicly: 0,
            is_taken: link.people() < 2,
            clock: Clock::new(link.can_fast_forward()),
            shown_hand: Vec::new(),
            declined_at: None,
            link,
            input,
            out,
        }
    }

    /// Skips the log of a resumed match up to its last entries.
    pub fn skip_old_log(&mut self) {
        let last = self.view().log.len().saturating_sub(3);
        self.printed.fill(last);
        self.printed_publicly = last;
    }

    /// Waits until the match begins, and prints who comes and goes; `false` if the player leaves before.
    pub fn gather(&mut self) -> io::Result<bool> {
        let has_begun = self.view().scene.is_some();
        while self.view().scene.is_none() {
            let names = self.view().names_and_absence();
            self.print_gathering()?;
            let is_same = |console: &Self| {
                console.view().scene.is_none() && console.view().names_and_absence() == names
            };
            match self.read_while(is_same)? {
                Reply::Line(line) => {
                    if !self.gathering_command(&line)? {
                        return Ok(false);
                    }
                }
                Reply::Changed => writeln!(self.out)?,
                Reply::End => return Ok(false),
            }
        }
        // Nothing is asked that would show the table.
        if has_begun && !self.must_decide() {
            self.print_log()?;
            self.print_table()?;
        }
        Ok(true)
    }

    fn print_gathering(&mut self) -> io::Result<()> {
        let names = self.view().names_and_absence().join(", ");
        writeln!(self.out, "At the table: {names}.")?;
        // On a line of its own a link can be selected.
        let invitation = self.link.invitation();
        if !invitation.is_empty() {
            writeln!(self.out, "{invitation}")?;
        }
        match self.link.waits_for() {
            Some(text) => write!(self.out, "{text} Type quit to leave: ")?,
            None => {
                write!(
                    self.out,
                    "Enter starts the match, bot (or bot hard) adds a computer player, or quit: "
                )?;
            }
        }
        self.out.flush()
    }

    /// Carries out a command while players gather; `false` if the player leaves.
    fn gathering_command(&mut self, line: &str) -> io::Result<bool> {
        let now = self.now();
        let may_begin = self.link.waits_for().is_none();
        match line {
            "quit" | "exit" | "q" => return Ok(false),
            "" if may_begin => self.link.start(now),
            "bot" if may_begin => self.link.add_bot(now),
            other => match other.strip_prefix("bot ").and_then(|name| Level::named(name.trim())) {
                Some(level) if may_begin => self.add_bot(now, level),
                _ if self.link.about_person(now, other) => {}
                _ => return Ok(true),
            },
        }
        let refused = self.view().message.clone();
        if !refused.is_empty() {
            writeln!(self.out, "{refused}")?;
        } else if line.is_empty() {
            // The cards are being shuffled, and this device takes part.
            while self.view().scene.is_none() && self.wait() {}
        }
        Ok(true)
    }

    fn add_bot(&mut self, now: Millis, level: Level) {
        if let Some(next) = self.link.bot_level() {
            *next = level;
        }
        self.link.add_bot(now);
    }

    /// Plays the match to its end, or until the player leaves.
    pub fn run(&mut self) -> io::Result<Ending> {
        loop {
            if !self.is_shared() {
                self.print_log()?;
            }
            if self.link.public_view().outcome.is_some() {
                match self.end_round()? {
                    Some(ending) => return Ok(ending),
                    None => continue,
                }
            }
            if let Some(person) = self.next_person() {
                if !self.pass_on(person)? {
                    return Ok(Ending::Left);
                }
            } else if self.is_taken && self.must_decide() {
                self.link.save();
                self.print_log()?;
                match self.ask()? {
                    AskResult::Tried => {}
                    AskResult::Declined => self.declined_at = Some(self.view().number),
                    AskResult::Leave => return Ok(Ending::Left),
                }
            } else if !self.wait_for_others()? {
                return Ok(Ending::Left);
            }
        }
    }

    /// Prints the result of the round and continues with the next one; returns the ending if there is none.
    fn end_round(&mut self) -> io::Result<Option<Ending>> {
        self.link.save();
        self.print_public_log()?;
        self.print_result()?;
        if self.link.public_view().winners.is_some() {
            return Ok(Some(Ending::Over));
        }
        match self.wants_next_round()? {
            Reply::Line(line) if is_quit(&line) => return Ok(Some(Ending::Left)),
            Reply::End => return Ok(Some(Ending::Left)),
            Reply::Line(line) if self.about_person(&line)? => return Ok(None),
            Reply::Line(_) => {
                let now = self.now();
                self.link.next_round(now);
            }
            Reply::Changed => {}
        }
        self.new_round()?;
        Ok(None)
    }

    /// Does something about another person, if that is what the line says.
    fn about_person(&mut self, line: &str) -> io::Result<bool> {
        let now = self.now();
        let done = self.link.about_person(now, line);
        if done {
            self.print_message()?;
        }
        Ok(done)
    }

    /// The table, after the match.
    pub fn into_link(self) -> L {
        self.link
    }

    fn view(&self) -> &TableView {
        self.link.view()
    }

    fn narrator(&self) -> Option<Narrator<'_>> {
        self.view().narrator()
    }

    fn must_decide(&self) -> bool {
        !self.view().held && (self.view().is_on_turn() || self.may_react())
    }

    /// Whether the current person can react out of turn in a way worth asking about: a catch, a slap, or a word that
    /// became due through the move of another. A forgotten word is not mentioned.
    fn may_react(&self) -> bool {
        let view = self.view();
        let Some(scene) = &view.scene else { return false };
        if !self.is_taken
            || view.is_on_turn()
            || scene.choices.is_empty()
            || self.declined_at == Some(view.number)
        {
            return false;
        }
        let owes = |own: bool| {
            let of_them = |place: &&engine::Place| (Some(place.seat) == view.seat()) == own;
            scene.places.iter().filter(of_them).any(|place| place.owes_word)
        };
        let Some(compiled) = view.compiled() else { return false };
        let is_about_words = |choice: &engine::Choice| {
            let reaction = compiled.parse(&choice.notation).ok().and_then(Move::reaction);
            matches!(reaction, Some(Reaction::Say | Reaction::Catch))
        };
        !scene.choices.iter().all(is_about_words) || owes(false) || owes(true) && !self.moved_last()
    }

    /// Whether the current person made the last move.
    fn moved_last(&self) -> bool {
        let played = |event: &engine::Event| match event {
            engine::Event::Played { seat, .. } => Some(*seat),
            _ => None,
        };
        self.view().events.iter().find_map(played) == self.view().seat()
    }

    fn new_round(&mut self) -> io::Result<()> {
        self.declined_at = None;
        self.shown_hand.clear();
        // The new hands are for their owners alone.
        self.is_taken = !self.is_shared();
        writeln!(self.out)
    }

    /// Asks people who are still in the match whether to play another round.
    fn wants_next_round(&mut self) -> io::Result<Reply> {
        let view = self.link.view();
        let Some(you) = view.seat() else { return Ok(Reply::Line(String::new())) };
        let out = |seat| RoundSummary::from_view(view).is_some_and(|summary| summary.is_out(seat));
        if !self.is_shared() && out(you) {
            if !self.view().is_out() {
                writeln!(self.out, "You are out of the match, and the others play on.")?;
            }
            return Ok(Reply::Line(String::new()));
        }
        write!(self.out, "Enter for the next round, or quit: ")?;
        self.out.flush()?;
        self.read_while(|console| console.link.public_view().outcome.is_some())
    }
}

/// Whether the person wants to leave.
fn is_quit(line: &str) -> bool {
    ["quit", "exit", "q", "bye", "leave", "stop"].contains(&line)
}
