//! The JSON interface for other programs: a request in, an answer out, and matches in between.
//!
//! `docs/engine.md` documents the requests and answers.

mod advise;
mod commands;
mod fields;
mod output;
mod rule_requests;
mod toml;

use std::collections::HashMap;

use engine::{Act, Event, Refusal, Seat, Viewer};
use games::{Session, record};
use protocol::PackInfo;
use serde_json::{Map, Value, json};

use commands::Command;
use fields::Fields;
use rule_requests::{RulesCache, preset, requested_opening, requested_seats};

/// Maximum length of a request.
pub const MAX_LINE_BYTES: usize = 1024 * 1024;

/// All that a viewer may know, as in the answer to `view`.
pub(crate) fn view(session: &Session, viewer: Viewer) -> Value {
    output::view(session, viewer)
}

/// How a round ended, for a seat: `result` and `match_winners` as in the answer to `state`.
pub(crate) fn round_result(session: &Session, seat: Seat) -> Value {
    output::round_result(session, seat)
}

/// Answers requests about the matches of one process.
#[derive(Debug, Default)]
pub struct JsonApi {
    /// The matches by name; the name is empty for the match of requests that name none.
    matches: HashMap<String, Session>,
    rules: RulesCache,
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

impl JsonApi {
    /// Answers one request. A refused request changes nothing.
    pub fn answer(&mut self, line: &[u8]) -> Answer {
        let request = JsonApi::parse(line);
        let last = request.as_ref().is_ok_and(|(command, _)| command.name == "quit");
        let result = request.and_then(|(command, fields)| {
            let name = fields.match_name()?;
            let answer = (command.run)(self, &fields).unwrap_or_else(Problem::answer);
            Ok(if name.is_empty() { answer } else { with_field(answer, "match", json!(name)) })
        });
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
        let command = commands::named(&name)?;
        fields.check_names(command)?;
        Ok((command, fields))
    }

    fn session(&self, fields: &Fields) -> Result<&Session, Problem> {
        self.matches.get(&fields.match_name()?).ok_or_else(no_game)
    }

    fn session_mut(&mut self, fields: &Fields) -> Result<&mut Session, Problem> {
        self.matches.get_mut(&fields.match_name()?).ok_or_else(no_game)
    }

    fn begin(&mut self, fields: &Fields) -> CommandResult {
        let rules = self.rules.rules(fields)?;
        let seats = requested_seats(fields, &rules)?;
        let compiled = self.rules.compiled(fields, seats)?;
        let opening = requested_opening(fields, &rules, &compiled, seats)?;
        let viewer = fields.viewer("viewer", seats)?;
        let session = Session::with_compiled(rules, compiled, &opening)
            .map_err(|why| Problem::new("bad-game", why.to_string()))?;
        let answer = output::new_match(&session);
        let answer = output::with_step(answer, &session, session.events(), viewer);
        self.matches.insert(fields.match_name()?, session);
        Ok(answer)
    }

    fn end(&mut self, fields: &Fields) -> CommandResult {
        self.matches.remove(&fields.match_name()?).map(|_| json!({"ok": true})).ok_or_else(no_game)
    }

    fn state(&mut self, fields: &Fields) -> CommandResult {
        self.session(fields).map(output::state)
    }

    fn legal(&mut self, fields: &Fields) -> CommandResult {
        let session = self.session(fields)?;
        let seat = fields.seat(session)?;
        let moves = output::legal(session, seat);
        Ok(json!({"ok": true, "number": session.number(), "seat": seat.index(), "moves": moves}))
    }

    fn play(&mut self, fields: &Fields) -> CommandResult {
        let session = self.session_mut(fields)?;
        let seat = fields.seat(session)?;
        let viewer = fields.viewer("viewer", session.opening().seats)?;
        let text = fields.text("move")?.ok_or_else(|| Fields::missing("move", "a move, like \"draw\""))?;
        let number = session.number();
        if let Some(at) = fields.number("at")?.filter(|&at| at != number as u64) {
            let why = format!("this answers position {at}, but the match is at {number}");
            return Err(Problem::new("stale", why).with("number", json!(number)));
        }
        let result = match session.parse(&text) {
            Ok(Act::Move(choice)) => session.play(seat, choice),
            Ok(Act::Order(order)) => session.act(seat, Act::Order(order)).map_err(Into::into),
            Err(why) => Err(session.refuse(seat, why)),
        };
        match result {
            Ok(events) => Ok(output::step(session, &events, viewer)),
            Err(refused) => Err(refusal(session, &refused.why, &refused.events, viewer)),
        }
    }

    fn view(&mut self, fields: &Fields) -> CommandResult {
        let session = self.session(fields)?;
        let viewer = match (fields.flag("spectator")?, fields.number("seat")?) {
            (Some(true), None) => Viewer::Spectator,
            (None | Some(false), Some(_)) => Viewer::Seat(fields.seat(session)?),
            _ => {
                return Err(Problem::new(
                    "bad-field",
                    "say for whom: \"seat\" with a number, or \"spectator\":true",
                ));
            }
        };
        Ok(output::view(session, viewer))
    }

    fn reveal(&mut self, fields: &Fields) -> CommandResult {
        self.session(fields).map(output::everything)
    }

    fn record(&mut self, fields: &Fields) -> CommandResult {
        let session = self.session(fields)?;
        Ok(json!({"ok": true, "number": session.number(), "record": record::write(session)}))
    }

    fn undo(&mut self, fields: &Fields) -> CommandResult {
        let session = self.session_mut(fields)?;
        if session.undo() {
            return Ok(output::with_position(output::accepted(session), session, None));
        }
        Err(Problem::new("nothing-to-undo", "nothing has been done yet in this match"))
    }

    fn next(&mut self, fields: &Fields) -> CommandResult {
        let session = self.session_mut(fields)?;
        let viewer = fields.viewer("viewer", session.opening().seats)?;
        let code = if session.outcome().is_none() { "round-not-over" } else { "match-over" };
        session.next_round().map_err(|why| Problem::new(code, why.to_string()))?;
        let mut answer = output::accepted(session);
        answer["round"] = json!(session.scores().rounds + 1);
        answer["dealer"] = json!(session.dealer().index());
        Ok(output::with_step(answer, session, session.events(), viewer))
    }

    fn rules(&mut self, fields: &Fields) -> CommandResult {
        let rules = match fields.text("preset")? {
            Some(name) => preset(&name)?,
            None => self.session(fields)?.rules().clone(),
        };
        Ok(json!({"ok": true, "rules": crate::rules::as_json(&rules)}))
    }

    /// The pack of the rules in the request, or of a match.
    fn pack(&mut self, fields: &Fields) -> CommandResult {
        let pack = if fields.names_rules() {
            let rules = self.rules.rules(fields)?;
            let seats = requested_seats(fields, &rules)?;
            PackInfo::of(&self.rules.compiled(fields, seats)?, seats)
        } else {
            let session = self.session(fields)?;
            PackInfo::of(session.compiled(), session.opening().seats)
        };
        Ok(json!({"ok": true, "pack": pack}))
    }
}

fn with_field(mut answer: Value, key: &str, value: Value) -> Value {
    answer[key] = value;
    answer
}

fn no_game() -> Problem {
    Problem::new(
        "no-game",
        "start a match first, with {\"cmd\":\"new\",\"preset\":\"crazy-eights\",\"seats\":2}",
    )
}

/// A refused move. A fine changes the position, so the answer then has the same fields as after a move.
fn refusal(session: &Session, why: &Refusal, events: &[Event], viewer: Option<Viewer>) -> Problem {
    let mut problem =
        Problem::new(why.code(), why.sentence(session.pack())).with("number", json!(session.number()));
    if !events.is_empty() {
        let step = output::with_step(json!({}), session, events, viewer);
        problem.more.extend(step.as_object().cloned().unwrap_or_default());
    }
    problem
}
