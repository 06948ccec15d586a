//! A player that is an external program: it reads the view of its seat and answers with a move.

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use engine::{Act, Event, Seat, Viewer};
use games::{Move, Rules, Session};
use lab::{Entrant, GameLength, Player, PlayerError};
use serde_json::{Map, Value, json};

use crate::json_api;

/// Extra time for the first answer of a program, while it starts.
const STARTUP_GRACE: Duration = Duration::from_secs(10);
/// The exit code of a shell whose command does not exist.
const COMMAND_NOT_FOUND_EXIT_CODE: i32 = 127;
/// Maximum length of an answer.
const MAX_ANSWER_BYTES: usize = 64 * 1024;

/// A program that has lost its seat this often is not started again.
const MAX_FAILURES: usize = 5;

/// What all seats of one program share.
struct Program {
    command: String,
    limit: Duration,
    /// Running processes that wait for their next game.
    idle: Mutex<Vec<Process>>,
    /// How often the program has lost its seat.
    failures: AtomicUsize,
    /// Whether it has ever answered. A program that ends before that cannot play at all.
    has_answered: AtomicBool,
}

impl Program {
    fn idle(&self) -> MutexGuard<'_, Vec<Process>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The player that a command starts, with its time limit per move.
pub(super) fn entrant(command: &str, limit: Duration) -> Entrant {
    let program = Arc::new(Program {
        command: command.into(),
        limit,
        idle: Mutex::default(),
        failures: AtomicUsize::new(0),
        has_answered: AtomicBool::new(false),
    });
    Entrant::external(
        &format!("cmd:{command}"),
        Arc::new(move |length| {
            let (program, process) = (Arc::clone(&program), program.idle().pop());
            Box::new(ExternalPlayer { program, process, length, events: Vec::new(), rules: None })
        }),
    )
}

/// A program in a seat.
struct ExternalPlayer {
    program: Arc<Program>,
    process: Option<Process>,
    length: GameLength,
    /// What the seat has seen since its last move, in notation.
    events: Vec<String>,
    /// The rules of the game, in the fields that name them.
    rules: Option<Map<String, Value>>,
}

/// A running program.
struct Process {
    child: Child,
    /// Closed when the program is to end.
    input: Option<ChildStdin>,
    answers: Receiver<String>,
    is_starting: bool,
    /// Whether it has asked for the results of rounds.
    wants_results: bool,
    /// How long it may take after the last result.
    limit: Duration,
}

impl Player for ExternalPlayer {
    fn choose(&mut self, session: &Session, seat: Seat, moves: &[Move]) -> Result<Option<Move>, PlayerError> {
        let answer = self.ask(session, seat);
        let choice = answer.and_then(|answer| parse_answer(session, seat, moves, &answer));
        if choice.is_err() {
            // The process is ended and not reused.
            self.process = None;
            self.program.failures.fetch_add(1, Ordering::Relaxed);
        }
        choice
    }

    fn observe(&mut self, session: &Session, seat: Seat, events: &[Event]) {
        let (viewer, pack) = (Viewer::Seat(seat), session.pack());
        self.events.extend(events.iter().map(|event| event.seen_by(viewer, pack).notation(pack)));
    }

    fn end_round(&mut self, session: &Session, seat: Seat) {
        if self.process.as_ref().is_some_and(|process| process.wants_results) {
            let result = self.with_match(json_api::round_result(session, seat), session, "result");
            // A program that has crashed is noticed at its next move.
            let _ = self.process.as_mut().map(|process| process.send(&result));
        }
    }
}

impl ExternalPlayer {
    /// Sends the view and waits for an answer.
    fn ask(&mut self, session: &Session, seat: Seat) -> Result<String, PlayerError> {
        let view = self.with_match(json_api::view(session, Viewer::Seat(seat)), session, "move");
        let program = Arc::clone(&self.program);
        let process = match &mut self.process {
            Some(process) => process,
            _ if program.failures.load(Ordering::Relaxed) >= MAX_FAILURES => {
                return Err(PlayerError::new(format!(
                    "lost its seat {MAX_FAILURES} times and is not started again"
                )));
            }
            empty => empty.insert(Process::start(&program)?),
        };
        let limit = if process.is_starting { program.limit + STARTUP_GRACE } else { program.limit };
        let crashed = |process: &mut Process| process.crashed(program.has_answered.load(Ordering::Relaxed));
        if process.send(&view).is_err() {
            return Err(crashed(process));
        }
        let answer = process.answers.recv_timeout(limit).map_err(|error| match error {
            RecvTimeoutError::Timeout => {
                PlayerError::new(format!("did not answer for {} ms", limit.as_millis()))
            }
            RecvTimeoutError::Disconnected => crashed(process),
        })?;
        process.is_starting = false;
        process.wants_results |= asks_for_results(&answer);
        program.has_answered.store(true, Ordering::Relaxed);
        Ok(answer)
    }

    /// Adds what a program needs to know about the match, and what it has seen since its last line.
    fn with_match(&mut self, mut line: Value, session: &Session, cmd: &str) -> Value {
        let scores = session.scores();
        let over = session.outcome().is_some();
        line["cmd"] = json!(cmd);
        let rules = self.rules.get_or_insert_with(|| named_rules(session.rules()));
        rules.iter().for_each(|(key, value)| line[key] = value.clone());
        line["game"] = json!(match self.length {
            GameLength::Round => "round",
            GameLength::Match => "match",
        });
        line["round"] = json!(if over { scores.rounds } else { scores.rounds + 1 });
        line["scores"] = json!(scores.totals.first(scores.seats));
        line["events"] = json!(std::mem::take(&mut self.events));
        line
    }
}

/// The preset that the rules are based on, and what differs from it as a rule file.
fn named_rules(rules: &Rules) -> Map<String, Value> {
    let base = rules.header().base.as_deref().and_then(games::presets::named);
    let changes = if base.as_ref() == Some(rules) { String::new() } else { rules.to_toml(base.as_ref()) };
    let preset = base.map(|base| base.header().name.clone());
    Map::from_iter([("preset".into(), json!(preset)), ("rules".into(), json!(changes))])
}

fn asks_for_results(answer: &str) -> bool {
    let answer: Result<Value, _> = serde_json::from_str(answer);
    answer.is_ok_and(|answer| answer.get("results") == Some(&Value::Bool(true)))
}

impl Drop for ExternalPlayer {
    fn drop(&mut self) {
        if let Some(process) = self.process.take() {
            self.program.idle().push(process);
        }
    }
}

impl Process {
    fn start(program: &Program) -> Result<Process, PlayerError> {
        let command = &program.command;
        let (shell, flag) = if cfg!(windows) { ("cmd", "/C") } else { ("sh", "-c") };
        // Without `exec`, killing the child would kill the shell instead of the program.
        let command = if cfg!(windows) { command.clone() } else { format!("exec {command}") };
        let started =
            Command::new(shell).arg(flag).arg(command).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = started.map_err(|error| PlayerError::fatal(format!("cannot be started: {error}")))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(PlayerError::fatal("cannot be started"));
        };
        let (sender, answers) = channel();
        thread::spawn(move || {
            let mut lines = BufReader::new(output);
            let mut line = Vec::new();
            while let Ok(1..) =
                std::io::Read::take(&mut lines, MAX_ANSWER_BYTES as u64).read_until(b'\n', &mut line)
            {
                if sender.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                    break;
                }
                line.clear();
            }
        });
        let limit = program.limit;
        Ok(Process { child, input: Some(input), answers, is_starting: true, wants_results: false, limit })
    }

    fn send(&mut self, line: &Value) -> io::Result<()> {
        let Some(input) = &mut self.input else { return Err(io::ErrorKind::BrokenPipe.into()) };
        writeln!(input, "{line}").and_then(|()| input.flush())
    }

    /// Ends the process and returns why it failed. A program that has never answered ends the study.
    fn crashed(&mut self, has_answered: bool) -> PlayerError {
        let _ = self.child.kill();
        let code = self.child.wait().ok().and_then(|status| status.code());
        let ended = code.map_or("crashed".into(), |code| format!("crashed with exit code {code}"));
        match code {
            _ if has_answered => PlayerError::new(ended),
            Some(COMMAND_NOT_FOUND_EXIT_CODE) => {
                PlayerError::fatal("cannot be started: there is no such program")
            }
            _ => PlayerError::fatal(format!("{ended} before its first answer")),
        }
    }
}

impl Drop for Process {
    /// Ends the program. One that wants results may first read what was sent: its output ends when it does.
    fn drop(&mut self) {
        drop(self.input.take());
        if self.wants_results {
            while self.answers.recv_timeout(self.limit).is_ok() {}
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Parses an answer; `None` to skip an optional reaction.
fn parse_answer(
    session: &Session,
    seat: Seat,
    moves: &[Move],
    line: &str,
) -> Result<Option<Move>, PlayerError> {
    let shown: String = line.trim().chars().take(80).filter(|letter| !letter.is_control()).collect();
    let value: Value = serde_json::from_str(line)
        .map_err(|_| PlayerError::new(format!("answered `{shown}`, which is not JSON")))?;
    let text = match value.get("move") {
        Some(Value::String(text)) => text,
        Some(Value::Null) if session.turn() != Some(seat) => return Ok(None),
        _ => return Err(PlayerError::new(format!("answered `{shown}`, which has no move"))),
    };
    match session.parse(text) {
        Ok(Act::Move(choice)) if moves.contains(&choice) => Ok(Some(choice)),
        _ => Err(PlayerError::new(format!("answered `{shown}`, which is not legal"))),
    }
}
