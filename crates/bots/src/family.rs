//! What computer players need to know about a family of games.

use alloc::vec::Vec;

use engine::Seat;
use games::{Listed, Move};

use crate::hint_reason::{Reason, Topic};

/// Implemented for each family of `games::families!`; a family without it does not compile.
pub(crate) trait FamilyBot: Listed {
    /// The topics of its reasons.
    const TOPICS: &'static [&'static Topic];

    /// A move whose estimate is this much below the best has half the prior of the best.
    const PRIOR_SCALE: f32;

    /// Heuristic estimates of the legal moves; below 0 for a move better not made.
    fn worths(view: &Self::View, seat: Seat, moves: &[Self::Move]) -> Vec<i32>;

    /// How much a move appeals to a beginner, who prefers playing to drawing and many cards to few.
    fn appeal(choice: Self::Move) -> u32;

    /// Whether the move includes saying a word.
    fn says_word(_choice: Self::Move) -> bool {
        false
    }

    /// The same move without the word that it says, if it says one.
    fn silent(_choice: Self::Move) -> Option<Self::Move> {
        None
    }

    /// Whether another of the moves, which are sorted, is the same but also says the word.
    fn leaves_word_unsaid(_choice: Self::Move, _moves: &[Self::Move]) -> bool {
        false
    }

    /// Explains the move, given the moves that a search found worse.
    fn reason(view: &Self::View, seat: Seat, choice: Self::Move, worse: &[Self::Move]) -> Reason;
}

/// Maximum number of moves that a player weighs. Longer lists are of large hands, with many groups that differ little.
pub const MAX_WEIGHED_MOVES: usize = 600;
/// How many moves at the end of a long list are weighed in any case: those besides plays and throws.
const ALWAYS_WEIGHED_MOVES: usize = 40;

/// All moves of a list, or of a long one an even selection.
pub(crate) fn weighed_moves<M: Copy>(moves: &[M]) -> Vec<M> {
    if moves.len() <= MAX_WEIGHED_MOVES {
        return moves.to_vec();
    }
    let (many, others) = moves.split_at(moves.len() - ALWAYS_WEIGHED_MOVES);
    let some = MAX_WEIGHED_MOVES - ALWAYS_WEIGHED_MOVES;
    (0..some).map(|at| many[at * many.len() / some]).chain(others.iter().copied()).collect()
}

/// The moves of this family among `moves`.
pub(crate) fn own_moves<F: Listed>(moves: &[Move]) -> Vec<F::Move> {
    moves.iter().filter_map(|&choice| F::own_move(choice)).collect()
}

macro_rules! all_topics {
    ([$($(#[$doc:meta])* $name:ident $module:ident,)+]) => {
        const ALL_TOPICS: &[&[&Topic]] = &[$(<games::$module::$name as FamilyBot>::TOPICS),+];
    };
}

games::families!([all_topics]);

impl Topic {
    /// The topics of every family.
    pub fn all() -> impl Iterator<Item = &'static Topic> {
        ALL_TOPICS.iter().copied().flatten().copied()
    }
}
