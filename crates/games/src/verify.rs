//! Verifies that the cards of a record follow from the promises made before they were dealt.

use alloc::vec::Vec;

use crate::fair_shuffle::{Broken, Proof};
use crate::record::{Record, Step};
use crate::{Session, VerifyError};

/// Checks every promise, every shuffle and every card of a record, and returns the match at its end.
pub fn verify(record: &Record) -> Result<Session, VerifyError> {
    let Some(fair) = &record.opening.fair else {
        return Err(VerifyError::NothingPromised);
    };
    if record.opening.deck.is_some() {
        return Err(VerifyError::Arranged);
    }
    every_card_is_told(record)?;
    let session = record.replay()?;
    for proof in session.proofs() {
        proof.check(&fair.table).map_err(|broken| broken_promise(&session, proof.deal, broken))?;
    }
    no_deal_is_missing(session.proofs())?;
    Ok(session)
}

fn broken_promise(session: &Session, deal: u64, broken: Broken) -> VerifyError {
    match broken {
        Broken::Table => VerifyError::Server { deal },
        Broken::Player(seat) => VerifyError::Player { deal, player: session.name(seat) },
        Broken::Order => VerifyError::Order { deal },
    }
}

/// A record that leaves out which cards moved proves nothing.
fn every_card_is_told(record: &Record) -> Result<(), VerifyError> {
    let mut next = record.steps.iter();
    let mut line = 0;
    loop {
        match next.next() {
            Some((_, Step::Events(_))) => {}
            Some(_) | None => return Err(VerifyError::CardsNotTold { line }),
        }
        match next.find(|(_, step)| !matches!(step, Step::Result(_))) {
            Some((at, _)) => line = *at,
            None => return Ok(()),
        }
    }
}

/// Abandoned deals keep their numbers, so a deal missing from the record leaves a gap.
fn no_deal_is_missing(proofs: &[Proof]) -> Result<(), VerifyError> {
    let numbers = |proof: &Proof| {
        let given_up = proof.restarts.iter().map(|restart| restart.deal);
        given_up.chain([proof.deal]).collect::<Vec<u64>>()
    };
    let all: Vec<u64> = proofs.iter().flat_map(numbers).collect();
    match all.windows(2).find(|pair| pair[0].checked_add(1) != Some(pair[1])) {
        Some(pair) => Err(VerifyError::DealMissing { before: pair[0], after: pair[1] }),
        None => Ok(()),
    }
}
