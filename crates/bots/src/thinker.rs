//! A player who thinks ahead.

use alloc::string::String;
use alloc::vec::Vec;

use engine::{Quick, Seat, Stakes, Word};
use games::matching::Matching;
use games::yaniv::Yaniv;
use games::{Move, View};

use crate::explain::reason;
use crate::tree::{Budget, Look, MoveStats, Tree, best, merge};
use crate::{Bot, Sensible, seat_and_turn, sensible};

/// A part of a long thought has at least so many worlds.
const PART: u32 = 5_000;
/// A thought has at most so many parts.
const MOST_PARTS: u32 = 4;

/// In how many parts so many worlds are looked at, each by itself, so that several cores can share a thought.
///
/// It depends on nothing but that number: what is found is the same however many cores there are.
pub fn parts(iterations: u32) -> u32 {
    (iterations / PART).clamp(1, MOST_PARTS)
}

/// Deals the hidden cards many times over, plays each world to its end, and makes the move that fares best.
#[derive(Clone, Debug)]
pub struct Thinker {
    chance: Quick,
    iterations: u32,
    matching: Tree<Matching>,
    yaniv: Tree<Yaniv>,
    found: Vec<MoveStats<Move>>,
}

impl Thinker {
    /// A player who looks at so many worlds a move; equal seeds and numbers play alike.
    pub fn new(iterations: u32, seed: u64) -> Thinker {
        Thinker {
            chance: Quick::new(seed),
            iterations,
            matching: Tree::new(iterations),
            yaniv: Tree::new(iterations),
            found: Vec::new(),
        }
    }

    /// What it found about each move it considered, when it last had to think; nothing where it had not.
    pub fn found(&self) -> &[MoveStats<Move>] {
        &self.found
    }

    /// The move it makes when it may think so long.
    pub fn think(&mut self, view: &View, moves: &[Move], budget: Budget<'_>) -> Option<Move> {
        self.found.clear();
        let (seat, _) = seat_and_turn(view)?;
        let hasty = Sensible.choose(view, moves);
        if !is_worth_a_thought(view, moves) {
            return hasty;
        }
        let looks = Thinker::looks(view, moves);
        if looks.len() > 1 {
            self.found = self.search(view, seat, &looks, budget);
        }
        best(&self.found).map(|found| found.choice).or(hasty)
    }

    fn search(
        &mut self,
        view: &View,
        seat: Seat,
        looks: &[Look<Move>],
        budget: Budget<'_>,
    ) -> Vec<MoveStats<Move>> {
        let chance = &mut self.chance;
        match view {
            View::Matching(view) => {
                let looks = narrowed(looks, |choice| match choice {
                    Move::Matching(choice) => Some(choice),
                    Move::Yaniv(_) => None,
                });
                widened(self.matching.think(view, seat, &looks, budget, chance), Move::Matching)
            }
            View::Yaniv(view) => {
                let looks = narrowed(looks, |choice| match choice {
                    Move::Yaniv(choice) => Some(choice),
                    Move::Matching(_) => None,
                });
                widened(self.yaniv.think(view, seat, &looks, budget, chance), Move::Yaniv)
            }
        }
    }

    /// The moves worth a thought with what first sight makes of them, the best first.
    fn looks(view: &View, moves: &[Move]) -> Vec<Look<Move>> {
        let mut weighed = sensible::weighed(view, moves);
        weighed.retain(|&(worth, choice)| worth > sensible::SILLY && !leaves_word_unsaid(choice, moves));
        weighed.sort_by_key(|(worth, _)| -worth);
        let top = weighed.first().map_or(0, |(worth, _)| *worth);
        let scale = match view {
            View::Matching(_) => 400.0,
            View::Yaniv(_) => 100.0,
        };
        let first_sight = |worth: i32| 1.0 / (1.0 + (top - worth) as f32 / scale);
        weighed.iter().map(|&(worth, choice)| Look { choice, first_sight: first_sight(worth) }).collect()
    }
}

impl Bot for Thinker {
    fn choose(&mut self, view: &View, moves: &[Move]) -> Option<Move> {
        let parts = parts(self.iterations);
        let mut hasty = None;
        let mut searches = Vec::new();
        for _ in 0..parts {
            hasty = self.think(view, moves, Budget::Iterations(self.iterations / parts));
            searches.push(core::mem::take(&mut self.found));
        }
        self.found = merge(&searches);
        best(&self.found).map(|found| found.choice).or(hasty)
    }

    fn explain(&self, view: &View, choice: Move) -> String {
        reason(view, choice, &self.found).map_or_else(String::new, |reason| reason.told())
    }

    fn play_for(&mut self, stakes: Option<Stakes>) {
        self.matching.stakes = stakes;
        self.yaniv.stakes = stakes;
    }
}

/// Whether there is anything to think about: whoever is on turn has a choice, and nothing has to be done at once.
///
/// Where there is not, all who think ahead do what [`Sensible`] does.
pub fn is_worth_a_thought(view: &View, moves: &[Move]) -> bool {
    let on_turn = seat_and_turn(view).is_some_and(|(_, on_turn)| on_turn);
    on_turn && moves.len() > 1 && !Sensible.choose(view, moves).is_some_and(needs_no_thought)
}

/// Whether the move is one that is made as soon as it can be.
fn needs_no_thought(choice: Move) -> bool {
    use games::{matching, yaniv};
    matches!(
        choice,
        Move::Matching(matching::Move::Say(_) | matching::Move::Catch(_)) | Move::Yaniv(yaniv::Move::Slap(_))
    )
}

/// Whether the same play could be made with the word that goes with it.
fn leaves_word_unsaid(choice: Move, moves: &[Move]) -> bool {
    let Move::Matching(games::matching::Move::Play(play)) = choice else { return false };
    let with =
        |word| Move::Matching(games::matching::Move::Play(games::matching::Play { say: Some(word), ..play }));
    play.say.is_none() && [Word::Semi, Word::Last].into_iter().any(|word| moves.contains(&with(word)))
}

fn narrowed<M>(looks: &[Look<Move>], own: impl Fn(Move) -> Option<M>) -> Vec<Look<M>> {
    let look = |look: &Look<Move>| Some(Look { choice: own(look.choice)?, first_sight: look.first_sight });
    looks.iter().filter_map(look).collect()
}

fn widened<M>(found: Vec<MoveStats<M>>, wide: impl Fn(M) -> Move) -> Vec<MoveStats<Move>> {
    let found = found.into_iter();
    found
        .map(|MoveStats { choice, visits, worth }| MoveStats { choice: wide(choice), visits, worth })
        .collect()
}
