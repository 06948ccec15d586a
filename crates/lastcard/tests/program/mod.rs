//! Runs the real binary.
#![allow(dead_code, reason = "every test file uses its own part of this")]

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The result of a run of the program.
pub struct Run {
    pub code: i32,
    pub out: String,
    pub err: String,
}

/// Runs the program with these arguments and this input, with records in a folder of the test.
pub fn run(test: &str, args: &[&str], input: &[u8]) -> Run {
    run_at(&folder(test), args, input)
}

/// Runs the program with these arguments and this input, with records at a path.
pub fn run_at(records: &Path, args: &[&str], input: &[u8]) -> Run {
    run_command(Command::new(env!("CARGO_BIN_EXE_lastcard")).env("LASTCARD_DATA", records), args, input)
}

/// Runs the program inside a folder, with records in it too.
pub fn run_in(folder: &Path, args: &[&str], input: &[u8]) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lastcard"));
    run_command(command.current_dir(folder).env("LASTCARD_DATA", folder.join("records")), args, input)
}

fn run_command(command: &mut Command, args: &[&str], input: &[u8]) -> Run {
    let mut child = command
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("its input is ours");
    let input = input.to_vec();
    // The program may end before it has read everything; then the pipe is broken.
    let writer = std::thread::spawn(move || stdin.write_all(&input).is_ok());
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the writer ends");
    let utf8 = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the program writes UTF-8");
    let code = output.status.code().expect("the program is not killed");
    let run = Run { code, out: utf8(output.stdout), err: utf8(output.stderr) };
    assert!(!run.err.contains("panicked"), "{args:?}: {}", run.err);
    run
}

/// Whether Python is installed, for the bots of the documentation.
pub fn has_python() -> bool {
    let found = Command::new("python3").arg("--version").output().is_ok_and(|ran| ran.status.success());
    if !found {
        eprintln!("no python3 here");
    }
    found
}

/// Answers this many questions with the first choice, kills the program at the next question, and returns its output.
pub fn killed_after(records: &Path, args: &[&str], answers: usize) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_lastcard"))
        .args(args)
        .env("LASTCARD_DATA", records)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let (mut output_text, mut last_answer_at, mut answered) = (String::new(), 0, 0);
    loop {
        let mut byte = [0];
        stdout.read_exact(&mut byte).expect("the program asks");
        output_text.push(char::from(byte[0]));
        if output_text.ends_with("\n> ") {
            if answered >= answers && output_text[last_answer_at..].contains("What do you do?") {
                break;
            }
            stdin.write_all(b"1\n").expect("the program reads");
            (last_answer_at, answered) = (output_text.len(), answered + 1);
        } else if output_text.ends_with("or quit: ") {
            stdin.write_all(b"\n").expect("the program reads");
        }
    }
    child.kill().expect("the program is killed");
    child.wait().expect("the program ends");
    output_text
}

/// The directory of a test.
pub fn folder(test: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
    fs::create_dir_all(&path).expect("a directory for the test");
    path
}

/// An empty directory for a test.
pub fn fresh_folder(test: &str) -> PathBuf {
    let _ = fs::remove_dir_all(folder(test));
    folder(test)
}

/// Writes a file of a test and returns its path.
pub fn file(test: &str, name: &str, content: &str) -> String {
    let path = folder(test).join(name);
    fs::write(&path, content).expect("a file for the test");
    path.to_str().expect("a plain path").to_string()
}
