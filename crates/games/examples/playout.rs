//! Plays random games of a rule file and prints how many decisions that took: a probe for profilers.

use std::sync::Arc;

use engine::{Deal, Quick, Seat, SeatSet};
use games::Rules;
use games::matching::{CompiledRules, Matching, Playout};

fn main() {
    let mut args = std::env::args().skip(1);
    let (file, games) =
        (args.next().unwrap_or_default(), args.next().and_then(|n| n.parse().ok()).unwrap_or(100_000));
    let text = std::fs::read_to_string(&file).unwrap_or_else(|why| panic!("{file}: {why}"));
    let Ok(Rules::Matching(rules)) = games::load(&text) else {
        panic!("{file} is not a rule file of the matching family")
    };
    let compiled =
        Arc::new(CompiledRules::new(&rules, rules.players.least).unwrap_or_else(|why| panic!("{why}")));
    let mut chance = Quick::new(1);
    let mut playout = Playout::default();
    let order = compiled.pack.cards().to_vec();
    let deal = Deal { playing: SeatSet::first(compiled.seats), dealer: Seat::default(), order: &order };
    let mut game =
        Matching::deal(&compiled, &deal, &mut chance, &mut ()).unwrap_or_else(|why| panic!("{why}"));
    let start = std::time::Instant::now();
    let mut decisions = 0;
    for _ in 0..games {
        Playout::deal(&mut game, Seat::default(), &mut chance);
        decisions += playout.run(&mut game, &mut chance);
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{games} games, {:.2} decisions a game, {:.1} million decisions a second",
        decisions as f64 / f64::from(games),
        decisions as f64 / seconds / 1e6
    );
}
