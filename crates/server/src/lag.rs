//! How long messages take to the other side and back, by the server's own pings and clock alone.

use std::collections::VecDeque;
use std::time::Instant;

use axum::body::Bytes;
use table::Millis;

/// The middle of so many answers counts.
const KEPT: usize = 5;

/// How long messages of one socket take.
#[derive(Default)]
pub struct Lag {
    /// The ping that is on its way.
    asked: Option<(u32, Instant)>,
    pings: u32,
    last: VecDeque<Millis>,
}

impl Lag {
    /// What the next ping carries; an answer to an older one counts no more.
    pub fn asks(&mut self) -> Bytes {
        self.pings = self.pings.wrapping_add(1);
        self.asked = Some((self.pings, Instant::now()));
        Bytes::copy_from_slice(&self.pings.to_be_bytes())
    }

    /// The usual time, if this answers the ping that is on its way.
    pub fn answered(&mut self, which: &[u8]) -> Option<Millis> {
        let (_, since) = self.asked.take_if(|(ping, _)| which == ping.to_be_bytes())?;
        self.note(since.elapsed().as_millis() as Millis);
        Some(self.usual())
    }

    fn note(&mut self, took: Millis) {
        self.last.push_back(took);
        if self.last.len() > KEPT {
            self.last.pop_front();
        }
    }

    fn usual(&self) -> Millis {
        let mut sorted: Vec<Millis> = self.last.iter().copied().collect();
        sorted.sort_unstable();
        sorted.get(sorted.len() / 2).copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_own_ping_counts_and_only_once() {
        let mut lag = Lag::default();
        assert_eq!(lag.answered(b"0000"), None, "nothing was asked");
        let first = lag.asks();
        let second = lag.asks();
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
        assert_eq!((lag.usual(), lag.last.len()), (55, KEPT));
    }
}
