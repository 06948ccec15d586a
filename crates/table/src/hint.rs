//! Hints (G21): whether a player may have one, the search it takes, and what the player is told.

use bots::{MoveStats, reason};
use games::{Hints, Move};

use crate::table::Table;
use crate::{Decision, Level, Message, Refusal, Token};

/// Hints are as good as this level plays.
const HINT_LEVEL: Level = Level::Expert;

impl Table {
    /// What the host has to search for so that a player gets a hint, or why there is none.
    ///
    /// It contains only what that seat may know and changes nothing, so nobody else can learn of it.
    pub fn hint(&self, token: Token) -> Result<Decision, Refusal> {
        let seat = self.seated(token)?;
        let alone = self
            .seats()
            .zip(&self.occupants)
            .all(|(other, occupant)| other == seat || occupant.token.is_none());
        match self.rules.table_options().hints {
            Hints::Never => return Err(Refusal::HintsOff),
            Hints::Practice if !alone => return Err(Refusal::HintsPracticeOnly),
            Hints::Practice | Hints::Always => {}
        }
        // The seed is the position: asked again, the answer is the same.
        let decision = self.question_of(seat, HINT_LEVEL, self.number);
        decision.filter(|decision| !decision.moves.is_empty()).ok_or(Refusal::NothingToDo)
    }
}

impl Decision {
    /// What the player who asked for a hint is told, from the results of the search.
    pub fn hint(&self, found: &[MoveStats<Move>]) -> Result<Message, Refusal> {
        let choice = self.choice(found).ok_or(Refusal::NothingToDo)?;
        let reason = reason(&self.view, choice, found).ok_or(Refusal::NothingToDo)?;
        let (notation, why, about) = (self.compiled.notation(choice), reason.said(), reason.notation());
        Ok(Message::Hint { number: self.number, notation, why, about })
    }
}
