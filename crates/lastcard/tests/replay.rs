//! Records replayed on the command line.

use std::fs::File;
use std::time::{Duration, SystemTime};

use crate::program::{file, fresh_folder, run};
use serde_json::Value;

const RECORD: &str = "lastcard record 1
rules crazy-eights
| hand_size = 2
seats 2
dealer 1
seed 0
deck 8H 2S 5C KD 5S 7C
round 1
0 play 8H call clubs
1 draw
0 play 5C
result out places 1 2 points 0 19 scores 0 19
";

#[test]
fn a_record_is_replayed_move_by_move() {
    let path = file("replay", "right.txt", RECORD);
    let output = run("replay", &["replay", &path], b"");
    assert_eq!(output.code, 0);
    for part in [
        "    9  Player 0: play 8H call clubs\n",
        "Player 0 plays the 8 of Hearts and calls clubs.",
        "Player 0 wins the round.",
    ] {
        assert!(output.out.contains(part), "no `{part}` in\n{}", output.out);
    }
    let steps = run("replay", &["replay", &path, "--step"], b"\n\n");
    assert_eq!((steps.code, steps.out), (0, output.out), "the end of the input does not stop it");
    let quiet = run("replay", &["replay", &path, "--quiet"], b"");
    assert_eq!((quiet.code, quiet.out.as_str()), (0, ""));
}

#[test]
fn a_record_is_replayed_as_json() {
    let path = file("replay", "json.txt", RECORD);
    let output = run("replay", &["replay", &path, "--json"], b"");
    let lines: Vec<Value> = output.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 6);
    assert_eq!(lines[1]["events"], serde_json::json!(["0 played 8H", "0 called clubs"]));
    assert_eq!(lines[5]["ok"], Value::Bool(true));
    assert_eq!(lines[5]["scores"], serde_json::json!([0, 19]));
}

#[test]
fn an_invalid_record_is_refused_with_its_line() {
    for (name, changed, line, part) in [
        ("illegal", RECORD.replace("call clubs", "call hearts"), ":11: ", "is not legal here"),
        ("result", RECORD.replace("points 0 19", "points 0 20"), ":12: ", "it came to"),
        ("early", RECORD.replace("0 play 5C\n", ""), ":11: ", "the round is not over"),
        ("seat", RECORD.replace("1 draw", "5 draw"), ":10: ", "there is no seat 5"),
        ("option", RECORD.replace("hand_size = 2", "hand_size = 99"), ":3: ", "hand_size"),
        ("nothing", String::new(), ":1: ", "a record begins with"),
    ] {
        let path = file("replay", name, &changed);
        let output = run("replay", &["replay", &path], b"");
        assert_eq!(output.code, 1, "{name}");
        assert!(output.err.contains(line) && output.err.contains(part), "{name}: {}", output.err);
        let json = run("replay", &["replay", &path, "--json"], b"");
        let last: Value = serde_json::from_str(json.out.lines().last().unwrap()).unwrap();
        assert_eq!((json.code, &last["ok"]), (1, &Value::Bool(false)), "{name}");
    }
    let nowhere = run("replay", &["replay", "nowhere.txt"], b"");
    assert_eq!(nowhere.code, 1);
}

/// A record in the folder of a test, with this modification time in seconds since 1970.
fn saved_record(folder: &str, name: &str, record: &str, seconds: u64) -> String {
    let path = file(folder, name, record);
    let written = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
    File::options().write(true).open(&path).unwrap().set_modified(written).unwrap();
    path
}

#[test]
fn records_are_listed_the_newest_first() {
    fresh_folder("list");
    let none = run("list", &["replay"], b"");
    assert_eq!((none.code, none.out.as_str()), (0, "No game has been saved yet: `lastcard` plays one.\n"));
    let named = RECORD.replace("seats 2\n", "seats 2\nnames Ada, Bola\n");
    let (open, _) = named.split_once("0 play 5C").unwrap();
    let paths = [
        saved_record("list", "won.txt", &named, 86_400),
        saved_record("list", "open.txt", open, 3 * 86_400),
        saved_record("list", "wrong.txt", &RECORD.replace("1 draw", "5 draw"), 2 * 86_400),
    ];
    file("list", "open.seats", "person person\n");
    let output = run("list", &["replay"], b"");
    let expected = format!(
        "1970-01-04 00:00 UTC  South African Crazy Eights
    Unfinished, in round 1. Players: Ada and Bola.
    lastcard replay {}

1970-01-03 00:00 UTC  wrong.txt
    line 10: there is no seat 5; seats are 0 to 1
    lastcard replay {}

1970-01-02 00:00 UTC  South African Crazy Eights
    Ada won. Players: Ada and Bola.
    lastcard replay {}

",
        paths[1], paths[2], paths[0]
    );
    assert_eq!((output.code, output.out), (0, expected));
    for option in ["--json", "--step", "--quiet"] {
        assert_eq!(run("list", &["replay", option], b"").code, 2, "{option} is for a record");
    }
}

#[test]
fn a_playout_is_measured() {
    for preset in ["naija-whot", "yaniv"] {
        let output = run("bench", &["bench", "playout", preset, "--games", "50"], b"");
        let line: Value = serde_json::from_str(&output.out).unwrap();
        assert_eq!(line["games"], 50);
        assert!(line["decisions"].as_u64().unwrap() > 500, "{line}");
        assert!(line["cpu_seconds"].as_f64().unwrap() >= 0.0);
    }
}
