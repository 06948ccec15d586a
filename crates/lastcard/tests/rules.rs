//! Rule sets explained, checked and compared on the command line.

use crate::program::{file, run};
use serde_json::Value;

/// The exit code and output of `rules check`, without the path.
fn checked(name: &str, text: &str) -> (i32, String) {
    let path = file("check", name, text);
    let run = run("check", &["rules", "check", &path], b"");
    assert_eq!(run.err, "");
    (run.code, run.out.replace(&path, "my.toml"))
}

/// Each fault with its place and its cure.
#[test]
fn faults_are_shown_with_place_and_cure() {
    let whot = |lines: &str| format!("extends = \"naija-whot\"\n{lines}\n");
    let cases: &[(&str, &str, &[&str])] = &[
        (
            "unknown key",
            "hand_sise = 5",
            &[
                "my.toml:2:1: ",
                "no option `hand_sise`",
                "Did you mean \"hand_size\"?",
                "2 | hand_sise = 5",
                "| ^",
            ],
        ),
        (
            "wrong type",
            "hand_size = \"five\"",
            &["my.toml:2:13: ", "a whole number from 1 to 20, not \"five\"", "|             ^"],
        ),
        (
            "wrong value",
            "counter = \"stak\"",
            &["my.toml:2:11: ", "\"stack\", \"transfer\", \"cancel\", \"none\"", "Did you mean \"stack\"?"],
        ),
        (
            "unknown rank",
            "[points]\n21 = 5",
            &["my.toml:3:1: ", "the pack has no \"21\"", "its ranks are 1 2 3"],
        ),
        ("unknown rank to finish on", "finish_on = [\"21\"]", &["my.toml:2:13: ", "the pack has no \"21\""]),
        (
            "unknown suit",
            "double_suits = [\"hearts\"]",
            &["my.toml:2:16: ", "its suits circle triangle cross square star"],
        ),
        (
            "effect on no card",
            "[effects]\nstar-14 = \"pick 2\"",
            &["my.toml:3:1: ", "the pack has no \"star-14\""],
        ),
        (
            "no effect",
            "[effects]\n14 = \"pikc 2\"",
            &["my.toml:3:6: ", "there is no effect \"pikc\"", "Did you mean \"pick\"?"],
        ),
        (
            "hands do not fit",
            "hand_size = 20",
            &["my.toml:2:13: ", "3 players with 20 cards each do not fit into 54 cards", "deal at most 17"],
        ),
        (
            "contradiction",
            "counter = \"none\"\ncross_counter = true",
            &["my.toml:3:17: ", "cross_counter needs answers to pick cards"],
        ),
        ("no TOML", "hand_size = = 5", &["my.toml:2:", "this is not TOML"]),
    ];
    for (name, lines, expected) in cases {
        let (code, output) = checked(&name.replace(' ', "-"), &whot(lines));
        assert_eq!(code, 1, "{name}: {output}");
        for part in *expected {
            assert!(output.contains(part), "{name}: no `{part}` in\n{output}");
        }
    }
    let (code, output) = checked("nothing", "extends = \"naija-wot\"\n");
    assert_eq!(code, 1);
    assert!(output.contains("my.toml:1:11: ") && output.contains("Did you mean \"naija-whot\"?"), "{output}");
}

#[test]
fn all_faults_of_a_file_are_reported_as_json() {
    let path = file("check", "two.toml", "extends = \"yaniv\"\nhand_size = 99\njokers = true\n");
    let run = run("check", &["rules", "check", &path, "--json"], b"");
    let output: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(run.code, 1);
    assert_eq!(output["ok"], Value::Bool(false));
    let places: Vec<_> = output["faults"]
        .as_array()
        .unwrap()
        .iter()
        .map(|fault| (fault["line"].clone(), fault["column"].clone()))
        .collect();
    assert_eq!(places, [(2.into(), 13.into()), (3.into(), 10.into())]);
}

#[test]
fn a_valid_file_is_confirmed() {
    let (code, output) =
        checked("right.toml", "extends = \"naija-whot\"\ntitle = \"Ibadan Whot\"\nplayers = \"2-6\"\n");
    assert_eq!((code, output.as_str()), (0, "my.toml: no fault found. Ibadan Whot, 2 to 6 players.\n"));
    let nowhere = run("check", &["rules", "check", "nowhere.toml"], b"");
    assert_eq!(nowhere.code, 1);
    assert!(nowhere.err.contains("cannot read nowhere.toml"), "{}", nowhere.err);
}

/// A rule set written out in full loads again and is the same.
#[test]
fn every_preset_written_out_is_the_same_again() {
    for name in games::presets::names() {
        let whole = run("toml", &["rules", name, "--toml"], b"");
        let path = file("toml", &format!("{name}.toml"), &whole.out);
        let check = run("toml", &["rules", "check", &path], b"");
        assert_eq!(check.code, 0, "{}", check.out);
        let diff = run("toml", &["rules", "diff", name, &path], b"");
        assert!(diff.out.contains("have the same rules"), "{name}: {}", diff.out);
    }
}

#[test]
fn two_rule_sets_are_compared() {
    let diff = run("diff", &["rules", "diff", "naija-whot", "whot-spec"], b"");
    assert_eq!(diff.code, 0);
    assert!(diff.out.starts_with("How Naija Whot and Group Whot differ\n"), "{}", diff.out);
    assert!(diff.out.contains("block_8"), "{}", diff.out);
    let json = run("diff", &["rules", "diff", "naija-whot", "whot-spec", "--json"], b"");
    let output: Value = serde_json::from_str(&json.out).unwrap();
    let topics: Vec<&str> =
        output["differences"].as_array().unwrap().iter().map(|one| one["topic"].as_str().unwrap()).collect();
    assert!(topics.contains(&"group_play") && !topics.contains(&"hand_size"), "{topics:?}");
    let block = serde_json::json!({"key": "block_8", "one": false, "two": true});
    assert!(output["options"].as_array().unwrap().contains(&block), "{output}");
    let path = file("diff", "mine.toml", "extends = \"yaniv\"\ncall_limit = 5\n");
    let mine = run("diff", &["rules", "diff", "yaniv", &path], b"");
    assert!(mine.out.contains("call_limit") && !mine.out.contains("joker_swap"), "{}", mine.out);
}

#[test]
fn a_rule_set_is_explained_within_eighty_columns() {
    for name in games::presets::names() {
        let page = run("page", &["rules", name], b"");
        assert_eq!(page.code, 0);
        assert!(page.out.lines().all(|line| line.chars().count() <= 80), "{name}");
        let title = games::presets::named(name).unwrap().header().title.clone();
        assert!(page.out.starts_with(&format!("{title}\n=")), "{name}");
    }
    let changed = run("page", &["rules", "yaniv", "--rule", "call_limit=5", "--options"], b"");
    assert!(changed.out.contains("call_limit = 5\n"), "{}", changed.out);
    assert!(changed.out.contains("Accepted: a whole number from 0 to 50"), "{}", changed.out);
    let json = run("page", &["rules", "yaniv", "--json"], b"");
    let output: Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(output["family"], "yaniv");
    assert!(!output["clauses"].as_array().unwrap().is_empty());
}

#[test]
fn typos_are_answered_with_suggestions() {
    let unknown = run("page", &["rules", "naija-wot"], b"");
    assert_eq!((unknown.code, unknown.out.as_str()), (1, ""));
    assert!(unknown.err.contains("Did you mean \"naija-whot\"?"), "{}", unknown.err);
    let rule = run("page", &["rules", "yaniv", "--rule", "cal_limit=5"], b"");
    assert_eq!(rule.code, 1);
    assert!(rule.err.contains("Did you mean \"call_limit\"?"), "{}", rule.err);
    let no_pair = run("page", &["rules", "yaniv", "--rule", "call_limit"], b"");
    assert!(no_pair.err.contains("is not key=value"), "{}", no_pair.err);
}

#[test]
fn the_presets_are_listed() {
    let list = run("presets", &["presets"], b"");
    let json: Value = serde_json::from_str(&run("presets", &["presets", "--json"], b"").out).unwrap();
    let names: Vec<&str> = json.as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert!(names.iter().copied().eq(games::presets::names()));
    assert!(names.iter().all(|name| list.out.contains(name)), "{}", list.out);
}

#[test]
fn a_preset_needs_no_check() {
    let output = run("check", &["rules", "check", "naija-whot"], b"");
    assert_eq!(output.code, 0);
    assert!(output.out.contains("presets need no check"), "{}", output.out);
}

#[test]
fn with_json_errors_are_json_too() {
    for args in [
        &["rules", "naija", "--json"][..],
        &["rules", "check", "nowhere.toml", "--json"],
        &["rules", "diff", "yaniv", "whist", "--json"],
        &["rules", "yaniv", "--rule", "cal_limit=5", "--json"],
    ] {
        let refused = run("json", args, b"");
        let output: Value = serde_json::from_str(&refused.out).unwrap();
        assert_eq!((refused.code, refused.err.as_str()), (1, ""), "{args:?}");
        assert_eq!(output["ok"], Value::Bool(false), "{args:?}");
        assert!(output["message"].is_string(), "{args:?}");
    }
}

#[test]
fn the_options_are_listed_as_json() {
    let output = run("json", &["rules", "yaniv", "--options", "--json"], b"");
    let options: Value = serde_json::from_str(&output.out).unwrap();
    assert!(options.as_array().unwrap().iter().any(|one| one["key"] == "call_limit"), "{options}");
}

/// The rule files in docs/house-rules.md are valid.
#[test]
fn the_rule_files_in_the_docs_are_right() {
    let page = include_str!("../../../docs/house-rules.md");
    let files: Vec<&str> =
        page.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert_eq!(files.len(), 2);
    for (at, text) in files.iter().enumerate() {
        let (code, output) = checked(&format!("docs-{at}.toml"), text);
        assert_eq!(code, 0, "{output}");
    }
}
