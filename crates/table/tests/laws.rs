//! The laws of a table, over random games of every preset with people and computer players.

use crate::test_host::{self, TestHost, rules};
use engine::{Cards, Chance, Event, Game, Quick, Seat, Viewer};
use games::{Round, Rules, presets};
use table::{Answer, Config, Input, Level, Message, Output, Switch, Table, Token};

const GAMES: u64 = 12;
const PEOPLE: u128 = 2;

/// A table of people and computer players, with a spectator.
fn table(rules: &Rules, seed: u64) -> TestHost {
    let least = rules.players().0.max(3).min(rules.players().1);
    let people: Vec<Token> = (1..=PEOPLE).map(Token).collect();
    let config = Config { seed, ..Config::new(rules.clone()) };
    let mut host = TestHost::seated(config, &people, 0);
    for bot in people.len()..least {
        let level = if bot % 2 == 0 { Level::Easy } else { Level::Medium };
        host.send(Input::AddBot { level, name: format!("Bot {bot}") });
    }
    host.send(Input::Watch { token: test_host::WATCHER });
    host
}

/// A random input, sensible or not.
fn random_input(host: &TestHost, chance: &mut Quick) -> Input {
    let token = Token(1 + u128::from(chance.below(PEOPLE as u32 + 1)));
    let number = host.table.number().saturating_sub(u64::from(chance.below(8) == 0));
    let session = host.table.session().unwrap();
    let moves = host.table.seat_of(token).map(|seat| session.legal(seat)).unwrap_or_default();
    let notation = match moves.get(chance.below(moves.len() as u32 + 1) as usize) {
        Some(&choice) => session.notation(choice),
        None => {
            ["draw", "pass", "say last-card", "catch 1", "play 8H call hearts", "leave", "slap 9H", "yaniv"]
                [chance.below(8) as usize]
                .into()
        }
    };
    match chance.below(40) {
        0 => Input::Takeback { token },
        1 => Input::Consent { token, answer: Answer::Agree },
        2 => Input::AnnounceForMe { token, switch: Switch::On },
        3 => Input::Leave { token },
        4 | 5 => Input::Return { token },
        6 => Input::Resume { token, last: u64::from(chance.below(number as u32 + 3)) },
        7 => Input::NextRound,
        8 => Input::Rematch,
        9 => Input::Watch { token },
        10 => Input::Credit { millis: u64::from(chance.below(2_000)) },
        _ => Input::Act { token, number, notation },
    }
}

/// Plays with random inputs and hands the outputs of each to the check.
fn play(rules: &Rules, seed: u64, mut check: impl FnMut(&Table, &[Output])) {
    let mut host = table(rules, seed);
    let mut chance = Quick::new(seed);
    let out = host.start();
    check(&host.table, &out);
    for _ in 0..400 {
        host.now += u64::from(chance.below(1_500));
        let input = if chance.below(3) == 0 { Input::Tick } else { random_input(&host, &mut chance) };
        let out = host.send(input);
        check(&host.table, &out);
        if host.table.session().is_none() {
            return;
        }
        if host.table.session().unwrap().outcome().is_some() {
            let out = host.send(Input::NextRound);
            check(&host.table, &out);
        }
    }
}

fn each_game(mut run: impl FnMut(&Rules, u64)) {
    for preset in presets::all() {
        let name = preset.header().name.clone();
        for seed in 0..GAMES {
            let leaver = if seed % 2 == 0 { "leaver=bot" } else { "leaver=fold" };
            let takeback = if seed % 3 == 0 { "takeback=practice" } else { "takeback=consent" };
            run(&rules(&name, &["turn_seconds=5", leaver, takeback]), seed);
        }
    }
}

fn viewer(table: &Table, token: Token) -> Viewer {
    table.seat_of(token).map_or(Viewer::Spectator, Viewer::Seat)
}

/// No message names a card that went face down into another hand.
#[test]
fn no_message_shows_a_hidden_card() {
    each_game(|rules, seed| {
        play(rules, seed, |table, out| {
            for output in out {
                let Output::To(token, Message::Events { events, .. }) = output else { continue };
                for event in events {
                    if let Event::Dealt { seat, cards } | Event::Drew { seat, cards, .. } = event {
                        let own = viewer(table, *token) == Viewer::Seat(*seat);
                        assert!(
                            own || matches!(cards, Cards::Hidden(_)),
                            "{}, seed {seed}",
                            rules.header().name
                        );
                    }
                }
            }
        });
    });
}

/// The scene that a viewer is sent is the same in every world that the viewer cannot tell from this one.
#[test]
fn a_scene_does_not_depend_on_what_its_viewer_may_not_know() {
    each_game(|rules, seed| {
        let mut chance = Quick::new(seed);
        play(rules, seed, |table, out| {
            let Some(session) = table.session() else { return };
            for output in out {
                let Output::To(token, Message::Scene { number, scene }) = output else { continue };
                assert_eq!(*number, table.number());
                if session.outcome().is_some() {
                    continue; // All hands are open.
                }
                // A player who has left may watch, and still holds the seat.
                let viewer = scene.viewer;
                assert!(viewer == Viewer::Spectator || viewer == self::viewer(table, *token));
                let mut other = games::scene(&Round::imagine(&session.view(viewer), &mut chance), viewer);
                // Windows may have closed a choice, but never open one.
                other.choices.retain(|choice| scene.choices.contains(choice));
                assert_eq!(**scene, other, "{}, seed {seed}", rules.header().name);
            }
        });
    });
}

/// The messages to a viewer stay the same when everything that the viewer does not know is dealt differently.
///
/// In both worlds the first seat has the same hand and the same card is turned up; everything else differs. The messages
/// to the first seat until another seat acts are equal to the byte, refusals and the clock included.
#[test]
fn two_worlds_send_the_same_bytes() {
    for (preset, hand, top) in [
        ("crazy-eights", "3H 4H 5C", "9H"),
        ("yaniv", "3H 4H 5C", "9H"),
        ("uno-classic", "red-3 red-4 blue-5", "red-1"),
    ] {
        let french = preset != "uno-classic";
        let own: Vec<&str> = hand.split_whitespace().collect();
        let pack: Vec<String> = if french {
            ["C", "D", "S"]
                .iter()
                .flat_map(|suit| ["A", "6", "10", "K", "Q"].map(|rank| format!("{rank}{suit}")))
                .collect()
        } else {
            ["green", "yellow"]
                .iter()
                .flat_map(|colour| (1..8).map(move |rank| format!("{colour}-{rank}")))
                .collect()
        };
        let world = |turned: usize| {
            let mut rest = pack.clone();
            rest.rotate_left(turned);
            let (one, two) = (rest[..3].join(" "), rest[3..6].join(" "));
            // The card that the first seat draws is known to it, so it is the same.
            let drawn = if french { "JH" } else { "red-9" };
            let stock = format!("{top} {drawn} {}", rest[6..].join(" "));
            let changes = ["turn_seconds=30", "takeback=consent"];
            let config = test_host::arranged(preset, &changes, &[hand, &one, &two], &stock);
            let mut host = TestHost::seated(config, &[Token(1), Token(2), Token(3)], 0);
            host.start();
            host.send(Input::Act { token: Token(2), number: 1, notation: "draw".into() });
            host.act(Token(1), "play KH");
            host.act(Token(1), "yaniv");
            host.pass(1_000);
            let text = if preset == "yaniv" { format!("throw {} take stock", own[0]) } else { "draw".into() };
            host.act(Token(1), &text);
            host.pass(10_000);
            host.send(Input::Takeback { token: Token(1) });
            host.send(Input::Resume { token: Token(1), last: 0 });
            host.pass(10_000);
            host.send(Input::Leave { token: Token(3) });
            format!("{:#?}", test_host::to(Token(1), &host.out))
        };
        let first = world(0);
        assert!(first.contains("Drew"), "{preset}: the first seat draws");
        for turned in 1..pack.len() {
            assert_eq!(first, world(turned), "{preset}");
        }
    }
}

/// A refused or late input changes nothing: a table that never received it is in the same state.
#[test]
fn what_is_refused_leaves_the_table_as_it_was() {
    let mut refusals = 0;
    each_game(|rules, seed| {
        let mut host = table(rules, seed);
        host.start();
        let mut chance = Quick::new(seed);
        for _ in 0..60 {
            for text in ["play 8H call hearts", "say last-card", "slap 9H", "dance", "yaniv", "catch 0"] {
                let before: Vec<_> = views(&host.table);
                let (number, acting) = (host.table.number(), host.table.session().unwrap().acting());
                let token = Token(1 + u128::from(chance.below(PEOPLE as u32)));
                let out = host.act(token, text);
                let refused = test_host::refusal(&out).is_some() && host.table.number() == number;
                if refused {
                    refusals += 1;
                    assert_eq!(views(&host.table), before, "{}, seed {seed}: {text}", rules.header().name);
                    assert_eq!(host.table.session().unwrap().acting(), acting);
                }
            }
            host.pass(900);
            if host.table.session().unwrap().outcome().is_some() {
                return;
            }
        }
    });
    assert!(refusals > 1_000, "only {refusals} moves were refused");
}

fn views(table: &Table) -> Vec<games::View> {
    let session = table.session().unwrap();
    let all = Seat::all(session.scores().seats).map(Viewer::Seat).chain([Viewer::Spectator]);
    all.map(|viewer| session.view(viewer)).collect()
}

/// Position numbers only grow, each step of a viewer's events follows the previous one, and records replay.
#[test]
fn numbers_grow_by_one_and_records_replay() {
    each_game(|rules, seed| {
        let mut last = 0;
        let mut end = None;
        play(rules, seed, |table, out| {
            for output in out {
                if let Output::To(token, Message::Events { number, .. }) = output
                    && *token == test_host::WATCHER
                {
                    assert!(*number > last, "{}, seed {seed}", rules.header().name);
                    last = *number;
                }
            }
            assert!(last <= table.number());
            end = table.session().cloned();
        });
        let Some(session) = end else { return };
        let text = games::record::write(&session);
        let again = games::record::Record::read(&text).and_then(|record| record.replay());
        let again = again.unwrap_or_else(|why| panic!("{}, seed {seed}: {why}\n{text}", rules.header().name));
        assert_eq!(again.scores(), session.scores());
    });
}

/// The delays of bots do not depend on hands: two deals, the same first delay.
#[test]
fn a_bot_takes_the_same_time_whatever_it_holds() {
    let wake = |deck: [&str; 2]| {
        let config = test_host::arranged("crazy-eights", &[], &deck, "9H AS AD AC KS");
        let mut host = TestHost::seated(config, &[], 2);
        host.start();
        host.wake
    };
    assert_eq!(wake(["3H 4H 5H", "6C 10C KC"]), wake(["3S 4D 5S", "6C 10C KC"]));
}

/// What a table says did not change it can be left out of a log: one that never received it plays on alike, to the message.
#[test]
fn what_left_no_trace_can_be_left_out() {
    let (mut left_out, mut kept) = (0, 0);
    each_game(|rules, seed| {
        let (mut whole, mut spare) = (table(rules, seed), table(rules, seed));
        whole.start();
        spare.start();
        let mut chance = Quick::new(seed);
        for _ in 0..60 {
            if whole.table.session().is_none() {
                return;
            }
            let input = match chance.below(4) {
                0 => Input::Ready { token: Token(1) },
                1 => Input::Act { token: Token(1), number: whole.table.number(), notation: "dance".into() },
                _ => random_input(&whole, &mut chance),
            };
            let out = whole.send(input.clone());
            if whole.table.has_changed() {
                kept += 1;
                assert_eq!(format!("{:?}", spare.send(input)), format!("{out:?}"), "{}", rules.header().name);
            } else {
                left_out += 1;
            }
            // Only one of them was told; both do the same next.
            let millis = u64::from(chance.below(4_000));
            let (one, other) = (whole.pass(millis), spare.pass(millis));
            assert_eq!(format!("{one:?}"), format!("{other:?}"), "{}, seed {seed}", rules.header().name);
        }
        assert_eq!(views(&whole.table), views(&spare.table));
    });
    assert!(left_out > 1_000 && kept > 1_000, "{left_out} left out, {kept} kept");
}
