//! Turn deadlines, and what happens to people who miss them (S10, G10, G11).

use crate::test_host::{self, ADA, BOLA, TestHost, arranged, events, is_stale, refusal, rules, to};
use engine::{DrawReason, Event, Seat};
use games::presets;
use table::{Config, Input, Level, Message, Notice, Pace, PlayerKind, Token, Version};

const HANDS: [&str; 2] = ["2H 3H 4H", "6C 9C KC"];
const REST: &str = "5H AS AD AC KS KD QS QD 10S 10D 9S 9D";

fn two_people(changes: &[&str]) -> TestHost {
    let changes: Vec<&str> = changes.iter().copied().chain(["turn_seconds=180"]).collect();
    let mut host = TestHost::seated(arranged("crazy-eights", &changes, &HANDS, REST), &[ADA, BOLA], 0);
    host.start();
    host
}

fn kind(host: &TestHost, seat: usize) -> PlayerKind {
    host.table.players()[seat].kind
}

/// S10: after 180 seconds one card is drawn and the turn is lost.
#[test]
fn a_turn_that_takes_too_long_is_lost_with_one_card_drawn() {
    let mut host = two_people(&[]);
    assert!(to(BOLA, &host.out).contains(&Message::Deadline { seat: Seat::default(), at: 180_000 }));
    host.pass(179_999);
    assert_eq!(host.hand(ADA), 3);
    let out = host.pass(1);
    assert_eq!(host.hand(ADA), 4);
    assert_eq!(host.turn(), Some(host.seat(BOLA)));
    let seen = events(ADA, &out);
    assert!(matches!(seen[0], Event::TimedOut { .. }));
    assert!(matches!(seen[1], Event::Drew { why: DrawReason::Timeout, .. }));
    assert_eq!(seen.len(), 2);
}

/// G11: under a pick, the waiting penalty is taken instead.
#[test]
fn a_timeout_under_a_pick_takes_the_penalty() {
    let mut host = two_people(&[]);
    host.act(ADA, "play 2H");
    assert_eq!(host.turn(), Some(host.seat(BOLA)));
    let out = host.pass(180_000);
    assert_eq!(host.hand(BOLA), 5);
    assert!(events(ADA, &out).iter().any(|event| matches!(event, Event::Drew { why: DrawReason::Pick, .. })));
    assert_eq!(host.turn(), Some(host.seat(ADA)));
}

/// G11: after three timeouts in a row, a bot plays for the seat until the person acts.
#[test]
fn after_three_timeouts_in_a_row_a_bot_plays_for_the_seat() {
    let mut host = two_people(&[]);
    for missed in 1..=3 {
        assert_eq!(kind(&host, 0), PlayerKind::Person);
        let out = host.pass(180_000);
        let kept = to(BOLA, &out).contains(&Message::Notice(Notice::Kept { seat: Seat::default() }));
        assert_eq!(kept, missed == 3);
        let move_of_bola = host.choice(BOLA, "draw").unwrap();
        host.act(BOLA, &move_of_bola);
    }
    assert_eq!(kind(&host, 0), PlayerKind::Away);
    let before = host.table.number();
    host.pass(3_000);
    assert!(host.table.number() > before, "the bot moves at its own speed");
    let out = host.send(Input::Act { token: ADA, number: 0, notation: "draw".into() });
    assert!(is_stale(ADA, &out));
    assert_eq!(kind(&host, 0), PlayerKind::Person);
    assert!(to(BOLA, &out).contains(&Message::Notice(Notice::Returned { seat: Seat::default() })));
}

/// The penalty comes first, then the news of who plays on.
#[test]
fn a_timeout_is_announced_before_the_computer_player() {
    let mut host = two_people(&["afk_after=1"]);
    let out = host.pass(180_000);
    let told = to(BOLA, &out);
    let at = |wanted: fn(&Message) -> bool| told.iter().position(wanted);
    let events = at(|message| matches!(message, Message::Events { .. }));
    let kept = at(|message| matches!(message, Message::Notice(Notice::Kept { .. })));
    assert!(events.is_some() && events < kept, "{told:?}");
}

#[test]
fn a_player_who_acts_in_between_is_not_away() {
    let mut host = two_people(&[]);
    for _ in 0..4 {
        for _ in 0..2 {
            host.pass(180_000);
            assert_eq!(kind(&host, 0), PlayerKind::Person, "acting would bring somebody back who was away");
            host.act(BOLA, "draw");
        }
        host.act(ADA, "draw");
        host.act(BOLA, "draw");
    }
}

#[test]
fn a_person_can_come_back_without_acting() {
    let mut host = two_people(&["afk_after=1"]);
    host.pass(180_000);
    assert_eq!(kind(&host, 0), PlayerKind::Away);
    host.act(BOLA, "draw");
    assert_eq!(host.turn(), Some(host.seat(ADA)));
    let out = host.send(Input::Return { token: ADA });
    assert_eq!(kind(&host, 0), PlayerKind::Person);
    let deadline = host.now + 180_000;
    assert!(to(ADA, &out).contains(&Message::Deadline { seat: Seat::default(), at: deadline }));
    let before = host.table.number();
    host.pass(179_999);
    assert_eq!(host.table.number(), before, "no bot moves for a person who is back");
}

/// `timeout = bot`: a bot makes the move instead.
#[test]
fn a_bot_can_make_the_move_when_time_is_up() {
    let mut host = two_people(&["timeout=bot"]);
    let out = host.pass(180_000);
    assert!(!events(BOLA, &out).iter().any(|event| matches!(event, Event::TimedOut { .. })));
    assert_eq!(host.turn(), Some(host.seat(BOLA)));
    assert_eq!(kind(&host, 0), PlayerKind::Person);
}

/// A new decision has the full time; an illegal play that is fined does not add any.
#[test]
fn a_fine_adds_no_time() {
    let config = arranged(
        "whot-spec",
        &["turn_seconds=10"],
        &["circle-3 star-4 cross-10", "cross-3 cross-7 square-3"],
        "circle-7 circle-10 star-3 star-5 cross-11",
    );
    let mut host = TestHost::seated(config, &[ADA, BOLA], 0);
    host.start();
    host.pass(9_000);
    let out = host.act(ADA, "play star-4");
    assert_eq!(test_host::refusal(&out), Some("does-not-fit"));
    assert!(events(ADA, &out).iter().any(|event| matches!(event, Event::Drew { why: DrawReason::Fine, .. })));
    host.pass(1_000);
    assert_eq!(host.turn(), Some(host.seat(BOLA)));
}

/// A move after the deadline is late, even if the host has not yet woken the table (G20).
#[test]
fn a_move_after_the_deadline_is_late() {
    let mut host = two_people(&[]);
    host.now = 180_001;
    let out = host.act(ADA, "play 3H");
    assert!(is_stale(ADA, &out));
    assert_eq!(host.hand(ADA), 4);
}

/// A host that was away gives back the lost time.
#[test]
fn credit_postpones_everything() {
    let mut host = two_people(&[]);
    host.now = 500_000;
    let out = host.send(Input::Credit { millis: 400_000 });
    assert!(to(BOLA, &out).contains(&Message::Deadline { seat: Seat::default(), at: 580_000 }));
    assert_eq!(host.hand(ADA), 3);
    host.pass(79_999);
    assert_eq!(host.hand(ADA), 3);
    host.pass(1);
    assert_eq!(host.hand(ADA), 4);
}

/// Each step ends the clock of the previous one, so a player who reconnects gets the steps first, then the time left.
#[test]
fn a_player_who_reconnects_gets_the_time_after_the_missed_steps() {
    let mut host = two_people(&[]);
    host.act(ADA, "play 3H");
    host.now = 20_000;
    let last = host.table.number() - 1;
    let out = host.send(Input::Resume { token: BOLA, last });
    let told = to(BOLA, &out);
    let step = told.iter().position(|message| matches!(message, Message::Events { .. })).unwrap();
    let time = Message::Deadline { seat: host.seat(BOLA), at: 180_000 };
    assert!(told[step..].contains(&time) && !told[..step].contains(&time));
}

/// G10: without a limit there is no deadline.
#[test]
fn there_is_no_deadline_where_the_rules_have_none() {
    let mut host = TestHost::seated(arranged("crazy-eights", &[], &HANDS, REST), &[ADA, BOLA], 0);
    host.start();
    assert_eq!(host.wake, None);
}

/// S10, G11: over every preset, the clock alone never plays a card for a person.
#[test]
fn a_timeout_never_plays_a_card() {
    for preset in presets::all() {
        let name = preset.header().name.clone();
        for seed in 0..6 {
            let rules = rules(&name, &["turn_seconds=1", "afk_after=10", "seat_order=fixed"]);
            let bots = rules.players().0.max(3) - 1;
            let mut host = TestHost::seated(Config { seed, ..Config::new(rules) }, &[ADA], bots.min(3));
            host.start();
            let seat = host.seat(ADA);
            while host.wake.is_some() && kind(&host, seat.index()) == PlayerKind::Person {
                host.next();
            }
            for event in events(ADA, &host.out) {
                let own = match event {
                    Event::Played { seat, .. }
                    | Event::Slapped { seat, .. }
                    | Event::Declared { seat, .. } => Some(seat),
                    _ => None,
                };
                assert_ne!(own, Some(seat), "{name}, seed {seed}: {event:?}");
            }
        }
    }
}

fn slow_to_load() -> TestHost {
    let config = arranged("crazy-eights", &["turn_seconds=30"], &HANDS, REST);
    let pace = Pace { loading: 10_000, ..config.pace };
    let mut host = TestHost::seated(Config { pace, ..config }, &[ADA, BOLA], 0);
    host.start();
    host
}

/// M8: the clock of the first turn waits at most ten seconds for a page to load.
#[test]
fn the_clock_of_the_first_turn_starts_when_the_player_is_ready() {
    let mut host = slow_to_load();
    assert_eq!(host.wake, Some(40_000), "a player who never says so has ten seconds more");
    host.now = 4_000;
    let out = host.send(Input::Ready { token: ADA });
    assert!(to(BOLA, &out).contains(&Message::Deadline { seat: Seat::default(), at: 34_000 }));
    host.now = 9_000;
    host.send(Input::Ready { token: ADA });
    assert_eq!(host.wake, Some(34_000), "it counts once");
    host.send(Input::Ready { token: BOLA });
    host.act(ADA, "play 2H");
    assert_eq!(host.wake, Some(39_000), "the clock of a player who was ready before starts at once");
}

#[test]
fn only_the_first_turn_waits() {
    let mut host = slow_to_load();
    host.pass(40_000);
    assert_eq!((host.turn(), host.wake), (Some(host.seat(BOLA)), Some(80_000)));
    host.pass(40_000);
    assert_eq!((host.turn(), host.wake), (Some(host.seat(ADA)), Some(110_000)));
    host.act(ADA, "play 2H");
    assert_eq!(host.wake, Some(110_000), "nor that of a player who has missed one");
}

/// Network latency of up to half a second does not count against a turn; the time that is sent does not include it.
#[test]
fn slow_messages_do_not_shorten_a_turn() {
    let mut host = two_people(&[]);
    for (millis, wake) in [(120, 180_120), (9_000, 180_500), (0, 180_000), (200, 180_200)] {
        let out = host.send(Input::Lag { token: ADA, millis });
        assert_eq!((host.wake, to(BOLA, &out).len()), (Some(wake), 0), "{millis}");
    }
    host.send(Input::Lag { token: BOLA, millis: 400 });
    assert_eq!(host.wake, Some(180_200), "everyone has a way of their own");
    let out = host.send(Input::Resume { token: BOLA, last: 0 });
    assert!(to(BOLA, &out).contains(&Message::Deadline { seat: Seat::default(), at: 180_000 }));
    host.pass(180_199);
    assert_eq!(host.hand(ADA), 3);
    host.pass(1);
    assert_eq!(host.hand(ADA), 4);
}

/// M6: the table never waits for ever: every round ends even if nobody does anything.
#[test]
fn time_alone_ends_every_round() {
    for preset in presets::all() {
        let rules = rules(&preset.header().name, &["turn_seconds=20"]);
        let least = rules.players().0;
        let people = &[ADA, BOLA, test_host::CHI][..least.min(3)];
        let mut host = TestHost::seated(Config { seed: 4, ..Config::new(rules) }, people, 0);
        for number in people.len()..least {
            host.send(Input::AddBot { level: Level::Easy, name: format!("Bot {number}") });
        }
        host.start();
        let mut steps = 0;
        while host.table.session().unwrap().outcome().is_none() {
            assert!(host.wake.is_some(), "{} waits for ever", preset.header().name);
            host.next();
            steps += 1;
            assert!(steps < 20_000, "{} does not end", preset.header().name);
        }
    }
}

/// Once every person is out of the round, nobody waits longer than necessary for the computer players; while one person
/// plays, they take their time.
#[test]
fn computer_players_hurry_once_no_person_plays_on() {
    let waits = |people: &[Token], bots: usize| {
        let config = arranged("crazy-eights", &[], &["4C", "9D", "7S"], "3C");
        let mut host = TestHost::seated(config, people, bots);
        host.start();
        host.act(ADA, "play 4C");
        if people.contains(&BOLA) {
            host.act(BOLA, "draw");
        }
        host.wake.unwrap() - host.now
    };
    assert!(waits(&[ADA], 2) <= 400);
    assert!(waits(&[ADA, BOLA], 1) >= 900);
}

/// Where only computer players sit at a table, somebody is watching: they play at the usual pace.
#[test]
fn a_table_without_people_is_played_at_the_usual_pace() {
    let mut host = TestHost::with("crazy-eights", &[], &[], 2);
    host.start();
    assert!(host.wake.unwrap() >= 900);
}

/// Two people and a clock of five seconds; Ada is on turn.
fn hurried(bots: usize) -> TestHost {
    let changes = ["turn_seconds=5", "leaver=bot", "seat_order=fixed", "first_dealer=last_seat"];
    let mut host = TestHost::with("crazy-eights", &changes, &[ADA, BOLA], bots);
    host.start();
    host
}

/// Lets a player do something ten times a second for five seconds; whether the turn is over then.
fn turn_ends_despite(host: &mut TestHost, mut meanwhile: impl FnMut(&mut TestHost)) -> bool {
    let (turn, until) = (host.turn(), host.now + 5_000);
    while host.now < until {
        meanwhile(host);
        host.pass(100);
        if host.turn() != turn {
            return true;
        }
    }
    false
}

/// S10: a turn has one clock, whoever holds the seat.
#[test]
fn leaving_and_coming_back_gives_no_more_time() {
    let mut host = hurried(0);
    assert!(turn_ends_despite(&mut host, |host| {
        host.send(Input::Leave { token: ADA });
        host.send(Input::Return { token: ADA });
    }));
    // A turn that began while a computer player kept the seat has a clock too.
    let mut host = hurried(0);
    host.send(Input::Leave { token: BOLA });
    let draw = host.choice(ADA, "draw").unwrap();
    host.act(ADA, &draw);
    while host.turn() == Some(host.seat(ADA)) {
        host.act(ADA, "pass");
    }
    assert!(turn_ends_despite(&mut host, |host| {
        host.send(Input::Return { token: BOLA });
        host.pass(50);
        host.send(Input::Leave { token: BOLA });
    }));
}

#[test]
fn who_comes_back_is_told_what_is_left_of_the_turn() {
    let mut host = hurried(0);
    host.pass(500);
    host.send(Input::Leave { token: ADA });
    host.pass(300);
    let out = host.send(Input::Return { token: ADA });
    let seat = host.seat(ADA);
    assert!(to(BOLA, &out).contains(&Message::Deadline { seat, at: 5_000 }), "not 5,800");
}

/// Logs from before replay by the clock under which they were written.
#[test]
fn at_an_older_table_coming_back_restarts_the_clock() {
    let rules = rules("crazy-eights", &["turn_seconds=5", "seat_order=fixed", "first_dealer=last_seat"]);
    let version = Version::First;
    let mut host = TestHost::seated(Config { seed: 7, version, ..Config::new(rules) }, &[ADA, BOLA], 0);
    host.start();
    assert!(!turn_ends_despite(&mut host, |host| {
        host.send(Input::Leave { token: ADA });
        host.send(Input::Return { token: ADA });
    }));
}

/// G13: computer players wait while people talk about a takeback, but no longer than a turn lasts.
#[test]
fn asking_for_takebacks_does_not_keep_a_computer_player_from_moving() {
    let mut host = hurried(1);
    for token in [ADA, BOLA] {
        let number = host.table.number();
        while host.turn() == Some(host.seat(token)) {
            let choice = host.choice(token, "play").or_else(|| host.choice(token, "")).unwrap();
            host.act(token, &choice);
        }
        assert!(host.table.number() > number);
    }
    assert_eq!(host.turn(), Seat::new(2));
    let mut asked = 0;
    assert!(turn_ends_despite(&mut host, |host| {
        asked += usize::from(refusal(&host.send(Input::Takeback { token: ADA })).is_none());
    }));
    assert!(asked > 10, "asked {asked} times");
}

/// M8: what a page may take to load is given once, and never more.
#[test]
fn a_late_page_has_no_more_time_than_one_that_never_loads() {
    let rules = rules("crazy-eights", &["turn_seconds=5", "seat_order=fixed", "first_dealer=last_seat"]);
    let pace = Pace { loading: 10_000, ..Pace::default() };
    let mut host = TestHost::seated(Config { seed: 7, pace, ..Config::new(rules) }, &[ADA, BOLA], 0);
    host.start();
    host.pass(14_900);
    host.send(Input::Ready { token: ADA });
    let turn = host.turn();
    host.pass(100);
    assert_ne!(host.turn(), turn);
}
