//! The heartbeat of a node in a shared store: a node serves its tables only while its lease is certain.

use std::sync::Mutex;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use table::Millis;
use tokio::sync::Notify;

use super::{Rooms, lock};
use crate::data_key::Keyring;
use crate::room::Room;
use crate::store::{NodeStart, Outage, Store, StoreError, TableId, TableLocation, Write, WriteOutcome};
use crate::table_setup::TableSetup;

/// A node stops serving this long after its last successful heartbeat: two seconds before its lease expires.
const SERVES_AFTER_HEARTBEAT: Duration = Duration::from_secs(8);

/// The time between two heartbeats, and between two lookups of due tables.
const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(1);

/// Outages of the store shorter than this are ignored.
const MIN_OUTAGE: Duration = Duration::from_secs(1);

/// How many of the tables that are due are checked for their key at the start.
const TABLES_WITH_CHECKED_KEY: usize = 16;

/// The lease of this node in a shared store.
pub struct NodeLease {
    /// The node may serve until then, by the monotonic clock.
    until: Mutex<Instant>,
    /// Notified when the node leaves.
    pub(crate) leaving: Notify,
}

impl NodeLease {
    /// The lease of a node that registered then.
    pub fn new(registered: Instant) -> NodeLease {
        NodeLease { until: Mutex::new(registered + SERVES_AFTER_HEARTBEAT), leaving: Notify::new() }
    }

    /// Extends the lease after a successful heartbeat that was sent then.
    fn renew(&self, sent: Instant) {
        *lock(&self.until) = sent + SERVES_AFTER_HEARTBEAT;
    }

    fn serves(&self) -> bool {
        Instant::now() < *lock(&self.until)
    }
}

/// A store that is ready to serve from.
pub struct StartedStore {
    /// The store, and its connections for lookups.
    pub stores: (Box<dyn Store>, Vec<Box<dyn Store>>),
    /// What the store said about this node.
    pub node: NodeStart,
    /// The tables at which something will be due.
    pub due: Vec<(Millis, TableId)>,
}

/// Registers this node. It runs on a thread of its own, because a store may block, which an async runtime forbids.
pub fn start(mut store: Box<dyn Store>, now: Millis, keys: &Keyring) -> Result<StartedStore, StoreError> {
    let keys = keys.clone();
    let start = move || {
        let due = store.due()?;
        check_keys(store.as_mut(), &due, &keys)?;
        let node = store.start_node(now)?;
        let due = store.due()?;
        let lookups = store.lookup_connections()?;
        Ok(StartedStore { stores: (store, lookups), node, due })
    };
    std::thread::spawn(start).join().unwrap_or(Err(StoreError::Panicked))
}

/// Refuses to start without the key of tables that are being played at: they would all be frozen.
fn check_keys(store: &mut dyn Store, due: &[(Millis, TableId)], keys: &Keyring) -> Result<(), StoreError> {
    for (_, table) in due.iter().take(TABLES_WITH_CHECKED_KEY) {
        let Some(row) = store.table_by_id(*table)? else { continue };
        let needed = TableSetup::read(&row.setup).and_then(|setup| setup.key);
        if let Some(key) = needed.filter(|key| keys.named(key).is_none()) {
            return Err(StoreError::KeyMissing { key });
        }
    }
    Ok(())
}

/// The same outages with overlapping ones merged, so that no time counts twice.
pub(super) fn merged(mut outages: Vec<Outage>) -> Vec<Outage> {
    outages.sort_by_key(|outage| outage.began);
    let mut apart: Vec<Outage> = Vec::new();
    for outage in outages {
        match apart.last_mut() {
            Some(last) if outage.began <= last.ended => last.ended = last.ended.max(outage.ended),
            _ => apart.push(outage),
        }
    }
    apart
}

impl Rooms {
    /// Whether other nodes can share the store.
    pub fn is_shared(&self) -> bool {
        self.lease.is_some()
    }

    /// Whether this node may serve its tables.
    pub fn serves(&self) -> bool {
        self.lease.as_ref().is_none_or(|lease| lease.serves() && !self.draining.load(Relaxed))
    }

    /// `None` if this node may not serve the table any more: its players have to reconnect, to another node.
    pub(super) fn may_go_on(&self, room: &mut Room) -> Option<()> {
        if self.serves() {
            return Some(());
        }
        if !self.draining.load(Relaxed) {
            room.overtaken();
        }
        None
    }

    /// The outages of a table; `None` if this node does not serve it.
    pub(super) fn outages_of(&self, location: TableLocation, room: &mut Room) -> Option<Vec<Outage>> {
        let mut outages = lock(&self.outages).clone();
        match location {
            TableLocation::SingleNode => Some(outages),
            TableLocation::Local(lease) => {
                if !room.is_awake() {
                    room.set_status(lease.status);
                }
                outages.extend(lease.gaps);
                Some(merged(outages))
            }
            TableLocation::Remote(_) | TableLocation::Unknown => {
                room.overtaken();
                None
            }
        }
    }

    /// The address of the other node that serves the table with this code; `None` if this one does, or none.
    pub async fn remote_node(&self, code: &str) -> Option<String> {
        self.lease.as_ref()?;
        let known = lock(&self.codes).get(code).copied();
        let room = known.and_then(|id| lock(&self.by_id).get(&id).cloned());
        if self.serves() && room.is_some_and(|room| lock(&room).is_awake()) {
            return None;
        }
        let code = code.to_owned();
        self.log_writer.look_up(move |store| store.remote_node(&code)).await?
    }

    /// Waits until this node leaves.
    pub async fn left(&self) {
        match &self.lease {
            Some(lease) => lease.leaving.notified().await,
            None => std::future::pending().await,
        }
    }

    /// Sends heartbeats until the server drains.
    pub(super) async fn send_heartbeats(&self) {
        let Some(lease) = &self.lease else { return };
        while !self.draining.load(Relaxed) {
            tokio::time::sleep(HEARTBEAT_INTERVAL).await;
            let sent = Instant::now();
            let until = *lock(&lease.until);
            let heartbeat = self.log_writer.written(Write::Alive);
            tokio::pin!(heartbeat);
            let outcome = tokio::select! {
                outcome = &mut heartbeat => outcome,
                () = tokio::time::sleep_until(until.into()) => {
                    self.lose_all("silent");
                    heartbeat.await
                }
            };
            match outcome {
                Some(WriteOutcome::Done) => {
                    lease.renew(sent);
                    self.give_back(sent.elapsed());
                }
                Some(_) => self.register_again().await,
                None => return,
            }
        }
    }

    /// The lease has expired: the node registers again, with no tables.
    async fn register_again(&self) {
        self.lose_all("lost");
        let (sent, now) = (Instant::now(), self.now());
        let Some(node) = self.log_writer.read(move |store| store.start_node(now)).await else { return };
        // Its time may be far ahead, if the clock of its machine jumped: the leases of all nodes have expired then.
        self.clock.raise(node.now);
        *lock(&self.outages) = node.outages;
        if let Some(lease) = &self.lease {
            lease.renew(sent);
        }
    }

    /// Drops all tables, because another node may have them by now: players have to reconnect.
    fn lose_all(&self, why: &str) {
        let rooms: Vec<_> = lock(&self.by_id).values().cloned().collect();
        tracing::warn!(why, rooms = rooms.len(), "tables-lost");
        for room in rooms {
            lock(&room).overtaken();
        }
    }

    /// Gives the time back during which the store did not answer and nobody could play.
    pub(super) fn give_back(&self, away: Duration) {
        if away < MIN_OUTAGE {
            return;
        }
        self.give_back_until(away.as_millis() as Millis, self.now());
    }

    /// Gives back the time until then in which nobody could play.
    pub(super) fn give_back_until(&self, away: Millis, ended: Millis) {
        // For tables that are not in memory now.
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

    /// Polls the store for due tables without a node, and sets timers for them.
    pub(super) async fn poll_due_tables(&self) {
        while self.is_shared() && !self.draining.load(Relaxed) {
            tokio::time::sleep(HEARTBEAT_INTERVAL).await;
            let Some(due) = self.log_writer.look_up(|store| store.due()).await else { return };
            if !due.is_empty() && self.serves() {
                lock(&self.timers).extend(due);
                self.alarm.notify_one();
            }
        }
    }

    /// Hands all tables to the other nodes. No input is accepted from here on.
    pub(super) async fn leave(&self) {
        let Some(lease) = &self.lease else { return };
        // Wait for tasks that held a room when draining began: their writes are queued then.
        for room in lock(&self.by_id).values().cloned().collect::<Vec<_>>() {
            drop(lock(&room));
        }
        let _ = self.log_writer.written(Write::Alive).await;
        let _ = self.log_writer.read(|store| store.stop_node()).await;
        lease.leaving.notify_waiters();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlapping_outages_count_once() {
        let outage = |began, ended| Outage { began, ended };
        let outages = vec![outage(50, 60), outage(0, 10), outage(5, 20), outage(8, 9), outage(20, 30)];
        assert_eq!(merged(outages), [outage(0, 30), outage(50, 60)]);
    }

    #[test]
    fn a_node_serves_for_a_while_after_its_heartbeat() {
        let now = Instant::now();
        assert!(NodeLease::new(now).serves());
        let Some(long_ago) = now.checked_sub(SERVES_AFTER_HEARTBEAT) else { return };
        let lease = NodeLease::new(long_ago);
        assert!(!lease.serves());
        lease.renew(now);
        assert!(lease.serves());
    }
}
