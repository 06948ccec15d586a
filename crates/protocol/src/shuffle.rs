//! Verifiable shuffles on the wire. Hashes, keys and secrets are hex.

use engine::Seat;
use games::fair_shuffle::{Hash, Part, Proof, Restart, Secret, Share, hex, read_hex};
use games::seal::DeviceKey;
use serde::{Deserialize, Serialize};
use table::ShuffleStep;

use crate::reader::seat;

/// A step of the shuffle for the next deal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the doc of each variant explains its fields")]
pub enum ShuffleItem {
    /// The server's promise `c` for the deal with this number, under rules with this hash. The devices promise next.
    /// `transcript` is the hash of what was promised in the match before.
    Promised {
        deal: u64,
        c: String,
        rules: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        transcript: Option<String>,
    },
    /// What the devices promised, and the keys of those that sign. Each reveals its share next.
    Frozen {
        deal: u64,
        parts: Vec<PartItem>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        keys: Vec<PartItem>,
    },
    /// These seats did not reveal what they promised: the deal is abandoned, and another begins.
    GivenUp { deal: u64, seats: Vec<u8> },
    /// The device of the player in this seat no longer takes part.
    Without(u8),
    /// What the deals were computed from.
    Revealed(Vec<ProofItem>),
}

/// A seat and what its device promised, or its key.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PartItem(pub u8, pub String);

/// A seat, what its device promised, and what it revealed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct OpenedItem(pub u8, pub String, pub String);

/// An abandoned deal: its number, what the server had promised, and the seats that withheld their shares.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RestartItem(pub u64, pub String, pub Vec<u8>);

/// What a deal was computed from.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ProofItem {
    /// The number of the deal.
    pub deal: u64,
    /// What the server promised.
    pub c: String,
    /// The secret behind that promise.
    pub s: String,
    /// What the devices contributed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<OpenedItem>,
    /// The keys of the devices that sign.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keys: Vec<PartItem>,
    /// The deals that were abandoned before it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub given_up: Vec<RestartItem>,
}

fn number(seat: Seat) -> u8 {
    seat.index() as u8
}

fn seats(numbers: Vec<u8>) -> Option<Vec<Seat>> {
    numbers.into_iter().map(seat).collect()
}

fn key_item((seat, key): &(Seat, DeviceKey)) -> PartItem {
    PartItem(number(*seat), hex(&key.0))
}

fn read_keys(items: Vec<PartItem>) -> Option<Vec<(Seat, DeviceKey)>> {
    items.into_iter().map(|PartItem(number, key)| Some((seat(number)?, DeviceKey(read_hex(&key)?)))).collect()
}

impl ShuffleItem {
    /// The item of a step; `None` if it is told by an item of another kind.
    pub(crate) fn of(shuffling: &ShuffleStep) -> Option<ShuffleItem> {
        Some(match shuffling {
            ShuffleStep::Promised { deal, promise, rules, transcript } => {
                let transcript = transcript.map(|transcript| hex(&transcript));
                ShuffleItem::Promised { deal: *deal, c: hex(promise), rules: hex(rules), transcript }
            }
            ShuffleStep::Frozen { deal, parts, keys } => {
                let part = |(seat, promise): &(Seat, Hash)| PartItem(number(*seat), hex(promise));
                let keys = keys.iter().map(key_item).collect();
                ShuffleItem::Frozen { deal: *deal, parts: parts.iter().map(part).collect(), keys }
            }
            ShuffleStep::GivenUp { deal, withheld } => {
                ShuffleItem::GivenUp { deal: *deal, seats: withheld.iter().copied().map(number).collect() }
            }
            ShuffleStep::Without { seat } => ShuffleItem::Without(number(*seat)),
            ShuffleStep::Revealed(proofs) => {
                ShuffleItem::Revealed(proofs.iter().map(ProofItem::from).collect())
            }
            ShuffleStep::Unanswered { .. } | ShuffleStep::Digest { .. } => return None,
        })
    }
}

impl From<&Proof> for ProofItem {
    fn from(proof: &Proof) -> ProofItem {
        let part = |part: &Part| OpenedItem(number(part.seat), hex(&part.promise), hex(&part.share.0));
        let restart = |restart: &Restart| {
            let withheld = restart.withheld.iter().copied().map(number).collect();
            RestartItem(restart.deal, hex(&restart.promise), withheld)
        };
        ProofItem {
            deal: proof.deal,
            c: hex(&proof.promise),
            s: hex(&proof.secret.0),
            parts: proof.parts.iter().map(part).collect(),
            keys: proof.parts.iter().filter_map(|part| Some(key_item(&(part.seat, part.key?)))).collect(),
            given_up: proof.restarts.iter().map(restart).collect(),
        }
    }
}

impl ShuffleItem {
    /// Reads the step; `None` if it is malformed.
    pub(crate) fn read(self) -> Option<ShuffleStep> {
        Some(match self {
            ShuffleItem::Promised { deal, c, rules, transcript } => {
                let transcript = match transcript {
                    Some(transcript) => Some(read_hex(&transcript)?),
                    None => None,
                };
                ShuffleStep::Promised { deal, promise: read_hex(&c)?, rules: read_hex(&rules)?, transcript }
            }
            ShuffleItem::Frozen { deal, parts, keys } => {
                let part = |PartItem(number, promise)| Some((seat(number)?, read_hex(&promise)?));
                let parts = parts.into_iter().map(part).collect::<Option<_>>()?;
                ShuffleStep::Frozen { deal, parts, keys: read_keys(keys)? }
            }
            ShuffleItem::GivenUp { deal, seats: numbers } => {
                ShuffleStep::GivenUp { deal, withheld: seats(numbers)? }
            }
            ShuffleItem::Without(number) => ShuffleStep::Without { seat: seat(number)? },
            ShuffleItem::Revealed(proofs) => {
                ShuffleStep::Revealed(proofs.into_iter().map(ProofItem::read).collect::<Option<_>>()?)
            }
        })
    }
}

impl ProofItem {
    fn read(self) -> Option<Proof> {
        let keys = read_keys(self.keys)?;
        let part = |OpenedItem(number, promise, share)| {
            let (seat, promise, share) = (seat(number)?, read_hex(&promise)?, Share(read_hex(&share)?));
            let key = keys.iter().find(|(other, _)| *other == seat).map(|(_, key)| *key);
            Some(Part { seat, promise, share, key })
        };
        let restart = |RestartItem(deal, promise, withheld)| {
            Some(Restart { deal, promise: read_hex(&promise)?, withheld: seats(withheld)? })
        };
        Some(Proof {
            deal: self.deal,
            promise: read_hex(&self.c)?,
            secret: Secret(read_hex(&self.s)?),
            parts: self.parts.into_iter().map(part).collect::<Option<_>>()?,
            restarts: self.given_up.into_iter().map(restart).collect::<Option<_>>()?,
            seals: Vec::new(),
        })
    }
}
