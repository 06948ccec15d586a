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

#[test]
fn the_transcripts_match_the_program() {
    let transcripts = transcripts();
    assert!(transcripts.len() >= 5, "only {} transcripts", transcripts.len());
    for transcript in transcripts {
        let input: String = transcript.iter().flat_map(|(sent, _)| [*sent, "\n"]).collect();
        let run = program::run("transcript", &["engine"], input.as_bytes());
        let answers: Vec<&str> = run.out.lines().collect();
        for ((sent, expected), answer) in transcript.iter().zip(&answers) {
            assert_eq!(answer, expected, "the answer to {sent}");
        }
        assert_eq!(answers.len(), transcript.len(), "one answer a request");
        assert_eq!(run.code, 0);
    }
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
