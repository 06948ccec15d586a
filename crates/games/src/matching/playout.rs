//! Whole games at random, as fast as the rules can go: for studies of rules and for search.

use alloc::vec::Vec;

use engine::{Chance, Quick, Seat, Suit};

use super::state::{Phase, State};
use super::{Kit, Matching, Move, Play};

/// Plays games to their end by uniformly random legal moves, without a heap allocation once it is warm.
#[derive(Debug, Default)]
pub struct Playout {
    moves: Vec<Move>,
}

impl Playout {
    /// Plays the round to its end and returns how many decisions that took.
    pub fn run(&mut self, game: &mut Matching, chance: &mut Quick) -> u64 {
        let kit = &*game.kit;
        let state = &mut game.at;
        let mut decisions = 0;
        while !matches!(state.phase, Phase::Over(_)) {
            let (seat, choice) = self.pick(kit, state, chance);
            state.apply(kit, seat, choice, chance, &mut ());
            decisions += 1;
        }
        decisions
    }

    #[inline]
    fn pick(&mut self, kit: &Kit, state: &State, chance: &mut Quick) -> (Seat, Move) {
        if kit.simple && let Phase::Turn { .. } = state.phase {
            return (state.turn, random_turn(kit, state, chance));
        }
        let acting = state.acting(kit);
        let seat = acting.iter().nth(chance.below(acting.len() as u32) as usize).unwrap_or(state.turn);
        state.legal(kit, seat, &mut self.moves);
        (seat, self.moves[chance.below(self.moves.len() as u32) as usize])
    }
}

/// A uniformly random move of an ordinary turn, straight from the bit sets.
#[inline]
fn random_turn(kit: &Kit, state: &State, chance: &mut Quick) -> Move {
    let playable = state.playable(kit);
    let suits = kit.pack.suits().len() as u32;
    let callers = playable & kit.callers;
    let plain = playable - callers;
    let (plain_count, call_count) = (plain.len() as u32, callers.len() as u32 * suits);
    let other = if state.check_draw(kit).is_ok() {
        Some(Move::Draw)
    } else {
        state.check_pass(kit).is_ok().then_some(Move::Pass)
    };
    let at = chance.below(plain_count + call_count + u32::from(other.is_some()));
    if at < plain_count {
        return Move::Play(Play::card(plain.nth(at as usize).unwrap_or_default()));
    }
    match other {
        Some(other) if at == plain_count + call_count => other,
        _ => {
            let at = at - plain_count;
            let card = callers.nth((at / suits) as usize).unwrap_or_default();
            let last = state.hands[state.turn].is_single() && state.ends_with(kit);
            let call = (!last).then_some(Suit((at % suits) as u8));
            Move::Play(Play { call, ..Play::card(card) })
        }
    }
}
