//! Drawing in turn, and penalties: taken, or challenged.

use engine::{Card, CardSet, Cards, Chance, Event, Seat, Sink, Why};

use super::state::{Phase, State};
use super::{Kit, PlayDrawn};

impl State {
    /// Draws in turn, or takes the penalty (N17, N46).
    #[expect(
        clippy::inline_always,
        reason = "on the path of every move of a playout; a call costs as much as the work"
    )]
    #[inline(always)]
    pub(super) fn draw_in_turn(&mut self, kit: &Kit, chance: &mut impl Chance, sink: &mut impl Sink) {
        let seat = self.turn;
        let (drawn, skip) = match self.phase {
            Phase::Answer { cards, .. } => return self.take_penalty(kit, cards, Why::Pick, chance, sink),
            Phase::Turn { drawn } => (drawn, 0),
            Phase::Again { drawn, skip } => (drawn, skip),
            Phase::Lead | Phase::Call | Phase::Drawn { .. } | Phase::Suspended { .. } | Phase::Over(_) => {
                (0, 0)
            }
        };
        if self.noting {
            self.note_declined(kit, seat);
        }
        let Some(card) = self.take_top(kit, chance, sink) else { return };
        self.hands[seat].insert(card);
        self.declined[seat].cards_came(1);
        self.reduced = false; // W22
        self.idle = 0;
        let drawn = drawn.saturating_add(1);
        match kit.rules.play_drawn {
            PlayDrawn::Any => {
                tell_drawn(seat, CardSet::only(card), sink);
                match &mut self.phase {
                    Phase::Turn { drawn: count } | Phase::Again { drawn: count, .. } => *count = drawn,
                    phase => *phase = Phase::Turn { drawn },
                }
            }
            PlayDrawn::Never => {
                tell_drawn(seat, CardSet::only(card), sink);
                self.end_turn_after(kit, skip, chance, sink);
            }
            PlayDrawn::May | PlayDrawn::Must => self.draw_to_play(kit, card, skip, chance, sink),
        }
    }

    /// The drawn card may or must be played; where the rules say so, drawing goes on until one fits (V7, V9).
    #[inline(never)]
    fn draw_to_play(
        &mut self,
        kit: &Kit,
        first: Card,
        skip: u8,
        chance: &mut impl Chance,
        sink: &mut impl Sink,
    ) {
        let seat = self.turn;
        let mut cards = CardSet::only(first);
        self.phase = Phase::Drawn { card: first, skip };
        while kit.rules.draw_until_playable && self.playable(kit).is_empty() {
            let Some(card) = self.take_top(kit, chance, sink) else { break };
            self.hands[seat].insert(card);
            cards.insert(card);
            self.phase = Phase::Drawn { card, skip };
        }
        tell_drawn(seat, cards, sink);
        if kit.rules.play_drawn == PlayDrawn::Must && self.playable(kit).is_empty() {
            self.declined[seat].came = 0;
            self.end_turn_after(kit, skip, chance, sink);
        }
    }

    /// Draws a penalty, and loses the turn unless the house lets it go on (W17, E3, U20).
    #[inline(never)]
    fn take_penalty(
        &mut self,
        kit: &Kit,
        cards: u8,
        why: Why,
        chance: &mut impl Chance,
        sink: &mut impl Sink,
    ) {
        let seat = self.turn;
        if self.draw(kit, seat, cards, why, chance, sink) == 0 {
            self.idle += 1;
        }
        if kit.rules.play_after_penalty {
            self.phase = Phase::TURN;
        } else {
            self.end_turn(kit, seat, chance, sink);
        }
    }

    /// A challenged wild draw card: the guilty player draws, or the challenger draws two more (V3).
    #[inline(never)]
    pub(super) fn challenge(&mut self, kit: &Kit, chance: &mut impl Chance, sink: &mut impl Sink) {
        let Phase::Answer { cards, doubt: Some(doubt), .. } = self.phase else { return };
        let seat = self.turn;
        sink.tell(Event::Challenged { seat: doubt.by, by: seat, guilty: doubt.guilty });
        for card in self.hands[doubt.by].iter() {
            self.knowers[card.index()] = self.knowers[card.index()].with(seat);
        }
        if doubt.guilty {
            self.draw(kit, doubt.by, cards, Why::Challenge, chance, sink);
            self.phase = Phase::TURN;
        } else {
            self.take_penalty(kit, cards.saturating_add(2), Why::Challenge, chance, sink);
        }
    }
}

#[inline]
fn tell_drawn(seat: Seat, cards: CardSet, sink: &mut impl Sink) {
    sink.tell(Event::Drew { seat, cards: Cards::Seen(cards), why: Why::Turn });
}
