//! Plain text on a simulated clock: lines that come late, and several people at one device.

use std::cell::Cell;
use std::io;
use std::rc::Rc;
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

use games::{Rules, presets};
use host::Host;
use table::{Config, Input, Level, Pace, Table, Token};
use terminal::plain::{Console, LineSource, Typed};
use terminal::remote_table::{News, RemoteTable};
use terminal::sentences::SuitNames;
use terminal::{GameSetup, LocalGame, PlayerKind, SeatSetup, TableLink};

/// Lines, each typed this many milliseconds after the one before. Nobody waits for real.
struct Script {
    lines: Vec<(u64, &'static str)>,
    at: usize,
    waited: u64,
    is_interactive: bool,
    /// Number of times that a line was asked for.
    asked: Rc<Cell<usize>>,
}

impl Script {
    fn new(lines: &[(u64, &'static str)]) -> Script {
        Script { lines: lines.to_vec(), at: 0, waited: 0, is_interactive: true, asked: Rc::default() }
    }
}

impl LineSource for Script {
    fn next_line(&mut self, patience: Option<Duration>) -> io::Result<(Typed, Duration)> {
        self.asked.set(self.asked.get() + 1);
        let Some(&(delay, line)) = self.lines.get(self.at) else { return Ok((Typed::End, Duration::ZERO)) };
        let left = delay - self.waited;
        let patience = patience.map_or(u64::MAX, |patience| patience.as_millis() as u64);
        if patience < left {
            self.waited += patience;
            return Ok((Typed::NothingYet, Duration::from_millis(patience)));
        }
        (self.at, self.waited) = (self.at + 1, 0);
        Ok((Typed::Line(line.into()), Duration::from_millis(left)))
    }

    fn is_interactive(&self) -> bool {
        self.is_interactive
    }
}

fn rules(preset: &str, changes: &[&str]) -> Rules {
    let changes: Vec<String> = changes.iter().map(ToString::to_string).collect();
    games::change(&presets::named(preset).unwrap(), &changes).unwrap()
}

/// What is printed where the first people play against computer players.
fn printed(rules: Rules, people: usize, script: &mut Script) -> String {
    printed_at(5, rules, people, script)
}

fn printed_at(seed: u64, rules: Rules, people: usize, script: &mut Script) -> String {
    let kind = |at| if at < people { PlayerKind::Person } else { PlayerKind::Computer(Level::Easy) };
    let seats = people.max(2);
    let names = ["Ada", "Obi", "Chidi"].iter().take(seats).enumerate();
    let seat_setups = names.map(|(at, name)| SeatSetup { name: name.to_string(), kind: kind(at) }).collect();
    let (suit_names, record_store) = (SuitNames::Standard, Box::new(()));
    let pace = Pace { think: (2_000, 2_000), react: (500, 1_000), ..Pace::default() };
    let setup = GameSetup { rules, seat_setups, seed, suit_names, pace, record_store };
    let mut out = Vec::new();
    Console::new(LocalGame::new(setup, 0).unwrap(), script, &mut out).run().unwrap();
    String::from_utf8(out).unwrap()
}

const CLOCKED: &[&str] = &["first_dealer=last_seat", "turn_seconds=60"];

/// Whot with a clock of a minute: the time runs out after a minute, and not with the line that comes after ten.
#[test]
fn the_time_runs_out_while_nothing_is_typed() {
    let mut script = Script::new(&[(61_000, "hand"), (1_000, "quit")]);
    let text = printed(rules("naija-whot-duel", CLOCKED), 1, &mut script);
    assert_eq!(text.matches("run out of time").count(), 1, "{text}");
    // The table moved on, and the line is an answer to a later question.
    let after = text.split("run out of time").nth(1).unwrap();
    assert!(after.contains("What do you do?") && after.contains("Your hand: "), "{text}");
    assert!(
        script.asked.get() < 20,
        "asked {} times: the program must not be busy waiting",
        script.asked.get()
    );
}

/// Questions take time from the same turn: 30 seconds and 31 seconds are more than a minute.
#[test]
fn a_question_does_not_stop_the_clock() {
    let mut script = Script::new(&[(30_000, "hand"), (31_000, "table"), (1_000, "quit")]);
    let text = printed(rules("naija-whot-duel", CLOCKED), 1, &mut script);
    assert_eq!(text.matches("run out of time").count(), 1, "{text}");
    let mut script = Script::new(&[(30_000, "hand"), (29_000, "quit")]);
    assert!(!printed(rules("naija-whot-duel", CLOCKED), 1, &mut script).contains("run out of time"));
}

/// Lines of a script that come within two seconds take no time, so a busy machine changes nothing.
#[test]
fn a_script_takes_no_time() {
    let lines = |delay| -> Vec<(u64, &'static str)> { (0..200).map(|_| (delay, "1")).collect() };
    let play = |delay| {
        let mut script = Script::new(&lines(delay));
        script.is_interactive = false;
        printed(rules("uno-classic", &["turn_seconds=60"]), 1, &mut script)
    };
    let at_once = play(0);
    assert!(at_once.contains("wins the round") && !at_once.contains("run out of time"), "{at_once}");
    assert_eq!(play(1_900), at_once);
}

/// The first hand is shown only after the device was passed to its owner.
#[test]
fn nobody_sees_a_hand_before_its_owner_takes_the_device() {
    let mut script = Script::new(&[(0, ""), (0, "quit")]);
    let text = printed(rules("naija-whot-duel", &["first_dealer=last_seat"]), 2, &mut script);
    let pass = text.find("Pass the device to Ada").unwrap_or_else(|| panic!("{text}"));
    let hand = text.find("Your hand: ").unwrap_or_else(|| panic!("{text}"));
    assert!(pass < hand, "{text}");
    let mut nobody = Script::new(&[]);
    let text = printed(rules("naija-whot-duel", &["first_dealer=last_seat"]), 2, &mut nobody);
    assert!(!text.contains("Your hand: ") && !text.contains("What do you do?"), "{text}");
}

/// The card just drawn stays in sight until its owner hides it, and only then the device is passed on.
#[test]
fn a_drawn_card_is_seen_before_the_device_is_passed_on() {
    let lines = [(0, ""), (0, "draw"), (0, ""), (0, ""), (0, "quit")];
    let text = printed(rules("naija-whot-duel", &["first_dealer=last_seat"]), 2, &mut Script::new(&lines));
    let drawn = text.find("You draw the ").unwrap_or_else(|| panic!("{text}"));
    let hides = text.find("Enter hides your cards: ").unwrap_or_else(|| panic!("{text}"));
    let pass = text.find("Pass the device to Obi").unwrap_or_else(|| panic!("{text}"));
    assert!(drawn < hides && hides < pass, "{text}");
    assert!(!text[drawn..hides].contains("\n\n\n"), "{text}");
    // Obi is told the draw, but not the card.
    assert!(!text[pass..].contains("You draw the "), "{text}");
}

/// A table at a server, where it is not Ada's turn, and the other end of the line.
fn waiting_at_a_server() -> (RemoteTable, Sender<News>) {
    let ((news, heard), (asks, _)) = (channel(), channel());
    let mut host = Host::new(Table::new(Config { seed: 7, ..Config::new(rules("naija-whot", &[])) }));
    let ada = Token(1);
    let mut frames = Vec::new();
    let names = [(ada, "Ada"), (Token(2), "Bola")];
    for (token, name) in names {
        host.attach(token);
        frames.extend(host.apply(0, Input::Sit { token, name: name.into() }, None).frames);
    }
    frames.extend(host.apply(0, Input::Start, None).frames);
    let to_ada = frames.into_iter().filter(|(token, _)| *token == ada);
    for (_, frame) in to_ada {
        news.send(News::Frame(frame.items())).unwrap();
    }
    let mut remote = RemoteTable::new(heard, asks, SuitNames::Standard, String::new(), "x".into());
    remote.tick(0);
    (remote, news)
}

/// While another player thinks, a person can ask and leave, and no move is taken from what was typed too early.
#[test]
fn a_person_is_heard_while_others_think() {
    let mut script = Script::new(&[(0, "hand"), (0, "1"), (0, ""), (0, "quit")]);
    let (remote, _connection) = waiting_at_a_server();
    assert!(!remote.view().is_on_turn(), "the test needs another player's turn");
    let mut out = Vec::new();
    Console::new(remote, &mut script, &mut out).run().unwrap();
    let text = String::from_utf8(out).unwrap();
    assert_eq!(text.matches("Your hand: ").count(), 1, "{text}");
    assert_eq!(text.matches("It is Bola's turn.").count(), 2, "{text}");
    assert_eq!(script.at, 4, "the last line was read: {text}");
}

/// A line that means nothing is answered with moves that the question is about.
#[test]
fn a_question_suggests_its_own_answers() {
    let asked_at = |seed| {
        let mut script = Script::new(&[(0, "play whot"), (0, "pardon"), (0, "quit")]);
        printed_at(seed, rules("naija-whot-duel", &["first_dealer=last_seat"]), 1, &mut script)
    };
    let text = (1..100).map(asked_at).find(|text| text.contains("Which shape do you call?"));
    let text = text.expect("somebody is dealt a Whot");
    let answer = text.split("\"pardon\" is not a move.").nth(1).unwrap_or_else(|| panic!("{text}"));
    let answer = answer.split("> ").next().unwrap().replace('\n', " ");
    assert!(answer.contains("\"play 20 of whot call circle\""), "{answer}");
    assert!(answer.contains("call triangle") && !answer.contains("\"draw\""), "{answer}");
}
