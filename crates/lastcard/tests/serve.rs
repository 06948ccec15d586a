//! The real server as its operator meets it: its folder, its settings, its refusals.

use std::path::Path;

use crate::join::Server;
use crate::program::{Run, fresh_folder, run};
use test_client::{Client, ReservedPort};

/// A server that is refused: what it says.
fn refused(test: &str, args: &[&str]) -> Run {
    let run = run(test, &[&["serve", "--listen", "127.0.0.1:0"], args].concat(), b"");
    assert_ne!(run.code, 0, "{}{}", run.out, run.err);
    run
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Two servers on one data folder would not see each other's moves. The lock ends with its server, however that ends.
#[test]
fn a_second_server_on_one_folder_is_refused() {
    let home = fresh_folder("serve-locked");
    let data = home.join("server");
    let first = Server::start(&home, "127.0.0.1:0");
    let second = refused("serve-locked-second", &["--data", text(&data)]);
    assert!(second.err.contains("another server uses"), "{}", second.err);
    assert!(second.err.contains(text(&data)), "{}", second.err);
    // Dropping it kills it.
    drop(first);
    drop(Server::start(&home, "127.0.0.1:0"));
}

#[cfg(unix)]
#[test]
fn what_a_server_and_a_backup_write_is_for_their_owner_only() {
    use std::os::unix::fs::PermissionsExt;
    let home = fresh_folder("serve-private");
    let (data, copy) = (home.join("server"), home.join("copies").join("one"));
    let _server = Server::start(&home, "127.0.0.1:0");
    let backup = run("serve-private-backup", &["backup", text(&copy), "--data", text(&data)], b"");
    assert_eq!(backup.code, 0, "{}", backup.err);
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&data), mode(&data.join("lastcard.db"))), (0o700, 0o600));
    assert_eq!((mode(&copy), mode(&copy.join("lastcard.db"))), (0o700, 0o600));
}

#[cfg(unix)]
#[test]
fn whoever_owns_the_data_gives_commands_to_the_server() {
    use std::os::unix::fs::PermissionsExt;
    let home = fresh_folder("serve-admin");
    let data = home.join("server");
    let admin =
        |words: &[&str]| run("serve-admin-ask", &[&["admin", "--data", text(&data)], words].concat(), b"");
    let server = Server::start(&home, "127.0.0.1:0");
    let socket = data.join("admin.sock");
    while admin(&["who"]).code != 0 {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    assert_eq!(std::fs::metadata(&socket).unwrap().permissions().mode() & 0o777, 0o600);
    let limits = admin(&["limits", "guests=7/hour"]);
    assert!(limits.code == 0 && limits.out.contains("guests=7/hour\n"), "{}{}", limits.out, limits.err);
    let audit = admin(&["audit"]);
    assert!(audit.out.ends_with("  limits guests=7/hour\n"), "{}", audit.out);
    let wrong = admin(&["dance"]);
    assert!(wrong.code != 0 && wrong.err.contains("the commands are"), "{}", wrong.err);
    drop(server);
    let nobody = admin(&["who"]);
    assert!(nobody.code != 0 && nobody.err.contains("no server listens"), "{}", nobody.err);
    // The socket that the killed server left is replaced.
    let _next = Server::start(&home, "127.0.0.1:0");
    let audit = loop {
        match admin(&["audit"]) {
            answer if answer.code == 0 => break answer.out,
            _ => std::thread::sleep(std::time::Duration::from_millis(20)),
        }
    };
    assert!(audit.contains("limits"), "the audit log survives: {audit}");
}

/// Everything by variables: the folder, the address, and the address of the metrics, which the page's port no longer has.
#[test]
fn a_server_is_set_up_by_variables_alone() {
    let (home, port) = (fresh_folder("serve-variables"), ReservedPort::new().unwrap());
    let data = home.join("elsewhere");
    let variables = [
        ("LASTCARD_SERVER_DATA", text(&data)),
        ("LASTCARD_METRICS", &port.client().0.to_string()),
        ("LASTCARD_ORIGIN", "https://cards.example,https://www.cards.example"),
        ("LASTCARD_BASE", "/cards"),
        ("LASTCARD_LIMIT", "guests=1/hour,sockets=7"),
    ];
    let server = Server::start_with(&home, "127.0.0.1:0", &variables);
    assert!(server.address.ends_with("/cards"), "{}", server.address);
    assert!(data.join("lastcard.db").exists());
    let players = Client(server.address["http://".len()..].trim_end_matches("/cards").parse().unwrap());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let status = async |client: Client, line: &str| client.call(line, "", "").await.unwrap().0;
        assert_eq!(status(port.client(), "GET /metrics").await, 200);
        assert_eq!(status(port.client(), "GET /api/tables").await, 404);
        assert_eq!(status(players, "GET /metrics").await, 404);
        assert_eq!(status(players, "POST /cards/api/guest").await, 201);
        assert_eq!(status(players, "POST /cards/api/guest").await, 429);
    });
}

/// Files may have 800 blocks here, which stands for a full disk. The data is whole afterwards.
#[cfg(unix)]
#[test]
fn a_write_that_fails_ends_the_server_with_its_own_code() {
    use std::process::{Command, Stdio};
    let (home, port) = (fresh_folder("serve-failed"), ReservedPort::new().unwrap());
    let data = home.join("server");
    let script = "trap '' XFSZ; ulimit -f 800; exec \"$0\" serve --limits off --listen \"$1\" --data \"$2\"";
    let address = port.client().0.to_string();
    let mut server = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_lastcard"), &address, text(&data)])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let guests = runtime.block_on(async {
        while port.client().call("GET /readyz", "", "").await.is_err() {
            assert!(server.try_wait().unwrap().is_none(), "the server starts");
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
        let mut guests = 0;
        while port.client().guest().await.is_ok() {
            guests += 1;
        }
        guests
    });
    let ended = server.wait_with_output().unwrap();
    let log = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(70), "{log}");
    assert!(log.contains("ERROR store-failed why="), "{log}");
    assert!(guests > 3, "only {guests} guests");
    let audit = run("serve-failed-audit", &["audit", text(&data)], b"");
    assert!(audit.code == 0 && audit.out.contains(" 0 faults"), "{}{}", audit.out, audit.err);
}

#[test]
fn wrong_settings_are_refused_with_a_sentence() {
    for (args, sentence) in [
        (["--limit", "gusts=1/hour"], "there is no limit \"gusts\"; the limits are guests,"),
        (["--limit", "guests=many"], "write guests=NUMBER/second"),
        (["--store-file", "/nowhere/store"], "cannot read /nowhere/store"),
        (["--advertise", "10.0.0.11:8080"], "add --store"),
        (["--base", "cards"], "write a path like /cards"),
        (["--origin", "https://cards.example/"], "browsers send this origin as https://cards.example:"),
    ] {
        let run = refused("serve-wrong", &args);
        assert!(run.err.contains(sentence), "{args:?}: {}", run.err);
    }
}

/// The commands of the page in their order, with the folders of this test; stopping and starting is done here.
#[test]
fn the_restore_drill_of_the_page_works_as_written() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/operating.md");
    let page = std::fs::read_to_string(page).unwrap();
    let (_, drill) =
        page.split_once("A restore, tried before it is needed:\n\n```sh\n").expect("the drill is there");
    let home = fresh_folder("serve-restore");
    let (data, copy) = (home.join("server"), home.join("copy"));
    let mut server = Some(Server::start(&home, "127.0.0.1:0"));
    let mut commands = 0;
    for line in drill.split("```").next().unwrap().lines() {
        let line = line.replace("/var/lib/lastcard", text(&data)).replace("/mnt/copy", text(&copy));
        let line = line.replace("/etc/lastcard/key", text(&home.join("server.key")));
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["lastcard", ref args @ ..] => {
                let ran = run("serve-restore-commands", args, b"");
                assert_eq!(ran.code, 0, "{line}: {}{}", ran.out, ran.err);
            }
            ["systemctl", "stop", ..] => {
                let early =
                    run("serve-restore-commands", &["restore", text(&copy), "--data", text(&data)], b"");
                assert!(early.err.contains("another server uses"), "{}", early.err);
                server = None;
            }
            ["systemctl", "start", ..] => server = Some(Server::start(&home, "127.0.0.1:0")),
            _ => panic!("{line}"),
        }
        commands += 1;
    }
    let kept = data.join("lastcard.db.before-restore");
    assert!(commands == 5 && server.is_some() && kept.exists());
    drop(server);
    let before = std::fs::read(&kept).unwrap();
    let again = run("serve-restore-commands", &["restore", text(&copy), "--data", text(&data)], b"");
    assert!(again.code != 0 && again.err.contains("move it away first"), "{}{}", again.out, again.err);
    assert_eq!(std::fs::read(&kept).unwrap(), before, "what may be the only copy is still there");
}
