//! Errors in what the page passes in.

use games::record::RecordError;
use thiserror::Error;

/// What is wrong with a rule file, a record or a request, in words for the player.
#[derive(Debug, Error)]
pub enum BrowserError {
    /// The rule file is faulty; this is its first fault.
    #[error("{0}")]
    Rules(String),
    /// There is no guide to the rules.
    #[error("There is no guide to these rules.")]
    NoGuide,
    /// The record cannot be read or replayed.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The record does not prove its cards.
    #[error(transparent)]
    Verify(#[from] games::VerifyError),
    /// The record has no such seat.
    #[error(transparent)]
    Seat(#[from] games::NoSuchSeat),
    /// A word for a seat is neither a person's number nor a level.
    #[error("a seat is taken by the number of a person or by a level")]
    Participant,
    /// The match cannot be continued on a device.
    #[error(transparent)]
    Restore(#[from] table::RestoreError),
}
