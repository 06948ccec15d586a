//! Values that must not be guessed (seeds, tokens, table codes), from the entropy of the system, and the key that
//! authenticates what a server hands out.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use games::fair_shuffle::{hex, read_hex};
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

/// A SHA-256.
pub type Hash = [u8; 32];

/// The characters of table codes, without those that are easily confused.
const CODE_ALPHABET: &[u8] = b"23456789ABCDEFGHJKMNPQRSTUVWXYZ";

const CODE_CHARS: usize = 8;

/// Random bytes. Without entropy there is no fair game, so the program ends.
fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system provides random numbers");
    bytes
}

/// The id of a new player.
pub fn player_id() -> u128 {
    u128::from_le_bytes(random())
}

/// A seed for the shuffles of a table, small enough for records.
pub fn seed() -> u64 {
    small_seed(u64::from_le_bytes(random()))
}

/// A seed that records and JSON programs can hold.
pub fn small_seed(number: u64) -> u64 {
    number >> 11
}

/// A key that nobody else has.
pub fn random_key() -> Hash {
    random()
}

/// What is derived from a key for a purpose, which the parts in a row name: HMAC-SHA-256.
pub fn derive(key: &Hash, parts: &[&[u8]]) -> Hash {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes a key of any length");
    for part in parts {
        mac.update(part);
    }
    mac.finalize().into_bytes().into()
}

/// The table's contribution to a verifiable deal.
pub fn deal_secret() -> games::fair_shuffle::Secret {
    games::fair_shuffle::Secret(random())
}

/// A player's contribution to a verifiable deal.
pub fn shuffle_share() -> [u8; 16] {
    random()
}

/// A token: 256 bits as URL-safe text.
pub fn token() -> String {
    URL_SAFE_NO_PAD.encode(random::<32>())
}

/// A code for a table: eight characters that can be read out.
pub fn table_code() -> String {
    let mut code = String::new();
    while code.len() < CODE_CHARS {
        let [byte] = random();
        // Only a whole number of alphabets, so that every character is equally likely.
        if usize::from(byte) < 256 / CODE_ALPHABET.len() * CODE_ALPHABET.len() {
            code.push(char::from(CODE_ALPHABET[usize::from(byte) % CODE_ALPHABET.len()]));
        }
    }
    code
}

/// A short id for a fault: players are shown it, and it is in the log.
pub fn fault_id() -> String {
    format!("{:08x}", u32::from_le_bytes(random()))
}

/// The hash of the parts in a row. Of tokens only this is stored, and the token cannot be derived from it.
pub fn hash(parts: &[&[u8]]) -> Hash {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update(part);
    }
    hasher.finalize().into()
}

/// The key that signs tickets, and what nodes tell each other about a client. All nodes of one store share it.
pub struct SigningKey(Hash);

impl SigningKey {
    /// The length of a signature.
    pub const SIGNATURE_CHARS: usize = 64;

    /// A key that was stored.
    pub fn new(key: Hash) -> SigningKey {
        SigningKey(key)
    }

    /// A key that nobody else has.
    pub fn random() -> SigningKey {
        SigningKey(random())
    }

    /// The signature of a text: HMAC-SHA-256 in hexadecimal.
    pub fn sign(&self, text: &str) -> String {
        hex(&self.mac(text).finalize().into_bytes())
    }

    /// Whether the signature is that of the text, compared in constant time.
    pub fn verify(&self, text: &str, signature: &str) -> bool {
        read_hex::<32>(signature).is_some_and(|signature| self.mac(text).verify_slice(&signature).is_ok())
    }

    fn mac(&self, text: &str) -> Hmac<Sha256> {
        Hmac::<Sha256>::new_from_slice(&self.0).expect("HMAC takes a key of any length").chain_update(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_and_codes_have_their_letters_and_differ() {
        let tokens: std::collections::BTreeSet<String> = (0..1_000).map(|_| token()).collect();
        assert_eq!(tokens.len(), 1_000);
        let url_safe = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
        assert!(tokens.iter().all(|token| token.len() == 43 && token.bytes().all(url_safe)));
        let code = table_code();
        assert!(code.len() == CODE_CHARS && code.bytes().all(|letter| CODE_ALPHABET.contains(&letter)));
    }

    /// RFC 4231 has no key of this length; the vector is Python's `hmac.digest(bytes([7] * 32), b"ticket", "sha256")`.
    #[test]
    fn a_signature_is_the_published_hmac() {
        let signature = SigningKey::new([7; 32]).sign("ticket");
        assert_eq!(signature, VECTOR);
        assert_eq!(signature.len(), SigningKey::SIGNATURE_CHARS);
    }

    const VECTOR: &str = "969ff04e4b186fbaf7b5293effdc8aa79611b426c659d5af98dbd7c8c56ad083";

    #[test]
    fn a_wrong_signature_of_the_right_length_is_refused() {
        let key = SigningKey::new([7; 32]);
        let signature = key.sign("ticket");
        assert!(key.verify("ticket", &signature));
        assert!(!key.verify("ticker", &signature), "another text");
        assert!(!SigningKey::new([8; 32]).verify("ticket", &signature), "another key");
        assert!(!key.verify("ticket", &"0".repeat(SigningKey::SIGNATURE_CHARS)));
        for at in 0..signature.len() {
            let digit = if &signature[at..=at] == "0" { "1" } else { "0" };
            let wrong = format!("{}{digit}{}", &signature[..at], &signature[at + 1..]);
            assert!(!key.verify("ticket", &wrong), "the digit at {at}");
        }
        for wrong in ["", &signature[1..], &format!("{signature}00"), &"x".repeat(64)] {
            assert!(!key.verify("ticket", wrong), "{wrong}");
        }
    }
}
