//! Playing cards: out of the hand, onto the pile, and what follows.

use engine::{Card, Chance, Event, EventSink, Seat, Suit, Word};

use super::card_action::Chain;
use super::penalty::answered;
use super::state::{Challengeable, Phase, State};
use super::{CompiledRules, Play};

/// One card played, with what goes with it.
#[derive(Clone, Copy)]
pub(super) struct PlayOne {
    /// The physical card.
    pub card: Card,
    /// The suit that is called.
    pub call: Option<Suit>,
    /// The player to swap hands with.
    pub with: Option<Seat>,
    /// The word that is said.
    pub say: Option<Word>,
}

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
        if play.cards.len == 1 && !matches!(self.phase, Phase::Answer { .. }) {
            let card = self.held(compiled, self.turn, play.cards.last);
            let Play { cards: _, call, with, say } = play;
            return self.put_one(compiled, PlayOne { card, call, with, say }, chance, sink);
        }
        self.put_with_care(compiled, play, chance, sink);
    }

    /// Plays one card that answers no penalty.
    #[inline]
    pub(super) fn put_one(
        &mut self,
        compiled: &CompiledRules,
        play: PlayOne,
        chance: &mut impl Chance,
        sink: &mut impl EventSink,
    ) {
        if compiled.special.contains(play.card) {
            self.put_special(compiled, play, chance, sink);
        } else {
            self.put_plain::<false>(compiled, play, self.skip_to_come(), chance, sink);
        }
    }

    /// Plays one card that has no effect; `skip` players then miss a turn. `PLAIN` says that nothing is likely to be
    /// settled when the turn passes, and keeps the code small.
    #[expect(
        clippy::inline_always,
        reason = "on the path of every move of a playout; a call costs as much as the work"
    )]
    #[inline(always)]
    pub(super) fn put_plain<const PLAIN: bool>(
        &mut self,
        compiled: &CompiledRules,
        play: PlayOne,
        skip: u8,
        chance: &mut impl Chance,
        sink: &mut impl EventSink,
    ) {
        let seat = self.turn;
        self.lay_held(compiled, seat, play.card, sink);
        self.note_play(compiled);
        self.say_with_play(play.say, sink);
        if self.hands[seat].is_empty() {
            return self.out_without_effect(compiled, play.card, chance, sink);
        }
        let from = if skip == 0 { seat } else { self.skip_over(seat, skip, sink) };
        if PLAIN {
            self.give_turn(compiled, self.next(from), Phase::TURN, chance, sink);
        } else {
            self.settle_and_give_turn(compiled, self.next(from), Phase::TURN, chance, sink);
        }
    }

    /// Plays one card that has an effect and answers no penalty.
    #[inline(never)]
    pub(super) fn put_special(
        &mut self,
        compiled: &CompiledRules,
        play: PlayOne,
        chance: &mut impl Chance,
        sink: &mut impl EventSink,
    ) {
        let seat = self.turn;
        let (suit_before, called_before) = (self.suit, self.called);
        self.lay_held(compiled, seat, play.card, sink);
        self.note_play(compiled);
        self.say_with_play(play.say, sink);
        self.keep_or_call(compiled, play.card, play.call, (suit_before, called_before), sink);
        let card_action = &compiled.card_actions[play.card.index()];
        let chain = self.chain(compiled, play.card, suit_before);
        if self.hands[seat].is_empty() {
            return self.go_out(compiled, seat, card_action, chain, chance, sink);
        }
        if let Some(other) = play.with {
            self.swap(compiled, seat, other, sink);
        }
        self.carry_out(compiled, seat, card_action, chain, chance, sink);
    }

    #[cold]
    fn out_without_effect(
        &mut self,
        compiled: &CompiledRules,
        card: Card,
        chance: &mut impl Chance,
        sink: &mut impl EventSink,
    ) {
        let chain = self.chain(compiled, card, None);
        self.go_out(compiled, self.turn, &compiled.card_actions[card.index()], chain, chance, sink);
    }

    #[inline]
    fn say_with_play(&mut self, say: Option<Word>, sink: &mut impl EventSink) {
        if let Some(word) = say {
            self.said = Some(word);
            sink.tell(Event::Said { seat: self.turn, word });
        }
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
        let (suit_before, called_before) = (self.suit, self.called);
        self.lay_group(compiled, play, sink);
        self.note_play(compiled);
        self.say_with_play(play.say, sink);
        self.keep_or_call(compiled, play.cards.last, play.call, (suit_before, called_before), sink);
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

    #[inline(never)]
    fn note_card_went(&mut self, compiled: &CompiledRules, seat: Seat, card: Card) {
        if compiled.remembers {
            self.forget(compiled, seat, card);
        }
        self.known_voids[seat].card_went(card);
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
        if self.noting {
            self.note_card_went(compiled, seat, card);
        }
        self.lay(compiled, card);
        sink.tell(Event::Played { seat, card });
    }

    /// A calling card sets the suit in force; any other card without a suit leaves it unchanged (V2, G18).
    fn keep_or_call(
        &mut self,
        compiled: &CompiledRules,
        last: Card,
        call: Option<Suit>,
        (before, was_called): (Option<Suit>, bool),
        sink: &mut impl EventSink,
    ) {
        if compiled.suits[last.index()].is_none() {
            self.suit = before;
            self.called = was_called && !compiled.callers.contains(last);
            self.follow = compiled.on_suitless(last, before, self.called);
        }
        if let Some(suit) = call {
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
        let chain = self.chain(compiled, last, suit_before);
        if self.hands[seat].is_empty() {
            return self.go_out(compiled, seat, &card_action, chain, chance, sink);
        }
        if let Some(other) = play.with {
            self.swap(compiled, seat, other, sink);
        }
        self.carry_out(compiled, seat, &card_action, chain, chance, sink);
    }

    #[inline]
    fn chain(&self, compiled: &CompiledRules, card: Card, suit_before: Option<Suit>) -> Chain {
        let challengeable = compiled.rules.challenge && compiled.wild_picks.contains(card);
        Chain {
            skip: self.skip_to_come(),
            card,
            challengeable: challengeable.then(|| self.challengeable(compiled, suit_before)),
        }
    }

    fn challengeable(&self, compiled: &CompiledRules, colour: Option<Suit>) -> Challengeable {
        let held =
            colour.is_some_and(|suit| self.hands[self.turn].meets(compiled.of_suit[usize::from(suit.0)]));
        Challengeable { by: self.turn, colour, guilty: held }
    }

    /// How many players miss a turn after the player who plays again is done (W8).
    #[inline]
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
