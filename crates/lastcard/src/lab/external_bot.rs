//! A player that is a program of its own: it reads what its seat may know and answers with a move.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use engine::{Act, Seat, Viewer};
use games::{Move, Session};
use lab::{Entrant, Mind, Trouble};
use serde_json::Value;

use crate::json_api;

/// What a program may take beyond its limit for its very first answer, while it starts.
const START: Duration = Duration::from_secs(10);
/// What a shell says of a command that is not there.
const NO_SUCH_PROGRAM: i32 = 127;
/// The longest answer that is read, in bytes.
const LONGEST: usize = 64 * 1024;

/// A program that has lost its seat so often is not started again.
const CHANCES: usize = 5;

/// Programs that wait for their next game.
type Idle = Arc<Mutex<Vec<Process>>>;

/// The player that a command starts, with so much time for a move.
pub(super) fn entrant(command: &str, limit: Duration) -> Entrant {
    let (text, idle, faults) = (command.to_string(), Idle::default(), Arc::<AtomicUsize>::default());
    Entrant::other(
        &format!("cmd:{command}"),
        Arc::new(move || {
            let waiting = idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let (idle, faults) = (Arc::clone(&idle), Arc::clone(&faults));
            Box::new(Program { process: waiting, command: text.clone(), limit, idle, faults })
        }),
    )
}

/// A program in a seat.
struct Program {
    process: Option<Process>,
    command: String,
    limit: Duration,
    idle: Idle,
    /// How often the program has lost its seat.
    faults: Arc<AtomicUsize>,
}

/// A running program.
struct Process {
    child: Child,
    input: ChildStdin,
    answers: Receiver<String>,
    fresh: bool,
}

impl Mind for Program {
    fn choose(&mut self, session: &Session, seat: Seat, moves: &[Move]) -> Result<Option<Move>, Trouble> {
        let answer = self.ask(session, seat);
        let choice = answer.and_then(|line| read(session, seat, moves, &line));
        if choice.is_err() {
            // It is not asked again, and nobody else gets it.
            self.process = None;
            self.faults.fetch_add(1, Ordering::Relaxed);
        }
        choice
    }
}

impl Program {
    /// Sends the view and waits for a line.
    fn ask(&mut self, session: &Session, seat: Seat) -> Result<String, Trouble> {
        let process = match &mut self.process {
            Some(process) => process,
            _ if self.faults.load(Ordering::Relaxed) >= CHANCES => {
                return Err(Trouble(format!("lost its seat {CHANCES} times and is not started again")));
            }
            empty => empty.insert(Process::start(&self.command)?),
        };
        let limit = if process.fresh { self.limit + START } else { self.limit };
        let view = json_api::view(session, Viewer::Seat(seat));
        if writeln!(process.input, "{view}").and_then(|()| process.input.flush()).is_err() {
            return Err(process.crashed());
        }
        let answer = process.answers.recv_timeout(limit).map_err(|error| match error {
            RecvTimeoutError::Timeout => Trouble(format!("kept silent for {} ms", limit.as_millis())),
            RecvTimeoutError::Disconnected => process.crashed(),
        });
        process.fresh = false;
        answer
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        if let Some(process) = self.process.take() {
            self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(process);
        }
    }
}

impl Process {
    fn start(command: &str) -> Result<Process, Trouble> {
        let (shell, flag) = if cfg!(windows) { ("cmd", "/C") } else { ("sh", "-c") };
        // Without `exec` the shell would be ended instead of the program.
        let command = if cfg!(windows) { command.to_string() } else { format!("exec {command}") };
        let started =
            Command::new(shell).arg(flag).arg(command).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = started.map_err(|error| Trouble(format!("could not be started: {error}")))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Trouble("could not be started".into()));
        };
        let (sender, answers) = channel();
        thread::spawn(move || {
            let mut lines = BufReader::new(output);
            let mut line = Vec::new();
            while let Ok(1..) = std::io::Read::take(&mut lines, LONGEST as u64).read_until(b'\n', &mut line) {
                if sender.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                    break;
                }
                line.clear();
            }
        });
        Ok(Process { child, input, answers, fresh: true })
    }

    /// Why it is gone, as far as its end tells.
    fn crashed(&mut self) -> Trouble {
        let _ = self.child.kill();
        Trouble(match self.child.wait().ok().and_then(|status| status.code()) {
            Some(NO_SUCH_PROGRAM) if self.fresh => "could not be started: there is no such program".into(),
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

/// The move that an answer makes; none where a reaction is left alone.
fn read(session: &Session, seat: Seat, moves: &[Move], line: &str) -> Result<Option<Move>, Trouble> {
    let shown: String = line.trim().chars().take(80).filter(|letter| !letter.is_control()).collect();
    let value: Value =
        serde_json::from_str(line).map_err(|_| Trouble(format!("answered `{shown}`, which is not JSON")))?;
    let text = match value.get("move") {
        Some(Value::String(text)) => text,
        Some(Value::Null) if session.turn() != Some(seat) => return Ok(None),
        _ => return Err(Trouble(format!("answered `{shown}`, which has no move"))),
    };
    match session.parse(text) {
        Ok(Act::Move(choice)) if moves.contains(&choice) => Ok(Some(choice)),
        _ => Err(Trouble(format!("wanted to `{shown}`, which is not legal"))),
    }
}
