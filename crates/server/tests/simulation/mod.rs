//! A room without a network, with a simulated clock and disk: the test decides when anything happens.
#![allow(dead_code, reason = "every test uses its own part of it")]

pub mod player;

use std::sync::Arc;

use games::{CompiledRules, Rules, presets};
use protocol::{ClientMsg, CreateTable, Hello};
use server::internals::{
    Listing, Outage, Outbox, Room, TableRow, TableSetup, TableStatus, Task, Write, WriteOutcome,
};
use server::{Sqlite, Store};
use table::{Budget, Millis};

pub const ADA: u128 = 1;
pub const SPECTATOR: u128 = 99;

/// A room, its store, and the time.
pub struct World {
    pub room: Room,
    pub store: Sqlite,
    pub now: Millis,
    pub row: TableRow,
    pub outages: Vec<Outage>,
    /// Writes that are not on disk yet.
    pub in_flight: Vec<Write>,
    /// Searches that are not finished.
    pub tasks: Vec<Task>,
}

/// The setup of a server's table with a preset and changes.
pub fn setup(preset: &str, changes: &[&str]) -> TableSetup {
    let rules = changes.join("\n");
    TableSetup::asked(&CreateTable { game: Some(preset.into()), rules, ..CreateTable::default() }).unwrap()
}

pub fn compiled(rules: &Rules, seats: usize) -> CompiledRules {
    CompiledRules::new(rules, seats).unwrap()
}

pub fn each_preset(mut run: impl FnMut(&'static str)) {
    presets::names().for_each(&mut run);
}

impl World {
    pub fn new(setup: &TableSetup, seed: u64, delay: Millis) -> World {
        let mut store = Sqlite::in_memory().unwrap();
        let row = TableRow {
            id: 1,
            code: "TABLE".into(),
            maker: ADA,
            setup: setup.write(),
            secret: seed,
            listed: Listing { title: String::new(), seats: setup.seats, seconds: 5, open: true },
            status: TableStatus::default(),
        };
        assert_eq!(
            store.write(1, &[Write::Make(Box::new(row.clone()), 1)]).unwrap(),
            [WriteOutcome::Made(1)]
        );
        let mut room = Room::new(&row, delay, 1_000).unwrap();
        room.wake_up(&[], &[], 1_000);
        World { room, store, now: 1_000, row, outages: Vec::new(), in_flight: Vec::new(), tasks: Vec::new() }
    }

    /// Connects a player.
    pub fn connect(&mut self, player: u128, name: Option<&str>, last: Option<u64>) -> Arc<Outbox> {
        let outbox = Arc::new(Outbox::default());
        let hello = Hello { v: 1, ticket: String::new(), last, name: name.map(String::from) };
        if self.room.would_spectate(player, &hello) && self.room.prepare_spectators() {
            self.save();
            let log = self.store.log(1).unwrap();
            self.room.open_spectators(&log, self.now);
        }
        self.room.connect(player, &outbox, &hello, self.now);
        outbox
    }

    pub fn ask(&mut self, outbox: &Arc<Outbox>, asked: ClientMsg) {
        self.room.ask(outbox, asked, self.now);
    }

    /// Writes everything to disk, so that it can be sent.
    pub fn save(&mut self) {
        self.in_flight.extend(self.room.take_writes());
        self.save_some(usize::MAX);
    }

    /// Writes the first few of the writes in flight to disk.
    pub fn save_some(&mut self, limit: usize) {
        let writes: Vec<Write> = self.in_flight.drain(..limit.min(self.in_flight.len())).collect();
        if writes.is_empty() {
            return;
        }
        let outcomes = self.store.write(self.now, &writes).unwrap();
        for (write, outcome) in writes.iter().zip(outcomes) {
            assert_eq!(outcome, WriteOutcome::Done);
            if let Write::Append { entry, .. } = write {
                self.room.saved(entry.seq);
            }
        }
    }

    /// The server crashes and comes back after this long. What was in flight is lost.
    pub fn crash(&mut self, away: Millis) {
        self.in_flight.clear();
        self.tasks.clear();
        let began = self.now;
        self.now += away;
        if away > 1_000 {
            self.outages.push(Outage { began, ended: self.now });
        }
        self.row = self.store.table_by_id(1).unwrap().unwrap();
        self.room = Room::new(&self.row, 0, self.now).unwrap();
        self.wake();
    }

    /// Loads the table, if it is not in memory.
    pub fn wake(&mut self) {
        if !self.room.is_awake() {
            let log = self.store.log(1).unwrap();
            self.room.wake_up(&log, &self.outages, self.now);
        }
    }

    /// Takes out the searches that the room asks for, and finishes some of them.
    pub fn search(&mut self, most: usize) {
        self.tasks.extend(self.room.take_tasks());
        for task in self.tasks.drain(..most.min(self.tasks.len())) {
            let found = task.decision.search(0, Budget::Iterations(40));
            self.room.searched(&task, Some(&found), self.now);
        }
    }

    /// Advances to the next thing due.
    pub fn next(&mut self) {
        if let Some(at) = self.room.wake() {
            self.now = self.now.max(at);
            self.room.tick(self.now);
        }
    }
}

/// All queued frames of an outbox.
pub fn frames(outbox: &Outbox) -> Vec<String> {
    outbox.take().0.iter().map(ToString::to_string).collect()
}
