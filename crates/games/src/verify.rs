//! Whether the cards of a record are what was promised before they were dealt.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::Session;
use crate::fair_shuffle::{Broken, Proof};
use crate::record::{Record, Step};

/// Checks every promise, every shuffle and every card of a record, and returns the match at its end; or says in a
/// sentence what is wrong.
pub fn verify(record: &Record) -> Result<Session, String> {
    let Some(fair) = &record.opening.fair else {
        return Err("nothing was promised: this match was shuffled from a number alone".into());
    };
    if record.opening.deck.is_some() {
        return Err("the pack was laid out instead of shuffled".into());
    }
    every_card_is_told(record)?;
    let session = record.replay().map_err(|why| why.to_string())?;
    for proof in session.proofs() {
        proof.check(&fair.table).map_err(|broken| in_words(&session, proof.deal, broken))?;
    }
    no_deal_is_missing(session.proofs())?;
    Ok(session)
}

fn in_words(session: &Session, deal: u64, broken: Broken) -> String {
    match broken {
        Broken::Table => format!("in deal {deal} the server did not keep its promise"),
        Broken::Player(seat) => {
            format!("in deal {deal} the share of {} is not the promised one", session.name(seat))
        }
        Broken::Order => format!("in deal {deal} the shares are not in the order of the seats"),
    }
}

/// Cards that the record leaves out could be any.
fn every_card_is_told(record: &Record) -> Result<(), String> {
    let mut next = record.steps.iter();
    let mut line = 0;
    loop {
        match next.next() {
            Some((_, Step::Told(_))) => {}
            Some(_) | None => return Err(format!("after line {line} it is not told which cards moved")),
        }
        match next.find(|(_, step)| !matches!(step, Step::Result(_))) {
            Some((at, _)) => line = *at,
            None => return Ok(()),
        }
    }
}

/// A deal that was given up leaves its number behind, so no deal can be left out of the record.
fn no_deal_is_missing(proofs: &[Proof]) -> Result<(), String> {
    let numbers = |proof: &Proof| {
        let given_up = proof.restarts.iter().map(|restart| restart.deal);
        given_up.chain([proof.deal]).collect::<Vec<u64>>()
    };
    let all: Vec<u64> = proofs.iter().flat_map(numbers).collect();
    match all.windows(2).find(|pair| pair[0].checked_add(1) != Some(pair[1])) {
        Some(pair) => Err(format!("after deal {} comes deal {}, and nothing tells why", pair[0], pair[1])),
        None => Ok(()),
    }
}
