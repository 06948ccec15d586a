//! What the players' devices agree on during a match, so that nobody can tell another story afterwards.
//!
//! Three hashes, described in `docs/shuffle.md`: the *transcript* of the promises, the same on every device; what one
//! seat *saw* of a round; and the *digest* of the record so far. A device signs the last two when a round is over.

use alloc::string::String;
use alloc::vec::Vec;

use ed25519_dalek::{Signer, SigningKey, VerifyingKey};
use engine::{Seat, Viewer};
use sha2::{Digest, Sha256};

use crate::fair_shuffle::{DealName, Hash, Proof, number, rules_hash};
use crate::{HistoryEntry, Session};

/// The transcript before the first deal of a match.
pub const EMPTY_TRANSCRIPT: Hash = [0; 32];

/// How many bytes of a transcript make the code that people compare, and the letters that stand for five bits each.
const CODE_BYTES: usize = 10;
const CODE_LETTERS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CODE_GROUP: usize = 4;

/// The public key of a device: Ed25519.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DeviceKey(pub [u8; 32]);

/// The secret key of a device.
#[derive(Clone)]
pub struct DeviceSecret(SigningKey);

/// The signature of a device under a round: what its seat saw of it, and the record up to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seal {
    /// The seat.
    pub seat: Seat,
    /// What the seat saw of the round.
    pub seen: Hash,
    /// The signature.
    pub signature: [u8; 64],
}

impl core::fmt::Debug for DeviceSecret {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("DeviceSecret(hidden)")
    }
}

impl DeviceSecret {
    /// The key pair that follows from 32 random bytes.
    pub fn new(bytes: &[u8; 32]) -> DeviceSecret {
        DeviceSecret(SigningKey::from_bytes(bytes))
    }

    /// The public key.
    pub fn key(&self) -> DeviceKey {
        DeviceKey(self.0.verifying_key().to_bytes())
    }

    /// Signs what a seat saw of a round, and the digest of the record up to its end.
    pub fn seal(&self, round: DealName<'_>, seat: Seat, seen: Hash, digest: &Hash) -> Seal {
        let signature = self.0.sign(&signed_text(round, seat, &seen, digest)).to_bytes();
        Seal { seat, seen, signature }
    }
}

impl Seal {
    /// Whether the device with this key signed this.
    pub fn is_of(&self, key: &DeviceKey, round: DealName<'_>, digest: &Hash) -> bool {
        let signature = ed25519_dalek::Signature::from_bytes(&self.signature);
        let text = signed_text(round, self.seat, &self.seen, digest);
        VerifyingKey::from_bytes(&key.0).is_ok_and(|key| key.verify_strict(&text, &signature).is_ok())
    }
}

fn signed_text(round: DealName<'_>, seat: Seat, seen: &Hash, digest: &Hash) -> Vec<u8> {
    let mut text = round.prefix("shuffle/v1/seal");
    text.extend(number(seat.index()));
    text.extend(seen);
    text.extend(digest);
    text
}

/// The transcript after a deal was abandoned because of these seats.
pub fn after_restart(transcript: &Hash, deal: DealName<'_>, promise: &Hash, withheld: &[Seat]) -> Hash {
    let seats: Vec<u8> = withheld.iter().flat_map(|seat| number(seat.index())).collect();
    deal.hash("shuffle/v1/given-up", &[transcript, promise, &number(withheld.len()), &seats])
}

/// The transcript after a deal under these rules, with what the devices promised and their keys, in seat order.
pub fn after_deal(
    transcript: &Hash,
    deal: DealName<'_>,
    (promise, rules): (&Hash, &Hash),
    parts: &[(Seat, Hash, Option<DeviceKey>)],
) -> Hash {
    let mut text = Vec::new();
    for (seat, promise, key) in parts {
        let key = key.as_ref().map_or(&[][..], |key| &key.0);
        text.extend(number(seat.index()));
        text.extend(promise);
        text.extend(number(key.len()));
        text.extend(key);
    }
    deal.hash("shuffle/v1/dealt", &[transcript, promise, rules, &number(parts.len()), &text])
}

/// The transcript after the deal with this proof.
pub fn after_proof(transcript: &Hash, table: &str, rules: &Hash, proof: &Proof) -> Hash {
    let name = |deal: u64| DealName { table, deal };
    let given_up = proof.restarts.iter().fold(*transcript, |transcript, restart| {
        after_restart(&transcript, name(restart.deal), &restart.promise, &restart.withheld)
    });
    let parts: Vec<_> = proof.parts.iter().map(|part| (part.seat, part.promise, part.key)).collect();
    after_deal(&given_up, name(proof.deal), (&proof.promise, rules), &parts)
}

/// The transcript after each deal of a match.
pub fn transcripts(session: &Session) -> Vec<Hash> {
    let Some(fair) = &session.opening().fair else { return Vec::new() };
    let rules = rules_hash(session.rules());
    let after = |transcript: &mut Hash, proof: &Proof| {
        *transcript = after_proof(transcript, &fair.table, &rules, proof);
        Some(*transcript)
    };
    session.proofs().iter().scan(EMPTY_TRANSCRIPT, after).collect()
}

/// A transcript as people compare it: `K7QX-2M4P-9TRA-BC3D`.
pub fn code(transcript: &Hash) -> String {
    let bits = transcript[..CODE_BYTES].iter().fold(0_u128, |bits, byte| bits << 8 | u128::from(*byte));
    let letters = CODE_BYTES * 8 / 5;
    let letter = |at: usize| CODE_LETTERS[(bits >> (5 * (letters - 1 - at)) & 31) as usize];
    let mut text = String::new();
    for at in 0..letters {
        if at > 0 && at % CODE_GROUP == 0 {
            text.push('-');
        }
        text.push(char::from(letter(at)));
    }
    text
}

/// What a seat has seen before the cards of a deal: the transcript, and who plays.
pub fn seen_before(deal: DealName<'_>, seat: Seat, transcript: &Hash, names: &[String]) -> Hash {
    deal.hash("shuffle/v1/seen", &[&number(seat.index()), transcript, names.join(", ").as_bytes()])
}

/// What a seat has seen after one more step: its events in notation with `;` between, hidden cards left out.
pub fn seen_after(seen: &Hash, events: &str) -> Hash {
    Sha256::new_with_prefix(seen).chain_update(events).finalize().into()
}

/// What a seat saw of the round with this index, as far as it was played; `None` if there is no such round.
pub fn seen(session: &Session, round: usize, seat: Seat) -> Option<Hash> {
    let fair = session.opening().fair.as_ref()?;
    let (proof, transcript) = (session.proofs().get(round)?, *transcripts(session).get(round)?);
    let names: Vec<String> = Seat::all(session.scores().seats).map(|seat| session.name(seat)).collect();
    let deals = session.entries().iter().enumerate().filter(|(_, entry)| **entry == HistoryEntry::Deal);
    let mut first = core::iter::once(0).chain(deals.map(|(at, _)| at + 1)).skip(round);
    let (first, next) = (first.next()?, first.next());
    let steps = session.events_since(first);
    let steps = &steps[..next.map_or(steps.len(), |next| next - first)];
    let before = seen_before(DealName { table: &fair.table, deal: proof.deal }, seat, &transcript, &names);
    Some(steps.iter().fold(before, |seen, events| {
        let shown = events.iter().map(|event| event.seen_by(Viewer::Seat(seat), session.pack()));
        let notation: Vec<String> = shown.map(|event| event.notation(session.pack())).collect();
        seen_after(&seen, &notation.join(";"))
    }))
}

/// Whether a seat saw this of the round with this deal; `None` if the deal was not in this match.
pub fn saw(session: &Session, deal: u64, seat: Seat, hash: &Hash) -> Option<bool> {
    let proofs = session.proofs();
    let is_within = proofs.first()?.deal <= deal && deal <= proofs.last()?.deal;
    let round = proofs.iter().position(|proof| proof.deal == deal);
    is_within.then(|| round.and_then(|round| seen(session, round, seat)).as_ref() == Some(hash))
}

/// The digest of a record while it grows: of its lines, but not of the seals under them.
#[derive(Clone, Default)]
pub struct RecordDigest(Sha256);

impl RecordDigest {
    /// Adds a line without its end.
    pub fn line(&mut self, line: &str) {
        self.0.update(line);
        self.0.update("\n");
    }

    /// The digest of the lines so far.
    pub fn so_far(&self) -> Hash {
        self.0.clone().finalize().into()
    }

    /// The digest of a whole record.
    pub fn of(record: &str) -> Hash {
        let mut digest = RecordDigest::default();
        for line in record.lines().map(str::trim_end) {
            if !line.is_empty() && !line.starts_with("seal ") {
                digest.line(line);
            }
        }
        digest.so_far()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fair_shuffle::{hex, read_hex};

    /// RFC 8032, 7.1, test 1: the key pair, and so the curve and the encoding.
    #[test]
    fn the_key_is_the_published_one() {
        let secret = read_hex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60").unwrap();
        let key = DeviceSecret::new(&secret).key();
        assert_eq!(hex(&key.0), "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a");
    }

    #[test]
    fn a_seal_is_of_one_device_one_round_one_seat_one_view_and_one_record() {
        let (secret, other) = (DeviceSecret::new(&[1; 32]), DeviceSecret::new(&[2; 32]).key());
        let (round, digest) = (DealName { table: "T", deal: 3 }, [5; 32]);
        let seal = secret.seal(round, Seat::default(), [4; 32], &digest);
        let key = secret.key();
        assert!(seal.is_of(&key, round, &digest));
        assert!(!seal.is_of(&other, round, &digest));
        assert!(!seal.is_of(&key, DealName { table: "U", ..round }, &digest));
        assert!(!seal.is_of(&key, DealName { deal: 4, ..round }, &digest));
        assert!(!seal.is_of(&key, round, &[6; 32]));
        assert!(!Seal { seat: Seat::new(1).unwrap(), ..seal }.is_of(&key, round, &digest));
        assert!(!Seal { seen: [9; 32], ..seal }.is_of(&key, round, &digest));
        let mut signature = seal.signature;
        signature[63] ^= 1;
        assert!(!Seal { signature, ..seal }.is_of(&key, round, &digest));
    }

    #[test]
    fn a_transcript_depends_on_all_that_was_promised() {
        let deal = DealName { table: "T", deal: 1 };
        let (seat, other) = (Seat::default(), Seat::new(1).unwrap());
        let parts = [(seat, [2; 32], None), (other, [3; 32], Some(DeviceKey([4; 32])))];
        let codes = [
            after_deal(&EMPTY_TRANSCRIPT, deal, (&[0; 32], &[1; 32]), &parts),
            after_deal(&[1; 32], deal, (&[0; 32], &[1; 32]), &parts),
            after_deal(&EMPTY_TRANSCRIPT, DealName { deal: 2, ..deal }, (&[0; 32], &[1; 32]), &parts),
            after_deal(&EMPTY_TRANSCRIPT, deal, (&[9; 32], &[1; 32]), &parts),
            after_deal(&EMPTY_TRANSCRIPT, deal, (&[0; 32], &[9; 32]), &parts),
            after_deal(&EMPTY_TRANSCRIPT, deal, (&[0; 32], &[1; 32]), &parts[..1]),
            after_deal(&EMPTY_TRANSCRIPT, deal, (&[0; 32], &[1; 32]), &[parts[0], (other, [3; 32], None)]),
            after_restart(&EMPTY_TRANSCRIPT, deal, &[0; 32], &[seat]),
            after_restart(&EMPTY_TRANSCRIPT, deal, &[0; 32], &[other]),
        ]
        .map(|transcript| code(&transcript));
        for (at, code) in codes.iter().enumerate() {
            assert!(!codes[..at].contains(code), "{at}");
            assert_eq!(code.len(), 19, "{code}");
        }
        assert_eq!(code(&[0xff; 32]), "ZZZZ-ZZZZ-ZZZZ-ZZZZ");
    }
}
