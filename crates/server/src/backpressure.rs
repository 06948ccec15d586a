//! Backpressure: when the disk is late, the server refuses what can wait longest first, and moves of running games never.

use std::time::Duration;

/// How late the disk may be, by the age of the oldest write that is not on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// Beyond this no tables are created.
    pub tables: Duration,
    /// Beyond this no spectators, chat or records.
    pub extras: Duration,
    /// Beyond this no new sockets.
    pub sockets: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        let [tables, extras, sockets] = [50, 150, 400].map(Duration::from_millis);
        Patience { tables, extras, sockets }
    }
}

/// What is refused for now.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Backpressure {
    /// Nothing.
    None,
    /// New tables.
    NoTables,
    /// Also new spectators, chat and records.
    NoExtras,
    /// Also new sockets.
    NoSockets,
}

impl Patience {
    /// For tests and measurements: nothing is refused because the machine is slow.
    pub fn endless() -> Patience {
        Patience { tables: Duration::MAX, extras: Duration::MAX, sockets: Duration::MAX }
    }

    /// What is refused when the oldest write has this age.
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
    fn the_later_the_disk_the_more_is_refused() {
        let at = |millis| Patience::default().pressure(Duration::from_millis(millis));
        assert_eq!(
            [0, 51, 151, 401].map(at),
            [Backpressure::None, Backpressure::NoTables, Backpressure::NoExtras, Backpressure::NoSockets]
        );
        assert_eq!(Patience::endless().pressure(Duration::from_mins(1)), Backpressure::None);
    }
}
