//! What can be counted, for whoever watches over the server.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Counters and gauges. No label ever carries a name, a card or a token.
#[derive(Default)]
pub struct Metrics {
    /// Sockets that are open.
    pub sockets: AtomicU64,
    /// Rooms in memory.
    pub rooms: AtomicU64,
    /// Commands that players sent.
    pub commands: AtomicU64,
    /// Entries on disk.
    pub entries: AtomicU64,
    /// Commits.
    pub commits: AtomicU64,
    /// Microseconds spent in commits.
    pub commit_micros: AtomicU64,
    /// How long the oldest of the last commit had waited, in microseconds.
    pub waited_micros: AtomicU64,
    /// Since when the oldest waits that is being written now.
    writing: Mutex<Option<Instant>>,
    /// Microseconds spent inside rooms: rules, hashes, and what each viewer is told.
    pub rooms_micros: AtomicU64,
    /// Tables that were made.
    pub tables_made: AtomicU64,
    /// Moves and hints that were thought about.
    pub thoughts: AtomicU64,
    /// Those of them that were cut short because too many waited.
    pub short_thoughts: AtomicU64,
    /// Tables that stand still.
    pub faults: AtomicU64,
    refused: Mutex<BTreeMap<&'static str, u64>>,
}

impl Metrics {
    /// A batch is going to disk whose oldest has waited since then.
    pub fn begins(&self, oldest: Instant) {
        *self.writing.lock().unwrap_or_else(PoisonError::into_inner) = Some(oldest);
    }

    /// A batch is on disk.
    pub fn committed(&self, entries: usize, took: Duration, waited: Duration) {
        self.entries.fetch_add(entries as u64, Relaxed);
        self.commits.fetch_add(1, Relaxed);
        self.commit_micros.fetch_add(took.as_micros() as u64, Relaxed);
        self.waited_micros.store(waited.as_micros() as u64, Relaxed);
        *self.writing.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Somebody was refused or cut off.
    pub fn refused(&self, why: &'static str) {
        *self.refused.lock().unwrap_or_else(PoisonError::into_inner).entry(why).or_default() += 1;
    }

    /// How old the oldest write is that is on its way to the disk. What is on it counts no more: a slow disk at which
    /// nothing waits is not late.
    pub fn queue_age(&self) -> Duration {
        let writing = *self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        writing.map_or(Duration::ZERO, |since| since.elapsed())
    }

    /// All of it in the text form of Prometheus.
    pub fn text(&self) -> String {
        let lines = [
            ("gauge", "sockets", "Sockets that are open.", &self.sockets),
            ("gauge", "rooms", "Rooms in memory.", &self.rooms),
            ("counter", "commands_total", "Commands that players sent.", &self.commands),
            ("counter", "entries_total", "Writes on disk.", &self.entries),
            ("counter", "commits_total", "Commits.", &self.commits),
            ("counter", "commit_microseconds_total", "Time spent in commits.", &self.commit_micros),
            (
                "gauge",
                "queue_microseconds",
                "Age of the oldest write of the last commit.",
                &self.waited_micros,
            ),
            ("counter", "rooms_microseconds_total", "Time spent inside rooms.", &self.rooms_micros),
            ("counter", "tables_made_total", "Tables that were made.", &self.tables_made),
            ("counter", "thoughts_total", "Moves and hints that were thought about.", &self.thoughts),
            (
                "counter",
                "short_thoughts_total",
                "Thoughts cut short because too many waited.",
                &self.short_thoughts,
            ),
            ("counter", "faults_total", "Tables that stood still after a fault.", &self.faults),
        ];
        let mut out = String::new();
        for (kind, name, help, value) in lines {
            let value = value.load(Relaxed);
            out += &format!(
                "# HELP lastcard_{name} {help}\n# TYPE lastcard_{name} {kind}\nlastcard_{name} {value}\n"
            );
        }
        out += "# HELP lastcard_refused_total Refusals by reason.\n# TYPE lastcard_refused_total counter\n";
        for (why, count) in self.refused.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            out += &format!("lastcard_refused_total{{reason=\"{why}\"}} {count}\n");
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_still_waits_makes_the_disk_late() {
        let metrics = Metrics::default();
        let long_ago = Instant::now().checked_sub(Duration::from_secs(1)).unwrap();
        metrics.begins(long_ago);
        assert!(metrics.queue_age() >= Duration::from_secs(1));
        metrics.committed(1, Duration::from_secs(1), Duration::from_secs(1));
        assert_eq!(metrics.queue_age(), Duration::ZERO);
    }
}
