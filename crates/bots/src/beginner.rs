//! A player who has just learned the rules.

use alloc::vec::Vec;

use engine::{Chance, Quick};
use games::{Move, View, matching, yaniv};

use crate::{Bot, seat_and_turn};

/// Plays whatever fits without a thought for the next turn, calls any suit, forgets the word now and then, calls
/// Yaniv as soon as it may, and never catches anybody.
#[derive(Clone, Debug)]
pub struct Beginner(Quick);

/// The word is forgotten once in so many times.
const FORGETS: u32 = 4;

impl Beginner {
    /// The player that a number stands for: equal numbers play alike.
    pub fn new(seed: u64) -> Beginner {
        Beginner(Quick::new(seed))
    }

    fn any(&mut self, moves: &[Move]) -> Option<Move> {
        moves.get(self.0.below(moves.len() as u32) as usize).copied()
    }

    /// The moves that come to mind, of those that are legal.
    fn come_to_mind(&mut self, moves: &[Move]) -> Vec<Move> {
        let best = moves.iter().map(|&choice| appeal(choice)).max().unwrap_or_default();
        let speaks = self.0.below(FORGETS) > 0;
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
        let minded = self.come_to_mind(&moves);
        self.any(&minded)
    }
}

/// How much a move appeals to somebody who looks no further: to play rather than to draw, to be done rather than not.
fn appeal(choice: Move) -> u32 {
    match choice {
        Move::Yaniv(yaniv::Move::Yaniv | yaniv::Move::Slap(_)) => 20,
        Move::Yaniv(yaniv::Move::Throw { cards, .. }) => cards.cards().len() as u32,
        Move::Matching(matching::Move::Play(_) | matching::Move::Call(_)) => 2,
        Move::Matching(matching::Move::Draw) => 1,
        Move::Matching(_) | Move::Yaniv(yaniv::Move::Exchange(_) | yaniv::Move::Pass) => 0,
    }
}

fn says(choice: Move) -> bool {
    matches!(choice, Move::Matching(matching::Move::Play(play)) if play.say.is_some())
}
