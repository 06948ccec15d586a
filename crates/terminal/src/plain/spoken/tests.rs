//! Phrases by game, and laws over random games of every preset.

use engine::{Act, Chance, Quick, Seat, Viewer};
use games::{Move, Opening, Session, presets};

use super::{Listener, Understood};
use crate::sentences::{Audience, Narrator, SuitNames};

/// What the player on turn means by a line. The deck is dealt in turns to two players with this many cards.
fn heard(preset: &str, changes: &[&str], deck: &str, moves: &[&str], line: &str) -> Understood {
    let changes: Vec<String> = changes.iter().map(ToString::to_string).collect();
    let rules = games::change(&presets::named(preset).unwrap(), &changes).unwrap();
    let deck = Some(deck.split_whitespace().map(String::from).collect());
    let seats = rules.players().0;
    let names = ["Ada", "Bola", "Chidi", "Dayo"].map(String::from)[..seats].to_vec();
    let mut session = Session::new(&rules, &Opening { seats, deck, names, ..Opening::default() }).unwrap();
    for text in moves {
        let Act::Move(choice) = session.parse(text).unwrap() else { panic!("{text} is no move") };
        let seat = session.turn().unwrap();
        session.play(seat, choice).unwrap_or_else(|why| panic!("{text}: {why:?}"));
    }
    let seat = session.turn().unwrap();
    let narrator = Narrator::of(&session, Audience { you: Some(seat), suit_names: SuitNames::Standard });
    let scene = games::scene(session.round(), Viewer::Seat(seat));
    Listener::new(&scene, narrator).hear(line, &[])
}

fn moves(understood: Understood) -> Vec<String> {
    match understood {
        Understood::Moves(moves) => moves,
        other => panic!("{other:?}"),
    }
}

/// A game, cards that are dealt, moves that were made, and what lines then mean.
struct Scenario {
    preset: &'static str,
    changes: &'static [&'static str],
    deck: &'static str,
    before: &'static [&'static str],
    /// A line, and the moves that it may mean.
    lines: &'static [(&'static str, &'static [&'static str])],
}

const SCENARIOS: &[Scenario] = &[
    // The first player leads any card: star 8, circle 1 (hold on), square 14 (general market), two Whots, circle 2.
    Scenario {
        preset: "naija-whot-duel",
        changes: &["first_dealer=last_seat", "hand_size=5"],
        deck: "star-8 star-1 circle-1 star-2 square-14 star-3 whot-20 star-4 circle-2 star-5 cross-5 cross-7",
        before: &[],
        lines: &[
            ("star 8", &["play star-8"]),
            ("8 star", &["play star-8"]),
            ("8 of stars", &["play star-8"]),
            ("★8", &["play star-8"]),
            ("play eight of star", &["play star-8"]),
            ("I drop star 8", &["play star-8"]),
            ("play 8", &["play star-8"]),
            ("suspension", &["play star-8"]),
            ("hold on", &["play circle-1"]),
            ("ball 1", &["play circle-1"]),
            ("general market", &["play square-14"]),
            ("carpet 14", &["play square-14"]),
            ("box 14!", &["play square-14"]),
            ("pick two", &["play circle-2"]),
            ("play whot circle", &["play whot-20 call circle"]),
            ("whot, I need ball", &["play whot-20 call circle"]),
            ("play 20 and call star", &["play whot-20 call star"]),
            ("whot angle", &["play whot-20 call triangle"]),
            ("I need plus", &["play whot-20 call cross"]),
            ("play whot", WHOT),
            ("play 20", WHOT),
            ("whot", WHOT),
            ("play circle", &["play circle-1", "play circle-2"]),
            ("market", &["draw"]),
            ("go market", &["draw"]),
            ("I dey go market", &["draw"]),
            ("go to market", &["draw"]),
            ("pick", &["draw"]),
            ("pick one", &["draw"]),
            ("draw a card", &["draw"]),
        ],
    },
    // A two was played: the next player answers with a two or picks two.
    Scenario {
        preset: "naija-whot-duel",
        changes: &["first_dealer=last_seat", "hand_size=3"],
        deck: "circle-2 star-2 circle-3 star-3 circle-4 star-5 cross-5 cross-7 cross-10",
        before: &["play circle-2"],
        lines: &[
            ("pick two", &["draw", "play star-2"]),
            ("pick up", &["draw"]),
            ("take the 2 cards", &["draw"]),
            ("take it", &["draw"]),
            ("star 2", &["play star-2"]),
        ],
    },
    // Two cards are left: the next play makes it the last card.
    Scenario {
        preset: "naija-whot-duel",
        changes: &["first_dealer=last_seat", "hand_size=2"],
        deck: "circle-3 star-1 circle-4 star-2 cross-5 cross-7 cross-10",
        before: &[],
        lines: &[
            ("circle 3 last card", &["play circle-3 say last-card"]),
            ("ball 3, last card!", &["play circle-3 say last-card"]),
            ("last card", &["play circle-3 say last-card", "play circle-4 say last-card"]),
            ("circle 3", &["play circle-3"]),
        ],
    },
    Scenario {
        preset: "naija-whot-duel",
        changes: &["first_dealer=last_seat", "hand_size=3"],
        deck: "circle-3 star-1 circle-4 star-2 circle-5 star-3 cross-5 cross-7 cross-10",
        before: &[],
        lines: &[
            ("ball 3 semi last card", &["play circle-3 say semi-last-card"]),
            ("play circle-3 semi-last", &["play circle-3 say semi-last-card"]),
        ],
    },
    // Hearts 9 is turned up; hands of four.
    Scenario {
        preset: "crazy-eights",
        changes: &["first_dealer=last_seat", "hand_size=4"],
        deck: "2H AC 8S KC JH QC 10H 10C 9H 3C 4C",
        before: &[],
        lines: &[
            ("2h", &["play 2H"]),
            ("H2", &["play 2H"]),
            ("2 of hearts", &["play 2H"]),
            ("hearts 2", &["play 2H"]),
            ("two of hearts", &["play 2H"]),
            ("2♥", &["play 2H"]),
            ("the red two", &["play 2H"]),
            ("10h", &["play 10H"]),
            ("th", &["play 10H"]),
            ("ten", &["play 10H"]),
            ("jack", &["play JH"]),
            ("Jack of Hearts", &["play JH"]),
            ("reverse", &["play JH"]),
            ("8 of spades, clubs", &["play 8S call clubs"]),
            ("8s change to diamonds", &["play 8S call diamonds"]),
            ("eight, make it hearts", &["play 8S call hearts"]),
            ("pick up", &["draw"]),
            ("draw", &["draw"]),
        ],
    },
    Scenario {
        preset: "mzansi-eights",
        changes: &["first_dealer=last_seat", "hand_size=2"],
        deck: "JK AC 3S KC 9H 3C 4C",
        before: &[],
        lines: &[("joker", &["play JK"]), ("pick six", &["play JK"]), ("pick up one", &["draw"])],
    },
    Scenario {
        preset: "switch",
        changes: &["first_dealer=last_seat", "hand_size=2"],
        deck: "JS AC AH KC 9S 3C 4C",
        before: &[],
        lines: &[
            ("black jack", &["play JS"]),
            ("jack of spades, last card", &["play JS say last-card"]),
            ("js knock", &["play JS say last-card"]),
            ("ace of hearts, clubs", &["play AH call clubs"]),
        ],
    },
    Scenario {
        preset: "mau-mau",
        changes: &["first_dealer=last_seat", "hand_size=2"],
        deck: "9S AC JH KC 10S QC KD",
        before: &[],
        lines: &[("9 of spades mau", &["play 9S say last-card"]), ("jack, spades", &["play JH call spades"])],
    },
    Scenario {
        preset: "american-eights",
        changes: &["first_dealer=last_seat", "hand_size=2", "hand_size_two=2"],
        deck: "8C AC KH KC 10H QC KD",
        before: &[],
        lines: &[
            ("eight, spades", &["play 8C call spades"]),
            ("king", &["play KH"]),
            ("king of hearts", &["play KH"]),
        ],
    },
    // Red 5 is turned up.
    Scenario {
        preset: "uno-classic",
        changes: &["first_dealer=last_seat", "hand_size=6"],
        deck: "red-7 green-1 red-skip green-2 red-reverse green-3 red-draw2 green-4 wild green-6 draw4 green-8 \
               red-5 blue-1 blue-2",
        before: &[],
        lines: &[
            ("red 7", &["play red-7"]),
            ("r7", &["play red-7"]),
            ("7 red", &["play red-7"]),
            ("play the red seven", &["play red-7"]),
            ("skip", &["play red-skip"]),
            ("red skip", &["play red-skip"]),
            ("reverse", &["play red-reverse"]),
            ("red +2", &["play red-draw2"]),
            ("+2", &["play red-draw2"]),
            ("draw two", &["play red-draw2"]),
            ("wild blue", &["play wild call blue"]),
            ("wild, color green", &["play wild call green"]),
            ("wild draw four blue", &["play draw4 call blue"]),
            ("+4 yellow", &["play draw4 call yellow"]),
            ("draw", &["draw"]),
            ("draw one", &["draw"]),
        ],
    },
    // A wild draw four was played with a red card in hand: the next player takes four, or challenges.
    Scenario {
        preset: "uno-classic",
        changes: &["first_dealer=last_seat", "hand_size=2"],
        deck: "draw4 green-1 red-7 green-2 red-5 blue-1 blue-2 blue-3 blue-4 blue-6 blue-7",
        before: &["play draw4 call green"],
        lines: &[
            ("challenge", &["challenge"]),
            ("bluff!", &["challenge"]),
            ("draw 4", &["draw"]),
            ("take four", &["draw"]),
            ("accept", &["draw"]),
        ],
    },
    // Hands of five, 5 of diamonds on the table.
    Scenario {
        preset: "yaniv",
        changes: &["first_dealer=last_seat"],
        deck: "9C KC 9D KD 9H KH 2S QS 4S 7S 5D 3D",
        before: &[],
        lines: &[
            ("throw 9c 9d take stock", &["throw 9C 9D take stock"]),
            ("9c 9d take 5d", &["throw 9C 9D take 5D"]),
            ("throw the 9 of clubs and the 9 of diamonds, take the 5 of diamonds", &["throw 9C 9D take 5D"]),
            ("discard two of spades and draw", &["throw 2S take stock"]),
            ("drop 2s from the deck", &["throw 2S take stock"]),
            ("2s take five", &["throw 2S take 5D"]),
            ("4s", &["throw 4S take stock", "throw 4S take 5D"]),
        ],
    },
    Scenario {
        preset: "yaniv",
        changes: &["first_dealer=last_seat", "hand_size=2"],
        deck: "2C KC AD KD 5D 3D",
        before: &[],
        lines: &[("yaniv", &["yaniv"]), ("I call Yaniv!", &["yaniv"]), ("yaniv!", &["yaniv"])],
    },
];

const WHOT: &[&str] = &[
    "play whot-20 call circle",
    "play whot-20 call triangle",
    "play whot-20 call cross",
    "play whot-20 call square",
    "play whot-20 call star",
];

#[test]
fn the_words_of_players_are_understood() {
    for Scenario { preset, changes, deck, before, lines } in SCENARIOS {
        for (line, expected) in *lines {
            let mut found = moves(heard(preset, changes, deck, before, line));
            let mut expected: Vec<&str> = expected.to_vec();
            found.sort_unstable();
            expected.sort_unstable();
            assert_eq!(found, expected, "{preset}: {line}");
        }
    }
}

/// An 8 that the player does not hold is not taken for another one, but the call is offered.
#[test]
fn what_cannot_be_meant_is_answered_with_what_can() {
    let eights = |line| {
        heard(
            "american-eights",
            &["first_dealer=last_seat", "hand_size_two=2"],
            "8C AC KH KC 10H QC KD",
            &[],
            line,
        )
    };
    let answer = |understood| match understood {
        Understood::Nothing(answer) => answer,
        other => panic!("{other:?}"),
    };
    assert_eq!(
        answer(eights("eight spades")),
        "You cannot play that card now. Did you mean \"play 8 of clubs call spades\"?"
    );
    assert_eq!(answer(eights("drwa")), "\"drwa\" is not a move. Did you mean \"draw\"?");
    // Nothing can be passed, challenged or caught here, so none of that is offered.
    assert_eq!(
        answer(eights("zebra")),
        "\"zebra\" is not a move. Now you can type \"play 8 of clubs call clubs\", \"draw\" or \"play king of hearts\"."
    );
    assert_eq!(eights("ace of clubs"), Understood::Illegal("play AC".into()));
    assert_eq!(eights("pass"), Understood::Illegal("pass".into()));
    let yaniv = heard("yaniv", &["first_dealer=last_seat", "hand_size=2"], "KC 2C KD AD 5D 3D", &[], "assaf");
    assert!(answer(yaniv).starts_with("Nobody has to say Assaf"));
}

/// The quoted suggestions of an answer.
fn suggested(answer: &str) -> Vec<String> {
    let Some((_, offers)) = answer.split_once("can type").or(answer.split_once("mean")) else {
        return Vec::new();
    };
    offers.split('"').skip(1).step_by(2).map(String::from).collect()
}

/// Lines that are wrong in some way: misspelled, of another game, or not possible.
const WRONG: &[&str] = &[
    "zebra",
    "drwa",
    "pley star 8",
    "paly",
    "challange",
    "yaniv",
    "catch",
    "last card",
    "call red",
    "pas",
    "whoot",
    "play 99",
    "slap",
    "swap",
    "assaf",
    "hold on",
    "pick 9",
    "red 5",
    "2 of hearts",
    "thorw 9c",
    "marcket",
];

/// Checks a position for one seat.
fn check_position(session: &Session, seat: Seat, chance: &mut Quick) {
    let scene = games::scene(session.round(), Viewer::Seat(seat));
    if scene.choices.is_empty() {
        return;
    }
    let narrator = Narrator::of(session, Audience { you: Some(seat), suit_names: SuitNames::Local });
    let listener = Listener::new(&scene, narrator);
    let name = &session.rules().header().name;
    for _ in 0..4 {
        let choice = &scene.choices[chance.below(scene.choices.len() as u32) as usize];
        for line in [choice.notation.clone(), listener.spoken(choice), listener.label(choice)] {
            let found = listener.hear(&line, &[]);
            assert_eq!(found, Understood::Moves(vec![choice.notation.clone()]), "{name}: {line}");
        }
    }
    for suggestion in listener.suggestions() {
        let found = moves(listener.hear(&suggestion, &[]));
        assert_eq!(found.len(), 1, "{name}: {suggestion} means {found:?}");
        assert!(scene.choices.iter().any(|choice| choice.notation == found[0]), "{name}: {suggestion}");
    }
    let wrong = WRONG[chance.below(WRONG.len() as u32) as usize];
    if let Understood::Nothing(answer) = listener.hear(wrong, &[]) {
        for line in suggested(&answer) {
            let found = moves(listener.hear(&line, &[]));
            let legal = |notation: &String| scene.choices.iter().any(|choice| choice.notation == *notation);
            assert!(found.iter().all(legal), "{name}: {wrong} is answered with {answer}");
        }
    }
}

/// In random games, every legal move is understood as it is written, said and labelled, and whatever is suggested is legal.
#[test]
fn every_legal_move_is_understood_and_every_suggestion_is_legal() {
    let mut chance = Quick::new(7);
    for rules in presets::all() {
        for seed in 0..3 {
            let seats = rules.players().1.min(4);
            let names = ["Ada", "Bola Ade", "Chidi", "Red"].map(String::from)[..seats].to_vec();
            let opening = Opening { seats, seed, names, ..Opening::default() };
            let mut session = Session::new(&rules, &opening).unwrap();
            for _ in 0..40 {
                let Some(turn) = session.turn() else { break };
                for seat in Seat::all(seats) {
                    check_position(&session, seat, &mut chance);
                }
                let legal: Vec<Move> = session.legal(turn);
                let choice = legal[chance.below(legal.len() as u32) as usize];
                session.play(turn, choice).unwrap();
            }
        }
    }
}
