//! `lastcard replay`: a record played again, move by move, and checked.

use std::fs::File;
use std::io::{BufRead, Read, Write};

use clap::Args;
use engine::Event;
use games::Session;
use games::record::{Record, RecordError, Step};
use serde_json::{Value, json};

use terminal::plain::{Tally, page};
use terminal::words::{Voice, Words};

use crate::Failure;
use crate::dialect::Suits;

/// A little more than the longest record that is read.
const MOST: u64 = 4 * 1024 * 1024 + 1;

/// Play a record again and check that every move is legal and every result right
#[derive(Args)]
pub struct Replay {
    /// The record
    file: String,
    /// Wait for Enter after each move
    #[arg(long, conflicts_with_all = ["json", "quiet"])]
    step: bool,
    /// Print one line of JSON a move
    #[arg(long)]
    json: bool,
    /// Print nothing but what is wrong
    #[arg(long, conflicts_with = "json")]
    quiet: bool,
    /// Whose words are used for the suits: circle or ball
    #[arg(long, value_enum, default_value_t)]
    words: Suits,
}

impl Replay {
    /// Plays the record; fails with the line and the reason where it does not hold.
    pub fn run(&self, input: &mut impl BufRead, out: &mut impl Write) -> Result<(), Failure> {
        let text = self.text()?;
        let played = Record::read(&text).and_then(|record| Ok((record.open()?, record)));
        let (mut session, record) = match played {
            Ok(opened) => opened,
            Err(error) => return Err(self.fail(&error, out)),
        };
        self.tell_opening(&session, out)?;
        for (line, step) in &record.steps {
            if let Err(error) = Record::step(&mut session, *line, step) {
                return Err(self.fail(&error, out));
            }
            self.tell_step(&session, *line, step, out)?;
            if self.step {
                wait(input, out)?;
            }
        }
        self.tell_end(&session, out)
    }

    fn text(&self) -> Result<String, Failure> {
        let mut bytes = Vec::new();
        let read = File::open(&self.file).and_then(|file| file.take(MOST).read_to_end(&mut bytes));
        read.map_err(|error| format!("cannot read {}: {error}", self.file))?;
        String::from_utf8(bytes).map_err(|_| format!("{} is not a text in UTF-8", self.file).into())
    }

    fn fail(&self, error: &RecordError, out: &mut impl Write) -> Failure {
        if self.json {
            let told = json!({"ok": false, "line": error.line, "message": error.message});
            return writeln!(out, "{told}").map_or_else(Failure::Stream, |()| Failure::Told);
        }
        let place = if error.line == 0 { self.file.clone() } else { format!("{}:{}", self.file, error.line) };
        Failure::Message(format!("{place}: {}", error.message))
    }

    fn words<'a>(&self, session: &'a Session) -> Words<'a> {
        Words::of(session, Voice { you: None, dialect: self.words.into() })
    }

    fn tell_opening(&self, session: &Session, out: &mut impl Write) -> Result<(), Failure> {
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
    ) -> Result<(), Failure> {
        if self.json {
            writeln!(out, "{}", step_json(session, line, step))?;
            return Ok(());
        }
        if self.quiet {
            return Ok(());
        }
        match step {
            Step::Deal => {
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

    fn tell_events(&self, session: &Session, out: &mut impl Write) -> Result<(), Failure> {
        for text in self.words(session).tell(session.events()) {
            write!(out, "{}", page::wrapped(&text, 7))?;
        }
        Ok(())
    }

    fn tell_result(&self, session: &Session, out: &mut impl Write) -> Result<(), Failure> {
        let Some(tally) = Tally::of_session(session, self.words(session)) else { return Ok(()) };
        for text in tally.round() {
            write!(out, "{}", page::wrapped(&text, 0))?;
        }
        write!(out, "{}", tally.table())?;
        Ok(())
    }

    fn tell_end(&self, session: &Session, out: &mut impl Write) -> Result<(), Failure> {
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

fn wait(input: &mut impl BufRead, out: &mut impl Write) -> Result<(), Failure> {
    out.flush()?;
    input.skip_until(b'\n')?;
    Ok(())
}

fn step_json(session: &Session, line: usize, step: &Step) -> Value {
    match step {
        Step::Deal => {
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
