//! A reason is true in its position and supports the move.

use bots::{Bot, MoveStats, Sensible, reason};
use engine::{Act, DrawReason, Event, Seat, Viewer};
use games::{Move, Opening, Session, change, presets};

/// A match of two players with these hands, then the turned-up card, then the stock.
fn dealt(preset: &str, changes: &[&str], hands: [&str; 2], rest: &str) -> Session {
    let [own, other] = hands.map(|hand| hand.split(' ').collect::<Vec<_>>());
    let size = format!("hand_size={}", own.len());
    let changes: Vec<String> = changes.iter().copied().chain([size.as_str()]).map(String::from).collect();
    let rules = change(&presets::named(preset).unwrap(), &changes).unwrap();
    let cards = own.iter().zip(&other).flat_map(|(own, other)| [*own, *other]).chain(rest.split(' '));
    let deck = Some(cards.map(String::from).collect());
    Session::new(&rules, &Opening { seats: 2, deck, ..Opening::default() }).unwrap()
}

fn read(session: &Session, text: &str) -> Move {
    match session.parse(text) {
        Ok(Act::Move(choice)) => choice,
        other => panic!("{text}: {other:?}"),
    }
}

/// Plays these moves, each by the seat on turn.
fn play(session: &mut Session, moves: &[&str]) {
    for text in moves {
        let choice = read(session, text);
        session.play(session.turn().unwrap(), choice).unwrap();
    }
}

/// The reason for a move of the seat on turn, after a search with these results: moves, visits and wins.
fn after_search(session: &Session, text: &str, found: &[(&str, u32, f32)]) -> String {
    let seat = session.turn().unwrap();
    let choice = read(session, text);
    assert!(session.legal(seat).contains(&choice), "{text}");
    let found: Vec<_> = found
        .iter()
        .map(|&(text, visits, wins)| MoveStats { choice: read(session, text), visits, worth: wins, wins })
        .collect();
    reason(&session.view(Viewer::Seat(seat)), choice, &found).unwrap().told()
}

fn why(session: &Session, text: &str) -> String {
    after_search(session, text, &[])
}

#[test]
fn a_player_who_drew_is_said_to_lack_the_suit_until_it_plays_one() {
    let hands = ["5H 6H QH 9S", "3C 4C KD 5D"];
    let mut drew = dealt("crazy-eights", &[], hands, "10H 7C");
    play(&mut drew, &["play 6H", "draw"]);
    let lacks = "stays with hearts, which the next player could not follow last time";
    assert_eq!(why(&drew, "play QH"), lacks);

    let mut has = dealt("crazy-eights", &[], hands, "10H 9H");
    play(&mut has, &["play 6H", "draw"]);
    assert_eq!(why(&has, "play QH"), lacks);
    play(&mut has, &["play QH", "play 9H"]);
    assert_eq!(why(&has, "play 5H"), "gets rid of a card");
}

#[test]
fn who_is_skipped_has_nothing_to_follow() {
    let mut drew = dealt("crazy-eights", &[], ["5H 6H 7H 9S", "3C 4C KD 5D"], "10H 7C");
    play(&mut drew, &["play 6H", "draw"]);
    assert_eq!(why(&drew, "play 7H"), "has another turn after it");
}

#[test]
fn a_change_of_suit_is_no_stay() {
    let mut session = dealt("crazy-eights", &[], ["5S 5C 3S 10D", "3C 4C KD QD"], "10S 7C");
    play(&mut session, &["play 5S", "draw", "play 5C", "play 3C"]);
    assert_eq!(
        why(&session, "play 3S"),
        "changes to spades, which the next player could not follow last time"
    );
}

#[test]
fn a_call_is_explained_by_what_is_held_or_what_the_search_found() {
    let session = dealt("crazy-eights", &[], ["8H 4S 5C 6C", "3C 4C KD QD"], "10D");
    assert_eq!(why(&session, "play 8H call clubs"), "can follow clubs with 2 cards");
    for fewer in ["spades", "hearts"] {
        let text = format!("play 8H call {fewer}");
        assert_eq!(why(&session, &text), format!("has no better guess than {fewer}"));
        assert_eq!(
            after_search(&session, &text, &[(&text, 10, 6.0), ("play 8H call clubs", 5, 2.0)]),
            format!("has the best chances with {fewer}, looking ahead (wins 60 of 100, next best 40)")
        );
    }
    let wilds = dealt("uno-classic", &[], ["wild wild wild", "red-1 red-2 red-3"], "red-5");
    assert_eq!(why(&wilds, "play wild call green"), "has no better guess than green");
    let mut drew = dealt("crazy-eights", &[], ["6H 8S 5C 6C", "3C 4C KD QD"], "10H 7C");
    play(&mut drew, &["play 6H", "draw"]);
    assert_eq!(
        why(&drew, "play 8S call hearts"),
        "troubles the next player, who could not follow hearts last time"
    );
}

#[test]
fn a_run_is_a_run_and_a_set_a_set() {
    let of_open = |open: &str| dealt("yaniv", &[], ["QH KH 5S 6D 2C", "3C 4C KD QD 9S"], open);
    assert_eq!(
        why(&of_open("JH"), "throw 2C take JH"),
        "gets rid of 2 points for the Jack of Hearts, which makes a run"
    );
    assert_eq!(
        why(&of_open("5C"), "throw 2C take 5C"),
        "gets rid of 2 points for the 5 of Clubs, which makes a set"
    );
    assert_eq!(
        why(&of_open("4D"), "throw 6D take 4D"),
        "gets rid of 6 points for the 4 of Diamonds, which counts 4"
    );
    let ace = dealt("yaniv", &[], ["AH KH 5S 6D 2C", "3C 4C KD QD 9S"], "9D");
    assert_eq!(why(&ace, "throw AH take stock"), "gets rid of one point for a card from the stock");
}

#[test]
fn a_penalty_is_answered_for_what_becomes_of_it() {
    let waiting = |counter: &str, other: &str| {
        let mut session = dealt("crazy-eights", &[counter], ["2H 4S 5C 6C", other], "10H");
        play(&mut session, &["play 2H"]);
        session
    };
    let holding = "3C 4C KD 2D";
    for (counter, told) in [
        ("counter=stack", "adds to the penalty: the next player faces 4 cards"),
        ("counter=transfer", "passes the penalty on: the next player faces 2 cards"),
        ("counter=cancel", "cancels the penalty of 2 cards"),
    ] {
        assert_eq!(why(&waiting(counter, holding), "play 2D"), told);
    }
    let session = waiting("counter=stack", holding);
    assert_eq!(why(&session, "draw"), "keeps the 2 of Diamonds for later");
    let session = waiting("counter=stack", "3C 4C KD 7D");
    assert_eq!(why(&session, "draw"), "has no answer to the penalty of 2 cards");
}

#[test]
fn a_suspension_is_blocked() {
    let hands = ["circle-8 star-4 cross-10", "star-8 circle-7 star-7"];
    let mut session = dealt("whot-spec", &[], hands, "circle-3");
    play(&mut session, &["play circle-8"]);
    assert_eq!(why(&session, "play star-8"), "blocks the suspension: the next player faces it");
    assert_eq!(why(&session, "pass"), "keeps the 8 of Star for later");
}

/// The 8 of Hearts and any Jack fit on the 9 of Hearts.
#[test]
fn every_card_that_fits_is_counted() {
    let session = dealt("mau-mau", &[], ["9H 8H JC QS", "7C 8C KD 7D"], "KH");
    assert_eq!(why(&session, "play 9H"), "can follow it up with 2 cards");
}

#[test]
fn a_card_is_got_rid_of_for_a_reason_where_there_is_one() {
    let session = dealt("crazy-eights", &[], ["KH 5S 9D 10C", "7C 8C KD 7D"], "10H");
    assert_eq!(why(&session, "play KH"), "gets rid of a card");
    let session = dealt("crazy-eights", &[], ["KH 5S 9D 3C", "7C 8C KD 7D"], "3H");
    assert_eq!(why(&session, "play KH"), "gets rid of the card that counts most");
    assert_eq!(why(&session, "play 3C"), "gets rid of a card");
    let session = dealt("crazy-eights", &[], ["KH 5S 9D 4C", "7C 8C KD 7D"], "3H");
    assert_eq!(why(&session, "play KH"), "has nothing else that fits");
    let session = dealt("crazy-eights", &[], ["2H 5S 9D 4H", "7C 8C KD 7D"], "3H");
    assert_eq!(why(&session, "play 2H"), "makes the next player draw 2 cards");
    let session =
        dealt("naija-whot", &[], ["circle-3 star-4 cross-10", "circle-4 circle-7 star-7"], "star-3");
    assert_eq!(why(&session, "play star-4"), "gets rid of a card");
}

#[test]
fn equal_chances_are_not_told() {
    let session = dealt("crazy-eights", &[], ["KH 5S 9D 3C", "7C 8C KD 7D"], "3H");
    let told =
        |other: f32| after_search(&session, "play 3C", &[("play 3C", 100, 50.4), ("play KH", 100, other)]);
    assert_eq!(told(50.2), "gets rid of a card");
    assert_eq!(told(47.0), "gets rid of a card (wins 50 of 100, next best 47)");
}

/// The search prefers moves for points and places too; the odds are the chance to win alone.
#[test]
fn odds_are_chances_to_win() {
    let session = dealt("crazy-eights", &[], ["KH 5S 9D 3C", "7C 8C KD 7D"], "3H");
    let seat = session.turn().unwrap();
    let told = |wins: f32| {
        let choice = read(&session, "play 3C");
        let own = MoveStats { choice, visits: 100, worth: 80.0, wins };
        let next = MoveStats { choice: read(&session, "play KH"), worth: 70.0, wins: 56.0, ..own };
        reason(&session.view(Viewer::Seat(seat)), choice, &[own, next]).unwrap().told()
    };
    assert_eq!(told(64.0), "gets rid of a card (wins 64 of 100, next best 56)");
    assert_eq!(told(50.0), "gets rid of a card");
}

/// The suit that a reason says a player lacks.
fn lacked(session: &Session, seat: Seat, choice: Move) -> Option<String> {
    let about = reason(&session.view(Viewer::Seat(seat)), choice, &[])?.notation();
    let (topic, suit) = about.split_once(' ')?;
    topic.ends_with("-lacked").then(|| suit.to_string())
}

/// In whole rounds of every game: a player said to lack a suit has drawn or passed, and has not played it since.
#[test]
fn nobody_lacks_what_was_just_played() {
    let mut said = 0;
    for (rules, seed) in
        presets::all().into_iter().flat_map(|rules| (0..8).map(move |seed| (rules.clone(), seed)))
    {
        let seats = rules.players().0.max(2);
        let mut session = Session::new(&rules, &Opening { seats, seed, ..Opening::default() }).unwrap();
        // The suits that each player has played since last drawing or passing; `None` for a player who never did.
        let mut since: Vec<Option<Vec<String>>> = vec![None; seats];
        while let Some(turn) = session.turn() {
            let moves = session.legal(turn);
            let lacked: Vec<String> =
                moves.iter().filter_map(|&choice| lacked(&session, turn, choice)).collect();
            said += lacked.len();
            let others = || Seat::all(seats).filter(|&seat| seat != turn).map(|seat| &since[seat.index()]);
            let may_lack = |suit: &String| others().flatten().any(|played| !played.contains(suit));
            assert!(lacked.iter().all(may_lack), "{}, {seed}: {lacked:?} {since:?}", rules.header().name);
            let choice = Sensible.choose(&session.view(Viewer::Seat(turn)), &moves).unwrap();
            for event in session.play(turn, choice).unwrap() {
                match event {
                    Event::Drew { seat, why: DrawReason::Turn, .. } | Event::Passed { seat } => {
                        since[seat.index()] = Some(Vec::new());
                    }
                    Event::Played { seat, card } => {
                        let pack = session.pack();
                        let suit = pack.face(card).suit.map(|suit| pack.suit_name(suit).to_string());
                        since[seat.index()].iter_mut().for_each(|played| played.extend(suit.clone()));
                    }
                    _ => {}
                }
            }
        }
    }
    assert!(said > 100, "{said}");
}
