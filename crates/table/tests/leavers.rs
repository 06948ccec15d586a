//! People who leave (G19).

use crate::test_host::{ADA, BOLA, CHI, Home, events, refusal, scene, to};
use engine::{End, Event, Seat, SeatSet};
use table::{Input, Message, PlayerKind, Token};

fn three(changes: &[&str]) -> Home {
    let changes: Vec<&str> =
        changes.iter().copied().chain(["seat_order=fixed", "first_dealer=last_seat"]).collect();
    let mut home = Home::with("crazy-eights", &changes, &[ADA, BOLA, CHI], 0);
    home.start();
    home
}

fn kind(home: &Home, seat: usize) -> PlayerKind {
    home.table.players()[seat].kind
}

#[test]
fn a_bot_takes_over_and_the_person_can_come_back() {
    let mut home = three(&["leaver=bot"]);
    let out = home.send(Input::Leave { token: ADA });
    assert_eq!(kind(&home, 0), PlayerKind::Left);
    assert!(to(BOLA, &out).iter().any(|message| matches!(message, Message::Players(_))));
    let before = home.table.number();
    let out = home.pass(3_000);
    assert!(home.table.number() > before && home.turn() != Some(home.seat(ADA)));
    assert!(to(ADA, &out).is_empty(), "whoever has left is told nothing");
    assert_eq!(refusal(&home.act(ADA, "draw")), Some("left"));
    let out = home.send(Input::Return { token: ADA });
    assert_eq!(kind(&home, 0), PlayerKind::Person);
    assert!(scene(ADA, &out).is_some());
}

#[test]
fn a_folded_hand_goes_and_the_turn_skips_on() {
    let mut home = three(&["leaver=fold", "turn_seconds=60"]);
    home.now = 10_000;
    let out = home.send(Input::Leave { token: ADA });
    assert!(events(BOLA, &out).iter().any(|event| matches!(event, Event::Left { .. })));
    assert_eq!(home.turn(), Some(home.seat(BOLA)));
    assert_eq!(kind(&home, 0), PlayerKind::Folded);
    let deadline = Message::Deadline { seat: home.seat(BOLA), at: 70_000 };
    assert!(to(BOLA, &out).contains(&deadline));
    assert_eq!(refusal(&home.send(Input::Return { token: ADA })), Some("left"));
    let out = home.send(Input::Leave { token: CHI });
    let ended = to(BOLA, &out).into_iter().find_map(|message| match message {
        Message::RoundOver { outcome, .. } => Some(outcome.how),
        _ => None,
    });
    assert_eq!(ended, Some(End::Deserted));
}

/// Whoever has left is not dealt in again: the hand is folded as soon as it is dealt.
#[test]
fn a_leaver_stays_out_of_the_rounds_to_come() {
    let mut home = Home::with("uno-swap", &["leaver=fold", "seat_order=fixed"], &[ADA], 3);
    home.start();
    home.send(Input::Watch { token: BOLA });
    home.send(Input::Leave { token: ADA });
    home.pass(3_600_000);
    assert_eq!(home.table.session().unwrap().scores().rounds, 1);
    let out = home.send(Input::NextRound);
    assert!(events(BOLA, &out).iter().any(|event| *event == Event::Left { seat: Seat::default() }));
    assert_ne!(home.turn(), Some(Seat::default()));
    while home.table.is_playing() {
        home.pass(3_600_000);
        home.send(Input::NextRound);
    }
    home.send(Input::Rematch);
    assert_eq!(home.table.seat_of(ADA), None, "a new match begins without the leaver");
}

/// A match that everyone else has left is over, however many rounds there were to come.
#[test]
fn whoever_stays_alone_has_won() {
    let changes = ["leaver=fold", "seat_order=fixed", "first_dealer=last_seat", "rounds=4"];
    let mut home = Home::with("crazy-eights", &changes, &[ADA, BOLA], 0);
    home.start();
    let out = home.send(Input::Leave { token: ADA });
    let winners = to(BOLA, &out).into_iter().find_map(|message| match message {
        Message::MatchOver { winners, .. } => Some(winners),
        _ => None,
    });
    assert_eq!(winners, Some(SeatSet::only(home.seat(BOLA))));
    assert_eq!(refusal(&home.send(Input::NextRound)), Some("no-round"));
    assert_eq!(refusal(&home.send(Input::Rematch)), Some("players"), "one is too few");
}

/// Whoever gets up after the match takes nothing from the others: they can still look at the result, and the seat is free
/// for the next match.
#[test]
fn leaving_after_the_match_leaves_the_result() {
    let mut home = three(&["turn_seconds=20"]);
    while home.table.is_playing() {
        home.pass(3_600_000);
    }
    home.send(Input::Leave { token: BOLA });
    let shown = scene(CHI, &home.send(Input::Resume { token: CHI, last: 0 }));
    assert!(shown.is_some_and(|scene| scene.outcome.is_some()));
    assert_eq!(home.table.players().len(), 3, "names stay with the seats they played from");
    home.send(Input::Sit { token: Token(77), name: "Dayo".into() });
    let names: Vec<String> = home.table.players().into_iter().map(|player| player.name).collect();
    assert!(names.len() == 3 && names[2] == "Dayo", "the seat of whoever left is free: {names:?}");
}

/// With the match over, a leaver simply gets up.
#[test]
fn leaving_after_the_match_frees_the_seat() {
    let mut home = three(&["leaver=fold"]);
    home.send(Input::Leave { token: ADA });
    home.send(Input::Leave { token: BOLA });
    while home.table.is_playing() {
        home.send(Input::NextRound);
    }
    home.send(Input::Leave { token: CHI });
    assert!(home.table.players().is_empty());
}
