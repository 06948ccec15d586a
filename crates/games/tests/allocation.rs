//! A warm playout allocates no memory.

use std::sync::Arc;

use engine::{Deal, Quick, Seat, SeatSet};
use games::matching::{CompiledRules, Matching, Playout};
use games::{Rules, presets};

#[test]
fn no_heap_allocation_inside_a_playout() {
    for rules in presets::all() {
        let Rules::Matching(rules) = rules else { continue };
        let compiled = Arc::new(CompiledRules::new(&rules, rules.players.most).unwrap());
        let deal = Deal {
            playing: SeatSet::first(compiled.seats),
            dealer: Seat::default(),
            order: compiled.pack.cards(),
        };
        let mut chance = Quick::new(7);
        let mut game = Matching::deal(&compiled, &deal, &mut chance, &mut ()).unwrap();
        let mut playout = Playout::default();
        let mut games = |count: usize| {
            for _ in 0..count {
                Playout::deal(&mut game, Seat::default(), &mut chance);
                playout.run(&mut game, &mut chance);
            }
        };
        // The list of moves grows to the longest that occurs; after that nothing is allocated.
        games(500);
        let counted = allocation_counter::measure(|| games(100));
        assert!(
            counted.count_total <= 2,
            "{}: {} allocations in 100 games",
            rules.header.name,
            counted.count_total
        );
    }
}
