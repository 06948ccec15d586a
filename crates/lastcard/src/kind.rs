//! Computer players by the names of their levels, as the command line has them.

use clap::ValueEnum;
use table::Level;

/// A kind of computer player.
#[derive(Clone, Copy, Default, ValueEnum)]
pub enum Kind {
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
    /// Thinks ahead as far as pays.
    Master,
}

impl From<Kind> for Level {
    fn from(kind: Kind) -> Level {
        match kind {
            Kind::Easy => Level::Easy,
            Kind::Medium => Level::Medium,
            Kind::Hard => Level::Hard,
            Kind::Expert => Level::Expert,
            Kind::Master => Level::Master,
        }
    }
}
