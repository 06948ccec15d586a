//! Moves that are late, repeated or somebody else's, and catching up after a reconnection (G20, G9).

use crate::test_host::{
    ADA, BOLA, TestHost, WATCHER, arranged, at_once, buttons, events, is_stale, refusal, rules, scene, to,
};
use engine::{Cards, Event};
use table::{Config, Input, Message, Notice, Output, Refusal, Token};

const HANDS: [&str; 2] = ["3H 4H 5C", "6H 9H KC"];
const REST: &str = "5H AS AD AC KS KD QS QD 10S 10D 9S 9D";

fn two_people() -> TestHost {
    let mut host = TestHost::seated(arranged("crazy-eights", &[], &HANDS, REST), &[ADA, BOLA], 0);
    host.send(Input::Watch { token: WATCHER });
    host.start();
    host
}

fn act(token: Token, number: u64, notation: &str) -> Input {
    Input::Act { token, number, notation: notation.into() }
}

#[test]
fn a_repeated_move_is_made_once() {
    let mut host = two_people();
    let number = host.table.number();
    let tap = act(ADA, number, "play 3H");
    assert!(!is_stale(ADA, &host.send(tap.clone())));
    let out = host.send(tap);
    assert_eq!(to(ADA, &out), [Message::Refused(Refusal::Stale { number: number + 1 })]);
    assert_eq!(out.len(), 1, "nobody else hears of it");
    assert_eq!(host.hand(ADA), 2);
    assert!(
        is_stale(BOLA, &host.send(act(BOLA, number + 2, "play 6H"))),
        "nor is a number of the future right"
    );
    assert_eq!(host.hand(BOLA), 3);
}

#[test]
fn a_refused_move_changes_nothing_and_says_why() {
    let mut host = two_people();
    let number = host.table.number();
    for (token, text, code) in [
        (ADA, "play KC", "not-in-hand"),
        (BOLA, "play 6H", "not-your-turn"),
        (ADA, "dance", "unreadable"),
        (ADA, "", "unreadable"),
        (Token(77), "draw", "no-seat"),
        (WATCHER, "draw", "no-seat"),
    ] {
        let out = host.act(token, text);
        assert_eq!(refusal(&out), Some(code), "{text}");
        assert_eq!(out.iter().filter(|output| matches!(output, Output::To(..))).count(), 1);
    }
    assert_eq!(host.table.number(), number);
}

/// Orders of the table cannot be given by players.
#[test]
fn players_cannot_give_orders_of_the_table() {
    let mut host = two_people();
    for order in ["timeout", "leave", "fine"] {
        assert_eq!(refusal(&host.act(ADA, order)), Some("unreadable"));
    }
    assert_eq!(host.hand(ADA), 3);
}

/// Asking about a move is answered and changes nothing, even where illegal plays are fined.
#[test]
fn a_question_changes_nothing() {
    let config = arranged("crazy-eights", &["illegal_fine=2"], &HANDS, REST);
    let mut host = TestHost::seated(config, &[ADA, BOLA], 0);
    host.start();
    let number = host.table.number();
    let mut answer = |text: &str| {
        let out = host.send(Input::Ask { token: ADA, notation: text.into() });
        match to(ADA, &out).as_slice() {
            [Message::Answer { why, .. }] => why.as_ref().map(ToString::to_string).unwrap_or_default(),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(answer("play 3H"), "");
    assert_eq!(answer("play 6H"), "You do not hold the 6 of Hearts.");
    let fined = host.send(Input::Ask { token: ADA, notation: "zebra".into() });
    assert_eq!(refusal(&fined), Some("unreadable"));
    assert_eq!(host.table.number(), number);
    assert_eq!(host.hand(ADA), 3);
}

/// Everyone is told what they may see, with the number of the position.
#[test]
fn events_are_numbered_and_redacted() {
    let mut host = two_people();
    let out = host.act(ADA, "draw");
    let drawn = |token| match events(token, &out)[0] {
        Event::Drew { cards, .. } => cards,
        other => panic!("{other:?}"),
    };
    assert!(matches!(drawn(ADA), Cards::Seen(cards) if cards.len() == 1));
    assert_eq!(drawn(BOLA), Cards::Hidden(1));
    assert_eq!(drawn(WATCHER), Cards::Hidden(1));
    let number = host.table.number();
    assert!(
        to(BOLA, &out)
            .iter()
            .any(|message| matches!(message, Message::Events { number: n, .. } if *n == number))
    );
    assert!(buttons(BOLA, &out).contains(&"play 6H".to_string()));
    assert!(buttons(ADA, &out).is_empty());
    assert!(buttons(WATCHER, &out).is_empty());
}

#[test]
fn a_player_who_reconnects_gets_the_missed_steps_or_a_fresh_scene() {
    let mut host = two_people();
    let last = host.table.number();
    let mut told = Vec::new();
    for (token, text) in [(ADA, "play 3H"), (BOLA, "play 6H"), (ADA, "draw"), (BOLA, "draw")] {
        let out = host.act(token, text);
        told.extend(to(BOLA, &out).into_iter().filter(|message| matches!(message, Message::Events { .. })));
    }
    let out = host.send(Input::Resume { token: BOLA, last });
    let missed: Vec<Message> =
        to(BOLA, &out).into_iter().filter(|message| matches!(message, Message::Events { .. })).collect();
    assert_eq!(missed, told);
    assert!(scene(BOLA, &out).is_some());
    assert!(to(ADA, &out).is_empty());

    let head = host.table.number();
    let nothing = host.send(Input::Resume { token: BOLA, last: head });
    assert!(events(BOLA, &nothing).is_empty() && scene(BOLA, &nothing).is_some());
    let nonsense = host.send(Input::Resume { token: BOLA, last: u64::MAX });
    assert!(events(BOLA, &nonsense).is_empty() && scene(BOLA, &nonsense).is_some());
    assert_eq!(refusal(&host.send(Input::Resume { token: Token(77), last: 0 })), Some("not-here"));
}

/// A viewer who joins in the middle of a match learns the scores, the deadline and any open request.
#[test]
fn a_new_viewer_learns_the_state_of_the_match() {
    let changes = ["turn_seconds=60", "takeback=consent"];
    let config = arranged("crazy-eights", &changes, &HANDS, REST);
    let mut host = TestHost::seated(config, &[ADA, BOLA], 0);
    host.start();
    host.act(ADA, "play 3H");
    host.send(Input::Takeback { token: ADA });
    let out = host.send(Input::Resume { token: BOLA, last: 0 });
    let told = to(BOLA, &out);
    assert!(told.contains(&Message::Notice(Notice::TakebackAsked { by: host.seat(ADA) })));
    assert!(told.contains(&Message::Deadline { seat: host.seat(BOLA), at: 60_000 }));
    let scores = told
        .iter()
        .any(|message| matches!(message, Message::Scores { round: 1, scores, .. } if *scores == [0, 0]));
    assert!(scores);
}

/// The history is limited; a viewer who missed more gets only the scene.
#[test]
fn a_long_absence_is_answered_with_the_scene() {
    let config = Config { seed: 1, pace: at_once(), ..Config::new(rules("yaniv", &[])) };
    let mut host = TestHost::seated(config, &[], 4);
    host.send(Input::Watch { token: WATCHER });
    host.start();
    host.pass(0);
    assert!(host.table.number() > 300, "{}", host.table.number());
    let out = host.send(Input::Resume { token: WATCHER, last: 1 });
    assert!(events(WATCHER, &out).is_empty() && scene(WATCHER, &out).is_some());
}

#[test]
fn spectators_come_and_go() {
    let mut host = two_people();
    assert_eq!(refusal(&host.send(Input::Watch { token: ADA })), Some("seated"));
    let out = host.send(Input::Watch { token: Token(50) });
    let seen = scene(Token(50), &out).unwrap();
    assert!(seen.choices.is_empty() && seen.places.iter().all(|place| place.known.is_empty()));
    host.send(Input::Unwatch { token: Token(50) });
    assert!(to(Token(50), &host.act(ADA, "draw")).is_empty());
}
