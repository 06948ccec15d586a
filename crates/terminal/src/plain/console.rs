//! A match in plain text: prints what happens, asks the person who must decide, and lets computer players move.

mod answers;
mod asking;
mod printing;

use std::io::{self, BufRead, IsTerminal, Write};
use std::time::Instant;

use games::{Move, Reaction};
use table::{Level, Millis};

use crate::plain::RoundSummary;
use crate::sentences::Narrator;
use crate::table_link::TableLink;
use crate::table_view::TableView;

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

/// Number of blank lines that hide the cards of one person from the next.
const HIDING_LINES: usize = 50;

/// A match played with lines of text.
pub struct Console<'a, R, W, L> {
    link: L,
    input: &'a mut R,
    out: &'a mut W,
    start: Instant,
    /// Time that was skipped.
    skipped: Millis,
    /// Number of log entries already printed for each person.
    printed: Vec<usize>,
    /// The position in which the current person declined to react.
    declined_at: Option<u64>,
}

impl<'a, R: BufRead, W: Write, L: TableLink> Console<'a, R, W, L> {
    /// A match in lines of text.
    pub fn new(link: L, input: &'a mut R, out: &'a mut W) -> Console<'a, R, W, L> {
        let printed = vec![0; link.people().max(1)];
        Console { link, input, out, start: Instant::now(), skipped: 0, printed, declined_at: None }
    }

    /// Skips the log of a resumed match up to its last entries.
    pub fn skip_old_log(&mut self) {
        let last = self.view().log.len().saturating_sub(3);
        self.printed.fill(last);
    }

    /// Waits until the match begins; `false` if the player leaves before.
    pub fn gather(&mut self) -> io::Result<bool> {
        while self.view().scene.is_none() {
            let names = self.view().names.join(", ");
            writeln!(self.out, "At the table: {names}. {}", self.link.invitation())?;
            if let Some(starter) = self.link.starter() {
                writeln!(self.out, "{starter} made the table and begins the match.")?;
                self.out.flush()?;
                if !self.wait_for_others() {
                    return Ok(false);
                }
                continue;
            }
            write!(self.out, "Enter begins, bot (or bot hard) seats a computer player, look, or quit: ")?;
            self.out.flush()?;
            let Some(line) = self.read()? else { return Ok(false) };
            let now = self.now();
            self.link.tick(now);
            match line.as_str() {
                "" => self.link.start(now),
                "bot" => self.link.add_bot(now),
                "quit" | "exit" | "q" => return Ok(false),
                other => match other.strip_prefix("bot ").and_then(|name| Level::named(name.trim())) {
                    Some(level) => self.add_bot(now, level),
                    None => continue,
                },
            }
            let refused = self.view().message.clone();
            if !refused.is_empty() {
                writeln!(self.out, "{refused}")?;
            } else if line.is_empty() {
                // The cards are being shuffled, and this device takes part.
                while self.view().scene.is_none() && self.wait() {}
            }
        }
        Ok(true)
    }

    /// Waits until a player joins or leaves, or the match begins; `false` if nothing more will happen.
    fn wait_for_others(&mut self) -> bool {
        let names = self.view().names.clone();
        while self.view().scene.is_none() && self.view().names == names {
            if !self.wait() {
                return false;
            }
        }
        true
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
            self.print_log()?;
            let over = self.link.public_view().outcome.is_some();
            if over {
                self.link.save();
                self.print_result()?;
                if self.link.public_view().winners.is_some() {
                    return Ok(Ending::Over);
                }
                if !self.wants_next_round()? {
                    return Ok(Ending::Left);
                }
                let now = self.now();
                self.link.next_round(now);
                self.new_round()?;
                continue;
            }
            if let Some(person) = self.link.person_to_move().filter(|_| !self.may_react()) {
                if !self.pass_on(person)? {
                    return Ok(Ending::Left);
                }
                continue;
            }
            if self.must_decide() {
                self.link.save();
                match self.ask()? {
                    AskResult::Tried => {}
                    AskResult::Declined => self.declined_at = Some(self.view().number),
                    AskResult::Leave => return Ok(Ending::Left),
                }
                continue;
            }
            if !self.wait() {
                return Ok(Ending::Left);
            }
        }
    }

    /// The table, after the match.
    pub fn into_link(self) -> L {
        self.link
    }

    fn now(&self) -> Millis {
        self.start.elapsed().as_millis() as Millis + self.skipped
    }

    /// Skips ahead while nobody here has to decide; `false` if nothing more will happen.
    fn wait(&mut self) -> bool {
        let now = self.now();
        let Some(skipped) = self.link.wait_for_next(now) else { return false };
        self.skipped += skipped;
        true
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
        if view.is_on_turn() || scene.choices.is_empty() || self.declined_at == Some(view.number) {
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
        writeln!(self.out)
    }

    /// Passes the device on without showing the cards of both people (J23); `false` if the input ended.
    fn pass_on(&mut self, person: usize) -> io::Result<bool> {
        let name = self.link.person(person).to_string();
        // On a terminal, the scrollback is cleared too.
        let clear = if io::stdout().is_terminal() { "\u{1b}[2J\u{1b}[3J\u{1b}[H" } else { "" };
        write!(self.out, "{}{clear}", "\n".repeat(HIDING_LINES))?;
        write!(self.out, "Pass the device to {name}. {name}, press Enter: ")?;
        self.out.flush()?;
        if self.read()?.is_none() {
            return Ok(false);
        }
        self.link.hand_over_to(person);
        self.declined_at = None;
        writeln!(self.out)?;
        Ok(true)
    }

    /// Asks people who are still in the match whether to play another round.
    fn wants_next_round(&mut self) -> io::Result<bool> {
        let view = self.link.view();
        let Some(you) = view.seat() else { return Ok(true) };
        let out = |seat| RoundSummary::from_view(view).is_some_and(|summary| summary.is_out(seat));
        if self.link.people() == 1 && out(you) {
            if !self.view().is_out() {
                writeln!(self.out, "You are out of the match, and the others play on.")?;
            }
            return Ok(true);
        }
        write!(self.out, "Enter for the next round, or quit: ")?;
        self.out.flush()?;
        let answer = self.read()?;
        Ok(answer.is_some_and(|answer| !["quit", "exit", "q"].contains(&answer.as_str())))
    }
}
