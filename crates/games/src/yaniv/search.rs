//! What search needs: the moves worth considering and the payoff of a finished round.

use alloc::vec::Vec;

use engine::{BySeat, Outcome, Quick, Search, Seat};

use super::legal::Move;
use super::state::Yaniv;
use super::view::View;
use super::worlds::Worlds;

/// The share of the win in a payoff; the rest is the lead in points, which decide the match.
const WIN_SHARE: f32 = 0.5;
/// A lead of this many points has the full effect on the payoff.
const FULL_LEAD_POINTS: f32 = 45.0;

impl Search for Yaniv {
    type Worlds = Worlds;
    /// In a deeper tree the opponents would learn the searching player's hand, which is the same in every world.
    const MAX_TREE_DEPTH: usize = 1;

    fn worlds(view: &View) -> Worlds {
        Worlds::new(view)
    }

    fn redeal(&mut self, worlds: &Worlds, chance: &mut Quick) {
        worlds.deal(self, chance);
    }

    fn decision(&mut self, moves: &mut Vec<Move>, chance: &mut Quick) -> Option<Seat> {
        self.settle_slaps(chance);
        self.list(self.turn, moves);
        if moves.len() > 1 {
            moves.retain(|&choice| !is_written_twice(choice));
        }
        (!moves.is_empty()).then_some(self.turn)
    }

    fn make(&mut self, seat: Seat, choice: Move, chance: &mut Quick) {
        self.carry_out(seat, choice, chance, &mut ());
    }

    fn play_ahead(&mut self, moves: u32, chance: &mut Quick) -> bool {
        self.play_quickly(moves, chance)
    }

    /// The payoff for each seat: the lead in points and the win.
    fn payoff(&self, outcome: &Outcome) -> BySeat<f32> {
        let others = (self.playing.len() as f32 - 1.0).max(1.0);
        let sum: i32 = self.playing.iter().map(|seat| outcome.points[seat]).sum();
        BySeat::from_fn(|seat| {
            let own = outcome.points[seat] as f32;
            let lead = (sum as f32 - own) / others - own;
            let points = (0.5 + lead / (2.0 * FULL_LEAD_POINTS)).clamp(0.0, 1.0);
            WIN_SHARE * outcome.win_share(seat) + (1.0 - WIN_SHARE) * points
        })
    }
}

/// Either card of a pair can be taken, so only one of its two orders is worth considering.
fn is_written_twice(choice: Move) -> bool {
    matches!(choice, Move::Throw { cards, .. } if matches!(cards.cards(), [first, last] if first > last))
}
