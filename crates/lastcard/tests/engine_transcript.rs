//! The transcripts of `docs/engine.md`, line by line against the real binary, and its bot in Python.

use std::process::Command;

use crate::program;

const DOCUMENT: &str = include_str!("../../../docs/engine.md");

/// The requests and expected answers of each transcript.
fn transcripts() -> Vec<Vec<(&'static str, &'static str)>> {
    let blocks = DOCUMENT.split("```transcript\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    blocks.map(|block| pairs(&block.lines().collect::<Vec<_>>())).collect()
}

fn pairs(lines: &[&'static str]) -> Vec<(&'static str, &'static str)> {
    let pair = |pair: &[&'static str]| {
        let [sent, expected] = pair else { panic!("a request without an answer: {pair:?}") };
        (sent.strip_prefix("> ").expect("a request"), expected.strip_prefix("< ").expect("an answer"))
    };
    lines.chunks(2).map(pair).collect()
}

/// `LASTCARD_WRITE=1 cargo test -p lastcard --test integration engine_transcript` writes the answers anew.
#[test]
fn the_transcripts_match_the_program() {
    let transcripts = transcripts();
    assert!(transcripts.len() >= 5, "only {} transcripts", transcripts.len());
    let mut written = DOCUMENT.to_string();
    for transcript in transcripts {
        let input: String = transcript.iter().flat_map(|(sent, _)| [*sent, "\n"]).collect();
        let run = program::run("transcript", &["engine"], input.as_bytes());
        let answers: Vec<&str> = run.out.lines().collect();
        if std::env::var_os("LASTCARD_WRITE").is_some() {
            written = written.replace(&lines(&transcript), &lines(&replaced(&transcript, &answers)));
            continue;
        }
        for ((sent, expected), answer) in transcript.iter().zip(&answers) {
            assert_eq!(answer, expected, "the answer to {sent}");
        }
        assert_eq!(answers.len(), transcript.len(), "one answer a request");
        assert_eq!(run.code, 0);
    }
    if written != DOCUMENT {
        std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/engine.md"), written).unwrap();
    }
}

/// A transcript as the document has it.
fn lines(transcript: &[(&str, &str)]) -> String {
    transcript.iter().flat_map(|(sent, answer)| ["> ", sent, "\n< ", answer, "\n"]).collect()
}

fn replaced<'a>(transcript: &[(&'a str, &str)], answers: &[&'a str]) -> Vec<(&'a str, &'a str)> {
    transcript.iter().zip(answers).map(|((sent, _), answer)| (*sent, *answer)).collect()
}

#[test]
fn the_document_names_every_command_and_field() {
    let run = program::run("transcript", &["engine"], b"{\"cmd\":\"help\"}\n");
    let help: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    for command in help["commands"].as_array().unwrap() {
        let fields = command["fields"].as_array().unwrap();
        for word in fields.iter().chain([&command["cmd"]]) {
            let quoted = format!("`{}`", word.as_str().unwrap());
            let in_text = DOCUMENT.contains(&quoted) || word == "spectator";
            assert!(in_text, "docs/engine.md does not speak of {quoted}");
        }
    }
}

/// Every field of every answer is documented.
#[test]
fn the_document_names_every_field_of_a_state_and_a_view() {
    for preset in ["naija-whot", "yaniv"] {
        let input = format!(
            "{{\"cmd\":\"new\",\"preset\":\"{preset}\",\"seats\":2,\"seed\":1}}\n{{\"cmd\":\"state\"}}\n{{\"cmd\":\"view\",\"seat\":0}}\n{{\"cmd\":\"reveal\"}}\n"
        );
        let run = program::run("transcript", &["engine"], input.as_bytes());
        for line in run.out.lines() {
            let answer: serde_json::Value = serde_json::from_str(line).unwrap();
            for key in answer.as_object().unwrap().keys() {
                assert!(DOCUMENT.contains(&format!("`{key}`")), "docs/engine.md does not speak of `{key}`");
            }
        }
    }
}

/// The bot of the document plays a whole match of every preset, and reports the winners.
#[test]
fn the_python_player_over_the_engine_plays_every_preset() {
    let player = concat!(env!("CARGO_MANIFEST_DIR"), "/../../bench/enginebot.py");
    let lines = std::fs::read_to_string(player).unwrap().lines().count();
    assert!(lines < 60, "{lines} lines");
    if !program::has_python() {
        return;
    }
    let names: Vec<&str> = games::presets::names().collect();
    let mut python = Command::new("python3");
    let ran = python.arg(player).arg(env!("CARGO_BIN_EXE_lastcard")).args(&names).output().unwrap();
    let (output, wrong) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    assert!(ran.status.success() && wrong.is_empty(), "{wrong}");
    assert_eq!(output.lines().count(), names.len(), "{output}");
    for (line, name) in output.lines().zip(names) {
        assert!(line.starts_with(&format!("{name}: won by seats [")), "{line}");
    }
}

/// A loop needs no other request than `play`: its answer says whose turn it is and what is legal.
#[test]
fn an_answer_to_play_is_enough_for_the_next_step() {
    for preset in games::presets::names() {
        let mut api = lastcard::json_api::JsonApi::default();
        let mut ask = |request: String| -> serde_json::Value {
            serde_json::from_str(&api.answer(request.as_bytes()).line()).unwrap()
        };
        let mut at = ask(format!(r#"{{"cmd":"new","preset":"{preset}","seed":4}}"#));
        for step in 0..60 {
            let seen = ask(r#"{"cmd":"state"}"#.into());
            for field in ["number", "turn", "to_act", "over", "match_over"] {
                assert_eq!(at[field], seen[field], "{preset}, step {step}: {field}");
            }
            let Some(seat) = at["turn"].as_u64() else { break };
            let legal = ask(format!(r#"{{"cmd":"legal","seat":{seat}}}"#));
            assert_eq!(at["legal"], legal["moves"], "{preset}, step {step}");
            let text = at["legal"].as_array().unwrap().last().unwrap();
            at = ask(format!(r#"{{"cmd":"play","seat":{seat},"move":{text}}}"#));
        }
    }
}

/// With a viewer, the answer has nothing that the viewer may not know: its own moves, and not who may react.
#[test]
fn an_answer_for_a_viewer_has_the_moves_of_that_viewer() {
    let mut api = lastcard::json_api::JsonApi::default();
    let mut ask = |request: &str| -> serde_json::Value {
        serde_json::from_str(&api.answer(request.as_bytes()).line()).unwrap()
    };
    let dealt = ask(r#"{"cmd":"new","preset":"crazy-eights","seats":2,"seed":4,"viewer":1}"#);
    assert_eq!((&dealt["turn"], &dealt["legal"]), (&0.into(), &serde_json::json!([])));
    assert!(dealt.get("to_act").is_none());
    let drawn = ask(r#"{"cmd":"play","seat":0,"move":"draw","viewer":1}"#);
    assert_eq!(drawn["legal"], ask(r#"{"cmd":"legal","seat":1}"#)["moves"]);
    let watched = ask(r#"{"cmd":"play","seat":1,"move":"draw","viewer":"spectator"}"#);
    assert_eq!((&watched["turn"], &watched["legal"]), (&0.into(), &serde_json::json!([])));
}

#[test]
fn matches_of_one_process_do_not_touch_each_other() {
    let mut api = lastcard::json_api::JsonApi::default();
    let mut ask = |request: String| -> serde_json::Value {
        serde_json::from_str(&api.answer(request.as_bytes()).line()).unwrap()
    };
    for name in 0..200 {
        let dealt =
            ask(format!(r#"{{"cmd":"new","match":"m{name}","preset":"crazy-eights","seed":{name}}}"#));
        assert_eq!(dealt["match"], format!("m{name}"));
    }
    let before = ask(r#"{"cmd":"reveal","match":"m7"}"#.into());
    assert_eq!(ask(r#"{"cmd":"play","match":"m8","seat":0,"move":"draw"}"#.into())["ok"], true);
    assert_eq!(ask(r#"{"cmd":"reveal","match":"m7"}"#.into()), before);
    assert_eq!(ask(r#"{"cmd":"state","match":"m8"}"#.into())["number"], 1);
    assert_eq!(ask(r#"{"cmd":"end","match":"m8"}"#.into())["ok"], true);
    assert_eq!(ask(r#"{"cmd":"state","match":"m8"}"#.into())["error"], "no-game");
    assert_eq!(ask(r#"{"cmd":"state"}"#.into())["error"], "no-game");
    assert_eq!(ask(r#"{"cmd":"state","match":""}"#.into())["error"], "bad-field");
}
