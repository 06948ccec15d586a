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
pub enum Pressure {
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
    pub fn pressure(&self, age: Duration) -> Pressure {
        match age {
            age if age > self.sockets => Pressure::NoSockets,
            age if age > self.extras => Pressure::NoExtras,
            age if age > self.tables => Pressure::NoTables,
            _ => Pressure::None,
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
            [Pressure::None, Pressure::NoTables, Pressure::NoExtras, Pressure::NoSockets]
        );
        assert_eq!(Patience::endless().pressure(Duration::from_mins(1)), Pressure::None);
    }
}
