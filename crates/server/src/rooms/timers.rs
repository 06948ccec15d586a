//! Timers: a table gets a tick when something is due there.

use std::time::Duration;

use table::Millis;

use super::{Rooms, lock};
use crate::room::Room;
use crate::store::TableId;

/// While the disk is full, timers are tried again after this.
const FULL_DISK_RETRY_MS: Millis = 1_000;

impl Rooms {
    /// Sets the timer of a room. A timer that is set for an earlier time stays.
    pub(super) fn set_alarm(&self, wake: Millis, room: &mut Room) {
        if room.alarm.is_some_and(|set| set <= wake) {
            return;
        }
        let mut timers = lock(&self.timers);
        if let Some(set) = room.alarm.replace(wake) {
            timers.remove(&(set, room.id));
        }
        timers.insert((wake, room.id));
        if timers.first() == Some(&(wake, room.id)) {
            self.alarm.notify_one();
        }
    }

    /// Fires the timers.
    pub(super) async fn run_timers(&self) {
        loop {
            let now = self.now();
            let first = lock(&self.timers).first().copied();
            match first {
                Some((at, table)) if at <= now => {
                    lock(&self.timers).remove(&(at, table));
                    self.fire(table).await;
                    // One busy table must not starve the others.
                    tokio::task::yield_now().await;
                }
                Some((at, _)) => {
                    let wait = tokio::time::sleep(Duration::from_millis(at - now));
                    tokio::select! { () = wait => {}, () = self.alarm.notified() => {} }
                }
                None => self.alarm.notified().await,
            }
        }
    }

    async fn fire(&self, table: TableId) {
        if self.is_halted() {
            // Nothing that happens now could be written.
            let later = self.now() + FULL_DISK_RETRY_MS;
            lock(&self.timers).insert((later, table));
            return;
        }
        let Some(room) = self.room_by_id(table).await else { return };
        lock(&room).alarm = None;
        let due = lock(&room).wake().is_some_and(|at| at <= self.now());
        // Another node may have played on meanwhile, so the status in memory may be stale.
        let due = due || (self.lease.is_some() && !lock(&room).is_awake());
        if due && self.wake(&room).await.is_none() {
            return;
        }
        let (now, mut ticked) = (self.now(), lock(&room));
        if due && self.may_go_on(&mut ticked).is_some() {
            ticked.tick(now);
        }
        self.settle(&room, &mut ticked);
    }
}
