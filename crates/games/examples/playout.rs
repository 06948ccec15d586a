//! Plays random games of a preset or a rule file and prints how many decisions that took: a probe for profilers.

use engine::Quick;
use games::{CompiledRules, presets};

fn main() {
    let mut args = std::env::args().skip(1);
    let name = args.next().unwrap_or_default();
    let games = args.next().and_then(|n| n.parse().ok()).unwrap_or(100_000);
    let rules = presets::named(&name).unwrap_or_else(|| {
        let text = std::fs::read_to_string(&name).unwrap_or_else(|why| panic!("{name}: {why}"));
        games::load(&text).unwrap_or_else(|faults| panic!("{name}: {}", faults[0]))
    });
    let compiled = CompiledRules::new(&rules, rules.players().0).unwrap_or_else(|why| panic!("{why}"));
    let start = std::time::Instant::now();
    let decisions = compiled.random_rounds(games, &mut Quick::new(1)).unwrap_or_else(|why| panic!("{why}"));
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{games} games, {:.2} decisions a game, {:.1} million decisions a second",
        decisions as f64 / games as f64,
        decisions as f64 / seconds / 1e6
    );
}
