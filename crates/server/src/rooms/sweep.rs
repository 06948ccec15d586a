//! Keeping house: what nothing happens at rests, what is too old goes, and at the end everyone is told.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use table::Millis;

use super::{Rooms, lock};
use crate::room::Room;
use crate::store::Write;

impl Rooms {
    /// Puts to rest what nothing happens at, and has the store tidied up.
    pub(super) async fn keep_house(&self) {
        let mut rounds = 0_u64;
        loop {
            tokio::time::sleep(Duration::from_secs(1)).await;
            rounds += 1;
            let alone = self.shared.is_none();
            if alone && (rounds.is_multiple_of(5) || !lock(&self.by_id).is_empty()) {
                self.log_writer.write(Write::Alive, |_| {});
            }
            self.rest_quiet_rooms();
            if rounds % 60 == 1 {
                self.sweep().await;
            }
        }
    }

    /// Has what is too old removed.
    pub async fn sweep(&self) {
        let now = self.now();
        let (unused, idle) = (self.settings.unused_after, self.settings.idle_after);
        let sweep = Write::Sweep { unused: now.saturating_sub(unused), idle: now.saturating_sub(idle) };
        self.log_writer.written(sweep).await;
        lock(&self.used_tickets).retain(|_, until| *until >= now);
    }

    /// Puts rooms out of memory at which nothing happens.
    pub fn rest_quiet_rooms(&self) {
        let quiet = self.now().saturating_sub(self.settings.rest_after);
        let rooms: Vec<Arc<Mutex<Room>>> = lock(&self.by_id).values().cloned().collect();
        for room in rooms {
            let mut locked = lock(&room);
            let soon = self.now() + self.settings.rest_after;
            let elsewhere = self.shared.is_some() && !locked.is_awake();
            if locked.touched > quiet || (!elsewhere && locked.wake().is_some_and(|at| at < soon)) {
                continue;
            }
            locked.rest();
            self.settle(&room, &mut locked);
            if locked.is_empty() {
                self.forget_room(&room, &locked);
            }
        }
    }

    /// Forgets a room, unless somebody is just on the way in.
    fn forget_room(&self, room: &Arc<Mutex<Room>>, locked: &Room) {
        let mut rooms = lock(&self.by_id);
        // One is in the map, one in the list of the caller.
        if Arc::strong_count(room) <= 2 {
            rooms.remove(&locked.id);
            lock(&self.codes).remove(&locked.code);
            if let Some(set) = locked.alarm {
                lock(&self.timers).remove(&(set, locked.id));
            }
            if self.shared.is_some() {
                // Whoever looks first when something is due there has it then.
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

    /// The server goes away: everyone is told, and everything in flight is written.
    pub async fn drain(&self) {
        self.draining.store(true, Relaxed);
        let rooms: Vec<Arc<Mutex<Room>>> = lock(&self.by_id).values().cloned().collect();
        let _ = self.log_writer.written(Write::Alive).await;
        self.leave().await;
        for (at, room) in rooms.iter().enumerate() {
            lock(room).say_goodbye((at as Millis * 37) % 3_000);
        }
        let _ = self.log_writer.written(Write::Alive).await;
    }
}
