//! The lines of a record that hold the proof of a deal.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use engine::{MAX_SEATS, Seat};
use thiserror::Error;

use crate::fair_shuffle::{Part, Proof, Restart, Secret, Share, hex, read_hex};
use crate::seal::{DeviceKey, Seal};
use crate::seat_at;

/// Formats the proof of a deal.
pub(crate) fn proof_text(proof: &Proof) -> String {
    let mut out = String::new();
    for restart in &proof.restarts {
        let withheld: Vec<String> = restart.withheld.iter().map(ToString::to_string).collect();
        out += &format!("restart {} {} {}\n", restart.deal, hex(&restart.promise), withheld.join(" "));
    }
    out += &format!("deal {} {} {}\n", proof.deal, hex(&proof.promise), hex(&proof.secret.0));
    for part in &proof.parts {
        out += &format!("part {} {} {}", part.seat, hex(&part.promise), hex(&part.share.0));
        if let Some(key) = &part.key {
            out += &format!(" {}", hex(&key.0));
        }
        out.push('\n');
    }
    out
}

/// Formats what the devices signed under a round.
pub(crate) fn seals_text(proof: &Proof) -> String {
    let line = |seal: &Seal| {
        format!("seal {} {} {} {}\n", proof.deal, seal.seat, hex(&seal.seen), hex(&seal.signature))
    };
    proof.seals.iter().map(line).collect()
}

/// Parses what follows `seal` in a line: the number of the deal, and what a device signed.
pub(crate) fn read_seal(rest: &str) -> Result<(u64, Seal), ProofLineError> {
    let words: Vec<&str> = rest.split_whitespace().collect();
    let read = || {
        let [deal, seat, seen, signature] = words.as_slice() else { return None };
        Some((
            deal.parse().ok()?,
            Seal { seat: read_seat(seat)?, seen: read_hex(seen)?, signature: read_hex(signature)? },
        ))
    };
    read().ok_or_else(|| ProofLineError { word: "seal".into() })
}

/// A line of a proof is malformed or out of place.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("`{word}` does not have here what it should have")]
pub struct ProofLineError {
    /// The first word of the line.
    pub word: String,
}

/// Parses the proof of a deal line by line.
#[derive(Default)]
pub(crate) struct ProofReader {
    restarts: Vec<Restart>,
    proof: Option<Proof>,
}

impl ProofReader {
    /// Parses one line: its first word and the rest.
    pub(crate) fn take(&mut self, word: &str, rest: &str) -> Result<(), ProofLineError> {
        let words: Vec<&str> = rest.split_whitespace().collect();
        let read = match word {
            "restart" => self.restart(&words),
            "deal" => self.deal(&words),
            _ => self.part(&words),
        };
        read.ok_or_else(|| ProofLineError { word: word.into() })
    }

    fn restart(&mut self, words: &[&str]) -> Option<()> {
        let [deal, promise, withheld @ ..] = words else { return None };
        let withheld: Vec<Seat> = withheld.iter().map(|word| read_seat(word)).collect::<Option<_>>()?;
        self.restarts.push(Restart { deal: deal.parse().ok()?, promise: read_hex(promise)?, withheld });
        self.proof.is_none().then_some(())
    }

    fn deal(&mut self, words: &[&str]) -> Option<()> {
        let [deal, promise, secret] = words else { return None };
        let second = self.proof.replace(Proof {
            deal: deal.parse().ok()?,
            promise: read_hex(promise)?,
            secret: Secret(read_hex(secret)?),
            parts: Vec::new(),
            restarts: core::mem::take(&mut self.restarts),
            seals: Vec::new(),
        });
        second.is_none().then_some(())
    }

    fn part(&mut self, words: &[&str]) -> Option<()> {
        let [seat, promise, share, key @ ..] = words else { return None };
        let key = match key {
            [] => None,
            [key] => Some(DeviceKey(read_hex(key)?)),
            _ => return None,
        };
        let (seat, promise, share) = (read_seat(seat)?, read_hex(promise)?, Share(read_hex(share)?));
        let parts = &mut self.proof.as_mut()?.parts;
        parts.push(Part { seat, promise, share, key });
        (parts.len() <= MAX_SEATS).then_some(())
    }

    /// Returns the proof for the round that begins, if there is one, and starts over.
    pub(crate) fn finish(&mut self) -> Option<Proof> {
        self.restarts.clear();
        self.proof.take()
    }
}

fn read_seat(word: &str) -> Option<Seat> {
    seat_at(word.parse().ok()?, MAX_SEATS).ok()
}
