//! What nobody may guess: seeds, tokens and codes, from the system's own entropy.

use sha2::{Digest, Sha256};

/// A SHA-256.
pub type Hash = [u8; 32];

/// The letters of table codes: none that is taken for another.
const LETTERS: &[u8] = b"23456789ABCDEFGHJKMNPQRSTUVWXYZ";

/// The letters of tokens.
const URL_SAFE: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// So many bytes that nobody knows. Without entropy there is no fair game, so the program ends.
fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system gives no random numbers");
    bytes
}

/// A number for a new player.
pub fn player() -> u128 {
    u128::from_le_bytes(bytes())
}

/// A seed for the shuffles of a table, small enough for records.
pub fn seed() -> u64 {
    u64::from_le_bytes(bytes()) >> 11
}

/// What a table adds to a deal that everyone can check.
pub fn for_a_deal() -> games::fair_shuffle::Secret {
    games::fair_shuffle::Secret(bytes())
}

/// What a player's device adds to a deal that everyone can check.
pub fn share() -> [u8; 16] {
    bytes()
}

/// A token or a ticket: 256 bits as text.
pub fn token() -> String {
    let bytes: [u8; 32] = bytes();
    let letter = |at: usize| {
        let bit = at * 6;
        let pair = u16::from(bytes[bit / 8]) << 8 | u16::from(bytes.get(bit / 8 + 1).copied().unwrap_or(0));
        char::from(URL_SAFE[usize::from(pair >> (10 - bit % 8)) & 63])
    };
    (0..43).map(letter).collect()
}

/// A code for a table: eight letters that can be read out.
pub fn code() -> String {
    let mut code = String::new();
    while code.len() < 8 {
        let [byte] = bytes();
        // Only a whole number of alphabets, so that every letter is equally likely.
        if usize::from(byte) < 256 / LETTERS.len() * LETTERS.len() {
            code.push(char::from(LETTERS[usize::from(byte) % LETTERS.len()]));
        }
    }
    code
}

/// A short number for a fault, to be found again in the journal.
pub fn fault() -> String {
    format!("{:08x}", u32::from_le_bytes(bytes()))
}

/// What is kept of a token: from it the token cannot be worked out.
pub fn hash(parts: &[&[u8]]) -> Hash {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update(part);
    }
    hasher.finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_and_codes_have_their_letters_and_differ() {
        let tokens: std::collections::BTreeSet<String> = (0..1_000).map(|_| token()).collect();
        assert_eq!(tokens.len(), 1_000);
        assert!(tokens.iter().all(|token| token.len() == 43 && token.bytes().all(|b| URL_SAFE.contains(&b))));
        let code = code();
        assert!(code.len() == 8 && code.bytes().all(|letter| LETTERS.contains(&letter)));
    }
}
