//! What a family of games offers to players who think ahead.

use alloc::vec::Vec;

use crate::{BySeat, Game, Quick, Seat};

/// A game that can be searched: worlds dealt from a view, and rounds played to their end quickly.
///
/// Nothing here tells more than a view does: worlds come from a view and from nothing else.
pub trait Search: Game {
    /// All that a view tells, ready for the rest to be dealt again and again.
    type Worlds;

    /// How many moves deep the tree may grow, the player's own among them; beyond that all play quickly.
    const FORESIGHT: usize;

    /// Reads a view.
    fn worlds(view: &Self::View) -> Self::Worlds;

    /// Makes this position one in which the view would be the same.
    fn redeal(&mut self, worlds: &Self::Worlds, chance: &mut Quick);

    /// Every world of a view, where two play and so little is hidden that all can be looked at.
    fn few_worlds(_view: &Self::View) -> Option<Vec<Self>> {
        None
    }

    /// Who decides next, with the moves worth a thought put into the list; nobody once the round is over.
    ///
    /// Reactions, which need no thought, are settled first.
    fn decision(&mut self, moves: &mut Vec<Self::Move>, chance: &mut Quick) -> Option<Seat>;

    /// Plays a move that is known to be legal.
    fn make(&mut self, seat: Seat, choice: Self::Move, chance: &mut Quick);

    /// Plays the round to its end as quick and careless people would.
    fn play_out(&mut self, chance: &mut Quick);

    /// What the end of the round is worth to each seat, from 0 to 1.
    fn payoff(&self) -> BySeat<f32>;
}
