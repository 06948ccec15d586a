//! Whole matches played by keys, with a simulated clock.

use std::cell::RefCell;
use std::io;
use std::rc::Rc;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use engine::Event;
use games::record::{self, Record};
use games::{Rules, Session, presets};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use table::{Level, Pace};
use terminal::app::{App, Next};
use terminal::cards::{Paint, text_of};
use terminal::hand::own;
use terminal::sentences::SuitNames;
use terminal::{GameSetup, LocalGame, PlayerKind, RecordStore, SeatSetup, State, TableLink};

/// Maximum number of keys and ticks per match.
const MAX_STEPS: usize = 60_000;

/// Keeps every match in memory: its record, whether it can be resumed, and its players.
#[derive(Clone, Default)]
struct Memory(Rc<RefCell<Vec<(String, State)>>>, Rc<RefCell<Vec<SeatSetup>>>);

impl RecordStore for Memory {
    fn save(&mut self, session: &Session, seat_setups: &[SeatSetup], state: State) -> io::Result<()> {
        *self.1.borrow_mut() = seat_setups.to_vec();
        let mut records = self.0.borrow_mut();
        if records.last().is_some_and(|(_, state)| *state == State::Open) {
            records.pop();
        }
        records.push((record::write(session), state));
        Ok(())
    }
}

struct Person {
    app: App,
    now: u64,
    memory: Memory,
}

fn seat_setups(seats: usize, people: usize) -> Vec<SeatSetup> {
    let kind = |at| if at < people { PlayerKind::Person } else { PlayerKind::Computer(Level::Medium) };
    let names = ["Ada", "Bola", "Chidi", "Dayo"].iter().take(seats).enumerate();
    names.map(|(at, name)| SeatSetup { name: name.to_string(), kind: kind(at) }).collect()
}

fn setup(rules: Rules, seat_setups: Vec<SeatSetup>, seed: u64, memory: &Memory) -> GameSetup {
    let record_store = Box::new(memory.clone());
    let pace = Pace { think: (500, 900), ..Pace::default() };
    GameSetup { rules, seat_setups, seed, suit_names: SuitNames::Standard, pace, record_store }
}

impl Person {
    fn new(preset: &str, seed: u64) -> Person {
        Person::with(presets::named(preset).unwrap(), seed, 1)
    }

    /// This many people at one device, with computer players up to three seats.
    fn with(rules: Rules, seed: u64, people: usize) -> Person {
        let seats = rules.players().1.min(3).max(rules.players().0);
        let memory = Memory::default();
        let local_game = LocalGame::new(setup(rules, seat_setups(seats, people), seed, &memory), 0).unwrap();
        Person { app: App::new(Box::new(local_game), Paint::Plain), now: 0, memory }
    }

    /// The program is restarted.
    fn restarted(self) -> Person {
        let (text, _) = self.memory.0.borrow().last().unwrap().clone();
        let record = Record::read(&text).unwrap();
        let participants = self.memory.1.borrow().clone();
        let setup = setup(record.rules.clone(), participants, 99, &self.memory);
        let local_game = LocalGame::resume(setup, &record, 0).unwrap();
        Person { app: App::new(Box::new(local_game), Paint::Plain), now: 0, memory: self.memory.clone() }
    }

    fn records(&self) -> Vec<(String, State)> {
        self.memory.0.borrow().clone()
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

    /// Presses a sensible key for this screen; `false` once the match is over.
    fn plays_on(&mut self) -> bool {
        let text = self.sees();
        let has = |what: &str| text.contains(what);
        if has("┌ Match over") {
            return false;
        }
        let waits = [
            "Enter: nobody else is looking",
            "Enter: pass the device on",
            "Enter next round",
            "number or ↑↓ Enter",
        ];
        if waits.iter().any(|what| has(what)) {
            self.presses(KeyCode::Enter);
        } else if has("[y]") {
            self.presses(KeyCode::Char('y'));
        } else if has("[o]") {
            self.presses(KeyCode::Char('o'));
        } else if has("▶ Your turn")
            && text.lines().rev().nth(2).is_some_and(|keys| keys.contains(['*', '&', '+']))
        {
            self.presses(KeyCode::Enter);
        } else if has("▶ Your turn") && has("[d]") {
            self.presses(KeyCode::Char('d'));
        } else if has("▶ Your turn") && has("[p]") {
            self.presses(KeyCode::Char('p'));
        }
        self.app.save();
        self.waits();
        true
    }
}

/// Every preset is played to the end of a match, and its record replays.
#[test]
fn a_match_of_every_preset_by_keys() {
    for preset in presets::names() {
        let mut ada = Person::new(preset, 7);
        let steps = (0..MAX_STEPS).take_while(|_| ada.plays_on()).count();
        assert!(steps < MAX_STEPS, "{preset} does not end:\n{}", ada.sees());
        assert!(
            ada.sees().contains(" the match.") || ada.sees().contains("The match is shared"),
            "{}",
            ada.sees()
        );
        ada.app.save();
        let records = ada.records();
        let [(record, State::Over)] = records.as_slice() else { panic!("{preset}: {records:?}") };
        Record::read(record).unwrap().replay().unwrap();
    }
}

/// One key shows a hint.
#[test]
fn a_hint_is_one_key_away() {
    let mut ada = Person::new("crazy-eights", 7);
    while !ada.sees().contains("▶ Your turn") {
        ada.waits();
    }
    let number = ada.app.link().view().number;
    ada.presses(KeyCode::Char('t'));
    let text = ada.app.link().view().message.clone();
    let (label, why) = text.split_once(": ").unwrap_or_else(|| panic!("{text}"));
    let view = ada.app.link().view();
    let choices = &view.scene.as_ref().unwrap().choices;
    assert!(choices.iter().any(|choice| view.label(choice) == label) && why.ends_with('.'), "{text}");
    assert_eq!(ada.app.link().view().number, number, "nothing came of it");
    let rules = games::change(&presets::named("crazy-eights").unwrap(), &["hints=never".into()]).unwrap();
    let mut bola = Person::with(rules, 7, 1);
    bola.presses(KeyCode::Char('t'));
    assert_eq!(bola.app.link().view().message, "There are no hints at this table.");
}

/// Enter after a hint plays it, wherever the cursor was before.
#[test]
fn a_hint_selects_its_cards() {
    let mut moved = 0;
    for seed in 0..12 {
        let mut ada = Person::new("crazy-eights", seed);
        while !ada.sees().contains("▶ Your turn") {
            ada.waits();
        }
        ada.presses(KeyCode::Home);
        ada.presses(KeyCode::Char('t'));
        let view = ada.app.link().view();
        let scene = view.scene.clone().unwrap();
        let choice =
            scene.choices.iter().find(|choice| view.message.starts_with(&view.label(choice))).unwrap();
        let [card] = choice.cards[..] else { continue };
        ada.presses(KeyCode::Enter);
        if ada.sees().contains("number or ↑↓ Enter") {
            ada.presses(KeyCode::Enter);
        }
        let played = |event: &Event| matches!(event, Event::Played { card: played, .. } if *played == card);
        assert!(ada.app.link().view().events.iter().any(played), "game {seed}: {}", ada.sees());
        moved += usize::from(own(&scene)[0] != card);
    }
    assert!(moved > 3, "{moved}");
}

/// Searches run on another thread, and equal seeds still play equal games.
#[test]
fn equal_seeds_play_alike() {
    let play = || {
        let players = [("Ada", Level::Hard), ("Bola", Level::Expert)];
        let seat_setups =
            players.map(|(name, level)| SeatSetup { name: name.into(), kind: PlayerKind::Computer(level) });
        let rules = presets::named("crazy-eights").unwrap();
        let mut local_game =
            LocalGame::new(setup(rules, seat_setups.to_vec(), 5, &Memory::default()), 0).unwrap();
        let mut now = 0;
        while local_game.public_view().outcome.is_none() {
            now += local_game.wait_for_next(now).expect("somebody moves");
        }
        record::write(local_game.session().unwrap())
    };
    assert_eq!(play(), play());
}

#[test]
fn after_a_match_enter_plays_again_and_both_are_saved() {
    let mut ada = Person::new("naija-whot-duel", 3);
    while ada.plays_on() {}
    ada.presses(KeyCode::Enter);
    assert!(ada.sees().contains("Naija Whot for two, round 1"), "{}", ada.sees());
    while ada.plays_on() {}
    ada.presses(KeyCode::Char('q'));
    assert_eq!(ada.app.next(), Some(Next::Home));
    ada.app.save();
    assert_eq!(ada.records().len(), 2);
}

/// Marks and questions can be undone before anything happens (Y31).
#[test]
fn undo_forgets_marks_and_closes_questions() {
    let mut ada = Person::new("yaniv", 1);
    while !ada.sees().contains("▶ Your turn") {
        ada.waits();
    }
    let before = ada.sees();
    ada.presses(KeyCode::Char(' '));
    assert_ne!(ada.sees(), before);
    ada.presses(KeyCode::Esc);
    assert_eq!(ada.sees(), before);
    ada.presses(KeyCode::Enter);
    assert!(ada.sees().contains("the top card of the stock"), "{}", ada.sees());
    ada.presses(KeyCode::Char('u'));
    assert_eq!(ada.sees(), before);
}

#[test]
fn a_refused_move_says_why() {
    let mut ada = Person::new("yaniv", 1);
    while !ada.sees().contains("▶ Your turn") {
        ada.waits();
    }
    ada.presses(KeyCode::Char('y'));
    assert!(ada.sees().contains("or less to call Yaniv"), "{}", ada.sees());
    ada.presses(KeyCode::Char('p'));
    assert!(ada.sees().contains("ou cannot pass now."), "{}", ada.sees());
}

#[test]
fn every_page_opens_and_closes() {
    let mut ada = Person::new("naija-whot", 1);
    let pages =
        [('l', "┌ What happened "), ('g', "┌ The rules "), ('i', "Naija Whot: the guide"), ('?', "┌ Keys ")];
    for (key, title) in pages {
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
    assert!(ada.sees().contains("Stop playing?") && ada.app.next().is_none());
    ada.presses(KeyCode::Char('n'));
    assert!(ada.app.next().is_none());
    ada.app.key(0, KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL));
    assert_eq!(ada.app.next(), Some(Next::Stop));
}

#[test]
fn a_click_goes_to_a_card() {
    let mut ada = Person::new("naija-whot", 1);
    ada.app.resize(Rect::new(0, 0, 100, 30));
    ada.presses(KeyCode::Home);
    ada.app.click(0, Position::new(42, 25));
    assert!(ada.sees().contains(" >3"), "{}", ada.sees());
    while !ada.sees().contains("▶ Your turn") {
        ada.waits();
    }
    let cards = |ada: &Person| ada.app.link().view().scene.clone().unwrap().places[0].count;
    let before = cards(&ada);
    ada.app.click(ada.now, Position::new(3, 9));
    assert_eq!(cards(&ada), before + 1, "the stock was clicked: {}", ada.sees());
    while !ada.sees().contains("▶ Your turn") {
        ada.waits();
    }
    let before = cards(&ada);
    ada.app.click(ada.now, Position::new(6, 28));
    assert!(cards(&ada) > before, "the word in brackets was clicked: {}", ada.sees());
    ada.app.resize(Rect::new(0, 0, 1, 1));
    ada.app.click(0, Position::new(0, 0));
}

/// No window is too small to draw.
#[test]
fn every_size_can_be_drawn() {
    let mut ada = Person::new("uno-classic", 1);
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
    let names = (0..9).map(|number| format!("Player {number}"));
    let seat_setups = names.map(|name| SeatSetup { name, kind: PlayerKind::Computer(Level::Easy) }).collect();
    let rules = presets::named("yaniv").unwrap();
    assert!(LocalGame::new(setup(rules, seat_setups, 1, &Memory::default()), 0).is_err());
}

/// A match that was interrupted resumes exactly where it was.
#[test]
fn an_interrupted_match_resumes_where_it_was() {
    for preset in presets::names() {
        let mut ada = Person::new(preset, 5);
        for _ in 0..40 {
            if !ada.plays_on() {
                break;
            }
        }
        ada.app.save();
        if ada.records().last().is_none_or(|(_, state)| *state == State::Over) {
            continue;
        }
        let hand = |ada: &Person| ada.app.link().view().scene.clone().unwrap().places;
        let (before, log) = (hand(&ada), ada.app.link().view().log.clone());
        let mut ada = ada.restarted();
        assert_eq!(hand(&ada), before, "{preset}");
        assert_eq!(ada.app.link().view().log.last(), log.last(), "{preset}");
        let steps = (0..MAX_STEPS).take_while(|_| ada.plays_on()).count();
        assert!(steps < MAX_STEPS, "{preset} does not end:\n{}", ada.sees());
        ada.app.save();
        let (record, state) = ada.records().last().unwrap().clone();
        assert_eq!(state, State::Over, "{preset}");
        Record::read(&record).unwrap().replay().unwrap();
    }
}

/// Between people at one device there is always a page without a card (J23).
#[test]
fn people_at_one_device_never_see_each_other_s_cards() {
    for preset in ["naija-whot", "uno-classic", "yaniv"] {
        let mut people = Person::with(presets::named(preset).unwrap(), 3, 2);
        let mut passed = 0;
        let mut current = people.app.link().current_person();
        for _ in 0..400 {
            let covered = people.sees().contains("Pass the device to ");
            if covered {
                let seen = people.sees();
                assert!(!seen.contains('▶') && !seen.contains("Stock"), "{seen}");
                passed += 1;
            }
            if !people.plays_on() {
                break;
            }
            let now = people.app.link().current_person();
            assert!(now == current || covered, "{preset}: another person looks and nobody passed the device");
            current = now;
        }
        assert!(passed > 5, "{preset}: {passed}");
    }
}

/// A person who is not on turn takes the device with Tab, and nothing is shown in between.
#[test]
fn another_person_takes_the_device() {
    let mut people = Person::with(presets::named("uno-classic").unwrap(), 3, 2);
    assert!(people.sees().contains("Pass the device to "), "{}", people.sees());
    people.presses(KeyCode::Enter);
    let first = people.app.link().current_person();
    people.presses(KeyCode::Tab);
    assert!(people.sees().contains("Pass the device to "), "{}", people.sees());
    people.presses(KeyCode::Char('x'));
    assert_eq!(people.app.link().current_person(), first);
    people.presses(KeyCode::Enter);
    assert_ne!(people.app.link().current_person(), first);
}

#[test]
fn computer_players_alone_are_watched() {
    let mut nobody = Person::with(presets::named("crazy-eights").unwrap(), 2, 0);
    assert!(nobody.sees().contains("You are watching."), "{}", nobody.sees());
    let steps = (0..MAX_STEPS).take_while(|_| nobody.plays_on()).count();
    assert!(steps < MAX_STEPS && nobody.sees().contains("┌ Match over"), "{}", nobody.sees());
}

/// Asking why a card cannot be played does not try to play it.
#[test]
fn asking_why_changes_nothing() {
    let changes = ["illegal_fine=2".to_string()];
    let rules = games::change(&presets::named("crazy-eights").unwrap(), &changes).unwrap();
    let mut ada = Person::with(rules, 4, 1);
    while !ada.sees().contains("▶ Your turn") {
        ada.waits();
    }
    let number = ada.app.link().view().number;
    for _ in 0..5 {
        ada.presses(KeyCode::Char('w'));
        let message = &ada.app.link().view().message;
        assert!(message.contains("does not fit") || message.contains("can play that"), "{message}");
        ada.presses(KeyCode::Right);
    }
    assert_eq!(ada.app.link().view().number, number);
}

/// In Yaniv a player who is out can skip to the end of the match without waiting: the clock stands still here.
#[test]
fn a_player_who_is_out_can_skip_to_the_end() {
    let mut skipped = 0;
    for seed in 0..40 {
        let mut person = Person::new("yaniv", seed);
        let is_out = |person: &Person| person.sees().contains("e: go to the end");
        if !(0..MAX_STEPS).any(|_| is_out(&person) || !person.plays_on()) || !is_out(&person) {
            continue;
        }
        assert!(!person.sees().contains("Enter play"), "no keys for cards: {}", person.sees());
        let round = person.app.link().public_view().round;
        person.presses(KeyCode::Char('e'));
        assert!(
            (0..MAX_STEPS).any(|_| {
                person.app.tick(person.now);
                person.app.link().public_view().winners.is_some()
            }),
            "the match does not end"
        );
        assert!(person.sees().contains("┌ Match over"), "{}", person.sees());
        skipped += usize::from(person.app.link().public_view().round > round);
        person.presses(KeyCode::Enter);
        (0..200).for_each(|_| _ = person.plays_on());
        assert_eq!(person.app.link().public_view().winners, None, "a new match is played, with time");
        if skipped == 2 {
            return;
        }
    }
    panic!("nobody was out of a match for more than a round");
}
