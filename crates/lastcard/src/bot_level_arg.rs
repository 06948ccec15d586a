//! The level of a computer player, as a command-line option.

use clap::ValueEnum;
use table::Level;

/// The level of a computer player.
#[derive(Clone, Copy, Default, ValueEnum)]
pub enum BotLevelArg {
    /// Has just learned the rules.
    #[value(alias = "random")]
    Easy,
    /// Does what most people would do.
    #[default]
    #[value(alias = "sensible")]
    Medium,
    /// Thinks ahead a little.
    Hard,
    /// Thinks ahead well.
    Expert,
    /// Thinks ahead as far as it helps.
    Master,
}

impl From<BotLevelArg> for Level {
    fn from(kind: BotLevelArg) -> Level {
        match kind {
            BotLevelArg::Easy => Level::Easy,
            BotLevelArg::Medium => Level::Medium,
            BotLevelArg::Hard => Level::Hard,
            BotLevelArg::Expert => Level::Expert,
            BotLevelArg::Master => Level::Master,
        }
    }
}
