//! Playing cards: out of the hand, onto the pile, and what follows.

use engine::{Card, Chance, Event, EventSink, Seat, Suit};

use super::card_action::Chain;
use super::penalty::answered;
use super::state::{Challengeable, Phase, State};
use super::{CompiledRules, Play};

impl State {
    /// Plays cards (N48): out of the hand, onto the pile, and then what they do (G6).
    #[inline]
    pub(super) fn put(
        &mut self,
        compiled: &CompiledRules,
        play: Play,
        chance: &mut impl Chance,
        sink: &mut impl EventSink,
    ) {
        let seat = self.turn;
        let card = play.cards.last;
        let simple = matches!(self.phase, Phase::Turn { .. } | Phase::Lead)
            && play.cards.len == 1
            && play.say.is_none();
        if simple && !compiled.eventful.contains(card) {
            let card = self.held(compiled, seat, card);
            return self.put_quiet(compiled, seat, card, chance, sink);
        }
        match play.call {
            Some(suit) if simple && compiled.just_call.contains(card) && !self.hands[seat].is_single() => {
                let card = self.held(compiled, seat, card);
                self.put_calling(compiled, seat, card, suit, chance, sink);
            }
            _ => self.put_with_care(compiled, play, chance, sink),
        }
    }

    /// Plays a card without an effect.
    #[expect(
        clippy::inline_always,
        reason = "on the path of every move of a playout; a call costs as much as the work"
    )]
    #[inline(always)]
    pub(super) fn put_quiet(
        &mut self,
        compiled: &CompiledRules,
        seat: Seat,
        card: Card,
        chance: &mut impl Chance,
        sink: &mut impl EventSink,
    ) {
        self.lay_held(compiled, seat, card, sink);
        self.note_play(compiled);
        if self.hands[seat].is_empty() {
            return self.consequences(compiled, Play::card(card), None, chance, sink);
        }
        self.give_turn(compiled, self.next(seat), Phase::TURN, chance, sink);
    }

    /// Plays a card that only calls a suit and is not the last (N16, S16, C15).
    #[expect(
        clippy::inline_always,
        reason = "on the path of every move of a playout; a call costs as much as the work"
    )]
    #[inline(always)]
    pub(super) fn put_calling(
        &mut self,
        compiled: &CompiledRules,
        seat: Seat,
        card: Card,
        suit: Suit,
        chance: &mut impl Chance,
        sink: &mut impl EventSink,
    ) {
        self.lay_held(compiled, seat, card, sink);
        self.note_play(compiled);
        self.call(compiled, suit);
        sink.tell(Event::Called { seat, suit });
        self.end_turn(compiled, seat, chance, sink);
    }

    #[expect(
        clippy::inline_always,
        reason = "on the path of every move of a playout; a call costs as much as the work"
    )]
    #[inline(always)]
    fn note_play(&mut self, compiled: &CompiledRules) {
        self.idle = 0;
        if compiled.duty != 0 {
            self.reduced = true;
            self.fresh = true;
        }
    }

    #[inline(never)]
    fn put_with_care(
        &mut self,
        compiled: &CompiledRules,
        play: Play,
        chance: &mut impl Chance,
        sink: &mut impl EventSink,
    ) {
        let seat = self.turn;
        let suit_before = self.suit;
        let called_before = self.called;
        self.lay_group(compiled, play, sink);
        self.note_play(compiled);
        if let Some(word) = play.say {
            self.said = Some(word);
            sink.tell(Event::Said { seat, word });
        }
        self.keep_or_call(compiled, play, suit_before, called_before, sink);
        self.consequences(compiled, play, suit_before, chance, sink);
    }

    fn lay_group(&mut self, compiled: &CompiledRules, play: Play, sink: &mut impl EventSink) {
        let seat = self.turn;
        let group = play.cards;
        if group.len == 1 {
            return self.lay_one(compiled, seat, group.first, sink);
        }
        self.lay_one(compiled, seat, group.first, sink);
        for card in group.between(compiled).iter() {
            self.lay_one(compiled, seat, card, sink);
        }
        self.lay_one(compiled, seat, group.last, sink);
    }

    fn lay_one(&mut self, compiled: &CompiledRules, seat: Seat, named: Card, sink: &mut impl EventSink) {
        let card = self.held(compiled, seat, named);
        self.lay_held(compiled, seat, card, sink);
    }

    /// A player who had seen a card of this face in the hand cannot tell whether it is the one just played (A6).
    #[inline(never)]
    fn forget(&mut self, compiled: &CompiledRules, seat: Seat, card: Card) {
        let knew = core::mem::take(&mut self.knowers[card.index()]);
        if !compiled.has_copies || matches!(self.phase, Phase::Drawn { .. }) {
            return;
        }
        let others = self.hands[seat] & compiled.pack.copies(card);
        for viewer in self.playing.iter().filter(|&viewer| !knew.contains(viewer)) {
            if let Some(other) = others.iter().find(|other| self.knowers[other.index()].contains(viewer)) {
                self.knowers[other.index()] = self.knowers[other.index()].without(viewer);
            }
        }
    }

    /// The physical card in a hand that has this name.
    #[inline]
    fn held(&self, compiled: &CompiledRules, seat: Seat, named: Card) -> Card {
        if !compiled.has_copies {
            return named;
        }
        let held = self.hands[seat] & compiled.pack.copies(named);
        match self.phase {
            Phase::Drawn { card, .. } if held.contains(card) => card,
            _ => held.lowest().unwrap_or(named),
        }
    }

    #[expect(
        clippy::inline_always,
        reason = "on the path of every move of a playout; a call costs as much as the work"
    )]
    #[inline(always)]
    fn lay_held(&mut self, compiled: &CompiledRules, seat: Seat, card: Card, sink: &mut impl EventSink) {
        self.hands[seat].remove(card);
        if compiled.remembers {
            self.forget(compiled, seat, card);
        }
        if self.noting {
            self.known_voids[seat].card_went(card);
        }
        self.lay(compiled, card);
        sink.tell(Event::Played { seat, card });
    }

    /// A calling card sets the suit in force; any other card without a suit leaves it unchanged (V2, G18).
    fn keep_or_call(
        &mut self,
        compiled: &CompiledRules,
        play: Play,
        before: Option<Suit>,
        was_called: bool,
        sink: &mut impl EventSink,
    ) {
        let last = play.cards.last;
        if compiled.suits[last.index()].is_none() {
            self.suit = before;
            self.called = was_called && !compiled.callers.contains(last);
            self.follow = compiled.on_suitless(last, before, self.called);
        }
        if let Some(suit) = play.call {
            self.call(compiled, suit); // N16, S16, C15
            sink.tell(Event::Called { seat: self.turn, suit });
        } else if compiled.callers.contains(last) {
            self.suit = None;
            self.follow = compiled.all;
        }
    }

    pub(super) fn call(&mut self, compiled: &CompiledRules, suit: Suit) {
        self.suit = Some(suit);
        self.called = true;
        self.follow = compiled.called[usize::from(suit.0)]; // W21, E10
    }

    /// What follows from a play besides passing the turn.
    #[inline(never)]
    fn consequences(
        &mut self,
        compiled: &CompiledRules,
        play: Play,
        suit_before: Option<Suit>,
        chance: &mut impl Chance,
        sink: &mut impl EventSink,
    ) {
        let seat = self.turn;
        let last = play.cards.last;
        let mut card_action = compiled.group_action(last, usize::from(play.cards.len));
        if let Phase::Answer { cards, .. } = self.phase {
            card_action = answered(compiled, play, card_action, cards, sink);
        }
        let held_colour =
            suit_before.is_some_and(|suit| self.hands[seat].meets(compiled.of_suit[usize::from(suit.0)]));
        let challengeable = (compiled.rules.challenge && compiled.wild_picks.contains(last))
            .then_some(Challengeable { by: seat, colour: suit_before, guilty: held_colour });
        let chain = Chain { skip: self.skip_to_come(), rank: compiled.pack.face(last).rank, challengeable };
        if self.hands[seat].is_empty() {
            return self.go_out(compiled, seat, card_action, chain, chance, sink);
        }
        if let Some(other) = play.with {
            self.swap(compiled, seat, other, sink);
        }
        self.carry_out(compiled, seat, card_action, chain, chance, sink);
    }

    /// How many players miss a turn after the player who plays again is done (W8).
    pub(super) fn skip_to_come(&self) -> u8 {
        match self.phase {
            Phase::Again { skip, .. } | Phase::Drawn { skip, .. } => skip,
            Phase::Call
            | Phase::Lead
            | Phase::Turn { .. }
            | Phase::Answer { .. }
            | Phase::Suspended { .. }
            | Phase::Over(_) => 0,
        }
    }
}
