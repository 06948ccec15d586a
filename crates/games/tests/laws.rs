//! The laws of the engine over every preset, every number of seats and many seeds.

use std::sync::Arc;

use engine::laws::{play_at_random, play_by_the_laws};
use engine::{Card, Chance, Game, Quick, Rank, Seat, Suit, Viewer, Word};
use games::matching::{CompiledRules, Group, Matching, Move, Play, Playout, View};
use games::{Rules, presets};

use crate::simple_player::{deal, seeds};

/// Games for each preset and number of seats.
const SEEDS: u64 = 40;

/// Every way to play every card of the pack, sensible or not, and every other move.
fn strange_moves(compiled: &CompiledRules) -> Vec<Move> {
    let mut moves =
        vec![Move::Draw, Move::Pass, Move::Challenge, Move::Say(Word::Last), Move::Say(Word::Semi)];
    moves.extend(Seat::all(compiled.seats).map(Move::Catch));
    let suits: Vec<Option<Suit>> =
        (0..=compiled.pack.suits().len() as u8).map(|suit| suit.checked_sub(1).map(Suit)).collect();
    moves.extend((0..5).map(|suit| Move::Call(Suit(suit))));
    for &card in compiled.pack.cards() {
        let card = compiled.pack.first_copy(card);
        for &call in &suits {
            moves.push(Move::Play(Play { call, ..Play::card(card) }));
        }
        for with in Seat::all(compiled.seats) {
            moves.push(Move::Play(Play { with: Some(with), ..Play::card(card) }));
        }
        for word in [Word::Semi, Word::Last] {
            moves.push(Move::Play(Play { say: Some(word), ..Play::card(card) }));
        }
        let rank = compiled.pack.face(card).rank;
        for other in same_rank(compiled, rank) {
            if let Some(cards) = Group::of(&compiled.pack, &[card, other]) {
                moves.push(Move::Play(Play { cards, ..Play::card(card) }));
            }
        }
    }
    moves.sort_unstable();
    moves.dedup();
    moves
}

fn same_rank(compiled: &CompiledRules, rank: Rank) -> Vec<Card> {
    compiled.pack.of_rank(rank).iter().map(|card| compiled.pack.first_copy(card)).collect()
}

fn matching_presets() -> Vec<games::matching::Rules> {
    let only = std::env::var("LASTCARD_PRESET").ok();
    presets::all()
        .into_iter()
        .filter(|rules| only.as_ref().is_none_or(|only| *only == rules.header().name))
        .filter_map(|rules| if let Rules::Matching(rules) = rules { Some(rules) } else { None })
        .collect()
}

/// Checks every law in every position of two thousand games, over all presets and numbers of seats.
#[test]
fn every_preset_obeys_the_laws() {
    let mut games = 0;
    for rules in matching_presets() {
        for seats in rules.players.least..=rules.players.most {
            let compiled = Arc::new(CompiledRules::new(&rules, seats).unwrap());
            let strange = strange_moves(&compiled);
            for seed in 0..seeds(SEEDS) {
                play_by_the_laws(deal(&compiled, seed), seed, &strange);
                games += 1;
            }
        }
    }
    println!("{games} games obeyed the laws");
}

/// Uniformly random players, who often draw by choice: long games, but no longer than G4 allows.
#[test]
fn every_preset_ends_under_random_play() {
    for rules in matching_presets() {
        for seats in rules.players.least..=rules.players.most {
            let compiled = Arc::new(CompiledRules::new(&rules, seats).unwrap());
            let games = seeds(500);
            let played: Vec<_> =
                (0..games).map(|seed| play_at_random(deal(&compiled, seed), &mut Quick::new(seed))).collect();
            let stopped = played.iter().filter(|played| played.was_stopped()).count();
            let moves: usize = played.iter().map(|played| played.moves).sum();
            println!(
                "{:16} {seats} seats: {} moves a game, {stopped} of {games} stopped by G4",
                rules.header.name,
                moves / games as usize
            );
            assert!(played.iter().all(|played| played.moves <= rules.max_actions.count()));
        }
    }
}

/// Playouts play the same games as random choices from the list of legal moves.
#[test]
fn a_playout_plays_the_same_game() {
    for rules in matching_presets().into_iter().chain([openspiel()]) {
        let compiled = Arc::new(CompiledRules::new(&rules, rules.players.least).unwrap());
        let games = 1_500;
        let mut slow: Vec<f64> = (0..games)
            .map(|seed| play_at_random(deal(&compiled, seed), &mut Quick::new(seed)).moves as f64)
            .collect();
        let mut chance = Quick::new(99);
        let mut game = deal(&compiled, 0);
        let mut fast = Vec::new();
        for _ in 0..games {
            Playout::deal(&mut game, Seat::default(), &mut chance);
            fast.push(Playout::run(&mut game, &mut chance) as f64);
            let mut cards = 0;
            game.every_card(&mut |_| cards += 1);
            assert_eq!(cards, compiled.pack.cards().len());
            assert!(game.outcome().is_some_and(|outcome| !outcome.winners().is_empty()));
        }
        let (one, two) = (mean_and_error(&mut slow), mean_and_error(&mut fast));
        println!(
            "{:16} {:.1} ± {:.1} moves by the list, {:.1} ± {:.1} by playout",
            rules.header.name, one.0, one.1, two.0, two.1
        );
        assert!((one.0 - two.0).abs() <= 5.0 * (one.1 + two.1), "{}", rules.header.name);
    }
}

/// A random move with the view of its player, or nothing once the round is over.
fn random_move(game: &Matching, chance: &mut Quick) -> Option<(View, Move)> {
    let turn = game.turn()?;
    let mut moves = Vec::new();
    game.legal(turn, &mut moves);
    Some((game.view(Viewer::Seat(turn)), moves[chance.below(moves.len() as u32) as usize]))
}

/// The cards that a view expects to fit after a play do fit then.
#[test]
fn a_view_knows_what_fits_next() {
    let mut followed = 0;
    for rules in matching_presets() {
        let compiled = Arc::new(CompiledRules::new(&rules, rules.players.least.max(2)).unwrap());
        for seed in 0..seeds(SEEDS) {
            let (mut game, mut chance) = (deal(&compiled, seed), Quick::new(seed));
            while let Some((view, choice)) = random_move(&game, &mut chance) {
                game.play(view.turn, choice, &mut chance, &mut ()).unwrap();
                if let (Move::Play(play), Some(_)) = (choice, game.turn()) {
                    let fits = game.view(Viewer::Spectator).follow();
                    assert_eq!(view.follow_up(play, compiled.pack.all()), fits, "{}", rules.header.name);
                    followed += 1;
                }
            }
        }
    }
    assert!(followed > 125 * seeds(SEEDS), "{followed}");
}

fn mean_and_error(lengths: &mut [f64]) -> (f64, f64) {
    let count = lengths.len() as f64;
    let mean = lengths.iter().sum::<f64>() / count;
    let variance = lengths.iter().map(|length| (length - mean).powi(2)).sum::<f64>() / count;
    (mean, (variance / count).sqrt())
}

fn openspiel() -> games::matching::Rules {
    match games::load(include_str!("../../../bench/openspiel.toml")) {
        Ok(Rules::Matching(rules)) => rules,
        _ => panic!("bench/openspiel.toml does not load"),
    }
}
