//! The commands of the JSON interface: their names, their fields, and what runs them.

use serde_json::{Value, json};

use super::fields::Fields;
use super::{CommandResult, JsonApi, Problem, advise};

/// A command: its name, its fields, and what it does.
pub(super) struct Command {
    pub name: &'static str,
    pub fields: &'static [&'static str],
    help: &'static str,
    pub run: fn(&mut JsonApi, &Fields) -> CommandResult,
}

const COMMANDS: &[Command] = &[
    Command {
        name: "new",
        fields: &[
            "match",
            "preset",
            "rules_toml",
            "rules",
            "seats",
            "seed",
            "deck",
            "dealer",
            "scores",
            "viewer",
        ],
        help: "starts a match and deals its first round",
        run: JsonApi::begin,
    },
    Command {
        name: "state",
        fields: &["match"],
        help: "whose turn it is, the scores and the result",
        run: JsonApi::state,
    },
    Command {
        name: "legal",
        fields: &["match", "seat"],
        help: "the legal moves of a seat",
        run: JsonApi::legal,
    },
    Command {
        name: "play",
        fields: &["match", "seat", "move", "at", "viewer"],
        help: "makes a move, or carries out timeout, leave or fine",
        run: JsonApi::play,
    },
    Command {
        name: "view",
        fields: &["match", "seat", "spectator"],
        help: "everything a viewer may know",
        run: JsonApi::view,
    },
    Command {
        name: "advise",
        fields: &[
            "match",
            "seat",
            "level",
            "seed",
            "preset",
            "rules_toml",
            "rules",
            "hand",
            "counts",
            "top",
            "called",
            "pile",
            "moves",
        ],
        help: "what a computer player would do in a seat, or in a turn at another table, and why",
        run: advise::advise,
    },
    Command { name: "reveal", fields: &["match"], help: "every card, wherever it is", run: JsonApi::reveal },
    Command {
        name: "record",
        fields: &["match"],
        help: "the match so far as a record",
        run: JsonApi::record,
    },
    Command { name: "undo", fields: &["match"], help: "takes the last action back", run: JsonApi::undo },
    Command { name: "next", fields: &["match", "viewer"], help: "deals the next round", run: JsonApi::next },
    Command { name: "end", fields: &["match"], help: "forgets a match", run: JsonApi::end },
    Command {
        name: "presets",
        fields: &[],
        help: "the rule sets that come with the program",
        run: |_, _| Ok(json!({"ok": true, "presets": crate::presets::list()})),
    },
    Command {
        name: "rules",
        fields: &["match", "preset"],
        help: "a preset, or the rules of a match, in words and as TOML",
        run: JsonApi::rules,
    },
    Command {
        name: "pack",
        fields: &["match", "preset", "rules_toml", "rules", "seats"],
        help: "the cards of a preset, of a rule file, or of a match",
        run: JsonApi::pack,
    },
    Command { name: "help", fields: &[], help: "this list", run: |_, _| Ok(help()) },
    Command { name: "quit", fields: &[], help: "ends the process", run: |_, _| Ok(json!({"ok": true})) },
];

/// The command with this name.
pub(super) fn named(name: &str) -> Result<&'static Command, Problem> {
    COMMANDS.iter().find(|command| command.name == name).ok_or_else(|| unknown(name))
}

fn unknown(name: &str) -> Problem {
    let known = || COMMANDS.iter().map(|command| command.name);
    let (near, all) = (games::hint(name, known()), known().collect::<Vec<_>>().join(", "));
    Problem::new("unknown-command", format!("there is no such command; commands are {all}.{near}"))
}

fn help() -> Value {
    let one =
        |command: &Command| json!({"cmd": command.name, "fields": command.fields, "help": command.help});
    json!({"ok": true, "commands": COMMANDS.iter().map(one).collect::<Value>()})
}
