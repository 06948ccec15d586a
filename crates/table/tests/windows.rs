//! Windows for reactions: the last-card call and the catch (V10, G12), slapdown (J11).

use crate::test_host::{ADA, BOLA, CHI, Home, WATCHER, arranged, buttons, events, is_stale, refusal, to};
use engine::{Event, Word};
use table::{Config, Input, Level, Message, Notice, Output, Switch, Thinking, Token};

const UNO_HANDS: [&str; 4] = ["red-3 red-4", "red-5 blue-6", "red-6 blue-7", "red-7 blue-8"];
const UNO_REST: &str = "red-1 green-1 green-2 green-3 green-4 green-5 green-6 green-7 green-8";

/// Four people; the first has just played the last card but one.
fn silent_ada(people: &[Token], bots: usize) -> Home {
    let config = arranged("uno-swap", &[], &UNO_HANDS, UNO_REST);
    let mut home = Home::seated(config, people, bots);
    home.start();
    let out = home.act(ADA, "play red-3");
    assert_eq!(refusal(&out), None);
    home
}

/// V10: catching opens 1.5 seconds after the play.
#[test]
fn nobody_is_caught_right_after_the_play() {
    let mut home = silent_ada(&[ADA, BOLA, CHI, Token(4)], 0);
    assert!(!buttons(CHI, &home.out).iter().any(|text| text.starts_with("catch")));
    home.pass(1_499);
    assert_eq!(refusal(&home.act(CHI, "catch 0")), Some("too-early"));
    assert_eq!(home.hand(ADA), 1);
    home.pass(1);
    assert!(buttons(CHI, &home.out).contains(&"catch 0".to_string()), "the button appears by itself");
    let out = home.act(CHI, "catch 0");
    assert!(events(ADA, &out).iter().any(|event| matches!(event, Event::Caught { by: Some(_), .. })));
    assert_eq!(home.hand(ADA), 5); // U15: four cards
}

/// V10: the word counts until somebody catches.
#[test]
fn the_word_can_be_said_until_somebody_catches() {
    let mut home = silent_ada(&[ADA, BOLA, CHI, Token(4)], 0);
    home.pass(5_000);
    let out = home.act(ADA, "say last-card");
    assert!(events(BOLA, &out).iter().any(|event| matches!(event, Event::Said { word: Word::Last, .. })));
    assert!(refusal(&home.act(CHI, "catch 0")).is_some());
    assert_eq!(home.hand(ADA), 1);
}

/// U16: once the next player has acted, it is too late.
#[test]
fn catching_ends_when_the_next_player_acts() {
    let mut home = silent_ada(&[ADA, BOLA, CHI, Token(4)], 0);
    home.act(BOLA, "play red-5 say last-card");
    home.pass(2_000);
    assert_eq!(refusal(&home.act(CHI, "catch 0")), Some("nobody-to-catch"));
    assert_eq!(home.hand(ADA), 1);
}

/// Bots see a missing word, and take their time for it like a person.
#[test]
fn bots_catch_at_human_speed() {
    let mut home = silent_ada(&[ADA, BOLA], 2);
    let mut at = None;
    while home.now < 10_000 && at.is_none() {
        let out = home.pass(50);
        at = events(ADA, &out).iter().any(|event| matches!(event, Event::Caught { .. })).then_some(home.now);
    }
    let at = at.expect("a bot catches");
    assert!((2_000..=2_850).contains(&at), "{at}");
}

/// A reaction needs no thought: players who think ahead catch without their home, once catching is open. The one on turn
/// does so at the time that was drawn for the turn, the others after a moment of their own.
#[test]
fn who_thinks_ahead_catches_at_human_speed() {
    let config = arranged("uno-swap", &[], &UNO_HANDS, UNO_REST);
    let mut home = Home::seated(Config { thinking: Thinking::ByHost, ..config }, &[ADA], 0);
    for name in ["Bola", "Chi", "Dayo"] {
        home.send(Input::AddBot { level: Level::Master, name: name.into() });
    }
    home.start();
    home.act(ADA, "play red-3");
    let mut at = None;
    while home.now < 10_000 && at.is_none() {
        let out = home.pass(50);
        at = events(ADA, &out).iter().any(|event| matches!(event, Event::Caught { .. })).then_some(home.now);
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
    let mut home = Home::seated(config, &[ADA, BOLA], 0);
    home.send(Input::AnnounceForMe { token: ADA, switch: Switch::On });
    home.start();
    home.act(ADA, "play circle-3");
    home.act(BOLA, "draw");
    let out = home.act(ADA, "play circle-4");
    assert!(events(BOLA, &out).iter().any(|event| matches!(event, Event::Said { word: Word::Semi, .. })));
    home.act(BOLA, "draw");
    assert_eq!(home.hand(ADA), 2, "nothing was owed");
    home.send(Input::AnnounceForMe { token: ADA, switch: Switch::Off });
    let out = home.act(ADA, "play circle-7");
    assert!(!events(BOLA, &out).iter().any(|event| matches!(event, Event::Said { .. })));
    let out = home.send(Input::AnnounceForMe { token: ADA, switch: Switch::On });
    assert!(events(BOLA, &out).iter().any(|event| matches!(event, Event::Said { word: Word::Last, .. })));
}

#[test]
fn where_players_catch_each_other_nobody_says_the_word_for_them() {
    let mut home = Home::with("uno-swap", &[], &[ADA], 3);
    let out = home.send(Input::AnnounceForMe { token: ADA, switch: Switch::On });
    assert_eq!(refusal(&out), Some("not-here"));
}

/// Three players with these hands; the stock begins with `drawn`.
fn yaniv(changes: &[&str], drawn: &str) -> Config {
    let other = if drawn == "9H" { "4H" } else { "9H" };
    let hands = ["9C KD QD", "KC QC 10C", "KS QS 10S"];
    arranged("yaniv", changes, &hands, &format!("2S {drawn} 8H 7H 6H 5H {other} AH"))
}

fn three_people(changes: &[&str], drawn: &str) -> Home {
    let mut home = Home::seated(yaniv(changes, drawn), &[ADA, BOLA, CHI], 0);
    home.send(Input::Watch { token: WATCHER });
    home.start();
    home.now = 1_000;
    home.act(ADA, "throw 9C take stock");
    home
}

/// What everyone but the first player was told, and when the table wanted to be woken.
fn to_others(out: &[Output]) -> Vec<Output> {
    out.iter().filter(|output| !matches!(output, Output::To(token, _) if *token == ADA)).cloned().collect()
}

/// J11: the pause is the same whether a slap is possible or not, and nobody else can tell.
#[test]
fn the_pause_after_a_draw_tells_nothing() {
    let run = |drawn: &str| {
        let mut home = three_people(&["slapdown=window"], drawn);
        home.pass(200);
        home.act(BOLA, "throw KC take 9C");
        home.pass(5_000);
        home.act(CHI, "throw KS take stock");
        home.pass(700);
        home.send(Input::Resume { token: CHI, last: 1 });
        home.send(Input::Leave { token: CHI });
        home.pass(4_000);
        home
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
        let mut home = Home::seated(config, &[], 3);
        home.send(Input::Watch { token: WATCHER });
        home.start();
        home.pass(60_000);
        home.out
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

/// J11: the next player's move waits for the end of the pause, then it is made by itself.
#[test]
fn a_move_within_the_pause_is_kept() {
    for drawn in ["9H", "4H"] {
        let mut home = three_people(&["slapdown=window"], drawn);
        let out = home.act(BOLA, "throw KC take 9C");
        assert_eq!(to(BOLA, &out), [Message::Notice(Notice::Held { until: 2_500 })]);
        assert!(to(CHI, &out).is_empty());
        let out = home.act(BOLA, "throw QC take 9C");
        assert_eq!(to(BOLA, &out).len(), 1, "a choice that was not made yet can be changed");
        home.pass(1_499);
        assert_eq!(home.turn(), Some(home.seat(BOLA)));
        let out = home.pass(1);
        assert_eq!(home.turn(), Some(home.seat(CHI)));
        assert!(matches!(events(CHI, &out)[0], Event::Played { .. }));
        let hand = home.table.session().unwrap().round().hand(home.seat(BOLA));
        assert!(home.table.session().unwrap().pack().list(hand).contains("KC"), "the second choice counts");
    }
}

#[test]
fn a_slap_makes_the_kept_move_late() {
    let mut home = three_people(&["slapdown=window"], "9H");
    home.act(BOLA, "throw KC take 9C");
    home.pass(1_000);
    let out = home.act(ADA, "slap 9H");
    assert!(events(CHI, &out).iter().any(|event| matches!(event, Event::Slapped { .. })));
    assert!(is_stale(BOLA, &out));
    let out = home.act(BOLA, "throw KC take stock");
    assert_eq!(refusal(&out), None);
    assert_eq!(home.turn(), Some(home.seat(CHI)), "after the slap nothing is waited for");
}

/// J11: at most three seconds, though the next player may think longer.
#[test]
fn a_slap_is_too_late_after_three_seconds() {
    let mut home = three_people(&["slapdown=window"], "9H");
    home.pass(2_999);
    assert!(buttons(ADA, &home.out).contains(&"slap 9H".to_string()));
    let mut late = Home { table: home.table.clone(), now: home.now, wake: home.wake, out: Vec::new() };
    home.act(ADA, "slap 9H");
    assert_eq!(home.hand(ADA), 2);
    late.pass(1);
    assert!(buttons(ADA, &late.out).is_empty());
    assert_eq!(refusal(&late.act(ADA, "slap 9H")), Some("too-late"));
    assert_eq!(late.hand(ADA), 3);
}

/// `race`: whoever is first; nothing is kept.
#[test]
fn in_a_race_the_next_player_need_not_wait() {
    let mut home = three_people(&["slapdown=race"], "9H");
    home.act(BOLA, "throw KC take 9C");
    assert_eq!(home.turn(), Some(home.seat(CHI)));
    assert_eq!(refusal(&home.act(ADA, "slap 9H")), Some("no-slap"));
}

/// `ask`: the turn waits for the answer, asked with any card.
#[test]
fn where_the_house_asks_the_turn_waits() {
    for drawn in ["9H", "4H"] {
        let mut home = three_people(&["slapdown=ask", "turn_seconds=30"], drawn);
        assert_eq!(home.turn(), Some(home.seat(ADA)));
        assert_eq!(refusal(&home.act(BOLA, "throw KC take 9C")), Some("not-your-turn"));
        home.pass(30_000);
        assert_eq!((home.turn(), home.hand(ADA)), (Some(home.seat(BOLA)), 3), "no answer is no");
    }
}
