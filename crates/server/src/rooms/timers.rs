//! Timers: each table is woken when something is due there.

use std::time::Duration;

use table::Millis;

use super::{Rooms, lock};
use crate::room::Room;
use crate::store::TableId;

impl Rooms {
    /// Rings at this time or earlier. Only an earlier alarm than the one that is set is news.
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

    /// Wakes tables at their time.
    pub(super) async fn ring(&self) {
        loop {
            let now = self.now();
            let first = lock(&self.timers).first().copied();
            match first {
                Some((at, table)) if at <= now => {
                    lock(&self.timers).remove(&(at, table));
                    self.ring_for(table).await;
                    // Whatever happens to one table, the others have their turn.
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

    async fn ring_for(&self, table: TableId) {
        let Some(room) = self.room_by_id(table).await else { return };
        lock(&room).alarm = None;
        let due = lock(&room).wake().is_some_and(|at| at <= self.now());
        // What another node had meanwhile may stand otherwise.
        let due = due || (self.shared.is_some() && !lock(&room).is_awake());
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
