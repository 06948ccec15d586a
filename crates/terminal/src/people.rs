//! Who sits at the table.

use table::Level;

/// A seat before the match: a name and who plays for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chair {
    /// The name (Y29).
    pub name: String,
    /// Who plays.
    pub who: Who,
}

/// Who plays for a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Who {
    /// Somebody at this device.
    Person,
    /// A computer player.
    Computer(Level),
}
