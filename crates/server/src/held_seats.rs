//! How many seats each player holds at tables whose match has not begun.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use crate::log_entry::Player;
use crate::store::TableId;

/// The seats before a match of all players at this node.
#[derive(Debug)]
pub struct HeldSeats {
    max: AtomicUsize,
    tables: Mutex<HashMap<TableId, Vec<Player>>>,
}

impl Default for HeldSeats {
    fn default() -> HeldSeats {
        HeldSeats::new(usize::MAX)
    }
}

impl HeldSeats {
    /// Nobody holds more seats than this.
    pub fn new(max: usize) -> HeldSeats {
        HeldSeats { max: AtomicUsize::new(max), tables: Mutex::default() }
    }

    /// Nobody takes more seats than this from now on.
    pub fn set_max(&self, max: usize) {
        self.max.store(max, Relaxed);
    }

    /// Whether a player may take another seat.
    pub fn may_take(&self, player: Player) -> bool {
        self.lock().values().filter(|holders| holders.contains(&player)).count() < self.max.load(Relaxed)
    }

    /// Notes who holds the seats of a table.
    pub fn set(&self, table: TableId, holders: &[Player]) {
        let mut tables = self.lock();
        if holders.is_empty() {
            tables.remove(&table);
        } else {
            tables.insert(table, holders.to_vec());
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<TableId, Vec<Player>>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_holds_more_seats_than_allowed() {
        let held = HeldSeats::new(2);
        held.set(1, &[7, 8]);
        assert!(held.may_take(7));
        held.set(2, &[7]);
        held.set(2, &[7]);
        assert!(!held.may_take(7) && held.may_take(8));
        held.set(1, &[]);
        assert!(held.may_take(7));
    }
}
