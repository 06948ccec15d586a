//! A view built from the description of a turn at another table.

use alloc::sync::Arc;
use alloc::vec::Vec;

use engine::{Card, CardSet, Seat, SeatSet, Viewer};

use super::state::{Phase, State};
use super::{CompiledRules, View};
use crate::{DescribedTurn, DescribedTurnError};

impl View {
    /// Builds the view of seat 0 in an ordinary turn of its own.
    pub fn of_turn(compiled: &Arc<CompiledRules>, seen: &DescribedTurn) -> Result<View, DescribedTurnError> {
        let mut rest = compiled.all;
        let own = Seat::default();
        let mut at = State {
            playing: SeatSet::first(compiled.seats),
            active: SeatSet::first(compiled.seats),
            ..State::empty()
        };
        let top = taken(compiled, &mut rest, seen.top)?;
        at.pile = taken_all(compiled, &mut rest, &seen.pile)?;
        at.hands[own] = taken_all(compiled, &mut rest, &seen.hand)?;
        if seen.counts.len() != compiled.seats
            || seen.counts.first() != Some(&seen.hand.len())
            || seen.hand.is_empty()
        {
            return Err(DescribedTurnError::Counts { seats: compiled.seats });
        }
        // The view does not show which cards the others get here.
        for (seat, &count) in Seat::all(compiled.seats).zip(&seen.counts).skip(1) {
            for _ in 0..count {
                let card = rest.lowest().ok_or(DescribedTurnError::TooManyCards)?;
                rest.remove(card);
                at.hands[seat].insert(card);
            }
        }
        at.stock_len = rest.len() as u8;
        at.stock.iter_mut().zip(rest.iter()).for_each(|(place, card)| *place = card);
        at.lay(compiled, top);
        if let Some(suit) = seen.called {
            at.call(compiled, suit);
        }
        at.phase = Phase::TURN;
        Ok(at.view(compiled, Viewer::Seat(own)))
    }
}

fn taken(compiled: &CompiledRules, rest: &mut CardSet, face: Card) -> Result<Card, DescribedTurnError> {
    let card = (*rest & compiled.pack.copies(face)).lowest();
    let card = card.ok_or_else(|| DescribedTurnError::TooOften(compiled.pack.notation(face).into()))?;
    rest.remove(card);
    Ok(card)
}

fn taken_all(
    compiled: &CompiledRules,
    rest: &mut CardSet,
    faces: &[Card],
) -> Result<CardSet, DescribedTurnError> {
    faces
        .iter()
        .map(|&face| taken(compiled, rest, face))
        .collect::<Result<Vec<Card>, DescribedTurnError>>()
        .map(|cards| cards.into_iter().collect())
}
