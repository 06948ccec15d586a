//! A histogram of durations.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// The upper bounds of the buckets, in seconds: from a fast command to a disk that hangs.
const BOUNDS: [f64; 12] = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.025, 0.05, 0.15, 0.4, 1.0, 2.5, 10.0];

/// How often something took how long.
#[derive(Default)]
pub struct Histogram {
    /// How many were within each bound, but not within the one before.
    counts: [AtomicU64; BOUNDS.len()],
    /// How many there were, whatever they took.
    count: AtomicU64,
    sum_micros: AtomicU64,
}

impl Histogram {
    /// Counts one that took this long.
    pub fn observe(&self, took: Duration) {
        let seconds = took.as_secs_f64();
        if let Some(bucket) = BOUNDS.iter().position(|&bound| seconds <= bound) {
            self.counts[bucket].fetch_add(1, Relaxed);
        }
        self.count.fetch_add(1, Relaxed);
        self.sum_micros.fetch_add(took.as_micros() as u64, Relaxed);
    }

    /// How many there were.
    pub fn count(&self) -> u64 {
        self.count.load(Relaxed)
    }

    /// The samples of a metric with this name.
    pub fn write(&self, name: &str, out: &mut String) {
        let mut within = 0;
        for (bound, count) in BOUNDS.iter().zip(&self.counts) {
            within += count.load(Relaxed);
            let _ = writeln!(out, "{name}_bucket{{le=\"{bound}\"}} {within}");
        }
        // One more may have been counted meanwhile.
        let count = self.count().max(within);
        let sum = self.sum_micros.load(Relaxed) as f64 / 1e6;
        let _ = writeln!(out, "{name}_bucket{{le=\"+Inf\"}} {count}\n{name}_sum {sum}\n{name}_count {count}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_count_everything_up_to_their_bound() {
        let histogram = Histogram::default();
        for millis in [1, 2, 30, 60_000] {
            histogram.observe(Duration::from_millis(millis));
        }
        let mut text = String::new();
        histogram.write("x_seconds", &mut text);
        for line in [
            "x_seconds_bucket{le=\"0.0005\"} 0",
            "x_seconds_bucket{le=\"0.001\"} 1",
            "x_seconds_bucket{le=\"0.005\"} 2",
            "x_seconds_bucket{le=\"0.05\"} 3",
            "x_seconds_bucket{le=\"10\"} 3",
            "x_seconds_bucket{le=\"+Inf\"} 4",
            "x_seconds_sum 60.033",
            "x_seconds_count 4",
        ] {
            assert!(text.lines().any(|found| found == line), "no {line} in {text}");
        }
    }
}
