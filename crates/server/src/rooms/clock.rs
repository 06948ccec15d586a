//! The time of a server: it never runs backwards and never stands still, whatever the clock of its machine does.
//!
//! It begins where the store was last known to be alive, or at the clock of the machine if that is later, and then
//! follows a monotonic clock. A machine whose clock is wrong is reported and has no effect on tables: time in which no
//! server ran is given back to players and does not count for removing anything.

use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use table::Millis;

use super::{Rooms, lock};
use crate::store::Outage;

/// A clock of a machine, in milliseconds since 1970.
pub type WallClock = fn() -> Millis;

/// A clock that is wrong by less than this is not reported.
const MIN_CLOCK_JUMP_MS: u64 = 2_000;

/// A time without a server longer than this may be a wrong clock, and is warned of.
const LONG_OUTAGE_MS: Millis = 24 * 3_600_000;

/// The clock of this machine.
pub fn system_clock() -> Millis {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as Millis)
}

/// The time of a server.
pub struct Clock {
    started_at: AtomicU64,
    since: Instant,
    wall: WallClock,
    /// By how much the clock of the machine was ahead when that was last reported.
    reported: AtomicI64,
}

impl Clock {
    /// A server that starts at the time of its machine.
    pub fn start(wall: WallClock) -> Clock {
        let (started_at, since) = (AtomicU64::new(wall()), Instant::now());
        Clock { started_at, since, wall, reported: AtomicI64::new(0) }
    }

    /// The time in milliseconds.
    pub fn now(&self) -> Millis {
        self.started_at.load(Relaxed) + self.elapsed()
    }

    fn elapsed(&self) -> Millis {
        self.since.elapsed().as_millis() as Millis
    }

    /// Begins with the time of the store.
    pub fn set(&self, now: Millis) {
        self.started_at.store(now.saturating_sub(self.elapsed()), Relaxed);
    }

    /// Adopts a time that is known to have passed already.
    pub fn raise(&self, now: Millis) {
        self.started_at.fetch_max(now.saturating_sub(self.elapsed()), Relaxed);
    }

    /// By how much the clock of the machine is ahead; negative if it is behind.
    pub fn offset(&self) -> i64 {
        (self.wall)() as i64 - self.now() as i64
    }

    /// By how much the clock of the machine has jumped since that was last reported.
    fn jump(&self) -> Option<i64> {
        let offset = self.offset();
        let jump = offset - self.reported.load(Relaxed);
        (jump.unsigned_abs() >= MIN_CLOCK_JUMP_MS).then(|| {
            self.reported.store(offset, Relaxed);
            jump
        })
    }
}

/// The earliest time since which servers have run for so long until now: outages do not count.
pub fn served_since(now: Millis, millis: Millis, outages: &[Outage]) -> Millis {
    let mut since = now.saturating_sub(millis);
    for outage in super::heartbeat::merged(outages.to_vec()).iter().rev() {
        if outage.ended > since {
            since = since.saturating_sub(outage.ended.saturating_sub(outage.began));
        }
    }
    since
}

impl Rooms {
    /// The earliest time since which servers have run for so long. What was last used before that may be removed.
    pub(super) fn served_since(&self, millis: Millis) -> Millis {
        served_since(self.now(), millis, &lock(&self.outages))
    }

    /// Reports a clock of the machine that has jumped, or was wrong at the start.
    pub(super) fn check_clock(&self) {
        self.metrics.clock_offset_ms.store(self.clock.offset(), Relaxed);
        if let Some(jump) = self.clock.jump() {
            self.metrics.clock_jumps.fetch_add(1, Relaxed);
            let ahead = self.clock.offset() / 1_000;
            tracing::warn!(seconds = jump / 1_000, seconds_ahead = ahead, "clock-jumped");
        }
    }

    /// Warns of a time without a server that is so long that the clock may be wrong.
    pub(super) fn check_outage(&self) {
        let last = lock(&self.outages).last().copied();
        let length = last.map_or(0, |outage| outage.ended.saturating_sub(outage.began));
        if length > LONG_OUTAGE_MS && last.is_some_and(|outage| outage.ended.abs_diff(self.now()) < 60_000) {
            tracing::warn!(seconds = length / 1_000, "long-outage");
        }
    }

    /// A log has an entry that is later than now: a server with another clock wrote it. All tables go on from there, and
    /// nobody loses time.
    pub(super) fn catch_up_with(&self, last: Millis) {
        let ahead = last.saturating_sub(self.now());
        if ahead < MIN_CLOCK_JUMP_MS {
            return;
        }
        tracing::warn!(seconds = ahead / 1_000, "log-ahead");
        self.give_back_until(ahead, last);
        self.clock.raise(last);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outages_do_not_count_as_time_in_which_a_server_ran() {
        let outage = |began, ended| Outage { began, ended };
        assert_eq!(served_since(1_000, 100, &[]), 900);
        assert_eq!(served_since(1_000, 100, &[outage(500, 990)]), 410, "10 after it, 90 before");
        assert_eq!(served_since(1_000, 100, &[outage(100, 200), outage(950, 1_000)]), 850);
        assert_eq!(served_since(1_000, 100, &[outage(800, 860), outage(950, 960)]), 890);
        assert_eq!(served_since(1_000, 100, &[outage(800, 895), outage(950, 960)]), 795);
        assert_eq!(served_since(50, 100, &[outage(0, 40)]), 0);
    }

    #[test]
    fn a_clock_that_jumps_is_reported_once_and_changes_nothing() {
        static WALL: AtomicU64 = AtomicU64::new(1_000_000_000);
        let clock = Clock::start(|| WALL.load(Relaxed));
        let began = clock.now();
        assert_eq!(clock.jump(), None);
        for jump in [86_400_000_i64, -86_400_000, -7_200_000] {
            WALL.store(WALL.load(Relaxed).saturating_add_signed(jump), Relaxed);
            let seen = clock.jump().expect("it is noticed");
            assert!(seen.abs_diff(jump) < 1_000_000, "{seen}");
            assert_eq!(clock.jump(), None, "and told once");
        }
        assert!((began..began + 1_000_000).contains(&clock.now()));
        clock.raise(began - 5);
        assert!(clock.now() >= began);
        clock.raise(began + 2_000_000);
        assert!(clock.now() >= began + 2_000_000);
    }
}
