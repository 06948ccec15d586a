//! Lines of input, and how long each was waited for.

use std::io::{self, BufRead, IsTerminal, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// Maximum length of an input line.
const MAX_LINE_BYTES: u64 = 4_096;

/// What comes from the input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Typed {
    /// A line, without surrounding blanks.
    Line(String),
    /// A line that is too long to be anything.
    TooLong,
    /// Nothing, for as long as was asked for.
    NothingYet,
    /// The end of the input.
    End,
}

/// Where lines come from.
pub trait LineSource {
    /// Waits for the next line, at most this long. Returns what came, and how long that took.
    fn next_line(&mut self, patience: Option<Duration>) -> io::Result<(Typed, Duration)>;

    /// Whether a person types the lines; otherwise a script may have written many of them at once.
    fn is_interactive(&self) -> bool {
        false
    }
}

/// The lines of standard input. A thread reads them, so that waiting for one can end without one.
#[derive(Debug, Default)]
pub struct StandardInput {
    lines: Option<Receiver<io::Result<Typed>>>,
}

impl LineSource for StandardInput {
    fn next_line(&mut self, patience: Option<Duration>) -> io::Result<(Typed, Duration)> {
        let lines = self.lines.get_or_insert_with(start_reading);
        let began = Instant::now();
        let received = match patience {
            Some(patience) => lines.recv_timeout(patience),
            None => lines.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        let typed = match received {
            Ok(typed) => typed?,
            Err(RecvTimeoutError::Timeout) => Typed::NothingYet,
            Err(RecvTimeoutError::Disconnected) => Typed::End,
        };
        Ok((typed, began.elapsed()))
    }

    fn is_interactive(&self) -> bool {
        io::stdin().is_terminal()
    }
}

/// Starts the thread that reads standard input, one line ahead.
fn start_reading() -> Receiver<io::Result<Typed>> {
    let (sender, receiver) = sync_channel(1);
    thread::spawn(move || {
        let mut input = io::stdin().lock();
        loop {
            let typed = read_line(&mut input);
            let is_last = matches!(typed, Ok(Typed::End) | Err(_));
            if sender.send(typed).is_err() || is_last {
                return;
            }
        }
    });
    receiver
}

/// Reads one line.
pub fn read_line(input: &mut impl BufRead) -> io::Result<Typed> {
    let mut bytes = Vec::new();
    let read = input.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut bytes)?;
    if read == 0 {
        return Ok(Typed::End);
    }
    if read as u64 == MAX_LINE_BYTES && !bytes.ends_with(b"\n") {
        input.skip_until(b'\n')?;
        return Ok(Typed::TooLong);
    }
    Ok(Typed::Line(String::from_utf8_lossy(&bytes).trim().to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_trimmed_and_long_ones_left_out() {
        let text = format!(" Play \n{}\nquit", "x".repeat(10_000));
        let mut input = text.as_bytes();
        let lines: Vec<Typed> = (0..4).map(|_| read_line(&mut input).unwrap()).collect();
        let line = |text: &str| Typed::Line(text.into());
        assert_eq!(lines, [line("Play"), Typed::TooLong, line("quit"), Typed::End]);
    }
}
