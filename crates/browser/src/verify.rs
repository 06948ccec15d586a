//! Whether the cards of a record are what was promised, for a page that shows it.

use engine::Seat;
use games::record::Record;
use protocol::ProofItem;
use serde::Serialize;

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
}

/// Computes every promise, shuffle and card of a record again. Fails with a sentence that says what is wrong.
pub fn check(text: &str) -> Result<Verified, BrowserError> {
    let record = Record::read(text)?;
    let session = games::verify(&record)?;
    Ok(Verified {
        table: session.opening().fair.as_ref().map(|fair| fair.table.clone()).unwrap_or_default(),
        names: Seat::all(session.scores().seats).map(|seat| session.name(seat)).collect(),
        deals: session.proofs().iter().map(ProofItem::from).collect(),
    })
}
