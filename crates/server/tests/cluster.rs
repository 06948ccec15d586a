//! A simulation of three nodes that share a store, from a seed: nodes die, pause and come back; the store is unavailable,
//! does not report the outcome of a write, or fails over to a standby that never received it. In the end nothing that was
//! acknowledged is lost or doubled, and the same seed gives the same run.

use std::collections::{BTreeMap, HashMap, VecDeque};

use crate::simulation::player::Player;
use crate::simulation::{self, ADA};
use engine::{Chance, Quick};
use protocol::ClientMsg;
use server::internals::{
    Listing, LiveTable, LogEntry, NO_HASH, Outage, Room, TableId, TableRow, TableSetup, TableStatus, Write,
    WriteOutcome,
};
use table::Millis;

const LEASE_MS: Millis = 10_000;
const SERVES_AFTER_HEARTBEAT_MS: Millis = 8_000;
const TABLES: i64 = 2;

/// How many runs: from the environment, or few.
fn runs() -> u64 {
    std::env::var("LASTCARD_LIVES").ok().and_then(|text| text.parse().ok()).unwrap_or(20)
}

/// The shared store: logs, leases, and what a standby may lack.
#[derive(Default)]
struct SharedStore {
    logs: BTreeMap<TableId, Vec<LogEntry>>,
    status: BTreeMap<TableId, TableStatus>,
    gaps: BTreeMap<TableId, Vec<Outage>>,
    owner: BTreeMap<TableId, u64>,
    /// The last heartbeat of each node.
    nodes: BTreeMap<u64, Millis>,
    last_node: u64,
    unavailable_until: Millis,
    /// Entries that only the primary has: they were not acknowledged, and a standby may lack them.
    unreplicated: Vec<TableId>,
}

/// What the writer of a batch learns.
enum BatchResult {
    Known(Vec<WriteOutcome>),
    Unknown,
}

impl SharedStore {
    fn write(&mut self, now: Millis, batch: &[Write], chance: &mut Quick) -> BatchResult {
        if now < self.unavailable_until || chance.below(20) == 0 {
            return BatchResult::Unknown;
        }
        let before: Vec<usize> = self.logs.values().map(Vec::len).collect();
        let wrote: Vec<WriteOutcome> = batch.iter().map(|write| self.write_one(write)).collect();
        if chance.below(12) == 0 {
            for ((table, log), before) in self.logs.iter().zip(before) {
                self.unreplicated.extend((before..log.len()).map(|_| *table));
            }
            return BatchResult::Unknown;
        }
        self.unreplicated.clear();
        BatchResult::Known(wrote)
    }

    fn write_one(&mut self, write: &Write) -> WriteOutcome {
        let Write::Append { table, entry, before, status } = write else { return WriteOutcome::Done };
        let log = self.logs.entry(*table).or_default();
        if let Some(there) = log.get(entry.seq as usize - 1) {
            return if there.hash == entry.hash { WriteOutcome::Done } else { WriteOutcome::Taken };
        }
        let last = log.last().map_or(NO_HASH, |entry| entry.hash);
        if log.len() as u64 + 1 != entry.seq || last != *before {
            return WriteOutcome::Taken;
        }
        log.push(entry.clone());
        if let Some(status) = status {
            self.status.insert(*table, *status);
        }
        WriteOutcome::Done
    }

    /// A standby takes over, without the entries that were not acknowledged.
    fn fail_over(&mut self, now: Millis) {
        for table in self.unreplicated.drain(..) {
            self.logs.entry(table).or_default().pop();
        }
        self.unavailable_until = now + 9_000;
    }

    fn register(&mut self, now: Millis) -> u64 {
        self.remove_expired(now);
        self.last_node += 1;
        self.nodes.insert(self.last_node, now);
        self.last_node
    }

    fn renew(&mut self, node: u64, now: Millis) -> bool {
        let alive = self.nodes.get_mut(&node).filter(|alive| **alive + LEASE_MS >= now);
        alive.map(|alive| *alive = now).is_some()
    }

    fn remove_expired(&mut self, now: Millis) {
        let dead: Vec<(u64, Millis)> = self
            .nodes
            .iter()
            .filter(|(_, alive)| **alive + LEASE_MS < now)
            .map(|(id, at)| (*id, *at))
            .collect();
        for (id, began) in dead {
            self.nodes.remove(&id);
            for (table, _) in self.owner.iter().filter(|(_, owner)| **owner == id) {
                self.gaps.entry(*table).or_default().push(Outage { began, ended: now });
            }
            self.owner.retain(|_, owner| *owner != id);
        }
    }

    /// Takes a table for a node, if it is free. What is read is shown to players, so it counts as replicated.
    fn take(&mut self, node: u64, table: TableId, now: Millis) -> bool {
        self.remove_expired(now);
        let free = self.owner.get(&table).is_none_or(|owner| *owner == node);
        let mine = free && now >= self.unavailable_until && self.nodes.contains_key(&node);
        if mine {
            self.owner.insert(table, node);
            self.unreplicated.clear();
        }
        mine
    }
}

/// A node.
struct Node {
    id: u64,
    serves_until: Millis,
    /// It is paused or dead until then.
    gone_until: Millis,
    rooms: BTreeMap<TableId, Room>,
    queue: VecDeque<Write>,
}

impl Node {
    fn new(store: &mut SharedStore, now: Millis) -> Node {
        let id = store.register(now);
        Node {
            id,
            serves_until: now + SERVES_AFTER_HEARTBEAT_MS,
            gone_until: 0,
            rooms: BTreeMap::new(),
            queue: VecDeque::new(),
        }
    }

    /// The loaded room of a table, if this node may serve it.
    fn room(&mut self, store: &mut SharedStore, row: &TableRow, now: Millis) -> Option<&mut Room> {
        if now >= self.serves_until {
            self.rooms.values_mut().for_each(Room::overtaken);
            return None;
        }
        let room = self.rooms.entry(row.id).or_insert_with(|| Room::new(row, 0, now).unwrap());
        if !room.is_awake() {
            // Queued writes come before any read.
            if !self.queue.is_empty() || !store.take(self.id, row.id, now) {
                return None;
            }
            room.set_status(store.status.get(&row.id).copied().unwrap_or_default());
            let gaps = store.gaps.get(&row.id).cloned().unwrap_or_default();
            room.wake_up(&store.logs.get(&row.id).cloned().unwrap_or_default(), &gaps, now);
        }
        Some(room)
    }

    fn collect(&mut self) {
        for room in self.rooms.values_mut() {
            self.queue.extend(room.take_writes());
        }
    }

    /// Writes the queue. A batch with an unknown outcome is retried.
    fn write(&mut self, store: &mut SharedStore, now: Millis, chance: &mut Quick) {
        let batch: Vec<Write> = self.queue.iter().cloned().collect();
        let BatchResult::Known(wrote) = store.write(now, &batch, chance) else { return };
        self.queue.clear();
        for (write, wrote) in batch.iter().zip(wrote) {
            let Write::Append { table, entry, .. } = write else { continue };
            let Some(room) = self.rooms.get_mut(table) else { continue };
            match wrote {
                WriteOutcome::Taken => room.overtaken(),
                _ => room.saved(entry.seq),
            }
        }
    }

    fn renew(&mut self, store: &mut SharedStore, now: Millis) {
        if now < store.unavailable_until {
            return;
        }
        if !store.renew(self.id, now) {
            self.rooms.values_mut().for_each(Room::overtaken);
            self.id = store.register(now);
        }
        self.serves_until = now + SERVES_AFTER_HEARTBEAT_MS;
    }
}

/// The whole simulation.
struct Cluster {
    seed: u64,
    now: Millis,
    store: SharedStore,
    nodes: Vec<Node>,
    rows: Vec<TableRow>,
    /// The table of each player, and the node that the player is connected to.
    players: Vec<(usize, Player, Option<usize>)>,
    chance: Quick,
}

impl Cluster {
    fn new(preset: &str, seed: u64) -> Cluster {
        let setup = simulation::setup(preset, &["turn_seconds = 20", "takeback = \"consent\""]);
        let row = |id: TableId| TableRow {
            id,
            code: format!("TABLE{id}"),
            maker: ADA,
            setup: setup.write(),
            secret: seed + id as u64,
            listed: Listing { title: String::new(), seats: setup.seats, seconds: 20, open: true },
            status: TableStatus::default(),
        };
        let mut store = SharedStore::default();
        let seats = setup.rules.players().0.max(2);
        let players = (0..TABLES as usize)
            .flat_map(|table| (0..seats).map(move |seat| (table, Player::new(ADA + seat as u128), None)));
        Cluster {
            seed,
            now: 1_000,
            nodes: (0..3).map(|_| Node::new(&mut store, 1_000)).collect(),
            store,
            rows: (1..=TABLES).map(row).collect(),
            players: players.collect(),
            chance: Quick::new(seed),
        }
    }

    /// Connects a player to a node; one that does not serve the table forwards to the one that does.
    fn connect(&mut self, at: usize, first: usize) {
        let table = self.players[at].0;
        for node in (0..3).map(|next| (first + next) % 3) {
            if self.nodes[node].gone_until > self.now {
                continue;
            }
            let room = self.nodes[node].room(&mut self.store, &self.rows[table], self.now);
            if let Some(room) = room {
                self.players[at].1.connect(room, self.now);
                self.players[at].2 = Some(node);
                return;
            }
        }
    }

    fn send_command(&mut self, at: usize) {
        let (table, player, node) = &mut self.players[at];
        let Some(node) = *node else { return };
        let command = match player.scene {
            None if self.chance.below(3) == 0 => ClientMsg::Start { id: format!("s{at}-{}", self.now) },
            _ => player.next_command(&mut self.chance),
        };
        let Some(outbox) = player.outbox.clone() else { return };
        if self.nodes[node].gone_until > self.now {
            return;
        }
        if let Some(room) = self.nodes[node].room(&mut self.store, &self.rows[*table], self.now) {
            room.ask(&outbox, command, self.now);
        }
    }

    /// The players of a node lose their connections.
    fn disconnect_all(&mut self, node: usize) {
        for (_, player, at) in self.players.iter_mut().filter(|(_, _, at)| *at == Some(node)) {
            (player.outbox, *at) = (None, None);
        }
    }

    fn step(&mut self) {
        self.now += u64::from(self.chance.below(400));
        let at = self.chance.below(self.players.len() as u32) as usize;
        let node = self.chance.below(3) as usize;
        match self.chance.below(400) {
            0 => {
                self.nodes[node] = Node::new(&mut self.store, self.now);
                self.nodes[node].gone_until = self.now + u64::from(self.chance.below(4_000));
                self.disconnect_all(node);
            }
            1 => self.nodes[node].gone_until = self.now + u64::from(self.chance.below(20_000)),
            2 => self.store.unavailable_until = self.now + u64::from(self.chance.below(12_000)),
            3 if self.now >= self.store.unavailable_until => self.store.fail_over(self.now),
            4..=7 => {
                // A connection is lost, and the node does not notice.
                (self.players[at].1.outbox, self.players[at].2) = (None, None);
            }
            8..=120 if self.players[at].2.is_none() => self.connect(at, node),
            8..=120 => self.send_command(at),
            121..=230 if self.nodes[node].gone_until <= self.now => {
                self.nodes[node].write(&mut self.store, self.now, &mut self.chance);
            }
            231..=300 if self.nodes[node].gone_until <= self.now => {
                self.nodes[node].renew(&mut self.store, self.now);
            }
            301..=320 if self.nodes[node].gone_until <= self.now => self.poll_due_tables(node),
            _ => self.players[at].1.listen(6),
        }
        self.nodes.iter_mut().for_each(Node::collect);
        let closed = |player: &Player| player.outbox.as_ref().is_some_and(|outbox| outbox.is_closing());
        for (_, player, node) in self.players.iter_mut().filter(|(_, player, _)| closed(player)) {
            player.listen(usize::MAX);
            (player.outbox, *node) = (None, None);
        }
    }

    fn poll_due_tables(&mut self, node: usize) {
        for row in &self.rows {
            let wake = self.store.status.get(&row.id).and_then(|status| status.wake);
            if wake.is_some_and(|at| at <= self.now)
                && let Some(room) = self.nodes[node].room(&mut self.store, row, self.now)
            {
                room.tick(self.now);
            }
        }
    }

    /// No more faults: everyone reconnects and is answered.
    fn recover(&mut self) {
        self.store.unavailable_until = 0;
        self.now += 30_000;
        for node in &mut self.nodes {
            node.gone_until = 0;
        }
        for at in 0..self.players.len() {
            let mut tries = 0;
            loop {
                for node in 0..3 {
                    self.nodes[node].renew(&mut self.store, self.now);
                    self.nodes[node].collect();
                    self.nodes[node].write(&mut self.store, self.now, &mut self.chance);
                }
                self.connect(at, 0);
                self.write_all();
                self.players[at].1.listen(usize::MAX);
                if let Some(pending) = self.players[at].1.pending.clone() {
                    let (table, player, node) = &self.players[at];
                    if let (Some(outbox), Some(node)) = (player.outbox.clone(), *node)
                        && let Some(room) =
                            self.nodes[node].room(&mut self.store, &self.rows[*table], self.now)
                    {
                        room.ask(&outbox, pending, self.now);
                    }
                    self.write_all();
                    self.players[at].1.listen(usize::MAX);
                }
                tries += 1;
                assert!(tries < 200, "seed {}: a command was never answered", self.seed);
                if self.players[at].1.pending.is_none() {
                    break;
                }
            }
        }
    }

    fn write_all(&mut self) {
        for node in &mut self.nodes {
            node.collect();
            while !node.queue.is_empty() {
                node.write(&mut self.store, self.now, &mut self.chance);
            }
        }
    }

    /// Every acknowledged command is in the log once, and the log can be replayed.
    fn check(&self) {
        for (table, row) in self.rows.iter().enumerate() {
            let log = self.store.logs.get(&row.id).cloned().unwrap_or_default();
            let mut times: HashMap<(u128, &str), usize> = HashMap::new();
            for entry in &log {
                if let (Some(who), Some(cmd)) = (entry.who, entry.cmd.as_deref()) {
                    *times.entry((who, cmd)).or_default() += 1;
                }
            }
            assert!(times.values().all(|&times| times == 1), "seed {}: a command was done twice", self.seed);
            for (_, player, _) in self.players.iter().filter(|player| player.0 == table) {
                for id in &player.acknowledged {
                    let there = times.contains_key(&(player.number, id.as_str()));
                    assert!(there, "seed {}: {id} was acknowledged and is lost", self.seed);
                }
            }
            LiveTable::from_log(&TableSetup::read(&row.setup).unwrap(), row.secret, &log)
                .unwrap_or_else(|why| panic!("seed {}: {why}", self.seed));
        }
    }
}

/// One life; returns what is on disk at the end, and how much was acknowledged.
fn live(preset: &str, seed: u64) -> (Vec<Vec<LogEntry>>, usize) {
    let mut life = Cluster::new(preset, seed);
    for _ in 0..1_200 {
        life.step();
    }
    life.recover();
    life.check();
    let acknowledged = life.players.iter().map(|(_, player, _)| player.acknowledged.len()).sum();
    (life.store.logs.into_values().collect(), acknowledged)
}

#[test]
fn three_nodes_and_a_store_with_faults_lose_nothing() {
    let presets: Vec<&str> = games::presets::names().collect();
    let (mut acknowledged, mut entries, mut credits) = (0, 0, 0);
    for seed in 0..runs() {
        let preset = presets[seed as usize % presets.len()];
        let life = live(preset, seed);
        assert!(life == live(preset, seed), "{preset}, seed {seed}: the same number gave another life");
        acknowledged += life.1;
        entries += life.0.iter().map(Vec::len).sum::<usize>();
        credits += life.0.iter().flatten().filter(|entry| entry.body.starts_with("credit")).count();
    }
    println!(
        "{} lives twice: {acknowledged} commands acknowledged, {entries} entries, {credits} credits",
        runs()
    );
    assert!(acknowledged as u64 > runs() * 10, "only {acknowledged} commands came through");
    assert!(credits > 0, "nobody was ever given time back");
}
