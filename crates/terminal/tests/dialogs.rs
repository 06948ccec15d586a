//! Every panel over the table, drawn to a buffer and compared as text.

use crossterm::event::KeyCode;
use games::presets;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use table::{Level, Pace};
use terminal::app::App;
use terminal::cards::{Paint, text_of};
use terminal::sentences::SuitNames;
use terminal::{GameSetup, LocalGame, PlayerKind, SeatSetup};

use crate::snapshots::{SIZES, assert_snapshot};

const PACE: Pace = Pace {
    think: (500, 500),
    react: (500, 500),
    slap_pause: 1_500,
    catch_pause: Some(2_000),
    loading: 0,
    between_rounds: None,
    unattended: None,
};

fn app(preset: &str, changes: &[&str], people: usize) -> App {
    seeded(preset, changes, people, 8)
}

/// A game of three players, the first of them people.
pub fn seeded(preset: &str, changes: &[&str], people: usize, seed: u64) -> App {
    let changes: Vec<String> = changes.iter().map(ToString::to_string).collect();
    let rules = games::change(&presets::named(preset).unwrap(), &changes).unwrap();
    let kind = |at| if at < people { PlayerKind::Person } else { PlayerKind::Computer(Level::Medium) };
    let names = ["Ada", "Bola", "Chidi"].iter().enumerate();
    let seat_setups = names.map(|(at, name)| SeatSetup { name: name.to_string(), kind: kind(at) }).collect();
    let setup = GameSetup {
        rules,
        seat_setups,
        seed,
        suit_names: SuitNames::Standard,
        pace: PACE,
        record_store: Box::new(()),
    };
    App::new(Box::new(LocalGame::new(setup, 0).unwrap()), Paint::Plain)
}

/// Waits until it is the turn of a person.
pub fn until_turn(app: &mut App) {
    while !app.link().view().is_on_turn() {
        let now = app.wake().expect("somebody moves");
        app.tick(now);
    }
}

#[track_caller]
fn shows(name: &str, app: &mut App) {
    for (width, height) in SIZES {
        let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
        app.resize(buffer.area);
        app.draw(&mut buffer, 0);
        assert_snapshot(&format!("{name}-{width}x{height}"), &text_of(&buffer));
    }
}

pub fn press(app: &mut App, keys: &str) {
    for key in keys.chars() {
        let code = match key {
            '\n' => KeyCode::Enter,
            '\t' => KeyCode::Tab,
            '<' => KeyCode::Esc,
            key => KeyCode::Char(key),
        };
        app.key(0, code.into());
    }
}

#[test]
fn pages_of_a_game() {
    let mut app = app("naija-whot", &[], 1);
    until_turn(&mut app);
    for (name, key) in [("log", "l"), ("rules", "g"), ("help", "?"), ("quit", "q")] {
        press(&mut app, key);
        shows(name, &mut app);
        press(&mut app, "<");
    }
}

/// A throw of Yaniv asks what to take.
#[test]
fn a_question() {
    let mut app = app("yaniv", &[], 1);
    until_turn(&mut app);
    press(&mut app, "1\n");
    shows("question", &mut app);
}

#[test]
fn the_device_is_passed_on() {
    let mut app = app("naija-whot", &[], 2);
    shows("pass", &mut app);
    press(&mut app, "\n");
    shows("passed", &mut app);
}

#[test]
fn a_takeback_needs_consent() {
    let mut app = app("naija-whot", &["takeback=consent"], 2);
    press(&mut app, "\n");
    until_turn(&mut app);
    press(&mut app, "1\nu");
    shows("consent", &mut app);
    press(&mut app, "n");
    assert!(app.link().view().message.contains("does not agree"));
}

/// The end of a round, and of the match.
#[test]
fn results() {
    for (name, preset, changes) in
        [("result-round", "yaniv", ["call_limit=50"]), ("result-match", "crazy-eights", ["rounds=1"])]
    {
        let mut app = app(preset, &changes, 0);
        let mut buffer = Buffer::empty(Rect::new(0, 0, 80, 24));
        while app.link().view().outcome.is_none() {
            let now = app.wake().expect("somebody moves");
            app.tick(now);
        }
        app.draw(&mut buffer, 0);
        assert!(text_of(&buffer).contains(" over "), "{}", text_of(&buffer));
        shows(name, &mut app);
    }
}

/// Where nobody went out, the box says why the round is over: it covers the log.
#[test]
fn the_result_says_why_nobody_went_out() {
    let counted = (1..40).find_map(|seed| {
        let mut app = seeded("naija-whot", &["stock_end=count"], 0, seed);
        while app.link().view().outcome.is_none() {
            let now = app.wake().expect("somebody moves");
            app.tick(now);
        }
        let log = app.link().view().log.join(" ");
        log.contains("so the hands are counted.").then_some(app)
    });
    let mut app = counted.expect("a stock runs out");
    for (width, height) in SIZES {
        let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
        app.resize(buffer.area);
        app.draw(&mut buffer, 0);
        let text = text_of(&buffer);
        let (_, inside) = text.split_once(" over ").unwrap_or_else(|| panic!("{text}"));
        assert!(inside.contains("│ The stock has run out, so the hands are counted."), "{text}");
    }
}
