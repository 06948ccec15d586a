//! Whose words are used for suits, as an option of the commands.

use clap::ValueEnum;
use terminal::sentences::SuitNames;

/// Whose words are used for suits.
#[derive(Clone, Copy, Default, ValueEnum)]
pub enum SuitNamesArg {
    /// The pack's own: circle, triangle, square.
    #[default]
    Standard,
    /// Those of the place: ball, angle, carpet.
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
