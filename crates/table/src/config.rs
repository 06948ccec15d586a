//! How a table is set up.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use engine::Chance;
use games::{CompileError, CompiledRules, Rules};

use crate::{Millis, Thinking};

/// How a table is set up.
#[derive(Clone)]
pub struct Config {
    /// The rules; they can be changed until the match begins.
    pub rules: Arc<Rules>,
    /// What works rules out for so many seats: a home with many tables keeps what it worked out before.
    pub compile: CompileRules,
    /// The table's secret: it decides shuffles, lots and delays. Rules with a seed of their own shuffle by that.
    pub seed: u64,
    /// How long computer players and windows take.
    pub pace: Pace,
    /// The pack of the first round written out, first card dealt first, to set up a position.
    pub deck: Option<Vec<String>>,
    /// Where everyone can check the shuffles, if the rules want it so: at a server's table.
    pub joint: Option<JointShuffle>,
    /// Where computer players think who think ahead.
    pub thinking: Thinking,
}

/// A table whose shuffles everyone can check. It asks its home for a [secret](crate::Input::Entropy) before each deal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JointShuffle {
    /// The name of the table: 1 to 64 letters and digits that no other table has.
    pub table: String,
    /// When everything is laid open.
    pub reveal: Reveal,
}

/// When everything that the deals were worked out from is laid open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Reveal {
    /// After the match.
    #[default]
    AfterMatch,
    /// After each deal, for that deal.
    AfterDeal,
}

/// Works rules out for a table of so many seats, or says why they cannot be played there.
pub type CompileRules = fn(&Rules, usize) -> Result<CompiledRules, CompileError>;

impl Config {
    /// A table with these rules at a human pace. The seed has to be set to something nobody can guess.
    pub fn new(rules: impl Into<Arc<Rules>>) -> Config {
        let (rules, pace, thinking) = (rules.into(), Pace::default(), Thinking::AtTable);
        Config { rules, compile: CompiledRules::new, seed: 0, pace, deck: None, joint: None, thinking }
    }
}

/// How long things take that no rule times. No delay depends on a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pace {
    /// The least and the most that a computer player thinks about its turn.
    pub think: (Millis, Millis),
    /// The least and the most that a computer player takes to react out of turn.
    pub react: (Millis, Millis),
    /// How long the next player's move is kept after a draw that may be slapped, whether or not it can be (J11).
    pub slap_pause: Millis,
    /// So much longer the first turn of a person is who has not said to be [ready](crate::Input::Ready).
    pub loading: Millis,
    /// After this the next round is dealt without anybody asking, if set.
    pub between_rounds: Option<Millis>,
}

impl Default for Pace {
    fn default() -> Pace {
        let (think, react) = ((900, 2_400), (500, 1_300));
        Pace { think, react, slap_pause: 1_500, loading: 0, between_rounds: None }
    }
}

/// A time from a range, every millisecond equally likely.
pub(crate) fn delay((least, most): (Millis, Millis), chance: &mut impl Chance) -> Millis {
    let span = most.saturating_sub(least).min(u64::from(u32::MAX - 1)) as u32;
    least.saturating_add(u64::from(chance.below(span + 1)))
}
