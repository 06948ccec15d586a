//! What search needs: the moves worth considering and the payoff of a finished round.

use alloc::vec::Vec;

use engine::{BySeat, Outcome, Quick, Search, Seat};

use super::legal::word_for;
use super::state::State;
use super::{Announce, CompiledRules, Matching, Move, Scoring, View, Worlds};

/// The share of the win in a payoff, if points count towards the match; the rest is the lead in points.
const WIN_SHARE: f32 = 0.8;
/// A lead of this many points has the full effect on the payoff.
const FULL_LEAD_POINTS: f32 = 100.0;

impl Search for Matching {
    type Worlds = Worlds;
    const MAX_TREE_DEPTH: usize = usize::MAX;

    fn worlds(view: &View) -> Worlds {
        Worlds::new(view)
    }

    fn redeal(&mut self, worlds: &Worlds, chance: &mut Quick) {
        worlds.deal(&mut self.state, chance);
    }

    fn few_worlds(view: &View) -> Option<Vec<Matching>> {
        Worlds::new(view).every(view)
    }

    fn decision(&mut self, moves: &mut Vec<Move>, chance: &mut Quick) -> Option<Seat> {
        self.state.settle_reactions(&self.compiled, chance);
        self.state.worth_a_thought(&self.compiled, moves);
        (!moves.is_empty()).then_some(self.state.turn)
    }

    fn make(&mut self, seat: Seat, choice: Move, chance: &mut Quick) {
        self.state.apply(&self.compiled, seat, choice, chance, &mut ());
    }

    fn play_ahead(&mut self, moves: u32, chance: &mut Quick) -> bool {
        self.state.play_quickly(&self.compiled, moves, chance)
    }

    fn payoff(&self, outcome: &Outcome) -> BySeat<f32> {
        self.state.payoff(&self.compiled, outcome)
    }
}

impl State {
    /// Lists the moves of the player on turn without those that nobody would make: leaving the word unsaid, a false call.
    fn worth_a_thought(&self, compiled: &CompiledRules, moves: &mut Vec<Move>) {
        self.legal(compiled, self.turn, moves);
        if compiled.duty != 0 && compiled.rules.announce == Announce::Manual {
            moves.retain(|&choice| !self.is_silly(compiled, choice));
        }
        if compiled.rules.voluntary_draw && moves.len() > 1 {
            moves.retain(|&choice| !matches!(choice, Move::Draw | Move::Pass) || !self.may_play(compiled));
        }
    }

    /// Whether an ordinary turn offers a card to play.
    fn may_play(&self, compiled: &CompiledRules) -> bool {
        use super::Phase::{Again, Lead, Turn};
        matches!(self.phase, Turn { .. } | Again { .. } | Lead) && !self.playable(compiled).is_empty()
    }

    fn is_silly(&self, compiled: &CompiledRules, choice: Move) -> bool {
        match choice {
            Move::Play(play) if play.say.is_none() => {
                let left = match play.with {
                    Some(other) => self.hands[other].len(),
                    None => self.hands[self.turn].len() - usize::from(play.cards.len),
                };
                word_for(compiled, left).is_some()
            }
            Move::Say(_) => !self.owing.contains(self.turn),
            Move::Catch(other) => !self.owing.contains(other),
            Move::Play(_) | Move::Draw | Move::Pass | Move::Challenge | Move::Call(_) => false,
        }
    }

    /// The payoff for each seat: the win above all, then the place, then the points that count towards the match.
    fn payoff(&self, compiled: &CompiledRules, outcome: &Outcome) -> BySeat<f32> {
        let others = (self.playing.len() as f32 - 1.0).max(1.0);
        let win = |seat: Seat| {
            let first = outcome.win_share(seat);
            let behind = f32::from(outcome.places[seat].saturating_sub(1)) / others;
            0.85 * first + 0.15 * (1.0 - behind)
        };
        let sum: i32 = self.playing.iter().map(|seat| outcome.points[seat]).sum();
        let lead = |seat: Seat| {
            let own = outcome.points[seat] as f32;
            let mean = (sum as f32 - own) / others;
            let lead = if compiled.rules.scoring == Scoring::OwnHandLow { mean - own } else { own - mean };
            (0.5 + lead / (2.0 * FULL_LEAD_POINTS)).clamp(0.0, 1.0)
        };
        let single = compiled.rules.rounds.get() == 1;
        BySeat::from_fn(|seat| match self.playing.contains(seat) {
            true if single => win(seat),
            true => WIN_SHARE * win(seat) + (1.0 - WIN_SHARE) * lead(seat),
            false => 0.0,
        })
    }
}
