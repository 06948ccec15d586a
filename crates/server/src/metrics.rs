//! Metrics for operators, in the text format of Prometheus.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Counters and gauges. No label ever holds a name, a card or a token.
#[derive(Default)]
pub struct Metrics {
    /// Open sockets.
    pub sockets: AtomicU64,
    /// Rooms in memory.
    pub rooms: AtomicU64,
    /// Commands of players.
    pub commands: AtomicU64,
    /// Microseconds spent on commands: rules, hashes, and the frames of each viewer.
    pub command_micros: AtomicU64,
    /// Writes on disk.
    pub writes: AtomicU64,
    /// Commits, each of a batch of writes.
    pub commits: AtomicU64,
    /// Microseconds spent in commits.
    pub commit_micros: AtomicU64,
    /// The age of the oldest write of the last commit when it was on disk, in microseconds.
    pub queue_micros: AtomicU64,
    /// When the oldest write of the batch was queued that is being committed.
    committing: Mutex<Option<Instant>>,
    /// Tables created.
    pub tables_made: AtomicU64,
    /// Searches of computer players and for hints.
    pub searches: AtomicU64,
    /// Searches that were shortened because too many waited.
    pub shortened_searches: AtomicU64,
    /// Tables frozen by a fault.
    pub faults: AtomicU64,
    refused: Mutex<BTreeMap<&'static str, u64>>,
}

impl Metrics {
    /// A commit begins whose oldest write was queued then.
    pub fn begins(&self, oldest: Instant) {
        *self.committing.lock().unwrap_or_else(PoisonError::into_inner) = Some(oldest);
    }

    /// A batch is on disk.
    pub fn committed(&self, writes: usize, took: Duration, oldest: Duration) {
        self.writes.fetch_add(writes as u64, Relaxed);
        self.commits.fetch_add(1, Relaxed);
        self.commit_micros.fetch_add(took.as_micros() as u64, Relaxed);
        self.queue_micros.store(oldest.as_micros() as u64, Relaxed);
        *self.committing.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// A request was refused, or a connection closed, for this reason.
    pub fn refused(&self, reason: &'static str) {
        tracing::debug!(reason, "refused");
        *self.refused.lock().unwrap_or_else(PoisonError::into_inner).entry(reason).or_default() += 1;
    }

    /// The age of the oldest write that is being committed. Finished writes do not count: a slow disk at which nothing
    /// waits is not late.
    pub fn queue_age(&self) -> Duration {
        let committing = *self.committing.lock().unwrap_or_else(PoisonError::into_inner);
        committing.map_or(Duration::ZERO, |since| since.elapsed())
    }

    /// All metrics in the text format of Prometheus.
    pub fn text(&self) -> String {
        let metrics = [
            ("gauge", "sockets", "Open sockets.", &self.sockets),
            ("gauge", "rooms", "Rooms in memory.", &self.rooms),
            ("counter", "commands_total", "Commands of players.", &self.commands),
            ("counter", "command_microseconds_total", "Time spent on commands.", &self.command_micros),
            ("counter", "writes_total", "Writes on disk.", &self.writes),
            ("counter", "commits_total", "Commits, each of a batch of writes.", &self.commits),
            ("counter", "commit_microseconds_total", "Time spent in commits.", &self.commit_micros),
            (
                "gauge",
                "queue_microseconds",
                "Age of the oldest write of the last commit.",
                &self.queue_micros,
            ),
            ("counter", "tables_made_total", "Tables created.", &self.tables_made),
            ("counter", "searches_total", "Searches of computer players and for hints.", &self.searches),
            (
                "counter",
                "shortened_searches_total",
                "Searches shortened because too many waited.",
                &self.shortened_searches,
            ),
            ("counter", "faults_total", "Tables frozen by a fault.", &self.faults),
        ];
        let mut out = String::new();
        for (kind, name, help, value) in metrics {
            let value = value.load(Relaxed);
            out += &format!(
                "# HELP lastcard_{name} {help}\n# TYPE lastcard_{name} {kind}\nlastcard_{name} {value}\n"
            );
        }
        out += "# HELP lastcard_refused_total Refusals by reason.\n# TYPE lastcard_refused_total counter\n";
        for (reason, count) in self.refused.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            out += &format!("lastcard_refused_total{{reason=\"{reason}\"}} {count}\n");
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
