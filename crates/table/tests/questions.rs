//! How often a table asks the rules while it handles a move. The counters are global, so this test has its own process.
#![cfg(debug_assertions)]

use std::sync::atomic::Ordering::Relaxed;

use games::{presets, questions};
use table::{Budget, Config, Input, Level, SearchBy, Table, Token};

#[test]
fn a_move_asks_the_rules_each_question_once() {
    moves_of_people();
    searched_moves();
}

/// The number of legality checks and of lists of legal moves so far.
fn asked() -> [u32; 2] {
    [&questions::CHECKS, &questions::LEGAL_LISTS].map(|count| count.load(Relaxed))
}

/// Legality is checked once, and every player's legal moves are listed once for the new scene, in every preset for two.
fn moves_of_people() {
    let people = [Token(1), Token(2)];
    let mut moves = 0;
    for preset in presets::names() {
        let rules = presets::named(preset).unwrap();
        if rules.players().0 > people.len() {
            continue;
        }
        let mut table = Table::new(Config { seed: 5, ..Config::new(rules) });
        for token in people {
            table.apply(0, Input::Sit { token, name: format!("Player {}", token.0) });
        }
        table.apply(0, Input::Watch { token: Token(3) });
        table.apply(0, Input::Start);
        for now in (1..40).map(|step| step * 10_000) {
            table.apply(now, Input::Tick);
            let Some(session) = table.session().filter(|session| session.outcome().is_none()) else { break };
            let turn = session.turn().unwrap();
            let notation = session.notation(session.legal(turn)[0]);
            let token = people.into_iter().find(|&token| table.seat_of(token) == Some(turn)).unwrap();
            let before = asked();
            let number = table.number();
            table.apply(now, Input::Act { token, number, notation });
            let after = asked();
            assert!(table.number() > number, "{preset}: the move was made");
            assert_eq!([after[0] - before[0], after[1] - before[1]], [1, 2], "{preset}");
            moves += 1;
        }
    }
    assert!(moves > 50, "only {moves} moves");
}

/// The legality of a searched move is checked when it is played, and not on arrival as well.
fn searched_moves() {
    let mut moves = 0;
    for preset in presets::names() {
        let rules = presets::named(preset).unwrap();
        let seats = rules.players().0;
        let mut table = Table::new(Config { seed: 5, search_by: SearchBy::Host, ..Config::new(rules) });
        for seat in 0..seats {
            table.apply(0, Input::AddBot { level: Level::Hard, name: format!("Bot {seat}") });
        }
        table.apply(0, Input::Start);
        for now in (1..80).map(|step| step * 10_000) {
            // Its time has come, so the answer is played as soon as it arrives.
            table.apply(now, Input::Tick);
            let Some(decision) = table.pending_decision() else { continue };
            let answer = decision.answer(&decision.search(0, Budget::Iterations(20)));
            let before = asked()[0];
            let number = table.number();
            table.apply(now, answer);
            if table.number() == number + 1 {
                assert_eq!(asked()[0] - before, 1, "{preset}");
                moves += 1;
            }
        }
    }
    assert!(moves > 50, "only {moves} moves");
}
