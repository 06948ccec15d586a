//! Whether the cards of a record are what was promised, for a page that shows it.

use engine::{Seat, SeatSet};
use games::fair_shuffle::read_hex;
use games::record::Record;
use games::{SealedRound, seal};
use protocol::ProofItem;
use serde::{Deserialize, Serialize};

use crate::BrowserError;

/// A record whose cards are what was promised.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Verified {
    /// The table.
    pub table: String,
    /// Who played, by seat.
    pub names: Vec<String>,
    /// What each deal was computed from.
    pub deals: Vec<ProofItem>,
    /// The code of everything that was promised.
    pub code: String,
    /// Whether the record goes on to the end of the match.
    pub complete: bool,
    /// Whose devices signed each round.
    pub rounds: Vec<Signed>,
    /// The deal whose cards or moves are not what the page saw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub differs: Option<u64>,
    /// How many rounds the page saw.
    pub seen: usize,
}

/// Whose devices signed a round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Signed {
    /// The number of its deal.
    pub deal: u64,
    /// The seats whose devices signed.
    pub by: Vec<usize>,
    /// The seats whose devices could have signed and did not.
    pub missing: Vec<usize>,
}

/// What the page saw of a round: the hash of it, in hex.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Seen {
    /// The number of its deal.
    pub deal: u64,
    /// The seat of the page.
    pub seat: usize,
    /// The hash.
    pub hash: String,
}

/// Computes every promise, shuffle, card and signature of a record again, and compares it with what the page saw. Fails
/// with a sentence that says what is wrong.
pub fn check(text: &str, seen: &[Seen]) -> Result<Verified, BrowserError> {
    let record = Record::read(text)?;
    let verified = games::verify(&record)?;
    let session = &verified.session;
    let compare = |seen: &Seen| match Seat::new(seen.seat).zip(read_hex(&seen.hash)) {
        Some((seat, hash)) => seal::saw(session, seen.deal, seat, &hash),
        None => Some(false),
    };
    Ok(Verified {
        table: session.opening().fair.as_ref().map(|fair| fair.table.clone()).unwrap_or_default(),
        names: Seat::all(session.scores().seats).map(|seat| session.name(seat)).collect(),
        deals: session.proofs().iter().map(ProofItem::from).collect(),
        code: seal::code(&verified.transcript),
        complete: verified.is_complete,
        rounds: verified.rounds.iter().map(signed).collect(),
        differs: seen.iter().find(|seen| compare(seen) == Some(false)).map(|seen| seen.deal),
        seen: seen.iter().filter(|seen| compare(seen) == Some(true)).count(),
    })
}

fn signed(round: &SealedRound) -> Signed {
    let numbers = |seats: SeatSet| seats.iter().map(Seat::index).collect();
    Signed { deal: round.deal, by: numbers(round.signed), missing: numbers(round.unsigned) }
}
