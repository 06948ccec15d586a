//! Sources of randomness. The state of a game holds none of them, so no view can leak one.

use crate::Card;

/// A source of random numbers, passed to a game by its caller.
pub trait Chance {
    /// Starts the numbered shuffle of a deal: 0 is the deal, r the r-th reshuffle of the discards.
    fn begin(&mut self, shuffle: u32);

    /// A uniformly distributed number below `bound`; 0 if `bound` is 0.
    fn below(&mut self, bound: u32) -> u32;
}

/// Shuffles the cards with Fisher-Yates, from the last card down (`shuffle/v1`).
pub fn shuffle(cards: &mut [Card], chance: &mut impl Chance) {
    for last in (1..cards.len()).rev() {
        cards.swap(last, chance.below(last as u32 + 1) as usize);
    }
}

/// The source for real deals: the `ChaCha20` stream of RFC 8439 under a 32-byte key.
///
/// The nonce is the number of the shuffle, so each shuffle can be checked on its own. Equal keys give
/// equal shuffles on every machine and in every version: this is part of the record format.
#[derive(Clone)]
pub struct Seeded {
    key: [u32; 8],
    shuffle: u32,
    block: u32,
    words: [u32; 16],
    used: usize,
}

impl Seeded {
    /// Derives the source for one round of a match from a short seed.
    pub fn new(seed: u64, round: u64) -> Seeded {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        key[8..16].copy_from_slice(&round.to_le_bytes());
        Seeded::from_key(key)
    }

    /// Creates the source for a deal from a full key.
    pub fn from_key(key: [u8; 32]) -> Seeded {
        let word = |at: usize| u32::from_le_bytes([key[at], key[at + 1], key[at + 2], key[at + 3]]);
        Seeded { key: core::array::from_fn(|i| word(4 * i)), shuffle: 0, block: 0, words: [0; 16], used: 16 }
    }

    fn word(&mut self) -> u32 {
        if self.used == 16 {
            self.words = chacha20(&self.key, self.block, [self.shuffle, 0, 0]);
            self.block = self.block.wrapping_add(1);
            self.used = 0;
        }
        self.used += 1;
        self.words[self.used - 1]
    }
}

impl Chance for Seeded {
    fn begin(&mut self, shuffle: u32) {
        *self = Seeded { shuffle, block: 0, used: 16, ..*self };
    }

    fn below(&mut self, bound: u32) -> u32 {
        if bound == 0 {
            return 0;
        }
        // Words at or above the largest multiple of `bound` would favour small numbers: draw again.
        let limit = u64::from(u32::MAX) + 1 - ((u64::from(u32::MAX) + 1) % u64::from(bound));
        loop {
            let word = self.word();
            if u64::from(word) < limit {
                return word % bound;
            }
        }
    }
}

impl core::fmt::Debug for Seeded {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Seeded(secret)")
    }
}

/// The `ChaCha20` block function of RFC 8439 section 2.3.
fn chacha20(key: &[u32; 8], block: u32, nonce: [u32; 3]) -> [u32; 16] {
    let mut start =
        [0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574, 0, 0, 0, 0, 0, 0, 0, 0, block, 0, 0, 0];
    start[4..12].copy_from_slice(key);
    start[13..].copy_from_slice(&nonce);
    let mut x = start;
    for _ in 0..10 {
        for lane in 0..4 {
            quarter(&mut x, [lane, 4 + lane, 8 + lane, 12 + lane]);
        }
        for lane in 0..4 {
            quarter(&mut x, [lane, 4 + (lane + 1) % 4, 8 + (lane + 2) % 4, 12 + (lane + 3) % 4]);
        }
    }
    core::array::from_fn(|i| x[i].wrapping_add(start[i]))
}

/// The quarter round of RFC 8439 section 2.1, on the words at these four indices.
fn quarter(words: &mut [u32; 16], at: [usize; 4]) {
    for (first, second) in [(16, 12), (8, 7)] {
        words[at[0]] = words[at[0]].wrapping_add(words[at[1]]);
        words[at[3]] = (words[at[3]] ^ words[at[0]]).rotate_left(first);
        words[at[2]] = words[at[2]].wrapping_add(words[at[3]]);
        words[at[1]] = (words[at[1]] ^ words[at[2]]).rotate_left(second);
    }
}

/// A small, fast source for playouts and tests: a multiplication and two xors per number. Never used for real deals.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quick(u64);

impl Quick {
    /// Creates a source from a seed.
    pub fn new(seed: u64) -> Quick {
        Quick(seed)
    }

    /// The next 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0xa076_1d64_78bd_642f);
        let wide = u128::from(self.0) * u128::from(self.0 ^ 0xe703_7ed1_a0b4_28db);
        (wide >> 64) as u64 ^ wide as u64
    }
}

impl Chance for Quick {
    #[inline]
    fn begin(&mut self, _shuffle: u32) {}

    #[inline]
    fn below(&mut self, bound: u32) -> u32 {
        // The bias of a plain multiply is under one in a hundred million for a pack of cards.
        (((self.bits() >> 32) * u64::from(bound)) >> 32) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    /// RFC 8439 section 2.3.2.
    #[test]
    fn the_block_function_is_the_published_one() {
        let key: [u8; 32] = core::array::from_fn(|i| i as u8);
        let words = Seeded::from_key(key).key;
        let block = chacha20(&words, 1, [0x0900_0000, 0x4a00_0000, 0]);
        assert_eq!(block[..4], [0xe4e7_f110, 0x1559_3bd1, 0x1fdd_0f50, 0xc471_20a3]);
        assert_eq!(block[15], 0x4e3c_50a2);
    }

    #[test]
    fn equal_seeds_give_equal_orders_and_rounds_differ() {
        let order = |seed, round, number| {
            let mut cards: Vec<Card> = (0..54).filter_map(Card::new).collect();
            let mut chance = Seeded::new(seed, round);
            chance.begin(number);
            shuffle(&mut cards, &mut chance);
            cards.iter().map(|card| card.index()).collect::<Vec<_>>()
        };
        assert_eq!(order(7, 0, 0), order(7, 0, 0));
        assert_ne!(order(7, 0, 0), order(7, 1, 0));
        assert_ne!(order(7, 0, 0), order(7, 0, 1));
        assert_ne!(order(7, 0, 0), order(8, 0, 0));
        // Must never change: a record made today must replay in ten years. Checked against an independent program.
        assert_eq!(order(7, 0, 0)[..6], [10, 28, 15, 31, 13, 48]);
    }

    /// Every card lands in every place about equally often (A6: biased shuffles).
    #[test]
    fn no_place_is_favoured() {
        let mut seen = [[0u32; 8]; 8];
        let mut chance = Seeded::new(1, 0);
        for number in 0..80_000 {
            let mut cards: Vec<Card> = (0..8).filter_map(Card::new).collect();
            chance.begin(number);
            shuffle(&mut cards, &mut chance);
            for (place, card) in cards.iter().enumerate() {
                seen[card.index()][place] += 1;
            }
        }
        // 10,000 expected in each cell with a standard deviation of 94; five deviations are allowed.
        assert!(seen.iter().flatten().all(|&times| (9_530..=10_470).contains(&times)), "{seen:?}");
    }
}
