//! The names of the suits, as a command-line option.

use clap::ValueEnum;
use terminal::sentences::SuitNames;

/// The names of the suits.
#[derive(Clone, Copy, Default, ValueEnum)]
pub enum SuitNamesArg {
    /// Those of the pack: circle, triangle, square.
    #[default]
    Standard,
    /// Local names: ball, angle, carpet.
    Local,
}

impl From<SuitNamesArg> for SuitNames {
    fn from(suits: SuitNamesArg) -> SuitNames {
        match suits {
            SuitNamesArg::Standard => SuitNames::Standard,
            SuitNamesArg::Local => SuitNames::Local,
        }
    }
}
