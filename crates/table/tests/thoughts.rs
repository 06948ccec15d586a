//! Thinking in the home of a table: what goes out, what comes back, and that nobody learns more by it.

use crate::test_host::{self, ADA, BOLA, Home, rules};
use bots::Bot;
use engine::{Game, Quick, Seat, Viewer};
use games::{Round, presets};
use table::{Budget, Config, Decision, Input, Level, Message, Output, Table, Thinking, Token};

/// Two computer players who think, at a table whose home thinks for them.
fn thinking(preset: &str, seed: u64) -> Home {
    let config = Config { seed, thinking: Thinking::ByHost, ..Config::new(rules(preset, &[])) };
    let mut home = Home::new(config);
    let seats = home.table.rules().players().0.max(2);
    for seat in 0..seats {
        home.send(Input::AddBot { level: Level::Hard, name: format!("Bot {seat}") });
    }
    home.start();
    home
}

fn answer(thought: &Decision) -> Input {
    thought.answer(&thought.think(0, Budget::Iterations(60)))
}

/// A whole round of every game, and the same again from the inputs alone, without a thought.
#[test]
fn a_log_of_thoughts_is_the_table() {
    for preset in presets::names() {
        let mut home = thinking(preset, 3);
        let mut log = Vec::new();
        let mut thoughts = 0;
        for _ in 0..3_000 {
            if home.table.session().unwrap().outcome().is_some() {
                break;
            }
            let input = if let Some(thought) = home.table.pending_decision() {
                thoughts += 1;
                answer(&thought)
            } else {
                home.now = home.wake.expect("a computer player moves, or something is to be thought");
                Input::Tick
            };
            log.push((home.now, input.clone()));
            home.send(input);
        }
        assert!(thoughts > 3, "{preset}: {thoughts} thoughts");
        let mut again = thinking(preset, 3);
        for (at, input) in log {
            again.now = at;
            again.send(input);
        }
        assert_eq!(again.out, home.out, "{preset}");
        let record = |home: &Home| games::record::write(home.table.session().unwrap());
        assert_eq!(record(&again), record(&home), "{preset}");
    }
}

/// An answer that comes early waits for the time of the player; one that comes late is played at once.
#[test]
fn a_move_is_made_when_it_is_thought_out_and_due() {
    let mut early = thinking("crazy-eights", 5);
    let thought = early.table.pending_decision().unwrap();
    let (due, number) = (early.wake.unwrap(), early.table.number());
    early.send(answer(&thought));
    assert!(early.table.pending_decision().is_none(), "one answer is enough");
    assert_eq!((early.table.number(), early.wake), (number, Some(due)));
    early.next();
    assert_eq!(early.table.number(), number + 1);

    let mut late = thinking("crazy-eights", 5);
    let thought = late.table.pending_decision().unwrap();
    late.next();
    assert_eq!((late.table.number(), late.wake), (number, None), "the table waits for the thought");
    late.now += 7_000;
    late.send(answer(&thought));
    assert_eq!(late.table.number(), number + 1);
}

/// What comes too late, twice, for another seat, or makes no sense, changes nothing.
#[test]
fn a_thought_about_another_position_is_dropped() {
    // Whatever is played, the turn passes to somebody who has a choice.
    let config = test_host::arranged("crazy-eights", &[], &["3H 4H 5H", "6H 10H KH"], "9H AS AD AC KS");
    let mut home = Home::new(Config { thinking: Thinking::ByHost, ..config });
    for name in ["Ada", "Bola"] {
        home.send(Input::AddBot { level: Level::Hard, name: name.into() });
    }
    home.start();
    let first = answer(&home.table.pending_decision().unwrap());
    let Input::BotMove { seat, number, notation } = first.clone() else { panic!("a thought") };
    home.send(first.clone());
    home.next();
    let after = home.table.number();
    let other = Seat::new(1 - seat.index()).unwrap();
    let nonsense = "dance".to_string();
    for wrong in [
        first,
        Input::BotMove { seat, number: after, notation: notation.clone() },
        Input::BotMove { seat: other, number, notation },
        Input::BotMove { seat: other, number: after, notation: nonsense },
    ] {
        home.send(wrong);
        assert_eq!(home.table.number(), after);
    }
    assert!(
        home.table.pending_decision().is_some_and(|thought| thought.seat == other),
        "the next one thinks"
    );
}

/// Where the table thinks itself, it never asks for it, and a thinking player moves in time.
#[test]
fn a_table_can_think_itself() {
    let mut home = Home::with("naija-whot-duel", &[], &[ADA], 0);
    home.send(Input::AddBot { level: Level::Hard, name: "Bot".into() });
    home.start();
    let number = home.table.number();
    if home.turn() == Some(home.seat(ADA)) {
        let choice = home.choice(ADA, "").unwrap();
        home.act(ADA, &choice);
    }
    home.pass(10_000);
    assert!(home.table.pending_decision().is_none() && home.table.number() > number);
}

fn hint(table: &Table, token: Token) -> Message {
    let thought = table.hint(token).unwrap();
    thought.hint(&thought.think(0, Budget::Iterations(120))).unwrap()
}

/// The law of hints: everything is dealt anew that the seat cannot know, and move and reason stay the same.
#[test]
fn a_hint_depends_on_nothing_hidden() {
    let mut given = 0;
    for preset in presets::names() {
        let seats = rules(preset, &[]).players().0.max(3).min(rules(preset, &[]).players().1);
        let people: Vec<Token> = (1..=seats as u128).map(Token).collect();
        let mut home = Home::seated(Config { seed: 11, ..Config::new(rules(preset, &[])) }, &people, 0);
        home.start();
        for world in 0..12 {
            let Some(seat) = home.turn() else { break };
            let token = *people.iter().find(|&&token| home.seat(token) == seat).unwrap();
            let Message::Hint { notation, why, about, .. } = hint(&home.table, token) else {
                panic!("a hint")
            };
            let session = home.table.session().unwrap();
            let view = session.view(Viewer::Seat(seat));
            let other = Round::imagine(&view, &mut Quick::new(world));
            let mut moves = Vec::new();
            other.legal(seat, &mut moves);
            let mut thinker = bots::Thinker::new(Level::Expert.iterations(), home.table.number());
            thinker.play_for(session.stakes());
            let seen = other.view(Viewer::Seat(seat));
            let choice = thinker.think(&seen, &moves, Budget::Iterations(120)).unwrap();
            let reason = bots::reason(&seen, choice, thinker.found()).unwrap();
            let again = (other.notation(choice), reason.said(), reason.notation());
            assert_eq!((notation.clone(), why, about), again, "{preset}, world {world}");
            given += 1;
            home.act(token, &notation);
            home.pass(5_000);
        }
    }
    assert!(given > 80, "{given}");
}

/// A hint changes nothing, and nobody hears of it; where the rules forbid it there is none.
#[test]
fn hints_are_given_where_the_rules_allow_them() {
    let refused = |home: &Home, token| home.table.hint(token).err().map(|why| why.code());
    for (hints, alone, together) in [
        ("always", None, None),
        ("practice", None, Some("no-hints")),
        ("never", Some("no-hints"), Some("no-hints")),
    ] {
        let change = format!("hints={hints}");
        let mut solo = Home::with("crazy-eights", &[&change], &[ADA], 1);
        let mut friends = Home::with("crazy-eights", &[&change], &[ADA, BOLA], 0);
        for (home, expected) in [(&mut solo, alone), (&mut friends, together)] {
            home.start();
            while home.turn() != Some(home.seat(ADA)) {
                match home.choice(BOLA, "") {
                    Some(choice) => drop(home.act(BOLA, &choice)),
                    None => drop(home.pass(1_000)),
                }
            }
            assert_eq!(refused(home, ADA), expected, "{hints}");
            assert_eq!(refused(home, Token(77)), Some("no-seat"));
        }
        let other = refused(&friends, BOLA);
        assert_eq!(other, together.or(Some("nothing")), "{hints}: it is not Bola's turn");
    }
}

/// Every hint is one sentence said to the player, in every game.
#[test]
fn a_hint_speaks_to_the_player() {
    for preset in presets::names() {
        for seed in 0..4 {
            let mut home = thinking(preset, seed);
            for _ in 0..40 {
                if home.table.session().unwrap().outcome().is_some() {
                    break;
                }
                if let Some(thought) = home.table.pending_decision() {
                    let found = thought.think(0, Budget::Iterations(60));
                    let Ok(Message::Hint { why, about, .. }) = thought.hint(&found) else { panic!("a hint") };
                    assert!(!why.contains("{}") && !why.contains("  "), "{why}");
                    let code = about.split(' ').next().unwrap();
                    assert!(bots::Topic::all().any(|topic| topic.code() == code), "{about}");
                    let first = why.split(' ').next().unwrap();
                    assert!(
                        ["you", "pass"].contains(&first)
                            || !first.ends_with('s') && why.len() > 8 && !why.ends_with('.'),
                        "{preset}: {why}"
                    );
                    home.send(thought.answer(&found));
                }
                if home.wake.is_some() {
                    home.next();
                }
            }
        }
    }
}

/// Neither when the home is asked nor when the player moves depends on the cards: two deals, the same moments.
#[test]
fn thinking_takes_the_same_time_whatever_is_held() {
    let moments = |hands: [&str; 2]| {
        let config = test_host::arranged("crazy-eights", &[], &hands, "9H AS AD AC KS");
        let mut home = Home::new(Config { thinking: Thinking::ByHost, ..config });
        for name in ["Ada", "Bola"] {
            home.send(Input::AddBot { level: Level::Master, name: name.into() });
        }
        home.start();
        let thought = home.table.pending_decision().unwrap();
        let before = home.wake;
        home.send(answer(&thought));
        let told = |output: &Output| matches!(output, Output::WakeAt(_));
        (thought.seat, before, home.wake, home.out.iter().filter(|output| told(output)).count())
    };
    assert_eq!(moments(["3H 4H 5H", "6C 10C KC"]), moments(["9S 9D 8S", "6H 10H KH"]));
}
