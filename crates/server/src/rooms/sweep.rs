//! Unloading idle rooms, removing old tables, and draining the server at its end.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use table::Millis;

use super::{Rooms, lock};
use crate::room::Room;
use crate::store::{Pruned, Write};

/// The time between two sweeps of the store.
const SWEEP_SECS: u64 = 60;

/// The time between two removals of old matches.
const PRUNE_SECS: u64 = 3_600;

/// The time between two heartbeats of a single node that has no table in memory.
const IDLE_HEARTBEAT_SECS: u64 = 5;

/// Players of different tables are told to reconnect at different times, within this.
const MAX_RECONNECT_DELAY_MS: Millis = 3_000;

impl Rooms {
    /// Unloads idle rooms every second and sweeps the store every minute.
    pub(super) async fn sweep_regularly(&self) {
        let mut seconds = 0_u64;
        let mut full_since: Option<Instant> = None;
        loop {
            tokio::time::sleep(Duration::from_secs(1)).await;
            seconds += 1;
            let single_node = self.lease.is_none();
            if single_node && (seconds.is_multiple_of(IDLE_HEARTBEAT_SECS) || !lock(&self.by_id).is_empty()) {
                self.log_writer.write(Write::Alive, |_| {});
            }
            if self.is_halted() {
                full_since.get_or_insert_with(Instant::now);
            } else if let Some(since) = full_since.take() {
                self.give_back(since.elapsed());
            }
            self.check_clock();
            self.unload_idle_rooms();
            if seconds % SWEEP_SECS == 1 {
                self.check_disk();
                self.sweep().await;
                self.metrics.log_refusals();
            }
            if seconds % PRUNE_SECS == 2 {
                self.prune().await;
            }
        }
    }

    /// Removes old tables and expired tickets.
    pub async fn sweep(&self) {
        let now = self.now();
        let (unused, idle) = (self.settings.unused_after, self.settings.idle_after);
        let sweep = Write::Sweep { unused: self.served_since(unused), idle: self.served_since(idle) };
        self.log_writer.written(sweep).await;
        lock(&self.used_tickets).retain(|_, until| *until >= now);
        // What another node was told may not have reached this one.
        self.load_moderation().await;
    }

    /// Removes matches that are older than they are kept.
    async fn prune(&self) {
        if let Some(keep) = self.settings.keep {
            let before = self.served_since(keep);
            let pruned = self.log_writer.read(move |store| store.prune(before)).await;
            self.report_pruned(pruned.unwrap_or_default());
        }
        if let Some(keep) = self.settings.keep_deserted {
            let before = self.served_since(keep);
            let pruned = self.log_writer.read(move |store| store.prune_deserted(before)).await;
            self.report_pruned(pruned.unwrap_or_default());
        }
    }

    fn report_pruned(&self, pruned: Pruned) {
        if pruned != Pruned::default() {
            self.metrics.pruned.fetch_add(pruned.tables, Relaxed);
            tracing::info!(tables = pruned.tables, players = pruned.players, "pruned");
        }
    }

    /// Unloads rooms at which nothing happens.
    pub fn unload_idle_rooms(&self) {
        let idle_since = self.now().saturating_sub(self.settings.rest_after);
        let rooms: Vec<Arc<Mutex<Room>>> = lock(&self.by_id).values().cloned().collect();
        for room in rooms {
            let mut locked = lock(&room);
            let soon = self.now() + self.settings.rest_after;
            let elsewhere = self.lease.is_some() && !locked.is_awake();
            if locked.has_absent()
                || locked.touched > idle_since
                || (!elsewhere && locked.wake().is_some_and(|at| at < soon))
            {
                continue;
            }
            locked.rest();
            self.settle(&room, &mut locked);
            if locked.is_empty() {
                self.forget_room(&room, &locked);
            }
        }
    }

    /// Forgets a room, unless a connection is about to use it.
    fn forget_room(&self, room: &Arc<Mutex<Room>>, locked: &Room) {
        let mut rooms = lock(&self.by_id);
        // One reference is in the map, one in the list of the caller.
        if Arc::strong_count(room) <= 2 {
            rooms.remove(&locked.id);
            lock(&self.codes).remove(&locked.code);
            if let Some(set) = locked.alarm {
                lock(&self.timers).remove(&(set, locked.id));
            }
            if self.lease.is_some() {
                // The node that looks first when something is due there takes it.
                self.log_writer.write(Write::Release(locked.id), |_| {});
            } else if let Some(wake) = locked.wake() {
                lock(&self.timers).insert((wake, locked.id));
            }
        }
        self.metrics.rooms.store(rooms.len() as u64, Relaxed);
    }

    /// Waits until the last socket is closed.
    pub async fn empty(&self) {
        while self.metrics.sockets.load(Relaxed) > 0 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Drains the server: tells all players to reconnect, and writes what is queued.
    pub async fn drain(&self) {
        self.draining.store(true, Relaxed);
        let rooms: Vec<Arc<Mutex<Room>>> = lock(&self.by_id).values().cloned().collect();
        let _ = self.log_writer.written(Write::Alive).await;
        self.leave().await;
        for (at, room) in rooms.iter().enumerate() {
            lock(room).say_goodbye((at as Millis * 37) % MAX_RECONNECT_DELAY_MS);
        }
        let _ = self.log_writer.written(Write::Alive).await;
    }
}
