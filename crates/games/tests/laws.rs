//! The laws of the engine over every preset, every number of seats and many seeds.

use std::sync::Arc;

use engine::laws::{play_at_random, play_by_the_laws};
use engine::{Card, Deal, Quick, Rank, Seat, SeatSet, Suit, Word};
use games::matching::{Group, Kit, Matching, Move, Play};
use games::{Rules, presets};

fn deal(kit: &Arc<Kit>, seed: u64) -> Matching {
    let mut chance = Quick::new(seed);
    let mut order = kit.pack.cards().to_vec();
    engine::shuffle(&mut order, &mut chance);
    let dealer = Seat::new(seed as usize % kit.seats).unwrap();
    let deal = Deal { playing: SeatSet::first(kit.seats), dealer, order: &order };
    Matching::deal(kit, &deal, &mut chance, &mut ()).unwrap()
}

/// Every way to play every card of the pack, sensible or not, and every other move.
fn strange_moves(kit: &Kit) -> Vec<Move> {
    let mut moves = vec![Move::Draw, Move::Pass, Move::Challenge, Move::Say(Word::Last), Move::Say(Word::Semi)];
    moves.extend(Seat::all(kit.seats).map(Move::Catch));
    let suits: Vec<Option<Suit>> = (0..=kit.pack.suits().len() as u8).map(|suit| suit.checked_sub(1).map(Suit)).collect();
    moves.extend((0..5).map(|suit| Move::Call(Suit(suit))));
    for &card in kit.pack.cards() {
        let card = kit.pack.first_copy(card);
        for &call in &suits {
            moves.push(Move::Play(Play { call, ..Play::card(card) }));
        }
        for with in Seat::all(kit.seats) {
            moves.push(Move::Play(Play { with: Some(with), ..Play::card(card) }));
        }
        for word in [Word::Semi, Word::Last] {
            moves.push(Move::Play(Play { say: Some(word), ..Play::card(card) }));
        }
        let rank = kit.pack.face(card).rank;
        for other in same_rank(kit, rank) {
            if let Some(cards) = Group::of(&kit.pack, &[card, other]) {
                moves.push(Move::Play(Play { cards, ..Play::card(card) }));
            }
        }
    }
    moves.sort_unstable();
    moves.dedup();
    moves
}

fn same_rank(kit: &Kit, rank: Rank) -> Vec<Card> {
    kit.pack.of_rank(rank).iter().map(|card| kit.pack.first_copy(card)).collect()
}

fn matching_presets() -> Vec<games::matching::Rules> {
    let only = std::env::var("LASTCARD_PRESET").ok();
    presets::all()
        .into_iter()
        .filter(|rules| only.as_ref().is_none_or(|only| *only == rules.header().name))
        .filter_map(|rules| match rules {
            Rules::Matching(rules) => Some(rules),
            Rules::Yaniv(_) => None,
        })
        .collect()
}

#[test]
fn every_preset_obeys_the_laws() {
    for rules in matching_presets() {
        for seats in rules.players.least..=rules.players.most {
            let kit = Arc::new(Kit::new(&rules, seats).unwrap());
            let strange = strange_moves(&kit);
            for seed in 0..4 {
                play_by_the_laws(deal(&kit, seed), seed, &strange);
            }
        }
    }
}

#[test]
fn every_preset_ends_under_random_play() {
    let mut too_long = Vec::new();
    for rules in matching_presets() {
        for seats in rules.players.least..=rules.players.most {
            let kit = Arc::new(Kit::new(&rules, seats).unwrap());
            let games = 2_000;
            let played: Vec<_> = (0..games).map(|seed| play_at_random(deal(&kit, seed), &mut Quick::new(seed))).collect();
            let stopped = played.iter().filter(|played| played.was_stopped()).count() as u64;
            let moves: usize = played.iter().map(|played| played.moves).sum();
            let name = &rules.header.name;
            println!("{name:16} {seats} seats: {} moves a game, {stopped} of {games} stopped by G4", moves / games as usize);
            if stopped * 1_000 > games {
                too_long.push(format!("{name} with {seats} seats: {stopped} of {games}"));
            }
        }
    }
    assert!(too_long.is_empty(), "stopped by G4 more often than once in 1,000: {too_long:?}");
}
