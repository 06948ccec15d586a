//! A player who has just learned the rules.

use alloc::vec::Vec;

use engine::{Chance, Quick};
use games::{Move, View, each_family};

use crate::family::FamilyBot;
use crate::{Bot, seat_and_turn};

/// Plays any card that fits without planning ahead, calls any suit, sometimes forgets the word, ends the round as soon as
/// it may, and never catches another player.
#[derive(Clone, Debug)]
pub struct Beginner(Quick);

/// The bot forgets the word once in this many times.
const FORGETS_ONE_IN: u32 = 4;

impl Beginner {
    /// Creates the player; equal seeds play the same.
    pub fn new(seed: u64) -> Beginner {
        Beginner(Quick::new(seed))
    }

    fn any(&mut self, moves: &[Move]) -> Option<Move> {
        moves.get(self.0.below(moves.len() as u32) as usize).copied()
    }

    /// The legal moves that a beginner would consider.
    fn considered(&mut self, moves: &[Move]) -> Vec<Move> {
        let best = moves.iter().map(|&choice| appeal(choice)).max().unwrap_or_default();
        let speaks = self.0.below(FORGETS_ONE_IN) > 0;
        let appealing = moves.iter().copied().filter(|&choice| appeal(choice) == best);
        let (said, silent): (Vec<Move>, Vec<Move>) = appealing.partition(|&choice| says(choice));
        if said.is_empty() || !speaks && !silent.is_empty() { silent } else { said }
    }
}

impl Bot for Beginner {
    fn choose(&mut self, view: &View, moves: &[Move]) -> Option<Move> {
        let (_, on_turn) = seat_and_turn(view)?;
        let moves: Vec<Move> =
            moves.iter().copied().filter(|&choice| on_turn || appeal(choice) > 0).collect();
        let considered = self.considered(&moves);
        self.any(&considered)
    }
}

fn appeal(choice: Move) -> u32 {
    each_family!(Move, choice, |choice, F| <F as FamilyBot>::appeal(choice))
}

fn says(choice: Move) -> bool {
    each_family!(Move, choice, |choice, F| <F as FamilyBot>::says_word(choice))
}
