//! A view built from the description of a turn at another table.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use engine::{Card, CardSet, Seat, SeatSet, Suit, Viewer};
use thiserror::Error;

use super::state::{Phase, State};
use super::{CompiledRules, View};

/// What a player sees in an ordinary turn. It may be nonsense: [`View::of_turn`] checks it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DescribedTurn {
    /// The player's hand.
    pub hand: Vec<Card>,
    /// How many cards each seat holds, the player's own first.
    pub counts: Vec<usize>,
    /// The card on top of the pile.
    pub top: Card,
    /// The suit that was called, if one was.
    pub called: Option<Suit>,
    /// The discards under the top that the player has seen.
    pub pile: Vec<Card>,
}

/// Why a described turn is impossible.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum DescribedTurnError {
    /// The counts do not agree with the table or with the hand.
    #[error("counts are for {seats} seats, the own hand first")]
    Counts {
        /// How many seats the table has.
        seats: usize,
    },
    /// The others would hold more cards than the pack has left.
    #[error("the pack has not so many cards")]
    TooManyCards,
    /// A card is named more often than the pack has it.
    #[error("{0} stands too often")]
    TooOften(String),
}

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
