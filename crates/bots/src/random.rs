//! A player who has the rules but no plan.

use engine::{Chance, Quick};
use games::{Move, View};

use crate::{Bot, seat_and_turn};

/// Picks any legal move, each equally likely; out of turn, doing nothing is one more choice.
#[derive(Clone, Debug)]
pub struct Random(Quick);

impl Random {
    /// The player that a number stands for: equal numbers play alike.
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
