//! Logging out: nothing that was made with a key outlives it (D6).

use std::time::Duration;

use crate::database::Database;
use crate::test_server::{Running, asked, greeted, hello, open_settings, run, settle};
use protocol::{Guest, json};
use test_client::{Client, ClientError, Connection};

/// The close code of a socket whose player has logged out.
const LOGGED_OUT: u16 = 4003;

fn header(key: &str) -> String {
    format!("Authorization: Bearer {key}\r\n")
}

/// A link to another device.
async fn link(client: Client, key: &str) -> String {
    let (status, link) = client.call("POST /api/link", &header(key), "").await.unwrap();
    assert_eq!(status, 201);
    link
}

/// Another key of the same guest.
async fn second_key(client: Client, key: &str) -> String {
    let (_, guest) = client.call("POST /api/resume", "", &link(client, key).await).await.unwrap();
    json::read::<Guest>(&guest).unwrap().token
}

async fn log_out(client: Client, key: &str, body: &str) {
    assert_eq!(client.call("POST /api/logout", &header(key), body).await.unwrap().0, 200);
}

/// How a connection ends.
async fn end_of(mut connection: Connection) -> ClientError {
    loop {
        if let Err(why) = connection.receive_within(Duration::from_secs(30)).await {
            return why;
        }
    }
}

#[test]
fn logging_out_ends_sockets_tickets_and_links_of_the_key() {
    let running = Running::open();
    run(async {
        let client = running.client;
        let laptop = client.guest().await.unwrap();
        let phone = second_key(client, &laptop).await;
        let tables = [
            client.make(&laptop, &asked("crazy-eights")).await.unwrap(),
            client.make(&laptop, &asked("crazy-eights")).await.unwrap(),
        ];
        let mut at_laptop = client.connect(&laptop, &tables[0], Some("Ada"), None).await.unwrap();
        settle(&mut at_laptop).await;
        let mut at_phone = client.connect(&phone, &tables[1], Some("Ada"), None).await.unwrap();
        settle(&mut at_phone).await;
        let (ticket, link) = (client.ticket(&phone, &tables[1]).await.unwrap(), link(client, &phone).await);
        log_out(client, &phone, "").await;
        assert_eq!(end_of(at_phone).await, ClientError::Closed(LOGGED_OUT));
        let answer = greeted(client, &tables[1], &hello(&ticket)).await;
        assert!(answer.contains("bad-ticket"), "{answer}");
        assert_eq!(client.call("POST /api/resume", "", &link).await.unwrap().0, 404);
        assert!(matches!(client.ticket(&phone, &tables[1]).await, Err(ClientError::Refused(401, _))));
        let say = protocol::ClientMsg::Say { id: "s".into(), p: "hello".into() };
        assert_eq!(at_laptop.ask(&say).await, Ok(true), "the other device is still logged in");
    });
}

#[test]
fn logging_out_everywhere_ends_all_keys() {
    let running = Running::open();
    run(async { everywhere(running.client, running.client).await });
}

/// The guest has a key and a socket at each of two nodes, and logs out everywhere at the first.
async fn everywhere(one: Client, other: Client) {
    let laptop = one.guest().await.unwrap();
    let phone = second_key(one, &laptop).await;
    let mut sockets = Vec::new();
    for (client, key) in [(one, &laptop), (other, &phone)] {
        let table = client.make(key, &asked("crazy-eights")).await.unwrap();
        let mut socket = client.connect(key, &table, Some("Ada"), None).await.unwrap();
        settle(&mut socket).await;
        sockets.push((socket, table));
    }
    let (ticket, table) = (other.ticket(&phone, &sockets[1].1).await.unwrap(), sockets[1].1.clone());
    let link = link(one, &laptop).await;
    log_out(one, &laptop, r#"{"everywhere":true}"#).await;
    for (socket, _) in [sockets.remove(0), sockets.remove(0)] {
        assert_eq!(end_of(socket).await, ClientError::Closed(LOGGED_OUT));
    }
    for (client, key) in [(one, &laptop), (other, &phone)] {
        assert!(matches!(client.ticket(key, "TABLE").await, Err(ClientError::Refused(401, _))));
    }
    assert_eq!(other.call("POST /api/resume", "", &link).await.unwrap().0, 404);
    let answer = greeted(other, &table, &hello(&ticket)).await;
    assert!(answer.contains("bad-ticket"), "{answer}");
}

#[test]
fn logging_out_everywhere_reaches_the_sockets_of_other_nodes() {
    let database = Database::start();
    let node = || Running::at(|address| Box::new(database.store(&address.to_string())), open_settings());
    let (one, other) = (node(), node());
    run(async { everywhere(one.client, other.client).await });
    run(async {
        let forged = other.client.call("POST /api/node", "X-Lastcard-Order: 9 00\r\n", "{}").await.unwrap();
        assert_eq!(forged.0, 404, "nobody but a node of the store gives orders");
    });
}
