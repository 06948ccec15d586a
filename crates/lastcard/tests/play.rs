//! Whole games through a pipe, as with a screen reader.

use std::fs;

use crate::program::{file, fresh_folder, killed_after, run, run_at};
use engine::{Chance, Quick};

/// The first choice again and again, with Enter in between.
fn answers() -> Vec<u8> {
    "1\n\n1\n".repeat(20_000).into_bytes()
}

/// The path of the record in the output.
fn record(out: &str) -> &str {
    let line = out.lines().find_map(|line| line.strip_prefix("The record of this game: "));
    line.unwrap_or_else(|| panic!("no record in\n{out}"))
}

#[test]
fn every_preset_is_played_to_its_end_and_its_record_holds() {
    for name in games::presets::names() {
        let test = format!("play-{name}");
        fresh_folder(&test);
        let played = run(&test, &["play", name, "--seed", "11"], &answers());
        assert_eq!((played.code, played.err.as_str()), (0, ""), "{name}");
        assert!(
            played.out.contains("the round.") || played.out.contains("The round is shared"),
            "{name}: nobody won"
        );
        assert!(
            played.out.ends_with(&format!("`lastcard play {name}` plays again.\n")),
            "{name}: {}",
            played.out
        );
        assert!(
            played.out.lines().all(|line| line.chars().count() <= 80 || line.contains("record")),
            "{name}"
        );
        let replay = run(&test, &["replay", record(&played.out)], b"");
        assert_eq!(replay.code, 0, "{name}: {}", replay.err);
        assert!(replay.out.ends_with("Every move of the record is legal.\n"), "{name}: {}", replay.out);
    }
}

/// Whatever is typed, the game goes on until the input ends.
#[test]
fn any_input_is_survived() {
    let inputs = [
        "1",
        "2",
        "3",
        "4",
        "5",
        "6",
        "7",
        "8",
        "",
        "back",
        "why",
        "hand",
        "table",
        "draw",
        "pass",
        "play",
        "play star-8",
        "throw 9C",
        "say last-card",
        "catch 1",
        "99999999999999999999999",
        "-1",
        "0",
        "\u{1b}[31m",
        "timeout",
        "fine",
        "yaniv",
        "call red",
    ];
    let mut chance = Quick::new(4);
    for name in games::presets::names() {
        let lines = (0..400).map(|_| inputs[chance.below(inputs.len() as u32) as usize]);
        let input = lines.collect::<Vec<_>>().join("\n");
        let test = format!("any-{name}");
        fresh_folder(&test);
        let played = run(&test, &["play", name, "--seed", "5", "--bots", "random"], input.as_bytes());
        assert_eq!((played.code, played.err.as_str()), (0, ""), "{name}");
        let replay = run(&test, &["replay", record(&played.out), "--quiet"], b"");
        assert_eq!(replay.code, 0, "{name}: {}", replay.err);
    }
}

#[test]
fn rules_of_the_house_are_played_from_a_file() {
    fresh_folder("house");
    let path =
        file("house", "bare.toml", "family = \"matching\"\npack = \"french\"\n[effects]\n8 = \"wild\"\n");
    let played = run("house", &["play", &path, "--seed", "3"], &answers());
    assert_eq!(played.code, 0);
    assert!(played.out.contains("House rules\n===="), "{}", played.out);
    let replay = run("house", &["replay", record(&played.out)], b"");
    assert_eq!(replay.code, 0, "{}", replay.err);
}

#[test]
fn enter_and_enter_lead_into_naija_whot() {
    fresh_folder("enter");
    let run = run("enter", &[], b"\n\n");
    assert_eq!(run.code, 0);
    assert!(run.out.contains("Naija Whot") && run.out.contains("Your hand: "), "{}", run.out);
    assert!(run.out.contains("What do you do?"), "{}", run.out);
}

#[test]
fn a_game_is_chosen_by_number_or_name() {
    fresh_folder("choose");
    let output =
        run("choose", &["--plain"], b"99\nswich\nswitch\nhand_size=99\noptions\n1\n\nhand_size=3\n\n\n").out;
    assert!(
        output.contains("Choose a number from 1 to 11.") && output.contains("Did you mean \"switch\"?"),
        "{output}"
    );
    assert!(output.contains("Switch, with house rules.") && output.contains(" 3 cards each"), "{output}");
    assert!(output.contains("hand_size") && output.contains("Accepted:"), "{output}");
}

/// Without players or variations on the command line, both are asked for (Y29, Y30), and Enter takes what is shown.
#[test]
fn players_and_variations_are_asked_for() {
    fresh_folder("setup");
    let asked = run("setup", &["play", "yaniv"], b"\nquit\n").out;
    assert!(asked.contains("   1  Number of players: 4, of 2 to 8\n"), "{asked}");
    assert!(asked.contains("   2  Players: Guest (a person), Bola (computer, medium), "), "{asked}");
    assert!(asked.contains("   3  Variations: none, the usual rules\n"), "{asked}");
    assert!(asked.contains("You play against Bola, Chidi and Dayo."), "{asked}");
    // Three players: a person called Ada, another called Obi, and a strong computer player. Yaniv from five points on.
    let lines = b"1\nnine\n3\n2\nAda\nada\nObi\nbot strong\nbot hard\n3\ncall_limit=5\n\n\n\nquit\n";
    let set_up = run("setup", &["play", "yaniv"], lines).out;
    for part in [
        "Type a number from 2 to 8.",
        "Another player is called ada.",
        "Levels are easy, medium, hard, expert and master.",
        "Players: Ada (a person), Obi (a person), Chidi (computer, hard)",
        "Variations: call_limit = 5",
        "Ada, Obi and Chidi play.",
    ] {
        assert!(set_up.contains(part), "no `{part}` in\n{set_up}");
    }
}

/// "quit" leaves at every question, and is nobody's name.
#[test]
fn every_question_can_be_left() {
    fresh_folder("leave-questions");
    for before in ["", "1\n", "2\n", "2\nAda\n", "3\n", "3\n1\n"] {
        let left = run("leave-questions", &["play", "yaniv"], format!("{before}quit\n\n\n").as_bytes());
        assert_eq!(left.code, 0, "{before}: {}", left.err);
        assert!(left.out.contains("who plays, and how?"), "{before}: {}", left.out);
        assert!(
            !left.out.contains("quit (a person)") && !left.out.contains("Round 1"),
            "{before}: {}",
            left.out
        );
    }
}

/// What the command line says is not asked again.
#[test]
fn nothing_is_asked_that_was_given() {
    fresh_folder("given");
    let asks = |args: &[&str]| {
        let out = run("given", args, b"\nquit\n").out;
        let has = |part: &str| out.contains(part);
        (has("Number of players: "), has("  Players: "), has("Variations: "))
    };
    assert_eq!(asks(&["play", "yaniv", "--seats", "4"]), (false, true, true));
    assert_eq!(asks(&["play", "yaniv", "--name", "Ada"]), (true, false, true));
    assert_eq!(asks(&["play", "yaniv", "--people", "Ada,Obi"]), (false, false, true));
    assert_eq!(asks(&["play", "yaniv", "--rule", "call_limit=5"]), (true, true, false));
    assert_eq!(asks(&["play", "yaniv", "--seed", "3"]), (false, false, false));
    assert_eq!(asks(&["play", "naija-whot-duel"]), (false, true, true), "a game for two has no other number");
}

#[test]
fn the_end_of_the_input_keeps_the_record() {
    let folder = fresh_folder("end");
    let left = run("end", &["play", "naija-whot-duel", "--seed", "2", "--name", "Ada"], b"1\n1\n1\n");
    assert_eq!(left.code, 0);
    let path = record(&left.out);
    assert!(path.starts_with(folder.to_str().unwrap()));
    let text = fs::read_to_string(path).unwrap();
    assert!(text.contains("names Ada, Bola\n") && text.contains("seed 2\n"), "{text}");
    let untouched = run(
        "end",
        &["play", "naija-whot-duel", "--seed", "2", "--rule", "first_dealer=last_seat"],
        b"quit\n",
    );
    assert!(!untouched.out.contains("record"), "nothing was played: {}", untouched.out);
}

#[test]
fn questions_are_answered_and_slips_explained() {
    fresh_folder("help");
    let args = ["play", "crazy-eights", "--seed", "1", "--rule", "first_dealer=last_seat"];
    let output = run(
        "help",
        &args,
        b"help\nhand\ntable\nwhy\nrules\nback\n77\nzebra\nplay 99\nyaniv\nplay\nlegal\nquit\n",
    )
    .out;
    for part in [
        "Type the number of a choice",
        "Your hand: ",
        "On the pile: ",
        "does not fit",
        "South African Crazy Eights\n====",
        "You have not made a move in this round.",
        "Choose a number from 1 to",
        "\"zebra\" is not a move",
        "\"play 99\" is not a move. Now you can type \"play ",
        "\"yaniv\" is not possible now.",
    ] {
        assert!(output.contains(part), "no `{part}` in\n{output}");
    }
}

#[test]
fn computer_players_play_by_themselves() {
    fresh_folder("auto");
    let args = ["play", "naija-whot", "--auto", "--seats", "4", "--seed", "3"];
    let (one, two) = (run("auto", &args, b""), run("auto", &args, b""));
    let output =
        |out: &str| out.lines().filter(|line| !line.contains("record")).map(String::from).collect::<Vec<_>>();
    assert_eq!(output(&one.out), output(&two.out), "equal seeds, equal games");
    assert!(!one.out.contains("You "), "{}", one.out);
    let local = run("auto", &["play", "naija-whot", "--auto", "--seed", "3", "--words", "local"], b"").out;
    assert!(local.contains(" of Ball") && !local.contains(" of Circle"), "{local}");
}

#[test]
fn what_cannot_be_played_is_explained() {
    for (args, part) in [
        (&["play", "yaniv", "--seats", "9"][..], "is for 2 to 8 players, not 9"),
        (&["play", "whist"], "there is no preset \"whist\""),
        (&["play", "yaniv", "--name", "a,b"], "A name has no comma"),
        (&["play", "nowhere.toml"], "cannot read nowhere.toml"),
    ] {
        let run = run("cannot", args, b"");
        assert_eq!(run.code, 1, "{args:?}");
        assert!(run.err.contains(part), "{args:?}: {}", run.err);
    }
}

#[test]
fn one_long_line_is_answered_once() {
    fresh_folder("long");
    let input = format!("{}\nquit\n", "x".repeat(100_000));
    let output = run("long", &["play", "yaniv", "--seed", "1"], input.as_bytes()).out;
    assert_eq!(output.matches("That line is too long.").count(), 1, "{output}");
    assert!(!output.contains("xxx"), "{output}");
}

#[test]
fn a_single_card_is_asked_about() {
    fresh_folder("why");
    let args = ["play", "naija-whot", "--seed", "1", "--words", "local", "--rule", "first_dealer=last_seat"];
    let output = run("why", &args, b"why \"star-8\"\nwhy 9 of hearts\nzebra\nwhy\nquit\n").out;
    assert!(output.contains("8 of Star"), "{output}");
    assert!(output.contains("There is no card \"9 of hearts\". Type help for the commands."), "{output}");
    assert_eq!(output.matches("Type help for the commands.").count(), 3, "{output}");
    assert!(!output.contains(" of Circle") && !output.contains("circle or"), "{output}");
    assert!(!output.contains("cannot be played: The"), "{output}");
}

/// A player who is out of the match is not asked again, and sees only the ends of rounds.
#[test]
fn a_person_who_is_out_sees_the_match_to_its_end() {
    fresh_folder("out");
    let args = ["play", "yaniv", "--seats", "4", "--seed", "11", "--rule", "limit=50"];
    let output = run("out", &args, &answers()).out;
    let (_, after) = output.split_once("You are out of the match").unwrap_or_else(|| panic!("{output}"));
    assert!(after.contains(" wins the match.") || after.contains("The match is shared"), "{after}");
    assert!(!after.contains("Enter for the next round") && !after.contains("throws"), "{after}");
}

#[test]
fn a_folder_that_cannot_be_written_is_named() {
    fresh_folder("unwritable");
    let path = file("unwritable", "blocked", "a file where a folder should be");
    let output = run_at(path.as_ref(), &["play", "yaniv", "--auto", "--seed", "1"], b"");
    let line = output.out.lines().find(|line| line.starts_with("The match could not be saved: "));
    assert!(line.is_some_and(|line| line.contains("blocked: ")), "{}", output.out);
}

/// A game that was killed in the middle is offered again and can be finished.
#[test]
fn a_killed_game_can_be_resumed() {
    for name in games::presets::names() {
        let test = format!("killed-{name}");
        let folder = fresh_folder(&test);
        let seen = killed_after(&folder, &["play", name, "--seed", "21"], 3);
        let hand = |text: &str| {
            let at = text.rfind("Your hand: ").unwrap_or_else(|| panic!("{name}: no hand in {text}"));
            text[at..].split("What do you do?").next().unwrap_or_default().to_string()
        };
        let again = run(&test, &[], b"\nquit\n");
        assert!(again.out.contains("   0  Continue "), "{name}: {}", again.out);
        assert_eq!(hand(&again.out), hand(&seen), "{name}");
        let ended = run(&test, &[], &[b"0\n", answers().as_slice()].concat());
        assert!(ended.out.contains("plays again."), "{name}: {}", ended.out);
        let files = fs::read_dir(&folder).unwrap().count();
        assert_eq!(files, 1, "{name}: one match, one record");
        let replay = run(&test, &["replay", record(&ended.out), "--quiet"], b"");
        assert_eq!(replay.code, 0, "{name}: {}", replay.err);
        assert!(!run(&test, &[], b"").out.contains("Continue"), "{name}: it is over");
    }
}

#[test]
fn a_game_that_is_dropped_is_not_offered_again() {
    fresh_folder("dropped");
    run("dropped", &["play", "crazy-eights", "--seed", "3"], b"1\n");
    let output = run("dropped", &[], b"drop\nquit\n").out;
    assert!(output.contains("Continue South African Crazy Eights, round 1, against Bola"), "{output}");
    assert!(!run("dropped", &[], b"quit\n").out.contains("Continue"));
}

/// Several people share the device, separated by blank lines (J23).
#[test]
fn people_pass_the_device_on() {
    fresh_folder("people");
    let args = ["play", "naija-whot", "--people", "Ada,Obi", "--seats", "3", "--seed", "4"];
    let output = run("people", &args, &answers()).out;
    assert!(output.contains("Ada, Obi and Bola play."), "{output}");
    assert!(output.contains("Pass the device to Obi. Obi, press Enter: "), "{output}");
    assert!(output.contains("plays again."), "{output}");
    for (before, _) in output.match_indices("Pass the device to ") {
        assert!(output[..before].ends_with(&"\n".repeat(40)), "{output}");
    }
    let own = run("people", &["play", "yaniv", "--people", "Ada,ada"], b"");
    assert!(own.err.contains("Another player is called ada."), "{}", own.err);
}
