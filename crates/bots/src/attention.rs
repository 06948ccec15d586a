//! What a computer player overlooks: the word it should say, and that another player did not say it.

use engine::{Chance, Quick};
use games::{Listed, Move, Reaction, View, each_family};

use crate::family::FamilyBot;
use crate::{Level, reaction, seat_and_turn};

/// Keeps the chance of lapses apart from that of decisions, so that a lapse changes no decision.
const LAPSE_SEED: u64 = 0x6c61_7073_6573;

/// How often a computer player overlooks something in one position; equal seeds have equal lapses.
#[derive(Clone, Debug)]
pub struct Lapses {
    level: Level,
    chance: Quick,
}

/// What a computer player has on its mind.
#[derive(Clone, Copy, Debug, Default)]
pub struct Attention {
    /// It forgot the word with its last card and will not think of it until its next turn.
    forgot: bool,
}

impl Level {
    /// It forgets the word once in this many times. `Easy` does so in its own choices.
    fn forgets_one_in(self) -> Option<u32> {
        match self {
            Level::Medium => Some(8),
            Level::Hard => Some(16),
            Level::Easy | Level::Expert | Level::Master => None,
        }
    }

    /// It notices a missing word once in this many times.
    fn notices_one_in(self) -> u32 {
        match self {
            Level::Easy => 2,
            Level::Medium | Level::Hard | Level::Expert | Level::Master => 1,
        }
    }
}

impl Lapses {
    /// The lapses of a level; the seed is that of the player and the position.
    pub fn new(level: Level, seed: u64) -> Lapses {
        Lapses { level, chance: Quick::new(seed ^ LAPSE_SEED) }
    }

    fn once_in(&mut self, times: u32) -> bool {
        self.chance.below(times) == 0
    }
}

impl Attention {
    /// What the player really does when it has made a choice among these moves.
    pub fn heed(
        &mut self,
        mut lapses: Lapses,
        view: &View,
        moves: &[Move],
        choice: Option<Move>,
    ) -> Option<Move> {
        let (_, on_turn) = seat_and_turn(view)?;
        self.forgot &= !on_turn;
        let seen = choice.or_else(|| beginner_looks_up(lapses.level, view, moves).filter(|_| !on_turn))?;
        match seen.reaction() {
            Some(Reaction::Say) if self.forgot => None,
            Some(Reaction::Catch) => lapses.once_in(lapses.level.notices_one_in()).then_some(seen),
            Some(Reaction::Say | Reaction::Slap) => Some(seen),
            None => Some(self.maybe_silent(lapses, moves, seen)),
        }
    }

    /// The play with its word, or now and then without.
    fn maybe_silent(&mut self, mut lapses: Lapses, moves: &[Move], choice: Move) -> Move {
        let silent = silent(choice).filter(|silent| moves.contains(silent));
        let Some((silent, one_in)) = silent.zip(lapses.level.forgets_one_in()) else { return choice };
        self.forgot = lapses.once_in(one_in);
        if self.forgot { silent } else { choice }
    }
}

/// A beginner chooses no reactions, but may see that somebody can be caught.
fn beginner_looks_up(level: Level, view: &View, moves: &[Move]) -> Option<Move> {
    let seen = reaction(view, moves).filter(|_| level == Level::Easy);
    seen.filter(|choice| choice.reaction() == Some(Reaction::Catch))
}

/// The same move without its word, if it has one.
fn silent(choice: Move) -> Option<Move> {
    each_family!(Move, choice, |choice, F| <F as FamilyBot>::silent(choice).map(F::wrap_move))
}
