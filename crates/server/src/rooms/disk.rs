//! The disk of the data folder: warned of before it is full, and spared for running games.

use std::sync::atomic::Ordering::Relaxed;

use super::Rooms;
use crate::metrics::process;

/// With less free space than this, no tables or guests are created: what is left is for running games.
const RESERVED_BYTES: u64 = 32 << 20;

impl Rooms {
    /// Measures the free space of the data folder, and warns if it is little.
    pub(super) fn check_disk(&self) {
        let Some((free, size)) = self.settings.watched_folder.as_deref().and_then(process::disk) else {
            return;
        };
        self.metrics.disk[0].store(free, Relaxed);
        self.metrics.disk[1].store(size, Relaxed);
        if free < self.settings.disk_warning {
            self.metrics.disk_low.fetch_add(1, Relaxed);
            tracing::warn!(free_megabytes = free >> 20, "disk-low");
        }
    }

    /// Whether the disk has no room for anything new.
    pub(crate) fn is_disk_full(&self) -> bool {
        let [free, size] = &self.metrics.disk;
        size.load(Relaxed) > 0 && free.load(Relaxed) < RESERVED_BYTES
    }
}

#[cfg(test)]
mod tests {
    use crate::rooms::{Rooms, Settings};
    use crate::sqlite::Sqlite;

    use super::*;

    fn rooms(disk_warning: u64) -> std::sync::Arc<Rooms> {
        let watched_folder = Some(std::env::temp_dir());
        let settings = Settings { watched_folder, disk_warning, ..Settings::default() };
        Rooms::open(Box::new(Sqlite::in_memory().unwrap()), settings, |_| {}).unwrap().0
    }

    #[cfg(unix)]
    #[test]
    fn little_free_space_is_counted_before_the_disk_is_full() {
        for (warning, counted) in [(0, 0), (u64::MAX, 1)] {
            let rooms = rooms(warning);
            rooms.check_disk();
            assert_eq!(rooms.metrics.disk_low.load(Relaxed), counted);
            assert!(rooms.metrics.text().contains("\nlastcard_disk_free_bytes "));
        }
    }

    #[tokio::test]
    async fn a_full_disk_is_left_to_running_games() {
        let rooms = rooms(0);
        assert!(!rooms.is_disk_full(), "not measured yet");
        rooms.metrics.disk[1].store(1 << 40, Relaxed);
        rooms.metrics.disk[0].store(RESERVED_BYTES, Relaxed);
        assert!(!rooms.is_disk_full());
        rooms.metrics.disk[0].store(RESERVED_BYTES - 1, Relaxed);
        assert!(rooms.new_guest().await.is_none());
        assert!(rooms.make(7, &protocol::CreateTable::default()).await.is_err());
    }
}
