//! A seat and who plays for it.

use alloc::string::String;

use bots::{Bot, Random, Sensible};
use games::{Move, View};

use crate::{Kind, Switch, Token};

/// How well a computer player plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Level {
    /// Any legal move.
    Easy,
    /// What most people at the table would do.
    #[default]
    Sensible,
}

impl Level {
    /// Every level, from the weakest.
    pub const ALL: [Level; 2] = [Level::Easy, Level::Sensible];

    /// The level in one word.
    pub fn name(self) -> &'static str {
        match self {
            Level::Easy => "easy",
            Level::Sensible => "sensible",
        }
    }

    /// The level of that name.
    pub fn named(name: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.name() == name)
    }
}

/// A computer player of some level.
#[derive(Clone, Debug)]
pub(crate) enum Brain {
    Easy(Random),
    Sensible(Sensible),
}

impl Brain {
    pub(crate) fn new(level: Level, seed: u64) -> Brain {
        match level {
            Level::Easy => Brain::Easy(Random::new(seed)),
            Level::Sensible => Brain::Sensible(Sensible),
        }
    }

    pub(crate) fn choose(&mut self, view: &View, moves: &[Move]) -> Option<Move> {
        match self {
            Brain::Easy(bot) => bot.choose(view, moves),
            Brain::Sensible(bot) => bot.choose(view, moves),
        }
    }
}

/// Where a person is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Presence {
    Here,
    /// A computer player keeps the seat after too many timeouts (G11).
    Away,
    /// A computer player has taken over; the person may come back (G19).
    Left,
    /// The hand is folded, in every round of the match (G19).
    Folded,
}

/// A seat and who plays for it.
#[derive(Clone, Debug)]
pub(crate) struct Chair {
    pub name: String,
    /// Whose seat it is; a computer player's own has none.
    pub token: Option<Token>,
    pub presence: Presence,
    /// The computer player of the seat, or the one that fills in.
    pub brain: Brain,
    /// Timeouts in a row.
    pub missed: u64,
    /// Whether the table says the word for the person (G12).
    pub announcing: Switch,
}

impl Chair {
    pub(crate) fn new(name: String, token: Option<Token>, brain: Brain) -> Chair {
        Chair { name, token, presence: Presence::Here, brain, missed: 0, announcing: Switch::Off }
    }

    pub(crate) fn kind(&self) -> Kind {
        match (self.token, self.presence) {
            (_, Presence::Folded) => Kind::Folded,
            (None, _) => Kind::Bot,
            (Some(_), Presence::Here) => Kind::Person,
            (Some(_), Presence::Away) => Kind::Away,
            (Some(_), Presence::Left) => Kind::Left,
        }
    }

    /// Whether a computer player moves for the seat.
    pub(crate) fn moves_by_itself(&self) -> bool {
        matches!(self.kind(), Kind::Bot | Kind::Away | Kind::Left)
    }

    /// Whether the holder of the token is told what happens.
    pub(crate) fn listener(&self) -> Option<Token> {
        self.token.filter(|_| matches!(self.presence, Presence::Here | Presence::Away))
    }
}
