//! The laws of the protocol over random messages; the fuzzers look further.

#[path = "../../../fuzz/src/wire.rs"]
mod wire;

use engine::{Chance, Quick};

const SEEDS: [&str; 2] = [
    include_str!("../../../fuzz/seeds/wire/talk.jsonl"),
    include_str!("../../../fuzz/seeds/wire/frames.jsonl"),
];

/// The seeds with bytes changed, lines swapped and pieces doubled.
fn mutated(text: &str, chance: &mut Quick) -> Vec<u8> {
    let mut lines: Vec<Vec<u8>> = text.lines().map(|line| line.as_bytes().to_vec()).collect();
    for _ in 0..chance.below(6) {
        let (at, other) =
            (chance.below(lines.len() as u32) as usize, chance.below(lines.len() as u32) as usize);
        lines.swap(at, other);
        let twin = lines[other].clone();
        let line = &mut lines[at];
        let place = chance.below(line.len().max(1) as u32) as usize;
        match chance.below(4) {
            0 if place < line.len() => line[place] = b"0123456789\"{}[]:,-x "[chance.below(20) as usize],
            1 => line.truncate(place),
            2 if place < line.len() => {
                line.remove(place);
            }
            _ => lines.push(twin),
        }
    }
    lines.join(&b'\n')
}

#[test]
fn whatever_is_said_breaks_nothing() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let mut chance = Quick::new(number("LASTCARD_SEED").unwrap_or(3));
    for round in 0..number("LASTCARD_MUDDLES").unwrap_or(100) as usize {
        let bytes = mutated(SEEDS[round % 2], &mut chance);
        wire::client_messages(&bytes);
        wire::server_messages(&bytes);
    }
}
