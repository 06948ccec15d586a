//! `lastcard replay`: a record played again, move by move, and checked.

use std::fs::File;
use std::io::{self, BufRead, IsTerminal, Read, Write};

use clap::Args;
use engine::Event;
use games::Session;
use games::record::{Record, RecordError, Step};
use serde_json::{Value, json};

use terminal::Screen;
use terminal::plain::{Tally, page};
use terminal::records_screen::{RecordRow, Records, Wanted};
use terminal::sentences::{Voice, Words};

use crate::records::Kept;
use crate::suit_names_arg::SuitNamesArg;
use crate::{CliError, records};

/// A little more than the longest record that is read.
const MOST: u64 = 4 * 1024 * 1024 + 1;

/// Play a record again and check that every move is legal and every result right
#[derive(Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub struct Replay {
    /// The record; without one, those that are kept are listed
    file: Option<String>,
    /// Wait for Enter after each move
    #[arg(long, requires = "file", conflicts_with_all = ["json", "quiet"])]
    step: bool,
    /// Print one line of JSON a move
    #[arg(long, requires = "file")]
    json: bool,
    /// Print nothing but what is wrong
    #[arg(long, requires = "file", conflicts_with = "json")]
    quiet: bool,
    /// Lines of text instead of a full screen; by itself where input or output is not a terminal
    #[arg(long)]
    plain: bool,
    /// Whose words are used for the suits: circle or ball
    #[arg(long, value_enum, default_value_t)]
    words: SuitNamesArg,
}

impl Replay {
    /// Whether a full screen is wanted and possible.
    pub fn is_full_screen(&self) -> bool {
        let is_plain = self.plain || self.step || self.json || self.quiet;
        !is_plain && io::stdin().is_terminal() && io::stdout().is_terminal()
    }

    /// Walks through the record full screen, or through those that are chosen from a list.
    pub fn run_full_screen(&self, out: &mut impl Write) -> Result<(), CliError> {
        if let Some(file) = &self.file {
            let replay = self.open(file)?;
            return Ok(Screen::open()?.replay(replay)?);
        }
        let kept = records::all();
        if kept.is_empty() {
            return tell_none(out);
        }
        let mut list = Records::new(kept.iter().map(Kept::entry).collect());
        let mut screen = Screen::open()?;
        while let Wanted::Record(at) = screen.choose_record(&mut list)? {
            match kept.get(at).map(|kept| self.open(&kept.path.to_string_lossy())) {
                Some(Ok(replay)) => screen.replay(replay)?,
                Some(Err(CliError::Message(why))) => list.mark(at, why),
                Some(Err(other)) => return Err(other),
                None => {}
            }
        }
        Ok(())
    }

    /// The record, checked, to be walked through.
    fn open(&self, file: &str) -> Result<terminal::replay::Replay, CliError> {
        let text = text(file)?;
        let opened =
            Record::read(&text).and_then(|record| terminal::replay::Replay::new(&record, self.words.into()));
        opened.map_err(|error| CliError::Message(wrong(file, &error)))
    }

    /// Plays the record in lines of text; fails with the line and the reason where it does not hold.
    pub fn run(&self, input: &mut impl BufRead, out: &mut impl Write) -> Result<(), CliError> {
        let Some(file) = &self.file else { return tell_list(out) };
        let text = text(file)?;
        let played = Record::read(&text).and_then(|record| Ok((record.open()?, record)));
        let (mut session, record) = match played {
            Ok(opened) => opened,
            Err(error) => return Err(self.fail(file, &error, out)),
        };
        self.tell_opening(&session, out)?;
        for (line, step) in &record.steps {
            if let Err(error) = Record::step(&mut session, *line, step) {
                return Err(self.fail(file, &error, out));
            }
            self.tell_step(&session, *line, step, out)?;
            if self.step {
                wait(input, out)?;
            }
        }
        self.tell_end(&session, out)
    }

    fn fail(&self, file: &str, error: &RecordError, out: &mut impl Write) -> CliError {
        if self.json {
            let told = json!({"ok": false, "line": error.line, "message": error.message});
            return writeln!(out, "{told}").map_or_else(CliError::Stream, |()| CliError::Told);
        }
        CliError::Message(wrong(file, error))
    }

    fn words<'a>(&self, session: &'a Session) -> Words<'a> {
        Words::of(session, Voice { you: None, suit_names: self.words.into() })
    }

    fn tell_opening(&self, session: &Session, out: &mut impl Write) -> Result<(), CliError> {
        if self.json {
            writeln!(out, "{}", json!({"events": notation(session, session.events())}))?;
        } else if !self.quiet {
            writeln!(out, "{}", page::heading(page::title(session.rules()), '=').trim_end())?;
            writeln!(out, "Round 1. {} deals.", session.name(session.dealer()))?;
            self.tell_events(session, out)?;
        }
        Ok(())
    }

    fn tell_step(
        &self,
        session: &Session,
        line: usize,
        step: &Step,
        out: &mut impl Write,
    ) -> Result<(), CliError> {
        if self.json && !matches!(step, Step::Told(_)) {
            writeln!(out, "{}", step_json(session, line, step))?;
        }
        if self.json || self.quiet {
            return Ok(());
        }
        match step {
            Step::Told(_) => Ok(()),
            Step::Deal(_) => {
                let (round, dealer) = (session.scores().rounds + 1, session.name(session.dealer()));
                writeln!(out, "\nRound {round}. {dealer} deals.")?;
                self.tell_events(session, out)
            }
            Step::Act(seat, text) => {
                writeln!(out, "{line:>5}  {}: {text}", session.name(*seat))?;
                self.tell_events(session, out)
            }
            Step::Result(_) => self.tell_result(session, out),
        }
    }

    fn tell_events(&self, session: &Session, out: &mut impl Write) -> Result<(), CliError> {
        for text in self.words(session).tell(session.events()) {
            write!(out, "{}", page::wrapped(&text, 7))?;
        }
        Ok(())
    }

    fn tell_result(&self, session: &Session, out: &mut impl Write) -> Result<(), CliError> {
        let Some(tally) = Tally::of_session(session, self.words(session)) else { return Ok(()) };
        for text in tally.round() {
            write!(out, "{}", page::wrapped(&text, 0))?;
        }
        write!(out, "{}", tally.table())?;
        Ok(())
    }

    fn tell_end(&self, session: &Session, out: &mut impl Write) -> Result<(), CliError> {
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
            let tally = Tally::of_session(session, self.words(session));
            let won = tally.and_then(|tally| tally.whole_match()).unwrap_or_default();
            writeln!(out, "{won}\nEvery move of the record is legal.{open}")?;
        }
        Ok(())
    }
}

/// The text of a record.
pub(crate) fn text(file: &str) -> Result<String, CliError> {
    let mut bytes = Vec::new();
    let read = File::open(file).and_then(|file| file.take(MOST).read_to_end(&mut bytes));
    read.map_err(|error| format!("cannot read {file}: {error}"))?;
    String::from_utf8(bytes).map_err(|_| format!("{file} is not a text in UTF-8").into())
}

fn wrong(file: &str, error: &RecordError) -> String {
    match error.line {
        0 => format!("{file}: {}", error.message),
        line => format!("{file}:{line}: {}", error.message),
    }
}

/// The records that are kept, newest first, each with what shows it.
fn tell_list(out: &mut impl Write) -> Result<(), CliError> {
    let kept = records::all();
    for kept in &kept {
        let RecordRow { head, rest } = kept.entry();
        writeln!(out, "{head}\n    {rest}\n    lastcard replay {}\n", kept.path.display())?;
    }
    if kept.is_empty() { tell_none(out) } else { Ok(()) }
}

fn tell_none(out: &mut impl Write) -> Result<(), CliError> {
    writeln!(out, "No game has been kept yet: `lastcard` plays one.")?;
    Ok(())
}

fn wait(input: &mut impl BufRead, out: &mut impl Write) -> Result<(), CliError> {
    out.flush()?;
    input.skip_until(b'\n')?;
    Ok(())
}

fn step_json(session: &Session, line: usize, step: &Step) -> Value {
    match step {
        Step::Told(text) => json!({"line": line, "told": text}),
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
