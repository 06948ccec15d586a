//! What a player has shown not to hold, by drawing or passing instead of playing.

use engine::{Card, CardSet, Seat};

use super::CompiledRules;
use super::legal::finishable;
use super::state::State;

/// Of the cards that would have fitted when a seat last drew or passed, it holds at most as many as came since.
///
/// Certain where whoever can play must; likely where drawing by choice is allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct KnownVoid {
    /// What would have fitted.
    pub cards: CardSet,
    /// How many of them it may hold by now.
    pub came: u8,
    /// Whether it was this very seat that showed it, and it has played none of them since.
    pub fresh: bool,
}

impl KnownVoid {
    /// So many cards came into the hand, and nobody else knows which.
    #[inline]
    pub(super) fn cards_came(&mut self, count: u8) {
        self.came = self.came.saturating_add(count);
    }

    /// A card was played: if it is one of those, there is one less of them.
    #[inline(never)]
    pub(super) fn card_went(&mut self, card: Card) {
        if self.cards.contains(card) {
            self.came = self.came.saturating_sub(1);
            self.fresh = false;
        }
    }
}

impl State {
    /// Notes that the seat on turn draws or passes on what lies there.
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
