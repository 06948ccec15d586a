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
    // Two values, one difference, two values by seat; each table with its head, an empty line between them.
    assert_eq!(ran.out.lines().count(), 3 + 1 + 2 + 1 + 3, "{}", ran.out);
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
    let crash = r#"cmd:sh -c 'read line; echo "{\"move\":\"draw\"}"; read line; exit 1'"#;
    let rubbish = "cmd:sh -c 'while read line; do echo hello; done'";
    let cheat = r#"cmd:sh -c 'while read line; do echo "{\"move\":\"play 8H call hearts\"}"; done'"#;
    for (program, why) in [
        (crash, "crashed with exit code 1"),
        (silent, "did not answer"),
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
    let both = format!("{rubbish},medium");
    let csv = ["lab", "play", "mau-mau", "--bots", &both, "--games", "4", "--csv"];
    let ran = run("lab-programs", &csv, b"");
    assert!(ran.code == 0 && ran.err.contains("lost its seat in 4 games"), "{}", ran.err);
}

/// A program that keeps crashing is given up, so that a study ends.
#[cfg(unix)]
#[test]
fn programs_that_keep_crashing_are_not_started_again() {
    let folder = fresh_folder("lab-starts");
    let starts = file("lab-starts", "starts", "");
    let both = format!(
        r#"cmd:sh -c 'echo one >> {starts}; read line; echo "{{\"move\":\"draw\"}}"; read line; exit 3',medium"#
    );
    let report = study_report(
        "lab-starts",
        &["play", "naija-whot-duel", "--bots", &both, "--games", "40", "--cores", "1"],
    );
    assert!(
        remarks(&report).contains("lost its seat in 40 games; first because it crashed with exit code 3"),
        "{report}"
    );
    assert_eq!(fs::read_to_string(&starts).unwrap().lines().count(), 5);
    drop(folder);
}

/// A wrong path ends the study instead of measuring the player that would stand in.
#[cfg(unix)]
#[test]
fn a_program_that_cannot_be_started_ends_the_study() {
    for (program, why) in [
        ("cmd:nobody-has-this", "cmd:nobody-has-this cannot be started: there is no such program"),
        ("cmd:/nowhere/bot", "cmd:/nowhere/bot cannot be started: there is no such program"),
        ("cmd:sh /nowhere/bot.sh", "cmd:sh /nowhere/bot.sh c"),
        ("cmd:false", "cmd:false crashed with exit code 1 before its first answer"),
    ] {
        for study in [
            vec!["play", "mau-mau", "--bots", &format!("{program},medium")],
            vec!["ladder", "mau-mau", "--bots", &format!("easy,medium,{program}")],
            vec!["rules", "mau-mau", "--vary", "counter=stack,none", "--bots", program],
        ] {
            let arguments = [&["lab"], study.as_slice(), &["--games", "1000000"]].concat();
            let ran = run("lab-nobody", &arguments, b"");
            assert!(ran.code != 0 && ran.out.is_empty() && ran.err.contains(why), "{study:?}: {}", ran.err);
        }
    }
}

/// A program that writes down every line it reads, and plays its first legal move.
#[cfg(unix)]
#[test]
fn a_program_is_told_the_rules_the_scores_what_happened_and_the_result() {
    if !has_python() {
        return;
    }
    let folder = fresh_folder("lab-told");
    let lines = file("lab-told", "lines", "");
    let bot = file(
        "lab-told",
        "bot.py",
        "import json, sys\n\
         for line in sys.stdin:\n\
         \x20   open(sys.argv[1], 'a').write(line)\n\
         \x20   told = json.loads(line)\n\
         \x20   if told['cmd'] == 'move':\n\
         \x20       print(json.dumps({'move': told['legal'][0], 'results': True}), flush=True)\n",
    );
    let both = format!("cmd:python3 {bot} {lines},medium");
    let arguments = ["play", "yaniv", "--bots", &both, "--matches", "--rule", "hand_size=4"];
    study_report(
        "lab-told",
        &[&arguments[..], &["--games", "2", "--cores", "1", "--limit", "60000"]].concat(),
    );
    let told: Vec<Value> =
        fs::read_to_string(&lines).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let first = &told[0];
    assert_eq!(
        (&first["cmd"], &first["preset"], &first["game"]),
        (&"move".into(), &"yaniv".into(), &"match".into())
    );
    assert!(first["rules"].as_str().unwrap().contains("hand_size = 4"), "{first}");
    assert_eq!((&first["round"], &first["scores"]), (&1.into(), &serde_json::json!([0, 0])));
    let events = |line: &Value| line["events"].as_array().unwrap().clone();
    assert!(events(first)[0].as_str().unwrap().starts_with("0 dealt 4 "), "{first}");
    assert_eq!(events(first)[1], "1 dealt 4", "the other hand is hidden");
    // Between two moves come the own move and the other's, each once.
    let own = events(&told[1]).iter().filter(|event| event.as_str().unwrap().starts_with("0 played")).count();
    assert!(own >= 1, "{}", told[1]);
    let results: Vec<&Value> = told.iter().filter(|line| line["cmd"] == "result").collect();
    assert!(results.len() >= 2, "{} rounds", results.len());
    let last = results.last().unwrap();
    assert_eq!(last["match_over"], true);
    assert!(last["match_winners"].is_array() && last["result"]["places"].is_array(), "{last}");
    assert!(events(last).last().unwrap().as_str().unwrap().starts_with("ended "), "{last}");
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

/// A study that ends with an error leaves no empty files behind, and older ones as they were.
#[cfg(unix)]
#[test]
fn an_error_leaves_no_files() {
    let folder = fresh_folder("lab-no-files");
    let old = file("lab-no-files", "old.html", "kept");
    let plot = format!("{}.svg", old.trim_end_matches(".html"));
    let files = ["--plot", &plot, "--report", &old];
    for study in
        [["play", "mau-mau", "--bots", "cmd:false,easy"], ["rules", "mau-mau", "--vary", "hand_size=5,99"]]
    {
        let ran = run("lab-no-files", &[&["lab"], &study[..], &files].concat(), b"");
        assert!(ran.code != 0, "{study:?}");
        assert!(!std::path::Path::new(&plot).exists(), "{study:?}");
        assert_eq!(fs::read_to_string(&old).unwrap(), "kept");
    }
    drop(folder);
}

/// Two options at once, and what the report says of each combination.
#[test]
fn options_vary_together() {
    let vary = ["--vary", "counter=stack,none", "--vary", "hints=always,never"];
    let report = study_report("lab-two", &[&["rules", "mau-mau", "--games", "20"], &vary[..]].concat());
    let values = |table: usize| -> Vec<String> {
        let rows = report["tables"][table]["rows"].as_array().unwrap();
        rows.iter().map(|row| row["value"].as_str().unwrap().to_string()).collect()
    };
    assert_eq!(values(0).len(), 4, "{report}");
    assert_eq!(values(1), values(0)[1..], "differences from the first");
    assert!(report["tables"][1]["rows"][1]["moves a game"]["low"].is_number(), "{report}");
    assert!(report["tables"][2]["rows"][0]["seat 2"]["value"].is_number(), "{report}");
    assert!(remarks(&report).contains("hints=never gave the same games as"), "{report}");
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
        (vec!["lab", "curve", "yaniv", "--worlds", "100,50"], "higher than the one before"),
        (vec!["lab", "rules", "mau-mau", "--vary", "counter=stack,stack"], "twice"),
        (vec!["lab", "rules", "mau-mau", "--vary", "counter=stack", "--vary", "counter=none"], "twice"),
        (vec!["lab", "rules", "mau-mau"], "--vary"),
        (vec!["lab", "play", "mau-mau", "--games", "900000", "--plot", "/nowhere/a.svg"], "cannot write"),
    ] {
        let ran = run("lab-refusals", &arguments, b"");
        assert!(ran.code != 0 && ran.err.contains(reason), "{arguments:?}: {}", ran.err);
    }
}
