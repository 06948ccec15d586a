//! The JSON interface for other programs: a request in, an answer out, and a match in between.
//!
//! `docs/engine.md` documents the requests and answers.

mod advise;
mod fields;
mod output;
mod toml;

use engine::{Act, Event, Refusal, Viewer};
use games::{CompiledRules, Fault, Opening, Rules, Session, presets, record};
use serde_json::{Map, Value, json};

use crate::saved_matches;
use fields::Fields;

/// Maximum length of a request.
pub const MAX_LINE_BYTES: usize = 1024 * 1024;

/// All that a viewer may know, as in the answer to `view`.
pub(crate) fn view(session: &Session, viewer: Viewer) -> Value {
    output::view(session, viewer)
}

/// Answers requests about one match.
#[derive(Debug, Default)]
pub struct JsonApi {
    session: Option<Session>,
}

/// The answer to a request.
#[derive(Debug)]
pub struct Answer {
    value: Value,
    last: bool,
}

impl Answer {
    /// The answer as one line of JSON, without a line break.
    pub fn line(&self) -> String {
        self.value.to_string()
    }

    /// Whether the client asked to quit.
    pub fn is_last(&self) -> bool {
        self.last
    }
}

/// Why a request was refused.
#[derive(Debug)]
struct Problem {
    code: &'static str,
    message: String,
    more: Map<String, Value>,
}

impl Problem {
    fn new(code: &'static str, message: impl Into<String>) -> Problem {
        Problem { code, message: message.into(), more: Map::new() }
    }

    fn with(mut self, key: &str, value: Value) -> Problem {
        self.more.insert(key.into(), value);
        self
    }

    fn answer(self) -> Value {
        let mut out = Map::new();
        out.insert("ok".into(), json!(false));
        out.insert("error".into(), json!(self.code));
        out.insert("message".into(), json!(self.message));
        out.extend(self.more);
        Value::Object(out)
    }
}

type CommandResult = Result<Value, Problem>;

/// A command: its name, its fields, and what it does.
struct Command {
    name: &'static str,
    fields: &'static [&'static str],
    help: &'static str,
    run: fn(&mut JsonApi, &Fields) -> CommandResult,
}

const COMMANDS: &[Command] = &[
    Command {
        name: "new",
        fields: &["preset", "rules_toml", "rules", "seats", "seed", "deck", "dealer", "scores", "viewer"],
        help: "begins a match and deals its first round",
        run: JsonApi::begin,
    },
    Command {
        name: "state",
        fields: &[],
        help: "what is being waited for, scores, result",
        run: JsonApi::state,
    },
    Command { name: "legal", fields: &["seat"], help: "the legal moves of a seat", run: JsonApi::legal },
    Command {
        name: "play",
        fields: &["seat", "move", "at", "viewer"],
        help: "makes a move, or carries out timeout, leave or fine",
        run: JsonApi::play,
    },
    Command {
        name: "view",
        fields: &["seat", "spectator"],
        help: "all that a viewer may know",
        run: JsonApi::view,
    },
    Command {
        name: "advise",
        fields: &[
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
        help: "what a computer player would do in a seat, or in a turn told from another table, and why",
        run: advise::advise,
    },
    Command { name: "reveal", fields: &[], help: "every card, wherever it lies", run: JsonApi::reveal },
    Command { name: "record", fields: &[], help: "the match so far as a record", run: JsonApi::record },
    Command {
        name: "undo",
        fields: &[],
        help: "takes the last thing back that was done",
        run: JsonApi::undo,
    },
    Command { name: "next", fields: &["viewer"], help: "deals the next round", run: JsonApi::next },
    Command {
        name: "presets",
        fields: &[],
        help: "the rule sets that come with the program",
        run: |_, _| Ok(presets_answer()),
    },
    Command {
        name: "rules",
        fields: &["preset"],
        help: "a preset, or the rules of this match, in words and as TOML",
        run: JsonApi::rules,
    },
    Command { name: "help", fields: &[], help: "this list", run: |_, _| Ok(help()) },
    Command { name: "quit", fields: &[], help: "ends the process", run: |_, _| Ok(json!({"ok": true})) },
];

impl JsonApi {
    /// Answers one request. A refused request changes nothing.
    pub fn answer(&mut self, line: &[u8]) -> Answer {
        let request = JsonApi::parse(line);
        let last = request.as_ref().is_ok_and(|(command, _)| command.name == "quit");
        let result = request.and_then(|(command, fields)| (command.run)(self, &fields));
        Answer { value: result.unwrap_or_else(Problem::answer), last }
    }

    /// The command of a line, and its fields.
    fn parse(line: &[u8]) -> Result<(&'static Command, Fields), Problem> {
        if line.len() > MAX_LINE_BYTES {
            return Err(Problem::new("too-long", format!("a line has at most {MAX_LINE_BYTES} bytes")));
        }
        let value: Value = serde_json::from_slice(line)
            .map_err(|error| Problem::new("bad-json", format!("this line is not JSON: {error}")))?;
        let Value::Object(map) = value else {
            return Err(Problem::new("bad-json", "a request is an object, like {\"cmd\":\"state\"}"));
        };
        let fields = Fields(map);
        let name = fields.text("cmd")?.ok_or_else(|| Fields::missing("cmd", "the name of a command"))?;
        let command =
            COMMANDS.iter().find(|command| command.name == name).ok_or_else(|| unknown_command(&name))?;
        fields.check_names(command)?;
        Ok((command, fields))
    }

    fn session(&self) -> Result<&Session, Problem> {
        self.session.as_ref().ok_or_else(no_game)
    }

    fn session_mut(&mut self) -> Result<&mut Session, Problem> {
        self.session.as_mut().ok_or_else(no_game)
    }

    fn begin(&mut self, fields: &Fields) -> CommandResult {
        let rules = requested_rules(fields)?;
        let opening = requested_opening(fields, &rules)?;
        let viewer = fields.viewer("viewer", opening.seats)?;
        let session =
            Session::new(&rules, &opening).map_err(|why| Problem::new("bad-game", why.to_string()))?;
        let answer = output::new_match(&session, notation(&session, session.events(), viewer));
        self.session = Some(session);
        Ok(answer)
    }

    fn state(&mut self, _: &Fields) -> CommandResult {
        self.session().map(output::state)
    }

    fn legal(&mut self, fields: &Fields) -> CommandResult {
        let session = self.session()?;
        let seat = fields.seat(session)?;
        let moves = session.legal(seat).into_iter().map(|choice| session.notation(choice));
        Ok(
            json!({"ok": true, "number": session.number(), "seat": seat.index(), "moves": moves.collect::<Value>()}),
        )
    }

    fn play(&mut self, fields: &Fields) -> CommandResult {
        let session = self.session_mut()?;
        let seat = fields.seat(session)?;
        let viewer = fields.viewer("viewer", session.opening().seats)?;
        let text = fields.text("move")?.ok_or_else(|| Fields::missing("move", "a move, like \"draw\""))?;
        let number = session.number();
        if let Some(at) = fields.number("at")?.filter(|&at| at != number as u64) {
            let why = format!("this answers position {at}, and the match has come to {number}");
            return Err(Problem::new("stale", why).with("number", json!(number)));
        }
        let result = match session.parse(&text) {
            Ok(Act::Move(choice)) => session.play(seat, choice),
            Ok(Act::Order(order)) => session.act(seat, Act::Order(order)).map_err(Into::into),
            Err(why) => Err(why.into()),
        };
        match result {
            Ok(events) => {
                let events = notation(session, &events, viewer);
                Ok(json!({"ok": true, "number": session.number(), "events": events}))
            }
            Err(refused) => Err(refusal(session, &refused.why, &refused.events, viewer)),
        }
    }

    fn view(&mut self, fields: &Fields) -> CommandResult {
        let session = self.session()?;
        let viewer = match (fields.flag("spectator")?, fields.number("seat")?) {
            (Some(true), None) => Viewer::Spectator,
            (None | Some(false), Some(_)) => Viewer::Seat(fields.seat(session)?),
            _ => {
                return Err(Problem::new(
                    "bad-field",
                    "say who looks: \"seat\" with a number, or \"spectator\":true",
                ));
            }
        };
        Ok(output::view(session, viewer))
    }

    fn reveal(&mut self, _: &Fields) -> CommandResult {
        self.session().map(output::everything)
    }

    fn record(&mut self, _: &Fields) -> CommandResult {
        let session = self.session()?;
        Ok(json!({"ok": true, "number": session.number(), "record": record::write(session)}))
    }

    fn undo(&mut self, _: &Fields) -> CommandResult {
        let session = self.session_mut()?;
        if session.undo() {
            return Ok(json!({"ok": true, "number": session.number()}));
        }
        Err(Problem::new("nothing-to-undo", "nothing was done yet in this match"))
    }

    fn next(&mut self, fields: &Fields) -> CommandResult {
        let session = self.session_mut()?;
        let viewer = fields.viewer("viewer", session.opening().seats)?;
        let code = if session.outcome().is_none() { "round-not-over" } else { "match-over" };
        session.next_round().map_err(|why| Problem::new(code, why.to_string()))?;
        let events = notation(session, session.events(), viewer);
        let (round, dealer) = (session.scores().rounds + 1, session.dealer().index());
        Ok(
            json!({"ok": true, "number": session.number(), "round": round, "dealer": dealer, "events": events}),
        )
    }

    fn rules(&mut self, fields: &Fields) -> CommandResult {
        let rules = match fields.text("preset")? {
            Some(name) => preset(&name)?,
            None => self.session()?.rules().clone(),
        };
        Ok(json!({"ok": true, "rules": crate::rules::as_json(&rules)}))
    }
}

fn presets_answer() -> Value {
    json!({"ok": true, "presets": crate::presets::list()})
}

fn help() -> Value {
    let one =
        |command: &Command| json!({"cmd": command.name, "fields": command.fields, "help": command.help});
    json!({"ok": true, "commands": COMMANDS.iter().map(one).collect::<Value>()})
}

fn no_game() -> Problem {
    Problem::new(
        "no-game",
        "begin a match first, with {\"cmd\":\"new\",\"preset\":\"crazy-eights\",\"seats\":2}",
    )
}

fn unknown_command(name: &str) -> Problem {
    let near = games::hint(name, COMMANDS.iter().map(|command| command.name));
    let known: Vec<&str> = COMMANDS.iter().map(|command| command.name).collect();
    Problem::new(
        "unknown-command",
        format!("there is no such command; commands are {}.{near}", known.join(", ")),
    )
}

fn refusal(session: &Session, why: &Refusal, events: &[Event], viewer: Option<Viewer>) -> Problem {
    let problem =
        Problem::new(why.code(), why.sentence(session.pack())).with("number", json!(session.number()));
    if events.is_empty() { problem } else { problem.with("events", notation(session, events, viewer)) }
}

/// The events in notation, in full or as a viewer may see them.
fn notation(session: &Session, events: &[Event], viewer: Option<Viewer>) -> Value {
    let pack = session.pack();
    let seen = |event: &Event| viewer.map_or(*event, |viewer| event.seen_by(viewer, pack));
    events.iter().map(|event| seen(event).notation(pack)).collect()
}

fn preset(name: &str) -> Result<Rules, Problem> {
    presets::named(name).ok_or_else(|| {
        let near = games::hint(name, presets::names());
        Problem::new(
            "unknown-preset",
            format!("there is no such preset; {{\"cmd\":\"presets\"}} lists them.{near}"),
        )
    })
}

/// The rules of a request, with its changes.
fn requested_rules(fields: &Fields) -> Result<Rules, Problem> {
    let base = match (fields.text("preset")?, fields.text("rules_toml")?) {
        (Some(name), None) => preset(&name)?,
        (None, Some(text)) => games::load(&text).map_err(|faults| bad_rules(&faults))?,
        _ => {
            return Err(Problem::new(
                "bad-field",
                "name the rules: \"preset\" or \"rules_toml\", one of the two",
            ));
        }
    };
    match fields.object("rules")? {
        None => Ok(base),
        Some(changes) => {
            let text =
                toml::from_json(changes).map_err(|error| Problem::new("bad-rules", error.to_string()))?;
            games::apply(&base, &text).map_err(|faults| bad_changes(&faults))
        }
    }
}

fn bad_rules(faults: &[Fault]) -> Problem {
    let one = |fault: &Fault| json!({"line": fault.line, "column": fault.column, "message": fault.message});
    let first = faults.first().map_or_else(String::new, ToString::to_string);
    Problem::new("bad-rules", first).with("faults", faults.iter().map(one).collect())
}

/// The faults are in a text that the client never saw, so their places are left out.
fn bad_changes(faults: &[Fault]) -> Problem {
    let messages: Vec<&str> = faults.iter().map(|fault| fault.message.as_str()).collect();
    Problem::new("bad-rules", messages.join(" "))
}

fn requested_opening(fields: &Fields, rules: &Rules) -> Result<Opening, Problem> {
    let min_seats = rules.players().0 as u64;
    // Larger numbers than any game allows are refused below, with the number that was asked for.
    let seats = usize::try_from(fields.number("seats")?.unwrap_or(min_seats)).unwrap_or(usize::MAX);
    let compiled =
        CompiledRules::new(rules, seats).map_err(|why| Problem::new("bad-game", why.to_string()))?;
    let deck =
        fields.texts("deck")?.map(|names| names.iter().map(|name| canonical_card(&compiled, name)).collect());
    // A given deck is played the same way every time; without a deck and a seed the deal is random.
    let rules_seed = rules.table_options().seed.get();
    let default_seed =
        || if deck.is_none() && rules_seed == 0 { saved_matches::fresh_seed() } else { rules_seed };
    let seed = fields.number("seed")?.unwrap_or_else(default_seed);
    let dealer = fields.dealer(seats)?.unwrap_or_default();
    Ok(Opening { seats, dealer, seed, deck, scores: fields.scores(seats)?, ..Opening::default() })
}

/// A card in the notation of records, however it was written.
fn canonical_card(compiled: &CompiledRules, name: &str) -> String {
    compiled.pack().parse(name).map_or_else(|| name.to_string(), |card| compiled.pack().notation(card).into())
}
