//! A real server for tests, on a free port, with its store in memory or in a folder.
#![allow(dead_code, reason = "every test uses its own part of it")]

use std::net::SocketAddr;

use protocol::{ClientMsg, CreateTable, Hello};
use server::{Limits, Settings, Sqlite, Store};
use test_client::{Client, Connection};
use tokio::net::TcpListener;
use tokio::sync::oneshot;

/// A running server; it stops when dropped.
pub struct Running {
    pub client: Client,
    end: Option<oneshot::Sender<()>>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Running {
    pub fn start(settings: Settings) -> Running {
        Running::on(Box::new(Sqlite::in_memory().unwrap()), settings)
    }

    /// A server without rate limits.
    pub fn open() -> Running {
        Running::start(open_settings())
    }

    pub fn on(store: Box<dyn Store>, settings: Settings) -> Running {
        Running::at(|_| store, settings)
    }

    /// A server whose store has to know the address at which other nodes reach it.
    pub fn at(open: impl FnOnce(SocketAddr) -> Box<dyn Store>, settings: Settings) -> Running {
        let (end, until) = oneshot::channel();
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let address = listener.local_addr().unwrap();
        let store = open(address);
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(async {
                let listener = TcpListener::from_std(listener).unwrap();
                let until = async { drop(until.await) };
                server::internals::serve(listener, store, settings, until).await.unwrap();
            });
        });
        Running { client: Client(address), end: Some(end), thread: Some(thread) }
    }

    /// Stops it as a signal would, and waits.
    pub fn stop(mut self) {
        self.finish();
    }

    fn finish(&mut self) {
        if let Some(end) = self.end.take() {
            let _ = end.send(());
        }
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.finish();
        }
    }
}

pub fn open_settings() -> Settings {
    Settings { limits: Limits::off(), delay: 0, ..Settings::default() }
}

/// Runs a test on its own runtime.
pub fn run<T>(test: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(test)
}

pub fn asked(game: &str) -> CreateTable {
    CreateTable { game: Some(game.into()), ..CreateTable::default() }
}

/// Two players at a table whose match has started; the first made it.
pub async fn two_at(client: Client, ask: &CreateTable) -> (String, [String; 2], [Connection; 2]) {
    let keys = [client.guest().await.unwrap(), client.guest().await.unwrap()];
    let table = client.make(&keys[0], ask).await.unwrap();
    let mut ada = client.connect(&keys[0], &table, Some("Ada"), None).await.unwrap();
    let mut bola = client.connect(&keys[1], &table, Some("Bola"), None).await.unwrap();
    settle(&mut bola).await;
    assert_eq!(ada.ask(&ClientMsg::Start { id: "start".into() }).await, Ok(true));
    until_scene(&mut ada).await;
    until_scene(&mut bola).await;
    (table, keys, [ada, bola])
}

/// The greeting with this ticket.
pub fn hello(ticket: &str) -> ClientMsg {
    ClientMsg::Hello(Hello { v: protocol::VERSION, ticket: ticket.into(), ..Hello::default() })
}

/// The first frame sent to a connection that starts with this message.
pub async fn greeted(client: Client, table: &str, message: &ClientMsg) -> String {
    let mut connection = client.socket(table, &client.origin()).await.map(Connection::new).unwrap();
    connection.send(message).await.unwrap();
    connection.frame().await.unwrap().to_string()
}

/// Receives until the list of connected players arrives.
pub async fn settle(connection: &mut Connection) {
    connection
        .receive_until(|heard| matches!(heard, protocol::Received::Online(_)).then_some(()))
        .await
        .unwrap();
}

pub async fn until_scene(connection: &mut Connection) {
    while connection.scene.is_none() {
        connection.receive().await.unwrap();
    }
}

/// A metric of a server, 0 if it has none of that name.
pub async fn count(client: Client, name: &str) -> u64 {
    loop {
        // All places may be taken for a moment.
        let Ok((200, metrics)) = client.call("GET /metrics", "", "").await else { continue };
        let value = metrics.lines().find_map(|line| line.strip_prefix(name)?.trim().parse::<f64>().ok());
        return value.unwrap_or(0.0) as u64;
    }
}

/// How often something was refused for this reason.
pub async fn refusals(client: Client, reason: &str) -> u64 {
    count(client, &format!("lastcard_refused_total{{reason=\"{reason}\"}}")).await
}

/// The memory of this process, including the server, in bytes.
pub fn memory() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS"));
    let kilobytes =
        line.and_then(|line| line.split_whitespace().nth(1)).and_then(|word| word.parse::<usize>().ok());
    kilobytes.unwrap_or(0) * 1024
}
