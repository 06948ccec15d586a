//! Fast random games, for studies of rules.

use alloc::sync::Arc;

use engine::{BySeat, CardSet, Chance, Deal, Quick, Seat, SeatSet};

use super::compiled_rules::CompiledRules;
use super::last_throw::LastThrow;
use super::state::{Phase, Yaniv};
use crate::DealError;

/// Plays games to the end with uniformly random legal moves. Allocates nothing.
#[derive(Debug)]
pub struct Playout;

impl Playout {
    /// Plays whole rounds from fresh deals and counts the decisions.
    pub fn rounds(compiled: &Arc<CompiledRules>, rounds: u64, chance: &mut Quick) -> Result<u64, DealError> {
        let dealer = Seat::new(compiled.seats.saturating_sub(1)).unwrap_or_default();
        let deal = Deal { playing: SeatSet::first(compiled.seats), dealer, order: compiled.pack.cards() };
        let mut game = Yaniv::deal(compiled, &deal, &mut ())?;
        let mut decisions = 0;
        for _ in 0..rounds {
            Playout::deal(&mut game, dealer, chance);
            decisions += Playout::run(&mut game, chance);
        }
        Ok(decisions)
    }

    /// Deals a new round to every seat from a shuffled pack.
    pub fn deal(game: &mut Yaniv, dealer: Seat, chance: &mut Quick) {
        let cards = game.compiled.pack.cards();
        let (mut len, hand) = (cards.len(), game.compiled.rules.hand_size.count());
        game.stock[..len].copy_from_slice(cards);
        engine::shuffle(&mut game.stock[..len], chance);
        game.playing = SeatSet::first(game.compiled.seats);
        game.active = game.playing;
        game.hands = BySeat::default();
        let mut seat = dealer;
        for _ in 0..hand * game.compiled.seats {
            seat = game.playing.after(seat);
            len -= 1;
            game.hands[seat].insert(game.stock[len]);
        }
        len -= 1;
        game.laid = LastThrow::one(game.stock[len]);
        game.stock_len = len as u8;
        (game.open, game.older, game.left) = (CardSet::EMPTY, CardSet::EMPTY, BySeat::default());
        (game.dealer, game.turn) = (dealer, game.playing.after(dealer));
        (game.phase, game.window) = (Phase::Turn, None);
        (game.actions, game.reshuffles) = (0, 0);
    }

    /// Plays the round to its end and returns how many decisions that took.
    pub fn run(game: &mut Yaniv, chance: &mut Quick) -> u64 {
        let mut decisions = 0;
        while !game.is_over() {
            random_move(game, chance);
            decisions += 1;
        }
        decisions
    }
}

/// A random move of a random one of the players who have any.
fn random_move(game: &mut Yaniv, chance: &mut impl Chance) {
    let acting = game.acting();
    let at = if acting.len() == 1 { 0 } else { chance.below(acting.len() as u32) };
    let seat = acting.iter().nth(at as usize).unwrap_or(game.turn);
    if let Some(choice) = game.choices(seat).choose(chance) {
        game.carry_out(seat, choice, chance, &mut ());
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;
    use alloc::vec::Vec;

    use super::*;
    use crate::odd_rules::{Given, odd_rules};
    use crate::yaniv::Move;
    use crate::{Rules, presets};

    /// Longer lists, of large hands with many copies, take too long to check number by number.
    const MAX_CHECKED_MOVES: usize = 200;

    /// Every number that chance can give makes a different move of the list, so that all are equally likely.
    fn check_position(game: &Yaniv) {
        let acting = game.acting();
        let mut moves: Vec<Move> = Vec::new();
        for seat in acting.iter() {
            game.list(seat, &mut moves);
            if moves.len() > MAX_CHECKED_MOVES {
                continue;
            }
            let mut made: Vec<Move> = Vec::new();
            for number in 0..moves.len() as u32 {
                let mut chance = Given::new(vec![number], 0);
                made.extend(game.choices(seat).choose(&mut chance));
                assert_eq!(chance.bounds(1), [moves.len() as u32], "{moves:?}");
            }
            made.sort_unstable();
            assert_eq!(made, moves, "{:?}", game.hands[seat]);
        }
    }

    /// Checks the positions of random games with this many seats.
    fn check_games(rules: &super::super::Rules, seats: usize, games: u64) {
        let compiled = Arc::new(CompiledRules::new(rules, seats).unwrap());
        let deal =
            Deal { playing: SeatSet::first(seats), dealer: Seat::default(), order: compiled.pack.cards() };
        let mut chance = Quick::new(1);
        let mut game = Yaniv::deal(&compiled, &deal, &mut ()).unwrap();
        for _ in 0..games {
            Playout::deal(&mut game, Seat::default(), &mut chance);
            while !game.is_over() {
                check_position(&game);
                random_move(&mut game, &mut chance);
            }
        }
    }

    #[test]
    fn a_playout_makes_each_legal_move_equally_often() {
        let Some(Rules::Yaniv(rules)) = presets::named("yaniv") else { panic!("yaniv") };
        for seats in [2, 4, 8] {
            check_games(&rules, seats, 40);
        }
    }

    #[test]
    fn a_playout_makes_each_legal_move_equally_often_under_any_rules() {
        let mut chance = Quick::new(7);
        let mut checked = 0;
        while checked < 20 {
            let Rules::Yaniv(rules) = odd_rules(&mut chance) else { continue };
            check_games(&rules, 2 + chance.below(2) as usize, 1);
            checked += 1;
        }
    }
}
