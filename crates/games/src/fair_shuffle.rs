//! Shuffles that everyone can verify afterwards: `shuffle/v1`, described in `docs/shuffle.md`.
//!
//! The table first commits to a secret, then every player's device commits to a share and reveals it. The key of the
//! deal is derived from all of them. This module neither generates nor stores secrets.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use engine::{Seat, Seeded};
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

use crate::Rules;
use crate::seal::{DeviceKey, Seal};

/// A SHA-256 hash.
pub type Hash = [u8; 32];

/// Maximum length of a table name.
pub const MAX_TABLE_NAME_BYTES: usize = 64;

/// The table's contribution to a deal: 32 random bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Secret(pub [u8; 32]);

/// The contribution of a player's device to a deal: 16 random bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Share(pub [u8; 16]);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(hidden)")
    }
}

impl fmt::Debug for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Share(hidden)")
    }
}

/// Identifies a deal: the name of the table and a number that the table never reuses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DealName<'a> {
    /// The table.
    pub table: &'a str,
    /// The number of the deal.
    pub deal: u64,
}

impl DealName<'_> {
    /// The table's commitment to its secret, published before any player acts.
    pub fn promise(&self, secret: &Secret) -> Hash {
        self.hash("shuffle/v1/server", &[&secret.0])
    }

    /// A device's commitment to its share.
    pub fn share_promise(&self, seat: Seat, share: &Share) -> Hash {
        self.hash("shuffle/v1/player", &[&number(seat.index()), &share.0])
    }

    /// Derives the key of the deal from the secret and the shares, in seat order.
    pub fn key(&self, secret: &Secret, rules: &Hash, shares: &[(Seat, Share)]) -> [u8; 32] {
        let mut shares = shares.to_vec();
        shares.sort_by_key(|(seat, _)| *seat);
        let mut text = self.prefix("shuffle/v1/seed");
        text.extend(rules);
        text.extend(number(shares.len()));
        for (seat, share) in &shares {
            text.extend(number(seat.index()));
            text.extend(number(share.0.len()));
            text.extend(share.0);
        }
        hmac(&secret.0, &text)
    }

    pub(crate) fn hash(&self, purpose: &str, parts: &[&[u8]]) -> Hash {
        let mut hasher = Sha256::new_with_prefix(self.prefix(purpose));
        for part in parts {
            hasher.update(part);
        }
        hasher.finalize().into()
    }

    /// The prefix of every hashed text: purpose, table and deal.
    pub(crate) fn prefix(&self, purpose: &str) -> Vec<u8> {
        let mut text = purpose.as_bytes().to_vec();
        text.extend(number(self.table.len()));
        text.extend(self.table.as_bytes());
        text.extend(self.deal.to_be_bytes());
        text
    }
}

/// A number as it is hashed: four bytes, big-endian.
pub(crate) fn number(number: usize) -> [u8; 4] {
    (number as u32).to_be_bytes()
}

/// HMAC-SHA-256 as in RFC 2104.
fn hmac(key: &[u8], text: &[u8]) -> Hash {
    let mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes a key of any length");
    mac.chain_update(text).finalize().into_bytes().into()
}

/// The hash of a rule set: that of its complete TOML text.
pub fn rules_hash(rules: &Rules) -> Hash {
    Sha256::digest(rules.to_toml(None).as_bytes()).into()
}

/// The part of one player's device in a deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// The player's seat.
    pub seat: Seat,
    /// The commitment.
    pub promise: Hash,
    /// The revealed share.
    pub share: Share,
    /// The key that the device signs with, if it has one.
    pub key: Option<DeviceKey>,
}

/// A deal that was abandoned because a player did not reveal a share.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Restart {
    /// The number of that deal.
    pub deal: u64,
    /// The table's commitment for it.
    pub promise: Hash,
    /// The seats that did not reveal their shares.
    pub withheld: Vec<Seat>,
}

/// Everything that a deal was derived from. Secret until the match is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// The number of the deal.
    pub deal: u64,
    /// The table's commitment.
    pub promise: Hash,
    /// The table's revealed secret.
    pub secret: Secret,
    /// The parts of the players' devices, by seat.
    pub parts: Vec<Part>,
    /// The deals abandoned before this one.
    pub restarts: Vec<Restart>,
    /// What the devices signed when the round was over.
    pub seals: Vec<Seal>,
}

/// What is wrong with a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Broken {
    /// The table's secret does not match its commitment.
    Table,
    /// The share of the player in this seat does not match the commitment.
    Player(Seat),
    /// A seat has two parts, or the parts are not in seat order.
    Order,
}

impl Proof {
    /// Checks that the secret and the shares match their commitments.
    pub fn check(&self, table: &str) -> Result<(), Broken> {
        let name = DealName { table, deal: self.deal };
        if name.promise(&self.secret) != self.promise {
            return Err(Broken::Table);
        }
        let broken = |part: &&Part| name.share_promise(part.seat, &part.share) != part.promise;
        if let Some(part) = self.parts.iter().find(broken) {
            return Err(Broken::Player(part.seat));
        }
        if self.parts.is_sorted_by(|one, next| one.seat < next.seat) { Ok(()) } else { Err(Broken::Order) }
    }

    /// The source of randomness for every shuffle of the deal.
    pub fn chance(&self, table: &str, rules: &Hash) -> Seeded {
        let shares: Vec<(Seat, Share)> = self.parts.iter().map(|part| (part.seat, part.share)).collect();
        Seeded::from_key(DealName { table, deal: self.deal }.key(&self.secret, rules, &shares))
    }
}

/// Formats bytes in hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    let digit = |nibble: u8| char::from_digit(u32::from(nibble), 16).unwrap_or('0');
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// Parses exactly `N` bytes from hexadecimal.
pub fn read_hex<const N: usize>(text: &str) -> Option<[u8; N]> {
    let digits: Vec<u8> =
        text.chars().map(|digit| digit.to_digit(16).map(|value| value as u8)).collect::<Option<_>>()?;
    let mut bytes = [0; N];
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        *byte = pair[0] << 4 | pair[1];
    }
    (digits.len() == 2 * N).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 4231, test cases 1 and 2.
    #[test]
    fn the_keyed_hash_is_the_published_one() {
        assert_eq!(
            hex(&hmac(&[0x0b; 20], b"Hi There")),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        );
        assert_eq!(
            hex(&hmac(b"Jefe", b"what do ya want for nothing?")),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        );
    }

    #[test]
    fn everything_counts() {
        let name = DealName { table: "T", deal: 1 };
        let (secret, seat) = (Secret([1; 32]), Seat::default());
        let other = Seat::new(1).unwrap_or_default();
        let shares = [(seat, Share([2; 16])), (other, Share([3; 16]))];
        let keys = [
            name.key(&secret, &[0; 32], &shares),
            name.key(&secret, &[1; 32], &shares),
            name.key(&Secret([2; 32]), &[0; 32], &shares),
            name.key(&secret, &[0; 32], &shares[..1]),
            name.key(&secret, &[0; 32], &[(seat, Share([3; 16])), (other, Share([2; 16]))]),
            DealName { table: "T", deal: 2 }.key(&secret, &[0; 32], &shares),
            DealName { table: "U", deal: 1 }.key(&secret, &[0; 32], &shares),
        ];
        for (at, key) in keys.iter().enumerate() {
            assert!(!keys[..at].contains(key), "{at}");
        }
        assert_eq!(
            keys[0],
            name.key(&secret, &[0; 32], &[shares[1], shares[0]]),
            "the order is that of the seats"
        );
        assert_ne!(name.share_promise(seat, &shares[0].1), name.share_promise(other, &shares[0].1));
    }

    #[test]
    fn hex_is_read_back_and_nothing_else_is() {
        assert_eq!(read_hex(&hex(&[0, 1, 254, 255])), Some([0, 1, 254, 255]));
        assert_eq!(read_hex::<2>("0001ff"), None);
        assert_eq!(read_hex::<2>("00f"), None);
        assert_eq!(read_hex::<2>("00fg"), None);
        assert_eq!(read_hex::<2>("0é00"), None);
    }
}
