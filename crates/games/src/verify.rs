//! Verifies that the cards of a record follow from the promises made before they were dealt, and that the record is the one
//! that the players' devices signed.

use alloc::vec::Vec;

use engine::{Seat, SeatSet};

use crate::fair_shuffle::{Broken, DealName, Hash, Proof};
use crate::record::{Record, Step};
use crate::{Session, VerifyError, seal};

/// After this many abandoned deals the table leaves out who did not reveal a share.
const RESTARTS_BEFORE_LEAVING_OUT: usize = 2;

/// The maximum number of deals abandoned before one is dealt: each further one leaves out another device.
pub const fn max_restarts(seats: usize) -> usize {
    RESTARTS_BEFORE_LEAVING_OUT + seats
}

/// A record without a fault, and what is not proved by it.
#[derive(Clone, Debug)]
pub struct Verified {
    /// The match at the end of the record.
    pub session: Session,
    /// The devices that took part in each deal and signed how its round went.
    pub rounds: Vec<SealedRound>,
    /// Whether the record goes on to the end of the match.
    pub is_complete: bool,
    /// The transcript of everything that was promised, which all devices had.
    pub transcript: Hash,
}

/// Whose devices signed a round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SealedRound {
    /// The number of its deal.
    pub deal: u64,
    /// The seats whose devices contributed to the shuffle.
    pub shares: SeatSet,
    /// The seats whose devices signed.
    pub signed: SeatSet,
    /// The seats whose devices have a key and did not sign.
    pub unsigned: SeatSet,
}

impl Verified {
    /// The deals that the server shuffled alone.
    pub fn shuffled_alone(&self) -> impl Iterator<Item = u64> {
        self.rounds.iter().filter(|round| round.shares.is_empty()).map(|round| round.deal)
    }
}

/// Checks every promise, every shuffle, every card and every signature of a record.
pub fn verify(record: &Record) -> Result<Verified, VerifyError> {
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
        restarts_are_few(&session, proof)?;
    }
    no_deal_is_missing(session.proofs())?;
    for line in &record.seals {
        is_signed_so(&session, &fair.table, line)?;
    }
    let rounds = session.proofs().iter().map(sealed_round).collect();
    let transcript = seal::transcripts(&session).last().copied().unwrap_or_default();
    Ok(Verified { is_complete: session.is_over(), rounds, transcript, session })
}

fn broken_promise(session: &Session, deal: u64, broken: Broken) -> VerifyError {
    match broken {
        Broken::Table => VerifyError::Server { deal },
        Broken::Player(seat) => VerifyError::Player { deal, player: session.name(seat) },
        Broken::Order => VerifyError::Order { deal },
    }
}

/// Only abandoned deals with somebody to blame are allowed, and not more of them than a table makes.
fn restarts_are_few(session: &Session, proof: &Proof) -> Result<(), VerifyError> {
    let seats = session.scores().seats;
    if proof.restarts.len() > max_restarts(seats) {
        return Err(VerifyError::TooManyRestarts { deal: proof.deal, most: max_restarts(seats) });
    }
    let is_fine = |withheld: &[Seat]| {
        !withheld.is_empty()
            && withheld.is_sorted_by(|one, next| one < next)
            && withheld.iter().all(|seat| seat.index() < seats)
    };
    match proof.restarts.iter().find(|restart| !is_fine(&restart.withheld)) {
        Some(restart) => Err(VerifyError::NobodyWithheld { deal: restart.deal }),
        None => Ok(()),
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

/// What a device signed has to be what its seat saw, and the lines above it.
fn is_signed_so(session: &Session, table: &str, line: &crate::record::SealLine) -> Result<(), VerifyError> {
    let (deal, seat) = (line.deal, line.seal.seat);
    let player = || session.name(seat);
    let at = session.proofs().iter().position(|proof| proof.deal == deal);
    let part = at.and_then(|at| session.proofs()[at].parts.iter().find(|part| part.seat == seat));
    let Some((at, key)) = at.zip(part.and_then(|part| part.key)) else {
        return Err(VerifyError::SealWithoutKey { line: line.line, player: player() });
    };
    if !line.seal.is_of(&key, DealName { table, deal }, &line.digest) {
        return Err(VerifyError::Signature { line: line.line, deal, player: player() });
    }
    if seal::seen(session, at, seat) != Some(line.seal.seen) {
        return Err(VerifyError::SawOtherwise { deal, player: player() });
    }
    Ok(())
}

fn sealed_round(proof: &Proof) -> SealedRound {
    let shares = proof.parts.iter().map(|part| part.seat).collect();
    let signed: SeatSet = proof.seals.iter().map(|seal| seal.seat).collect();
    let keys = proof.parts.iter().filter(|part| part.key.is_some()).map(|part| part.seat);
    let unsigned = keys.filter(|seat| !signed.contains(*seat)).collect();
    SealedRound { deal: proof.deal, shares, signed, unsigned }
}
