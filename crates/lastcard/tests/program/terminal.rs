//! The real program on a real (pseudo) terminal.
#![allow(dead_code, reason = "tests and benchmarks use their own parts of this")]

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::Duration;

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// Time limit of one step, longer than a busy machine needs.
const STEP_TIMEOUT: Duration = Duration::from_mins(1);

fn cells(number: u16) -> NonZeroU16 {
    NonZeroU16::new(number).expect("a screen has cells")
}

/// The output of the program so far, and the screen it makes.
struct Output {
    bytes: Vec<u8>,
    screen: vt100::Parser,
    ended: bool,
}

/// A program on its own pseudo terminal.
pub struct Terminal {
    pub child: Box<dyn Child + Send + Sync>,
    keys: Box<dyn Write + Send>,
    output: Arc<(Mutex<Output>, Condvar)>,
    master: Box<dyn MasterPty + Send>,
}

impl Terminal {
    /// Starts a program.
    pub fn start(program: &str, args: &[&str], records: &Path) -> Terminal {
        let size = PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).expect("a pseudo terminal");
        let mut command = CommandBuilder::new(program);
        command.args(args);
        command.env("LASTCARD_DATA", records);
        command.env("TERM", "xterm-256color");
        let child = pair.slave.spawn_command(command).expect("the program starts");
        let keys = pair.master.take_writer().expect("a keyboard");
        let mut reader = pair.master.try_clone_reader().expect("a screen");
        let output =
            Output { bytes: Vec::new(), screen: vt100::Parser::new(cells(24), cells(80), 0), ended: false };
        let output = Arc::new((Mutex::new(output), Condvar::new()));
        let shared = Arc::clone(&output);
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            loop {
                let read = reader.read(&mut buffer).unwrap_or(0);
                let mut output = shared.0.lock().unwrap();
                output.bytes.extend(&buffer[..read]);
                output.screen.process(&buffer[..read]);
                output.ended = read == 0;
                shared.1.notify_all();
                if read == 0 {
                    return;
                }
            }
        });
        Terminal { child, keys, output, master: pair.master }
    }

    /// Starts the program under test.
    pub fn lastcard(args: &[&str], records: &Path) -> Terminal {
        Terminal::start(env!("CARGO_BIN_EXE_lastcard"), args, records)
    }

    /// Changes the size of the window.
    pub fn resize(&self, rows: u16, cols: u16) {
        self.output.0.lock().unwrap().screen.screen_mut().set_size(cells(rows), cells(cols));
        let size = PtySize { rows, cols, pixel_width: 0, pixel_height: 0 };
        self.master.resize(size).expect("another size");
    }

    /// Presses keys.
    pub fn presses(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("the program reads keys");
        self.keys.flush().expect("the program reads keys");
    }

    /// The screen as text.
    pub fn sees(&self) -> String {
        self.output.0.lock().unwrap().screen.screen().contents()
    }

    /// Waits until the screen meets a condition.
    #[track_caller]
    pub fn waits_for(&self, wanted: impl Fn(&str) -> bool) -> String {
        let output = self.output.0.lock().unwrap();
        let is_waiting = |output: &mut Output| !wanted(&output.screen.screen().contents()) && !output.ended;
        let (output, _) = self.output.1.wait_timeout_while(output, STEP_TIMEOUT, is_waiting).unwrap();
        let text = output.screen.screen().contents();
        assert!(wanted(&text), "the screen is not as expected:\n{text}");
        text
    }

    /// Waits for the end and returns the exit code and the whole output.
    pub fn ends(mut self) -> (u32, String) {
        let output = self.output.0.lock().unwrap();
        let (output, late) =
            self.output.1.wait_timeout_while(output, STEP_TIMEOUT, |output| !output.ended).unwrap();
        assert!(!late.timed_out(), "the program does not end:\n{}", output.screen.screen().contents());
        let written = String::from_utf8_lossy(&output.bytes).into_owned();
        drop(output);
        (self.child.wait().expect("the program ends").exit_code(), written)
    }
}
