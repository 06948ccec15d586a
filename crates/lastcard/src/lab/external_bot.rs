//! A player that is an external program: it reads the view of its seat and answers with a move.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use engine::{Act, Seat, Viewer};
use games::{Move, Session};
use lab::{Entrant, Player, PlayerError};
use serde_json::Value;

use crate::json_api;

/// Extra time for the first answer of a program, while it starts.
const STARTUP_GRACE: Duration = Duration::from_secs(10);
/// The exit code of a shell whose command does not exist.
const COMMAND_NOT_FOUND_EXIT_CODE: i32 = 127;
/// Maximum length of an answer.
const MAX_ANSWER_BYTES: usize = 64 * 1024;

/// A program that has lost its seat this often is not started again.
const MAX_FAILURES: usize = 5;

/// Running programs that wait for their next game.
type IdleProcesses = Arc<Mutex<Vec<Process>>>;

/// The player that a command starts, with its time limit per move.
pub(super) fn entrant(command: &str, limit: Duration) -> Entrant {
    let (text, idle, failures) =
        (command.to_string(), IdleProcesses::default(), Arc::<AtomicUsize>::default());
    Entrant::external(
        &format!("cmd:{command}"),
        Arc::new(move || {
            let idle_process = idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let (idle, failures) = (Arc::clone(&idle), Arc::clone(&failures));
            Box::new(ExternalPlayer { process: idle_process, command: text.clone(), limit, idle, failures })
        }),
    )
}

/// A program in a seat.
struct ExternalPlayer {
    process: Option<Process>,
    command: String,
    limit: Duration,
    idle: IdleProcesses,
    /// How often the program has lost its seat.
    failures: Arc<AtomicUsize>,
}

/// A running program.
struct Process {
    child: Child,
    input: ChildStdin,
    answers: Receiver<String>,
    is_starting: bool,
}

impl Player for ExternalPlayer {
    fn choose(&mut self, session: &Session, seat: Seat, moves: &[Move]) -> Result<Option<Move>, PlayerError> {
        let answer = self.ask(session, seat);
        let choice = answer.and_then(|line| parse_answer(session, seat, moves, &line));
        if choice.is_err() {
            // The process is ended and not reused.
            self.process = None;
            self.failures.fetch_add(1, Ordering::Relaxed);
        }
        choice
    }
}

impl ExternalPlayer {
    /// Sends the view and waits for a line.
    fn ask(&mut self, session: &Session, seat: Seat) -> Result<String, PlayerError> {
        let process = match &mut self.process {
            Some(process) => process,
            _ if self.failures.load(Ordering::Relaxed) >= MAX_FAILURES => {
                return Err(PlayerError::new(format!(
                    "lost its seat {MAX_FAILURES} times and is not started again"
                )));
            }
            empty => empty.insert(Process::start(&self.command)?),
        };
        let limit = if process.is_starting { self.limit + STARTUP_GRACE } else { self.limit };
        let view = json_api::view(session, Viewer::Seat(seat));
        if writeln!(process.input, "{view}").and_then(|()| process.input.flush()).is_err() {
            return Err(process.crashed());
        }
        let answer = process.answers.recv_timeout(limit).map_err(|error| match error {
            RecvTimeoutError::Timeout => {
                PlayerError::new(format!("kept silent for {} ms", limit.as_millis()))
            }
            RecvTimeoutError::Disconnected => process.crashed(),
        });
        process.is_starting = false;
        answer
    }
}

impl Drop for ExternalPlayer {
    fn drop(&mut self) {
        if let Some(process) = self.process.take() {
            self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(process);
        }
    }
}

impl Process {
    fn start(command: &str) -> Result<Process, PlayerError> {
        let (shell, flag) = if cfg!(windows) { ("cmd", "/C") } else { ("sh", "-c") };
        // Without `exec`, killing the child would kill the shell instead of the program.
        let command = if cfg!(windows) { command.to_string() } else { format!("exec {command}") };
        let started =
            Command::new(shell).arg(flag).arg(command).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child =
            started.map_err(|error| PlayerError::new(format!("could not be started: {error}")))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(PlayerError::new("could not be started"));
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
        Ok(Process { child, input, answers, is_starting: true })
    }

    /// Ends the process and returns why it failed, as far as its exit code tells.
    fn crashed(&mut self) -> PlayerError {
        let _ = self.child.kill();
        PlayerError::new(match self.child.wait().ok().and_then(|status| status.code()) {
            Some(COMMAND_NOT_FOUND_EXIT_CODE) if self.is_starting => {
                "could not be started: there is no such program".to_string()
            }
            Some(code) => format!("crashed with exit code {code}"),
            None => "crashed".into(),
        })
    }
}

impl Drop for Process {
    fn drop(&mut self) {
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
        _ => Err(PlayerError::new(format!("wanted to `{shown}`, which is not legal"))),
    }
}
