//! A player who does what most people at the table would do.

use games::{Move, View};

use crate::{Bot, matching, yaniv};

/// Weighs every legal move by rules of thumb and makes the best; no chance is involved.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sensible;

impl Bot for Sensible {
    fn choose(&mut self, view: &View, moves: &[Move]) -> Option<Move> {
        let (seat, on_turn) = crate::seat_and_turn(view)?;
        let best = match view {
            View::Matching(view) => best(moves, |choice| match choice {
                Move::Matching(choice) => matching::worth(view, seat, choice),
                Move::Yaniv(_) => i32::MIN,
            }),
            View::Yaniv(view) => {
                let sets = yaniv::sets(view, moves);
                best(moves, |choice| match choice {
                    Move::Yaniv(choice) => yaniv::worth(view, seat, choice, &sets),
                    Move::Matching(_) => i32::MIN,
                })
            }
        };
        best.filter(|(worth, _)| on_turn || *worth > 0).map(|(_, choice)| choice)
    }
}

/// The move that is worth most; the first of equals, so that a list always gives the same answer.
fn best(moves: &[Move], worth: impl Fn(Move) -> i32) -> Option<(i32, Move)> {
    let weighed = moves.iter().map(|&choice| (worth(choice), choice));
    weighed.reduce(|best, next| if next.0 > best.0 { next } else { best })
}
