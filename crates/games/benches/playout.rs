//! Decisions a second in random games of every preset, and the cost of a shuffle.

use std::sync::Arc;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use engine::{Deal, Quick, Seat, SeatSet};
use games::matching::{CompiledRules, Matching, Playout};
use games::{Rules, presets};

fn playouts(criterion: &mut Criterion) {
    let openspiel = games::load(include_str!("../../../bench/openspiel.toml"))
        .unwrap_or_else(|faults| panic!("{}", faults[0]));
    for rules in presets::all().into_iter().chain([openspiel]) {
        let seats = rules.players().0;
        let name = format!("playout/{}/{seats}", rules.header().name);
        if let Rules::Matching(rules) = &rules {
            matching(criterion, &name, &Arc::new(CompiledRules::new(rules, seats).unwrap()));
        }
        if let Rules::Yaniv(rules) = &rules {
            yaniv(criterion, &name, &Arc::new(games::yaniv::CompiledRules::new(rules, seats).unwrap()));
        }
    }
}

fn matching(criterion: &mut Criterion, name: &str, compiled: &Arc<CompiledRules>) {
    let deal = Deal {
        playing: SeatSet::first(compiled.seats),
        dealer: Seat::default(),
        order: compiled.pack.cards(),
    };
    let mut game = Matching::deal(compiled, &deal, &mut Quick::new(1), &mut ()).unwrap();
    let mut play = |seed: u64| {
        let mut chance = Quick::new(seed);
        let games = (0..GAMES).map(|_| {
            Playout::deal(&mut game, Seat::default(), &mut chance);
            Playout::run(&mut game, &mut chance)
        });
        games.sum::<u64>()
    };
    report(criterion, name, &mut play);
}

fn yaniv(criterion: &mut Criterion, name: &str, compiled: &Arc<games::yaniv::CompiledRules>) {
    let deal = Deal {
        playing: SeatSet::first(compiled.seats),
        dealer: Seat::default(),
        order: compiled.pack.cards(),
    };
    let mut game = games::yaniv::Yaniv::deal(compiled, &deal, &mut ()).unwrap();
    let mut play = |seed: u64| {
        let mut chance = Quick::new(seed);
        let games = (0..GAMES).map(|_| {
            games::yaniv::Playout::deal(&mut game, Seat::default(), &mut chance);
            games::yaniv::Playout::run(&mut game, &mut chance)
        });
        games.sum::<u64>()
    };
    report(criterion, name, &mut play);
}

const GAMES: u64 = 200;

/// Times a batch of games that is the same every time, in decisions.
fn report(criterion: &mut Criterion, name: &str, play: &mut dyn FnMut(u64) -> u64) {
    let decisions = play(1);
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Elements(decisions)).sample_size(20);
    group.bench_function("decisions", |bencher| bencher.iter(|| play(1)));
    group.finish();
}

fn shuffles(criterion: &mut Criterion) {
    let compiled =
        presets::named("naija-whot").map(|rules| games::CompiledRules::new(&rules, 2).unwrap()).unwrap();
    let mut order = compiled.pack().cards().to_vec();
    let mut chance = Quick::new(1);
    criterion.bench_function("shuffle/54 quick", |bencher| {
        bencher.iter(|| engine::shuffle(&mut order, &mut chance));
    });
    let mut sealed = engine::Seeded::new(1, 0);
    criterion.bench_function("shuffle/54 chacha", |bencher| {
        bencher.iter(|| engine::shuffle(&mut order, &mut sealed));
    });
}

criterion_group!(benches, playouts, shuffles);
criterion_main!(benches);
