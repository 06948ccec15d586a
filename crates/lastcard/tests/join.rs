//! The real program at a real server, in plain text.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::program::{fresh_folder, run};

/// A server for one test.
pub struct Server {
    child: Child,
    pub address: String,
}

impl Server {
    pub fn start(data: &Path, listen: &str) -> Server {
        Server::start_with(data, listen, &[])
    }

    /// A server with these variables.
    pub fn start_with(data: &Path, listen: &str, variables: &[(&str, &str)]) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_lastcard"))
            .args(["serve", "--listen", listen])
            .env("LASTCARD_DATA", data)
            .envs(variables.iter().copied())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the server starts");
        let mut lines = BufReader::new(child.stdout.take().expect("its output is ours")).lines();
        let mut said = lines.by_ref().map_while(Result::ok);
        let address = said
            .find_map(|line| line.strip_prefix("Server:").map(|address| address.trim().to_string()))
            .expect("the server says where it is");
        // The output must be read on, or the server would block.
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

/// A program driven by a test that waits for its output before it types.
struct Typist {
    child: Child,
}

impl Typist {
    fn at(test: &str, args: &[&str]) -> Typist {
        let child = Command::new(env!("CARGO_BIN_EXE_lastcard"))
            .args(args)
            .env("LASTCARD_DATA", fresh_folder(test))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        Typist { child }
    }

    fn types(&mut self, line: &str) {
        let input = self.child.stdin.as_mut().expect("its input is ours");
        writeln!(input, "{line}").expect("the program reads");
    }

    /// What it still prints before it ends, as it should.
    fn rest(&mut self) -> String {
        let mut said = String::new();
        let output = self.child.stdout.as_mut().expect("its output is ours");
        output.read_to_string(&mut said).expect("text");
        assert!(self.child.wait().expect("it ends").success(), "{said}");
        said
    }

    /// Reads up to this text, and returns what was read.
    fn hears(&mut self, text: &str) -> String {
        let output = self.child.stdout.as_mut().expect("its output is ours");
        let mut said = Vec::new();
        while !said.ends_with(text.as_bytes()) {
            let mut byte = [0];
            output.read_exact(&mut byte).unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&said)));
            said.push(byte[0]);
        }
        String::from_utf8_lossy(&said).into_owned()
    }
}

impl Drop for Typist {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Somebody who comes to watch while a match is on sees the table at once, not only from the next move on.
#[test]
fn a_match_that_is_on_is_shown_to_who_watches() {
    let folder = fresh_folder("join-watch-server");
    let server = Server::start_with(&folder, "127.0.0.1:0", &[("LASTCARD_SPECTATOR_DELAY", "0")]);
    let args = ["join", &server.address, "--make", "crazy-eights", "--name", "Ada", "--bots", "1"];
    let mut ada = Typist::at("join-watch-maker", &args);
    let said = ada.hears("quit: ");
    let link = said.split_whitespace().find(|word| word.contains("/t/")).unwrap().to_string();
    ada.types("");
    ada.hears("What do you do?");
    let mut watcher = Typist::at("join-watch", &["join", &link, "--watch"]);
    watcher.hears("Round 1 is under way. It is Ada's turn.\n");
    watcher.hears("On the pile: ");
    watcher.hears(" holds ");
    watcher.types("quit");
}

/// The match begins, and moves go over the wire.
#[test]
fn moves_are_made_at_a_server() {
    let server = Server::start(&fresh_folder("join-server"), "127.0.0.1:0");
    for game in ["naija-whot-duel", "yaniv"] {
        let test = format!("join-{game}");
        fresh_folder(&test);
        let args = ["join", &server.address, "--make", game, "--bots", "1", "--name", "Ada"];
        let input = "\n".to_string() + &"1\n".repeat(6) + "quit\n";
        let played = run(&test, &args, input.as_bytes());
        assert_eq!((played.code, played.err.as_str()), (0, ""), "{game}: {}", played.out);
        assert!(
            played.out.contains("Round 1: ") && played.out.contains("Others join at"),
            "{game}: {}",
            played.out
        );
        let moved = ["You play ", "You throw ", "You draw "].iter().any(|what| played.out.contains(what));
        assert!(moved, "{game}: {}", played.out);
    }
}

/// Questions about a card are answered by the server, and cost nothing.
#[test]
fn questions_are_answered_by_the_server() {
    let server = Server::start(&fresh_folder("join-why-server"), "127.0.0.1:0");
    fresh_folder("join-why");
    let args = ["join", &server.address, "--make", "crazy-eights", "--bots", "1", "--name", "Ada"];
    let input = "\nwhy\nhand\ntable\nrules\nquit\n";
    let output = run("join-why", &args, input.as_bytes()).out;
    assert!(output.contains("can be played.") || output.contains("does not fit"), "{output}");
}

#[test]
fn what_cannot_be_joined_is_explained() {
    let server = Server::start(&fresh_folder("join-not-server"), "127.0.0.1:0");
    fresh_folder("join-not");
    let nowhere = format!("{}/t/NOWHERE1", server.address);
    let output = run("join-not", &["join", &nowhere], b"");
    assert_eq!(output.code, 1, "{}", output.out);
    assert!(!output.err.is_empty() && !output.err.contains("panicked"), "{}", output.err);
    let list = run("join-not", &["join", &server.address], b"");
    assert!(list.out.contains("There are no public tables."), "{}", list.out);
    let gone = run("join-not", &["join", "http://127.0.0.1:9"], b"");
    assert!(gone.err.contains("cannot be reached"), "{}", gone.err);
}

/// A server below a path has its calls, its sockets and its links there.
#[test]
fn a_server_below_a_path_is_joined() {
    let base = [("LASTCARD_BASE", "/cards")];
    let server = Server::start_with(&fresh_folder("join-below-server"), "127.0.0.1:0", &base);
    fresh_folder("join-below");
    let made = run("join-below", &["join", &server.address, "--make", "mau-mau", "--name", "Ada"], b"");
    let link = format!("{}/t/", server.address);
    assert!(made.code == 0 && made.out.contains(&link), "{}{}", made.out, made.err);
    let code = &made.out.split(&link).nth(1).unwrap()[..8];
    let again = run("join-below", &["join", &format!("{link}{code}"), "--name", "Ada"], b"");
    assert!(again.code == 0 && again.out.contains("Ada"), "{}{}", again.out, again.err);
}

/// A device whose key the server does not know, because its data was reset or the guest expired, becomes a new guest.
#[test]
fn a_forgotten_guest_is_a_new_one() {
    let server = Server::start(&fresh_folder("join-forgotten-server"), "127.0.0.1:0");
    let data = fresh_folder("join-forgotten");
    let args = ["join", &server.address, "--make", "crazy-eights", "--bots", "1", "--name", "Ada"];
    for life in 0..2 {
        let output = run("join-forgotten", &args, b"quit\n");
        assert_eq!((output.code, output.err.as_str()), (0, ""), "{life}");
        assert!(output.out.contains("At the table: "), "{}", output.out);
        let key = std::fs::read_dir(data.join("guests")).unwrap().next().unwrap().unwrap().path();
        std::fs::write(key, "0".repeat(32)).unwrap();
    }
}

/// The player who made the table starts the match, and is told why it cannot start yet. Others wait, and whoever arrives is
/// shown without a key press.
#[test]
fn the_maker_of_the_table_starts_the_match() {
    let server = Server::start(&fresh_folder("join-made-server"), "127.0.0.1:0");
    let mut ada =
        Typist::at("join-made", &["join", &server.address, "--make", "crazy-eights", "--name", "Ada"]);
    let said = ada.hears("quit: ");
    let link = said.split_whitespace().find(|word| word.contains("/t/")).unwrap().to_string();
    ada.types("");
    ada.hears("This game is for 2 to 4 players.");
    ada.hears("quit: ");
    let mut bola = Typist::at("join-came", &["join", &link, "--name", "Bola"]);
    bola.hears("At the table: Ada, Bola.");
    bola.hears("Ada made the table and starts the match.");
    ada.hears("At the table: Ada, Bola.");
    ada.types("");
    ada.hears("Round 1: ");
    bola.hears("Round 1: ");
}

/// Somebody who gets no seat is told why at once and asked for another name; an empty answer is to watch.
#[test]
fn a_name_that_is_taken_is_asked_for_again() {
    let server = Server::start(&fresh_folder("join-taken-server"), "127.0.0.1:0");
    let mut guest = Typist::at("join-taken-maker", &["join", &server.address, "--make", "crazy-eights"]);
    let said = guest.hears("quit: ");
    let link = said.split_whitespace().find(|word| word.contains("/t/")).unwrap().to_string();
    let mut second = Typist::at("join-taken", &["join", &link]);
    second.hears("There is no seat for \"Guest\". Someone at the table ");
    second.hears("Another name, Enter to watch, or quit: ");
    second.types("a,b");
    second.hears("Another name, Enter to watch, or quit: ");
    second.types("Bola");
    second.hears("At the table: Guest, Bola.");
    fresh_folder("join-taken-silent");
    let silent = run("join-taken-silent", &["join", &link], b"");
    assert_eq!(silent.code, 1, "{}", silent.out);
    assert!(silent.err.contains("Someone at the table ") && silent.err.contains("--watch"), "{}", silent.err);
}

/// At a full table another name does not help, so none is asked for, and whoever wants to leave is not seated as "quit".
#[test]
fn a_full_table_can_be_watched_or_left() {
    let server = Server::start(&fresh_folder("join-full-server"), "127.0.0.1:0");
    let args =
        ["join", &server.address, "--make", "crazy-eights", "--name", "Ada", "--seats", "2", "--bots", "1"];
    let mut ada = Typist::at("join-full-maker", &args);
    let said = ada.hears("quit: ");
    let link = said.split_whitespace().find(|word| word.contains("/t/")).unwrap().to_string();
    let mut leaver = Typist::at("join-full-leaver", &["join", &link, "--name", "Bola"]);
    leaver.hears("Every seat is taken.\nEnter to watch, or quit: ");
    leaver.types("Chidi");
    leaver.hears("Enter to watch, or quit: ");
    leaver.types("quit");
    assert!(leaver.child.wait().unwrap().success());
    let mut watcher = Typist::at("join-full-watcher", &["join", &link, "--name", "Bola"]);
    watcher.hears("Enter to watch, or quit: ");
    watcher.types("");
    watcher.hears("You are watching, 30 seconds behind the players. Type quit to leave: ");
    watcher.types("quit");
    assert!(!watcher.rest().contains("Your seat is kept"));
    ada.types("quit");
    let farewell = format!("Your seat is kept: `lastcard join {link}` leads back to it.");
    assert!(ada.rest().contains(&farewell), "{farewell}");
}
