//! Errors of studies.

use bots::Level;
use games::{ChangeError, CompileError, SessionError};

use crate::PlayerError;

/// Why a study could not be done.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LabError {
    /// No player has this name.
    #[error("there is no player `{0}`: write {players} or \"cmd:python3 mybot.py\"", players = known_players())]
    UnknownPlayer(String),
    /// The budget of a search is neither a number of worlds nor a time.
    #[error("`{0}`: how many worlds, like search:500, or how long, like search:1s or search:200ms?")]
    SearchBudget(String),
    /// The table is too small for the players, or there are none.
    #[error("{players} players do not fit {seats} seats")]
    TooManyPlayers {
        /// Number of players.
        players: usize,
        /// Number of seats.
        seats: usize,
    },
    /// A ladder compares players.
    #[error("a ladder needs at least two players")]
    LadderTooShort,
    /// The values to compare are not given as `key=value,value`.
    #[error("--vary is written key=value,value, like counter=stack,none")]
    VarySyntax,
    /// A value to compare is listed twice.
    #[error("{0} is listed twice")]
    RepeatedValue(String),
    /// The rules do not allow a change of an option.
    #[error("{}", .0.messages().join("\n  "))]
    RuleChange(ChangeError),
    /// The dealer of a recorded round no longer plays in it.
    #[error("the dealer is no longer in the match")]
    NoDealer,
    /// The rules cannot be played by so many players.
    #[error(transparent)]
    Compile(#[from] CompileError),
    /// A game cannot begin or go on.
    #[error(transparent)]
    Session(#[from] SessionError),
    /// No game of a study could be played.
    #[error("no game could be played: {0}")]
    NoGame(Box<LabError>),
    /// A player never played.
    #[error("{name} {why}")]
    Player {
        /// The player.
        name: String,
        /// Why not.
        why: PlayerError,
    },
    /// The run was stopped before the first game ended.
    #[error("stopped before there was anything to report")]
    Stopped,
}

/// The players that can be named, in quotes.
fn known_players() -> String {
    let levels = Level::ALL.map(|level| format!("\"{level}\""));
    let others = ["\"random\"", "\"search:500\"", "\"search:1s\""].map(String::from);
    levels.into_iter().chain(others).collect::<Vec<_>>().join(", ")
}
