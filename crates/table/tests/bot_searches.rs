//! Searches run by the host of a table: what it is given, what it returns, and that this reveals nothing.

use crate::test_host::{self, ADA, BOLA, TestHost, rules};
use bots::Bot;
use engine::{Game, Quick, Seat, Viewer};
use games::{Round, presets};
use table::{Budget, Config, Decision, Input, Level, Message, Output, SearchBy, Table, Token};

/// Computer players that search, at a table whose host searches for them.
fn searching(preset: &str, seed: u64) -> TestHost {
    let config = Config { seed, search_by: SearchBy::Host, ..Config::new(rules(preset, &[])) };
    let mut host = TestHost::new(config);
    let seats = host.table.rules().players().0.max(2);
    for seat in 0..seats {
        host.send(Input::AddBot { level: Level::Hard, name: format!("Bot {seat}") });
    }
    host.start();
    host
}

fn answer(decision: &Decision) -> Input {
    decision.answer(&decision.search(0, Budget::Iterations(60)))
}

/// A whole round of every game, replayed from its inputs alone, without a search.
#[test]
fn a_log_of_searched_moves_is_the_table() {
    for preset in presets::names() {
        let mut host = searching(preset, 3);
        let mut log = Vec::new();
        let mut searches = 0;
        for _ in 0..3_000 {
            if host.table.session().unwrap().outcome().is_some() {
                break;
            }
            let input = if let Some(decision) = host.table.pending_decision() {
                searches += 1;
                answer(&decision)
            } else {
                host.now = host.wake.expect("a computer player moves, or a search is pending");
                Input::Tick
            };
            log.push((host.now, input.clone()));
            host.send(input);
        }
        assert!(searches > 3, "{preset}: {searches} searches");
        let mut again = searching(preset, 3);
        for (at, input) in log {
            again.now = at;
            again.send(input);
        }
        assert_eq!(again.out, host.out, "{preset}");
        let record = |host: &TestHost| games::record::write(host.table.session().unwrap());
        assert_eq!(record(&again), record(&host), "{preset}");
    }
}

/// An early answer waits until the player's delay has passed; a late one is played at once.
#[test]
fn a_move_is_made_when_it_is_found_and_due() {
    let mut early = searching("crazy-eights", 5);
    let decision = early.table.pending_decision().unwrap();
    let (due, number) = (early.wake.unwrap(), early.table.number());
    early.send(answer(&decision));
    assert!(early.table.pending_decision().is_none(), "one answer is enough");
    assert_eq!((early.table.number(), early.wake), (number, Some(due)));
    early.next();
    assert_eq!(early.table.number(), number + 1);

    let mut late = searching("crazy-eights", 5);
    let decision = late.table.pending_decision().unwrap();
    late.next();
    assert_eq!((late.table.number(), late.wake), (number, None), "the table waits for the search");
    late.now += 7_000;
    late.send(answer(&decision));
    assert_eq!(late.table.number(), number + 1);
}

/// An answer that is late, repeated, for another seat or nonsense changes nothing.
#[test]
fn a_search_of_another_position_is_dropped() {
    // Whatever is played, the turn passes to a player who has a choice.
    let config = test_host::arranged("crazy-eights", &[], &["3H 4H 5H", "6H 10H KH"], "9H AS AD AC KS");
    let mut host = TestHost::new(Config { search_by: SearchBy::Host, ..config });
    for name in ["Ada", "Bola"] {
        host.send(Input::AddBot { level: Level::Hard, name: name.into() });
    }
    host.start();
    let first = answer(&host.table.pending_decision().unwrap());
    let Input::BotMove { seat, number, notation } = first.clone() else { panic!("a searched move") };
    host.send(first.clone());
    host.next();
    let after = host.table.number();
    let other = Seat::new(1 - seat.index()).unwrap();
    let nonsense = "dance".to_string();
    for wrong in [
        first,
        Input::BotMove { seat, number: after, notation: notation.clone() },
        Input::BotMove { seat: other, number, notation },
        Input::BotMove { seat: other, number: after, notation: nonsense },
    ] {
        host.send(wrong);
        assert_eq!(host.table.number(), after);
    }
    assert!(
        host.table.pending_decision().is_some_and(|decision| decision.seat == other),
        "the next one is to be searched"
    );
}

/// A table that searches itself never asks its host, and a searching player moves in time.
#[test]
fn a_table_can_search_itself() {
    let mut host = TestHost::with("naija-whot-duel", &[], &[ADA], 0);
    host.send(Input::AddBot { level: Level::Hard, name: "Bot".into() });
    host.start();
    let number = host.table.number();
    if host.turn() == Some(host.seat(ADA)) {
        let choice = host.choice(ADA, "").unwrap();
        host.act(ADA, &choice);
    }
    host.pass(10_000);
    assert!(host.table.pending_decision().is_none() && host.table.number() > number);
}

fn hint(table: &Table, token: Token) -> Message {
    let decision = table.hint(token).unwrap();
    decision.hint(&decision.search(0, Budget::Iterations(120))).unwrap()
}

/// The law of hints: when everything that the seat cannot know is redealt, move and reason stay the same.
#[test]
fn a_hint_depends_on_nothing_hidden() {
    let mut given = 0;
    for preset in presets::names() {
        let seats = rules(preset, &[]).players().0.max(3).min(rules(preset, &[]).players().1);
        let people: Vec<Token> = (1..=seats as u128).map(Token).collect();
        let mut host = TestHost::seated(Config { seed: 11, ..Config::new(rules(preset, &[])) }, &people, 0);
        host.start();
        for world in 0..12 {
            let Some(seat) = host.turn() else { break };
            let token = *people.iter().find(|&&token| host.seat(token) == seat).unwrap();
            let Message::Hint { notation, why, about, .. } = hint(&host.table, token) else {
                panic!("a hint")
            };
            let session = host.table.session().unwrap();
            let view = session.view(Viewer::Seat(seat));
            let other = Round::imagine(&view, &mut Quick::new(world));
            let mut moves = Vec::new();
            other.legal(seat, &mut moves);
            let mut search_bot = bots::SearchBot::new(Level::Expert.iterations(), host.table.number());
            search_bot.play_for(session.stakes());
            let seen = other.view(Viewer::Seat(seat));
            let choice = search_bot.search(&seen, &moves, Budget::Iterations(120)).unwrap();
            let reason = bots::reason(&seen, choice, search_bot.found()).unwrap();
            let again = (other.notation(choice), reason.said(), reason.notation());
            assert_eq!((notation.clone(), why, about), again, "{preset}, world {world}");
            given += 1;
            host.act(token, &notation);
            host.pass(5_000);
        }
    }
    assert!(given > 80, "{given}");
}

/// A hint changes nothing and nobody else learns of it; where the rules forbid hints there is none.
#[test]
fn hints_are_given_where_the_rules_allow_them() {
    let refused = |host: &TestHost, token| host.table.hint(token).err().map(|why| why.code());
    for (hints, alone, together) in [
        ("always", None, None),
        ("practice", None, Some("no-hints")),
        ("never", Some("no-hints"), Some("no-hints")),
    ] {
        let change = format!("hints={hints}");
        let mut solo = TestHost::with("crazy-eights", &[&change], &[ADA], 1);
        let mut friends = TestHost::with("crazy-eights", &[&change], &[ADA, BOLA], 0);
        for (host, expected) in [(&mut solo, alone), (&mut friends, together)] {
            host.start();
            while host.turn() != Some(host.seat(ADA)) {
                match host.choice(BOLA, "") {
                    Some(choice) => drop(host.act(BOLA, &choice)),
                    None => drop(host.pass(1_000)),
                }
            }
            assert_eq!(refused(host, ADA), expected, "{hints}");
            assert_eq!(refused(host, Token(77)), Some("no-seat"));
        }
        let other = refused(&friends, BOLA);
        assert_eq!(other, together.or(Some("nothing")), "{hints}: it is not Bola's turn");
    }
}

/// In every game, a hint is one sentence addressed to the player.
#[test]
fn a_hint_speaks_to_the_player() {
    for preset in presets::names() {
        for seed in 0..4 {
            let mut host = searching(preset, seed);
            for _ in 0..40 {
                if host.table.session().unwrap().outcome().is_some() {
                    break;
                }
                if let Some(decision) = host.table.pending_decision() {
                    let found = decision.search(0, Budget::Iterations(60));
                    let Ok(Message::Hint { why, about, .. }) = decision.hint(&found) else {
                        panic!("a hint")
                    };
                    assert!(!why.contains("{}") && !why.contains("  "), "{why}");
                    let code = about.split(' ').next().unwrap();
                    assert!(bots::Topic::all().any(|topic| topic.code() == code), "{about}");
                    let first = why.split(' ').next().unwrap();
                    assert!(
                        ["you", "pass"].contains(&first)
                            || !first.ends_with('s') && why.len() > 8 && !why.ends_with('.'),
                        "{preset}: {why}"
                    );
                    host.send(decision.answer(&found));
                }
                if host.wake.is_some() {
                    host.next();
                }
            }
        }
    }
}

/// Neither the time at which the host is asked nor that of the move depends on the cards: two deals, the same times.
#[test]
fn the_delay_does_not_depend_on_the_hand() {
    let moments = |hands: [&str; 2]| {
        let config = test_host::arranged("crazy-eights", &[], &hands, "9H AS AD AC KS");
        let mut host = TestHost::new(Config { search_by: SearchBy::Host, ..config });
        for name in ["Ada", "Bola"] {
            host.send(Input::AddBot { level: Level::Master, name: name.into() });
        }
        host.start();
        let decision = host.table.pending_decision().unwrap();
        let before = host.wake;
        host.send(answer(&decision));
        let told = |output: &Output| matches!(output, Output::WakeAt(_));
        (decision.seat, before, host.wake, host.out.iter().filter(|output| told(output)).count())
    };
    assert_eq!(moments(["3H 4H 5H", "6C 10C KC"]), moments(["9S 9D 8S", "6H 10H KH"]));
}
