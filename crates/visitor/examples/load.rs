//! Load for a server: many tables of two, one move under way at each, and how long it takes until the *other* seat
//! sees it.
//!
//! `load ADDRESS TABLES SECONDS [MOVES_A_SECOND_AND_TABLE]`; without the last, flat out. With `idle` in place of
//! the seconds, the sockets are opened and kept for half a minute. Prints one line of figures.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use protocol::{ClientMsg, MakeTable};
use visitor::{Site, Visit};

/// What all tables have measured together.
#[derive(Default)]
struct Figures {
    moves: AtomicU64,
    /// How many took so many times 50 microseconds.
    times: Vec<AtomicU64>,
}

const STEP: u128 = 50;

impl Figures {
    fn note(&self, took: Duration) {
        self.moves.fetch_add(1, Relaxed);
        let at = (took.as_micros() / STEP) as usize;
        self.times[at.min(self.times.len() - 1)].fetch_add(1, Relaxed);
    }

    /// So many of a thousand were faster, in milliseconds.
    fn at(&self, of_thousand: u64) -> f64 {
        let total: u64 = self.times.iter().map(|count| count.load(Relaxed)).sum();
        let mut seen = 0;
        let found = self.times.iter().position(|count| {
            seen += count.load(Relaxed);
            seen * 1_000 >= total * of_thousand
        });
        (found.unwrap_or(0) + 1) as f64 * STEP as f64 / 1_000.0
    }
}

async fn sit_down(site: Site, game: &str) -> [Visit; 2] {
    let keys = [site.guest().await.unwrap(), site.guest().await.unwrap()];
    let ask = MakeTable { game: Some(game.into()), seconds: Some(3_600), ..MakeTable::default() };
    let table = site.make(&keys[0], &ask).await.unwrap();
    let mut one = site.visit(&keys[0], &table, Some("Ada"), None).await.unwrap();
    let mut two = site.visit(&keys[1], &table, Some("Bola"), None).await.unwrap();
    two.hear_until(|heard| matches!(heard, protocol::Heard::Online(_)).then_some(())).await.unwrap();
    one.ask(&ClientMsg::Start { id: "start".into() }).await.unwrap();
    for visit in [&mut one, &mut two] {
        while visit.scene.is_none() {
            visit.hear().await.unwrap();
        }
    }
    [one, two]
}

/// Plays on and on; the pause is between a move and the next.
async fn play(mut players: [Visit; 2], figures: Arc<Figures>, until: Instant, pause: Duration) {
    let mut count = 0_u64;
    while Instant::now() < until {
        count += 1;
        let over = players[0].scene.as_ref().is_some_and(|scene| scene.outcome.is_some());
        if over {
            let (next, again) = (format!("n{count}"), format!("r{count}"));
            if !players[0].ask(&ClientMsg::Next { id: next }).await.unwrap() {
                players[0].ask(&ClientMsg::Rematch { id: again }).await.unwrap();
            }
            catch_up(&mut players).await;
            continue;
        }
        let Some(mover) = players.iter().position(Visit::is_on_turn) else { return };
        let act = {
            let player = &players[mover];
            ClientMsg::Act {
                id: count.to_string(),
                n: player.number,
                m: player.choices()[0].notation.clone(),
            }
        };
        let began = Instant::now();
        players[mover].say(&act).await.unwrap();
        let number = players[mover].number;
        let other = &mut players[1 - mover];
        while other.number == number {
            other.hear().await.unwrap();
        }
        figures.note(began.elapsed());
        catch_up(&mut players).await;
        if !pause.is_zero() {
            tokio::time::sleep(pause.saturating_sub(began.elapsed())).await;
        }
    }
}

async fn catch_up(players: &mut [Visit; 2]) {
    let number = players.iter().map(|player| player.number).max().unwrap_or(0);
    for player in players {
        while player.number < number {
            player.hear().await.unwrap();
        }
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let site = Site(words[0].parse().unwrap());
    let tables: usize = words[1].parse().unwrap();
    let rate: Option<f64> = words.get(3).map(|word| word.parse().unwrap());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let mut seated = Vec::new();
        for _ in 0..tables {
            seated.push(sit_down(site, "crazy-eights").await);
        }
        if words[2] == "idle" {
            println!("{} sockets are open", tables * 2);
            tokio::time::sleep(Duration::from_secs(30)).await;
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
            .map(|players| tokio::spawn(play(players, figures.clone(), until, pause)))
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
