//! What a node has to keep to where others share the store: it serves only as long as it is known to be alive.

use std::sync::Mutex;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use table::Millis;
use tokio::sync::Notify;

use super::{Rooms, lock};
use crate::logging;
use crate::room::Room;
use crate::store::{Begun, Outage, Store, StoreError, TableId, TableLocation, Write, WriteOutcome};

/// So long after it was last known to be alive a node stops to serve: two seconds before others take it for dead.
const SERVES: Duration = Duration::from_secs(8);

/// So often a node says that it is alive.
const RENEWS: Duration = Duration::from_secs(1);

/// An absence of the store shorter than this is none.
const SHORT: Duration = Duration::from_secs(1);

/// What a node of many has to keep to.
pub struct Shared {
    /// Until when it may serve, by a clock that nobody sets.
    until: Mutex<Instant>,
    /// Told when the node goes away.
    pub(crate) leaving: Notify,
}

impl Shared {
    /// A node that began then.
    pub fn new(began: Instant) -> Shared {
        Shared { until: Mutex::new(began + SERVES), leaving: Notify::new() }
    }

    fn renewed(&self, asked: Instant) {
        *lock(&self.until) = asked + SERVES;
    }

    fn serves(&self) -> bool {
        Instant::now() < *lock(&self.until)
    }
}

/// What there is when a node begins.
pub struct Began {
    /// The store, and other ways to it if there are any.
    pub stores: (Box<dyn Store>, Vec<Box<dyn Store>>),
    /// What the node was told.
    pub begun: Begun,
    /// What is due.
    pub due: Vec<(Millis, TableId)>,
}

/// Begins, on a thread of its own: a store may wait in ways that are not allowed where sockets are served.
pub fn begin(mut store: Box<dyn Store>, now: Millis) -> Result<Began, StoreError> {
    let begin = move || {
        let begun = store.begin(now)?;
        let due = store.due()?;
        let others = store.other_ways()?;
        Ok(Began { stores: (store, others), begun, due })
    };
    std::thread::spawn(begin).join().unwrap_or_else(|_| Err(StoreError("it could not begin".into())))
}

/// Times together: what two of them tell of counts once.
fn together(mut outages: Vec<Outage>) -> Vec<Outage> {
    outages.sort_by_key(|outage| outage.began);
    let mut merged: Vec<Outage> = Vec::new();
    for outage in outages {
        match merged.last_mut() {
            Some(last) if outage.began <= last.ended => last.ended = last.ended.max(outage.ended),
            _ => merged.push(outage),
        }
    }
    merged
}

impl Rooms {
    /// Whether other nodes may share the store.
    pub fn is_shared(&self) -> bool {
        self.shared.is_some()
    }

    /// Whether this node may serve its tables.
    pub fn serves(&self) -> bool {
        self.shared.as_ref().is_none_or(|shared| shared.serves() && !self.draining.load(Relaxed))
    }

    /// `None` if this node may not go on with the table: whoever is there has to come again, elsewhere.
    pub(super) fn may_go_on(&self, room: &mut Room) -> Option<()> {
        if self.serves() {
            return Some(());
        }
        if !self.draining.load(Relaxed) {
            room.overtaken();
        }
        None
    }

    /// When nobody could play at a table; `None` if it is not this node's.
    pub(super) fn absences(&self, home: TableLocation, room: &mut Room) -> Option<Vec<Outage>> {
        let mut outages = lock(&self.outages).clone();
        match home {
            TableLocation::Alone => Some(outages),
            TableLocation::Here(tenancy) => {
                if !room.is_awake() {
                    room.stands(tenancy.standing);
                }
                outages.extend(tenancy.gaps);
                Some(together(outages))
            }
            TableLocation::There(_) | TableLocation::Nowhere => {
                room.overtaken();
                None
            }
        }
    }

    /// Where the table with this code is played: the address of another node, or `None` if here or nowhere.
    pub async fn elsewhere(&self, code: &str) -> Option<String> {
        self.shared.as_ref()?;
        let known = lock(&self.codes).get(code).copied();
        let room = known.and_then(|id| lock(&self.by_id).get(&id).cloned());
        if self.serves() && room.is_some_and(|room| lock(&room).is_awake()) {
            return None;
        }
        let code = code.to_owned();
        self.log_writer.look_up(move |store| store.home(&code)).await?
    }

    /// Waits until this node goes away.
    pub async fn left(&self) {
        match &self.shared {
            Some(shared) => shared.leaving.notified().await,
            None => std::future::pending().await,
        }
    }

    /// Says again and again that this node is alive.
    pub(super) async fn keep_tenure(&self) {
        let Some(shared) = &self.shared else { return };
        while !self.draining.load(Relaxed) {
            tokio::time::sleep(RENEWS).await;
            let asked = Instant::now();
            let end = *lock(&shared.until);
            let renewal = self.log_writer.written(Write::Alive);
            tokio::pin!(renewal);
            let renewed = tokio::select! {
                renewed = &mut renewal => renewed,
                () = tokio::time::sleep_until(end.into()) => {
                    self.lose_all("silent");
                    renewal.await
                }
            };
            match renewed {
                Some(WriteOutcome::Done) => {
                    shared.renewed(asked);
                    self.give_back(asked.elapsed());
                }
                Some(_) => self.begin_again().await,
                None => return,
            }
        }
    }

    /// This node was taken for dead: it begins anew, with no tables.
    async fn begin_again(&self) {
        self.lose_all("lost");
        let (asked, now) = (Instant::now(), self.now());
        let Some(begun) = self.log_writer.read(move |store| store.begin(now)).await else { return };
        self.clock.set(begun.now);
        *lock(&self.outages) = begun.outages;
        if let Some(shared) = &self.shared {
            shared.renewed(asked);
        }
    }

    /// What is in memory may be wrong by now: everyone has to come again.
    fn lose_all(&self, why: &str) {
        let rooms: Vec<_> = lock(&self.by_id).values().cloned().collect();
        logging::tell("tables-lost", &[("why", why), ("rooms", &rooms.len().to_string())]);
        for room in rooms {
            lock(&room).overtaken();
        }
    }

    /// The store was away for so long, and nobody could play.
    fn give_back(&self, away: Duration) {
        if away < SHORT {
            return;
        }
        let (away, ended) = (away.as_millis() as Millis, self.now());
        // For those that are not in memory now.
        lock(&self.outages).push(Outage { began: ended.saturating_sub(away), ended });
        let rooms: Vec<_> = lock(&self.by_id).values().cloned().collect();
        for room in rooms {
            let (now, mut locked) = (self.now(), lock(&room));
            if locked.is_awake() && self.serves() {
                locked.give_back(away, now);
                self.settle(&room, &mut locked);
            }
        }
    }

    /// Looks again and again for tables that nobody has, and sets the alarm for them.
    pub(super) async fn look_for_due(&self) {
        while self.is_shared() && !self.draining.load(Relaxed) {
            tokio::time::sleep(RENEWS).await;
            let Some(due) = self.log_writer.look_up(|store| store.due()).await else { return };
            if !due.is_empty() && self.serves() {
                lock(&self.timers).extend(due);
                self.alarm.notify_one();
            }
        }
    }

    /// Gives everything to the others. From here on nothing is put in any more.
    pub(super) async fn leave(&self) {
        let Some(shared) = &self.shared else { return };
        // Whoever had a room when the end was announced is done with it, and what came of it is written.
        for room in lock(&self.by_id).values().cloned().collect::<Vec<_>>() {
            drop(lock(&room));
        }
        let _ = self.log_writer.written(Write::Alive).await;
        let _ = self.log_writer.read(|store| store.leave()).await;
        shared.leaving.notify_waiters();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_two_tell_of_counts_once() {
        let outage = |began, ended| Outage { began, ended };
        let told = vec![outage(50, 60), outage(0, 10), outage(5, 20), outage(8, 9), outage(20, 30)];
        assert_eq!(together(told), [outage(0, 30), outage(50, 60)]);
    }

    #[test]
    fn a_node_serves_for_a_while_after_it_was_heard() {
        let began = Instant::now();
        assert!(Shared::new(began).serves());
        let Some(long_ago) = began.checked_sub(SERVES) else { return };
        let shared = Shared::new(long_ago);
        assert!(!shared.serves());
        shared.renewed(began);
        assert!(shared.serves());
    }
}
