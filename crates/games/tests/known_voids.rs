//! Known voids are true if players who can play must play.

use engine::{Chance, Game, Quick, Seat, SeatSet, Viewer};
use games::matching::{CompiledRules, Matching, View};
use games::{Rules, change, presets};
use std::sync::Arc;

/// Whether every hand agrees with its known void.
fn keeps(game: &Matching, view: &View) -> bool {
    Seat::all(game.seats()).all(|seat| {
        let shown = view.known_voids[seat];
        (game.hand(seat) & shown.cards).len() <= usize::from(shown.came)
    })
}

fn deal(compiled: &Arc<CompiledRules>, chance: &mut Quick) -> Matching {
    let mut order = compiled.pack.cards().to_vec();
    engine::shuffle(&mut order, chance);
    let deal =
        engine::Deal { playing: SeatSet::first(compiled.seats), dealer: Seat::default(), order: &order };
    Matching::deal(compiled, &deal, chance, &mut ()).unwrap()
}

/// Random play under every preset that forbids drawing by choice: the real hands never contradict their known voids, and
/// at least 99 of 100 worlds dealt from a view agree with them. (If several players have large voids, a deal may run out
/// of cards that suit them all.)
#[test]
fn what_was_shown_is_true() {
    let (mut told, mut kept, mut worlds) = (0, 0, 0);
    for rules in presets::all() {
        let rules = change(&rules, &["voluntary_draw=false".into()]).unwrap_or(rules);
        let Rules::Matching(rules) = rules else { continue };
        let compiled = Arc::new(CompiledRules::new(&rules, rules.players.least.max(2)).unwrap());
        for seed in 0..40 {
            let mut chance = Quick::new(seed);
            let mut game = deal(&compiled, &mut chance);
            let mut moves = Vec::new();
            while let Some(turn) = game.turn() {
                let view = game.view(Viewer::Seat(turn));
                assert!(keeps(&game, &view), "{}, game {seed}: {:?}", rules.header.name, view.known_voids);
                let others = game.view(Viewer::Seat(turn)).active.without(turn);
                if others.iter().any(|seat| {
                    view.known_voids[seat].came < view.counts[seat]
                        && !view.known_voids[seat].cards.is_empty()
                }) {
                    told += 1;
                    worlds += 1;
                    kept += usize::from(keeps(&Matching::imagine(&view, &mut chance), &view));
                }
                game.legal(turn, &mut moves);
                let choice = moves[chance.below(moves.len() as u32) as usize];
                game.play(turn, choice, &mut chance, &mut ()).unwrap();
            }
        }
    }
    assert!(told > 5_000, "{told}");
    assert!(kept * 100 >= worlds * 99, "{kept} of {worlds}");
}
