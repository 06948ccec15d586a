//! How a table is set up.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use engine::Chance;
use games::{CompileError, CompiledRules, Rules};

use crate::{Millis, SearchBy};

/// How a table is set up.
#[derive(Clone)]
pub struct Config {
    /// The rules; they can be changed until the match begins.
    pub rules: Arc<Rules>,
    /// Compiles the rules for a number of seats; a host with many tables caches the result.
    pub compile: CompileRules,
    /// The table's secret: it decides shuffles, lots and delays. Rules with a seed of their own shuffle by that.
    pub seed: u64,
    /// How long computer players and windows take.
    pub pace: Pace,
    /// The pack of the first round written out, first card dealt first, to set up a position.
    pub deck: Option<Vec<String>>,
    /// Set at a server's table, where everyone can verify the shuffles if the rules say so.
    pub joint: Option<JointShuffle>,
    /// Where the search of computer players runs.
    pub search_by: SearchBy,
    /// Which behaviour the table has.
    pub version: Version,
}

/// The behaviour of a table. A log replays under the version under which it was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Version {
    /// Coming back restarts the clock of a turn, and rules without shared shuffles deal from the table's seed.
    First,
    /// A turn has one clock, whoever holds the seat, and a computer player that is kept from moving moves when it ends.
    /// Rules without shared shuffles deal from a secret of the host.
    #[default]
    Second,
}

/// A table whose shuffles everyone can verify. It asks its host for a [secret](crate::Input::Entropy) before each deal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JointShuffle {
    /// The name of the table: 1 to 64 letters and digits that no other table has.
    pub table: String,
    /// When the secrets are revealed.
    pub reveal: Reveal,
    /// Whether the table deals alone where devices take part and none answers.
    pub alone: DealingAlone,
}

/// Whether a table deals without the share of any device, although devices take part in its shuffles.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum DealingAlone {
    /// Only if the players agree; until then it waits for a device.
    #[default]
    WhenAgreed,
    /// As soon as the devices are late: tables from before, whose logs must replay.
    AtOnce,
}

/// When everything that the deals were computed from is revealed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Reveal {
    /// After the match.
    #[default]
    AfterMatch,
    /// After each deal, for that deal.
    AfterDeal,
}

/// Compiles rules for a table with this number of seats, or says why they cannot be played there.
pub type CompileRules = fn(&Rules, usize) -> Result<CompiledRules, CompileError>;

impl Config {
    /// A table with these rules at a human pace. The caller sets an unguessable seed.
    pub fn new(rules: impl Into<Arc<Rules>>) -> Config {
        Config {
            rules: rules.into(),
            compile: CompiledRules::new,
            seed: 0,
            pace: Pace::default(),
            deck: None,
            joint: None,
            search_by: SearchBy::Table,
            version: Version::default(),
        }
    }
}

/// How long things take that no rule sets. No delay depends on a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pace {
    /// The minimum and maximum time that a computer player takes for its turn.
    pub think: (Millis, Millis),
    /// The minimum and maximum time that a computer player takes to react out of turn.
    pub react: (Millis, Millis),
    /// How long the next player's move is held after a draw that may be slapped, whether or not it can be (J11).
    pub slap_pause: Millis,
    /// How long catching stays open before the next player's move counts, where somebody owes the word (V10). `None` at
    /// tables from before this pause: nobody waits there, and computer players never forget the word.
    pub catch_pause: Option<u32>,
    /// Extra time for the first turn of a person who is not [ready](crate::Input::Ready) yet.
    pub loading: Millis,
    /// After this time the next round is dealt automatically, if set.
    pub between_rounds: Option<Millis>,
    /// The maximum time that a computer player takes for its turn once every person at the table is out of the round,
    /// if set.
    pub unattended: Option<u32>,
}

impl Default for Pace {
    fn default() -> Pace {
        let (think, react) = ((900, 2_400), (500, 1_300));
        Pace {
            think,
            react,
            slap_pause: 1_500,
            catch_pause: Some(2_000),
            loading: 0,
            between_rounds: None,
            unattended: Some(400),
        }
    }
}

/// A uniformly random time from a range.
pub(crate) fn delay((least, most): (Millis, Millis), chance: &mut impl Chance) -> Millis {
    let span = most.saturating_sub(least).min(u64::from(u32::MAX - 1)) as u32;
    least.saturating_add(u64::from(chance.below(span + 1)))
}
