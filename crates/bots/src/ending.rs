//! The endgame between two players: an exhaustive alpha-beta search of every possible world.

use alloc::vec::Vec;

use engine::{Quick, Search, Seat, Stakes};

use crate::tree::{Candidate, MoveStats, Patience, payoff};

/// A search for the best result of one seat.
pub(crate) struct Ending<'a, 'p> {
    pub seat: Seat,
    pub stakes: Option<&'a Stakes>,
    /// How many more positions may be examined.
    pub positions_left: u32,
    pub patience: &'a mut Patience<'p>,
}

/// A result of the searching seat, and its share of the win.
#[derive(Clone, Copy)]
struct Value {
    worth: f32,
    win: f32,
}

const LOST: Value = Value { worth: 0.0, win: 0.0 };
const WON: Value = Value { worth: 1.0, win: 1.0 };

/// The lowest and highest result that the searching seat can still reach (alpha and beta).
#[derive(Clone, Copy)]
struct Bounds {
    low: Value,
    high: Value,
}

impl Ending<'_, '_> {
    /// The value of each move under best play by both sides, added up over all worlds.
    ///
    /// `None` if there are too many worlds or positions, if time is up, or if a reshuffle can occur.
    pub(crate) fn solve<G: Search>(
        mut self,
        view: &G::View,
        candidates: &[Candidate<G::Move>],
    ) -> Option<Vec<MoveStats<G::Move>>> {
        let worlds = G::few_worlds(view)?;
        let mut found = |candidate: &Candidate<G::Move>| {
            let mut stats =
                MoveStats { choice: candidate.choice, visits: worlds.len() as u32, worth: 0.0, wins: 0.0 };
            for world in &worlds {
                let value =
                    self.after(world, self.seat, candidate.choice, Bounds { low: LOST, high: WON })?;
                stats.worth += value.worth;
                stats.wins += value.win;
            }
            Some(stats)
        };
        candidates.iter().map(&mut found).collect()
    }

    /// The value of a move.
    fn after<G: Search>(&mut self, world: &G, by: Seat, choice: G::Move, bounds: Bounds) -> Option<Value> {
        self.positions_left = self.positions_left.checked_sub(1)?;
        let (mut next, mut moves, mut chance) = (world.clone(), Vec::new(), Quick::new(0));
        next.make(by, choice, &mut chance);
        let turn = next.decision(&mut moves, &mut chance);
        self.patience.allows(1 + moves.len()).then_some(())?;
        // A move that used randomness has no certain result.
        (chance == Quick::new(0)).then_some(())?;
        match turn {
            Some(turn) => self.best(&next, turn, &moves, bounds),
            None => Some(self.value(&next)),
        }
    }

    /// The value of a finished world.
    fn value<G: Search>(&self, world: &G) -> Value {
        world.outcome().map_or(LOST, |outcome| Value {
            worth: payoff(world, &outcome, self.stakes)[self.seat],
            win: outcome.win_share(self.seat),
        })
    }

    /// The value of a position if the player on turn makes the best move, which is the worst for the other player.
    fn best<G: Search>(
        &mut self,
        world: &G,
        turn: Seat,
        moves: &[G::Move],
        Bounds { mut low, mut high }: Bounds,
    ) -> Option<Value> {
        for &choice in moves {
            let value = self.after(world, turn, choice, Bounds { low, high })?;
            if turn == self.seat && value.worth > low.worth {
                low = value;
            } else if turn != self.seat && value.worth < high.worth {
                high = value;
            }
            if low.worth >= high.worth {
                break;
            }
        }
        Some(if turn == self.seat { low } else { high })
    }
}
