//! Whole matches: every preset with computer players, rounds, rematch.

use crate::test_host::{self, ADA, BOLA, TestHost, WATCHER, at_once, refusal, rules, to};
use engine::{MAX_SEATS, Seat};
use games::{Session, presets, record};
use table::{Config, Input, Level, Message, Output, Pace, Participant, PlayerKind, Table, Token};

fn bots_only(config: Config, bots: usize, level: Level) -> TestHost {
    let mut host = TestHost::new(config);
    for bot in 0..bots {
        host.send(Input::AddBot { level, name: format!("Bot {bot}") });
    }
    host.send(Input::Watch { token: WATCHER });
    host
}

fn play_out(host: &mut TestHost) -> Session {
    host.start();
    let mut ticks = 0;
    while host.table.is_playing() {
        host.next();
        ticks += 1;
        assert!(ticks < 200_000, "the match does not end");
    }
    host.table.session().unwrap().clone()
}

fn seat_numbers(preset: &games::Rules) -> impl Iterator<Item = usize> {
    let (least, most) = preset.players();
    [least, most.min(4).max(least), most.min(MAX_SEATS)].into_iter()
}

#[test]
fn every_preset_is_played_to_the_end_by_computer_players() {
    for preset in presets::all() {
        for seats in seat_numbers(&preset) {
            for level in [Level::Easy, Level::Medium] {
                let pace = Pace { between_rounds: Some(5_000), ..Pace::default() };
                let config = Config { seed: 11 + seats as u64, pace, ..Config::new(preset.clone()) };
                let mut host = bots_only(config, seats, level);
                let session = play_out(&mut host);
                let told = to(WATCHER, &host.out);
                let over = told.iter().filter(|message| matches!(message, Message::MatchOver { .. })).count();
                let rounds =
                    told.iter().filter(|message| matches!(message, Message::RoundOver { .. })).count();
                assert_eq!(
                    (over, rounds),
                    (1, usize::from(session.scores().rounds)),
                    "{}",
                    preset.header().name
                );
                assert_eq!(host.wake, None);
            }
        }
    }
}

/// House rules that open windows or change what time does.
#[test]
fn house_rules_of_the_table_are_played_to_the_end() {
    let others = ["slapdown=window", "slap_by_others=true", "slap_on_run=true", "slap_to_empty=true"];
    let variants: [(&str, &[&str]); 8] = [
        ("yaniv", &["slapdown=race"]),
        ("yaniv", &["slapdown=ask"]),
        ("yaniv", &["slapdown=off"]),
        ("yaniv", &others),
        ("uno-classic", &["false_call_penalty=2"]),
        ("switch", &["false_call_penalty=1", "uno_shield_ms=0"]),
        ("naija-whot", &["announce_check=catch", "uno_shield_ms=10000"]),
        ("whot-spec", &["first_dealer=cut", "announce=manual", "announce_check=catch"]),
    ];
    for (preset, changes) in variants {
        for (seed, level) in [(1, Level::Easy), (2, Level::Medium), (3, Level::Easy)] {
            let pace = Pace { between_rounds: Some(5_000), ..Pace::default() };
            let config = Config { seed, pace, ..Config::new(rules(preset, changes)) };
            let mut host = bots_only(config, 4, level);
            play_out(&mut host);
            assert_eq!(host.wake, None, "{preset} {changes:?}");
        }
    }
}

/// An interrupted match continues from its record.
#[test]
fn a_match_continues_from_its_record() {
    for preset in presets::all() {
        let seats = preset.players().0.max(3).min(preset.players().1);
        let changes = ["turn_seconds=30", "leaver=fold"];
        let config = Config { seed: 8, ..Config::new(rules(&preset.header().name, &changes)) };
        let mut host = TestHost::seated(config.clone(), &[ADA, BOLA], seats - 2);
        host.start();
        host.pass(100_000);
        if seats > 2 {
            host.send(Input::Leave { token: BOLA });
        }
        let text = record::write(host.table.session().unwrap());
        let session = record::Record::read(&text).unwrap().replay().unwrap();
        let participant = |player: &table::Player| match host.table.seat_of(ADA) {
            Some(seat) if seat == player.seat => Participant::Person(ADA),
            _ => Participant::Bot(Level::Medium),
        };
        let participants: Vec<Participant> = host.table.players().iter().map(participant).collect();
        assert!(Table::restore(&config, session.clone(), &participants[1..], 0).is_err());
        let config = Config { pace: Pace { between_rounds: Some(0), ..Pace::default() }, ..config };
        let table = Table::restore(&config, session.clone(), &participants, 500_000).unwrap();
        let names = |table: &Table| table.players().into_iter().map(|player| player.name).collect::<Vec<_>>();
        assert_eq!(names(&table), names(&host.table));
        let mut again = TestHost { table, now: 500_000, wake: None, out: Vec::new() };
        let out = again.send(Input::Resume { token: ADA, last: 0 });
        assert!(test_host::scene(ADA, &out).is_some());
        let mut ticks = 0;
        while again.table.is_playing() {
            again.next();
            ticks += 1;
            assert!(ticks < 200_000);
        }
        assert!(again.table.session().unwrap().entries().starts_with(session.entries()));
    }
}

/// The record of a match at a table replays like any other.
#[test]
fn a_match_is_recorded_with_names() {
    for name in ["uno-swap", "yaniv", "naija-whot"] {
        let config = Config { seed: 5, pace: at_once(), ..Config::new(presets::named(name).unwrap()) };
        let mut host = bots_only(config, 4, Level::Easy);
        let session = play_out(&mut host);
        let text = record::write(&session);
        assert!(text.contains("Bot 0"));
        let again = record::Record::read(&text).unwrap().replay().unwrap();
        assert_eq!(again.scores(), session.scores());
    }
}

/// A log of inputs is the table.
#[test]
fn equal_inputs_give_equal_outputs() {
    let run = || {
        let mut host = TestHost::with("uno-swap", &["turn_seconds=20"], &[ADA], 3);
        host.start();
        host.pass(400_000);
        host.out
    };
    assert_eq!(run(), run());
}

/// V16, U17: four rounds of UNO; the deal passes on, and nothing is dealt until somebody asks.
#[test]
fn a_round_is_dealt_when_somebody_asks() {
    let mut host = TestHost::with("uno-swap", &["seat_order=fixed"], &[], 4);
    assert_eq!(refusal(&host.send(Input::NextRound)), Some("no-match"));
    host.start();
    assert_eq!(refusal(&host.send(Input::NextRound)), Some("no-round"));
    let first = host.table.session().unwrap().dealer();
    host.pass(3_600_000);
    assert_eq!(host.table.session().unwrap().scores().rounds, 1);
    assert_eq!(host.wake, None);
    host.send(Input::NextRound);
    assert_eq!(host.table.session().unwrap().dealer(), first.left(1, 4));
}

/// U18, G15: seats are drawn for a match, and everyone is told where they sit.
#[test]
fn seats_are_drawn_by_lot_once_a_match() {
    let places = |seed: u64| {
        let config = Config { seed, pace: at_once(), ..Config::new(presets::named("uno-swap").unwrap()) };
        let mut host = TestHost::seated(config, &[ADA, BOLA], 2);
        let out = host.start();
        let viewer = to(ADA, &out).into_iter().rev().find_map(|message| match message {
            Message::Welcome { viewer } => Some(viewer),
            _ => None,
        });
        assert_eq!(viewer, Some(engine::Viewer::Seat(host.seat(ADA))));
        host.seat(ADA).index()
    };
    let mut seen: Vec<usize> = (0..40).map(places).collect();
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen, [0, 1, 2, 3]);
}

/// N11: the cut is shown, and the player with the highest card deals.
#[test]
fn the_cut_for_the_first_dealer_is_shown() {
    let mut host = TestHost::with("naija-whot", &[], &[ADA, BOLA], 1);
    let out = host.start();
    let deal = to(BOLA, &out).into_iter().find_map(|message| match message {
        Message::Deal { round, dealer, cuts } => Some((round, dealer, cuts)),
        _ => None,
    });
    let (round, dealer, cuts) = deal.unwrap();
    assert_eq!((round, dealer), (1, host.table.session().unwrap().dealer()));
    assert!(cuts.len() >= 3);
}

#[test]
fn a_rematch_deals_new_cards_to_the_same_players() {
    let config = Config { seed: 3, pace: at_once(), ..Config::new(rules("crazy-eights", &[])) };
    let mut host = bots_only(config, 3, Level::Medium);
    assert_eq!(refusal(&host.send(Input::Rematch)), Some("no-match"));
    let first = play_out(&mut host);
    let number = host.table.number();
    host.send(Input::Rematch);
    let second = host.table.session().unwrap();
    assert_ne!(first.opening().seed, second.opening().seed);
    assert_eq!(first.opening().names, second.opening().names);
    assert!(host.table.number() > number);
    assert!(host.table.is_playing());
}

/// U9, G16: rules can carry the seed.
#[test]
fn a_seed_in_the_rules_decides_the_shuffle() {
    let table = |seed| {
        let mut host =
            TestHost::seated(Config { seed, ..Config::new(rules("crazy-eights", &["seed=42"])) }, &[ADA], 1);
        host.start();
        let session = host.table.session().unwrap();
        (session.opening().seed, session.round().hand(Seat::default()))
    };
    assert_eq!(table(1), table(2));
    assert_eq!(table(1).0, 42);
}

#[test]
fn seats_can_only_be_taken_before_the_match() {
    let mut host = TestHost::with("crazy-eights", &[], &[ADA], 0);
    let sit = |token: u128, name: &str| Input::Sit { token: Token(token), name: name.into() };
    assert_eq!(refusal(&host.start()), Some("players"));
    assert_eq!(refusal(&host.send(sit(5, "person 1"))), Some("name-taken"));
    assert_eq!(refusal(&host.send(sit(5, "  "))), Some("bad-name"));
    assert_eq!(refusal(&host.send(sit(5, "a, b"))), Some("bad-name"));
    assert_eq!(refusal(&host.send(sit(5, "a\nb"))), Some("bad-name"));
    assert_eq!(refusal(&host.send(sit(1, "Ada"))), None);
    host.send(Input::AddBot { level: Level::Easy, name: "Robot".into() });
    assert_eq!(refusal(&host.send(Input::RemoveBot { name: "Nobody".into() })), Some("no-bot"));
    host.send(Input::RemoveBot { name: "Robot".into() });
    host.send(sit(2, "Bola"));
    let names: Vec<String> = host.table.players().into_iter().map(|player| player.name).collect();
    assert_eq!(names, ["Ada", "Bola"]);
    host.start();
    for late in [sit(6, "Chi"), Input::AddBot { level: Level::Easy, name: "Robot".into() }, Input::Start] {
        assert_eq!(refusal(&host.send(late)), Some("playing"));
    }
    let other = presets::named("yaniv").unwrap().into();
    assert_eq!(refusal(&host.send(Input::ChangeRules(other))), Some("playing"));
}

#[test]
fn rules_can_change_until_the_match_begins() {
    let mut host = TestHost::with("crazy-eights", &[], &[ADA, BOLA], 0);
    let out = host.send(Input::ChangeRules(presets::named("yaniv").unwrap().into()));
    assert!(to(ADA, &out).iter().any(|message| matches!(message, Message::Rules(_))));
    host.start();
    assert_eq!(host.table.session().unwrap().rules().header().name, "yaniv");
}

#[test]
fn leaving_before_the_match_frees_the_seat() {
    let mut host = TestHost::with("crazy-eights", &[], &[ADA, BOLA], 1);
    host.send(Input::Leave { token: ADA });
    assert_eq!(host.table.seat_of(ADA), None);
    assert_eq!(host.seat(BOLA).index(), 0);
    let kinds: Vec<PlayerKind> = host.table.players().iter().map(|player| player.kind).collect();
    assert_eq!(kinds, [PlayerKind::Person, PlayerKind::Bot]);
}

/// A nearly endless series of events that are due at once is cut off, and continues at the next tick.
#[test]
fn a_table_without_delays_never_blocks_its_host() {
    let config = Config { seed: 1, pace: at_once(), ..Config::new(rules("yaniv", &[])) };
    let mut host = bots_only(config, 4, Level::Easy);
    let out = host.start();
    assert!(matches!(out.last(), Some(Output::WakeAt(0))));
    let mut table: Table = host.table.clone();
    assert!(table.apply(0, Input::Tick).len() < 100_000);
}
