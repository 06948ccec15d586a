//! The time at the table, and waiting for lines while it runs.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use table::Millis;

use super::{Console, HELP_HINT, is_quit};
use crate::plain::{LineSource, Typed};
use crate::table_link::TableLink;

/// A script's line that comes within this time was there already, however busy the machine is.
const SCRIPT_GRACE: Duration = Duration::from_secs(2);

/// Least time between two looks at the table.
const MIN_PATIENCE: Duration = Duration::from_millis(10);

/// The clock of the table.
#[derive(Clone, Copy, Debug)]
pub enum Clock {
    /// The table's own time: it passes while a person thinks about a move, and jumps ahead while nobody has to.
    Simulated(Millis),
    /// Real time, since this moment.
    Real(Instant),
}

impl Clock {
    pub fn new(is_simulated: bool) -> Clock {
        if is_simulated { Clock::Simulated(0) } else { Clock::Real(Instant::now()) }
    }

    fn now(self) -> Millis {
        match self {
            Clock::Simulated(now) => now,
            Clock::Real(start) => start.elapsed().as_millis() as Millis,
        }
    }

    fn advance(&mut self, time: Millis) {
        if let Clock::Simulated(now) = self {
            *now += time;
        }
    }
}

/// The answer to a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// A line, in lower case and without quotation marks.
    Line(String),
    /// Nothing, and the question no longer stands.
    Changed,
    /// The input has ended.
    End,
}

impl<R: LineSource, W: Write, L: TableLink> Console<'_, R, W, L> {
    pub(super) fn now(&self) -> Millis {
        self.clock.now()
    }

    /// Skips ahead while nobody here has to decide; `false` if nothing more will happen.
    pub(super) fn wait(&mut self) -> bool {
        let now = self.now();
        let Some(skipped) = self.link.wait_for_next(now) else { return false };
        self.clock.advance(skipped);
        true
    }

    /// Waits while others move; `false` if nothing more will happen, or the person leaves. In real time a person can
    /// still ask and leave, whereas the lines of a script are kept until they are asked for.
    pub(super) fn wait_for_others(&mut self) -> io::Result<bool> {
        if matches!(self.clock, Clock::Simulated(_)) || !self.input.is_interactive() {
            return Ok(self.wait());
        }
        let (typed, _) = self.input.next_line(self.patience())?;
        match self.reply(typed)? {
            Some(Reply::Line(line)) if is_quit(&line) => return Ok(false),
            Some(Reply::Line(line)) => self.answer_out_of_turn(&line)?,
            Some(Reply::End) => return Ok(false),
            Some(Reply::Changed) | None => {}
        }
        let now = self.now();
        self.link.tick(now);
        Ok(!self.link.is_closed())
    }

    /// Waits for a line while time stands still; `None` at the end of the input.
    pub(super) fn read(&mut self) -> io::Result<Option<String>> {
        loop {
            let (typed, _) = self.input.next_line(None)?;
            match self.reply(typed)? {
                Some(Reply::Line(line)) => return Ok(Some(line)),
                Some(Reply::Changed) | None => {}
                Some(Reply::End) => return Ok(None),
            }
        }
    }

    /// Waits for a line while play continues, as long as the question is still open.
    pub(super) fn read_while(&mut self, stands: impl Fn(&Self) -> bool) -> io::Result<Reply> {
        loop {
            let patience = self.patience();
            let (typed, waited) = self.input.next_line(patience)?;
            let is_prompt =
                typed != Typed::NothingYet && !self.input.is_interactive() && waited < SCRIPT_GRACE;
            if self.is_running() && !is_prompt {
                self.clock.advance(waited.as_millis() as Millis);
            }
            if let Some(reply) = self.reply(typed)? {
                return Ok(reply);
            }
            self.look()?;
            if self.link.is_closed() {
                writeln!(self.out)?;
                return Ok(Reply::End);
            }
            if !stands(self) {
                return Ok(Reply::Changed);
            }
        }
    }

    /// Whether time passes while the person thinks. A simulated clock stands still while a person may react to others,
    /// so that nobody is too slow to catch a player.
    fn is_running(&self) -> bool {
        matches!(self.clock, Clock::Real(_)) || self.view().is_on_turn()
    }

    /// How long to wait for a line before the table is looked at.
    fn patience(&self) -> Option<Duration> {
        let at = self.link.wake().filter(|_| self.is_running())?;
        let patience = Duration::from_millis(at.saturating_sub(self.now())).max(MIN_PATIENCE);
        let is_script = matches!(self.clock, Clock::Simulated(_)) && !self.input.is_interactive();
        Some(if is_script { patience.max(SCRIPT_GRACE) } else { patience })
    }

    /// Lets happen what is due, and prints what has no question of its own.
    fn look(&mut self) -> io::Result<()> {
        let (number, log) = (self.view().number, self.view().log.len());
        let before = self.view().message.clone();
        let now = self.now();
        self.link.tick(now);
        let view = self.view();
        if view.scene.is_none() || view.number != number {
            return Ok(());
        }
        if view.log.len() > log {
            writeln!(self.out)?;
            self.print_log()?;
            self.prompt()?;
        } else if view.message != before && !view.message.is_empty() {
            writeln!(self.out)?;
            self.print_message()?;
        }
        Ok(())
    }

    fn reply(&mut self, typed: Typed) -> io::Result<Option<Reply>> {
        Ok(match typed {
            Typed::Line(line) => Some(Reply::Line(normalised(&line))),
            Typed::NothingYet => None,
            Typed::TooLong => {
                writeln!(self.out, "That line is too long. {HELP_HINT}")?;
                self.prompt()?;
                None
            }
            Typed::End => {
                writeln!(self.out)?;
                Some(Reply::End)
            }
        })
    }
}

/// The line in lower case, without quotation marks.
fn normalised(line: &str) -> String {
    line.replace(['"', '\u{201c}', '\u{201d}'], "").trim().to_lowercase()
}
