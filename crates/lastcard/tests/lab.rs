//! `lastcard lab` from outside: reproducible figures, charts, and misbehaving players.

use std::fs;

use crate::program::{file, fresh_folder, has_python, run};
use serde_json::Value;

fn study_report(test: &str, arguments: &[&str]) -> Value {
    let arguments = [&["lab"], arguments, &["--json"]].concat();
    let ran = run(test, &arguments, b"");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{arguments:?}");
    serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {}", ran.out))
}

fn remarks(report: &Value) -> String {
    report["remarks"].to_string()
}

#[test]
fn equal_seeds_give_equal_figures_on_any_number_of_cores() {
    let study = |cores| {
        let report = study_report(
            "lab-repeats",
            &["play", "switch", "--bots", "search:40,medium", "--games", "40", "--cores", cores],
        );
        (report["tables"][0].clone(), report["tables"][1].clone())
    };
    assert_eq!(study("1"), study("3"));
}

#[test]
fn figures_charts_and_pages() {
    let folder = fresh_folder("lab-charts");
    let (plot, page) = (file("lab-charts", "a.svg", ""), file("lab-charts", "a.html", ""));
    let arguments = [
        "lab",
        "rules",
        "mau-mau",
        "--vary",
        "counter=stack,none",
        "--games",
        "60",
        "--csv",
        "--plot",
        &plot,
        "--report",
        &page,
    ];
    let ran = run("lab-charts", &arguments, b"");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.starts_with("value,moves a game,moves a game low,moves a game high,"), "{}", ran.out);
    assert_eq!(ran.out.lines().count(), 3, "{}", ran.out);
    assert!(fs::read_to_string(&plot).unwrap().starts_with("<svg"));
    assert!(fs::read_to_string(&page).unwrap().contains("<h1>Mau-Mau: counter, 2 times medium</h1>"));
    drop(folder);
}

#[test]
fn a_ladder_rates_the_weakest_at_a_thousand() {
    let report =
        study_report("lab-ladder", &["ladder", "yaniv", "--bots", "random,easy,medium", "--games", "200"]);
    let rows = report["tables"][0]["rows"].as_array().unwrap();
    assert_eq!(rows[0]["rating"], 1_000.0);
    let rating = |row: usize| rows[row]["rating"]["value"].as_f64().unwrap();
    assert!(1_000.0 < rating(1) && rating(1) < rating(2), "{report}");
}

#[test]
fn one_deal_is_played_many_times() {
    fresh_folder("lab-deal");
    let played = run("lab-deal", &["play", "crazy-eights", "--auto", "--seed", "5", "--seats", "2"], b"");
    let record = played.out.lines().find_map(|line| line.strip_prefix("The record of this game: ")).unwrap();
    let report = study_report("lab-deal", &["deal", record, "--bots", "hard", "--games", "50"]);
    let rows = report["tables"][0]["rows"].as_array().unwrap();
    let share = |row: usize| rows[row]["wins with this hand"]["value"].as_f64().unwrap();
    assert!((share(0) + share(1) - 1.0).abs() < 1e-9, "{report}");
    assert_eq!(rows[0]["hand"].as_str().unwrap().split_whitespace().count(), 8, "{report}");
    assert!(rows[0]["wins with this deal"]["low"].as_f64() < rows[0]["wins with this deal"]["high"].as_f64());
    // With a fixed pack and deterministic players every game is the same.
    let report = study_report("lab-deal", &["deal", record, "--bots", "medium", "--games", "50"]);
    let won = report["tables"][0]["rows"][0]["wins with this deal"].as_f64().unwrap();
    assert!([0.0, 1.0].contains(&won) && remarks(&report).contains("so that is one game"), "{report}");
}

/// Three players at four seats: each has every seat equally often.
#[test]
fn seats_are_shared_fairly() {
    let report =
        study_report("lab-seats", &["play", "uno-swap", "--bots", "medium,medium,medium", "--games", "300"]);
    for row in report["tables"][0]["rows"].as_array().unwrap() {
        let wins = row["wins"]["value"].as_f64().unwrap();
        assert!((wins - 1.0 / 3.0).abs() < 0.001, "{report}");
    }
}

/// Another seed gives other figures, and the report names its command.
#[test]
fn another_seed_is_another_study() {
    let study = |seed| {
        study_report(
            "lab-seeds",
            &["play", "mau-mau", "--bots", "easy,medium", "--games", "100", "--seed", seed],
        )
    };
    let figures = |report: &Value| report["tables"][1]["rows"][0].to_string();
    let reports = ["1", "2", "3"].map(study);
    assert!(figures(&reports[0]) != figures(&reports[1]) && figures(&reports[1]) != figures(&reports[2]));
    let made = reports[2]["made"].as_str().unwrap();
    assert!(made.contains("lab play mau-mau") && made.contains("--seed 3"), "{made}");
}

/// A timed search, and a single player, reported by seat.
#[test]
fn players_by_the_clock_and_alone() {
    let report = study_report("lab-clock", &["play", "mau-mau", "--bots", "search:1ms,easy", "--games", "4"]);
    assert_eq!(report["tables"][0]["rows"][0]["player"], "search:1ms");
    let report =
        study_report("lab-clock", &["play", "mau-mau", "--bots", "easy", "--seats", "3", "--games", "9"]);
    let rows = report["tables"][0]["rows"].as_array().unwrap();
    assert_eq!(
        rows.iter().map(|row| row["player"].as_str().unwrap()).collect::<Vec<_>>(),
        ["easy, seat 1", "easy, seat 2", "easy, seat 3"]
    );
}

/// A player that crashes, stays silent, sends garbage or cheats loses its seat, and the run goes on.
#[cfg(unix)]
#[test]
fn players_that_misbehave_lose_their_seat() {
    let silent = r#"cmd:sh -c 'read line; echo "{\"move\":\"draw\"}"; exec sleep 600'"#;
    let rubbish = "cmd:sh -c 'while read line; do echo hello; done'";
    let cheat = r#"cmd:sh -c 'while read line; do echo "{\"move\":\"play 8H call hearts\"}"; done'"#;
    for (program, why) in [
        ("cmd:false", "crashed with exit code 1"),
        ("cmd:nobody-has-this", "there is no such program"),
        (silent, "kept silent"),
        (rubbish, "is not JSON"),
        (cheat, "is not legal"),
    ] {
        let both = format!("{program},medium");
        let study =
            ["lab", "play", "naija-whot-duel", "--bots", &both, "--games", "4", "--limit", "200", "--json"];
        let ran = run("lab-programs", &study, b"");
        let report: Value =
            serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {}", ran.err));
        assert!(remarks(&report).contains("lost its seat in 4 games"), "{report}");
        assert!(remarks(&report).contains(why), "{report}");
        // Wins of the stand-in do not count for it.
        assert_eq!(report["tables"][0]["rows"][0]["wins"]["value"], 0.0, "{report}");
    }
    let csv = ["lab", "play", "mau-mau", "--bots", "cmd:false,medium", "--games", "4", "--csv"];
    let ran = run("lab-programs", &csv, b"");
    assert!(ran.code == 0 && ran.err.contains("cmd:false lost its seat in 4 games"), "{}", ran.err);
}

/// A program that never answers is given up, so that a study ends.
#[cfg(unix)]
#[test]
fn programs_that_never_play_are_not_started_again() {
    let folder = fresh_folder("lab-starts");
    let starts = file("lab-starts", "starts", "");
    let both = format!("cmd:sh -c 'echo one >> {starts}; exit 3',medium");
    let report =
        study_report("lab-starts", &["play", "mau-mau", "--bots", &both, "--games", "40", "--cores", "1"]);
    assert!(
        remarks(&report).contains("lost its seat in 40 games; first because it crashed with exit code 3"),
        "{report}"
    );
    assert_eq!(fs::read_to_string(&starts).unwrap().lines().count(), 5);
    drop(folder);
}

/// The bot of docs/bots.md plays every preset without a fault, and better than chance.
#[test]
fn the_python_player_plays_every_preset() {
    if !has_python() {
        return;
    }
    let player = concat!(env!("CARGO_MANIFEST_DIR"), "/../../bench/mybot.py");
    let lines = fs::read_to_string(player).unwrap().lines().count();
    assert!(lines < 60, "{lines} lines");
    let both = format!("cmd:python3 {player},random");
    for name in games::presets::names() {
        let report =
            study_report("lab-python", &["play", name, "--bots", &both, "--games", "20", "--limit", "60000"]);
        assert_eq!(remarks(&report), "[]", "{name}");
        let wins = report["tables"][0]["rows"][0]["wins"]["value"].as_f64().unwrap();
        assert!(wins > 0.5, "{name}: {wins}");
    }
}

#[test]
fn what_cannot_be_done_is_said() {
    for (arguments, reason) in [
        (vec!["lab", "play", "yaniv", "--bots", "clever"], "there is no player `clever`"),
        (vec!["lab", "rules", "yaniv", "--vary", "counter"], "key=value,value"),
        (vec!["lab", "rules", "yaniv", "--vary", "hand_size=5,99"], "hand_size"),
        (vec!["lab", "play", "uno-swap", "--seats", "3"], "4 players, not 3"),
        (vec!["lab", "play", "yaniv", "--games", "0"], "--games"),
        (vec!["lab", "play", "yaniv", "--cores", "0"], "--cores"),
        (vec!["lab", "play", "yaniv", "--bots", "hard,,medium"], "there is no player ``"),
        (vec!["lab", "play", "yaniv", "--bots", "cmd:,medium"], "followed by a command"),
        (vec!["lab", "play", "yaniv", "--bots", "search:1h,medium"], "how long"),
        (vec!["lab", "ladder", "yaniv", "--bots", "hard"], "two players"),
        (vec!["lab", "curve", "yaniv", "--worlds", "100,50"], "above the last"),
        (vec!["lab", "rules", "mau-mau", "--vary", "counter=stack,stack"], "twice"),
        (vec!["lab", "play", "mau-mau", "--games", "900000", "--plot", "/nowhere/a.svg"], "cannot write"),
    ] {
        let ran = run("lab-refusals", &arguments, b"");
        assert!(ran.code != 0 && ran.err.contains(reason), "{arguments:?}: {}", ran.err);
    }
}
