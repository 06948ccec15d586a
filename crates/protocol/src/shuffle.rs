//! Verifiable shuffles, on the wire and on a player's device. Hashes and secrets are sent as hex.

use engine::Seat;
use games::fair_shuffle::{DealName, Hash, Part, Proof, Restart, Secret, Share, hex, read_hex};
use serde::{Deserialize, Serialize};
use table::{Message, ShuffleStep};

use crate::ClientMsg;
use crate::reader::seat;

/// A step of the shuffle for the next deal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the doc of each variant explains its fields")]
pub enum ShuffleItem {
    /// The server's promise `c` for the deal with this number, under rules with this hash. The devices promise next.
    Promised { deal: u64, c: String, rules: String },
    /// What the devices promised. Each reveals its share next.
    Frozen { deal: u64, parts: Vec<PartItem> },
    /// These seats did not reveal what they promised: the deal is abandoned, and another begins.
    GivenUp { deal: u64, seats: Vec<u8> },
    /// The device of the player in this seat no longer takes part.
    Without(u8),
    /// What the deals were computed from.
    Revealed(Vec<ProofItem>),
}

/// A seat and what its device promised.
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
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

impl From<&ShuffleStep> for ShuffleItem {
    fn from(step: &ShuffleStep) -> ShuffleItem {
        match step {
            ShuffleStep::Promised { deal, promise, rules } => {
                ShuffleItem::Promised { deal: *deal, c: hex(promise), rules: hex(rules) }
            }
            ShuffleStep::Frozen { deal, parts } => {
                let part = |(seat, promise): &(Seat, Hash)| PartItem(number(*seat), hex(promise));
                ShuffleItem::Frozen { deal: *deal, parts: parts.iter().map(part).collect() }
            }
            ShuffleStep::GivenUp { deal, withheld } => {
                ShuffleItem::GivenUp { deal: *deal, seats: withheld.iter().copied().map(number).collect() }
            }
            ShuffleStep::Without { seat } => ShuffleItem::Without(number(*seat)),
            ShuffleStep::Revealed(proofs) => {
                ShuffleItem::Revealed(proofs.iter().map(ProofItem::from).collect())
            }
        }
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
            given_up: proof.restarts.iter().map(restart).collect(),
        }
    }
}

impl ShuffleItem {
    /// Reads the step; `None` if it is malformed.
    pub(crate) fn read(self) -> Option<ShuffleStep> {
        Some(match self {
            ShuffleItem::Promised { deal, c, rules } => {
                ShuffleStep::Promised { deal, promise: read_hex(&c)?, rules: read_hex(&rules)? }
            }
            ShuffleItem::Frozen { deal, parts } => {
                let part = |PartItem(number, promise)| Some((seat(number)?, read_hex(&promise)?));
                ShuffleStep::Frozen { deal, parts: parts.into_iter().map(part).collect::<Option<_>>()? }
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
        let part = |OpenedItem(number, promise, share)| {
            let (promise, share) = (read_hex(&promise)?, Share(read_hex(&share)?));
            Some(Part { seat: seat(number)?, promise, share })
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
        })
    }
}

/// A player's device in the verifiable shuffle: its shares, and the promises it checks the proofs against.
#[derive(Clone, Debug)]
pub struct Mixer {
    table: String,
    /// The promises received for each deal.
    heard: Vec<Promises>,
    /// The device's own shares, by deal and seat.
    own: Vec<(u64, Seat, Share)>,
}

/// The promises for a deal: the server's, and those of the devices once the list is frozen.
#[derive(Clone, Debug)]
struct Promises {
    deal: u64,
    server: Hash,
    devices: Vec<(Seat, Hash)>,
}

/// Whether the server kept its promises.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Every deal matches its promise.
    Kept,
    /// The deal with this number does not.
    Broken(u64),
}

impl Mixer {
    /// A device at the table with this code.
    pub fn new(table: &str) -> Mixer {
        Mixer { table: table.into(), heard: Vec::new(), own: Vec::new() }
    }

    /// The device's answer to a message, from this seat. `fresh` returns 16 unpredictable bytes.
    pub fn answer(
        &mut self,
        message: &Message,
        own: Seat,
        fresh: impl FnOnce() -> [u8; 16],
    ) -> Option<ClientMsg> {
        match message {
            Message::Shuffle(ShuffleStep::Promised { deal, promise, .. }) => {
                self.heard.retain(|known| known.deal != *deal);
                self.heard.push(Promises { deal: *deal, server: *promise, devices: Vec::new() });
                let share = self.share(*deal, own, fresh);
                let c = hex(&DealName { table: &self.table, deal: *deal }.share_promise(own, &share));
                Some(ClientMsg::Promise { id: format!("promise-{deal}-{}", &c[..8]), deal: *deal, c })
            }
            Message::Shuffle(ShuffleStep::Frozen { deal, parts }) => {
                self.heard.iter_mut().find(|known| known.deal == *deal)?.devices.clone_from(parts);
                let (_, seat, share) = self.own.iter().find(|(known, ..)| known == deal)?;
                // Only a share in the frozen list is revealed: the server has received its promise.
                let promise = DealName { table: &self.table, deal: *deal }.share_promise(*seat, share);
                let is_listed = parts.contains(&(*seat, promise));
                let id = format!("open-{deal}-{}", &hex(&promise)[..8]);
                is_listed.then(|| ClientMsg::Open { id, deal: *deal, e: hex(&share.0) })
            }
            _ => None,
        }
    }

    /// The device's share of a deal; always the same for the same deal and seat.
    fn share(&mut self, deal: u64, own: Seat, fresh: impl FnOnce() -> [u8; 16]) -> Share {
        if let Some((.., share)) = self.own.iter().find(|(known, seat, _)| (*known, *seat) == (deal, own)) {
            return *share;
        }
        let share = Share(fresh());
        self.own.push((deal, own, share));
        share
    }

    /// Compares the revealed proofs with the promises. Deals that this device had no promise for are skipped.
    pub fn judge(&self, proofs: &[Proof]) -> Verdict {
        let broken = |proof: &&Proof| {
            let Some(heard) = self.heard.iter().find(|heard| heard.deal == proof.deal) else { return false };
            let opened: Vec<(Seat, Hash)> =
                proof.parts.iter().map(|part| (part.seat, part.promise)).collect();
            proof.promise != heard.server || opened != heard.devices || proof.check(&self.table).is_err()
        };
        proofs.iter().find(broken).map_or(Verdict::Kept, |proof| Verdict::Broken(proof.deal))
    }
}
