//! The memory of a table, counted by the byte. That of sockets is measured from outside: `bench/server/memory.py`.

mod simulation;

use std::sync::Arc;

use allocation_counter::{measure, opt_out};
use protocol::{ClientMsg, FrameReader, Hello, Received, json};
use server::internals::{Listing, Outbox, Room, TableRow, TableStatus, Write};
use table::Message;

/// An idle table in memory, everything included but the sockets.
const MAX_LOADED_BYTES: i64 = 8 * 1024;

/// The same after it was unloaded.
const MAX_UNLOADED_BYTES: i64 = 2 * 1024;

/// Two players at a table who always make the first legal move.
struct Pair {
    room: Box<Room>,
    outboxes: [Arc<Outbox>; 2],
    readers: [FrameReader; 2],
    open: [Option<(u64, String)>; 2],
}

impl Pair {
    fn new(row: &TableRow) -> Pair {
        let mut room = Box::new(Room::new(row, 0, 1).unwrap());
        room.wake_up(&[], &[], 1);
        let outboxes = [Arc::new(Outbox::default()), Arc::new(Outbox::default())];
        for (at, outbox) in outboxes.iter().enumerate() {
            let hello = Hello { name: Some(format!("Person {at}")), ..Hello::default() };
            room.connect(at as u128 + 1, outbox, &hello, 2);
        }
        room.ask(&outboxes[0], ClientMsg::Start { id: "start".into() }, 3);
        Pair { room, outboxes, readers: Default::default(), open: Default::default() }
    }

    /// Confirms all writes and reads all frames.
    fn save(&mut self) {
        for write in self.room.take_writes() {
            if let Write::Append { entry, .. } = write {
                self.room.saved(entry.seq);
            }
        }
        for at in 0..2 {
            let frames = self.outboxes[at].take().0;
            opt_out(|| {
                for frame in &frames {
                    self.open[at] = self.hear(at, frame);
                }
            });
        }
    }

    fn hear(&mut self, at: usize, frame: &str) -> Option<(u64, String)> {
        let heard = self.readers[at].hear(json::read(frame).unwrap(), 0).unwrap();
        heard.into_iter().rev().find_map(|heard| match heard {
            Received::Table(Message::Scene { number, scene }) => {
                scene.choices.first().map(|choice| (number, choice.notation.clone()))
            }
            _ => None,
        })
    }

    /// Plays this many moves, or until the match is over.
    fn play(&mut self, moves: u64) {
        self.save();
        for at in 0..moves {
            let Some(who) = (0..2).find(|&who| self.open[who].is_some()) else { return };
            let (n, m) = self.open[who].clone().unwrap();
            opt_out(|| self.open[who] = None);
            self.room.ask(&self.outboxes[who], ClientMsg::Act { id: at.to_string(), n, m }, 4 + at);
            self.save();
        }
    }
}

fn row(preset: &str) -> TableRow {
    let setup = simulation::setup(preset, &[]);
    TableRow {
        id: 1,
        code: "K7QX2M4P".into(),
        maker: 1,
        setup: setup.write(),
        secret: 7,
        listed: Listing { title: String::new(), seats: setup.seats, seconds: 60, open: true },
        status: TableStatus::default(),
    }
}

/// The last cells of two rows of `docs/performance.md`, as numbers.
fn documented() -> (Vec<f64>, Vec<f64>) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/performance.md");
    let text = std::fs::read_to_string(path).unwrap();
    let numbers = |start: &str| -> Vec<f64> {
        let row =
            text.lines().find(|line| line.starts_with(start)).unwrap_or_else(|| panic!("no row {start}"));
        let cell = row.trim_end_matches('|').rsplit('|').next().unwrap_or_default();
        cell.split_whitespace().filter_map(|word| word.parse().ok()).collect()
    };
    (numbers("| a table after 60 moves"), numbers("| the same when idle"))
}

/// Tables share their rules, positions before the last are not kept, and of an unloaded table little more is kept than
/// its code.
#[test]
fn an_idle_table_takes_little_memory() {
    let (loaded, resting) = documented();
    let mut seen = Vec::new();
    simulation::each_preset(|preset| {
        let row = row(preset);
        Pair::new(&row).play(60);
        let mut pair = None;
        let resident = measure(|| {
            let mut played = Pair::new(&row);
            played.play(60);
            pair = Some(played);
        });
        let mut pair = pair.unwrap();
        let people = measure(|| {
            for outbox in &pair.outboxes.clone() {
                pair.room.disconnect(outbox);
            }
        });
        let rest = measure(|| {
            // Where no match has begun, the seats are freed first.
            while pair.room.has_absent() {
                let at = pair.room.wake().unwrap();
                pair.room.tick(at);
                pair.save();
            }
            pair.room.rest();
            drop(pair.room.take_writes());
        });
        let with_people = resident.bytes_current;
        let alone = with_people + people.bytes_current;
        let at_rest = alone + rest.bytes_current;
        println!("{preset}: {alone} bytes, {with_people} with two people, {at_rest} at rest");
        assert!(alone < MAX_LOADED_BYTES, "{preset}: {alone} bytes");
        assert!(at_rest < MAX_UNLOADED_BYTES, "{preset}: {at_rest} bytes at rest");
        seen.push((alone, at_rest));
    });
    let least = seen.iter().map(|bytes| bytes.0).min().unwrap();
    let most = seen.iter().map(|bytes| bytes.0).max().unwrap();
    let at_rest = seen.iter().map(|bytes| bytes.1).max().unwrap();
    let counted = [least, most, at_rest].map(|bytes| bytes as f64 / 1024.0);
    for (counted, documented) in counted.into_iter().zip([loaded[0], loaded[1], resting[0]]) {
        let off = (counted / documented - 1.0).abs();
        assert!(off < 0.1, "docs/performance.md says {documented} KiB, and {counted:.2} were counted");
    }
}
