//! A load generator: many tables of two, one move in flight at each, and the time until the *other* seat sees it.
//!
//! `load ADDRESS TABLES SECONDS [MOVES_A_SECOND_AND_TABLE]`; without the last, flat out. `load ADDRESS TABLES idle
//! SECONDS` opens the sockets and does nothing. Prints `seated` when everyone is there, begins at the next line of its
//! input, and prints one line of figures.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use protocol::{ClientMsg, CreateTable, ServerMsg, json};
use test_client::{Client, Connection, MinimalView};
use tokio::task::JoinSet;

/// A player at a table.
struct Player {
    connection: Connection,
    view: MinimalView,
}

impl Player {
    fn new(connection: Connection) -> Player {
        Player { connection, view: MinimalView::default() }
    }

    async fn receive(&mut self) -> Option<bool> {
        let text = self.connection.frame().await.unwrap();
        self.view.read(json::read::<ServerMsg>(&text).unwrap())
    }

    async fn ask(&mut self, command: &ClientMsg) -> bool {
        self.connection.send(command).await.unwrap();
        loop {
            if let Some(answer) = self.receive().await {
                return answer;
            }
        }
    }
}

/// The measurements of all tables.
#[derive(Default)]
struct Figures {
    moves: AtomicU64,
    /// A histogram in steps of [`STEP_MICROS`].
    times: Vec<AtomicU64>,
}

const STEP_MICROS: u128 = 50;

impl Figures {
    fn note(&self, took: Duration) {
        self.moves.fetch_add(1, Relaxed);
        let at = (took.as_micros() / STEP_MICROS) as usize;
        self.times[at.min(self.times.len() - 1)].fetch_add(1, Relaxed);
    }

    /// The latency in milliseconds that this many of a thousand moves stayed under.
    fn at(&self, of_thousand: u64) -> f64 {
        let total: u64 = self.times.iter().map(|count| count.load(Relaxed)).sum();
        let mut seen = 0;
        let found = self.times.iter().position(|count| {
            seen += count.load(Relaxed);
            seen * 1_000 >= total * of_thousand
        });
        (found.unwrap_or(0) + 1) as f64 * STEP_MICROS as f64 / 1_000.0
    }
}

async fn sit_down(client: Client, game: &str) -> [Player; 2] {
    let keys = [client.guest().await.unwrap(), client.guest().await.unwrap()];
    let ask = CreateTable { game: Some(game.into()), seconds: Some(3_600), ..CreateTable::default() };
    let table = client.make(&keys[0], &ask).await.unwrap();
    let mut one = Player::new(client.connect(&keys[0], &table, Some("Ada"), None).await.unwrap());
    let mut two = Player::new(client.connect(&keys[1], &table, Some("Bola"), None).await.unwrap());
    while two.view.seat < 0 {
        two.receive().await;
    }
    one.ask(&ClientMsg::Start { id: "start".into() }).await;
    for player in [&mut one, &mut two] {
        while player.view.number == 0 {
            player.receive().await;
        }
    }
    [one, two]
}

/// How many tables are made at the same time: each takes a dozen calls, one after another.
const SEATED_AT_ONCE: usize = 32;

async fn seat_everyone(client: Client, tables: usize) -> Vec<[Player; 2]> {
    let (mut seating, mut seated) = (JoinSet::new(), Vec::with_capacity(tables));
    for _ in 0..tables {
        if seating.len() == SEATED_AT_ONCE {
            seated.extend(seating.join_next().await.map(Result::unwrap));
        }
        seating.spawn(sit_down(client, "crazy-eights"));
    }
    seated.extend(seating.join_all().await);
    seated
}

/// Plays until the time is over, with a pause between moves. Tables start one after the other within the first pause, so
/// that they do not all move at the same instant.
async fn play(
    mut players: [Player; 2],
    figures: Arc<Figures>,
    until: Instant,
    pause: Duration,
    first: Duration,
) {
    let mut count = 0_u64;
    tokio::time::sleep(first).await;
    while Instant::now() < until {
        count += 1;
        if players[0].view.over {
            let (next, again) = (format!("n{count}"), format!("r{count}"));
            if !players[0].ask(&ClientMsg::Next { id: next }).await {
                players[0].ask(&ClientMsg::Rematch { id: again }).await;
            }
            catch_up(&mut players).await;
            continue;
        }
        let Some(mover) = players.iter().position(|player| player.view.seat == player.view.turn) else {
            return;
        };
        let (number, m) = (players[mover].view.number, players[mover].view.first_choice.clone());
        let act = ClientMsg::Act { id: count.to_string(), n: number, m };
        let began = Instant::now();
        players[mover].connection.send(&act).await.unwrap();
        while players[1 - mover].view.number == number {
            players[1 - mover].receive().await;
        }
        figures.note(began.elapsed());
        catch_up(&mut players).await;
        if !pause.is_zero() {
            tokio::time::sleep(pause.saturating_sub(began.elapsed())).await;
        }
    }
}

/// Keeps the sockets open and answers pings.
async fn stay_idle(seated: Vec<[Player; 2]>, time: Duration) {
    for player in seated.into_iter().flatten() {
        tokio::spawn(async move {
            let mut player = player;
            loop {
                player.receive().await;
            }
        });
    }
    tokio::time::sleep(time).await;
}

async fn catch_up(players: &mut [Player; 2]) {
    let number = players.iter().map(|player| player.view.number).max().unwrap_or(0);
    for player in players {
        while player.view.number < number {
            player.receive().await;
        }
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let client = Client(words[0].parse().unwrap());
    let tables: usize = words[1].parse().unwrap();
    let rate: Option<f64> = words.get(3).map(|word| word.parse().unwrap());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let seated = seat_everyone(client, tables).await;
        println!("seated");
        std::io::stdin().read_line(&mut String::new()).expect("a line to begin");
        if words[2] == "idle" {
            stay_idle(seated, Duration::from_secs_f64(rate.unwrap_or(30.0))).await;
            return;
        }
        let seconds: f64 = words[2].parse().unwrap();
        let times = (0..100_000).map(|_| AtomicU64::new(0)).collect();
        let figures = Arc::new(Figures { times, ..Figures::default() });
        let pause = rate.map_or(Duration::ZERO, |rate| Duration::from_secs_f64(1.0 / rate));
        let began = Instant::now();
        let until = began + Duration::from_secs_f64(seconds);
        let playing: Vec<_> = seated
            .into_iter()
            .zip(0_u32..)
            .map(|(players, at)| {
                let first = pause * at / tables as u32;
                tokio::spawn(play(players, figures.clone(), until, pause, first))
            })
            .collect();
        for table in playing {
            table.await.unwrap();
        }
        let took = began.elapsed().as_secs_f64();
        let moves = figures.moves.load(Relaxed);
        println!(
            "tables={tables} moves={moves} moves_per_second={:.0} p50_ms={:.2} p99_ms={:.2} p999_ms={:.2}",
            moves as f64 / took,
            figures.at(500),
            figures.at(990),
            figures.at(999)
        );
    });
}
