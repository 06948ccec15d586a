//! Whose words are used for suits, as an option of the commands.

use clap::ValueEnum;
use terminal::words::Dialect;

/// Whose words are used for suits.
#[derive(Clone, Copy, Default, ValueEnum)]
pub enum Suits {
    /// The pack's own: circle, triangle, square.
    #[default]
    Standard,
    /// Those of the place: ball, angle, carpet.
    Local,
}

impl From<Suits> for Dialect {
    fn from(suits: Suits) -> Dialect {
        match suits {
            Suits::Standard => Dialect::Standard,
            Suits::Local => Dialect::Local,
        }
    }
}
