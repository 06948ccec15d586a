//! How often games end in which way, compared with an independent model of the same simple player.

use crate::simple_player;
use std::sync::Arc;

use games::matching::{CompiledRules, Rules};
use games::{change, presets};

fn compiled(preset: &str, changes: &[&str], seats: usize) -> Arc<CompiledRules> {
    let changes: Vec<String> = changes.iter().map(ToString::to_string).collect();
    let games::Rules::Matching(rules) = change(&presets::named(preset).unwrap(), &changes).unwrap() else {
        panic!()
    };
    Arc::new(CompiledRules::new(&rules, seats).unwrap())
}

fn matching_presets() -> Vec<Rules> {
    let rules = presets::all().into_iter();
    rules
        .filter_map(|rules| if let games::Rules::Matching(rules) = rules { Some(rules) } else { None })
        .collect()
}

fn percent(part: usize, whole: u64) -> f64 {
    100.0 * part as f64 / whole as f64
}

/// The share of Whot games won by an empty hand, by how often the stock may be reshuffled (requirements A2).
#[test]
fn whot_shares_agree_with_the_quick_model() {
    let model = [
        ("count", [51, 36, 17, 7, 2]),
        ("reshuffle_then_count(1)", [78, 65, 41, 23, 11]),
        ("reshuffle_then_count(2)", [91, 80, 56, 33, 20]),
        ("reshuffle_then_count(3)", [97, 90, 66, 42, 25]),
    ];
    let games = 12_000;
    let mut differ = Vec::new();
    for (stock_end, expected) in model {
        for (seats, expected) in (2..=6).zip(expected) {
            let stock = format!("stock_end = {stock_end:?}");
            let compiled = compiled("naija-whot", &[&stock, "packs = 1"], seats);
            let won = (0..games)
                .filter(|&seed| simple_player::won_by_emptying(&simple_player::play(&compiled, seed)))
                .count();
            let share = percent(won, games);
            println!("{stock_end:24} {seats} players: {share:.1} % (model {expected} %)");
            if (share - f64::from(expected)).abs() > 3.0 {
                differ.push(format!("{stock_end} with {seats}: {share:.1} % against {expected} %"));
            }
        }
    }
    assert!(differ.is_empty(), "{differ:#?}");
}

/// The length of Crazy Eights games (requirements A2).
#[test]
fn crazy_eights_lengths_agree_with_the_quick_model() {
    for (finish, seats, expected) in [
        ("plain", 2, 42),
        ("plain", 3, 77),
        ("plain", 4, 115),
        ("any", 2, 35),
        ("any", 3, 64),
        ("any", 4, 95),
    ] {
        let compiled = compiled("crazy-eights", &[&format!("finish_on = {finish:?}")], seats);
        let mut lengths: Vec<_> = (0..4_000).map(|seed| simple_player::play(&compiled, seed)).collect();
        lengths.sort_by_key(|length| length.turns);
        let (median, high) = (lengths[2_000].turns, lengths[3_800].turns);
        let mut firsts: Vec<usize> = lengths.iter().filter_map(|length| length.first_out).collect();
        firsts.sort_unstable();
        let short = lengths.iter().filter(|length| length.short).count();
        println!(
            "finish {finish:6} {seats} players: median {median}, 95 % {high}, first out {}, short {short} (model median {expected})",
            firsts[firsts.len() / 2]
        );
        assert!(median.abs_diff(expected) * 100 <= expected * 10, "median {median} against {expected}");
    }
}

/// At most one in a thousand games of simple players ends by the safety stop of G4, in every preset.
#[test]
fn games_end_by_themselves() {
    let mut too_long = Vec::new();
    for rules in matching_presets() {
        for seats in rules.players.least..=rules.players.most {
            let compiled = Arc::new(CompiledRules::new(&rules, seats).unwrap());
            let games = 3_000;
            let lengths: Vec<_> = (0..games).map(|seed| simple_player::play(&compiled, seed)).collect();
            let stopped =
                lengths.iter().filter(|length| length.outcome.how == engine::End::Stopped).count() as u64;
            let turns: usize = lengths.iter().map(|length| length.turns).sum();
            let name = &rules.header.name;
            println!(
                "{name:16} {seats} players: {} turns a game, {stopped} of {games} stopped by G4",
                turns / games as usize
            );
            // With six or more players, Group Whot reshuffles endlessly: every general market hands out
            // more cards than a turn can shed. The rules page and docs/rulings.md say so.
            let crowded = name == "whot-spec" && seats >= 6 && stopped * 100 <= games * 6;
            if stopped * 1_000 > games && !crowded {
                too_long.push(format!("{name} with {seats} players: {stopped} of {games}"));
            }
        }
    }
    assert!(too_long.is_empty(), "{too_long:#?}");
}
