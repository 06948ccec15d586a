//! `lastcard verify`: whether the cards of a record are what was promised before they were dealt.

use std::io::{self, IsTerminal, Write};

use clap::Args;
use engine::{Seat, SeatSet};
use games::fair_shuffle::{Proof, hex};
use games::record::Record;
use games::{Dealer, HistoryEntry, Session, Verified, seal};

use crate::{CliError, replay};

/// Check that the cards of a record are what was promised before they were dealt
#[derive(Args)]
pub struct Verify {
    /// Records of matches at a server, from GET /api/tables/CODE/record
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
    /// A promise of the server that your device noted; the record must contain it
    #[arg(long, value_name = "HEX")]
    promise: Vec<String>,
    /// The code of the shuffle that your device showed; the record must have the same one
    #[arg(long, value_name = "CODE")]
    code: Option<String>,
}

impl Verify {
    /// Checks each record; fails if the cards of one are not what was promised.
    pub fn run(&self, out: &mut impl Write) -> Result<(), CliError> {
        let mut all_hold = true;
        for file in &self.files {
            if self.files.len() > 1 {
                writeln!(out, "{file}:")?;
            }
            all_hold &= self.holds(&replay::text(file)?, out)?;
        }
        if all_hold { Ok(()) } else { Err(CliError::Reported) }
    }

    /// Reports whether the cards of a record are what was promised.
    fn holds(&self, text: &str, out: &mut impl Write) -> Result<bool, CliError> {
        let record = match Record::read(text) {
            Ok(record) => record,
            Err(error) => {
                writeln!(out, "This is not a record of a match, so there is nothing to check: {error}")?;
                return Ok(false);
            }
        };
        if self.promise.is_empty() && self.code.is_none() && record.opening.fair.is_none() {
            writeln!(out, "{NOTHING_TO_CHECK}")?;
            return Ok(false);
        }
        let verified = games::verify(&record).map_err(|error| error.to_string());
        match verified.and_then(|verified| self.missing_note(&verified).map_or(Ok(verified), Err)) {
            Ok(verified) => print_verified(&verified, out).map(|()| verified.is_complete),
            Err(why) => {
                let sentence = format!("The cards are NOT what was promised: {}.", why.trim_end_matches('.'));
                writeln!(out, "{}", coloured(&sentence, ANSI_RED))?;
                Ok(false)
            }
        }
    }

    /// What is wrong if a promise or a code that was noted is not that of the record.
    fn missing_note(&self, verified: &Verified) -> Option<String> {
        let found = seal::code(&verified.transcript);
        match self.code.as_ref().filter(|noted| plain_code(noted) != plain_code(&found)) {
            Some(noted) => Some(format!("the code of this record is {found}, and not {}", noted.trim())),
            None => self.missing_promise(&verified.session),
        }
    }

    /// What is wrong if a noted promise is not in the record.
    fn missing_promise(&self, session: &Session) -> Option<String> {
        let is_kept = |promise: &String| {
            session.proofs().iter().any(|proof| hex(&proof.promise) == promise.trim().to_lowercase())
        };
        let missing = self.promise.iter().find(|promise| !is_kept(promise))?;
        Some(format!("the server promised {missing}, and no deal of the record has that"))
    }
}

const NOTHING_TO_CHECK: &str = "There is nothing to check: this record has no promises. Only matches at a server's table \
     have them; everywhere else the cards come from the seed in the record.";

const ANSI_GREEN: u8 = 32;
const ANSI_RED: u8 = 31;

/// The sentence in colour on a terminal. The words alone say the same.
fn coloured(sentence: &str, colour: u8) -> String {
    let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    if io::stdout().is_terminal() && !plain {
        format!("\x1b[{colour}m{sentence}\x1b[0m")
    } else {
        sentence.into()
    }
}

/// A code as it is compared: people leave out the dashes, and write small letters.
fn plain_code(code: &str) -> String {
    code.chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_uppercase()).collect()
}

/// Says what was checked, and what nobody can tell from this record.
fn print_verified(verified: &Verified, out: &mut impl Write) -> Result<(), CliError> {
    let session = &verified.session;
    let colour = if verified.is_complete { ANSI_GREEN } else { ANSI_RED };
    writeln!(out, "{}", coloured(&headline(verified), colour))?;
    if let Some(sentence) = alone_sentence(verified) {
        writeln!(out, "{sentence}")?;
    }
    for sentence in signature_sentences(verified) {
        writeln!(out, "{sentence}")?;
    }
    writeln!(out, "The code of these promises is {}.", seal::code(&verified.transcript))?;
    if let Dealer::Seat(seat) = session.opening().dealer {
        writeln!(out, "{} dealt first; no lot was drawn for that.", session.name(seat))?;
    }
    for proof in session.proofs() {
        print_deal(session, proof, out)?;
    }
    Ok(())
}

fn headline(verified: &Verified) -> String {
    let session = &verified.session;
    let table = session.opening().fair.as_ref().map_or("", |fair| &fair.table);
    let moves = session.entries().iter().filter(|entry| matches!(entry, HistoryEntry::Act(..))).count();
    let counted = |number: usize, what: &str| match number {
        0 => format!("no {what}"),
        1 => format!("one {what}"),
        many => format!("{many} {what}s"),
    };
    let checked = format!(
        "{} and {} at table {table}, every shuffle and every card of it",
        counted(session.proofs().len(), "deal"),
        counted(moves, "move")
    );
    if verified.is_complete {
        format!("The cards are what was promised: {checked}.")
    } else {
        format!(
            "The cards are what was promised as far as this record goes, but it STOPS before the match is over: {checked}."
        )
    }
}

/// What a promise of the server alone is worth.
fn alone_sentence(verified: &Verified) -> Option<String> {
    let alone: Vec<String> = verified.shuffled_alone().map(|deal| deal.to_string()).collect();
    let deals = match alone.as_slice() {
        [] => return None,
        all if all.len() == verified.rounds.len() => "every deal".to_string(),
        [one] => format!("deal {one}"),
        many => format!("deals {}", games::and_list(many.iter().cloned())),
    };
    Some(format!("The server shuffled {deals} alone, so it could have chosen those cards."))
}

/// Whose devices vouch for the record, and for what nobody does.
fn signature_sentences(verified: &Verified) -> Vec<String> {
    let name = |seat: Seat| verified.session.name(seat);
    let all: SeatSet = verified.rounds.iter().flat_map(|round| round.signed.iter()).collect();
    let unsigned = verified.rounds.iter().filter(|round| !round.unsigned.is_empty());
    let missing = unsigned.map(|round| {
        let names = games::and_list(round.unsigned.iter().map(name));
        format!("The round of deal {} is not signed by the device of {names}.", round.deal)
    });
    let whole = verified.rounds.last().is_some_and(|round| !round.signed.is_empty());
    let names = games::and_list(all.iter().map(name));
    let sentence = match (all.is_empty(), whole) {
        (true, _) => {
            "No player's device has signed it: names and moves could have been changed by whoever kept the \
                      record, and deals that were given up left out or invented."
                .into()
        }
        (false, true) => {
            format!("Signed by the devices of {names}: the names, moves and results are those that they saw.")
        }
        (false, false) => format!(
            "Signed by the devices of {names}, but not to its end: what comes later nobody has signed."
        ),
    };
    [sentence].into_iter().chain(missing).collect()
}

fn print_deal(session: &Session, proof: &Proof, out: &mut impl Write) -> Result<(), CliError> {
    for restart in &proof.restarts {
        let names = games::and_list(restart.withheld.iter().map(|&seat| session.name(seat)));
        writeln!(out, "Deal {}: abandoned, because {names} did not answer.", restart.deal)?;
    }
    let names: Vec<String> = proof.parts.iter().map(|part| session.name(part.seat)).collect();
    let shares = match names.as_slice() {
        [] => "by the server alone".into(),
        names => format!("by the server and the devices of {}", games::and_list(names.iter().cloned())),
    };
    writeln!(out, "Deal {}: shuffled {shares}.", proof.deal)?;
    writeln!(out, "    promised {}", hex(&proof.promise))?;
    Ok(())
}
