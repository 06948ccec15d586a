//! Seats at the table.

use core::fmt;
use core::ops::{Index, IndexMut};

/// The maximum number of seats at a table.
pub const MAX_SEATS: usize = 10;

/// A seat at the table, numbered clockwise from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Seat(u8);

impl Seat {
    /// The seat with this number; `None` if no table has it.
    pub fn new(number: usize) -> Option<Seat> {
        (number < MAX_SEATS).then_some(Seat(number as u8))
    }

    /// The seat's number, below [`MAX_SEATS`].
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The seat's number as a digit.
    #[inline]
    pub fn digit(self) -> char {
        char::from(b'0' + self.0)
    }

    /// The seat `steps` places clockwise at a table of `seats`.
    #[inline]
    #[must_use]
    pub fn left(self, steps: usize, seats: usize) -> Seat {
        Seat(((self.index() + steps) % seats) as u8)
    }

    /// All seats of a table.
    pub fn all(seats: usize) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        (0..seats.min(MAX_SEATS) as u8).map(Seat)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A set of seats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct SeatSet(u16);

impl SeatSet {
    /// The empty set.
    pub const EMPTY: SeatSet = SeatSet(0);

    /// Every seat of a table.
    pub fn first(seats: usize) -> SeatSet {
        SeatSet(((1u32 << seats.min(MAX_SEATS)) - 1) as u16)
    }

    /// The set of one seat.
    #[inline]
    pub fn only(seat: Seat) -> SeatSet {
        SeatSet(1 << seat.0)
    }

    /// Whether the seat is in the set.
    #[inline]
    pub fn contains(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 == 1
    }

    /// The set with the seat.
    #[inline]
    #[must_use]
    pub fn with(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 | 1 << seat.0)
    }

    /// The set without the seat.
    #[inline]
    #[must_use]
    pub fn without(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 & !(1 << seat.0))
    }

    /// How many seats are in the set.
    #[inline]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no seat is in the set.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats in both sets.
    #[inline]
    #[must_use]
    pub fn and(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 & other.0)
    }

    /// The seats in either set.
    #[inline]
    #[must_use]
    pub fn or(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 | other.0)
    }

    /// The seats by number.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        let mut rest = self.0;
        core::iter::from_fn(move || {
            let lowest = rest.trailing_zeros() as u8;
            rest &= rest.wrapping_sub(1);
            (lowest < MAX_SEATS as u8).then_some(Seat(lowest))
        })
    }

    /// The next seat of the set clockwise from `from`; `from` itself if there is no other.
    #[inline]
    pub fn after(self, from: Seat) -> Seat {
        let above = u32::from(self.0) & !((2u32 << from.0) - 1);
        let found = if above == 0 { u32::from(self.0) } else { above };
        if found == 0 { from } else { Seat(found.trailing_zeros() as u8) }
    }

    /// The next seat of the set anticlockwise from `from`; `from` itself if there is no other.
    #[inline]
    pub fn before(self, from: Seat) -> Seat {
        let below = self.0 & ((1u16 << from.0) - 1);
        let found = if below == 0 { self.0 } else { below };
        if found == 0 { from } else { Seat(found.ilog2() as u8) }
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> SeatSet {
        seats.into_iter().fold(SeatSet::EMPTY, SeatSet::with)
    }
}

/// One value per seat. The array has 16 entries, a power of two, so that a masked index is always in bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BySeat<T>([T; 16]);

impl<T> BySeat<T> {
    /// Computes the value of each seat.
    pub fn from_fn(mut value: impl FnMut(Seat) -> T) -> BySeat<T> {
        BySeat(core::array::from_fn(|number| value(Seat(number as u8))))
    }

    /// The values of the first `seats` seats.
    pub fn first(&self, seats: usize) -> &[T] {
        &self.0[..seats.min(MAX_SEATS)]
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;

    #[inline]
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index() & 15]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    #[inline]
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index() & 15]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walking_round_the_table_skips_empty_places() {
        let set: SeatSet = [0, 2, 5].into_iter().map(Seat).collect();
        assert_eq!([0, 2, 5, 3].map(|s| set.after(Seat(s)).0), [2, 5, 0, 5]);
        assert_eq!([0, 2, 5, 3].map(|s| set.before(Seat(s)).0), [5, 0, 2, 2]);
        assert_eq!(SeatSet::only(Seat(3)).after(Seat(3)), Seat(3));
        assert_eq!(SeatSet::only(Seat(9)).before(Seat(9)), Seat(9));
        assert_eq!(SeatSet::first(10).after(Seat(9)), Seat(0));
    }
}
