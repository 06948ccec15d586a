//! Figures in the documents that a program can count again: a wrong one is found here.

use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::program::run;
use bots::Level;
use lastcard::json_api::MAX_LINE_BYTES;
use server::{Limits, Rate};

fn document(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The cells of the first table below a heading, without its head.
fn rows(text: &str, heading: &str) -> Vec<Vec<String>> {
    let (_, section) = text.split_once(heading).unwrap_or_else(|| panic!("no {heading:?}"));
    let cells = |line: &str| line.trim_matches('|').split('|').map(|cell| cell.trim().to_string()).collect();
    let table = section.lines().skip_while(|line| !line.starts_with('|'));
    table.take_while(|line| line.starts_with('|')).skip(2).map(cells).collect()
}

fn number(text: &str) -> u64 {
    text.replace(',', "").parse().unwrap_or_else(|_| panic!("{text} is no number"))
}

/// Decisions depend on the rules alone, so a game that changes makes its row wrong. Rates depend on the machine.
#[test]
fn random_games_are_as_long_as_documented() {
    let performance = document("docs/performance.md");
    let rows = rows(&performance, "## Every preset\n");
    for preset in games::presets::names() {
        assert!(rows.iter().any(|row| row[0] == preset), "docs/performance.md has no row for {preset}");
    }
    for row in rows {
        let name = if row[0] == "openspiel" {
            concat!(env!("CARGO_MANIFEST_DIR"), "/../../bench/openspiel.toml")
        } else {
            &row[0]
        };
        let ran = run("doc-figures", &["bench", "playout", name, "--games", "20000"], b"");
        let counted: serde_json::Value = serde_json::from_str(&ran.out).expect(&ran.err);
        let decisions = counted["decisions"].as_f64().unwrap() / 20_000.0;
        let documented: f64 = row[2].parse().unwrap();
        assert!((decisions - documented).abs() < 0.06, "{}: {documented}, counted {decisions}", row[0]);
    }
}

#[test]
fn levels_search_as_many_worlds_as_documented() {
    let rows = rows(&document("docs/bots.md"), "# Computer players\n");
    assert_eq!(rows.len(), Level::ALL.len());
    for (row, level) in rows.iter().zip(Level::ALL) {
        let worlds = if row[2] == "–" { 0 } else { number(&row[2]) };
        assert_eq!((row[0].trim_matches('`'), worlds), (level.name(), u64::from(level.iterations())));
    }
}

/// The rate in words of the document: `10/second, bursts of 30`, or like a value of `--limit`.
fn matches_rate(rate: Rate, text: &str) -> bool {
    let Some((usual, burst)) = text.split_once(", bursts of ") else {
        let mut limits = Limits::off();
        return limits.set(&format!("guests={text}")).is_ok() && limits.guests == rate;
    };
    let a_second = u64::from(rate.max) * 1_000 / rate.within;
    usual == format!("{a_second}/second") && number(burst) == u64::from(rate.max)
}

#[test]
fn the_limits_of_a_server_are_documented() {
    let server = document("docs/server.md");
    let limits = Limits::default();
    let documented = rows(&server, "## Limits\n");
    let value = |name: &str| {
        let quoted = format!("`{name}`");
        let row = documented.iter().find(|row| row[0] == quoted);
        row.unwrap_or_else(|| panic!("docs/server.md does not list {name}"))[2].as_str()
    };
    for name in Limits::NAMES {
        let text = value(name);
        let right = match name {
            "guests" => matches_rate(limits.guests, text),
            "tables" => matches_rate(limits.tables, text),
            "joins" => matches_rate(limits.joins, text),
            "calls" => matches_rate(limits.calls, text),
            "handshakes" => matches_rate(limits.handshakes, text),
            "commands" => matches_rate(limits.commands, text),
            "commands-of-address" => matches_rate(limits.commands_of_address, text),
            "rules" => matches_rate(limits.rules, text),
            "chat" => matches_rate(limits.chat, text),
            "requests" => matches_rate(limits.requests, text),
            "frames" => matches_rate(limits.frames, text),
            "frames-of-player" => matches_rate(limits.frames_of_player, text),
            "frames-of-address" => matches_rate(limits.frames_of_address, text),
            "thinking" => matches_rate(limits.thinking, text),
            "thinking-of-player" => matches_rate(limits.thinking_of_player, text),
            "sockets-of-address" => number(text) == limits.sockets_of_address as u64,
            "sockets-of-player" => number(text) == limits.sockets_of_player as u64,
            "open-tables" => number(text) == limits.open_tables as u64,
            "seats-of-player" => number(text) == limits.seats_of_player as u64,
            "sockets" => number(text) == limits.sockets as u64,
            "connections" => number(text) == limits.connections as u64,
            other => panic!("this test does not know {other}"),
        };
        assert!(right, "docs/server.md says {text} for {name}");
    }
    let message = documented.iter().find(|row| row[1] == "a message").expect("a row");
    assert_eq!(message[2], format!("{} KiB", protocol::MAX_MESSAGE_BYTES / 1024));
    let patience = limits.patience;
    let ages = rows(&server, "by the age of the oldest write that is not on disk:\n");
    let ages: Vec<Duration> =
        ages.iter().map(|row| Duration::from_millis(number(row[0].split(' ').nth(1).unwrap()))).collect();
    assert_eq!(ages, [patience.tables, patience.extras, patience.sockets]);
}

#[test]
fn the_longest_request_is_documented() {
    let engine = document("docs/engine.md");
    let (_, row) = engine.split_once("| `too-long` | the line has more than ").expect("a row");
    assert_eq!(number(row.split(' ').next().unwrap()), MAX_LINE_BYTES as u64);
}
