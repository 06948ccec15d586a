//! A match as readable text, with everything needed to replay and check it.
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
//! A match with verifiable shuffles names its table instead of a seed. Each round is preceded by the proof of its deal,
//! and lines with `=` list every event:
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
//!
//! A device that has a key names it behind its share. When a round is over it signs what its seat saw and every line above:
//!
//! ```text
//! part 0 PROMISE SHARE KEY
//! result ...
//! seal 2 0 SEEN SIGNATURE
//! ```

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use alloc::boxed::Box;

use engine::{Act, Outcome, Seat};
use thiserror::Error;

use crate::fair_shuffle::{Hash, Proof};
pub use crate::proof_text::ProofLineError;
use crate::proof_text::{ProofReader, proof_text, read_seal, seals_text};
use crate::seal::{RecordDigest, Seal};
use crate::{
    Dealer, FairOpening, HistoryEntry, NoSuchSeat, Opening, Rules, Session, SessionError, presets, rule_file,
    seat_at,
};

const FIRST_LINE: &str = "lastcard record 1";

/// Maximum size of a record: a match of a hundred long rounds is far smaller.
const MAX_RECORD_BYTES: usize = 4 * 1024 * 1024;

/// What is wrong with a record, and in which line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordError {
    /// The line, from 1; 0 for the record as a whole.
    pub line: usize,
    /// What is wrong.
    pub fault: RecordFault,
}

/// What can be wrong with a record.
#[expect(missing_docs, reason = "the messages say what the fields are")]
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RecordFault {
    /// It exceeds the maximum size.
    #[error("the record is too long")]
    TooLong,
    /// It does not begin with the line of the format.
    #[error("a record begins with the line `{FIRST_LINE}`")]
    FirstLine,
    /// It names no rules.
    #[error("the record does not name its rules")]
    NoRules,
    /// It names a preset that does not exist.
    #[error("there is no preset \"{0}\"")]
    NoSuchPreset(String),
    /// Its rules have a fault.
    #[error("{0}")]
    Rules(String),
    /// A line before the first round has an unknown first word.
    #[error("a record has no line `{0}` before its first round")]
    UnknownLine(String),
    /// A line before the first round lacks its number.
    #[error("`{0}` is followed by a number")]
    NotANumber(String),
    /// The scores are not numbers.
    #[error("`scores` is followed by numbers")]
    Scores,
    /// It does not have one name for each seat.
    #[error("the record names {names} players for {seats} seats")]
    Names { names: usize, seats: usize },
    /// It names a table, but its first round has no proof.
    #[error("there is a `table`, and no `deal` before the round")]
    NoDeal,
    /// Its first round has a proof, but it names no table.
    #[error("there is a `deal`, and no `table` at the beginning")]
    NoTable,
    /// A line of a proof is malformed.
    #[error(transparent)]
    Proof(#[from] ProofLineError),
    /// A line of a round is not a step.
    #[error("a line of a round begins with a seat, `round` or `result`")]
    NotAStep,
    /// A seat is not at the table.
    #[error(transparent)]
    NoSuchSeat(#[from] NoSuchSeat),
    /// The match cannot begin, or a round cannot be dealt.
    #[error(transparent)]
    Session(#[from] SessionError),
    /// A move cannot be parsed.
    #[error("{0}")]
    Unreadable(String),
    /// A move is refused.
    #[error("seat {seat}: `{text}` is not legal here: {why}")]
    Illegal { seat: Seat, text: String, why: String },
    /// Other events happened than the record states.
    #[error("the record says `{line}`, but what happened is `{found}`")]
    OtherEvents { line: String, found: String },
    /// A device signed a round that is not in the record.
    #[error("there is no deal {0} that anybody could have signed")]
    SealOfNoDeal(u64),
    /// There is a result before the end of the round.
    #[error("the record gives a result, but the round is not over")]
    EarlyResult,
    /// The round ended with another result than the record states.
    #[error("the record says `{line}`, but it came to `{found}`")]
    OtherResult { line: String, found: String },
    /// The round ended, and its result is missing.
    #[error("the round is over here, and the record does not give its result")]
    NoResult,
}

impl core::error::Error for RecordError {}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}", self.fault),
            line => write!(f, "line {line}: {}", self.fault),
        }
    }
}

/// Writes a match as a record.
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
        // Verifying the shuffles draws the dealer again.
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
    let mut proof = proofs.next();
    out += &proof.map(proof_text).unwrap_or_default();
    out += &format!("round 1\n{}", events_line(&replayed));
    for &entry in session.entries() {
        match entry {
            HistoryEntry::Deal => {
                proof = proofs.next();
                out += &proof.map(proof_text).unwrap_or_default();
                let _ = deal(&mut replayed, proof);
                out += &format!("round {}\n{}", replayed.scores().rounds + 1, events_line(&replayed));
            }
            HistoryEntry::Act(seat, act) => {
                let text = match act {
                    Act::Move(choice) => replayed.notation(choice),
                    Act::Order(order) => order.word().to_string(),
                };
                out += &format!("{seat} {text}\n");
                let _ = replayed.act(seat, act);
                out += &events_line(&replayed);
                if let Some(outcome) = replayed.outcome() {
                    out += &format!("{}\n", result_line(&replayed, &outcome));
                    out += &proof.map(seals_text).unwrap_or_default();
                }
            }
        }
    }
    out
}

/// Deals the next round from its proof, or from the seed if there is none.
fn deal(session: &mut Session, proof: Option<&Proof>) -> Result<(), SessionError> {
    match proof {
        Some(proof) => session.next_fair_round(proof.clone()),
        None => session.next_round(),
    }
}

/// The line with the events of the last step; empty in a match without verifiable shuffles.
fn events_line(session: &Session) -> String {
    if session.opening().fair.is_some() { format!("= {}\n", events_text(session)) } else { String::new() }
}

fn events_text(session: &Session) -> String {
    let events: Vec<String> = session.events().iter().map(|event| event.notation(session.pack())).collect();
    events.join("; ")
}

fn write_rules(rules: &Rules, out: &mut String) {
    let base = rules.header().base.as_deref().and_then(presets::named_in_records);
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

/// A line of a round: an action or its result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// The next round is dealt, from this proof or from the seed.
    Deal(Option<Box<Proof>>),
    /// A seat makes a move, or the table carries out an order on it.
    Act(Seat, String),
    /// The events of the step before.
    Events(String),
    /// The round ended with this result.
    Result(String),
}

/// A parsed record.
#[derive(Clone, Debug)]
pub struct Record {
    /// The rules.
    pub rules: Rules,
    /// How the match begins.
    pub opening: Opening,
    /// The steps with their line numbers.
    pub steps: Vec<(usize, Step)>,
    /// What the devices signed.
    pub seals: Vec<SealLine>,
}

/// A line with what a device signed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SealLine {
    /// The number of the line.
    pub line: usize,
    /// The deal of the round.
    pub deal: u64,
    /// What was signed.
    pub seal: Seal,
    /// The digest of the lines above.
    pub digest: Hash,
}

impl Record {
    /// Parses a record without checking whether its moves are legal.
    pub fn read(text: &str) -> Result<Record, RecordError> {
        let wrong = |line: usize, fault: RecordFault| RecordError { line, fault };
        if text.len() > MAX_RECORD_BYTES {
            return Err(wrong(0, RecordFault::TooLong));
        }
        let mut lines = text
            .lines()
            .enumerate()
            .map(|(at, line)| (at + 1, line.trim_end()))
            .filter(|(_, line)| !line.is_empty());
        match lines.next() {
            Some((_, FIRST_LINE)) => {}
            _ => return Err(wrong(1, RecordFault::FirstLine)),
        }
        let (mut head, mut steps, mut seals) = (Head::default(), Vec::new(), Vec::new());
        let (mut begun, mut proofs) = (false, ProofReader::default());
        let mut digest = RecordDigest::default();
        digest.line(FIRST_LINE);
        for (number, line) in lines {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            if word != "seal" {
                digest.line(line);
            }
            match (begun, word) {
                (true, "seal") => {
                    let (deal, seal) = read_seal(rest).map_err(|why| wrong(number, why.into()))?;
                    seals.push(SealLine { line: number, deal, seal, digest: digest.so_far() });
                }
                (_, "restart" | "deal" | "part") => {
                    proofs.take(word, rest).map_err(|why| wrong(number, why.into()))?;
                }
                (false, "round") => {
                    begun = true;
                    head.begin(proofs.finish()).map_err(|fault| wrong(number, fault))?;
                }
                (false, _) => head.take(number, word, rest)?,
                (true, "round") => steps.push((number, Step::Deal(proofs.finish().map(Box::new)))),
                (true, "=") => steps.push((number, Step::Events(rest.to_string()))),
                (true, "result") => steps.push((number, Step::Result(line.to_string()))),
                (true, _) => {
                    let seat = word.parse().map_err(|_| wrong(number, RecordFault::NotAStep))?;
                    let seat = seat_at(seat, head.opening.seats).map_err(|why| wrong(number, why.into()))?;
                    steps.push((number, Step::Act(seat, rest.to_string())));
                }
            }
        }
        let rules = head.rules()?;
        let names = head.opening.names.len();
        if names != 0 && names != head.opening.seats {
            return Err(wrong(0, RecordFault::Names { names, seats: head.opening.seats }));
        }
        Ok(Record { rules, opening: head.opening, steps, seals })
    }

    /// Starts the match, before its first step.
    pub fn open(&self) -> Result<Session, RecordError> {
        Session::new(&self.rules, &self.opening).map_err(|why| RecordError { line: 0, fault: why.into() })
    }

    /// Carries out one step; fails if it is illegal or the record states another result.
    pub fn step(session: &mut Session, number: usize, step: &Step) -> Result<(), RecordError> {
        let wrong = |fault: RecordFault| RecordError { line: number, fault };
        match step {
            Step::Deal(proof) => deal(session, proof.as_deref()).map_err(|why| wrong(why.into())),
            Step::Events(line) => {
                let found = events_text(session);
                if found == *line {
                    Ok(())
                } else {
                    Err(wrong(RecordFault::OtherEvents { line: line.clone(), found }))
                }
            }
            Step::Act(seat, text) => {
                let pack = session.pack().clone();
                let act =
                    session.parse(text).map_err(|why| wrong(RecordFault::Unreadable(why.sentence(&pack))))?;
                session.act(*seat, act).map_err(|why| {
                    let (seat, text, why) = (*seat, text.clone(), why.sentence(&pack));
                    wrong(RecordFault::Illegal { seat, text, why })
                })?;
                Ok(())
            }
            Step::Result(line) => {
                let outcome = session.outcome().ok_or_else(|| wrong(RecordFault::EarlyResult))?;
                let found = result_line(session, &outcome);
                if found == *line {
                    Ok(())
                } else {
                    Err(wrong(RecordFault::OtherResult { line: line.clone(), found }))
                }
            }
        }
    }

    /// Replays the whole record and returns the match at its end.
    pub fn replay(&self) -> Result<Session, RecordError> {
        let mut session = self.open()?;
        for (at, (number, step)) in self.steps.iter().enumerate() {
            Record::step(&mut session, *number, step)?;
            let mut rest = self.steps[at + 1..].iter().filter(|(_, step)| !matches!(step, Step::Events(_)));
            let has_result = matches!(rest.next(), Some((_, Step::Result(_))));
            if matches!(step, Step::Act(..)) && session.outcome().is_some() && !has_result {
                return Err(RecordError { line: *number, fault: RecordFault::NoResult });
            }
        }
        for SealLine { line, deal, seal, .. } in &self.seals {
            if !session.add_seal(*deal, *seal) {
                return Err(RecordError { line: *line, fault: RecordFault::SealOfNoDeal(*deal) });
            }
        }
        Ok(session)
    }
}

/// The lines before the first round, while they are parsed.
#[derive(Default)]
struct Head {
    base: Option<(usize, String)>,
    toml: Vec<(usize, String)>,
    opening: Opening,
    table: Option<String>,
}

impl Head {
    fn take(&mut self, line: usize, word: &str, rest: &str) -> Result<(), RecordError> {
        let wrong = |fault: RecordFault| RecordError { line, fault };
        let number =
            || rest.trim().parse::<u64>().map_err(|_| wrong(RecordFault::NotANumber(word.to_string())));
        match word {
            "rules" => self.base = Some((line, rest.trim().to_string())),
            "|" => self.toml.push((line, rest.to_string())),
            "seats" => self.opening.seats = number()?.min(100) as usize,
            "names" => self.opening.names = rest.split(',').map(|name| name.trim().to_string()).collect(),
            "dealer" if rest.trim() == "drawn" => self.opening.dealer = Dealer::ByRule,
            "dealer" => {
                let seat = seat_at(number()?, engine::MAX_SEATS).map_err(|why| wrong(why.into()))?;
                self.opening.dealer = Dealer::Seat(seat);
            }
            "seed" => self.opening.seed = number()?,
            "table" => self.table = Some(rest.trim().to_string()),
            "deck" => self.opening.deck = Some(rest.split_whitespace().map(String::from).collect()),
            "scores" => {
                let scores = rest
                    .split_whitespace()
                    .map(|score| score.parse::<i32>().ok().filter(|score| score.abs() < 1_000_000));
                self.opening.scores =
                    scores.collect::<Option<Vec<i32>>>().ok_or_else(|| wrong(RecordFault::Scores))?;
            }
            _ => return Err(wrong(RecordFault::UnknownLine(word.to_string()))),
        }
        Ok(())
    }

    /// Ends the head at the first round.
    fn begin(&mut self, first: Option<Proof>) -> Result<(), RecordFault> {
        self.opening.fair = match (self.table.take(), first) {
            (Some(table), Some(first)) => Some(FairOpening { table, first }),
            (None, None) => None,
            (Some(_), None) => return Err(RecordFault::NoDeal),
            (None, Some(_)) => return Err(RecordFault::NoTable),
        };
        Ok(())
    }

    fn rules(&self) -> Result<Rules, RecordError> {
        let (line, name) = self.base.as_ref().ok_or(RecordError { line: 0, fault: RecordFault::NoRules })?;
        let toml: Vec<&str> = self.toml.iter().map(|(_, text)| text.as_str()).collect();
        let toml = toml.join("\n");
        let loaded = if name.is_empty() {
            rule_file::load(&toml)
        } else {
            let unknown = || RecordError { line: *line, fault: RecordFault::NoSuchPreset(name.clone()) };
            let base = presets::named_in_records(name).ok_or_else(unknown)?;
            rule_file::apply(&base, &toml)
        };
        loaded.map_err(|faults| {
            let fault = faults.into_iter().next();
            let at = fault
                .as_ref()
                .and_then(|fault| self.toml.get(fault.line.saturating_sub(1)))
                .map_or(*line, |(line, _)| *line);
            let message = fault.map(|fault| fault.message).unwrap_or_default();
            RecordError { line: at, fault: RecordFault::Rules(message) }
        })
    }
}
