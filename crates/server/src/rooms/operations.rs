//! What whoever runs the server can see and do while it runs.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, PoisonError};

use protocol::Refusal;

use super::{Rooms, lock};
use crate::log_entry::Player;
use crate::moderation::{Ban, Subject};
use crate::rate_limits::Limits;
use crate::room::Room;
use crate::store::{NoteKind, Store, StoreError, Write, WriteOutcome};
use crate::utc;

/// Maximum number of bans and of blocks that are kept in memory.
const MAX_KNOWN: usize = 100_000;

impl Rooms {
    /// The limits in force.
    pub fn limits(&self) -> Arc<Limits> {
        self.limits.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Puts other limits in force. Sockets that are open keep their rates.
    pub fn set_limits(&self, limits: Limits) {
        let limits = limits.within(self.settings.descriptors, self.is_shared());
        self.rate_limits.set(&limits, self.settings.effort.threads);
        self.connections.set_max(limits.connections, limits.connections_of_address());
        self.held_seats.set_max(limits.seats_of_player);
        *self.limits.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(limits);
    }

    /// Whether the operator has stopped all changes.
    pub fn is_read_only(&self) -> bool {
        self.read_only.load(Relaxed)
    }

    /// Whether nothing may happen at a table: nobody could write it down, or nobody is to.
    pub(super) fn is_halted(&self) -> bool {
        self.is_read_only() || self.metrics.is_store_full()
    }

    /// Reads bans and blocks from the store.
    pub async fn load_moderation(&self) {
        let notes = self.look_up(|store| {
            Ok((store.notes(NoteKind::Ban, MAX_KNOWN)?, store.notes(NoteKind::Block, MAX_KNOWN)?))
        });
        if let Some((bans, blocks)) = notes.await {
            self.moderation.load(&bans, &blocks);
        }
    }

    /// Refuses those who are banned.
    pub fn not_banned(&self, subject: Subject) -> Result<(), Refusal> {
        let Some(ban) = self.moderation.banned(subject, self.now()) else { return Ok(()) };
        self.metrics.refused("banned");
        Err(match ban {
            Ban::Until(until) => Refusal::Banned { until: utc::text(until) },
            Ban::ForEver => Refusal::BannedForEver,
        })
    }

    /// Reads what is on disk; `None` if the server is ending.
    pub(crate) async fn look_up<T: Send + 'static>(
        &self,
        read: impl FnOnce(&mut dyn Store) -> Result<T, StoreError> + Send + 'static,
    ) -> Option<T> {
        self.log_writer.look_up(read).await
    }

    /// Writes, and waits until it is on disk; `None` if it cannot be.
    pub(crate) async fn written(&self, write: Write) -> Option<WriteOutcome> {
        self.log_writer.written(write).await
    }

    fn in_memory(&self) -> Vec<Arc<Mutex<Room>>> {
        lock(&self.by_id).values().cloned().collect()
    }

    fn known_room(&self, code: &str) -> Option<Arc<Mutex<Room>>> {
        let id = lock(&self.codes).get(code).copied()?;
        lock(&self.by_id).get(&id).cloned()
    }

    /// The name of a player at a table, if it is in memory.
    pub(crate) fn name_at(&self, code: &str, player: Player) -> Option<String> {
        lock(&*self.known_room(code)?).name_of(player)
    }

    /// A line for each table in memory.
    pub(crate) fn tables_in_memory(&self) -> String {
        let mut lines: Vec<String> = self.in_memory().iter().map(|room| lock(room).line()).collect();
        lines.sort();
        lines.concat()
    }

    /// Lets go of a table that is being closed, and ends the connections to it.
    pub(crate) fn shut(&self, code: &str) {
        let Some(room) = self.known_room(code) else { return };
        let mut locked = lock(&room);
        locked.shut();
        lock(&self.codes).remove(code);
        lock(&self.by_id).remove(&locked.id);
    }

    /// Says something to everybody at a table; how many that are.
    pub(crate) fn tell_everybody(&self, text: &str) -> usize {
        self.in_memory().iter().map(|room| lock(room).tell_news(text)).sum()
    }
}
