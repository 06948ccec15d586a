//! A player that makes random legal moves.

use engine::{Chance, Quick};
use games::{Move, View};

use crate::{Bot, seat_and_turn};

/// Picks a legal move uniformly at random; out of turn, doing nothing is one more option.
#[derive(Clone, Debug)]
pub struct Random(Quick);

impl Random {
    /// Creates the player; equal seeds play the same.
    pub fn new(seed: u64) -> Random {
        Random(Quick::new(seed))
    }
}

impl Bot for Random {
    fn choose(&mut self, view: &View, moves: &[Move]) -> Option<Move> {
        let (_, on_turn) = seat_and_turn(view)?;
        let choices = moves.len() + usize::from(!on_turn);
        moves.get(self.0.below(choices as u32) as usize).copied()
    }
}
