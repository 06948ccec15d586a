//! The real program at a real server, in plain text.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::program::{fresh_folder, run};

/// A server of the test's own.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(data: &Path, listen: &str) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_lastcard"))
            .args(["serve", "--listen", listen])
            .env("LASTCARD_DATA", data)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the server starts");
        let mut lines = BufReader::new(child.stdout.take().expect("its output is ours")).lines();
        let mut said = lines.by_ref().map_while(Result::ok);
        let address = said
            .find_map(|line| line.strip_prefix("Server:").map(|address| address.trim().to_string()))
            .expect("the server says where it is");
        // Somebody has to listen on, or the server could not speak any more.
        std::thread::spawn(move || lines.count());
        Server { child, address }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The match begins, and moves go over the wire.
#[test]
fn moves_are_made_at_a_server() {
    let server = Server::start(&fresh_folder("join-server"), "127.0.0.1:0");
    for game in ["naija-whot-duel", "yaniv"] {
        let test = format!("join-{game}");
        fresh_folder(&test);
        let args = ["join", &server.address, "--make", game, "--bots", "1", "--name", "Ada"];
        let input = "\n".repeat(8) + &"1\n".repeat(6) + "quit\n";
        let played = run(&test, &args, input.as_bytes());
        assert_eq!((played.code, played.err.as_str()), (0, ""), "{game}: {}", played.out);
        assert!(
            played.out.contains("Round 1: ") && played.out.contains("Others come by"),
            "{game}: {}",
            played.out
        );
        let moved = ["You play ", "You throw ", "You draw "].iter().any(|what| played.out.contains(what));
        assert!(moved, "{game}: {}", played.out);
    }
}

/// Questions about a card are answered from afar, and cost nothing.
#[test]
fn questions_are_answered_from_afar() {
    let server = Server::start(&fresh_folder("join-why-server"), "127.0.0.1:0");
    fresh_folder("join-why");
    let args = ["join", &server.address, "--make", "crazy-eights", "--bots", "1", "--name", "Ada"];
    let input = "\n".repeat(8) + "why\nhand\ntable\nrules\nquit\n";
    let told = run("join-why", &args, input.as_bytes()).out;
    assert!(told.contains("can be played.") || told.contains("does not fit"), "{told}");
}

#[test]
fn what_cannot_be_joined_is_said() {
    let server = Server::start(&fresh_folder("join-not-server"), "127.0.0.1:0");
    fresh_folder("join-not");
    let nowhere = format!("{}/t/NOWHERE1", server.address);
    let told = run("join-not", &["join", &nowhere], b"");
    assert_eq!(told.code, 1, "{}", told.out);
    assert!(!told.err.is_empty() && !told.err.contains("panicked"), "{}", told.err);
    let list = run("join-not", &["join", &server.address], b"");
    assert!(list.out.contains("No table is open to all."), "{}", list.out);
    let gone = run("join-not", &["join", "http://127.0.0.1:9"], b"");
    assert!(gone.err.contains("cannot be reached"), "{}", gone.err);
}
