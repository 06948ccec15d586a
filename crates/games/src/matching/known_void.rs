//! Cards that a player has shown not to hold by drawing or passing instead of playing one.

use engine::{Card, CardSet, Seat};

use super::CompiledRules;
use super::legal::finishable;
use super::state::State;

/// The cards that a seat could have played when it last drew or passed. It holds at most as many of them as it has drawn
/// since.
///
/// Certain if players who can play must play; likely if they may draw by choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct KnownVoid {
    /// The cards that could have been played.
    pub cards: CardSet,
    /// How many of them the seat may hold by now.
    pub came: u8,
    /// Whether this seat itself showed it, rather than the seat it swapped with, and has played none of the cards since.
    pub fresh: bool,
}

impl KnownVoid {
    /// The seat drew `count` cards that nobody else knows.
    #[inline]
    pub(super) fn cards_came(&mut self, count: u8) {
        self.came = self.came.saturating_add(count);
    }

    /// The seat played a card.
    #[inline(never)]
    pub(super) fn card_went(&mut self, card: Card) {
        if self.cards.contains(card) {
            self.came = self.came.saturating_sub(1);
            self.fresh = false;
        }
    }
}

impl State {
    /// Notes that a seat draws or passes on the current top card.
    #[inline(never)]
    pub(super) fn note_known_void(&mut self, compiled: &CompiledRules, seat: Seat) {
        if self.top.is_none() {
            return;
        }
        let barred = if compiled.rules.wild4_only_if_stuck { compiled.wild_picks } else { CardSet::EMPTY };
        let cards = finishable(compiled, self.hands[seat], self.follow - barred);
        self.known_voids[seat] = KnownVoid { cards, came: 0, fresh: true };
    }
}
