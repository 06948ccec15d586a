//! Clients that ask for too much: frames without end, and computer players that nobody watches.

use std::time::Duration;

use crate::test_server::{Running, asked, count, open_settings, refusals, run, two_at};
use futures_util::{SinkExt, StreamExt};
use protocol::{BotLevel, ClientMsg, CreateTable};
use server::internals::Patience;
use server::{Limits, Settings};
use test_client::{Client, Connection};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

/// What an honest client never waits for.
const FAR_TOO_LONG: Duration = Duration::from_secs(90);

fn usual_limits() -> Settings {
    let limits = Limits { patience: Patience::endless(), ..Limits::default() };
    Settings { limits, ..open_settings() }
}

async fn say(player: &mut Connection, id: &str) {
    let said = ClientMsg::Say { id: id.into(), p: "hello".into() };
    assert_eq!(player.ask(&said).await, Ok(true));
}

/// Sends the same frame again and again until the server closes the socket; how many were sent.
async fn flood(client: Client, table: &str, frame: Message) -> usize {
    let key = client.guest().await.unwrap();
    let mut connection = client.connect(&key, table, None, None).await.unwrap();
    connection.receive().await.unwrap();
    let (mut sink, mut stream) = connection.into_socket().split();
    let mut sent = 0;
    let sending = async {
        while sink.send(frame.clone()).await.is_ok() {
            sent += 1;
        }
    };
    let closed =
        async { while !matches!(stream.next().await, Some(Ok(Message::Close(_)) | Err(_)) | None) {} };
    let ended = tokio::time::timeout(FAR_TOO_LONG, async { tokio::join!(sending, closed) }).await;
    assert!(ended.is_ok(), "{sent} frames and still open");
    sent
}

/// Frames that ask for nothing count like all others.
#[test]
fn floods_of_frames_end_their_own_socket() {
    let running = Running::start(usual_limits());
    run(async {
        let client = running.client;
        let (table, _, mut players) = two_at(client, &asked("crazy-eights")).await;
        for frame in [Message::Ping("x".into()), Message::Pong("x".into())] {
            flood(client, &table, frame).await;
            say(&mut players[0], &format!("{}", refusals(client, "frames").await)).await;
        }
        assert_eq!(refusals(client, "frames").await, 2);
    });
}

/// Pieces of a message that never ends are seen by nobody but the connection itself.
#[test]
fn a_message_in_endless_pieces_ends_its_own_socket() {
    let running = Running::open();
    run(async {
        let client = running.client;
        let (table, _, mut players) = two_at(client, &asked("crazy-eights")).await;
        let mut stream = TcpStream::connect(client.0).await.unwrap();
        let hello = format!(
            "GET /t/{table} HTTP/1.1\r\nHost: {0}\r\nOrigin: http://{0}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
            client.0
        );
        let first = [hello.as_bytes(), &[0x01, 0x80, 0, 0, 0, 0]].concat();
        stream.write_all(&first).await.unwrap();
        let _ = stream.write_all(&[0x00, 0x80, 0, 0, 0, 0].repeat(20_000)).await;
        let mut rest = Vec::new();
        let _ = tokio::time::timeout(FAR_TOO_LONG, stream.read_to_end(&mut rest)).await.expect("closed");
        assert_eq!(refusals(client, "fragments").await, 1);
        say(&mut players[0], "here").await;
    });
}

/// The budget of an address ends the sockets that send most, and no other.
#[test]
fn many_sockets_of_an_address_share_a_budget() {
    let mut settings = usual_limits();
    settings.limits.set("frames=100/hour").unwrap();
    settings.limits.set("frames-of-address=60/hour").unwrap();
    let running = Running::start(settings);
    run(async {
        let client = running.client;
        let (table, _, mut players) = two_at(client, &asked("crazy-eights")).await;
        let sent = flood(client, &table, Message::Ping("x".into())).await;
        assert!(sent >= 50, "{sent}");
        assert_eq!((refusals(client, "frames-of-address").await, refusals(client, "frames").await), (1, 0));
        for round in 0..3 {
            say(&mut players[0], &format!("quiet{round}")).await;
        }
    });
}

/// A person at a table with as many computer players as it takes, in a match that has begun.
async fn among_masters(client: Client) -> (String, String, Connection) {
    let key = client.guest().await.unwrap();
    let ask = CreateTable { bots: 9, level: BotLevel::Master, seats: Some(10), ..asked("uno-classic") };
    let table = client.make(&key, &ask).await.unwrap();
    let mut ada = client.connect(&key, &table, Some("Ada"), None).await.unwrap();
    assert_eq!(ada.ask(&ClientMsg::Start { id: "start".into() }).await, Ok(true));
    crate::test_server::until_scene(&mut ada).await;
    (table, key, ada)
}

/// Lets the computer players have the turn.
async fn pass_the_turn(ada: &mut Connection) {
    for at in 0.. {
        if !ada.is_on_turn() {
            return;
        }
        let m = ada.choices().last().unwrap().notation.clone();
        let number = ada.number;
        ada.ask(&ClientMsg::Act { id: format!("m{at}"), n: number, m }).await.unwrap();
        while ada.number == number {
            ada.receive().await.unwrap();
        }
    }
}

#[test]
fn computer_players_think_only_while_somebody_is_there() {
    let running = Running::start(usual_limits());
    run(async {
        let client = running.client;
        let (mut tables, mut players) = (Vec::new(), Vec::new());
        for _ in 0..3 {
            let (table, key, mut ada) = among_masters(client).await;
            pass_the_turn(&mut ada).await;
            tables.push((table, key));
            players.push(ada);
        }
        drop(players);
        while count(client, "lastcard_sockets").await > 0 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        // What was begun is finished.
        tokio::time::sleep(Duration::from_secs(1)).await;
        let before = count(client, "lastcard_searches_total").await;
        tokio::time::sleep(Duration::from_secs(6)).await;
        assert_eq!(count(client, "lastcard_searches_total").await, before, "nobody is there");
        let (table, key) = &tables[0];
        let mut ada = client.connect(key, table, None, None).await.unwrap();
        crate::test_server::until_scene(&mut ada).await;
        let number = ada.number;
        while ada.number < number + 3 {
            ada.receive_within(FAR_TOO_LONG).await.expect("the game goes on");
        }
        assert!(count(client, "lastcard_searches_total").await > before);
    });
}

/// Beyond the budget computer players go by rule of thumb, and the game goes on.
#[test]
fn thinking_has_a_budget() {
    let mut settings = usual_limits();
    settings.limits.set("thinking=1/hour").unwrap();
    let running = Running::start(settings);
    run(async {
        let client = running.client;
        let (_, _, mut ada) = among_masters(client).await;
        pass_the_turn(&mut ada).await;
        let number = ada.number;
        while ada.number < number + 6 {
            if ada.is_on_turn() {
                pass_the_turn(&mut ada).await;
            }
            ada.receive_within(FAR_TOO_LONG).await.expect("the game goes on");
        }
        assert!(refusals(client, "thinking").await > 0);
    });
}
