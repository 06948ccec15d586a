//! The real program on a real (pseudo) terminal: whole games by keys, a kill in the middle, and the terminal restored.

#[path = "program/terminal.rs"]
mod screen;

use std::thread;

use crate::program::{fresh_folder, run};
use screen::Terminal;

/// Maximum number of key presses per game.
const MAX_STEPS: usize = 20_000;

/// A sensible key for this screen; `None` while others move.
fn key(screen: &str) -> Option<&'static str> {
    let has = |what: &str| screen.contains(what);
    let playable = screen.lines().rev().nth(2).is_some_and(|keys| keys.contains('*'));
    if has("Enter next round") || has("number or ↑↓ Enter") {
        Some("\r")
    } else if has("[y]") {
        Some("y")
    } else if has("[o]") {
        Some("o")
    } else if !has("▶ Your turn") || has("counts in a moment") {
        None
    } else if playable {
        Some("\r")
    } else if has("[d]") {
        Some("d")
    } else {
        has("[p]").then_some("p")
    }
}

/// Plays at most this many steps; returns whether the match is over.
fn plays(terminal: &mut Terminal, max_steps: usize) -> bool {
    for _ in 0..max_steps {
        let screen = terminal.waits_for(|screen| screen.contains("Match over") || key(screen).is_some());
        if screen.contains("Match over") {
            return true;
        }
        let Some(key) = key(&screen) else { panic!("the program has ended:\n{screen}") };
        terminal.presses(key);
        terminal.waits_for(|now| now != screen);
    }
    false
}

/// The output after the old screen was restored.
fn after_the_screen(written: &str) -> &str {
    let (_, after) = written.rsplit_once("\u{1b}[?1049l").expect("the old screen comes back");
    after
}

#[track_caller]
fn assert_restored(written: &str) {
    let on = written.rfind("\u{1b}[?1049h").expect("the screen was taken");
    let off = written.rfind("\u{1b}[?1049l").expect("the screen was given back");
    let mouse = written.rfind("\u{1b}[?1000l").expect("the mouse was given back");
    assert!(on < off && on < mouse, "{written}");
}

/// The record that the program names at the end.
fn record(written: &str) -> String {
    let output = after_the_screen(written);
    let line = output.lines().find_map(|line| line.split_once("The record of this game: "));
    line.unwrap_or_else(|| panic!("no record in {output}")).1.trim().to_string()
}

fn a_whole_game(preset: &str) {
    let test = format!("pty-{preset}");
    let folder = fresh_folder(&test);
    let args = ["play", preset, "--seed", "13", "--quick", "--name", "Ada"];
    let mut terminal = Terminal::lastcard(&args, &folder);
    assert!(!plays(&mut terminal, 2), "{preset}: two keys are no game");
    let before = terminal.waits_for(|screen| key(screen).is_some());
    terminal.child.kill().expect("the program is killed");
    drop(terminal);

    let mut terminal = Terminal::lastcard(&["play", "--quick"], &folder);
    terminal.waits_for(|screen| screen.contains("Continue "));
    terminal.presses("\r");
    let again = terminal.waits_for(|screen| key(screen).is_some());
    let own = |screen: &str| {
        screen.lines().find_map(|line| line.split_once("| Ada: ").map(|(_, own)| own.trim().to_string()))
    };
    assert!(own(&before).is_some(), "{preset}: {before}");
    assert_eq!(own(&again), own(&before), "{preset}");
    assert!(plays(&mut terminal, MAX_STEPS), "{preset} does not end:\n{}", terminal.sees());
    terminal.presses("q");
    terminal.waits_for(|screen| !screen.contains("Match over"));
    terminal.presses("q");
    let (code, written) = terminal.ends();
    assert_eq!(code, 0, "{preset}: {written}");
    assert_restored(&written);
    let replay = run(&test, &["replay", &record(&written), "--quiet"], b"");
    assert_eq!((replay.code, replay.err.as_str()), (0, ""), "{preset}");
}

/// Each preset is killed in the middle, resumed at the next start, and played to its end.
#[test]
fn a_whole_game_of_every_preset_by_keys() {
    let names: Vec<&str> = games::presets::names().collect();
    thread::scope(|scope| {
        for name in &names {
            scope.spawn(|| a_whole_game(name));
        }
    });
}

#[test]
fn control_c_and_a_signal_restore_the_terminal() {
    let folder = fresh_folder("pty-back");
    let mut terminal = Terminal::lastcard(&["play", "naija-whot", "--seed", "1"], &folder);
    terminal.waits_for(|screen| screen.contains("Naija Whot, round 1"));
    terminal.presses("\u{3}");
    let (code, written) = terminal.ends();
    assert_eq!(code, 0);
    assert_restored(&written);

    let terminal = Terminal::lastcard(&["play", "naija-whot", "--seed", "1"], &folder);
    terminal.waits_for(|screen| screen.contains("Naija Whot, round 1"));
    let process = terminal.child.process_id().expect("a process").to_string();
    let sent = std::process::Command::new("kill").args(["-TERM", &process]).status();
    assert!(sent.is_ok_and(|status| status.success()));
    assert_restored(&terminal.ends().1);
}

/// Runs only inside the terminal of the next test.
#[test]
#[ignore = "it panics: the next test runs it"]
fn a_screen_that_panics() {
    let _screen = terminal::Screen::open().expect("a terminal");
    panic!("as it was told to");
}

#[test]
fn a_panic_restores_the_terminal() {
    let folder = fresh_folder("pty-panic");
    let this = std::env::current_exe().expect("a program");
    let args = ["--ignored", "--exact", "pty::a_screen_that_panics", "--nocapture"];
    let (_, written) = Terminal::start(this.to_str().expect("a plain path"), &args, &folder).ends();
    assert_restored(&written);
    let (_, after) = written.split_once("\u{1b}[?1049l").expect("the old screen comes back");
    assert!(after.contains("as it was told to"), "{written}");
}

/// A window that changes its size is redrawn, down to the message that it is too small.
#[test]
fn a_window_changes_its_size() {
    let folder = fresh_folder("pty-size");
    let mut terminal = Terminal::lastcard(&["play", "yaniv", "--seed", "1"], &folder);
    terminal.waits_for(|screen| screen.contains("Yaniv, round 1"));
    for (cols, rows, wanted) in [(40, 10, "too small"), (120, 40, "┌┌┌"), (60, 20, "Yaniv, round 1")] {
        terminal.resize(rows, cols);
        terminal.waits_for(|screen| screen.contains(wanted));
    }
    terminal.presses("\u{3}");
    assert_eq!(terminal.ends().0, 0);
}
