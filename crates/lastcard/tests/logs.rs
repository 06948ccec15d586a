//! The log of the real program: what happens is in it, and no card, seed or token.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::guests::until_ready;
use protocol::{ClientMsg, CreateTable, Received};
use server::internals::{LogEntry, Write};
use server::{Sqlite, Store};
use test_client::{Client, ReservedPort};

/// A server with all that it can log, in a form, into a file.
fn start(client: Client, data: &Path, format: &str, log: File) -> Child {
    Command::new(env!("CARGO_BIN_EXE_lastcard"))
        .args([
            "serve",
            "--limits",
            "off",
            "--listen",
            &client.0.to_string(),
            "--log-format",
            format,
            "--data",
        ])
        .arg(data)
        .env("LASTCARD_LOG", "trace")
        .stdout(Stdio::null())
        .stderr(log)
        .spawn()
        .unwrap()
}

fn end(mut program: Child) {
    let sent = Command::new("kill").arg(program.id().to_string()).status();
    assert!(sent.unwrap().success() && program.wait().unwrap().success(), "it does not end as it should");
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("lastcard-logs-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Plays, makes mistakes, and comes to a table that freezes; the secrets of all that.
async fn use_server(client: Client, tampered: &str) -> Vec<String> {
    let keys = [client.guest().await.unwrap(), client.guest().await.unwrap()];
    let ask = CreateTable { game: Some("crazy-eights".into()), ..CreateTable::default() };
    let table = client.make(&keys[0], &ask).await.unwrap();
    let mut players = [
        client.connect(&keys[0], &table, Some("Ada"), None).await.unwrap(),
        client.connect(&keys[1], &table, Some("Bola"), None).await.unwrap(),
    ];
    players[1].receive_until(|heard| matches!(heard, Received::Online(_)).then_some(())).await.unwrap();
    players[0].ask(&ClientMsg::Start { id: "start".into() }).await.unwrap();
    for turn in 0..6 {
        let number = players.iter().map(|player| player.number).max().unwrap();
        for player in &mut players {
            while player.number < number || player.scene.is_none() {
                player.receive().await.unwrap();
            }
        }
        let Some(player) = players.iter_mut().find(|player| player.is_on_turn()) else { break };
        let m = player.choices().last().unwrap().notation.clone();
        let act = ClientMsg::Act { id: format!("m{turn}"), n: player.number, m };
        assert_eq!(player.ask(&act).await, Ok(true));
        let wrong = ClientMsg::Act { id: format!("w{turn}"), n: number, m: "play 8H".into() };
        assert_eq!(player.ask(&wrong).await, Ok(false));
    }
    let ticket = client.ticket(&keys[0], &table).await.unwrap();
    let hello =
        protocol::Hello { v: protocol::VERSION, ticket: ticket.clone(), ..protocol::Hello::default() };
    let mut stranger = test_client::Connection::new(client.socket(tampered, &client.origin()).await.unwrap());
    stranger.send(&ClientMsg::Hello(hello)).await.unwrap();
    assert!(stranger.frame().await.unwrap().contains("bad-ticket"), "it is for another table");
    let mut late = client.connect(&keys[0], tampered, Some("Ada"), None).await.unwrap();
    late.receive_until(|heard| matches!(heard, Received::Fault(_)).then_some(())).await.unwrap();
    let (_, metrics) = client.call("GET /metrics", "", "").await.unwrap();
    assert!(metrics.contains("\nlastcard_faults_total 1\n"), "{metrics}");
    let [key, other] = keys;
    vec![key, other, ticket]
}

/// A store with a table whose log was tampered with; its code.
fn tampered_table(data: &Path, client: Client, runtime: &tokio::runtime::Runtime, log: File) -> String {
    let program = start(client, data, "text", log);
    let code = runtime.block_on(async {
        until_ready(client).await;
        client.make(&client.guest().await.unwrap(), &CreateTable::default()).await.unwrap()
    });
    end(program);
    let mut store = Sqlite::open(data).unwrap();
    let id = store.table(&code).unwrap().unwrap().id;
    let body = "start".into();
    let entry = LogEntry { seq: 1, at: 1, who: None, cmd: None, body, number: 1, hash: [7; 32] };
    store.write(1, &[Write::Append { table: id, entry, before: [0; 32], status: None }]).unwrap();
    code
}

/// The seeds and secrets in the database, as they could be written.
fn stored_secrets(data: &Path) -> Vec<String> {
    let mut store = Sqlite::open(data).unwrap();
    let mut secrets = Vec::new();
    for id in store.tables().unwrap() {
        let seed = store.table_by_id(id).unwrap().unwrap().secret;
        secrets.extend([seed.to_string(), format!("{seed:x}")]);
        let log = store.log(id).unwrap();
        let secret = |entry: &LogEntry| {
            let words = ["entropy ", "promise ", "open "];
            words.iter().find_map(|word| entry.body.strip_prefix(word)?.rsplit(' ').next().map(String::from))
        };
        secrets.extend(log.iter().filter_map(secret));
    }
    secrets
}

fn has_card(line: &str) -> bool {
    let pack = games::CompiledRules::new(&games::presets::named("crazy-eights").unwrap(), 2).unwrap();
    let pack = pack.pack();
    let cards: Vec<&str> = pack.cards().iter().map(|&card| pack.notation(card)).collect();
    line.split(|letter: char| !letter.is_ascii_alphanumeric()).any(|word| cards.contains(&word))
}

#[test]
fn the_log_holds_no_card_seed_or_token() {
    assert!(has_card("act 7 play 8H"), "it would be found");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    for format in ["text", "json"] {
        let (data, port) = (folder(format), ReservedPort::new().unwrap());
        let client = port.client();
        let path = data.join("log");
        let tampered = tampered_table(&data, client, &runtime, File::create(&path).unwrap());
        let program = start(client, &data, format, File::create(&path).unwrap());
        let mut secrets = runtime.block_on(async {
            until_ready(client).await;
            use_server(client, &tampered).await
        });
        end(program);
        secrets.extend(stored_secrets(&data));
        let log = std::fs::read_to_string(&path).unwrap();
        for secret in secrets {
            assert!(!log.contains(&secret), "{secret} is in {log}");
        }
        for line in log.lines() {
            assert!(!has_card(line), "{line}");
            let json =
                serde_json::from_str::<serde_json::Value>(line).is_ok_and(|line| line["level"].is_string());
            assert_eq!(json, format == "json", "{line}");
        }
        for event in ["serving", "connected", "batch", "fault", "refused", "disconnected", "ending"] {
            assert!(log.contains(event), "no {event} in {log}");
        }
        let fault = log.lines().find(|line| line.contains("ERROR") && line.contains("fault"));
        assert!(fault.is_some_and(|line| line.contains(&tampered)), "{log}");
        std::fs::remove_dir_all(&data).unwrap();
    }
}

/// A full disk behind standard error stops no game.
#[cfg(target_os = "linux")]
#[test]
fn a_log_that_cannot_be_written_stops_nothing() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let (data, port) = (folder("full"), ReservedPort::new().unwrap());
    let client = port.client();
    let program = start(client, &data, "text", File::options().write(true).open("/dev/full").unwrap());
    runtime.block_on(async {
        until_ready(client).await;
        let key = client.guest().await.unwrap();
        let table = client.make(&key, &CreateTable::default()).await.unwrap();
        let mut ada = client.connect(&key, &table, Some("Ada"), None).await.unwrap();
        ada.receive_until(|heard| matches!(heard, Received::Online(_)).then_some(())).await.unwrap();
    });
    end(program);
    std::fs::remove_dir_all(&data).unwrap();
}
