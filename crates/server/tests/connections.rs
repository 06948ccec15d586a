//! Clients that hold connections: slow ones are let go, and nobody takes the places of those who play.

use std::time::Duration;

use crate::test_server::{Running, asked, count, open_settings, refusals, run, two_at};
use protocol::ClientMsg;
use server::internals::Patience;
use server::{Limits, Settings};
use test_client::{Client, ClientError, Connection};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

/// Longer than any deadline of the server, on a machine that is busy with other things too.
const FAR_TOO_LONG: Duration = Duration::from_secs(90);

/// A connection from another address of this machine.
async fn connect_from(client: Client, host: u8) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(([127, 0, 0, host], 0).into()).unwrap();
    socket.connect(client.0).await.unwrap()
}

/// Reads until the server closes the connection.
async fn is_closed(stream: &mut TcpStream) -> bool {
    let mut rest = Vec::new();
    tokio::time::timeout(FAR_TOO_LONG, stream.read_to_end(&mut rest)).await.is_ok()
}

async fn say(player: &mut Connection, id: &str) {
    let said = ClientMsg::Say { id: id.into(), p: "hello".into() };
    assert_eq!(player.ask(&said).await, Ok(true));
}

/// Bodies of which a byte arrives now and then, headers without an end, and answers that nobody reads.
#[test]
fn clients_that_keep_the_server_waiting_are_let_go() {
    let running = Running::open();
    run(async {
        let client = running.client;
        let (_, _, mut players) = two_at(client, &asked("crazy-eights")).await;
        let mut slow = Vec::new();
        let body = "POST /api/rules HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9000\r\n\r\n{";
        let unread = "GET /api/presets/naija-whot HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".repeat(2_000);
        for start in [body, "GET / HTTP/1.1\r\nX: ", &unread] {
            for _ in 0..5 {
                let mut stream = connect_from(client, 1).await;
                let _ =
                    tokio::time::timeout(Duration::from_secs(1), stream.write_all(start.as_bytes())).await;
                slow.push(stream);
            }
        }
        let drip = async {
            let mut open: Vec<TcpStream> = slow.drain(..10).collect();
            loop {
                tokio::time::sleep(Duration::from_millis(500)).await;
                for stream in &mut open {
                    let _ = stream.write_all(b" ").await;
                }
                say(&mut players[0], &format!("{:?}", tokio::time::Instant::now()).replace(' ', "")[..20])
                    .await;
            }
        };
        let counted = async {
            for (reason, times) in [("slow-headers", 5), ("slow-body", 5), ("slow-reader", 5)] {
                while refusals(client, reason).await < times {
                    tokio::time::sleep(Duration::from_millis(200)).await;
                }
            }
        };
        tokio::select! {
            () = drip => {}
            ended = tokio::time::timeout(FAR_TOO_LONG, counted) => ended.expect("slow clients are let go"),
        }
        while count(client, "lastcard_connections").await > 3 {
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    });
}

/// Five strangers want more connections than there are. A player stays, another one comes in, and everything is counted.
#[test]
fn no_stranger_takes_the_place_of_those_who_play() {
    let limits = Limits {
        connections: 40,
        sockets_of_address: 12,
        patience: Patience::endless(),
        ..Limits::default()
    };
    assert_eq!(limits.connections_of_address(), 10);
    let running = Running::start(Settings { limits, ..open_settings() });
    run(async {
        let client = running.client;
        let (table, keys, mut players) = two_at(client, &asked("crazy-eights")).await;
        let mut strangers = Vec::new();
        for _ in 0..15 {
            strangers.push(connect_from(client, 2).await);
        }
        assert_eq!(refusals(client, "connections-of-address").await, 5);
        for round in 0..12 {
            for host in 2..=6 {
                let mut stream = connect_from(client, host).await;
                let _ = stream.write_all(b"GET / HTTP/1.1\r\n").await;
                strangers.push(stream);
            }
            if round == 6 {
                say(&mut players[0], "here").await;
            }
        }
        say(&mut players[1], "here").await;
        let open = count(client, "lastcard_connections").await;
        assert!(open <= 40, "{open} connections");
        // The second player's connection is lost, and another person comes to watch.
        let [mut ada, bola] = players;
        bola.abort();
        let mut bola = client.connect(&keys[1], &table, None, None).await.unwrap();
        say(&mut bola, "back").await;
        say(&mut ada, "still").await;
        let ticket = client.ticket(&client.guest().await.unwrap(), &table).await;
        assert!(ticket.is_ok(), "{ticket:?}");
        assert!(refusals(client, "connections").await > 0, "some gave way");
        for mut stream in strangers {
            assert!(is_closed(&mut stream).await);
        }
    });
}

/// Sockets count as connections after the upgrade too.
#[test]
fn sockets_have_places_until_they_are_closed() {
    let limits =
        Limits { connections: 40, sockets_of_address: 1_000, patience: Patience::endless(), ..Limits::off() };
    let running = Running::start(Settings { limits, ..open_settings() });
    run(async {
        let client = running.client;
        let key = client.guest().await.unwrap();
        let table = client.make(&key, &asked("crazy-eights")).await.unwrap();
        let mut sockets = Vec::new();
        let refused = loop {
            match client.socket(&table, &client.origin()).await {
                Ok(socket) => sockets.push(socket),
                Err(error) => break error,
            }
        };
        assert_eq!(sockets.len(), 10, "a quarter of all connections");
        assert!(matches!(refused, ClientError::Lost(_)), "{refused:?}");
        sockets.truncate(3);
        while count(client, "lastcard_connections").await > 4 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    });
}
