//! What a family of games offers to bots that search ahead.

use alloc::vec::Vec;

use crate::{BySeat, Game, Outcome, Quick, Seat};

/// A game that can be searched: it deals worlds that agree with a view, and plays rounds out quickly.
///
/// Reveals no more than a view does: worlds are dealt from a view and nothing else.
pub trait Search: Game {
    /// A view, prepared for dealing the hidden cards many times.
    type Worlds;

    /// Maximum depth of the search tree in moves, the root move included; beyond it the round is played out.
    const MAX_TREE_DEPTH: usize;

    /// Prepares a view for dealing worlds.
    fn worlds(view: &Self::View) -> Self::Worlds;

    /// Turns this position into a random one that gives the same view.
    fn redeal(&mut self, worlds: &Self::Worlds, chance: &mut Quick);

    /// Every world of a view, if two players are left and few enough worlds are possible to examine them all.
    fn few_worlds(_view: &Self::View) -> Option<Vec<Self>> {
        None
    }

    /// The seat that decides next; its moves worth searching replace the list. `None` once the round is over.
    ///
    /// Reactions need no search and are played first.
    fn decision(&mut self, moves: &mut Vec<Self::Move>, chance: &mut Quick) -> Option<Seat>;

    /// Plays a move without checking that it is legal.
    fn make(&mut self, seat: Seat, choice: Self::Move, chance: &mut Quick);

    /// Plays on with a fast, simple policy, for at most this many moves. Returns whether the round is over.
    fn play_ahead(&mut self, moves: u32, chance: &mut Quick) -> bool;

    /// The value of the finished round with this outcome to each seat, from 0 to 1.
    fn payoff(&self, outcome: &Outcome) -> BySeat<f32>;
}
