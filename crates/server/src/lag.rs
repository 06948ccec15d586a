//! The round-trip time of a connection, measured by the server's own pings.

use std::collections::VecDeque;
use std::time::Instant;

use axum::body::Bytes;
use table::Millis;

/// The round-trip time is the median of this many pings.
const MEDIAN_PINGS: usize = 5;

/// The round-trip time of one connection.
#[derive(Default)]
pub struct Lag {
    /// The ping that was not answered yet.
    pending: Option<(u32, Instant)>,
    pings: u32,
    last: VecDeque<Millis>,
}

impl Lag {
    /// The payload of the next ping; answers to older ones are ignored from now on.
    pub fn ping(&mut self) -> Bytes {
        self.pings = self.pings.wrapping_add(1);
        self.pending = Some((self.pings, Instant::now()));
        Bytes::copy_from_slice(&self.pings.to_be_bytes())
    }

    /// The round-trip time, if this answers the pending ping.
    pub fn answered(&mut self, which: &[u8]) -> Option<Millis> {
        let (_, since) = self.pending.take_if(|(ping, _)| which == ping.to_be_bytes())?;
        self.note(since.elapsed().as_millis() as Millis);
        Some(self.median())
    }

    fn note(&mut self, took: Millis) {
        self.last.push_back(took);
        if self.last.len() > MEDIAN_PINGS {
            self.last.pop_front();
        }
    }

    fn median(&self) -> Millis {
        let mut sorted: Vec<Millis> = self.last.iter().copied().collect();
        sorted.sort_unstable();
        sorted.get(sorted.len() / 2).copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_pending_ping_counts_and_only_once() {
        let mut lag = Lag::default();
        assert_eq!(lag.answered(b"0000"), None, "nothing was asked");
        let first = lag.ping();
        let second = lag.ping();
        assert_eq!(lag.answered(&first), None, "too old");
        assert_eq!(lag.answered(b"made up"), None);
        assert!(lag.answered(&second).is_some());
        assert_eq!(lag.answered(&second), None, "a second time");
    }

    #[test]
    fn one_slow_answer_changes_little() {
        let mut lag = Lag::default();
        for took in [40, 50, 9_000, 45, 60, 55] {
            lag.note(took);
        }
        assert_eq!((lag.median(), lag.last.len()), (55, MEDIAN_PINGS));
    }
}
