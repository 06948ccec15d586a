//! People who are removed: by the host before a match, by vote between rounds.

use crate::test_host::{ADA, BOLA, CHI, TestHost, refusal, to};
use table::{Input, Message, Notice, PlayerKind, Token};

const DAYO: Token = Token(4);

fn vote(token: Token, whom: Token) -> Input {
    Input::VoteOut { token, name: format!("Person {}", whom.0) }
}

fn remove(whom: Token) -> Input {
    Input::Remove { name: format!("Person {}", whom.0) }
}

fn names(host: &TestHost) -> Vec<String> {
    host.table.players().into_iter().map(|player| player.name).collect()
}

/// A match of several rounds whose first round is over.
fn between_rounds(people: &[Token]) -> TestHost {
    let changes = ["seat_order=fixed", "turn_seconds=5"];
    let mut host = TestHost::with("uno-swap", &changes, people, 4 - people.len());
    host.start();
    finish_round(&mut host, people);
    host
}

/// Lets the clock play the round to its end; then everybody is back.
fn finish_round(host: &mut TestHost, people: &[Token]) {
    while host.table.session().unwrap().may_deal().is_err() {
        host.next();
    }
    for token in people {
        host.send(Input::Return { token: *token });
    }
}

#[test]
fn the_host_removes_a_person_before_a_match() {
    let mut host = TestHost::with("crazy-eights", &[], &[ADA, BOLA, CHI], 1);
    let out = host.send(remove(BOLA));
    assert_eq!(names(&host), ["Person 1", "Person 3", "Bot 0"]);
    assert!(
        to(BOLA, &out)
            .iter()
            .any(|message| matches!(message, Message::Refused(why) if why.code() == "removed"))
    );
    assert!(to(CHI, &out).iter().any(|message| matches!(message, Message::Notice(Notice::Removed { .. }))));
    for name in ["Person 2", "Another"] {
        let again = host.send(Input::Sit { token: BOLA, name: name.into() });
        assert_eq!(refusal(&again), Some("removed"), "{name}");
    }
    assert_eq!(refusal(&host.send(remove(BOLA))), Some("no-person"));
    assert_eq!(refusal(&host.send(Input::Remove { name: "Bot 0".into() })), Some("no-person"));
    host.send(Input::Start);
    assert_eq!(refusal(&host.send(remove(CHI))), Some("playing"));
    assert_eq!(names(&host).len(), 3);
}

#[test]
fn between_rounds_more_than_half_of_the_others_decide() {
    let mut host = between_rounds(&[ADA, BOLA, CHI, DAYO]);
    assert_eq!(refusal(&host.send(vote(ADA, ADA))), Some("no-person"), "who wants to go leaves");
    let out = host.send(vote(ADA, DAYO));
    let seat = host.seat(DAYO);
    let told = Message::Notice(Notice::Vote { seat, given: 1, needed: 2 });
    assert!(to(BOLA, &out).contains(&told));
    host.send(vote(ADA, DAYO));
    assert_eq!(host.table.people().count(), 4, "nobody votes twice");
    host.send(vote(BOLA, DAYO));
    assert_eq!(host.table.seat_of(DAYO), None);
    let player = &host.table.players()[seat.index()];
    assert_eq!(player.kind, PlayerKind::Bot, "a computer player plays on");
    assert_eq!(refusal(&host.send(Input::Return { token: DAYO })), Some("no-seat"));
    host.send(Input::NextRound);
    assert!(host.table.is_playing());
}

#[test]
fn votes_are_for_the_time_between_rounds_and_for_more_than_two() {
    let mut host = between_rounds(&[ADA, BOLA, CHI]);
    host.send(vote(ADA, CHI));
    host.send(Input::NextRound);
    assert_eq!(refusal(&host.send(vote(BOLA, CHI))), Some("playing"), "a round is being played");
    finish_round(&mut host, &[ADA, BOLA, CHI]);
    host.send(vote(BOLA, CHI));
    assert!(host.table.seat_of(CHI).is_some(), "the vote before the deal no longer counts");
    host.send(vote(ADA, CHI));
    assert!(host.table.seat_of(CHI).is_none());
    let mut two = TestHost::with("crazy-eights", &[], &[ADA, BOLA], 0);
    assert_eq!(refusal(&two.send(vote(ADA, BOLA))), Some("no-vote"));
    assert_eq!(refusal(&two.send(vote(CHI, BOLA))), Some("no-seat"));
}
