//! What computer players need to know about a family of games.

use alloc::vec::Vec;

use engine::Seat;
use games::{Listed, Move};

use crate::reason::{Reason, Topic};

/// Implemented once for each family of `games::families!`; one without it does not compile.
pub(crate) trait FamilyBot: Listed {
    /// What reasons can be about.
    const TOPICS: &'static [&'static Topic];

    /// A move this much worse than the best gets half its first-sight weight in a search.
    const FIRST_SIGHT_SCALE: f32;

    /// What each legal move is worth to the seat at first sight; below 0 where it is better left alone.
    fn worths(view: &Self::View, seat: Seat, moves: &[Self::Move]) -> Vec<i32>;

    /// How much a move appeals to a beginner, who plays rather than draws and likes to be rid of many cards.
    fn appeal(choice: Self::Move) -> u32;

    /// Whether the move includes the word that the player owes.
    fn says_word(_choice: Self::Move) -> bool {
        false
    }

    /// Whether the same move could be made together with the word that goes with it.
    fn leaves_word_unsaid(_choice: Self::Move, _moves: &[Self::Move]) -> bool {
        false
    }

    /// Why the move, given the moves that a search found worse.
    fn reason(view: &Self::View, seat: Seat, choice: Self::Move, worse: &[Self::Move]) -> Reason;
}

/// Those of the moves that are of this family.
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
