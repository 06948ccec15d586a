//! `lastcard replay`: replays a record move by move, and checks it.

use std::fs::File;
use std::io::{self, BufRead, IsTerminal, Read, Write};

use clap::Args;
use engine::Event;
use games::Session;
use games::record::{Record, RecordError, Step};
use serde_json::{Value, json};

use terminal::Screen;
use terminal::plain::{RoundSummary, page};
use terminal::records_screen::{RecordRow, Records, RecordsRequest};
use terminal::sentences::{Audience, Narrator};

use crate::records::SavedRecord;
use crate::suit_names_arg::SuitNamesArg;
use crate::{CliError, records};

/// Maximum size of a record plus one byte, to notice longer files.
const MAX_READ_BYTES: u64 = 4 * 1024 * 1024 + 1;

/// Replay a record, and check that every move is legal and every result right
#[derive(Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub struct Replay {
    /// The record; a list of the saved records by default
    file: Option<String>,
    /// Wait for Enter after each move
    #[arg(long, requires = "file", conflicts_with_all = ["json", "quiet"])]
    step: bool,
    /// Print one line of JSON per move
    #[arg(long, requires = "file")]
    json: bool,
    /// Print only what is wrong
    #[arg(long, requires = "file", conflicts_with = "json")]
    quiet: bool,
    /// Plain text instead of a full screen; the default if input or output is not a terminal
    #[arg(long)]
    plain: bool,
    /// Names of the suits: circle or ball
    #[arg(long, value_enum, default_value_t)]
    words: SuitNamesArg,
}

impl Replay {
    /// Whether to use the full screen: wanted, and possible.
    pub fn is_full_screen(&self) -> bool {
        let is_plain = self.plain || self.step || self.json || self.quiet;
        !is_plain && io::stdin().is_terminal() && io::stdout().is_terminal()
    }

    /// Shows the record full screen, or records chosen from a list.
    pub fn run_full_screen(&self, out: &mut impl Write) -> Result<(), CliError> {
        if let Some(file) = &self.file {
            let replay = self.open(file)?;
            return Ok(Screen::open()?.replay(replay)?);
        }
        let saved = records::all();
        if saved.is_empty() {
            return print_none(out);
        }
        let mut list = Records::new(saved.iter().map(SavedRecord::row).collect());
        let mut screen = Screen::open()?;
        while let RecordsRequest::Record(at) = screen.choose_record(&mut list)? {
            match saved.get(at).map(|record| self.open(&record.path.to_string_lossy())) {
                Some(Ok(replay)) => screen.replay(replay)?,
                Some(Err(error @ CliError::Stream(_))) => return Err(error),
                Some(Err(error)) => list.mark(at, error.message()),
                None => {}
            }
        }
        Ok(())
    }

    /// The checked record, ready to step through.
    fn open(&self, file: &str) -> Result<terminal::replay::Replay, CliError> {
        let text = text(file)?;
        let opened =
            Record::read(&text).and_then(|record| terminal::replay::Replay::new(&record, self.words.into()));
        opened.map_err(|error| CliError::Record { file: file.into(), error })
    }

    /// Replays the record in plain text; fails with the line and the reason if a step is not valid.
    pub fn run(&self, input: &mut impl BufRead, out: &mut impl Write) -> Result<(), CliError> {
        let Some(file) = &self.file else { return print_list(out) };
        let text = text(file)?;
        let played = Record::read(&text).and_then(|record| Ok((record.open()?, record)));
        let (mut session, record) = match played {
            Ok(opened) => opened,
            Err(error) => return Err(self.fail(file, error, out)),
        };
        self.print_opening(&session, out)?;
        for (line, step) in &record.steps {
            if let Err(error) = Record::step(&mut session, *line, step) {
                return Err(self.fail(file, error, out));
            }
            self.print_step(&session, *line, step, out)?;
            if self.step {
                wait(input, out)?;
            }
        }
        self.print_end(&session, out)
    }

    fn fail(&self, file: &str, error: RecordError, out: &mut impl Write) -> CliError {
        if self.json {
            let line = json!({"ok": false, "line": error.line, "message": error.fault.to_string()});
            return writeln!(out, "{line}").map_or_else(CliError::Stream, |()| CliError::Reported);
        }
        CliError::Record { file: file.into(), error }
    }

    fn narrator<'a>(&self, session: &'a Session) -> Narrator<'a> {
        Narrator::of(session, Audience { you: None, suit_names: self.words.into() })
    }

    fn print_opening(&self, session: &Session, out: &mut impl Write) -> Result<(), CliError> {
        if self.json {
            writeln!(out, "{}", json!({"events": notation(session, session.events())}))?;
        } else if !self.quiet {
            writeln!(out, "{}", page::heading(page::title(session.rules()), '=').trim_end())?;
            writeln!(out, "Round 1. {} deals.", session.name(session.dealer()))?;
            self.print_events(session, out)?;
        }
        Ok(())
    }

    fn print_step(
        &self,
        session: &Session,
        line: usize,
        step: &Step,
        out: &mut impl Write,
    ) -> Result<(), CliError> {
        if self.json && !matches!(step, Step::Events(_)) {
            writeln!(out, "{}", step_json(session, line, step))?;
        }
        if self.json || self.quiet {
            return Ok(());
        }
        match step {
            Step::Events(_) => Ok(()),
            Step::Deal(_) => {
                let (round, dealer) = (session.scores().rounds + 1, session.name(session.dealer()));
                writeln!(out, "\nRound {round}. {dealer} deals.")?;
                self.print_events(session, out)
            }
            Step::Act(seat, text) => {
                writeln!(out, "{line:>5}  {}: {text}", session.name(*seat))?;
                self.print_events(session, out)
            }
            Step::Result(_) => self.print_result(session, out),
        }
    }

    fn print_events(&self, session: &Session, out: &mut impl Write) -> Result<(), CliError> {
        for text in self.narrator(session).narrate(session.events()) {
            write!(out, "{}", page::wrapped(&text, 7))?;
        }
        Ok(())
    }

    fn print_result(&self, session: &Session, out: &mut impl Write) -> Result<(), CliError> {
        let Some(summary) = RoundSummary::from_session(session, self.narrator(session)) else {
            return Ok(());
        };
        for text in summary.round_result() {
            write!(out, "{}", page::wrapped(&text, 0))?;
        }
        write!(out, "{}", summary.table())?;
        Ok(())
    }

    fn print_end(&self, session: &Session, out: &mut impl Write) -> Result<(), CliError> {
        let scores = session.scores();
        if self.json {
            let winners = scores
                .winners
                .map(|winners| winners.iter().map(|seat| json!(seat.index())).collect::<Value>());
            let totals = scores.totals.first(scores.seats);
            writeln!(
                out,
                "{}",
                json!({"ok": true, "rounds": scores.rounds, "scores": totals, "match_winners": winners})
            )?;
        } else if !self.quiet {
            let open = if session.outcome().is_none() { " It ends in the middle of a round." } else { "" };
            let summary = RoundSummary::from_session(session, self.narrator(session));
            let won = summary.and_then(|summary| summary.match_result()).unwrap_or_default();
            writeln!(out, "{won}\nEvery move of the record is legal.{open}")?;
        }
        Ok(())
    }
}

/// The text of a record.
pub(crate) fn text(file: &str) -> Result<String, CliError> {
    let mut bytes = Vec::new();
    let read = File::open(file).and_then(|file| file.take(MAX_READ_BYTES).read_to_end(&mut bytes));
    read.map_err(|source| CliError::Read { path: file.into(), source })?;
    String::from_utf8(bytes).map_err(|_| CliError::NotText(file.into()))
}

/// Lists the saved records, newest first, each with the command that shows it.
fn print_list(out: &mut impl Write) -> Result<(), CliError> {
    let saved = records::all();
    for record in &saved {
        let RecordRow { head, rest } = record.row();
        writeln!(out, "{head}\n    {rest}\n    lastcard replay {}\n", record.path.display())?;
    }
    if saved.is_empty() { print_none(out) } else { Ok(()) }
}

fn print_none(out: &mut impl Write) -> Result<(), CliError> {
    writeln!(out, "No game has been saved yet: `lastcard` plays one.")?;
    Ok(())
}

fn wait(input: &mut impl BufRead, out: &mut impl Write) -> Result<(), CliError> {
    out.flush()?;
    input.skip_until(b'\n')?;
    Ok(())
}

fn step_json(session: &Session, line: usize, step: &Step) -> Value {
    match step {
        Step::Events(text) => json!({"line": line, "told": text}),
        Step::Deal(_) => {
            json!({"line": line, "round": session.scores().rounds + 1, "events": notation(session, session.events())})
        }
        Step::Act(seat, text) => {
            json!({"line": line, "seat": seat.index(), "move": text, "events": notation(session, session.events())})
        }
        Step::Result(text) => json!({"line": line, "result": text}),
    }
}

fn notation(session: &Session, events: &[Event]) -> Value {
    events.iter().map(|event| event.notation(session.pack())).collect()
}
