//! Races: exactly one is first, and the others are told.

use std::io::{BufRead, BufReader, Write as _};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Barrier};

use crate::database::Database;
use crate::stores::make;
use crate::test_server::{Running, asked, run, settle, until_scene};
use protocol::{ClientMsg, CreateTable, Received};
use server::internals::{LogEntry, Write, WriteOutcome};
use server::{Postgres, Sqlite, Store};

/// How many rounds: from the environment, or few.
fn rounds(quick: u64) -> u64 {
    std::env::var("LASTCARD_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(quick)
}

/// Eight writers append the same entry of the same log: the store accepts one of them (M3).
#[test]
fn one_of_eight_writers_is_first() {
    let folder = std::env::temp_dir().join(format!("lastcard-race-{}", std::process::id()));
    let mut store = Sqlite::open(&folder).unwrap();
    let tables: Vec<i64> = (0..rounds(60)).map(|round| make(&mut store, &format!("T{round}"))).collect();
    let barrier = Arc::new(Barrier::new(8));
    let contender = |who: u128| {
        let (folder, barrier, tables) = (folder.clone(), barrier.clone(), tables.clone());
        move || {
            let mut store = Sqlite::open(&folder).unwrap();
            let mut won = Vec::new();
            for table in tables {
                let body = format!("by {who}");
                let entry = LogEntry {
                    seq: 1,
                    at: 0,
                    who: Some(who),
                    cmd: None,
                    body,
                    number: 0,
                    hash: [who as u8; 32],
                };
                barrier.wait();
                let append = Write::Append { table, entry, before: [0; 32], status: None };
                won.push(store.write(0, &[append]).unwrap() == [WriteOutcome::Done]);
            }
            won
        }
    };
    let threads: Vec<_> = (1..=8).map(|who| std::thread::spawn(contender(who))).collect();
    let won: Vec<Vec<bool>> = threads.into_iter().map(|thread| thread.join().unwrap()).collect();
    for round in 0..tables.len() {
        assert_eq!(won.iter().filter(|won| won[round]).count(), 1, "round {round}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Eight writers in three processes append the same entry to one `PostgreSQL`: it accepts one of them (M3).
#[test]
fn one_of_eight_in_three_programs_is_first() {
    let database = Database::start();
    let mut store = database.store("");
    let mut programs: Vec<Child> = [3, 3, 2].map(|count| contenders(&database.url(), count)).into();
    let mut says: Vec<_> =
        programs.iter_mut().map(|program| BufReader::new(program.stdout.take().unwrap()).lines()).collect();
    for round in 0..rounds(100) {
        let table = make(&mut store, &format!("T{round}"));
        for program in &mut programs {
            writeln!(program.stdin.as_mut().unwrap(), "{table}").unwrap();
        }
        let won = says.iter_mut().map(|says| {
            loop {
                let line = says.next().unwrap().unwrap();
                if let Some(won) = line.strip_prefix("won ") {
                    break won.parse::<usize>().unwrap();
                }
            }
        });
        assert_eq!(won.sum::<usize>(), 1, "round {round}");
    }
    for mut program in programs {
        drop(program.stdin.take());
        assert!(program.wait().unwrap().success());
    }
}

/// Starts this program again, with some of the writers.
fn contenders(url: &str, count: usize) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "races::contender", "--ignored", "--nocapture"])
        .env("LASTCARD_CONTEND", format!("{count} {url}"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

/// For each table id on standard input: all threads try to append, and the number of those that could is printed.
#[test]
#[ignore = "started by another test"]
fn contender() {
    let told = std::env::var("LASTCARD_CONTEND").unwrap();
    let (count, url) = told.split_once(' ').unwrap();
    let stores = (0..count.parse().unwrap()).map(|_| Postgres::open(url, "").unwrap());
    let mut stores: Vec<Postgres> = stores.collect();
    let me = std::process::id();
    println!();
    for table in std::io::stdin().lines() {
        let table: i64 = table.unwrap().parse().unwrap();
        let barrier = Barrier::new(stores.len());
        let contend = |at: usize, store: &mut Postgres| {
            let who = u128::from(me) * 10 + at as u128;
            let mut hash = [0; 32];
            hash[..16].copy_from_slice(&who.to_le_bytes());
            let body = format!("by {who}");
            let entry = LogEntry { seq: 1, at: 0, who: Some(who), cmd: None, body, number: 0, hash };
            let append = Write::Append { table, entry, before: [0; 32], status: None };
            barrier.wait();
            store.write(0, &[append]).unwrap() == [WriteOutcome::Done]
        };
        let contend = &contend;
        let won = std::thread::scope(|scope| {
            let stores = stores.iter_mut().enumerate();
            let threads: Vec<_> = stores.map(|(at, store)| scope.spawn(move || contend(at, store))).collect();
            threads.into_iter().filter_map(|thread| thread.join().ok()).filter(|won| *won).count()
        });
        println!("won {won}");
    }
}

/// The current position, if a move was refused because it was too late.
fn stale(frames: &[impl AsRef<str>]) -> Option<u64> {
    let items =
        frames.iter().filter_map(|frame| protocol::json::read::<protocol::ServerMsg>(frame.as_ref()).ok());
    items.flatten().find_map(|item| match item {
        protocol::Item::No(no) if no.code == "stale" => no.n,
        _ => None,
    })
}

/// Eight players answer the same position at once: one move is made, and the others are refused after they were sent
/// what came first (M3).
#[test]
fn eight_people_answer_the_same_turn() {
    let running = Running::open();
    run(async {
        let client = running.client;
        let mut players = Vec::new();
        let ask = CreateTable { seats: Some(8), ..asked("uno-classic") };
        let first = client.guest().await.unwrap();
        let table = client.make(&first, &ask).await.unwrap();
        for at in 0..8 {
            let key = if at == 0 { first.clone() } else { client.guest().await.unwrap() };
            let mut connection =
                client.connect(&key, &table, Some(&format!("Person {at}")), None).await.unwrap();
            settle(&mut connection).await;
            connection.keep_frames = true;
            players.push(connection);
        }
        assert_eq!(players[0].ask(&ClientMsg::Start { id: "s".into() }).await, Ok(true));
        for player in &mut players {
            until_scene(player).await;
        }
        let mut late = 0;
        for round in 0..rounds(40) {
            let number = players.iter().map(|player| player.number).max().unwrap();
            for player in &mut players {
                while player.number < number {
                    player.receive().await.unwrap();
                }
            }
            if players[0].scene.as_ref().unwrap().outcome.is_some() {
                // The next round, or another match; either may have started by itself.
                let next = ClientMsg::Next { id: format!("next{round}") };
                if players[0].ask(&next).await == Ok(false) {
                    players[0].ask(&ClientMsg::Rematch { id: format!("again{round}") }).await.unwrap();
                }
                while players[0].scene.as_ref().unwrap().outcome.is_some() {
                    players[0].receive().await.unwrap();
                }
                continue;
            }
            let on_turn = players.iter().find(|player| player.is_on_turn()).unwrap();
            let m = on_turn.choices()[0].notation.clone();
            for player in &mut players {
                let act = ClientMsg::Act { id: format!("r{round}"), n: number, m: m.clone() };
                player.send(&act).await.unwrap();
            }
            let mut won = 0;
            for player in &mut players {
                let id = format!("r{round}");
                let done = player.receive_until(|heard| match heard {
                    Received::Done { id: done } if *done == id => Some(true),
                    Received::Refused { id: Some(refused), .. } if *refused == id => Some(false),
                    _ => None,
                });
                let done = done.await.unwrap();
                won += usize::from(done);
                if let Some(stale) = stale(&player.frames) {
                    assert_eq!(player.number, stale, "refused before being sent what came first");
                    late += 1;
                }
                player.frames.clear();
            }
            assert_eq!(won, 1, "round {round}");
        }
        println!("{late} were too late");
    });
}
