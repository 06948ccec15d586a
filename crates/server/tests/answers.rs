//! Two worlds again, over HTTP: no response depends on a hidden card, nor do the metrics, nor the audit.

use std::path::{Path, PathBuf};

use crate::test_server::{Running, asked, open_settings, run, settle, until_scene};
use engine::{Chance, Quick};
use games::CompiledRules;
use protocol::{ClientMsg, CreateTable};
use server::internals::{Listing, TableRow, TableSetup, TableStatus, Write};
use server::{Sqlite, Store, audit};
use test_client::{Client, Connection};

const CODE: &str = "K7QX2M4P";

/// A store with one table whose first pack has this order.
fn prepared(folder: &Path, preset: &str, deck: &[String], secret: u64) -> Sqlite {
    let setup = TableSetup::asked(&CreateTable { open: true, ..asked(preset) }).unwrap();
    let setup = TableSetup { deck: Some(deck.to_vec()), joint: Some(CODE.into()), ..setup };
    let row = TableRow {
        id: 1,
        code: CODE.into(),
        maker: 1,
        setup: setup.write(),
        secret,
        listed: Listing { title: preset.into(), seats: setup.seats, seconds: 60, open: true },
        status: TableStatus::default(),
    };
    let mut store = Sqlite::open(folder).unwrap();
    store.write(1, &[Write::Make(Box::new(row), u64::MAX >> 2)]).unwrap();
    store
}

/// Requests without a socket, valid and invalid.
const CALLS: [(&str, &str); 10] = [
    ("GET /api/tables", ""),
    ("GET /api/tables/K7QX2M4P", ""),
    ("GET /api/tables/K7QX2M4P/record", ""),
    ("GET /api/tables/NOTABLE2/record", ""),
    ("GET /t/K7QX2M4P", ""),
    ("GET /livez", ""),
    ("GET /readyz", ""),
    ("POST /api/tables", "{\"game\":\"poker\"}"),
    ("POST /api/ticket", "{\"table\":\"NOTABLE2\"}"),
    ("POST /api/resume", "{\"resume\":\"x\"}"),
];

/// Every response with its headers, without the date and the port.
async fn answers(client: Client, key: &str) -> Vec<String> {
    let mut all = Vec::new();
    for (line, body) in CALLS {
        let answer = client.raw(line, &format!("Authorization: Bearer {key}\r\n"), body).await.unwrap();
        let lasting = answer.lines().filter(|line| !line.starts_with("date:"));
        let lasting = lasting.collect::<Vec<_>>().join("\n").replace(&client.0.to_string(), "cards.example");
        all.push(format!("{line}: {lasting}"));
    }
    let headers = format!("Authorization: Bearer {key}\r\n");
    let ticket = client.raw("POST /api/ticket", &headers, "{\"table\":\"K7QX2M4P\"}");
    all.push(format!("a ticket of {} bytes", ticket.await.unwrap().lines().last().unwrap().len()));
    let (_, figures) = client.call("GET /metrics", "", "").await.unwrap();
    // Durations, and what timers write, differ between runs.
    let varying = ["_seconds", "_bytes", "writes_total", "process_"];
    all.extend(
        figures.lines().filter(|line| !varying.iter().any(|word| line.contains(word))).map(String::from),
    );
    all
}

async fn sit_down(client: Client, key: &str, name: &str) -> Connection {
    let mut connection = client.connect(key, CODE, Some(name), None).await.unwrap();
    settle(&mut connection).await;
    connection
}

/// One world: all responses, and all frames of spectators.
fn world(folder: &Path, preset: &str, deck: &[String], secret: u64) -> (Vec<String>, String) {
    let running = Running::on(Box::new(prepared(folder, preset, deck, secret)), open_settings());
    let told = run(async {
        let client = running.client;
        let mut keys = Vec::new();
        for _ in 0..3 {
            keys.push(client.guest().await.unwrap());
        }
        let mut all = answers(client, &keys[2]).await;
        let mut people = [sit_down(client, &keys[0], "Ada").await, sit_down(client, &keys[1], "Bola").await];
        assert_eq!(people[0].ask(&ClientMsg::Start { id: "s".into() }).await, Ok(true));
        let mut seen = String::new();
        for step in 0..3 {
            for person in &mut people {
                until_scene(person).await;
            }
            all.extend(answers(client, &keys[2]).await);
            let mut spectator = client.connect(&keys[2], CODE, None, None).await.unwrap();
            spectator.keep_frames = true;
            until_scene(&mut spectator).await;
            seen += &spectator.frames.iter().map(ToString::to_string).collect::<String>();
            let Some(person) = people.iter_mut().find(|person| person.is_on_turn()) else { break };
            let draw = person.choices().iter().find(|choice| choice.notation.starts_with("draw"));
            let Some(m) = draw.map(|choice| choice.notation.clone()) else { break };
            let act = ClientMsg::Act { id: format!("m{step}"), n: person.number, m };
            assert_eq!(person.ask(&act).await, Ok(true));
        }
        (all, seen)
    });
    running.stop();
    let audit = audit(folder).unwrap();
    let mut told = told;
    told.0.push(format!("{audit:?}"));
    told
}

fn folder(preset: &str, name: &str) -> PathBuf {
    let folder =
        std::env::temp_dir().join(format!("lastcard-answers-{}-{preset}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

#[test]
fn no_answer_depends_on_a_hidden_card() {
    let mut compared = 0;
    for preset in ["crazy-eights", "naija-whot", "uno-classic", "yaniv"] {
        let rules = games::presets::named(preset).unwrap();
        let compiled = CompiledRules::new(&rules, 2).unwrap();
        let (mut chance, mut cards) = (Quick::new(5), compiled.pack().cards().to_vec());
        engine::shuffle(&mut cards, &mut chance);
        let deck: Vec<String> = cards.iter().map(|&card| compiled.pack().notation(card).into()).collect();
        let folders = [folder(preset, "one"), folder(preset, "two")];
        let (first, seen) = world(&folders[0], preset, &deck, 7);
        let shown = |card: &String| {
            seen.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-')
                .any(|word| word == card)
        };
        let hidden: Vec<usize> = (0..deck.len()).filter(|&at| !shown(&deck[at])).collect();
        let mut order = hidden.clone();
        order.sort_by_cached_key(|_| chance.below(u32::MAX));
        let mut other = deck.clone();
        for (&to, &from) in hidden.iter().zip(&order) {
            other[to].clone_from(&deck[from]);
        }
        let (second, _) = world(&folders[1], preset, &other, 1_234_567);
        for (one, two) in first.iter().zip(&second) {
            assert_eq!(one, two, "{preset}");
            compared += 1;
        }
        assert_eq!(first.len(), second.len(), "{preset}");
        for folder in folders {
            std::fs::remove_dir_all(folder).unwrap();
        }
    }
    println!("{compared} responses compared");
    assert!(compared > 100, "only {compared} responses were compared");
}
