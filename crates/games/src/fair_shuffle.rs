//! Shuffles that everyone can check afterwards: `shuffle/v1`, as `docs/shuffle.md` tells it.
//!
//! The table promises its secret before anyone else acts, every player's device promises a share and
//! opens it, and the key of the deal is worked out from all of them. Nothing here makes up a secret or keeps one.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use engine::{Seat, Seeded};
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

use crate::Rules;

/// A SHA-256.
pub type Hash = [u8; 32];

/// The longest name of a table.
pub const MAX_TABLE_NAME_BYTES: usize = 64;

/// What the table adds to a deal: 32 bytes that nobody can guess.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Secret(pub [u8; 32]);

/// What a player's device adds to a deal: 16 bytes that nobody can guess.
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

/// Which deal: the name of the table and a number that is never used again there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DealName<'a> {
    /// The table.
    pub table: &'a str,
    /// The number of the deal.
    pub deal: u64,
}

impl DealName<'_> {
    /// What the table promises before any player does anything.
    pub fn promise(&self, secret: &Secret) -> Hash {
        self.hash("shuffle/v1/server", &[&secret.0])
    }

    /// What the device of the player in this seat promises.
    pub fn share_promise(&self, seat: Seat, share: &Share) -> Hash {
        self.hash("shuffle/v1/player", &[&number(seat.index()), &share.0])
    }

    /// The key of the deal, from everything that was opened, in the order of the seats.
    pub fn key(&self, secret: &Secret, rules: &Hash, shares: &[(Seat, Share)]) -> [u8; 32] {
        let mut shares = shares.to_vec();
        shares.sort_by_key(|(seat, _)| *seat);
        let mut text = self.begun("shuffle/v1/seed");
        text.extend(rules);
        text.extend(number(shares.len()));
        for (seat, share) in &shares {
            text.extend(number(seat.index()));
            text.extend(number(share.0.len()));
            text.extend(share.0);
        }
        hmac(&secret.0, &text)
    }

    fn hash(&self, purpose: &str, parts: &[&[u8]]) -> Hash {
        let mut hasher = Sha256::new_with_prefix(self.begun(purpose));
        for part in parts {
            hasher.update(part);
        }
        hasher.finalize().into()
    }

    /// The beginning of everything that is hashed: purpose, table and deal.
    fn begun(&self, purpose: &str) -> Vec<u8> {
        let mut text = purpose.as_bytes().to_vec();
        text.extend(number(self.table.len()));
        text.extend(self.table.as_bytes());
        text.extend(self.deal.to_be_bytes());
        text
    }
}

/// A number as it is hashed: four bytes, the highest first.
fn number(number: usize) -> [u8; 4] {
    (number as u32).to_be_bytes()
}

/// HMAC-SHA-256 as in RFC 2104.
fn hmac(key: &[u8], text: &[u8]) -> Hash {
    let mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes a key of any length");
    mac.chain_update(text).finalize().into_bytes().into()
}

/// The hash of the rules: that of their whole text.
pub fn rules_hash(rules: &Rules) -> Hash {
    Sha256::digest(rules.to_toml(None).as_bytes()).into()
}

/// The part that one player's device had in a deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// Whose.
    pub seat: Seat,
    /// What was promised.
    pub promise: Hash,
    /// What was opened.
    pub share: Share,
}

/// A deal that was begun and given up, because a player did not open a promise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Restart {
    /// The number of that deal.
    pub deal: u64,
    /// What the table had promised for it.
    pub promise: Hash,
    /// Who did not open.
    pub withheld: Vec<Seat>,
}

/// Everything that a deal was worked out from. Before the end it is nobody's to know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// The number of the deal.
    pub deal: u64,
    /// What the table promised.
    pub promise: Hash,
    /// What it had promised.
    pub secret: Secret,
    /// What the players' devices added, by seat.
    pub parts: Vec<Part>,
    /// The deals that were given up before this one.
    pub restarts: Vec<Restart>,
}

/// A promise that was not kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Broken {
    /// The table's.
    Table,
    /// That of the player in this seat.
    Player(Seat),
    /// A seat has two parts, or the parts are not in the order of the seats.
    Order,
}

impl Proof {
    /// Whether everything that was promised is what was opened.
    pub fn check(&self, table: &str) -> Result<(), Broken> {
        let name = DealName { table, deal: self.deal };
        if name.promise(&self.secret) != self.promise {
            return Err(Broken::Table);
        }
        let kept = |part: &&Part| name.share_promise(part.seat, &part.share) != part.promise;
        if let Some(part) = self.parts.iter().find(kept) {
            return Err(Broken::Player(part.seat));
        }
        if self.parts.is_sorted_by(|one, next| one.seat < next.seat) { Ok(()) } else { Err(Broken::Order) }
    }

    /// The source of every shuffle of the deal.
    pub fn chance(&self, table: &str, rules: &Hash) -> Seeded {
        let shares: Vec<(Seat, Share)> = self.parts.iter().map(|part| (part.seat, part.share)).collect();
        Seeded::from_key(DealName { table, deal: self.deal }.key(&self.secret, rules, &shares))
    }
}

/// Bytes as text: two digits each.
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
