//! A seat and who plays for it.

use alloc::string::String;

use bots::{Attention, Brain};

use crate::{Level, Millis, PlayerKind, Switch, Token};

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
pub(crate) struct Occupant {
    pub name: String,
    /// Whose seat it is; a computer player's own has none.
    pub token: Option<Token>,
    pub presence: Presence,
    /// How well the computer player of the seat plays, or the one that fills in.
    pub level: Level,
    /// What its chance comes from.
    pub seed: u64,
    /// What it does without a search.
    pub brain: Brain,
    /// What it overlooks.
    pub attention: Attention,
    /// Timeouts in a row.
    pub missed: u64,
    /// Whether the person has seen the table, or a turn has passed.
    pub ready: bool,
    /// By how much each deadline is extended for slow messages.
    pub lag: Millis,
    /// Whether the table says the word for the person (G12).
    pub announcing: Switch,
    /// Whether the person's device adds to the shuffles (G16).
    pub mixing: Switch,
}

impl Occupant {
    pub(crate) fn new(name: String, token: Option<Token>, level: Level, seed: u64) -> Occupant {
        Occupant {
            name,
            token,
            presence: Presence::Here,
            level,
            seed,
            brain: Brain::new(level.reflexes(), seed),
            attention: Attention::default(),
            missed: 0,
            ready: false,
            lag: 0,
            announcing: Switch::Off,
            mixing: Switch::Off,
        }
    }

    pub(crate) fn kind(&self) -> PlayerKind {
        match (self.token, self.presence) {
            (_, Presence::Folded) => PlayerKind::Folded,
            (None, _) => PlayerKind::Bot,
            (Some(_), Presence::Here) => PlayerKind::Person,
            (Some(_), Presence::Away) => PlayerKind::Away,
            (Some(_), Presence::Left) => PlayerKind::Left,
        }
    }

    /// Whether a computer player moves for the seat.
    pub(crate) fn moves_by_itself(&self) -> bool {
        matches!(self.kind(), PlayerKind::Bot | PlayerKind::Away | PlayerKind::Left)
    }

    /// Whether the person has seen the table and has missed no turn since.
    pub(crate) fn is_attentive(&self) -> bool {
        self.ready && self.missed == 0
    }

    /// The token of a person who is sent messages.
    pub(crate) fn listener(&self) -> Option<Token> {
        self.token.filter(|_| matches!(self.presence, Presence::Here | Presence::Away))
    }
}
