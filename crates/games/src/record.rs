//! A match as readable text, with everything needed to play it again and check it.
//!
//! ```text
//! lastcard record 1
//! rules naija-whot
//! | hand_size = 3
//! seats 2
//! names Ada, Bola
//! dealer 1
//! seed 7
//! round 1
//! 0 play star-8
//! 1 draw
//! result out places 1 2 points 0 12 scores 0 12
//! ```
//!
//! A match whose shuffles everyone can check names its table instead of a seed. Before each round stands what it
//! was worked out from, and lines with `=` tell every card that moved:
//!
//! ```text
//! dealer drawn
//! table K7QX2M4P
//! restart 1 PROMISE 0
//! deal 2 PROMISE SECRET
//! part 0 PROMISE SHARE
//! part 1 PROMISE SHARE
//! round 1
//! = 0 dealt 3 star-8 ball-2 whot-20; 1 dealt 3 ...
//! ```

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use alloc::boxed::Box;

use engine::{Act, Outcome, Seat};

use crate::fair_shuffle::Proof;
use crate::proof_text::{ProofReader, proof_text};
use crate::{Dealer, Fair, HistoryEntry, Opening, Rules, Session, SessionError, presets, rule_file, seat_at};

const FIRST_LINE: &str = "lastcard record 1";

/// The longest record that is read: a match of a hundred long rounds is far shorter.
const MAX_RECORD_BYTES: usize = 4 * 1024 * 1024;

/// What is wrong with a record, and in which line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordError {
    /// The line, from 1; 0 for the record as a whole.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

impl core::error::Error for RecordError {}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}", self.message),
            line => write!(f, "line {line}: {}", self.message),
        }
    }
}

/// Writes a match down.
pub fn write(session: &Session) -> String {
    let mut out = format!("{FIRST_LINE}\n");
    write_rules(session.rules(), &mut out);
    let opening = session.opening();
    out += &format!("seats {}\n", opening.seats);
    if !opening.names.is_empty() {
        out += &format!("names {}\n", opening.names.join(", "));
    }
    let Ok(mut replayed) = Session::new(session.rules(), opening) else { return out };
    match opening.dealer {
        // A check of the shuffles draws the dealer again.
        Dealer::ByRule if opening.fair.is_some() => out += "dealer drawn\n",
        _ => out += &format!("dealer {}\n", replayed.dealer()),
    }
    match &opening.fair {
        Some(fair) => out += &format!("table {}\n", fair.table),
        None => out += &format!("seed {}\n", opening.seed),
    }
    if let Some(deck) = &opening.deck {
        out += &format!("deck {}\n", deck.join(" "));
    }
    if opening.scores.iter().any(|&score| score != 0) {
        out += &format!("scores {}\n", numbers(&opening.scores));
    }
    let mut proofs = session.proofs().iter();
    out += &proofs.next().map(proof_text).unwrap_or_default();
    out += &format!("round 1\n{}", told_line(&replayed));
    for &entry in session.entries() {
        match entry {
            HistoryEntry::Deal => {
                let proof = proofs.next();
                out += &proof.map(proof_text).unwrap_or_default();
                let _ = deal(&mut replayed, proof);
                out += &format!("round {}\n{}", replayed.scores().rounds + 1, told_line(&replayed));
            }
            HistoryEntry::Act(seat, act) => {
                let text = match act {
                    Act::Move(choice) => replayed.notation(choice),
                    Act::Order(order) => order.word().to_string(),
                };
                out += &format!("{seat} {text}\n");
                let _ = replayed.act(seat, act);
                out += &told_line(&replayed);
                if let Some(outcome) = replayed.outcome() {
                    out += &format!("{}\n", result_line(&replayed, &outcome));
                }
            }
        }
    }
    out
}

/// Deals the next round from its proof, or from the seed where there is none.
fn deal(session: &mut Session, proof: Option<&Proof>) -> Result<(), SessionError> {
    match proof {
        Some(proof) => session.next_fair_round(proof.clone()),
        None => session.next_round(),
    }
}

/// Every card that moved with the last thing done, in a match whose shuffles everyone can check.
fn told_line(session: &Session) -> String {
    if session.opening().fair.is_some() { format!("= {}\n", told(session)) } else { String::new() }
}

fn told(session: &Session) -> String {
    let events: Vec<String> = session.events().iter().map(|event| event.notation(session.pack())).collect();
    events.join("; ")
}

fn write_rules(rules: &Rules, out: &mut String) {
    let base = rules.header().base.as_deref().and_then(presets::named);
    match &base {
        Some(base) => *out += &format!("rules {}\n", base.header().name),
        None => *out += "rules\n",
    }
    for line in rules.to_toml(base.as_ref()).lines().filter(|line| !line.starts_with("extends")) {
        *out += &format!("| {line}\n");
    }
}

fn result_line(session: &Session, outcome: &Outcome) -> String {
    let seats = session.scores().seats;
    let places = numbers(outcome.places.first(seats));
    let (points, scores) =
        (numbers(outcome.points.first(seats)), numbers(session.scores().totals.first(seats)));
    format!("result {} places {places} points {points} scores {scores}", outcome.how.word())
}

fn numbers<N: ToString>(numbers: &[N]) -> String {
    let words: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    words.join(" ")
}

/// One line of a record that does something or says what came of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// The next round is dealt, from this proof or from the seed.
    Deal(Option<Box<Proof>>),
    /// A seat does something, or something is done to it.
    Act(Seat, String),
    /// What happened with it, card by card.
    Told(String),
    /// The round is over with this result.
    Result(String),
}

/// A record that was read: how it begins, and what happens line by line.
#[derive(Clone, Debug)]
pub struct Record {
    /// The rules.
    pub rules: Rules,
    /// How it begins.
    pub opening: Opening,
    /// What happens, with the number of the line.
    pub steps: Vec<(usize, Step)>,
}

impl Record {
    /// Reads a record. Says nothing yet about whether its moves are legal.
    pub fn read(text: &str) -> Result<Record, RecordError> {
        let wrong = |line: usize, message: &str| RecordError { line, message: message.into() };
        if text.len() > MAX_RECORD_BYTES {
            return Err(wrong(0, "the record is too long"));
        }
        let mut lines = text
            .lines()
            .enumerate()
            .map(|(at, line)| (at + 1, line.trim_end()))
            .filter(|(_, line)| !line.is_empty());
        match lines.next() {
            Some((_, FIRST_LINE)) => {}
            _ => return Err(wrong(1, "a record begins with the line `lastcard record 1`")),
        }
        let (mut head, mut steps) = (Head::default(), Vec::new());
        let (mut begun, mut proofs) = (false, ProofReader::default());
        for (number, line) in lines {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            match (begun, word) {
                (_, "restart" | "deal" | "part") => {
                    proofs.take(word, rest).map_err(|why| wrong(number, &why))?;
                }
                (false, "round") => {
                    begun = true;
                    head.begin(proofs.finish()).map_err(|why| wrong(number, why))?;
                }
                (false, _) => head.take(number, word, rest)?,
                (true, "round") => steps.push((number, Step::Deal(proofs.finish().map(Box::new)))),
                (true, "=") => steps.push((number, Step::Told(rest.to_string()))),
                (true, "result") => steps.push((number, Step::Result(line.to_string()))),
                (true, _) => {
                    let seat = word.parse().map_err(|_| {
                        wrong(number, "a line of a round begins with a seat, `round` or `result`")
                    })?;
                    let seat =
                        seat_at(seat, head.opening.seats).map_err(|why| wrong(number, &why.to_string()))?;
                    steps.push((number, Step::Act(seat, rest.to_string())));
                }
            }
        }
        let rules = head.rules()?;
        let names = head.opening.names.len();
        if names != 0 && names != head.opening.seats {
            return Err(wrong(
                0,
                &format!("the record names {names} players for {} seats", head.opening.seats),
            ));
        }
        Ok(Record { rules, opening: head.opening, steps })
    }

    /// The match at its beginning.
    pub fn open(&self) -> Result<Session, RecordError> {
        Session::new(&self.rules, &self.opening)
            .map_err(|why| RecordError { line: 0, message: why.to_string() })
    }

    /// Does one step, and fails where it is not legal or the result is another.
    pub fn step(session: &mut Session, number: usize, step: &Step) -> Result<(), RecordError> {
        let wrong = |message: String| RecordError { line: number, message };
        match step {
            Step::Deal(proof) => deal(session, proof.as_deref()).map_err(|why| wrong(why.to_string())),
            Step::Told(line) if told(session) == *line => Ok(()),
            Step::Told(line) => {
                Err(wrong(format!("the record says `{line}`, but what happened is `{}`", told(session))))
            }
            Step::Act(seat, text) => {
                let pack = session.pack().clone();
                let act = session.parse(text).map_err(|why| wrong(why.sentence(&pack)))?;
                session.act(*seat, act).map_err(|why| {
                    let text = format!("seat {seat}: `{text}` is not legal here: {}", why.sentence(&pack));
                    wrong(text)
                })?;
                Ok(())
            }
            Step::Result(line) => {
                let outcome = session
                    .outcome()
                    .ok_or_else(|| wrong("the record gives a result, but the round is not over".into()))?;
                let found = result_line(session, &outcome);
                if found == *line {
                    Ok(())
                } else {
                    Err(wrong(format!("the record says `{line}`, but it came to `{found}`")))
                }
            }
        }
    }

    /// Plays the whole record and returns the match at its end.
    pub fn replay(&self) -> Result<Session, RecordError> {
        let mut session = self.open()?;
        for (at, (number, step)) in self.steps.iter().enumerate() {
            Record::step(&mut session, *number, step)?;
            let mut rest = self.steps[at + 1..].iter().filter(|(_, step)| !matches!(step, Step::Told(_)));
            let told = matches!(rest.next(), Some((_, Step::Result(_))));
            if matches!(step, Step::Act(..)) && session.outcome().is_some() && !told {
                let message = "the round is over here, and the record does not give its result".into();
                return Err(RecordError { line: *number, message });
            }
        }
        Ok(session)
    }
}

/// The head of a record while it is read.
#[derive(Default)]
struct Head {
    base: Option<(usize, String)>,
    toml: Vec<(usize, String)>,
    opening: Opening,
    table: Option<String>,
}

impl Head {
    fn take(&mut self, line: usize, word: &str, rest: &str) -> Result<(), RecordError> {
        let wrong = |message: String| RecordError { line, message };
        let number =
            || rest.trim().parse::<u64>().map_err(|_| wrong(format!("`{word}` is followed by a number")));
        match word {
            "rules" => self.base = Some((line, rest.trim().to_string())),
            "|" => self.toml.push((line, rest.to_string())),
            "seats" => self.opening.seats = number()?.min(100) as usize,
            "names" => self.opening.names = rest.split(',').map(|name| name.trim().to_string()).collect(),
            "dealer" if rest.trim() == "drawn" => self.opening.dealer = Dealer::ByRule,
            "dealer" => {
                self.opening.dealer = Dealer::Seat(
                    seat_at(number()?, engine::MAX_SEATS).map_err(|why| wrong(why.to_string()))?,
                );
            }
            "seed" => self.opening.seed = number()?,
            "table" => self.table = Some(rest.trim().to_string()),
            "deck" => self.opening.deck = Some(rest.split_whitespace().map(String::from).collect()),
            "scores" => {
                let scores = rest
                    .split_whitespace()
                    .map(|score| score.parse::<i32>().ok().filter(|score| score.abs() < 1_000_000));
                self.opening.scores = scores
                    .collect::<Option<Vec<i32>>>()
                    .ok_or_else(|| wrong("`scores` is followed by numbers".into()))?;
            }
            _ => return Err(wrong(format!("a record has no line `{word}` before its first round"))),
        }
        Ok(())
    }

    /// The first round begins.
    fn begin(&mut self, first: Option<Proof>) -> Result<(), &'static str> {
        self.opening.fair = match (self.table.take(), first) {
            (Some(table), Some(first)) => Some(Fair { table, first }),
            (None, None) => None,
            (Some(_), None) => return Err("there is a `table`, and no `deal` before the round"),
            (None, Some(_)) => return Err("there is a `deal`, and no `table` at the beginning"),
        };
        Ok(())
    }

    fn rules(&self) -> Result<Rules, RecordError> {
        let (line, name) = self
            .base
            .as_ref()
            .ok_or(RecordError { line: 0, message: "the record does not name its rules".into() })?;
        let toml: Vec<&str> = self.toml.iter().map(|(_, text)| text.as_str()).collect();
        let toml = toml.join("\n");
        let loaded = if name.is_empty() {
            rule_file::load(&toml)
        } else {
            let base = presets::named(name).ok_or_else(|| RecordError {
                line: *line,
                message: format!("there is no preset \"{name}\""),
            })?;
            rule_file::apply(&base, &toml)
        };
        loaded.map_err(|faults| {
            let fault = faults.into_iter().next();
            let at = fault
                .as_ref()
                .and_then(|fault| self.toml.get(fault.line.saturating_sub(1)))
                .map_or(*line, |(line, _)| *line);
            RecordError { line: at, message: fault.map(|fault| fault.message).unwrap_or_default() }
        })
    }
}
