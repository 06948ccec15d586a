//! The JSON interface against invalid input: it answers every line, and nothing changes.

use crate::program;
use engine::{Chance, Quick};
use lastcard::json_api::{JsonApi, MAX_LINE_BYTES};
use serde_json::Value;

const BEGIN: &[u8] = br#"{"cmd":"new","preset":"whot-spec","seats":3,"seed":5}"#;

/// Everything there is to know about the match.
fn all(api: &mut JsonApi) -> [String; 3] {
    [&b"{\"cmd\":\"state\"}"[..], b"{\"cmd\":\"reveal\"}", b"{\"cmd\":\"record\"}"]
        .map(|line| api.answer(line).line())
}

fn refused(api: &mut JsonApi, line: &[u8]) -> String {
    let answer: Value = serde_json::from_str(&api.answer(line).line()).expect("an answer is JSON");
    assert_eq!(answer["ok"], Value::Bool(false), "{}", String::from_utf8_lossy(line));
    assert!(!answer["message"].as_str().unwrap().is_empty());
    answer["error"].as_str().unwrap().to_string()
}

#[test]
fn rubbish_is_refused_with_a_code_and_changes_nothing() {
    let mut api = JsonApi::default();
    api.answer(BEGIN);
    let before = all(&mut api);
    let deep = "[".repeat(100_000);
    let deep_rules =
        format!(r#"{{"cmd":"new","preset":"yaniv","rules":{}1{}}}"#, r#"{"a":"#.repeat(100), "}".repeat(100));
    let many_cards = format!(r#"{{"cmd":"new","preset":"yaniv","deck":[{}"2C"]}}"#, "\"2C\",".repeat(200));
    let long_move = format!(r#"{{"cmd":"play","seat":0,"move":"play {}"}}"#, "star-8 ".repeat(10_000));
    let cases: &[(&str, &str)] = &[
        ("", "bad-json"),
        ("null", "bad-json"),
        ("{", "bad-json"),
        ("{}", "bad-field"),
        (&deep, "bad-json"),
        (&deep_rules, "bad-rules"),
        (&many_cards, "bad-field"),
        (&long_move, "unreadable"),
        (r#"{"cmd":7}"#, "bad-field"),
        (r#"{"cmd":"dance"}"#, "unknown-command"),
        (r#"{"cmd":"state","seat":0}"#, "unknown-field"),
        (r#"{"cmd":"legal"}"#, "bad-field"),
        (r#"{"cmd":"legal","seat":-1}"#, "bad-field"),
        (r#"{"cmd":"legal","seat":0.5}"#, "bad-field"),
        (r#"{"cmd":"legal","seat":"0"}"#, "bad-field"),
        (r#"{"cmd":"legal","seat":3}"#, "wrong-seat"),
        (r#"{"cmd":"legal","seat":18446744073709551615}"#, "wrong-seat"),
        (r#"{"cmd":"legal","seat":1e999}"#, "bad-json"),
        (r#"{"cmd":"play","seat":0}"#, "bad-field"),
        (r#"{"cmd":"play","seat":0,"move":["draw"]}"#, "bad-field"),
        (r#"{"cmd":"play","seat":0,"move":""}"#, "unreadable"),
        (r#"{"cmd":"play","seat":0,"move":"draw","at":99}"#, "stale"),
        (r#"{"cmd":"play","seat":0,"move":"draw","viewer":9}"#, "wrong-seat"),
        (r#"{"cmd":"play","seat":1,"move":"draw"}"#, "not-your-turn"),
        (r#"{"cmd":"play","seat":0,"move":"play whot-20"}"#, "not-in-hand"),
        (r#"{"cmd":"advise","seat":0,"moves":[]}"#, "bad-field"),
        (r#"{"cmd":"advise","seat":0,"moves":["play ZZ"]}"#, "unreadable"),
        (r#"{"cmd":"advise","seat":0,"moves":["draw","play ZZ"]}"#, "unreadable"),
        (r#"{"cmd":"advise","seat":0,"moves":["play whot-20"]}"#, "not-in-hand"),
        (r#"{"cmd":"advise","seat":1,"moves":["draw"]}"#, "not-your-turn"),
        (r#"{"cmd":"view"}"#, "bad-field"),
        (r#"{"cmd":"view","seat":0,"spectator":true}"#, "bad-field"),
        (r#"{"cmd":"view","spectator":"yes"}"#, "bad-field"),
        (r#"{"cmd":"undo"}"#, "nothing-to-undo"),
        (r#"{"cmd":"next"}"#, "round-not-over"),
        (r#"{"cmd":"new"}"#, "bad-field"),
        (r#"{"cmd":"new","preset":"yaniv","rules_toml":""}"#, "bad-field"),
        (r#"{"cmd":"new","preset":"whist"}"#, "unknown-preset"),
        (r#"{"cmd":"new","rules_toml":"hello"}"#, "bad-rules"),
        (r#"{"cmd":"new","preset":"yaniv","rules":{"hand_size":null}}"#, "bad-rules"),
        (r#"{"cmd":"new","preset":"yaniv","rules":{"extends":"switch"}}"#, "bad-rules"),
        (r#"{"cmd":"new","preset":"yaniv","rules":[]}"#, "bad-field"),
        (r#"{"cmd":"new","preset":"yaniv","seats":0}"#, "bad-game"),
        (r#"{"cmd":"new","preset":"yaniv","seats":1}"#, "bad-game"),
        (r#"{"cmd":"new","preset":"yaniv","seats":18446744073709551615}"#, "bad-game"),
        (r#"{"cmd":"new","preset":"yaniv","seed":-1}"#, "bad-field"),
        (r#"{"cmd":"new","preset":"yaniv","dealer":2}"#, "wrong-seat"),
        (r#"{"cmd":"new","preset":"yaniv","dealer":"me"}"#, "bad-field"),
        (r#"{"cmd":"new","preset":"yaniv","deck":["2C","2C"]}"#, "bad-game"),
        (r#"{"cmd":"new","preset":"yaniv","deck":["zz"]}"#, "bad-game"),
        (r#"{"cmd":"new","preset":"yaniv","deck":[1]}"#, "bad-field"),
        (r#"{"cmd":"new","preset":"yaniv","scores":[1]}"#, "bad-field"),
        (r#"{"cmd":"new","preset":"yaniv","scores":[2147483647,0]}"#, "bad-field"),
        (r#"{"cmd":"new","preset":"yaniv","viewer":"all"}"#, "bad-field"),
        (r#"{"cmd":"rules","preset":"nope"}"#, "unknown-preset"),
    ];
    for (line, code) in cases {
        let shown: String = line.chars().take(80).collect();
        assert_eq!(&refused(&mut api, line.as_bytes()), code, "{shown}");
        assert_eq!(all(&mut api), before, "{shown} changed something");
    }
}

#[test]
fn random_lines_never_end_the_process_or_touch_the_match() {
    let mut api = JsonApi::default();
    api.answer(BEGIN);
    let before = all(&mut api);
    let mut chance = Quick::new(9);
    let pieces: &[&str] = &[
        "{\"cmd\":",
        "\"play\"",
        "\"new\"",
        "\"seat\":",
        "\"move\":",
        "\"preset\":",
        "\"deck\":[",
        "\"rules\":{",
        "0",
        "-7",
        "99999999999999999999",
        "1e308",
        "null",
        "true",
        ",",
        "}",
        "]",
        "\"\\ud800\"",
        "\"\u{0}\"",
        "\"yaniv\"",
        "\u{fffd}",
    ];
    for _ in 0..20_000 {
        let mut line: Vec<u8> = Vec::new();
        for _ in 0..chance.below(12) {
            match chance.below(3) {
                0 => line.push(chance.below(256) as u8),
                _ => line.extend(pieces[chance.below(pieces.len() as u32) as usize].bytes()),
            }
        }
        let answer: Value = serde_json::from_str(&api.answer(&line).line()).expect("an answer is JSON");
        assert!(answer["ok"].is_boolean());
    }
    assert_eq!(all(&mut api), before);
}

/// Valid requests with any move for any seat: a refusal without a fine changes nothing.
#[test]
fn random_requests_keep_the_match_whole() {
    let mut api = JsonApi::default();
    let mut chance = Quick::new(3);
    let presets: Vec<&str> = games::presets::names().collect();
    let words = [
        "play", "draw", "pass", "say", "catch", "call", "throw", "take", "stock", "yaniv", "slap", "swap",
        "timeout", "fine", "leave", "star-8", "whot-20", "9C", "JK", "red-7", "circle", "1", "with",
    ];
    for round in 0..3_000 {
        if round % 100 == 0 {
            let preset = presets[chance.below(presets.len() as u32) as usize];
            let line = format!(r#"{{"cmd":"new","preset":"{preset}","seed":{round}}}"#);
            assert!(api.answer(line.as_bytes()).line().starts_with(r#"{"ok":true"#), "{line}");
        }
        let seat = chance.below(4);
        let legal = api.answer(format!(r#"{{"cmd":"legal","seat":{seat}}}"#).as_bytes()).line();
        let legal: Value = serde_json::from_str(&legal).unwrap();
        let moves = legal["moves"].as_array().map_or(&[][..], Vec::as_slice);
        let text = match chance.below(3) {
            0 if !moves.is_empty() => {
                moves[chance.below(moves.len() as u32) as usize].as_str().unwrap().to_string()
            }
            _ => {
                let words = (0..=chance.below(4)).map(|_| words[chance.below(words.len() as u32) as usize]);
                words.collect::<Vec<_>>().join(" ")
            }
        };
        let before = all(&mut api);
        let line = format!(r#"{{"cmd":"play","seat":{seat},"move":"{text}"}}"#);
        let answer: Value = serde_json::from_str(&api.answer(line.as_bytes()).line()).unwrap();
        if answer["ok"] == Value::Bool(false) && answer.get("events").is_none() {
            assert_eq!(all(&mut api), before, "{line}");
        }
        if chance.below(3) == 0 && answer["ok"] == Value::Bool(true) {
            api.answer(b"{\"cmd\":\"undo\"}");
            assert_eq!(all(&mut api), before, "{line} and undo");
        }
    }
}

#[test]
fn the_process_answers_every_line_whatever_it_is() {
    let mut input = BEGIN.to_vec();
    input.extend(b"\n\xff\xfe\x00\n");
    input.extend(vec![b'x'; MAX_LINE_BYTES + 1]);
    input.push(b'\n');
    input.extend(vec![b' '; 3 * MAX_LINE_BYTES]);
    input.extend(b"\n{\"cmd\":\"state\"}\n\n{\"cmd\":\"state\"}");
    let run = program::run("rubbish", &["engine"], &input);
    let answers: Vec<Value> = run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let codes: Vec<&str> = answers.iter().map(|answer| answer["error"].as_str().unwrap_or("ok")).collect();
    assert_eq!(codes, ["ok", "bad-json", "too-long", "too-long", "ok", "bad-json", "ok"]);
    assert_eq!((run.code, answers[4]["number"].as_u64()), (0, Some(0)));
    let run = program::run("rubbish", &["engine"], b"{\"cmd\":\"quit\"}\n{\"cmd\":\"state\"}\n");
    assert_eq!((run.code, run.out.as_str()), (0, "{\"ok\":true}\n"));
}
