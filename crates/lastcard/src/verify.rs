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
    /// Records of matches at a server: GET /api/tables/CODE/record
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
    /// A promise of the server that your device wrote down: it has to be among those of the record
    #[arg(long, value_name = "HEX")]
    promise: Vec<String>,
}

impl Verify {
    /// Says of each record whether the cards are what was promised; fails where they are not.
    pub fn run(&self, out: &mut impl Write) -> Result<(), CliError> {
        let mut all = true;
        for file in &self.files {
            if self.files.len() > 1 {
                writeln!(out, "{file}:")?;
            }
            all &= self.holds(&replay::text(file)?, out)?;
        }
        if all { Ok(()) } else { Err(CliError::Told) }
    }

    /// Says whether the cards of a record are what was promised.
    fn holds(&self, text: &str, out: &mut impl Write) -> Result<bool, CliError> {
        let record = Record::read(text).map_err(|why| why.to_string());
        let verified = record.and_then(|record| games::verify(&record));
        match verified.and_then(|session| self.holds_promises(&session).map(|()| session)) {
            Ok(session) => tell_deals(&session, out).map(|()| true),
            Err(why) => {
                let sentence = format!("The cards are NOT what was promised: {}.", why.trim_end_matches('.'));
                writeln!(out, "{}", coloured(&sentence, RED))?;
                Ok(false)
            }
        }
    }

    fn holds_promises(&self, session: &Session) -> Result<(), String> {
        let known = |promise: &String| {
            session.proofs().iter().any(|proof| hex(&proof.promise) == promise.trim().to_lowercase())
        };
        match self.promise.iter().find(|promise| !known(promise)) {
            Some(promise) => {
                Err(format!("the server promised {promise}, and no deal of the record has that"))
            }
            None => Ok(()),
        }
    }
}

const GREEN: u8 = 32;
const RED: u8 = 31;

/// Colour only where somebody looks; the words say the same.
fn coloured(sentence: &str, colour: u8) -> String {
    let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    if io::stdout().is_terminal() && !plain {
        format!("\x1b[{colour}m{sentence}\x1b[0m")
    } else {
        sentence.into()
    }
}

fn tell_deals(session: &Session, out: &mut impl Write) -> Result<(), CliError> {
    let table = session.opening().fair.as_ref().map_or("", |fair| &fair.table);
    let deals = match session.proofs().len() {
        1 => "one deal".into(),
        many => format!("{many} deals"),
    };
    let sentence = format!(
        "The cards are what was promised: {deals} at table {table}, every shuffle and every card of it."
    );
    writeln!(out, "{}", coloured(&sentence, GREEN))?;
    if let Dealer::Seat(seat) = session.opening().dealer {
        writeln!(out, "{} dealt first; no lot was drawn for that.", session.name(seat))?;
    }
    for proof in session.proofs() {
        tell_deal(session, proof, out)?;
    }
    Ok(())
}

fn tell_deal(session: &Session, proof: &Proof, out: &mut impl Write) -> Result<(), CliError> {
    for restart in &proof.restarts {
        let names = games::and_list(restart.withheld.iter().map(|&seat| session.name(seat)));
        writeln!(out, "Deal {}: given up, because nothing came from {names}.", restart.deal)?;
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
