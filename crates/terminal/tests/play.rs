//! Whole matches by keys, with a made-up clock.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use games::{Rules, presets};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use table::Level;
use terminal::Setup;
use terminal::app::App;
use terminal::cards::{Paint, text_of};

/// No match here takes more keys and ticks than this.
const MOST: usize = 60_000;

struct Person {
    app: App,
    now: u64,
}

impl Person {
    fn sits_down(preset: &str, seed: u64) -> Person {
        Person::with(presets::named(preset).unwrap(), seed)
    }

    fn with(rules: Rules, seed: u64) -> Person {
        let seats = rules.players().1.min(3).max(rules.players().0);
        let names = ["Ada", "Bola", "Chidi", "Dayo"].iter().take(seats).map(ToString::to_string).collect();
        let tell: terminal::Tell = Box::new(|session, _, events| {
            events.iter().map(|event| event.notation(session.pack())).collect()
        });
        let setup = Setup { rules, names, seed, level: Level::Sensible, tell };
        Person { app: App::new(setup, Paint::Plain, 0).unwrap(), now: 0 }
    }

    fn sees(&self) -> String {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 100, 30));
        self.app.draw(&mut buffer, self.now);
        text_of(&buffer)
    }

    fn presses(&mut self, code: KeyCode) {
        self.app.key(self.now, code.into());
    }

    fn waits(&mut self) {
        self.now = self.app.wake().unwrap_or(self.now).max(self.now + 1);
        self.app.tick(self.now);
    }

    /// Does something that makes sense on this screen; `false` once the match is over.
    fn goes_on(&mut self) -> bool {
        let text = self.sees();
        let has = |what: &str| text.contains(what);
        if has("The match is over") {
            return false;
        } else if has("Enter next round") || has("┌ Which? ") {
            self.presses(KeyCode::Enter);
        } else if has("[y]") {
            self.presses(KeyCode::Char('y'));
        } else if has("[o]") {
            self.presses(KeyCode::Char('o'));
        } else if has("▶ Your turn") && text.lines().rev().nth(2).is_some_and(|keys| keys.contains('*')) {
            self.presses(KeyCode::Enter);
        } else if has("▶ Your turn") && has("[d]") {
            self.presses(KeyCode::Char('d'));
        } else if has("▶ Your turn") && has("[p]") {
            self.presses(KeyCode::Char('p'));
        }
        self.waits();
        true
    }
}

/// Every preset is played to the end of a match, and the record of it replays.
#[test]
fn a_match_of_every_preset_by_keys() {
    for preset in presets::names() {
        let mut ada = Person::sits_down(preset, 7);
        let steps = (0..MOST).take_while(|_| ada.goes_on()).count();
        assert!(steps < MOST, "{preset} does not end:\n{}", ada.sees());
        assert!(ada.sees().contains("Winner of the match: "), "{}", ada.sees());
        let records = ada.app.into_records();
        let [record] = records.as_slice() else { panic!("{preset}: {} records", records.len()) };
        games::record::Record::read(record).unwrap().replay().unwrap();
    }
}

#[test]
fn after_a_match_enter_plays_again_and_both_are_kept() {
    let mut ada = Person::sits_down("naija-whot-duel", 3);
    while ada.goes_on() {}
    ada.presses(KeyCode::Enter);
    assert!(ada.sees().contains("Naija Whot duel, round 1"), "{}", ada.sees());
    while ada.goes_on() {}
    ada.presses(KeyCode::Char('q'));
    assert!(ada.app.is_done());
    assert_eq!(ada.app.into_records().len(), 2);
}

/// What is not done yet can be taken back, and nothing has happened (Y31).
#[test]
fn undo_forgets_marks_and_closes_questions() {
    let mut ada = Person::sits_down("yaniv", 1);
    while !ada.sees().contains("▶ Your turn") {
        ada.waits();
    }
    let before = ada.sees();
    ada.presses(KeyCode::Char(' '));
    assert_ne!(ada.sees(), before);
    ada.presses(KeyCode::Esc);
    assert_eq!(ada.sees(), before);
    ada.presses(KeyCode::Enter);
    assert!(ada.sees().contains("draw from the stock"), "{}", ada.sees());
    ada.presses(KeyCode::Char('u'));
    assert_eq!(ada.sees(), before);
}

#[test]
fn a_refused_move_says_why() {
    let mut ada = Person::sits_down("yaniv", 1);
    while !ada.sees().contains("▶ Your turn") {
        ada.waits();
    }
    ada.presses(KeyCode::Char('y'));
    assert!(ada.sees().contains("Yaniv can be called with"), "{}", ada.sees());
    ada.presses(KeyCode::Char('p'));
    assert!(ada.sees().contains("ou cannot pass now."), "{}", ada.sees());
}

#[test]
fn every_page_opens_and_closes() {
    let mut ada = Person::sits_down("naija-whot", 1);
    for (key, title) in [('l', "┌ What happened "), ('g', "┌ The rules "), ('?', "┌ Keys ")] {
        ada.presses(KeyCode::Char(key));
        ada.presses(KeyCode::Down);
        ada.presses(KeyCode::Char(key));
        ada.presses(KeyCode::Char(key));
        ada.presses(KeyCode::Esc);
        assert!(!ada.sees().contains(title), "{}", ada.sees());
        ada.presses(KeyCode::Char(key));
        assert!(ada.sees().contains(title), "{}", ada.sees());
        ada.presses(KeyCode::Esc);
    }
    ada.presses(KeyCode::Char('q'));
    assert!(ada.sees().contains("Stop playing?") && !ada.app.is_done());
    ada.presses(KeyCode::Char('n'));
    assert!(!ada.app.is_done());
    ada.app.key(0, KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL));
    assert!(ada.app.is_done());
}

#[test]
fn a_click_goes_to_a_card() {
    let mut ada = Person::sits_down("naija-whot", 1);
    ada.app.resize(Rect::new(0, 0, 100, 30));
    ada.presses(KeyCode::Home);
    ada.app.click(0, Position::new(20, 25));
    assert!(ada.sees().contains(" >3"), "{}", ada.sees());
    ada.app.resize(Rect::new(0, 0, 1, 1));
    ada.app.click(0, Position::new(0, 0));
}

/// However small the window, nothing breaks.
#[test]
fn every_size_can_be_drawn() {
    let mut ada = Person::sits_down("uno-classic", 1);
    for key in ['u', '?', 'g', 'l'] {
        for (width, height) in [(1, 1), (3, 40), (59, 19), (60, 20), (61, 21), (200, 60)] {
            let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
            ada.app.draw(&mut buffer, 0);
        }
        ada.presses(KeyCode::Esc);
        ada.presses(KeyCode::Char(key));
    }
}

#[test]
fn too_many_players_are_refused() {
    let names = (0..9).map(|number| format!("Player {number}")).collect();
    let rules = presets::named("yaniv").unwrap();
    let tell: terminal::Tell = Box::new(|_, _, _| Vec::new());
    let setup = Setup { rules, names, seed: 1, level: Level::Easy, tell };
    assert!(App::new(setup, Paint::Plain, 0).is_err());
}
