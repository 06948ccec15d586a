//! A player who does what most people at the table would do.

use games::{Move, View};

use crate::{Bot, matching, yaniv};

/// Weighs every legal move by rules of thumb and makes the best; no chance is involved.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sensible;

impl Bot for Sensible {
    fn choose(&mut self, view: &View, moves: &[Move]) -> Option<Move> {
        let (seat, on_turn) = crate::seat_and_turn(view)?;
        let worth = |choice: &Move| match (view, *choice) {
            (View::Matching(view), Move::Matching(choice)) => matching::worth(view, seat, choice),
            (View::Yaniv(view), Move::Yaniv(choice)) => yaniv::worth(view, seat, choice, moves),
            (View::Matching(_), Move::Yaniv(_)) | (View::Yaniv(_), Move::Matching(_)) => i32::MIN,
        };
        let mut best: Option<(i32, Move)> = None;
        for choice in moves {
            let worth = worth(choice);
            // The first of equals stays, so that a list always gives the same answer.
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, *choice));
            }
        }
        best.filter(|(worth, _)| on_turn || *worth > 0).map(|(_, choice)| choice)
    }
}
