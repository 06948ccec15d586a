//! Taking moves back (G13).

use crate::test_host::{ADA, BOLA, CHI, TestHost, arranged, events, is_stale, refusal, scene, to};
use engine::Seat;
use table::{Answer, Input, Message, Notice, Token};

const HANDS: [&str; 3] = ["3H 4H 5C", "6H 9H KC", "KH QH 10C"];
const REST: &str = "5H AS AD AC KS KD QS QD 10S 10D 9S 9D";

fn game(takeback: &str, people: &[Token]) -> TestHost {
    let change = format!("takeback={takeback}");
    let config = arranged("crazy-eights", &[&change], &HANDS, REST);
    let mut host = TestHost::seated(config, people, 3 - people.len());
    host.start();
    host
}

fn ask(host: &mut TestHost, token: Token) -> Vec<table::Output> {
    host.send(Input::Takeback { token })
}

fn answer(host: &mut TestHost, token: Token, answer: Answer) -> Vec<table::Output> {
    host.send(Input::Consent { token, answer })
}

#[test]
fn rules_can_forbid_takebacks() {
    let mut host = game("off", &[ADA]);
    host.act(ADA, "play 3H");
    assert_eq!(refusal(&ask(&mut host, ADA)), Some("no-takeback"));
}

#[test]
fn a_move_comes_back_when_everyone_agrees() {
    let mut host = game("consent", &[ADA, BOLA, CHI]);
    assert_eq!(refusal(&ask(&mut host, ADA)), Some("nothing"));
    host.act(ADA, "play 3H");
    host.act(BOLA, "play 6H");
    let number = host.table.number();
    let out = ask(&mut host, ADA);
    assert!(to(CHI, &out).contains(&Message::Notice(Notice::TakebackAsked { by: Seat::default() })));
    assert_eq!(refusal(&answer(&mut host, ADA, Answer::Agree)), Some("no-request"));
    answer(&mut host, BOLA, Answer::Agree);
    assert_eq!(host.hand(ADA), 2);
    let out = answer(&mut host, CHI, Answer::Agree);
    assert_eq!((host.hand(ADA), host.hand(BOLA), host.turn()), (3, 3, Some(host.seat(ADA))));
    assert!(host.table.number() > number, "numbers never go back");
    assert!(scene(BOLA, &out).is_some());
    let stale = host.send(Input::Act { token: ADA, number, notation: "play 4H".into() });
    assert!(is_stale(ADA, &stale));
    let resumed = host.send(Input::Resume { token: CHI, last: number });
    assert!(events(CHI, &resumed).is_empty() && scene(CHI, &resumed).is_some());
}

/// A card that a computer player has played was seen, and computer players are not asked to agree.
#[test]
fn a_move_before_a_bots_card_cannot_be_taken_back() {
    let mut host = game("consent", &[ADA]);
    host.act(ADA, "play 3H");
    host.pass(5_000);
    let bot_played = host.table.session().unwrap().entries().len() > 1;
    assert!(bot_played);
    assert_eq!(refusal(&ask(&mut host, ADA)), Some("seen"));
}

#[test]
fn one_refusal_is_enough() {
    let mut host = game("consent", &[ADA, BOLA, CHI]);
    host.act(ADA, "play 3H");
    ask(&mut host, ADA);
    answer(&mut host, BOLA, Answer::Refuse);
    assert_eq!(refusal(&answer(&mut host, CHI, Answer::Agree)), Some("no-request"));
    assert_eq!(host.hand(ADA), 2);
}

#[test]
fn a_move_by_another_player_ends_the_request() {
    let mut host = game("consent", &[ADA, BOLA, CHI]);
    host.act(ADA, "play 3H");
    ask(&mut host, ADA);
    host.act(BOLA, "play 6H");
    assert_eq!(refusal(&answer(&mut host, CHI, Answer::Agree)), Some("no-request"));
}

#[test]
fn a_request_that_nobody_answers_lapses_and_bots_wait_for_it() {
    let mut host = game("consent", &[ADA, CHI]);
    host.act(ADA, "play 3H");
    host.pass(0);
    let on_turn = host.turn();
    ask(&mut host, ADA);
    host.pass(14_999);
    assert_eq!(host.turn(), on_turn);
    let out = host.pass(5_000);
    assert!(to(ADA, &out).contains(&Message::Notice(Notice::TakebackLapsed { by: Seat::default() })));
}

/// Once a player has seen a hidden card, the move cannot be taken back.
#[test]
fn a_draw_cannot_be_taken_back_by_consent() {
    let mut host = game("consent", &[ADA, BOLA, CHI]);
    host.act(ADA, "draw");
    assert_eq!(refusal(&ask(&mut host, ADA)), Some("seen"));
    host.act(BOLA, "play 6H");
    host.act(CHI, "draw");
    assert_eq!(refusal(&ask(&mut host, BOLA)), Some("seen"));
}

#[test]
fn players_who_left_need_not_agree() {
    let mut host = game("consent", &[ADA, BOLA, CHI]);
    host.act(ADA, "play 3H");
    ask(&mut host, ADA);
    answer(&mut host, BOLA, Answer::Agree);
    host.send(Input::Leave { token: CHI });
    assert_eq!(host.hand(ADA), 3);
}

/// Practice: against bots alone every move can be taken back, even a draw.
#[test]
fn against_bots_every_move_can_be_taken_back() {
    let mut host = game("practice", &[ADA]);
    host.act(ADA, "draw");
    host.pass(1_000);
    ask(&mut host, ADA);
    assert_eq!((host.hand(ADA), host.turn()), (3, Some(host.seat(ADA))));
    host.act(ADA, "play 3H");
    ask(&mut host, ADA);
    assert_eq!(host.hand(ADA), 3);
    let mut with_people = game("practice", &[ADA, BOLA]);
    with_people.act(ADA, "play 3H");
    assert_eq!(refusal(&ask(&mut with_people, ADA)), Some("no-takeback"));
}

/// A choice that waits for the end of a pause is not made yet.
#[test]
fn a_kept_move_is_simply_forgotten() {
    let hands = ["9C KD QD", "KC QC 10C"];
    let config = arranged("yaniv", &["takeback=off"], &hands, "2S 4H 8H 7H 6H 5H");
    let mut host = TestHost::seated(config, &[ADA, BOLA], 0);
    host.start();
    host.act(ADA, "throw 9C take stock");
    host.act(BOLA, "throw KC take stock");
    ask(&mut host, BOLA);
    host.pass(10_000);
    assert_eq!(host.turn(), Some(host.seat(BOLA)));
}
