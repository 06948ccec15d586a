//! The last cards between two: every world is played to its end in every way, and nothing is left to chance.

use alloc::vec::Vec;

use engine::{Quick, Search, Seat, Stakes};

use crate::tree::{Look, MoveStats, payoff};

/// What one seat can still reach, and how many positions may be looked at to find out.
struct Ending<'a> {
    seat: Seat,
    stakes: Option<&'a Stakes>,
    left: u32,
}

/// The least and the most that can still come of a position for the seat that thinks.
#[derive(Clone, Copy)]
struct Bounds {
    low: f32,
    high: f32,
}

/// What comes of each move if both play on as well as can be, on average over all worlds.
///
/// Nothing where there are too many worlds or positions, or where cards would be shuffled again.
pub(crate) fn solve<G: Search>(
    view: &G::View,
    seat: Seat,
    looks: &[Look<G::Move>],
    stakes: Option<&Stakes>,
    most: u32,
) -> Option<Vec<MoveStats<G::Move>>> {
    let worlds = G::few_worlds(view)?;
    let mut ending = Ending { seat, stakes, left: most };
    let mut found = |look: &Look<G::Move>| {
        let all = Bounds { low: 0.0, high: 1.0 };
        let worth: Option<f32> = worlds.iter().map(|world| ending.after(world, seat, look.choice, all)).sum();
        Some(MoveStats { choice: look.choice, visits: worlds.len() as u32, worth: worth? })
    };
    looks.iter().map(&mut found).collect()
}

impl Ending<'_> {
    /// What comes of a move.
    fn after<G: Search>(&mut self, world: &G, by: Seat, choice: G::Move, bounds: Bounds) -> Option<f32> {
        self.left = self.left.checked_sub(1)?;
        let (mut next, mut moves, mut chance) = (world.clone(), Vec::new(), Quick::new(0));
        next.make(by, choice, &mut chance);
        let turn = next.decision(&mut moves, &mut chance);
        // Where chance was asked, what comes next cannot be known.
        (chance == Quick::new(0)).then_some(())?;
        match turn {
            Some(turn) => self.best(&next, turn, &moves, bounds),
            None => Some(payoff(&next, self.stakes)[self.seat]),
        }
    }

    /// What comes of a position when the player on turn plays the best move, which is the worst for the other.
    fn best<G: Search>(
        &mut self,
        world: &G,
        turn: Seat,
        moves: &[G::Move],
        Bounds { mut low, mut high }: Bounds,
    ) -> Option<f32> {
        for &choice in moves {
            let worth = self.after(world, turn, choice, Bounds { low, high })?;
            if turn == self.seat {
                low = low.max(worth);
            } else {
                high = high.min(worth);
            }
            if low >= high {
                break;
            }
        }
        Some(if turn == self.seat { low } else { high })
    }
}
