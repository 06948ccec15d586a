//! How a round ended, for everyone.

use crate::{BySeat, End, Seat, SeatSet};

/// Places and points of a round. Nothing else decides who won.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// How the round ended.
    pub how: End,
    /// The place of each seat from 1, the best; tied seats share one; 0 for a seat that was not dealt in.
    pub places: BySeat<u8>,
    /// What the round adds to each seat's score.
    pub points: BySeat<i32>,
    /// Who starts the next round, if this round decides it (Y17).
    pub leads_next: Option<Seat>,
}

impl Outcome {
    /// The seats in first place.
    pub fn winners(&self) -> SeatSet {
        Seat::all(crate::MAX_SEATS).filter(|&seat| self.places[seat] == 1).collect()
    }

    /// A seat's share of the win, from 0 to 1: seats that tie for the first place share it.
    pub fn win_share(&self, seat: Seat) -> f32 {
        if self.places[seat] != 1 {
            return 0.0;
        }
        1.0 / Seat::all(crate::MAX_SEATS).filter(|&other| self.places[other] == 1).count() as f32
    }
}
