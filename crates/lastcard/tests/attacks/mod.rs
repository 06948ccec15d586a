//! Attacks on the real program with its usual limits, while honest people play at it.
//!
//! The short form runs with all tests and asserts counts and results. `cargo xtask attack` runs each of them longer and also
//! asserts how long honest players wait; `cargo xtask attack ping_flood` runs one.
//!
//! A new attack is a file here with a test that calls [`Scene::run`], and a line below.

mod busy_requests;
mod foreign_names;
mod forged_addresses;
mod fragments;
mod idle_masters;
mod long_match;
mod many_connections;
mod ping_flood;
mod slow_clients;

use std::fs::{self, File};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use engine::{Chance, Quick};
use protocol::{ClientMsg, CreateTable, Guest, Hello, Received, Ticket, TicketRequest, json};
use test_client::{Client, ClientError, Connection, ReservedPort};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinHandle;

use crate::guests::{number, until_ready};
use crate::program::fresh_folder;

/// Honest players at two tables with two seats each.
const TABLES: usize = 2;

/// A person takes this long before each move.
const THINK: Duration = Duration::from_millis(250);

/// Half of all moves would be too slow for a person if they took as long as this; in the long form 99 of 100 are faster.
const MAX_WAIT: Duration = Duration::from_millis(250);

/// Far longer than anybody waits, on a machine that is busy with other things.
pub const FAR_TOO_LONG: Duration = Duration::from_mins(2);

/// The program may hold so much memory, whatever is done to it.
const MAX_MEMORY_BYTES: u64 = 256 << 20;

/// The data of an attacked server may take so much, whatever is done to it.
const MAX_DISK_BYTES: u64 = 64 << 20;

/// Attackers come from 127.7.0.0/24, honest players from 127.0.0.1.
const ATTACKERS: &str = "127.7.0.0/24";

/// An attack, and what is said of it afterwards.
pub struct Scene {
    name: &'static str,
    /// More options of `lastcard serve`.
    options: Vec<String>,
    /// The most descriptors the program may have.
    descriptors: Option<u64>,
    /// The reasons by which attackers have to be refused.
    refused: Vec<&'static str>,
}

/// The server that is attacked.
#[derive(Clone)]
pub struct Target {
    /// Where players reach it.
    pub client: Client,
    metrics: Client,
    over: Arc<AtomicBool>,
}

impl Scene {
    /// An attack with this name, on a server with its usual settings.
    pub fn named(name: &'static str) -> Scene {
        Scene { name, options: Vec::new(), descriptors: None, refused: Vec::new() }
    }

    pub fn option(mut self, name: &str, value: &str) -> Scene {
        self.options.extend([name.into(), value.into()]);
        self
    }

    pub fn with_descriptors(mut self, descriptors: u64) -> Scene {
        self.descriptors = Some(descriptors);
        self
    }

    pub fn refused_as(mut self, reason: &'static str) -> Scene {
        self.refused.push(reason);
        self
    }

    /// Starts the program and honest players, attacks for a while, and checks that nobody was harmed.
    pub fn run(self, attack: impl AsyncFnOnce(Target)) {
        let folder = fresh_folder(&format!("attack-{}", self.name));
        let ports = [ReservedPort::new().unwrap(), ReservedPort::new().unwrap()];
        let [players, metrics] = [ports[0].client(), ports[1].client()];
        let mut server = self.start(&folder, players.0, metrics.0);
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        runtime.block_on(async {
            until_ready(players).await;
            let target = Target { client: players, metrics, over: Arc::default() };
            let crowd = Crowd::gather(players).await;
            let seconds = number("LASTCARD_ATTACK_SECONDS", 3);
            let waiting = target.over.clone();
            tokio::spawn(async move {
                tokio::time::sleep(Duration::from_secs(seconds)).await;
                waiting.store(true, Relaxed);
            });
            let newcomer = tokio::spawn(newcomer(players));
            attack(target.clone()).await;
            newcomer.await.expect("somebody comes in meanwhile");
            let waits = crowd.finish().await;
            self.check(&target, &folder, &waits).await;
        });
        server.0.kill().unwrap();
    }

    fn start(&self, folder: &Path, players: SocketAddr, metrics: SocketAddr) -> Server {
        let limit = self.descriptors.map_or_else(|| "unlimited".into(), |limit| limit.to_string());
        // Where nobody may raise it, it stays as it is.
        let script = "[ \"$0\" = unlimited ] || ulimit -n \"$0\"; exec \"$@\"";
        let mut command = Command::new("sh");
        command.args(["-c", script, &limit, env!("CARGO_BIN_EXE_lastcard"), "serve"]);
        command.args(["--listen", &players.to_string(), "--metrics", &metrics.to_string(), "--data"]);
        command.arg(folder.join("server")).args(&self.options);
        let log = File::create(folder.join("log")).unwrap();
        Server(command.stdout(Stdio::null()).stderr(log).spawn().unwrap())
    }

    async fn check(&self, target: &Target, folder: &Path, waits: &[Duration]) {
        let p99 = percentile(waits, 99);
        let [memory, faults] = [
            target.metric("process_resident_memory_bytes").await,
            target.metric("lastcard_faults_total").await,
        ];
        let disk = size_of(&folder.join("server"));
        let log = fs::read_to_string(folder.join("log")).unwrap();
        let mut refused = Vec::new();
        for reason in &self.refused {
            let times = target.refused(reason).await;
            refused.push(format!("{reason} {times}"));
            assert!(times > 0, "nobody was refused as {reason}:\n{log}");
            let line = log.lines().find(|line| line.contains(&format!("refused reason=\"{reason}\"")));
            assert!(line.is_some_and(|line| line.contains(ATTACKERS)), "{reason}: {line:?}");
        }
        println!(
            "{}: {} moves of others, p50 {:?}, p99 {p99:?}; {} MiB of memory, {} KiB on disk; refused: {}",
            self.name,
            waits.len(),
            percentile(waits, 50),
            memory >> 20,
            disk >> 10,
            refused.join(", ")
        );
        assert_eq!(faults, 0, "a table was frozen");
        assert!(memory < MAX_MEMORY_BYTES, "{memory} bytes of memory");
        assert!(disk < MAX_DISK_BYTES, "{disk} bytes on disk");
        if std::env::var("LASTCARD_ATTACK_SECONDS").is_ok() {
            assert!(p99 < MAX_WAIT, "p99 of {} moves is {p99:?}", waits.len());
        }
    }
}

/// The program; it ends with the test.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Target {
    /// Whether the attack is over.
    pub fn is_over(&self) -> bool {
        self.over.load(Relaxed)
    }

    /// A connection of the attacker with this number.
    pub async fn connect_as(&self, attacker: u8) -> std::io::Result<TcpStream> {
        let socket = TcpSocket::new_v4()?;
        socket.bind(([127, 7, 0, attacker], 0).into())?;
        socket.connect(self.client.0).await
    }

    /// A call of an attacker: its status and its text.
    pub async fn call_as(
        &self,
        attacker: u8,
        line: &str,
        headers: &str,
        body: &str,
    ) -> Option<(u16, String)> {
        let mut stream = self.connect_as(attacker).await.ok()?;
        let request = format!(
            "{line} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Length: {}\r\n{headers}\r\n{body}",
            self.client.0,
            body.len()
        );
        stream.write_all(request.as_bytes()).await.ok()?;
        let mut answer = Vec::new();
        tokio::time::timeout(FAR_TOO_LONG, stream.read_to_end(&mut answer)).await.expect("an end").ok()?;
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let status = answer.split(' ').nth(1)?.parse().ok()?;
        let (_, text) = answer.split_once("\r\n\r\n")?;
        Some((status, text.into()))
    }

    /// The key of a new guest of an attacker.
    pub async fn guest_as(&self, attacker: u8) -> String {
        let (status, text) = self.call_as(attacker, "POST /api/guest", "", "").await.expect("an answer");
        assert_eq!(status, 201, "{text}");
        json::read::<Guest>(&text).unwrap().token
    }

    /// A socket of an attacker who watches a table: its stream, so that anything can be written to it. `None` if the
    /// attacker is refused.
    pub async fn socket_as(&self, attacker: u8, key: &str, table: &str) -> Option<TcpStream> {
        let headers = format!("Authorization: Bearer {key}\r\n");
        let ask = json::write(&TicketRequest { table: table.into() });
        let (_, ticket) = self.call_as(attacker, "POST /api/ticket", &headers, &ask).await?;
        let ticket = json::read::<Ticket>(&ticket).ok()?.ticket;
        let hello = Hello { v: protocol::VERSION, ticket, ..Hello::default() };
        let hello = json::write(&ClientMsg::Hello(hello));
        let frame =
            [&[0x81, 0xfe], &(hello.len() as u16).to_be_bytes()[..], &[0; 4], hello.as_bytes()].concat();
        let request = format!(
            "GET /t/{table} HTTP/1.1\r\nHost: {0}\r\nOrigin: http://{0}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
            self.client.0
        );
        let mut stream = self.connect_as(attacker).await.ok()?;
        stream.write_all(request.as_bytes()).await.ok()?;
        let mut status = [0; 12];
        stream.read_exact(&mut status).await.ok()?;
        if status != *b"HTTP/1.1 101" {
            tokio::time::sleep(Duration::from_millis(100)).await;
            return None;
        }
        stream.write_all(&frame).await.ok()?;
        Some(stream)
    }

    /// A table of an honest player that strangers can watch.
    pub async fn table(&self) -> String {
        let key = self.client.guest().await.unwrap();
        make(self.client, &key, &CreateTable { game: Some("crazy-eights".into()), ..CreateTable::default() })
            .await
    }

    /// How often something was refused for this reason so far.
    pub async fn refused(&self, reason: &str) -> u64 {
        self.metric(&format!("lastcard_refused_total{{reason=\"{reason}\"}}")).await
    }

    /// Waits until something was refused so often.
    pub async fn until_refused(&self, reason: &str, times: u64) {
        let began = Instant::now();
        while self.refused(reason).await < times {
            assert!(began.elapsed() < FAR_TOO_LONG, "{} of {times} {reason}", self.refused(reason).await);
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    }

    /// A metric, 0 if there is none of that name.
    pub async fn metric(&self, name: &str) -> u64 {
        let (_, text) = self.metrics.call("GET /metrics", "", "").await.expect("metrics");
        let value = text.lines().find_map(|line| line.strip_prefix(name)?.trim().parse::<f64>().ok());
        value.unwrap_or(0.0) as u64
    }
}

/// Makes a table, as soon as the disk of this machine is quick enough for new ones.
pub async fn make(client: Client, key: &str, ask: &CreateTable) -> String {
    loop {
        match client.make(key, ask).await {
            Ok(table) => return table,
            Err(ClientError::Refused(503, _)) => tokio::time::sleep(Duration::from_millis(100)).await,
            Err(error) => panic!("no table: {error}"),
        }
    }
}

/// Receives until the list of connected players arrives.
async fn settle(connection: &mut Connection) {
    let online = |heard: &Received| matches!(heard, Received::Online(_)).then_some(());
    connection.receive_until(online).await.expect("a player is greeted");
}

/// Somebody who comes while the attack goes on, makes a table and sits down.
async fn newcomer(client: Client) {
    let came = async {
        tokio::time::sleep(Duration::from_millis(500)).await;
        loop {
            if come_in(client).await.is_ok() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    };
    tokio::time::timeout(FAR_TOO_LONG, came).await.expect("a newcomer gets in");
}

async fn come_in(client: Client) -> Result<(), ClientError> {
    let key = client.guest().await?;
    let ask = CreateTable { game: Some("crazy-eights".into()), bots: 1, ..CreateTable::default() };
    let table = client.make(&key, &ask).await?;
    let mut chidi = client.connect(&key, &table, Some("Chidi"), None).await?;
    let started = chidi.ask(&ClientMsg::Start { id: "start".into() }).await?;
    assert!(started, "a newcomer plays");
    Ok(())
}

/// Honest players, who never reconnect because nobody is cut off.
struct Crowd {
    over: Arc<AtomicBool>,
    players: Vec<JoinHandle<Vec<Duration>>>,
}

impl Crowd {
    async fn gather(client: Client) -> Crowd {
        let over = Arc::new(AtomicBool::new(false));
        let mut players = Vec::new();
        for at in 0..TABLES {
            let keys = [client.guest().await.unwrap(), client.guest().await.unwrap()];
            let ask = CreateTable { game: Some("crazy-eights".into()), ..CreateTable::default() };
            let table = make(client, &keys[0], &ask).await;
            for (key, name) in keys.iter().zip(["Ada", "Bola"]) {
                let connection = client.connect(key, &table, Some(name), None).await.unwrap();
                let seed = (at * 2 + name.len()) as u64;
                players.push(tokio::spawn(play(connection, name == "Ada", seed, over.clone())));
            }
        }
        Crowd { over, players }
    }

    /// Stops all players; how long they waited for the answer to each of their moves.
    async fn finish(self) -> Vec<Duration> {
        self.over.store(true, Relaxed);
        let mut all = Vec::new();
        for player in self.players {
            let waits = player.await.expect("nobody is cut off or refused");
            assert!(!waits.is_empty(), "a table stands still");
            all.extend(waits);
        }
        all
    }
}

/// Plays until the attack is over, and at least one move.
async fn play(mut connection: Connection, makes: bool, seed: u64, over: Arc<AtomicBool>) -> Vec<Duration> {
    let (mut waits, mut chance, mut sent) = (Vec::new(), Quick::new(seed), 0);
    let began = Instant::now();
    while !over.load(Relaxed) || waits.is_empty() {
        assert!(began.elapsed() < Duration::from_mins(30), "nobody moves");
        match connection.receive_within(THINK).await {
            Ok(_) | Err(ClientError::Timeout) => {}
            Err(error) => panic!("a player is cut off: {error}"),
        }
        let Some(command) = next_command(&connection, makes, &mut chance, sent) else { continue };
        sent += 1;
        tokio::time::sleep(THINK).await;
        let asked = Instant::now();
        if ask(&mut connection, &command).await {
            waits.push(asked.elapsed());
        }
    }
    waits
}

/// What a player does next, if anything.
fn next_command(connection: &Connection, makes: bool, chance: &mut Quick, sent: usize) -> Option<ClientMsg> {
    let id = format!("h{sent}");
    let Some(scene) = &connection.scene else { return makes.then_some(ClientMsg::Start { id }) };
    if scene.outcome.is_some() {
        return makes.then_some(if chance.below(2) == 0 {
            ClientMsg::Next { id }
        } else {
            ClientMsg::Rematch { id }
        });
    }
    if !connection.is_on_turn() {
        return None;
    }
    let choices = connection.choices();
    let choice = choices.get(chance.below(choices.len().max(1) as u32) as usize)?;
    Some(ClientMsg::Act { id, n: connection.number, m: choice.notation.clone() })
}

/// Sends a command and waits for its answer; a refusal because of a limit is a failure.
async fn ask(connection: &mut Connection, command: &ClientMsg) -> bool {
    let id = command.id().unwrap_or_default().to_owned();
    connection.send(command).await.expect("a player is connected");
    let answer = connection.receive_until(|heard| match heard {
        Received::Done { id: done } if *done == id => Some(Ok(())),
        Received::Refused { id: Some(refused), why } if *refused == id => Some(Err(why.sentence.clone())),
        _ => None,
    });
    match answer.await.expect("a player is answered") {
        Ok(()) => true,
        Err(why) => {
            assert!(!why.contains("Slow down") && !why.contains("right now"), "{why}");
            false
        }
    }
}

fn percentile(waits: &[Duration], percent: usize) -> Duration {
    let mut sorted = waits.to_vec();
    sorted.sort_unstable();
    sorted
        .get((sorted.len() * percent / 100).min(sorted.len().saturating_sub(1)))
        .copied()
        .unwrap_or_default()
}

fn size_of(folder: &PathBuf) -> u64 {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    files.filter_map(|file| file.metadata().ok()).map(|data| data.len()).sum()
}
