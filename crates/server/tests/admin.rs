//! The tools of whoever runs the server, over its local socket, and what players do about each other.
#![cfg(unix)]

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::Duration;

use crate::database::Database;
use crate::test_server::{Running, asked, open_settings, run, settle, two_at};
use protocol::{ClientMsg, CreateTable, Received, json};
use server::{Settings, Sqlite, Store};
use test_client::{Client, ClientError, Connection};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

/// The close code of a connection that an operator ended.
const REMOVED: u16 = 4004;

static COUNT: AtomicU32 = AtomicU32::new(0);

/// A server with its socket in an empty folder.
struct Administered {
    running: Running,
    folder: PathBuf,
    socket: PathBuf,
}

impl Administered {
    fn start() -> Administered {
        Administered::at(|_| Box::new(Sqlite::in_memory().unwrap()))
    }

    fn at(open: impl FnOnce(std::net::SocketAddr) -> Box<dyn Store>) -> Administered {
        let number = COUNT.fetch_add(1, Relaxed);
        let folder = std::env::temp_dir().join(format!("lastcard-admin-{}-{number}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let socket = folder.join("admin.sock");
        let settings = Settings { admin_socket: Some(socket.clone()), ..open_settings() };
        Administered { running: Running::at(open, settings), folder, socket }
    }

    fn client(&self) -> Client {
        self.running.client
    }

    /// What the server answers; `Err` if it refuses.
    async fn ask(&self, words: &[&str]) -> Result<String, String> {
        ask(&self.socket, words).await
    }
}

impl Drop for Administered {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

async fn ask(socket: &Path, words: &[&str]) -> Result<String, String> {
    let mut stream = loop {
        match tokio::net::UnixStream::connect(socket).await {
            Ok(stream) => break stream,
            Err(_) => tokio::task::yield_now().await,
        }
    };
    stream.write_all(format!("{}\n", json::write(&words)).as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    match answer.split_once('\n').unwrap() {
        ("ok", told) => Ok(told.into()),
        (_, why) => Err(why.into()),
    }
}

/// How a connection ends.
async fn end_of(mut connection: Connection) -> ClientError {
    loop {
        if let Err(why) = connection.receive_within(Duration::from_secs(30)).await {
            return why;
        }
    }
}

/// The id of the player with this name, as `who` shows it.
async fn id_of(server: &Administered, name: &str) -> String {
    let who = server.ask(&["who"]).await.unwrap();
    let line = who.lines().find(|line| line.contains(&format!("  {name}  "))).expect(&who);
    line.split("  ").next().unwrap().into()
}

async fn refused_with(connection: &mut Connection) -> &'static str {
    let refused = |heard: &Received| match heard {
        Received::Refused { why, .. } => Some(why.code.word()),
        _ => None,
    };
    connection.receive_until(refused).await.unwrap()
}

#[test]
fn the_operator_sees_who_is_there_and_tells_and_removes_them() {
    let server = Administered::start();
    run(async {
        let (table, _, [mut ada, bola]) = two_at(server.client(), &asked("crazy-eights")).await;
        let tables = server.ask(&["tables"]).await.unwrap();
        assert!(tables.contains(&format!("{table}  2/")) && tables.contains("playing"), "{tables}");
        assert_eq!(std::fs::metadata(&server.socket).unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(server.ask(&["notice", "Back", "at", "noon"]).await.unwrap(), "2 people are told\n");
        let news = |heard: &Received| match heard {
            Received::News(text) => Some(text.clone()),
            _ => None,
        };
        assert_eq!(ada.receive_until(news).await.unwrap(), "Back at noon");
        let id = id_of(&server, "Bola").await;
        assert_eq!(server.ask(&["remove", &id]).await.unwrap(), "1 connections ended\n");
        assert_eq!(end_of(bola).await, ClientError::Closed(REMOVED));
        let who = server.ask(&["who"]).await.unwrap();
        assert!(who.contains("127.0.0.1") && who.contains(&table) && !who.contains(&id), "{who}");
        server.ask(&["close", &table.to_ascii_lowercase()]).await.unwrap();
        assert_eq!(end_of(ada).await, ClientError::Closed(REMOVED));
        let key = server.client().guest().await.unwrap();
        assert!(matches!(server.client().ticket(&key, &table).await, Err(ClientError::Refused(404, _))));
        assert!(server.ask(&["close", &table]).await.unwrap_err().contains("no open table"));
        let audit = server.ask(&["audit"]).await.unwrap();
        let lines: Vec<&str> = audit.lines().map(|line| line.split_once("  ").unwrap().1).collect();
        assert_eq!(
            lines,
            [
                "notice Back at noon",
                &format!("remove {id}"),
                &format!("close {}", table.to_ascii_lowercase())
            ]
        );
    });
}

#[test]
fn what_makes_no_sense_is_refused_with_what_would_be_right() {
    let server = Administered::start();
    run(async {
        for (words, told) in [
            (&["dance"][..], "the commands are"),
            (&[], "the commands are"),
            (&["ban", "Ada", "1d"], "32 hexadecimal digits"),
            (&["ban", "192.0.2.7", "soon"], "2026-01-02"),
            (&["limits", "gusts=1/hour"], "the limits are"),
            (&["read-only", "perhaps"], "the commands are"),
            (&["reports", "done", "7"], "no report 7"),
        ] {
            let why = server.ask(words).await.unwrap_err();
            assert!(why.contains(told), "{words:?}: {why}");
        }
        assert_eq!(server.ask(&["audit"]).await.unwrap(), "", "nothing was changed");
    });
}

#[test]
fn a_ban_ends_what_is_open_and_survives_a_restart() {
    let folder = std::env::temp_dir().join(format!("lastcard-bans-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let store = || -> Box<dyn Store> { Box::new(Sqlite::open(&folder).unwrap()) };
    let server = Administered::at(|_| store());
    let (table, keys, id) = run(async {
        let (table, keys, [_ada, bola]) = two_at(server.client(), &asked("crazy-eights")).await;
        let id = id_of(&server, "Bola").await;
        server.ask(&["ban", &id, "7d", "swears"]).await.unwrap();
        assert_eq!(end_of(bola).await, ClientError::Closed(REMOVED));
        (table, keys, id)
    });
    drop(server);
    let server = Administered::at(|_| store());
    run(async {
        match server.client().ticket(&keys[1], &table).await {
            Err(ClientError::Refused(403, why)) => assert!(why.contains("banned"), "{why}"),
            other => panic!("{other:?}"),
        }
        assert!(server.client().ticket(&keys[0], &table).await.is_ok());
        let bans = server.ask(&["bans"]).await.unwrap();
        assert!(bans.starts_with(&id) && bans.contains("swears"), "{bans}");
        server.ask(&["unban", &id]).await.unwrap();
        assert!(server.client().ticket(&keys[1], &table).await.is_ok());
        assert_eq!(server.ask(&["bans"]).await.unwrap(), "");
        server.ask(&["ban", "127.0.0.1", "forever"]).await.unwrap();
        assert!(matches!(server.client().guest().await, Err(ClientError::Refused(403, _))));
        server.ask(&["unban", "127.0.0.1"]).await.unwrap();
        assert!(server.client().guest().await.is_ok());
    });
    drop(server);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn while_a_server_is_read_only_nothing_happens() {
    let server = Administered::start();
    run(async {
        let (_, _, players) = two_at(server.client(), &asked("crazy-eights")).await;
        let mut mover = players.into_iter().find(Connection::is_on_turn).unwrap();
        let act = |id: &str, n, m: String| ClientMsg::Act { id: id.into(), n, m };
        let (n, m) = (mover.number, mover.choices()[0].notation.clone());
        server.ask(&["read-only", "on"]).await.unwrap();
        mover.send(&act("1", n, m.clone())).await.unwrap();
        assert_eq!(refused_with(&mut mover).await, "busy");
        assert!(matches!(server.client().guest().await, Err(ClientError::Refused(503, _))));
        server.ask(&["read-only", "off"]).await.unwrap();
        assert_eq!(mover.ask(&act("2", n, m)).await, Ok(true));
    });
}

#[test]
fn limits_change_while_the_server_runs() {
    let server = Administered::start();
    run(async {
        server.client().guest().await.unwrap();
        let limits = server.ask(&["limits", "guests=1/hour", "seats-of-player=0"]).await.unwrap();
        assert!(limits.contains("guests=1/hour\n") && limits.contains("seats-of-player=0\n"), "{limits}");
        let key = server.client().guest().await.expect("the one of this hour");
        assert!(matches!(server.client().guest().await, Err(ClientError::Refused(429, _))));
        let table = server.client().make(&key, &asked("crazy-eights")).await.unwrap();
        let mut ada = server.client().connect(&key, &table, Some("Ada"), None).await.unwrap();
        assert_eq!(refused_with(&mut ada).await, "seats");
    });
}

#[test]
fn a_player_is_reported_with_what_was_written() {
    let server = Administered::start();
    run(async {
        let ask = CreateTable { chat: true, ..asked("crazy-eights") };
        let (table, _, [mut ada, mut bola]) = two_at(server.client(), &ask).await;
        let chat = ClientMsg::Chat { id: "c".into(), t: "you smell".into() };
        assert_eq!(bola.ask(&chat).await, Ok(true));
        let report =
            |id: &str, name: &str| ClientMsg::Report { id: id.into(), name: name.into(), why: "rude".into() };
        assert_eq!(ada.ask(&report("1", "Bola")).await, Ok(true));
        assert_eq!(ada.ask(&report("2", "Bola")).await, Ok(true), "once is enough, and no more is kept");
        assert_eq!(ada.ask(&report("3", "Ada")).await, Ok(false), "nobody else has this name");
        let reports = server.ask(&["reports"]).await.unwrap();
        assert_eq!(reports.lines().count(), 1, "{reports}");
        let about = id_of(&server, "Bola").await;
        for part in [&table, "Ada", "Bola", "rude", "you smell", &about] {
            assert!(reports.contains(part), "{part}: {reports}");
        }
        let id = reports.split("  ").next().unwrap();
        server.ask(&["reports", "done", id]).await.unwrap();
        assert_eq!(server.ask(&["reports"]).await.unwrap(), "");
    });
}

#[test]
fn who_is_blocked_is_not_heard_and_gets_no_seat() {
    let server = Administered::start();
    run(async {
        let client = server.client();
        let (_, keys, [mut ada, mut bola]) = two_at(client, &asked("crazy-eights")).await;
        ada.keep_frames = true;
        let block = |id: &str, on| ClientMsg::Block { id: id.into(), name: "Bola".into(), on };
        let say = |id: &str| ClientMsg::Say { id: id.into(), p: "hello".into() };
        assert_eq!(ada.ask(&block("1", true)).await, Ok(true));
        assert_eq!(bola.ask(&say("1")).await, Ok(true));
        // Everything that was said before this answer has arrived with it.
        assert_eq!(ada.ask(&say("2")).await, Ok(true));
        let heard = ada.frames.iter().filter(|frame| frame.contains("\"said\"")).count();
        assert_eq!(heard, 1, "Ada hears only herself");
        let table = client.make(&keys[0], &asked("crazy-eights")).await.unwrap();
        let mut blocked = client.connect(&keys[1], &table, Some("Bola"), None).await.unwrap();
        assert_eq!(refused_with(&mut blocked).await, "blocked");
        assert_eq!(ada.ask(&block("3", false)).await, Ok(true));
        let mut welcome = client.connect(&keys[1], &table, Some("Bola"), None).await.unwrap();
        settle(&mut welcome).await;
    });
}

#[test]
fn a_command_at_one_node_is_one_at_all() {
    let database = Database::start();
    let node = || Administered::at(|address| Box::new(database.store(&address.to_string())));
    let (one, other) = (node(), node());
    run(async {
        let (table, keys, [ada, bola]) = two_at(other.client(), &asked("crazy-eights")).await;
        let who = one.ask(&["who"]).await.unwrap();
        assert!(who.contains("node ") && who.contains("  Ada  ") && who.contains("  Bola  "), "{who}");
        let id = id_of(&one, "Bola").await;
        one.ask(&["ban", &id, "1h"]).await.unwrap();
        assert_eq!(end_of(bola).await, ClientError::Closed(REMOVED));
        for node in [&one, &other] {
            assert!(matches!(
                node.client().ticket(&keys[1], &table).await,
                Err(ClientError::Refused(403, _))
            ));
        }
        one.ask(&["close", &table]).await.unwrap();
        assert_eq!(end_of(ada).await, ClientError::Closed(REMOVED));
        let audit = other.ask(&["audit"]).await.unwrap();
        assert!(audit.contains(&format!("ban {id} 1h")) && audit.contains("close"), "{audit}");
    });
}
