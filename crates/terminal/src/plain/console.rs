//! A match in plain text: tells what happens, asks whoever has to decide, lets the computer players move.

mod answers;
mod asking;
mod telling;

use std::io::{self, BufRead, IsTerminal, Write};
use std::time::Instant;

use games::CompiledRules;
use table::{Level, Millis};

use crate::plain::Tally;
use crate::sentences::Words;
use crate::table_link::TableLink;
use crate::table_view::TableView;

/// How a sitting ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The match is over.
    Over,
    /// The person has had enough, or the input has ended.
    Left,
}

/// What the person wants.
enum Wish {
    /// This was tried; the position may be another now.
    Tried,
    /// Nothing is done.
    LetItBe,
    /// To stop.
    Leave,
}

/// What is said after something that was not understood.
const HINT: &str = "Type help for the commands.";

/// What hides the cards of one person from the next.
const SHEET: usize = 50;

/// A match at a keyboard and a printer.
pub struct Console<'a, R, W, L> {
    link: L,
    input: &'a mut R,
    out: &'a mut W,
    began: Instant,
    /// Time that nobody had to wait for.
    skipped: Millis,
    /// How much of the log was told to each of the people.
    told: Vec<usize>,
    /// The position in which the person who looks has let a reaction be.
    let_be: Option<u64>,
}

impl<'a, R: BufRead, W: Write, L: TableLink> Console<'a, R, W, L> {
    /// A match to be played in lines.
    pub fn new(link: L, input: &'a mut R, out: &'a mut W) -> Console<'a, R, W, L> {
        let told = vec![0; link.people().max(1)];
        Console { link, input, out, began: Instant::now(), skipped: 0, told, let_be: None }
    }

    /// Of what happened before, only the last is told again.
    pub fn skip_what_was(&mut self) {
        let last = self.table_view().log.len().saturating_sub(3);
        self.told.fill(last);
    }

    /// Waits until a match begins where people still gather; `false` where the person leaves before.
    pub fn gather(&mut self) -> io::Result<bool> {
        while self.table_view().scene.is_none() {
            let names = self.table_view().names.join(", ");
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
            let refused = self.table_view().message.clone();
            if !refused.is_empty() {
                writeln!(self.out, "{refused}")?;
            } else if line.is_empty() {
                // It is being shuffled, and the device has to answer.
                while self.table_view().scene.is_none() && self.wait() {}
            }
        }
        Ok(true)
    }

    /// Waits until somebody comes or goes, or the match begins; `false` where nothing comes any more.
    fn wait_for_others(&mut self) -> bool {
        let names = self.table_view().names.clone();
        while self.table_view().scene.is_none() && self.table_view().names == names {
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

    /// Plays the match to its end, or until the person leaves.
    pub fn run(&mut self) -> io::Result<Ending> {
        loop {
            self.tell_log()?;
            let over = self.link.public().outcome.is_some();
            if over {
                self.link.save();
                self.tell_result()?;
                if self.link.public().winners.is_some() {
                    return Ok(Ending::Over);
                }
                if !self.goes_on()? {
                    return Ok(Ending::Left);
                }
                let now = self.now();
                self.link.go_on(now);
                self.new_round()?;
                continue;
            }
            if let Some(person) = self.link.awaited().filter(|_| !self.may_react()) {
                if !self.pass_on(person)? {
                    return Ok(Ending::Left);
                }
                continue;
            }
            if self.is_asked() {
                self.link.save();
                match self.ask()? {
                    Wish::Tried => {}
                    Wish::LetItBe => self.let_be = Some(self.table_view().number),
                    Wish::Leave => return Ok(Ending::Left),
                }
                continue;
            }
            if !self.wait() {
                return Ok(Ending::Left);
            }
        }
    }

    /// The table, once the match was played.
    pub fn into_link(self) -> L {
        self.link
    }

    fn now(&self) -> Millis {
        self.began.elapsed().as_millis() as Millis + self.skipped
    }

    /// Nobody here has to decide anything, so time goes on at once; `false` where nothing can happen any more.
    fn wait(&mut self) -> bool {
        let now = self.now();
        let Some(skipped) = self.link.idle(now) else { return false };
        self.skipped += skipped;
        true
    }

    fn table_view(&self) -> &TableView {
        self.link.table_view()
    }

    fn words(&self) -> Option<Words<'_>> {
        self.table_view().words()
    }

    fn is_asked(&self) -> bool {
        !self.table_view().held && (self.table_view().is_on_turn() || self.may_react())
    }

    /// Whether the person who looks can do something out of turn that is worth asking about: a catch, a slap, or a
    /// word that another's move made due. A word that was forgotten is not brought to mind.
    fn may_react(&self) -> bool {
        let table_view = self.table_view();
        let Some(scene) = &table_view.scene else { return false };
        if table_view.is_on_turn() || scene.choices.is_empty() || self.let_be == Some(table_view.number) {
            return false;
        }
        let owes = |own: bool| {
            let of_them = |place: &&engine::Place| (Some(place.seat) == table_view.seat()) == own;
            scene.places.iter().filter(of_them).any(|place| place.owes_word)
        };
        match table_view.compiled() {
            Some(CompiledRules::Matching(_)) => owes(false) || owes(true) && !self.moved_last(),
            Some(CompiledRules::Yaniv(_)) => true,
            None => false,
        }
    }

    /// Whether the last move was that of the person who looks.
    fn moved_last(&self) -> bool {
        let played = |event: &engine::Event| match event {
            engine::Event::Played { seat, .. } => Some(*seat),
            _ => None,
        };
        self.table_view().events.iter().find_map(played) == self.table_view().seat()
    }

    fn new_round(&mut self) -> io::Result<()> {
        self.let_be = None;
        writeln!(self.out)
    }

    /// The device goes to another person, and nobody sees the cards of both (J23); `false` where the input ended.
    fn pass_on(&mut self, person: usize) -> io::Result<bool> {
        let name = self.link.person(person).to_string();
        // Where a screen could be scrolled back, everything on it is wiped.
        let wiped = if io::stdout().is_terminal() { "\u{1b}[2J\u{1b}[3J\u{1b}[H" } else { "" };
        write!(self.out, "{}{wiped}", "\n".repeat(SHEET))?;
        write!(self.out, "Pass the device to {name}. {name}, press Enter: ")?;
        self.out.flush()?;
        if self.read()?.is_none() {
            return Ok(false);
        }
        self.link.face(person);
        self.let_be = None;
        writeln!(self.out)?;
        Ok(true)
    }

    /// Whether another round is played: people who are still in the match are asked.
    fn goes_on(&mut self) -> io::Result<bool> {
        let table_view = self.link.table_view();
        let Some(you) = table_view.seat() else { return Ok(true) };
        let out = |seat| Tally::of_picture(table_view).is_some_and(|tally| tally.is_out(seat));
        if self.link.people() == 1 && out(you) {
            if !self.table_view().is_out() {
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
