//! Windows for reactions: the last-card call and the catch (V10, G12), slapdown (J11).

use crate::test_host::{ADA, BOLA, CHI, TestHost, WATCHER, arranged, buttons, events, is_stale, refusal, to};
use engine::{Event, Word};
use table::{Config, Input, Level, Message, Millis, Notice, Output, SearchBy, Switch, Token};

const UNO_HANDS: [&str; 4] = ["red-3 red-4", "red-5 blue-6", "red-6 blue-7", "red-7 blue-8"];
const UNO_REST: &str = "red-1 green-1 green-2 green-3 green-4 green-5 green-6 green-7 green-8";

/// Four people; the first has just played the second to last card.
fn silent_ada(people: &[Token], bots: usize) -> TestHost {
    let config = arranged("uno-swap", &[], &UNO_HANDS, UNO_REST);
    let mut host = TestHost::seated(config, people, bots);
    host.start();
    let out = host.act(ADA, "play red-3");
    assert_eq!(refusal(&out), None);
    host
}

fn caught(token: Token, out: &[Output]) -> bool {
    events(token, out).iter().any(|event| matches!(event, Event::Caught { by: Some(_), .. }))
}

/// V10: catching opens 1.5 seconds after the play. A catch before that is kept until then.
#[test]
fn a_catch_waits_until_catching_opens() {
    let mut host = silent_ada(&[ADA, BOLA, CHI, Token(4)], 0);
    assert!(buttons(CHI, &host.out).contains(&"catch 0".to_string()));
    host.pass(1_000);
    let out = host.act(CHI, "catch 0");
    assert_eq!(to(CHI, &out), [Message::Notice(Notice::Held { until: 1_500 })]);
    assert!(!caught(ADA, &host.pass(499)));
    assert!(caught(ADA, &host.pass(1)));
    assert_eq!(host.hand(ADA), 5); // U15: four cards
}

/// V10: a player who says the word in time is not caught, and nobody is punished for trying.
#[test]
fn the_word_in_time_beats_a_catch_that_waits() {
    let mut host = silent_ada(&[ADA, BOLA, CHI, Token(4)], 0);
    host.act(CHI, "catch 0");
    host.pass(700);
    let out = host.act(ADA, "say last-card");
    assert!(is_stale(CHI, &out));
    host.pass(5_000);
    assert_eq!((host.hand(ADA), host.hand(CHI)), (1, 2));
}

/// U15, U16: however quickly the next player moves, there is time to catch before the move counts.
#[test]
fn a_quick_next_player_does_not_save_a_silent_one() {
    let mut host = silent_ada(&[ADA, BOLA, CHI, Token(4)], 0);
    let out = host.act(BOLA, "play red-5 say last-card");
    assert_eq!(to(BOLA, &out), [Message::Notice(Notice::Held { until: 3_500 })]);
    host.pass(2_000);
    let out = host.act(CHI, "catch 0");
    assert!(caught(ADA, &out));
    // Nobody is left to catch, so the waiting move is made at once.
    assert_eq!((host.hand(ADA), host.hand(BOLA)), (5, 1));
}

/// A waiting move is made as soon as the word is said.
#[test]
fn the_word_ends_the_wait() {
    let mut host = silent_ada(&[ADA, BOLA, CHI, Token(4)], 0);
    host.act(BOLA, "play red-5 say last-card");
    assert_eq!(host.hand(BOLA), 2);
    host.act(ADA, "say last-card");
    assert_eq!((host.hand(ADA), host.hand(BOLA)), (1, 1));
}

/// V10: at tables from before the pause a catch is refused until catching opens, so that their logs replay.
#[test]
fn tables_of_earlier_versions_refuse_an_early_catch() {
    let mut config = arranged("uno-swap", &[], &UNO_HANDS, UNO_REST);
    config.pace.catch_pause = None;
    let mut host = TestHost::seated(config, &[ADA, BOLA, CHI, Token(4)], 0);
    host.start();
    host.act(ADA, "play red-3");
    assert!(!buttons(CHI, &host.out).iter().any(|text| text.starts_with("catch")));
    host.pass(1_499);
    assert_eq!(refusal(&host.act(CHI, "catch 0")), Some("too-early"));
    host.pass(1);
    assert!(buttons(CHI, &host.out).contains(&"catch 0".to_string()), "the button appears by itself");
    host.act(BOLA, "play red-5 say last-card");
    assert_eq!(refusal(&host.act(CHI, "catch 0")), Some("nobody-to-catch"));
}

/// The paces of the front ends: computer players that think for half a second or not at all.
const PACES: [(Millis, Millis); 3] = [(500, 900), (2_000, 2_000), (10, 20)];

/// U15: at every pace, computer players of every level catch a silent person sometimes.
#[test]
fn silence_is_dangerous_at_every_pace() {
    for (think, level) in PACES.into_iter().flat_map(|pace| Level::ALL.map(|level| (pace, level))) {
        let caught_of_40 = (0..40).filter(|&seed| {
            let mut config = Config { seed, ..arranged("uno-swap", &[], &UNO_HANDS, UNO_REST) };
            config.pace.think = think;
            let mut host = TestHost::seated(config, &[ADA], 0);
            for name in ["Bola", "Chi", "Dayo"] {
                host.send(Input::AddBot { level, name: name.into() });
            }
            host.start();
            let mut out = host.act(ADA, "play red-3");
            out.extend(host.pass(3_500));
            caught(ADA, &out)
        });
        // Each of three beginners notices half of the time: together seven times in eight.
        let least = if level == Level::Easy { 25 } else { 40 };
        let caught_of_40 = caught_of_40.count();
        assert!(caught_of_40 >= least, "{level} at {think:?}: {caught_of_40}");
    }
}

/// U14, U15: levels below expert forget the word now and then, and a person has time to catch them.
#[test]
fn computer_players_forget_and_can_be_caught() {
    const DEALS: usize = 200;
    for (level, expected) in [(Level::Easy, 50), (Level::Medium, 25), (Level::Hard, 12), (Level::Expert, 0)] {
        let mut forgot = 0;
        for seed in 0..DEALS as u64 {
            // Other computer players might be quicker, so everybody else is a person.
            let hands = ["red-9 blue-9", "red-3 red-4", "red-6 blue-7", "red-7 blue-8"];
            let config = Config { seed, ..arranged("uno-swap", &[], &hands, UNO_REST) };
            let mut host = TestHost::seated(config, &[ADA], 0);
            host.send(Input::AddBot { level, name: "Bola".into() });
            for token in [CHI, Token(4)] {
                host.send(Input::Sit { token, name: format!("Person {}", token.0) });
            }
            host.start();
            host.act(ADA, "play red-9 say last-card");
            let mut out = Vec::new();
            while host.hand(CHI) == 2 && out.is_empty() && host.now < 20_000 {
                let step = host.pass(100);
                if events(ADA, &step).iter().any(|event| matches!(event, Event::Played { .. })) {
                    out = step;
                }
            }
            let said = events(ADA, &out).iter().any(|event| matches!(event, Event::Said { .. }));
            if !said && buttons(CHI, &host.out).contains(&"catch 1".to_string()) {
                forgot += 1;
                host.act(CHI, "catch 1");
                assert!(caught(CHI, &host.pass(1_500)), "{level}, seed {seed}");
            }
        }
        let range = expected / 2..=expected * 3 / 2;
        assert!(range.contains(&forgot), "{level}: {forgot} of {DEALS}");
    }
}

/// V10: the word counts until somebody catches.
#[test]
fn the_word_can_be_said_until_somebody_catches() {
    let mut host = silent_ada(&[ADA, BOLA, CHI, Token(4)], 0);
    host.pass(5_000);
    let out = host.act(ADA, "say last-card");
    assert!(events(BOLA, &out).iter().any(|event| matches!(event, Event::Said { word: Word::Last, .. })));
    assert!(refusal(&host.act(CHI, "catch 0")).is_some());
    assert_eq!(host.hand(ADA), 1);
}

/// U16: once the next player has acted, it is too late.
#[test]
fn catching_ends_when_the_next_player_acts() {
    let mut host = silent_ada(&[ADA, BOLA, CHI, Token(4)], 0);
    host.act(BOLA, "play red-5 say last-card");
    host.pass(3_500);
    assert_eq!(host.hand(BOLA), 1);
    assert_eq!(refusal(&host.act(CHI, "catch 0")), Some("nobody-to-catch"));
    assert_eq!(host.hand(ADA), 1);
}

/// Bots notice a missing word, and take as long as a person would.
#[test]
fn bots_catch_at_human_speed() {
    let mut host = silent_ada(&[ADA, BOLA], 2);
    let mut at = None;
    while host.now < 10_000 && at.is_none() {
        let out = host.pass(50);
        at = events(ADA, &out).iter().any(|event| matches!(event, Event::Caught { .. })).then_some(host.now);
    }
    let at = at.expect("a bot catches");
    assert!((2_000..=2_850).contains(&at), "{at}");
}

/// A reaction needs no search: bots that search catch without their host, once catching is open. The one on turn does so
/// after the delay of its turn, the others after a shorter one.
#[test]
fn bots_that_search_catch_at_human_speed() {
    let config = arranged("uno-swap", &[], &UNO_HANDS, UNO_REST);
    let mut host = TestHost::seated(Config { search_by: SearchBy::Host, ..config }, &[ADA], 0);
    for name in ["Bola", "Chi", "Dayo"] {
        host.send(Input::AddBot { level: Level::Master, name: name.into() });
    }
    host.start();
    host.act(ADA, "play red-3");
    let mut at = None;
    while host.now < 10_000 && at.is_none() {
        let out = host.pass(50);
        at = events(ADA, &out).iter().any(|event| matches!(event, Event::Caught { .. })).then_some(host.now);
    }
    assert!(at.is_some_and(|at| (1_500..=2_850).contains(&at)), "{at:?}");
}

/// G12: "announce for me", where the preset allows it.
#[test]
fn the_table_says_the_word_for_a_person_who_wants_it() {
    let config = arranged(
        "naija-whot",
        &["start=turnup"],
        &["circle-3 circle-4 circle-7 circle-10", "star-3 star-4 star-5 star-7"],
        "circle-11 cross-3 cross-7 cross-13 cross-10 cross-11",
    );
    let mut host = TestHost::seated(config, &[ADA, BOLA], 0);
    host.send(Input::AnnounceForMe { token: ADA, switch: Switch::On });
    host.start();
    host.act(ADA, "play circle-3");
    host.act(BOLA, "draw");
    let out = host.act(ADA, "play circle-4");
    assert!(events(BOLA, &out).iter().any(|event| matches!(event, Event::Said { word: Word::Semi, .. })));
    host.act(BOLA, "draw");
    assert_eq!(host.hand(ADA), 2, "nothing was owed");
    host.send(Input::AnnounceForMe { token: ADA, switch: Switch::Off });
    let out = host.act(ADA, "play circle-7");
    assert!(!events(BOLA, &out).iter().any(|event| matches!(event, Event::Said { .. })));
    let out = host.send(Input::AnnounceForMe { token: ADA, switch: Switch::On });
    assert!(events(BOLA, &out).iter().any(|event| matches!(event, Event::Said { word: Word::Last, .. })));
}

#[test]
fn the_table_does_not_say_the_word_where_players_catch_each_other() {
    let mut host = TestHost::with("uno-swap", &[], &[ADA], 3);
    let out = host.send(Input::AnnounceForMe { token: ADA, switch: Switch::On });
    assert_eq!(refusal(&out), Some("not-here"));
}

/// Three players with these hands; the stock begins with `drawn`.
fn yaniv(changes: &[&str], drawn: &str) -> Config {
    let other = if drawn == "9H" { "4H" } else { "9H" };
    let hands = ["9C KD QD", "KC QC 10C", "KS QS 10S"];
    arranged("yaniv", changes, &hands, &format!("2S {drawn} 8H 7H 6H 5H {other} AH"))
}

fn three_people(changes: &[&str], drawn: &str) -> TestHost {
    let mut host = TestHost::seated(yaniv(changes, drawn), &[ADA, BOLA, CHI], 0);
    host.send(Input::Watch { token: WATCHER });
    host.start();
    host.now = 1_000;
    host.act(ADA, "throw 9C take stock");
    host
}

/// The messages to everyone but the first player, and when the table asks to be woken.
fn to_others(out: &[Output]) -> Vec<Output> {
    out.iter().filter(|output| !matches!(output, Output::To(token, _) if *token == ADA)).cloned().collect()
}

/// J11: the pause is the same whether a slap is possible or not, and nobody else can tell.
#[test]
fn the_pause_after_a_draw_tells_nothing() {
    let run = |drawn: &str| {
        let mut host = three_people(&["slapdown=window"], drawn);
        host.pass(200);
        host.act(BOLA, "throw KC take 9C");
        host.pass(5_000);
        host.act(CHI, "throw KS take stock");
        host.pass(700);
        host.send(Input::Resume { token: CHI, last: 1 });
        host.send(Input::Leave { token: CHI });
        host.pass(4_000);
        host
    };
    let (with, without) = (run("9H"), run("4H"));
    assert_eq!(to_others(&with.out), to_others(&without.out));
    assert_ne!(to(ADA, &with.out), to(ADA, &without.out), "only the drawer knows");
}

/// The same with computer players in every seat, up to the moment of the slap.
#[test]
fn bots_keep_the_same_pause() {
    let run = |drawn: &str, other: &str| {
        let hands = ["KC KD 2D", "QC JC 10C", "QS JS 10S"];
        let rest = format!("JH {drawn} 8H 7H 6H 5H {other} AH");
        let config = arranged("yaniv", &["slapdown=window"], &hands, &rest);
        let mut host = TestHost::seated(config, &[], 3);
        host.send(Input::Watch { token: WATCHER });
        host.start();
        host.pass(60_000);
        host.out
    };
    let (with, without) = (run("KH", "4H"), run("4H", "KH"));
    let slapped = |output: &Output| match output {
        Output::To(_, Message::Events { events, .. }) => {
            events.iter().any(|e| matches!(e, Event::Slapped { .. }))
        }
        Output::To(..) | Output::Host(_) | Output::WakeAt(_) => false,
    };
    let slap = with.iter().position(slapped).expect("the first bot slaps its king");
    assert_eq!(with[..slap], without[..slap]);
    let drew = |output: &Output| match output {
        Output::To(_, Message::Events { events, .. }) => {
            events.iter().any(|e| matches!(e, Event::Drew { .. }))
        }
        Output::To(..) | Output::Host(_) | Output::WakeAt(_) => false,
    };
    assert_eq!(with[..slap].iter().filter(|output| drew(output)).count(), 1, "right after its draw");
}

/// J11: the next player's move waits for the end of the pause and is then made automatically.
#[test]
fn a_move_within_the_pause_is_kept() {
    for drawn in ["9H", "4H"] {
        let mut host = three_people(&["slapdown=window"], drawn);
        let out = host.act(BOLA, "throw KC take 9C");
        assert_eq!(to(BOLA, &out), [Message::Notice(Notice::Held { until: 2_500 })]);
        assert!(to(CHI, &out).is_empty());
        let out = host.act(BOLA, "throw QC take 9C");
        assert_eq!(to(BOLA, &out).len(), 1, "a choice that was not made yet can be changed");
        host.pass(1_499);
        assert_eq!(host.turn(), Some(host.seat(BOLA)));
        let out = host.pass(1);
        assert_eq!(host.turn(), Some(host.seat(CHI)));
        assert!(matches!(events(CHI, &out)[0], Event::Played { .. }));
        let hand = host.table.session().unwrap().round().hand(host.seat(BOLA));
        assert!(host.table.session().unwrap().pack().list(hand).contains("KC"), "the second choice counts");
    }
}

#[test]
fn a_slap_makes_the_kept_move_late() {
    let mut host = three_people(&["slapdown=window"], "9H");
    host.act(BOLA, "throw KC take 9C");
    host.pass(1_000);
    let out = host.act(ADA, "slap 9H");
    assert!(events(CHI, &out).iter().any(|event| matches!(event, Event::Slapped { .. })));
    assert!(is_stale(BOLA, &out));
    let out = host.act(BOLA, "throw KC take stock");
    assert_eq!(refusal(&out), None);
    assert_eq!(host.turn(), Some(host.seat(CHI)), "after the slap nothing is waited for");
}

/// J11: at most three seconds, even if the next player takes longer.
#[test]
fn a_slap_is_too_late_after_three_seconds() {
    let mut host = three_people(&["slapdown=window"], "9H");
    host.pass(2_999);
    assert!(buttons(ADA, &host.out).contains(&"slap 9H".to_string()));
    let mut late = TestHost { table: host.table.clone(), now: host.now, wake: host.wake, out: Vec::new() };
    host.act(ADA, "slap 9H");
    assert_eq!(host.hand(ADA), 2);
    late.pass(1);
    assert!(buttons(ADA, &late.out).is_empty());
    assert_eq!(refusal(&late.act(ADA, "slap 9H")), Some("too-late"));
    assert_eq!(late.hand(ADA), 3);
}

/// `race`: the first move counts; nothing is kept.
#[test]
fn in_a_race_the_next_player_need_not_wait() {
    let mut host = three_people(&["slapdown=race"], "9H");
    host.act(BOLA, "throw KC take 9C");
    assert_eq!(host.turn(), Some(host.seat(CHI)));
    assert_eq!(refusal(&host.act(ADA, "slap 9H")), Some("no-slap"));
}

/// `ask`: the turn waits for the answer, whatever card was drawn.
#[test]
fn where_the_rules_ask_the_turn_waits() {
    for drawn in ["9H", "4H"] {
        let mut host = three_people(&["slapdown=ask", "turn_seconds=30"], drawn);
        assert_eq!(host.turn(), Some(host.seat(ADA)));
        assert_eq!(refusal(&host.act(BOLA, "throw KC take 9C")), Some("not-your-turn"));
        host.pass(30_000);
        assert_eq!((host.turn(), host.hand(ADA)), (Some(host.seat(BOLA)), 3), "no answer is no");
    }
}
