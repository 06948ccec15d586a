//! Drawing in turn.

use engine::{Card, CardSet, Cards, Chance, DrawReason, Event, EventSink, Seat};

use super::state::{Phase, State};
use super::{CompiledRules, PlayDrawn};

impl State {
    /// Draws in turn, or takes the penalty (N17, N46).
    #[expect(
        clippy::inline_always,
        reason = "on the path of every move of a playout; a call costs as much as the work"
    )]
    #[inline(always)]
    pub(super) fn draw_in_turn(
        &mut self,
        compiled: &CompiledRules,
        chance: &mut impl Chance,
        sink: &mut impl EventSink,
    ) {
        let seat = self.turn;
        let (drawn, skip) = match self.phase {
            Phase::Answer { cards, .. } => {
                return self.take_penalty(compiled, cards, DrawReason::Pick, chance, sink);
            }
            Phase::Turn { drawn } => (drawn, 0),
            Phase::Again { drawn, skip } => (drawn, skip),
            Phase::Lead | Phase::Call | Phase::Drawn { .. } | Phase::Suspended { .. } | Phase::Over(_) => {
                (0, 0)
            }
        };
        if self.noting {
            self.note_known_void(compiled, seat);
        }
        let Some(card) = self.take_top(compiled, chance, sink) else { return };
        self.hands[seat].insert(card);
        if self.noting {
            self.known_voids[seat].cards_came(1);
        }
        self.reduced = false; // W22
        self.idle = 0;
        let drawn = drawn.saturating_add(1);
        match compiled.rules.play_drawn {
            PlayDrawn::Any => {
                tell_drawn(seat, CardSet::only(card), sink);
                match &mut self.phase {
                    Phase::Turn { drawn: count } | Phase::Again { drawn: count, .. } => *count = drawn,
                    phase => *phase = Phase::Turn { drawn },
                }
            }
            PlayDrawn::Never => {
                tell_drawn(seat, CardSet::only(card), sink);
                self.end_turn_after(compiled, skip, chance, sink);
            }
            PlayDrawn::May | PlayDrawn::Must => self.draw_to_play(compiled, card, skip, chance, sink),
        }
    }

    /// The drawn card may or must be played. Some rules draw until a card fits (V7, V9).
    #[inline(never)]
    fn draw_to_play(
        &mut self,
        compiled: &CompiledRules,
        first: Card,
        skip: u8,
        chance: &mut impl Chance,
        sink: &mut impl EventSink,
    ) {
        let seat = self.turn;
        let mut cards = CardSet::only(first);
        self.phase = Phase::Drawn { card: first, skip };
        while compiled.rules.draw_until_playable && self.playable(compiled).is_empty() {
            let Some(card) = self.take_top(compiled, chance, sink) else { break };
            self.hands[seat].insert(card);
            cards.insert(card);
            self.phase = Phase::Drawn { card, skip };
        }
        tell_drawn(seat, cards, sink);
        if compiled.rules.play_drawn == PlayDrawn::Must && self.playable(compiled).is_empty() {
            self.known_voids[seat].came = 0;
            self.end_turn_after(compiled, skip, chance, sink);
        }
    }
}

#[inline]
fn tell_drawn(seat: Seat, cards: CardSet, sink: &mut impl EventSink) {
    sink.tell(Event::Drew { seat, cards: Cards::Seen(cards), why: DrawReason::Turn });
}
