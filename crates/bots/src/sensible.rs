//! A player that does what most people would do.

use alloc::vec::Vec;

use engine::Seat;
use games::{Move, View, each_family};

use crate::Bot;
use crate::family::{FamilyBot, own_moves, weighed_moves};

/// Moves with this estimate or less are never searched.
pub(crate) const MAX_UNSEARCHED_WORTH: i32 = -30_000;

/// Estimates the legal moves with heuristics and makes the best. Deterministic.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sensible;

impl Bot for Sensible {
    fn choose(&mut self, view: &View, moves: &[Move]) -> Option<Move> {
        let (_, on_turn) = crate::seat_and_turn(view)?;
        // The first of equal moves, so that the same list always gives the same answer.
        let best =
            weighed(view, moves).into_iter().reduce(|best, next| if next.0 > best.0 { next } else { best });
        best.filter(|(worth, _)| on_turn || *worth > 0).map(|(_, choice)| choice)
    }
}

/// The best of the moves besides the turn, if one is worth making: a word that is owed, a player to be caught.
pub fn reaction(view: &View, moves: &[Move]) -> Option<Move> {
    let reactions: Vec<Move> = moves.iter().copied().filter(|choice| choice.reaction().is_some()).collect();
    let worth_making = weighed(view, &reactions).into_iter().filter(|(worth, _)| *worth > 0);
    worth_making.reduce(|best, next| if next.0 > best.0 { next } else { best }).map(|(_, choice)| choice)
}

/// The heuristic estimate of each legal move, or of some of very many.
pub(crate) fn weighed(view: &View, moves: &[Move]) -> Vec<(i32, Move)> {
    fn weigh<F: FamilyBot>(view: &F::View, seat: Seat, moves: &[Move]) -> Vec<(i32, Move)> {
        let own = own_moves::<F>(&weighed_moves(moves));
        let worths = F::worths(view, seat, &own);
        worths.into_iter().zip(own.into_iter().map(F::wrap_move)).collect()
    }
    let Some((seat, _)) = crate::seat_and_turn(view) else { return Vec::new() };
    each_family!(View, view, |view, F| weigh::<F>(view, seat, moves))
}
