//! The table drawn to a buffer and compared as text, at common sizes.

use engine::{Game, Seat, Viewer};
use games::{Opening, Session, presets};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Color;
use terminal::cards::{Paint, text_of};
use terminal::hand::Selection;
use terminal::table_screen::{TableScreen, draw};

use crate::snapshots::{SIZES, assert_snapshot};

/// A position: the pack in deal order, and the moves since.
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
        compiled: session.compiled(),
        scene: &scene,
        title: "A game, round 1",
        names: &names,
        offline: engine::SeatSet::EMPTY,
        scores: &[3, 14, 15, 9],
        log: &log,
        points: None,
        announced: false,
        seconds_left: Some(25),
        selection: &Selection { cursor: 1, marked: vec![0] },
        message: "The 5 of Cross does not fit.",
        foot: None,
        paint,
    };
    draw(&mut buffer, &screen);
    buffer
}

/// A game of each family, with the playable cards raised.
#[test]
fn a_table_of_each_family() {
    let tables = [("whot", &WHOT), ("eights", &EIGHTS), ("uno", &UNO), ("yaniv", &YANIV)];
    for (name, position) in tables {
        for (width, height) in SIZES {
            assert_snapshot(&format!("table-{name}-{width}x{height}"), &drawn(position, (width, height)));
        }
    }
}

/// A long throw is visible as a whole, and the log leaves room for it.
#[test]
fn yaniv_with_a_run_of_five() {
    let run = Position {
        preset: "yaniv",
        seats: 2,
        deck: "9C KC 10C KD JC KH QC QS 8C 7S 5D",
        moves: &["throw 8C 9C 10C JC QC take stock"],
    };
    assert_snapshot("table-run-60x20", &drawn(&run, (60, 20)));
}

#[test]
fn a_small_window_says_so() {
    let text = drawn(&WHOT, (40, 10));
    assert!(
        text.starts_with("The window is too small: it has 40x10\ncharacters and needs 60x20.\n"),
        "{text}"
    );
}

/// Without colours the text is the same, and no cell has a colour.
#[test]
fn no_color_loses_nothing() {
    for position in [&WHOT, &EIGHTS, &UNO, &YANIV] {
        let plain = painted(position, (80, 24), Paint::Plain);
        assert_eq!(text_of(&plain), drawn(position, (80, 24)));
        assert!(plain.content.iter().all(|cell| cell.fg == Color::Reset && cell.bg == Color::Reset));
    }
}
