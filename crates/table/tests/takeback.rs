//! Taking moves back (G13).

use crate::test_host::{ADA, BOLA, CHI, Home, arranged, events, is_stale, refusal, scene, to};
use engine::Seat;
use table::{Answer, Input, Message, Notice, Token};

const HANDS: [&str; 3] = ["3H 4H 5C", "6H 9H KC", "KH QH 10C"];
const REST: &str = "5H AS AD AC KS KD QS QD 10S 10D 9S 9D";

fn game(takeback: &str, people: &[Token]) -> Home {
    let change = format!("takeback={takeback}");
    let config = arranged("crazy-eights", &[&change], &HANDS, REST);
    let mut home = Home::seated(config, people, 3 - people.len());
    home.start();
    home
}

fn ask(home: &mut Home, token: Token) -> Vec<table::Output> {
    home.send(Input::Takeback { token })
}

fn answer(home: &mut Home, token: Token, answer: Answer) -> Vec<table::Output> {
    home.send(Input::Consent { token, answer })
}

#[test]
fn where_the_house_takes_nothing_back() {
    let mut home = game("off", &[ADA]);
    home.act(ADA, "play 3H");
    assert_eq!(refusal(&ask(&mut home, ADA)), Some("no-takeback"));
}

#[test]
fn a_move_comes_back_when_everyone_agrees() {
    let mut home = game("consent", &[ADA, BOLA, CHI]);
    assert_eq!(refusal(&ask(&mut home, ADA)), Some("nothing"));
    home.act(ADA, "play 3H");
    home.act(BOLA, "play 6H");
    let number = home.table.number();
    let out = ask(&mut home, ADA);
    assert!(to(CHI, &out).contains(&Message::Notice(Notice::TakebackAsked { by: Seat::default() })));
    assert_eq!(refusal(&answer(&mut home, ADA, Answer::Agree)), Some("no-request"));
    answer(&mut home, BOLA, Answer::Agree);
    assert_eq!(home.hand(ADA), 2);
    let out = answer(&mut home, CHI, Answer::Agree);
    assert_eq!((home.hand(ADA), home.hand(BOLA), home.turn()), (3, 3, Some(home.seat(ADA))));
    assert!(home.table.number() > number, "numbers never go back");
    assert!(scene(BOLA, &out).is_some());
    let stale = home.send(Input::Act { token: ADA, number, notation: "play 4H".into() });
    assert!(is_stale(ADA, &stale));
    let resumed = home.send(Input::Resume { token: CHI, last: number });
    assert!(events(CHI, &resumed).is_empty() && scene(CHI, &resumed).is_some());
}

/// What a computer player has laid was seen, and it is not asked.
#[test]
fn a_card_of_a_computer_player_cannot_be_unseen() {
    let mut home = game("consent", &[ADA]);
    home.act(ADA, "play 3H");
    home.pass(5_000);
    let laid = home.table.session().unwrap().entries().len() > 1;
    assert!(laid);
    assert_eq!(refusal(&ask(&mut home, ADA)), Some("seen"));
}

#[test]
fn one_no_is_enough() {
    let mut home = game("consent", &[ADA, BOLA, CHI]);
    home.act(ADA, "play 3H");
    ask(&mut home, ADA);
    answer(&mut home, BOLA, Answer::Refuse);
    assert_eq!(refusal(&answer(&mut home, CHI, Answer::Agree)), Some("no-request"));
    assert_eq!(home.hand(ADA), 2);
}

#[test]
fn a_move_of_somebody_else_ends_the_request() {
    let mut home = game("consent", &[ADA, BOLA, CHI]);
    home.act(ADA, "play 3H");
    ask(&mut home, ADA);
    home.act(BOLA, "play 6H");
    assert_eq!(refusal(&answer(&mut home, CHI, Answer::Agree)), Some("no-request"));
}

#[test]
fn a_request_that_nobody_answers_lapses_and_bots_wait_for_it() {
    let mut home = game("consent", &[ADA, CHI]);
    home.act(ADA, "play 3H");
    home.pass(0);
    let on_turn = home.turn();
    ask(&mut home, ADA);
    home.pass(14_999);
    assert_eq!(home.turn(), on_turn);
    let out = home.pass(5_000);
    assert!(to(ADA, &out).contains(&Message::Notice(Notice::TakebackLapsed { by: Seat::default() })));
}

/// Once somebody has seen a hidden card, there is no way back.
#[test]
fn a_draw_cannot_be_taken_back_by_consent() {
    let mut home = game("consent", &[ADA, BOLA, CHI]);
    home.act(ADA, "draw");
    assert_eq!(refusal(&ask(&mut home, ADA)), Some("seen"));
    home.act(BOLA, "play 6H");
    home.act(CHI, "draw");
    assert_eq!(refusal(&ask(&mut home, BOLA)), Some("seen"));
}

#[test]
fn whoever_leaves_need_not_be_asked() {
    let mut home = game("consent", &[ADA, BOLA, CHI]);
    home.act(ADA, "play 3H");
    ask(&mut home, ADA);
    answer(&mut home, BOLA, Answer::Agree);
    home.send(Input::Leave { token: CHI });
    assert_eq!(home.hand(ADA), 3);
}

/// Practice: against bots alone everything comes back, draws too.
#[test]
fn against_bots_moves_are_free() {
    let mut home = game("practice", &[ADA]);
    home.act(ADA, "draw");
    home.pass(1_000);
    ask(&mut home, ADA);
    assert_eq!((home.hand(ADA), home.turn()), (3, Some(home.seat(ADA))));
    home.act(ADA, "play 3H");
    ask(&mut home, ADA);
    assert_eq!(home.hand(ADA), 3);
    let mut with_people = game("practice", &[ADA, BOLA]);
    with_people.act(ADA, "play 3H");
    assert_eq!(refusal(&ask(&mut with_people, ADA)), Some("no-takeback"));
}

/// A choice that waits for the end of a pause is not made yet.
#[test]
fn a_kept_move_is_simply_forgotten() {
    let hands = ["9C KD QD", "KC QC 10C"];
    let config = arranged("yaniv", &["takeback=off"], &hands, "2S 4H 8H 7H 6H 5H");
    let mut home = Home::seated(config, &[ADA, BOLA], 0);
    home.start();
    home.act(ADA, "throw 9C take stock");
    home.act(BOLA, "throw KC take stock");
    ask(&mut home, BOLA);
    home.pass(10_000);
    assert_eq!(home.turn(), Some(home.seat(BOLA)));
}
