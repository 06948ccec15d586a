//! How a start and a waking table depend on what is stored: data folders with many finished matches are generated.
//! `cargo bench -p lastcard-server --bench finished -- 10000 100000 1000000`
//!
//! With `--keep FOLDER 10000` the folder is left for `lastcard serve --data FOLDER`.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::Instant;

use protocol::{ClientMsg, CreateTable, Hello, json};
use server::internals::{
    Listing, LiveTable, LogEntry, NO_HASH, Outbox, Room, Rooms, Stage, TableRecords, TableRow, TableSetup,
    TableStatus, Write, WriteOutcome,
};
use server::{Settings, Sqlite, Store};
use test_client::MinimalView;

/// So many tables are written in one commit.
const BATCH: usize = 1_000;

/// Different matches that are stored again and again.
const TEMPLATES: u64 = 12;

const PRESETS: [&str; 4] = ["crazy-eights", "naija-whot-duel", "uno-classic", "yaniv"];

/// A player who makes the first legal move.
struct Player {
    outbox: Arc<Outbox>,
    view: MinimalView,
}

impl Player {
    fn new(room: &mut Room, number: u128, name: &str) -> Player {
        let outbox = Arc::new(Outbox::default());
        let hello = Hello { v: 1, ticket: String::new(), last: None, name: Some(name.into()) };
        room.connect(number, &outbox, &hello, 1_000);
        Player { outbox, view: MinimalView::default() }
    }

    fn listen(&mut self) {
        for frame in self.outbox.take().0 {
            self.view.read(json::read(&frame).expect("a frame"));
        }
    }
}

/// A table of two, after a match or after so many entries.
struct Played {
    row: TableRow,
    setup: TableSetup,
    log: Vec<LogEntry>,
}

impl Played {
    fn new(preset: &str, seed: u64, most: usize) -> Played {
        let ask = CreateTable { game: Some(preset.into()), seconds: Some(3_600), ..CreateTable::default() };
        let setup = TableSetup::asked(&ask).expect("a preset");
        let listed = Listing { title: preset.into(), seats: setup.seats, seconds: 60, open: true };
        let row = TableRow {
            id: 1,
            code: String::new(),
            maker: 1,
            setup: setup.write(),
            secret: seed,
            listed,
            status: TableStatus::default(),
        };
        let mut played = Played { log: Vec::new(), setup, row };
        let mut room = Room::new(&played.row, 0, 1_000).expect("a room");
        room.wake_up(&[], &[], 1_000);
        let mut players = [Player::new(&mut room, 1, "Ada"), Player::new(&mut room, 2, "Bola")];
        room.ask(&players[0].outbox, ClientMsg::Start { id: "start".into() }, 1_000);
        let mut now = 1_000;
        while played.log.len() < most {
            now += 5_000;
            room.tick(now);
            played.save(&mut room);
            players.iter_mut().for_each(Player::listen);
            let id = format!("m{now}");
            let mover =
                players.iter().find(|player| !player.view.over && player.view.seat == player.view.turn);
            match mover {
                Some(mover) => {
                    let (n, m) = (mover.view.number, mover.view.first_choice.clone());
                    room.ask(&mover.outbox, ClientMsg::Act { id, n, m }, now);
                }
                None if most == usize::MAX => break,
                None => room.ask(&players[0].outbox, ClientMsg::Rematch { id }, now),
            }
            played.save(&mut room);
        }
        played
    }

    fn save(&mut self, room: &mut Room) {
        for write in room.take_writes() {
            if let Write::Append { entry, .. } = write {
                room.saved(entry.seq);
                self.log.push(entry);
            }
        }
    }
}

/// Adds closed tables, each with a finished match.
fn generate(folder: &Path, count: usize) {
    let played = |seed| Played::new(PRESETS[seed as usize % PRESETS.len()], seed, usize::MAX);
    let templates: Vec<(Played, Option<TableRecords>)> = (0..TEMPLATES)
        .map(|seed| {
            let played = played(seed);
            let records = TableRecords::from_log(&played.setup, played.row.secret, &played.log).ok();
            (played, records)
        })
        .filter(|(_, records)| records.is_some())
        .collect();
    let entries: usize = templates.iter().map(|(played, _)| played.log.len()).sum();
    println!("{} matches of {} entries on average", templates.len(), entries / templates.len());
    let mut store = Sqlite::open(folder).expect("a folder");
    for first in (0..count).step_by(BATCH) {
        let numbers = first..(first + BATCH).min(count);
        let table = |number: usize| {
            let (row, maker) = (templates[number % templates.len()].0.row.clone(), number as u128 / 2);
            Write::Make(Box::new(TableRow { code: format!("{number:08}"), maker, ..row }), number as u64)
        };
        let made = store.write(1, &numbers.clone().map(table).collect::<Vec<_>>()).expect("tables");
        let mut batch = Vec::new();
        for (number, made) in numbers.zip(made) {
            let WriteOutcome::Made(table) = made else { panic!("{made:?}") };
            let (played, records) = &templates[number % templates.len()];
            let entry = played.log[0].clone();
            let (last, closed) = (entry.hash, TableStatus { stage: Stage::Closed, players: 2, wake: None });
            batch.push(Write::Append { table, entry, before: NO_HASH, status: Some(closed) });
            batch.push(Write::Finish { table, last, records: records.clone().map(Box::new) });
        }
        let wrote = store.write(1, &batch).expect("matches");
        assert!(wrote.iter().all(|outcome| *outcome == WriteOutcome::Done));
        while store.tidy(1).expect("a tidy journal") {}
    }
}

/// Starts as a server does, and prints how long that took and what the process holds.
fn start(folder: &Path) {
    let before = memory();
    let began = Instant::now();
    let store = Box::new(Sqlite::open_alone(folder).expect("a folder"));
    let opened = began.elapsed();
    let (rooms, _finished) = Rooms::open(store, Settings::default(), |why| panic!("{why}")).expect("rooms");
    println!(
        "  opened in {opened:.1?}, ready in {:.1?}, {} KiB more memory",
        began.elapsed(),
        (memory() - before) / 1024
    );
    drop(rooms);
}

fn memory() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux");
    let line = status.lines().find(|line| line.starts_with("VmRSS")).expect("a line");
    line.split_whitespace().nth(1).and_then(|word| word.parse::<usize>().ok()).expect("a number") * 1024
}

/// A table is woken from chunks.
fn wake(moves: usize) {
    let played = Played::new("naija-whot-duel", 7, moves);
    let mut store = Sqlite::in_memory().expect("a store");
    let row = TableRow { code: "T".into(), ..played.row.clone() };
    store.write(1, &[Write::Make(Box::new(row), 1)]).expect("a table");
    let mut before = NO_HASH;
    for entry in &played.log {
        let append = Write::Append { table: 1, entry: entry.clone(), before, status: None };
        before = entry.hash;
        store.write(1, &[append]).expect("an entry");
    }
    let rounds = 200;
    let began = Instant::now();
    for _ in 0..rounds {
        assert_eq!(store.log(1).expect("a log").len(), played.log.len());
    }
    let read = began.elapsed() / rounds;
    let began = Instant::now();
    for _ in 0..rounds {
        LiveTable::from_log(&played.setup, played.row.secret, &played.log).expect("a table");
    }
    println!(
        "waking a table of {} entries: read in {read:.1?}, replayed in {:.1?}",
        played.log.len(),
        began.elapsed() / rounds
    );
}

/// The size of the database and its log, in bytes.
fn size(folder: &Path) -> u64 {
    let files = ["lastcard.db", "lastcard.db-wal"].map(|file| std::fs::metadata(folder.join(file)));
    files.into_iter().flatten().map(|file| file.len()).sum()
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args[..] {
        ["start", folder] => start(Path::new(folder)),
        ["--keep", folder, count] => generate(Path::new(folder), count.parse().expect("a number")),
        _ => {
            [60, 600].into_iter().for_each(wake);
            let counts = args.iter().map(|count| count.parse().expect("a number"));
            let counts: Vec<usize> = counts.collect();
            let usual = [0, 10_000];
            for &count in if counts.is_empty() { &usual[..] } else { &counts } {
                let folder = std::env::temp_dir().join(format!("lastcard-finished-{}", std::process::id()));
                let began = Instant::now();
                generate(&folder, count);
                println!("{count} finished matches: {:.0?}, {} KiB", began.elapsed(), size(&folder) / 1024);
                for _ in 0..2 {
                    let me = std::env::current_exe().expect("a program");
                    let done = Command::new(me).arg("start").arg(&folder).status().expect("it starts");
                    assert!(done.success());
                }
                std::fs::remove_dir_all(&folder).expect("the folder");
            }
        }
    }
}
