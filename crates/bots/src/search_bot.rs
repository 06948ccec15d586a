//! A player that searches ahead.

use alloc::string::String;
use alloc::vec::Vec;

use engine::{Quick, Seat, Stakes};
use games::{Move, View};

use crate::family::{FamilyBot, own_moves, weighed_moves};
use crate::hint_reason::reason;
use crate::tree::{Budget, Candidate, MoveStats, Tree, best, merge};
use crate::{Bot, Sensible, seat_and_turn, sensible};

/// Minimum number of worlds in a part of a search.
const MIN_PART_WORLDS: u32 = 5_000;
/// Maximum number of parts of a search.
const MAX_PARTS: u32 = 4;

/// How many independent parts a search of this many worlds has, so that several cores can share it.
///
/// Depends on nothing but that number: the result is the same on any number of cores.
pub fn parts(iterations: u32) -> u32 {
    (iterations / MIN_PART_WORLDS).clamp(1, MAX_PARTS)
}

/// Deals the hidden cards many times, plays each world to the end, and makes the move that does best.
#[derive(Clone, Debug)]
pub struct SearchBot {
    chance: Quick,
    iterations: u32,
    trees: Trees,
    found: Vec<MoveStats<Move>>,
}

impl SearchBot {
    /// Creates a player that searches this many worlds per move. Equal arguments play the same.
    pub fn new(iterations: u32, seed: u64) -> SearchBot {
        SearchBot { chance: Quick::new(seed), iterations, trees: Trees::new(iterations), found: Vec::new() }
    }

    /// What the last search found about each move it considered; empty if no search was needed.
    pub fn found(&self) -> &[MoveStats<Move>] {
        &self.found
    }

    /// Chooses a move within this budget.
    pub fn search(&mut self, view: &View, moves: &[Move], budget: Budget<'_>) -> Option<Move> {
        self.found.clear();
        let (seat, _) = seat_and_turn(view)?;
        let fallback = Sensible.choose(view, moves);
        if !needs_search(view, moves) {
            return fallback;
        }
        self.found = self.trees.search(view, seat, moves, budget, &mut self.chance);
        best(&self.found).map(|found| found.choice).or(fallback)
    }
}

impl Bot for SearchBot {
    fn choose(&mut self, view: &View, moves: &[Move]) -> Option<Move> {
        let parts = parts(self.iterations);
        let mut fallback = None;
        let mut searches = Vec::new();
        for _ in 0..parts {
            fallback = self.search(view, moves, Budget::Iterations(self.iterations / parts));
            searches.push(core::mem::take(&mut self.found));
        }
        self.found = merge(&searches);
        best(&self.found).map(|found| found.choice).or(fallback)
    }

    fn explain(&self, view: &View, choice: Move) -> String {
        reason(view, choice, &self.found).map_or_else(String::new, |reason| reason.told())
    }

    fn play_for(&mut self, stakes: Option<Stakes>) {
        self.trees.play_for(stakes);
    }
}

/// Whether a search can help: the seat is on turn, has a choice, and no reaction is urgent.
///
/// Otherwise every searching player does what [`Sensible`] does.
pub fn needs_search(view: &View, moves: &[Move]) -> bool {
    let on_turn = seat_and_turn(view).is_some_and(|(_, on_turn)| on_turn);
    on_turn
        && moves.len() > 1
        && Sensible.choose(view, moves).is_none_or(|choice| choice.reaction().is_none())
}

macro_rules! trees {
    ([$($(#[$doc:meta])* $name:ident $module:ident,)+]) => {
        /// A tree for each family; a match uses one of them.
        #[derive(Clone, Debug)]
        struct Trees {
            $($module: Tree<games::$module::$name>,)+
        }

        impl Trees {
            fn new(iterations: u32) -> Trees {
                Trees { $($module: Tree::new(iterations),)+ }
            }

            fn play_for(&mut self, stakes: Option<Stakes>) {
                $(self.$module.stakes = stakes;)+
            }

            fn search(
                &mut self,
                view: &View,
                seat: Seat,
                moves: &[Move],
                budget: Budget<'_>,
                chance: &mut Quick,
            ) -> Vec<MoveStats<Move>> {
                match view {
                    $(View::$name(view) => search(&mut self.$module, view, seat, moves, budget, chance),)+
                }
            }
        }
    };
}

games::families!([trees]);

fn search<F: FamilyBot>(
    tree: &mut Tree<F>,
    view: &F::View,
    seat: Seat,
    moves: &[Move],
    budget: Budget<'_>,
    chance: &mut Quick,
) -> Vec<MoveStats<Move>> {
    let candidates = candidates::<F>(view, seat, &own_moves::<F>(moves));
    if candidates.len() < 2 {
        return Vec::new();
    }
    let found = tree.search(view, seat, &candidates, budget, chance).into_iter();
    let wrap = |MoveStats { choice, visits, worth, wins }| MoveStats {
        choice: F::wrap_move(choice),
        visits,
        worth,
        wins,
    };
    found.map(wrap).collect()
}

/// The moves worth searching with their priors, the best first.
fn candidates<F: FamilyBot>(view: &F::View, seat: Seat, moves: &[F::Move]) -> Vec<Candidate<F::Move>> {
    let some = weighed_moves(moves);
    let mut weighed: Vec<(i32, F::Move)> = F::worths(view, seat, &some).into_iter().zip(some).collect();
    weighed.retain(|&(worth, choice)| {
        worth > sensible::MAX_UNSEARCHED_WORTH && !F::leaves_word_unsaid(choice, moves)
    });
    weighed.sort_by_key(|(worth, _)| -worth);
    let top = weighed.first().map_or(0, |(worth, _)| *worth);
    let prior = |worth: i32| 1.0 / (1.0 + (top - worth) as f32 / F::PRIOR_SCALE);
    weighed.iter().map(|&(worth, choice)| Candidate { choice, prior: prior(worth) }).collect()
}
