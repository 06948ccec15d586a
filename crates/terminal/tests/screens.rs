//! The table drawn to a buffer and compared as text, at the sizes that people have.

use engine::{Game, Seat, Viewer};
use games::{Opening, Session, presets};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Color;
use terminal::cards::{Paint, text_of};
use terminal::hand::Selection;
use terminal::table_screen::{TableScreen, draw};

const SIZES: [(u16, u16); 3] = [(60, 20), (80, 24), (120, 40)];

/// A position: the pack as it lies, first card dealt first, and the moves since.
struct Position {
    preset: &'static str,
    seats: usize,
    deck: &'static str,
    moves: &'static [&'static str],
}

const WHOT: Position = Position {
    preset: "naija-whot",
    seats: 3,
    deck: "circle-3 star-8 cross-5 whot-20 star-1 cross-7 star-2 star-3 cross-10 \
           square-2 triangle-4 cross-11 triangle-14 circle-4 circle-1 circle-5 circle-7 circle-13",
    moves: &["play whot-20 call star"],
};

const EIGHTS: Position = Position {
    preset: "crazy-eights",
    seats: 2,
    deck: "8S 2C 10D 3C QH 4C 4H 5C AS 6C 7D 9C JC KD KC KH QC",
    moves: &[],
};

const UNO: Position = Position {
    preset: "uno-classic",
    seats: 4,
    deck: "red-7 blue-1 green-1 yellow-1 green-skip blue-2 green-2 yellow-2 wild blue-3 green-3 yellow-3 \
           blue-reverse blue-4 green-4 yellow-4 yellow-draw2 blue-5 green-5 yellow-5 draw4 blue-6 green-6 \
           yellow-6 red-0 blue-7 green-7 yellow-7 red-9",
    moves: &[],
};

const YANIV: Position = Position {
    preset: "yaniv",
    seats: 2,
    deck: "9C KC 9D KD JK KH 2S QS 4S 7S 5D",
    moves: &["throw 9C 9D take stock"],
};

fn session(position: &Position) -> Session {
    let deck = Some(position.deck.split_whitespace().map(String::from).collect());
    let rules = presets::named(position.preset).unwrap();
    let opening = Opening { seats: position.seats, deck, ..Opening::default() };
    let mut session = Session::new(&rules, &opening).unwrap();
    for text in position.moves {
        let turn = session.turn().unwrap();
        let choice = session.round().parse(text).unwrap();
        session.play(turn, choice).unwrap();
    }
    session
}

fn drawn(position: &Position, size: (u16, u16)) -> String {
    text_of(&painted(position, size, Paint::Colours))
}

fn painted(position: &Position, (width, height): (u16, u16), paint: Paint) -> Buffer {
    let session = session(position);
    let names: Vec<String> =
        ["Ada", "Bola", "Chidi", "Dayo"].iter().take(position.seats).map(ToString::to_string).collect();
    let scene = games::scene(session.round(), Viewer::Seat(Seat::default()));
    let log = ["Bola deals 6 cards each.", "The top card is turned up."].map(String::from);
    let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
    let screen = TableScreen {
        pack: session.pack(),
        scene: &scene,
        title: "A game, round 1",
        names: &names,
        scores: &[3, 14, 15, 9],
        log: &log,
        points: None,
        seconds_left: Some(25),
        selection: &Selection { cursor: 1, marked: vec![0] },
        message: "The 5 of Cross does not fit.",
        paint,
    };
    draw(&mut buffer, &screen);
    buffer
}

/// Every one of these lines stands somewhere, in this order.
#[track_caller]
fn check(position: &Position, size: (u16, u16), expected: &[&str]) {
    let text = drawn(position, size);
    assert_eq!(text.lines().count(), usize::from(size.1));
    let mut lines = text.lines();
    for wanted in expected {
        assert!(lines.any(|line| line.trim_end() == *wanted), "no line {wanted:?} in\n{text}");
    }
}

#[test]
fn whot_after_a_call() {
    let piles = [
        " ┌─────┐   ┌─────┐   Follow ★ star",
        " │░░░░░│   │20W  │   Direction: → to the left",
        " │░░░░░│   │WHOT │   · Bola deals 6 cards each.",
        " │░░░░░│   │  20W│   · The top card is turned up.",
        " └─────┘   └─────┘",
        " Stock 36  Pile 1",
        " The 5 of Cross does not fit.",
        " Bola's turn, 25 s left | Ada: 5 cards (3)",
        " │3●   │ │5●   │ │14▲  │ │2■   │ │2★   │",
        "  1 +    >2       3       4       5",
    ];
    for size in SIZES {
        check(&WHOT, size, &piles);
    }
    check(&WHOT, (60, 20), &[" A game, round 1", " ▶Bola: 6 cards (14)           Chidi: 6 cards (15)"]);
}

#[test]
fn crazy_eights_with_playable_cards_raised() {
    let wide = [
        "  Bola: 8 cards (14)",
        " │░░░░░│   │Q♣   │   · The top card is turned up.",
        " ▶ Your turn, 25 s left | Ada: 8 cards (3)",
        "                         ┌─────┐         ┌─────┐ ┌─────┐ ┌─────┐",
        " ┌─────┐ ┌─────┐ ┌─────┐ │8♠   │ ┌─────┐ │J♣   │ │Q♥   │ │K♣   │",
        "  1 +    >2       3       4*      5       6*      7*      8*",
        " [d] Draw a card",
        " ←→ card  Enter play  Space mark  u undo  l log  g rules  ? help  q quit",
    ];
    check(&EIGHTS, (80, 24), &wide);
    check(&EIGHTS, (120, 40), &wide);
    let narrow = [
        "                      ┌─────┐       ┌─────┐┌─────┐┌─────┐",
        " ┌─────┐┌─────┐┌─────┐│8♠   │┌─────┐│J♣   ││Q♥   ││K♣   │",
        "  1 +   >2      3      4*     5      6*     7*     8*",
        " [d] Draw a card",
        " ←→ Enter  Space:mark u:undo l:log g:rules ?:help q:quit",
    ];
    check(&EIGHTS, (60, 20), &narrow);
}

#[test]
fn uno_in_letters_and_words() {
    let table = [
        " │░░░░░│   │R9   │   · Bola deals 6 cards each.",
        " │R0   │ │R7   │ ┌─────┐ ┌─────┐ ┌─────┐ │W    │ │W+4  │",
        " └─────┘ └─────┘ │green│ │ blue│ │yell.│ └─────┘ └─────┘",
        "  1*+    >2*      3       4       5       6*      7*",
    ];
    for size in SIZES {
        check(&UNO, size, &table);
    }
    let opponents = ["  Bola: 7 cards (14)           Chidi: 7 cards (15)", "  Dayo: 7 cards (9)"];
    check(&UNO, (80, 24), &opponents);
}

#[test]
fn yaniv_with_a_throw_of_two() {
    let table = [
        " ┌─────┐   ┌───┌─────┐  · Bola deals 6 cards each.",
        " │░░░░░│   │9♣ │9♦   │  · The top card is turned up.",
        " Stock 42  Last throw",
        " Bola's turn, 25 s left | Ada: 4 cards (3)",
    ];
    for size in SIZES {
        check(&YANIV, size, &table);
    }
}

/// A long throw is seen whole, and the news keep out of its way.
#[test]
fn yaniv_with_a_run_of_five() {
    let run = Position {
        preset: "yaniv",
        seats: 2,
        deck: "9C KC 10C KD JC KH QC QS 8C 7S 5D",
        moves: &["throw 8C 9C 10C JC QC take stock"],
    };
    check(&run, (60, 20), &[" │░░░░░│   │8♣ │9♣ │10♣│J♣ │Q♣   │    each."]);
}

#[test]
fn a_small_window_says_so() {
    let text = drawn(&WHOT, (40, 10));
    assert!(
        text.starts_with("The window is too small: it has 40x10\ncharacters and needs 60x20.\n"),
        "{text}"
    );
}

/// Without colours the same text stands there, and no cell has a colour.
#[test]
fn no_color_loses_nothing() {
    for position in [&WHOT, &EIGHTS, &UNO, &YANIV] {
        let plain = painted(position, (80, 24), Paint::Plain);
        assert_eq!(text_of(&plain), drawn(position, (80, 24)));
        assert!(plain.content.iter().all(|cell| cell.fg == Color::Reset && cell.bg == Color::Reset));
    }
}
