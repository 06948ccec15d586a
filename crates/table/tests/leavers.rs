//! People who leave (G19).

use crate::test_host::{ADA, BOLA, CHI, TestHost, arranged, events, refusal, scene, to};
use engine::{End, Event, Seat, SeatSet};
use table::{Input, Message, PlayerKind, Token};

fn three(changes: &[&str]) -> TestHost {
    let changes: Vec<&str> =
        changes.iter().copied().chain(["seat_order=fixed", "first_dealer=last_seat"]).collect();
    let mut host = TestHost::with("crazy-eights", &changes, &[ADA, BOLA, CHI], 0);
    host.start();
    host
}

fn kind(host: &TestHost, seat: usize) -> PlayerKind {
    host.table.players()[seat].kind
}

#[test]
fn a_bot_takes_over_and_the_person_can_come_back() {
    let mut host = three(&["leaver=bot"]);
    let out = host.send(Input::Leave { token: ADA });
    assert_eq!(kind(&host, 0), PlayerKind::Left);
    assert!(to(BOLA, &out).iter().any(|message| matches!(message, Message::Players(_))));
    let before = host.table.number();
    let out = host.pass(3_000);
    assert!(host.table.number() > before && host.turn() != Some(host.seat(ADA)));
    assert!(to(ADA, &out).is_empty(), "a player who has left is sent nothing");
    assert_eq!(refusal(&host.act(ADA, "draw")), Some("left"));
    let out = host.send(Input::Return { token: ADA });
    assert_eq!(kind(&host, 0), PlayerKind::Person);
    assert!(scene(ADA, &out).is_some());
}

#[test]
fn a_folded_hand_goes_and_the_turn_skips_on() {
    let mut host = three(&["leaver=fold", "turn_seconds=60"]);
    host.now = 10_000;
    let out = host.send(Input::Leave { token: ADA });
    assert!(events(BOLA, &out).iter().any(|event| matches!(event, Event::Left { .. })));
    assert_eq!(host.turn(), Some(host.seat(BOLA)));
    assert_eq!(kind(&host, 0), PlayerKind::Folded);
    let deadline = Message::Deadline { seat: host.seat(BOLA), at: 70_000 };
    assert!(to(BOLA, &out).contains(&deadline));
    assert_eq!(refusal(&host.send(Input::Return { token: ADA })), Some("left"));
    let out = host.send(Input::Leave { token: CHI });
    let ended = to(BOLA, &out).into_iter().find_map(|message| match message {
        Message::RoundOver { outcome, .. } => Some(outcome.how),
        _ => None,
    });
    assert_eq!(ended, Some(End::Deserted));
}

/// A player who has left does not play later rounds: the hand is folded as soon as it is dealt.
#[test]
fn a_leaver_does_not_play_later_rounds() {
    let mut host = TestHost::with("uno-swap", &["leaver=fold", "seat_order=fixed"], &[ADA], 3);
    host.start();
    host.send(Input::Watch { token: BOLA });
    host.send(Input::Leave { token: ADA });
    host.pass(3_600_000);
    assert_eq!(host.table.session().unwrap().scores().rounds, 1);
    let out = host.send(Input::NextRound);
    assert!(events(BOLA, &out).iter().any(|event| *event == Event::Left { seat: Seat::default() }));
    assert_ne!(host.turn(), Some(Seat::default()));
    while host.table.is_playing() {
        host.pass(3_600_000);
        host.send(Input::NextRound);
    }
    host.send(Input::Rematch);
    assert_eq!(host.table.seat_of(ADA), None, "a new match begins without the leaver");
}

/// A match that everyone else has left is over, however many rounds remain.
#[test]
fn the_last_player_left_wins() {
    let changes = ["leaver=fold", "seat_order=fixed", "first_dealer=last_seat", "rounds=4"];
    let mut host = TestHost::with("crazy-eights", &changes, &[ADA, BOLA], 0);
    host.start();
    let out = host.send(Input::Leave { token: ADA });
    let winners = to(BOLA, &out).into_iter().find_map(|message| match message {
        Message::MatchOver { winners, .. } => Some(winners),
        _ => None,
    });
    assert_eq!(winners, Some(SeatSet::only(host.seat(BOLA))));
    assert_eq!(refusal(&host.send(Input::NextRound)), Some("no-round"));
    assert_eq!(refusal(&host.send(Input::Rematch)), Some("players"), "one is too few");
}

/// Leaving after the match takes nothing from the others: they can still look at the result, and the seat is free for
/// the next match.
#[test]
fn leaving_after_the_match_keeps_the_result() {
    let mut host = three(&["turn_seconds=20"]);
    while host.table.is_playing() {
        host.pass(3_600_000);
    }
    host.send(Input::Leave { token: BOLA });
    let shown = scene(CHI, &host.send(Input::Resume { token: CHI, last: 0 }));
    assert!(shown.is_some_and(|scene| scene.outcome.is_some()));
    assert_eq!(host.table.players().len(), 3, "names stay with the seats they played from");
    host.send(Input::Sit { token: Token(77), name: "Dayo".into() });
    let names: Vec<String> = host.table.players().into_iter().map(|player| player.name).collect();
    assert!(names.len() == 3 && names[2] == "Dayo", "the seat of the player who left is free: {names:?}");
}

/// Once the match is over, leaving frees the seat.
#[test]
fn leaving_after_the_match_frees_the_seat() {
    let mut host = three(&["leaver=fold"]);
    host.send(Input::Leave { token: ADA });
    host.send(Input::Leave { token: BOLA });
    while host.table.is_playing() {
        host.send(Input::NextRound);
    }
    host.send(Input::Leave { token: CHI });
    assert!(host.table.players().is_empty());
}

/// A player who is out of the round keeps the place, folded or not: there is no hand left to give up (C26, G19).
#[test]
fn leaving_after_going_out_loses_nothing() {
    for leaver in ["leaver=fold", "leaver=bot"] {
        let config = arranged("crazy-eights", &[leaver], &["4C", "9D", "5C"], "3C");
        let mut host = TestHost::seated(config, &[ADA, BOLA, CHI], 0);
        host.start();
        host.act(ADA, "play 4C");
        host.send(Input::Leave { token: ADA });
        assert!(host.table.is_playing(), "the others play on");
        host.act(BOLA, "draw");
        let out = host.act(CHI, "play 5C");
        let told = to(CHI, &out);
        let first = SeatSet::only(Seat::default());
        assert!(told.iter().any(|message| matches!(message, Message::RoundOver { outcome, .. }
            if outcome.winners() == first)));
        assert!(
            told.iter()
                .any(|message| matches!(message, Message::MatchOver { winners, .. } if *winners == first))
        );
    }
}

/// A player who reconnects after a round is told how it ended.
#[test]
fn a_finished_round_is_told_again_with_its_reason() {
    let config = arranged("yaniv", &[], &["5C", "3D"], "KH");
    let mut host = TestHost::seated(config, &[ADA, BOLA], 0);
    host.start();
    host.act(ADA, "yaniv");
    let out = host.send(Input::Resume { token: BOLA, last: host.table.number() });
    let ending = to(BOLA, &out).into_iter().find_map(|message| match message {
        Message::Scores { ending, standing, .. } => Some((ending, standing.places)),
        _ => None,
    });
    let (ending, places) = ending.unwrap();
    let declared = |event: &&Event| matches!(event, Event::Declared { .. });
    assert_eq!(ending.iter().filter(declared).count(), 2, "a call, and who beat it");
    assert!(ending.contains(&Event::Ended { how: End::Called }));
    assert_eq!(places, [2, 1], "35 points against none");
}
