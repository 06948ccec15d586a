//! Hostile clients are refused or disconnected, and other players do not notice.

use std::time::Duration;

use crate::simulation::{self, ADA, SPECTATOR, World, frames};
use crate::test_server::{self, Running, asked, greeted, hello, memory, open_settings, run, two_at};
use engine::{Chance, Quick};
use protocol::{ClientMsg, CreateTable, Hello};
use server::internals::{Patience, TableSetup};
use server::{Limits, Rate, Settings};
use test_client::{Client, ClientError, CommandFields, Connection, every_command};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// How many of each kind: from the environment, or few.
fn crowd(quick: usize) -> usize {
    std::env::var("LASTCARD_CROWD").ok().and_then(|text| text.parse().ok()).unwrap_or(quick)
}

/// Two players can still make a move each.
async fn can_play(players: &mut [Connection; 2], tag: &str) {
    for turn in 0..2 {
        let number = players.iter().map(|player| player.number).max().unwrap();
        for player in players.iter_mut() {
            while player.number < number {
                player.receive().await.unwrap();
            }
        }
        let Some(player) = players.iter_mut().find(|player| player.is_on_turn()) else { return };
        let m = player.choices().last().unwrap().notation.clone();
        let act = ClientMsg::Act { id: format!("{tag}{turn}"), n: player.number, m };
        assert_eq!(player.ask(&act).await, Ok(true), "{tag}");
    }
}

/// Sends bytes and waits until the server closes the connection; how many bytes came back.
async fn throw(client: Client, bytes: &[u8]) -> usize {
    let mut stream = TcpStream::connect(client.0).await.unwrap();
    let _ = stream.write_all(bytes).await;
    let mut back = Vec::new();
    let _ =
        tokio::time::timeout(Duration::from_secs(20), stream.read_to_end(&mut back)).await.expect("cut off");
    back.len()
}

fn handshake(client: Client, table: &str) -> String {
    format!(
        "GET /t/{table} HTTP/1.1\r\nHost: {0}\r\nOrigin: http://{0}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        client.0
    )
}

/// D1: endless headers, frames that claim to be huge, endless fragments, garbage.
#[test]
fn oversized_and_broken_input_ends_its_own_connection_only() {
    let running = Running::open();
    run(async {
        let client = running.client;
        let (table, _, mut players) = two_at(client, &asked("crazy-eights")).await;
        let hello = handshake(client, &table).into_bytes();
        let huge_header = [b"GET / HTTP/1.1\r\nX: ".to_vec(), vec![b'x'; 2_000_000]].concat();
        let huge_frame =
            [hello.clone(), vec![0x81, 0xff, 0x7f, 255, 255, 255, 255, 255, 255, 255, 1, 2, 3, 4]].concat();
        let big_frame = [hello.clone(), vec![0x81, 0xfe, 0x20, 0, 1, 2, 3, 4], vec![7; 0x2000]].concat();
        let fragments =
            [hello.clone(), vec![0x01, 0x81, 0, 0, 0, 0, b'x'], [0_u8, 0x81, 0, 0, 0, 0, b'x'].repeat(9_000)]
                .concat();
        let unmasked = [hello.clone(), vec![0x81, 0x01, b'x']].concat();
        let binary = [hello.clone(), vec![0x82, 0x81, 0, 0, 0, 0, b'x']].concat();
        let rubbish: Vec<u8> =
            (0..5_000_u32).map(|at| (at.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
        let before = memory();
        for bytes in [&huge_header, &huge_frame, &big_frame, &fragments, &unmasked, &binary, &rubbish] {
            for _ in 0..crowd(3) {
                throw(client, bytes).await;
            }
        }
        can_play(&mut players, "rubbish").await;
        assert!(memory() < before + (64 << 20), "memory has grown");
    });
}

/// D2: clients that never read are disconnected, and the table goes on for the others.
#[test]
fn readers_that_never_read_cost_little() {
    let running = Running::open();
    run(async {
        let client = running.client;
        let (table, _, mut players) = two_at(client, &asked("crazy-eights")).await;
        let before = memory();
        let mut deaf = Vec::new();
        for _ in 0..crowd(40).min(50) {
            let key = client.guest().await.unwrap();
            deaf.push(client.connect(&key, &table, None, None).await.unwrap());
        }
        for round in 0..crowd(20) {
            for player in &mut players {
                let text = format!("{{\"do\":\"say\",\"id\":\"{round}\",\"p\":\"hello\"}}");
                player.send_text(text).await.unwrap();
            }
            can_play(&mut players, &format!("deaf{round}-")).await;
        }
        assert!(memory() < before + (64 << 20), "memory has grown");
    });
}

/// The server ends handshakes that are never finished.
#[test]
fn half_open_handshakes_are_ended() {
    let running = Running::open();
    run(async {
        let client = running.client;
        let (table, _, mut players) = two_at(client, &asked("crazy-eights")).await;
        let mut open = Vec::new();
        for at in 0..crowd(200) {
            let mut stream = TcpStream::connect(client.0).await.unwrap();
            let text = if at % 2 == 0 { "GET / HTT".to_string() } else { handshake(client, &table) };
            stream.write_all(text.as_bytes()).await.unwrap();
            open.push(stream);
        }
        can_play(&mut players, "half-open").await;
        for mut stream in open {
            let mut rest = Vec::new();
            let ended = tokio::time::timeout(Duration::from_secs(90), stream.read_to_end(&mut rest)).await;
            assert!(ended.is_ok(), "the server waits for ever");
        }
    });
}

/// D3: only our own origin, and each ticket once and only at its table.
#[test]
fn strangers_do_not_get_a_socket() {
    let running = Running::open();
    run(async {
        let client = running.client;
        let key = client.guest().await.unwrap();
        let table = client.make(&key, &asked("crazy-eights")).await.unwrap();
        let other = client.make(&key, &asked("crazy-eights")).await.unwrap();
        let own = client.origin();
        for origin in ["", "http://evil.example", &format!("{own}.evil.example"), &format!("{own}/"), "null"]
        {
            let refused = client.socket(&table, origin).await.err();
            assert_eq!(refused, Some(ClientError::Refused(403, String::new())), "{origin}");
        }
        let (status, _) =
            client.call("POST /api/guest", "Origin: http://evil.example\r\n", "").await.unwrap();
        assert_eq!(status, 403);
        let ticket = client.ticket(&key, &table).await.unwrap();
        assert!(
            greeted(client, &other, &hello(&ticket)).await.contains("bad-ticket"),
            "a ticket for another table"
        );
        assert!(
            greeted(client, &table, &hello(&ticket)).await.contains("bad-ticket"),
            "it was used up by that"
        );
        let ticket = client.ticket(&key, &table).await.unwrap();
        assert!(greeted(client, &table, &hello(&ticket)).await.contains("\"hello\""));
        assert!(greeted(client, &table, &hello(&ticket)).await.contains("bad-ticket"), "a second time");
        let old = ClientMsg::Hello(Hello { v: 99, ..Hello::default() });
        assert!(greeted(client, &table, &old).await.contains("bad-version"));
        assert!(greeted(client, &table, &ClientMsg::Start { id: "x".into() }).await.contains("bad-message"));
    });
}

/// The rate limits of an address.
#[test]
fn clients_over_a_rate_limit_are_told_to_wait() {
    let mut limits = Limits { patience: Patience::endless(), ..Limits::default() };
    limits.set("guests=10/hour").unwrap();
    let running = Running::start(Settings { limits, ..open_settings() });
    run(async {
        let client = running.client;
        let mut keys = Vec::new();
        for _ in 0..10 {
            keys.push(client.guest().await.unwrap());
        }
        assert!(matches!(client.guest().await, Err(ClientError::Refused(429, _))));
        for _ in 0..3 {
            client.make(&keys[0], &CreateTable::default()).await.unwrap();
        }
        let fourth = client.make(&keys[0], &CreateTable::default()).await;
        assert!(
            matches!(&fourth, Err(ClientError::Refused(429, why)) if why.contains("tables")),
            "{fourth:?}"
        );
        let table = client.make(&keys[1], &asked("crazy-eights")).await.unwrap();
        let mut ada = client.connect(&keys[1], &table, Some("Ada"), None).await.unwrap();
        let mut closed = None;
        for at in 0..200 {
            let said = ada.send(&ClientMsg::Start { id: format!("{at}") }).await;
            if said.is_err() {
                break;
            }
        }
        while closed.is_none() {
            closed = ada.receive().await.err();
        }
        assert!(matches!(closed, Some(ClientError::Closed(1008) | ClientError::Lost(_))), "{closed:?}");
    });
}

/// A random command of a program that knows the protocol.
fn made_up(at: usize, chance: &mut Quick, number: u64) -> ClientMsg {
    let words = ["draw", "pass", "play 8H", "catch 0", "yaniv", "timeout", "leave", "fine", ""];
    let text = words[chance.below(words.len() as u32) as usize].into();
    let (id, on) = (format!("f{at}"), chance.below(2) == 0);
    let n = number + u64::from(chance.below(3)) - 1;
    let bot = if chance.below(2) == 0 { "Robo" } else { "Ada" };
    let fields = CommandFields { id, n, text, name: "Eve".into(), bot: bot.into(), on };
    let mut commands = every_command(&fields);
    commands.swap_remove(chance.below(commands.len() as u32) as usize)
}

/// M2: every command of a player is answered once under its id. A page takes a connection that does not answer for dead.
#[test]
fn every_command_is_answered_once() {
    let setup =
        TableSetup { joint: Some("TABLE".into()), chat: true, ..simulation::setup("crazy-eights", &[]) };
    let mut world = World::new(&setup, 5, 0);
    let lines = [world.connect(ADA, Some("Ada"), None), world.connect(ADA + 1, Some("Bola"), None)];
    world.save();
    let (mut chance, mut moves, mut matches) = (Quick::new(1), 1, 0);
    let asked_at_least = crowd(20) * 200;
    // The cards are shuffled anew in every run, so that a match takes longer in some.
    for at in 0..asked_at_least * 20 {
        if at >= asked_at_least && matches > 0 {
            break;
        }
        let line = &lines[chance.below(2) as usize];
        let _ = frames(line);
        let asked = made_up(at, &mut chance, moves);
        world.ask(line, asked.clone());
        world.search(usize::MAX);
        world.save();
        let told = frames(line).concat();
        let name = format!("f{at}");
        let answers = told.matches(&format!(r#"{{"ok":"{name}"}}"#)).count()
            + told.matches(&format!(r#"{{"no":{{"id":"{name}","#)).count();
        assert_eq!(answers, 1, "{asked:?}: {told}");
        moves = told
            .rsplit_once(r#"{"did":["#)
            .and_then(|(_, did)| did.split_once(',')?.0.parse().ok())
            .unwrap_or(moves);
        matches += usize::from(told.contains(r#"{"match""#));
        world.next();
        world.save();
    }
    assert!(matches > 0, "{moves} moves");
}

/// H3: spectators can do nothing at all, whatever they send, and nothing is logged for it.
#[test]
fn nothing_is_accepted_from_spectators() {
    let mut world = World::new(&simulation::setup("crazy-eights", &[]), 5, 0);
    let (ada, bola) = (world.connect(ADA, Some("Ada"), None), world.connect(ADA + 1, Some("Bola"), None));
    world.ask(&ada, ClientMsg::Start { id: "s".into() });
    world.save();
    let spectator = world.connect(SPECTATOR, None, None);
    world.save();
    let _ = (frames(&ada), frames(&bola), frames(&spectator));
    let (before, mut chance) = (world.store.entries().unwrap(), Quick::new(1));
    let mut refused = 0;
    for at in 0..crowd(20) * 100 {
        world.ask(&spectator, made_up(at, &mut chance, 1));
        world.save();
        let told = frames(&spectator);
        assert!(told.iter().all(|frame| !frame.contains("\"ok\"") && !frame.contains("answer")), "{told:?}");
        refused += told.iter().filter(|frame| frame.contains("\"no\"")).count();
    }
    assert_eq!(refused, crowd(20) * 100, "each is refused");
    assert_eq!(world.store.entries().unwrap(), before, "nothing is logged");
    assert_eq!((frames(&ada).len(), frames(&bola).len()), (0, 0), "nobody has noticed");
}

/// H3: a player does not become a spectator of the own table: connecting returns to the seat.
#[test]
fn a_player_cannot_spectate_at_the_own_table() {
    let running = Running::open();
    run(async {
        let (table, keys, _players) = two_at(running.client, &asked("crazy-eights")).await;
        let mut again = running.client.connect(&keys[0], &table, None, None).await.unwrap();
        test_server::until_scene(&mut again).await;
        assert!(matches!(again.scene.as_ref().unwrap().viewer, engine::Viewer::Seat(_)));
    });
}

/// Every change of rules is stored as a whole rule file, so an address has a number of them, whoever asks.
#[test]
fn an_address_changes_rules_only_so_often() {
    let rules = Rate { max: 3, within: 3_600_000 };
    let limits = Limits { rules, ..Limits::off() };
    let running = Running::start(Settings { limits, ..open_settings() });
    run(async {
        let mut changed = 0;
        for _ in 0..2 {
            let key = running.client.guest().await.unwrap();
            let table = running.client.make(&key, &asked("crazy-eights")).await.unwrap();
            let mut maker = running.client.connect(&key, &table, Some("Ada"), None).await.unwrap();
            for at in 5..8 {
                let change = ClientMsg::Rules { id: format!("{at}"), rules: format!("hand_size = {at}") };
                changed += usize::from(maker.ask(&change).await == Ok(true));
            }
            let other = ClientMsg::Unbot { id: "b".into(), name: "Bo".into() };
            assert_eq!(
                maker.ask(&other).await,
                Ok(false),
                "nobody else is refused by it, and Bo is not there"
            );
        }
        assert_eq!(changed, 3);
    });
}
