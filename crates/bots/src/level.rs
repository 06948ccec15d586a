//! How well a computer player plays.

use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;

use engine::Stakes;
use games::{Move, View};

use crate::{Beginner, Bot, SearchBot, Sensible};

/// How well a computer player plays.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Level {
    /// Has just learned the rules.
    Easy,
    /// Does what most people would do.
    #[default]
    Medium,
    /// Searches a little.
    Hard,
    /// Searches well.
    Expert,
    /// Searches as much as pays off.
    Master,
}

impl Level {
    /// Every level, the weakest first.
    pub const ALL: [Level; 5] = [Level::Easy, Level::Medium, Level::Hard, Level::Expert, Level::Master];

    /// The name in one word.
    pub fn name(self) -> &'static str {
        match self {
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Hard => "hard",
            Level::Expert => "expert",
            Level::Master => "master",
        }
    }

    /// The level with this name; `sensible` is an old name of medium.
    pub fn named(name: &str) -> Option<Level> {
        let name = if name == "sensible" { "medium" } else { name };
        Level::ALL.into_iter().find(|level| level.name() == name)
    }

    /// Whether it searches ahead.
    pub fn searches(self) -> bool {
        self.iterations() > 0
    }

    /// The level that makes the moves for which no search is needed.
    #[must_use]
    pub fn reflexes(self) -> Level {
        if self.searches() { Level::Medium } else { self }
    }

    /// How many worlds it searches per move; 0 for a level that does not search.
    ///
    /// Chosen so that each level clearly beats the one below in every preset: in mau-mau a thousand worlds already find
    /// nearly everything that twenty thousand do (`docs/bots.md`).
    pub fn iterations(self) -> u32 {
        match self {
            Level::Easy | Level::Medium => 0,
            Level::Hard => 100,
            Level::Expert => 500,
            Level::Master => 20_000,
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A computer player of some level.
#[derive(Clone, Debug)]
pub enum Brain {
    /// The lowest level.
    Easy(Beginner),
    /// The level above it.
    Medium(Sensible),
    /// The three levels that search.
    Search(Box<SearchBot>),
}

impl Brain {
    /// Creates a player of a level; equal seeds play the same.
    pub fn new(level: Level, seed: u64) -> Brain {
        match level {
            Level::Easy => Brain::Easy(Beginner::new(seed)),
            Level::Medium => Brain::Medium(Sensible),
            Level::Hard | Level::Expert | Level::Master => {
                Brain::Search(Box::new(SearchBot::new(level.iterations(), seed)))
            }
        }
    }
}

impl Bot for Brain {
    fn choose(&mut self, view: &View, moves: &[Move]) -> Option<Move> {
        match self {
            Brain::Easy(bot) => bot.choose(view, moves),
            Brain::Medium(bot) => bot.choose(view, moves),
            Brain::Search(bot) => bot.choose(view, moves),
        }
    }

    fn explain(&self, view: &View, choice: Move) -> String {
        match self {
            Brain::Easy(bot) => bot.explain(view, choice),
            Brain::Medium(bot) => bot.explain(view, choice),
            Brain::Search(bot) => bot.explain(view, choice),
        }
    }

    fn play_for(&mut self, stakes: Option<Stakes>) {
        match self {
            Brain::Easy(bot) => bot.play_for(stakes),
            Brain::Medium(bot) => bot.play_for(stakes),
            Brain::Search(bot) => bot.play_for(stakes),
        }
    }
}
