//! A playout allocates no memory.

use std::sync::Arc;

use engine::{Deal, Quick, Seat, SeatSet};
use games::{Rules, matching, presets, yaniv};

/// Counts the allocations of a hundred games.
fn allocations(mut play: impl FnMut()) -> u64 {
    allocation_counter::measure(|| (0..100).for_each(|_| play())).count_total
}

fn in_matching(rules: &matching::Rules, chance: &mut Quick) -> u64 {
    let compiled = Arc::new(matching::CompiledRules::new(rules, rules.players.most).unwrap());
    let (playing, order) = (SeatSet::first(compiled.seats), compiled.pack.cards());
    let deal = Deal { playing, dealer: Seat::default(), order };
    let mut game = matching::Matching::deal(&compiled, &deal, chance, &mut ()).unwrap();
    allocations(|| {
        matching::Playout::deal(&mut game, Seat::default(), chance);
        matching::Playout::run(&mut game, chance);
    })
}

fn in_yaniv(rules: &yaniv::Rules, chance: &mut Quick) -> u64 {
    let compiled = Arc::new(yaniv::CompiledRules::new(rules, rules.players.most).unwrap());
    let (playing, order) = (SeatSet::first(compiled.seats), compiled.pack.cards());
    let deal = Deal { playing, dealer: Seat::default(), order };
    let mut game = yaniv::Yaniv::deal(&compiled, &deal, &mut ()).unwrap();
    allocations(|| {
        yaniv::Playout::deal(&mut game, Seat::default(), chance);
        yaniv::Playout::run(&mut game, chance);
    })
}

#[test]
fn no_heap_allocation_inside_a_playout() {
    for rules in presets::all() {
        let mut chance = Quick::new(7);
        let counted = match &rules {
            Rules::Matching(rules) => in_matching(rules, &mut chance),
            Rules::Yaniv(rules) => in_yaniv(rules, &mut chance),
        };
        assert_eq!(counted, 0, "{}: allocations in 100 games", rules.header().name);
    }
}
