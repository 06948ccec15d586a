//! The listening socket belongs to the parent process, as with systemd: no connection is refused during a restart.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::fd::OwnedFd;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// Starts the program with the socket as its standard input.
fn start(socket: &TcpListener, data: &Path) -> Child {
    Command::new(env!("CARGO_BIN_EXE_lastcard"))
        .args(["serve", "--listen", "-", "--data"])
        .arg(data)
        .stdin(Stdio::from(OwnedFd::from(socket.try_clone().unwrap())))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

fn end(mut program: Child) {
    let sent = Command::new("kill").arg(program.id().to_string()).status();
    assert!(sent.unwrap().success() && program.wait().unwrap().success(), "it does not end as it should");
}

/// Connects and sends a request; the answer may take a while.
fn ask(socket: &TcpListener) -> TcpStream {
    let mut guest = TcpStream::connect(socket.local_addr().unwrap()).unwrap();
    guest.write_all(b"GET /livez HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n").unwrap();
    guest
}

fn answer(mut guest: TcpStream) -> String {
    let mut text = String::new();
    guest.read_to_string(&mut text).unwrap();
    text
}

#[test]
fn a_connection_during_a_restart_waits_and_is_not_refused() {
    let data = std::env::temp_dir().join(format!("lastcard-activation-{}", std::process::id()));
    let socket = TcpListener::bind("127.0.0.1:0").unwrap();
    for _ in 0..2 {
        let guest = ask(&socket);
        let program = start(&socket, &data);
        assert!(answer(guest).starts_with("HTTP/1.1 200"), "who came before it began");
        assert!(answer(ask(&socket)).starts_with("HTTP/1.1 200"));
        end(program);
    }
    std::fs::remove_dir_all(&data).unwrap();
}

/// A signal as soon as anything was answered: the server ends as it should, and not by the signal.
#[test]
fn a_signal_right_after_the_first_answer_ends_it_in_order() {
    let data = std::env::temp_dir().join(format!("lastcard-early-signal-{}", std::process::id()));
    let socket = TcpListener::bind("127.0.0.1:0").unwrap();
    for _ in 0..20 {
        let guest = ask(&socket);
        let program = start(&socket, &data);
        assert!(answer(guest).starts_with("HTTP/1.1 200"));
        end(program);
    }
    std::fs::remove_dir_all(&data).unwrap();
}
