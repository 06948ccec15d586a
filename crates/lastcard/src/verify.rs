//! `lastcard verify`: whether the cards of a record are what was promised before they were dealt.

use std::io::{self, IsTerminal, Write};

use clap::Args;
use games::fair_shuffle::{Proof, hex};
use games::record::Record;
use games::{Dealer, Session};

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
        if self.promise.is_empty() && record.opening.fair.is_none() {
            writeln!(out, "{NOTHING_TO_CHECK}")?;
            return Ok(false);
        }
        let verified = games::verify(&record).map_err(|error| error.to_string());
        match verified.and_then(|session| self.missing_promise(&session).map_or(Ok(session), Err)) {
            Ok(session) => print_deals(&session, out).map(|()| true),
            Err(why) => {
                let sentence = format!("The cards are NOT what was promised: {}.", why.trim_end_matches('.'));
                writeln!(out, "{}", coloured(&sentence, ANSI_RED))?;
                Ok(false)
            }
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

fn print_deals(session: &Session, out: &mut impl Write) -> Result<(), CliError> {
    let table = session.opening().fair.as_ref().map_or("", |fair| &fair.table);
    let deals = match session.proofs().len() {
        1 => "one deal".into(),
        many => format!("{many} deals"),
    };
    let sentence = format!(
        "The cards are what was promised: {deals} at table {table}, every shuffle and every card of it."
    );
    writeln!(out, "{}", coloured(&sentence, ANSI_GREEN))?;
    if let Dealer::Seat(seat) = session.opening().dealer {
        writeln!(out, "{} dealt first; no lot was drawn for that.", session.name(seat))?;
    }
    for proof in session.proofs() {
        print_deal(session, proof, out)?;
    }
    Ok(())
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
