//! A data folder that an earlier version wrote: it is sound, its tables wake, and their matches go on.

use std::path::{Path, PathBuf};

use crate::test_server::{Running, open_settings, run, until_scene};
use games::record::Record;
use protocol::{ClientMsg, CreateTable, Received};
use server::{Settings, Sqlite};
use table::Message;
use table::Millis;
use test_client::{Client, Connection};

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/v0")
}

/// A copy of the folder for one test.
pub fn copy(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("earlier-data-{test}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::copy(fixtures().join("lastcard.db"), folder.join("lastcard.db")).unwrap();
    folder
}

/// A server on a copy, which keeps everything however long ago it was written.
fn serve(test: &str) -> Running {
    let settings = Settings { unused_after: Millis::MAX, idle_after: Millis::MAX, ..open_settings() };
    Running::on(Box::new(Sqlite::open(&copy(test)).unwrap()), settings)
}

/// The key of a guest, or the code of a table.
pub fn named(name: &str) -> String {
    let text = std::fs::read_to_string(fixtures().join("tables.txt")).unwrap();
    let found = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    found.unwrap_or_else(|| panic!("tables.txt names {name}")).to_owned()
}

async fn comes_back(client: Client, guest: &str, table: &str) -> Connection {
    client.connect(&named(guest), &named(table), Some("Somebody"), None).await.unwrap()
}

/// Makes the first move that is offered, once it is this player's turn.
async fn plays_on(connection: &mut Connection) {
    while !connection.is_on_turn() {
        connection.receive().await.unwrap();
    }
    let (n, m) = (connection.number, connection.choices()[0].notation.clone());
    assert_eq!(connection.ask(&ClientMsg::Act { id: format!("later-{n}"), n, m }).await, Ok(true));
}

#[test]
fn the_audit_finds_no_fault() {
    let audit = server::audit(&copy("audit")).unwrap();
    assert_eq!((audit.tables, audit.entries, audit.matches), (6, 374, 5));
    assert_eq!(audit.faults, []);
}

#[test]
fn a_lobby_still_waits_for_its_match() {
    let running = serve("lobby");
    run(async {
        let client = running.client;
        let (_, listed) = client.call("GET /api/tables", "", "").await.unwrap();
        assert!(listed.contains(&named("lobby")), "{listed}");
        let mut ada = comes_back(client, "ada", "lobby").await;
        assert_eq!(ada.ask(&ClientMsg::Start { id: "later".into() }).await, Ok(true));
        until_scene(&mut ada).await;
        assert_eq!(ada.scene.as_ref().unwrap().places.len(), 2, "Ada and a computer player");
        plays_on(&mut ada).await;
    });
}

#[test]
fn matches_go_on_where_they_stood() {
    let running = serve("playing");
    run(async {
        for table in ["playing", "fair-playing"] {
            let mut both = [
                comes_back(running.client, "ada", table).await,
                comes_back(running.client, "bola", table).await,
            ];
            for connection in &mut both {
                until_scene(connection).await;
            }
            let on_turn = both.iter_mut().find(|connection| connection.is_on_turn());
            plays_on(on_turn.expect("somebody is on turn")).await;
        }
        let mut alone = comes_back(running.client, "ada", "bots").await;
        until_scene(&mut alone).await;
        plays_on(&mut alone).await;
    });
}

#[test]
fn a_match_that_is_over_keeps_its_record_and_can_be_played_again() {
    let running = serve("over");
    run(async {
        let client = running.client;
        let path = format!("GET /api/tables/{}/record", named("fair-over"));
        let (status, record) = client.call(&path, "", "").await.unwrap();
        assert_eq!(status, 200, "{record}");
        games::verify(&Record::read(&record).unwrap()).unwrap();
        let mut ada = comes_back(client, "ada", "over").await;
        ada.receive_until(|heard| matches!(heard, Received::Table(Message::MatchOver { .. })).then_some(()))
            .await
            .unwrap();
        assert_eq!(ada.ask(&ClientMsg::Rematch { id: "later".into() }).await, Ok(true));
        plays_on(&mut ada).await;
    });
}

#[test]
fn a_spectator_sees_the_match_and_a_guest_of_then_makes_a_table() {
    let running = serve("spectator");
    run(async {
        let client = running.client;
        let mut spectator = client.connect(&named("spectator"), &named("playing"), None, None).await.unwrap();
        until_scene(&mut spectator).await;
        assert_eq!(spectator.choices(), []);
        let ask = CreateTable { game: Some("yaniv".into()), ..CreateTable::default() };
        assert_eq!(client.make(&named("bola"), &ask).await.unwrap().len(), 8);
    });
}
