//! Everyone at once: exactly one is first, and the others are told.

mod site;

use std::sync::{Arc, Barrier};

use protocol::{ClientMsg, Heard, MakeTable};
use server::entry::Entry;
use server::sqlite::Sqlite;
use server::store::{Store, Write, Wrote};
use site::{Running, asked, run, settle, until_scene};

/// How many rounds: from the environment, or quick.
fn rounds(quick: u64) -> u64 {
    std::env::var("LASTCARD_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(quick)
}

/// Eight programs write the same entry of the same log: the store lets one of them (M3).
#[test]
fn one_of_eight_writers_is_first() {
    let folder = std::env::temp_dir().join(format!("lastcard-race-{}", std::process::id()));
    let rounds = rounds(60);
    drop(Sqlite::open(&folder).unwrap());
    let barrier = Arc::new(Barrier::new(8));
    let contender = |who: u128| {
        let (folder, barrier) = (folder.clone(), barrier.clone());
        move || {
            let mut store = Sqlite::open(&folder).unwrap();
            let mut won = Vec::new();
            for round in 0..rounds {
                let body = format!("by {who}");
                let entry = Entry {
                    seq: 1,
                    at: 0,
                    who: Some(who),
                    cmd: None,
                    body,
                    number: 0,
                    hash: [who as u8; 32],
                };
                barrier.wait();
                let append =
                    Write::Append { table: round as i64 + 1, entry, before: [0; 32], standing: None };
                won.push(store.write(0, &[append]).unwrap() == [Wrote::Done]);
            }
            won
        }
    };
    let threads: Vec<_> = (1..=8).map(|who| std::thread::spawn(contender(who))).collect();
    let won: Vec<Vec<bool>> = threads.into_iter().map(|thread| thread.join().unwrap()).collect();
    for round in 0..rounds as usize {
        assert_eq!(won.iter().filter(|won| won[round]).count(), 1, "round {round}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

/// An entry goes only behind the one that it followed: a writer who was overtaken cannot go on.
#[test]
fn a_writer_who_was_overtaken_cannot_go_on() {
    let mut store = Sqlite::in_memory().unwrap();
    let entry = |seq: u64, hash: u8| Entry {
        seq,
        at: 0,
        who: None,
        cmd: None,
        body: "tick".into(),
        number: 0,
        hash: [hash; 32],
    };
    let append = |seq: u64, hash: u8, before: u8| Write::Append {
        table: 1,
        entry: entry(seq, hash),
        before: [before; 32],
        standing: None,
    };
    assert_eq!(store.write(0, &[append(1, 1, 0)]).unwrap(), [Wrote::Done]);
    let wrote =
        store.write(0, &[append(1, 9, 0), append(2, 10, 9), append(2, 2, 1), append(4, 4, 3)]).unwrap();
    assert_eq!(wrote, [Wrote::Taken, Wrote::Taken, Wrote::Done, Wrote::Taken]);
    assert_eq!(store.log(1).unwrap().len(), 2);
}

/// The position that somebody was told of who was too late.
fn stale(frames: &[impl AsRef<str>]) -> Option<u64> {
    let items =
        frames.iter().filter_map(|frame| protocol::json::read::<protocol::ServerMsg>(frame.as_ref()).ok());
    items.flatten().find_map(|item| match item {
        protocol::Item::No(no) if no.code == "stale" => no.n,
        _ => None,
    })
}

/// Eight people answer the same position at once: one move is made, seven are told at once that it was not theirs, after
/// they were told what came first (M3).
#[test]
fn eight_people_answer_the_same_turn() {
    let running = Running::open();
    run(async {
        let site = running.site;
        let mut players = Vec::new();
        let ask = MakeTable { seats: Some(8), ..asked("uno-classic") };
        let first = site.guest().await.unwrap();
        let table = site.make(&first, &ask).await.unwrap();
        for at in 0..8 {
            let key = if at == 0 { first.clone() } else { site.guest().await.unwrap() };
            let mut visit = site.visit(&key, &table, Some(&format!("Person {at}")), None).await.unwrap();
            settle(&mut visit).await;
            visit.keeps_frames = true;
            players.push(visit);
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
                    player.hear().await.unwrap();
                }
            }
            if players[0].scene.as_ref().unwrap().outcome.is_some() {
                let again = ClientMsg::Next { id: format!("next{round}") };
                assert_eq!(players[0].ask(&again).await, Ok(true));
                continue;
            }
            let on_turn = players.iter().find(|player| player.is_on_turn()).unwrap();
            let m = on_turn.choices()[0].notation.clone();
            for player in &mut players {
                let act = ClientMsg::Act { id: format!("r{round}"), n: number, m: m.clone() };
                player.say(&act).await.unwrap();
            }
            let mut won = 0;
            for player in &mut players {
                let id = format!("r{round}");
                let done = player.hear_until(|heard| match heard {
                    Heard::Done { id: done } if *done == id => Some(true),
                    Heard::Refused { id: refused } if *refused == id => Some(false),
                    _ => None,
                });
                let done = done.await.unwrap();
                won += usize::from(done);
                if let Some(stale) = stale(&player.frames) {
                    assert_eq!(player.number, stale, "told that it was too late before being told for what");
                    late += 1;
                }
                player.frames.clear();
            }
            assert_eq!(won, 1, "round {round}");
        }
        println!("{late} were too late");
    });
}
