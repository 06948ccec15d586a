//! What has to wait when the disk is late: what can wait longest goes first, and moves of running games never.

use std::time::Duration;

/// How late the disk may be, by the age of the oldest write that is not on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// Beyond this no new tables are made.
    pub tables: Duration,
    /// Beyond this nobody new looks on, nothing is said, and no records are given out.
    pub extras: Duration,
    /// Beyond this nobody new is let in.
    pub sockets: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        let [tables, extras, sockets] = [50, 150, 400].map(Duration::from_millis);
        Patience { tables, extras, sockets }
    }
}

/// How much has to wait.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Backpressure {
    /// Everything is done.
    None,
    /// No new tables.
    NoTables,
    /// Nor anybody new who looks on, nor talk, nor records.
    NoExtras,
    /// Nor new sockets.
    NoSockets,
}

impl Patience {
    /// For tests and measurements, in which nothing is to be refused because the machine is slow.
    pub fn endless() -> Patience {
        Patience { tables: Duration::MAX, extras: Duration::MAX, sockets: Duration::MAX }
    }

    /// What has to wait when the oldest write is so old.
    pub fn pressure(&self, age: Duration) -> Backpressure {
        match age {
            age if age > self.sockets => Backpressure::NoSockets,
            age if age > self.extras => Backpressure::NoExtras,
            age if age > self.tables => Backpressure::NoTables,
            _ => Backpressure::None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_later_the_disk_the_more_has_to_wait() {
        let at = |millis| Patience::default().pressure(Duration::from_millis(millis));
        assert_eq!(
            [0, 51, 151, 401].map(at),
            [Backpressure::None, Backpressure::NoTables, Backpressure::NoExtras, Backpressure::NoSockets]
        );
        assert_eq!(Patience::endless().pressure(Duration::from_mins(1)), Backpressure::None);
    }
}
