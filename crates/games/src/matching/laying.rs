//! Cards put on the pile: out of the hand, onto the top, and what follows.

use engine::{Card, Chance, Event, Seat, Sink, Suit};

use super::deed::Chain;
use super::state::{Doubt, Phase, State};
use super::{Counter, Deed, Kit, Play};

impl State {
    /// Puts cards on the pile (N48): out of the hand, onto the top, and then what they do (G6).
    #[inline]
    pub(super) fn put(&mut self, kit: &Kit, play: Play, chance: &mut impl Chance, sink: &mut impl Sink) {
        let seat = self.turn;
        let card = play.cards.last;
        let simple = matches!(self.phase, Phase::Turn { .. } | Phase::Lead)
            && play.cards.len == 1
            && play.say.is_none();
        if simple && !kit.eventful.contains(card) {
            let card = self.held(kit, seat, card);
            return self.put_quiet(kit, seat, card, chance, sink);
        }
        match play.call {
            Some(suit) if simple && kit.just_call.contains(card) && !self.hands[seat].is_single() => {
                let card = self.held(kit, seat, card);
                self.put_calling(kit, seat, card, suit, chance, sink);
            }
            _ => self.put_with_care(kit, play, chance, sink),
        }
    }

    /// Puts down a card that does nothing.
    #[expect(
        clippy::inline_always,
        reason = "on the path of every move of a playout; a call costs as much as the work"
    )]
    #[inline(always)]
    pub(super) fn put_quiet(
        &mut self,
        kit: &Kit,
        seat: Seat,
        card: Card,
        chance: &mut impl Chance,
        sink: &mut impl Sink,
    ) {
        self.lay_held(kit, seat, card, sink);
        self.note_play(kit);
        if self.hands[seat].is_empty() {
            return self.consequences(kit, Play::card(card), None, chance, sink);
        }
        self.give_turn(kit, self.next(seat), Phase::TURN, chance, sink);
    }

    /// Puts down a card that only calls a suit, and is not the last (N16, S16, C15).
    #[expect(
        clippy::inline_always,
        reason = "on the path of every move of a playout; a call costs as much as the work"
    )]
    #[inline(always)]
    pub(super) fn put_calling(
        &mut self,
        kit: &Kit,
        seat: Seat,
        card: Card,
        suit: Suit,
        chance: &mut impl Chance,
        sink: &mut impl Sink,
    ) {
        self.lay_held(kit, seat, card, sink);
        self.note_play(kit);
        self.call(kit, suit);
        sink.tell(Event::Called { seat, suit });
        self.end_turn(kit, seat, chance, sink);
    }

    #[expect(
        clippy::inline_always,
        reason = "on the path of every move of a playout; a call costs as much as the work"
    )]
    #[inline(always)]
    fn note_play(&mut self, kit: &Kit) {
        self.idle = 0;
        if kit.duty != 0 {
            self.reduced = true;
            self.fresh = true;
        }
    }

    #[inline(never)]
    fn put_with_care(&mut self, kit: &Kit, play: Play, chance: &mut impl Chance, sink: &mut impl Sink) {
        let seat = self.turn;
        let suit_before = self.suit;
        let called_before = self.called;
        self.lay_group(kit, play, sink);
        self.note_play(kit);
        if let Some(word) = play.say {
            self.said = Some(word);
            sink.tell(Event::Said { seat, word });
        }
        self.keep_or_call(kit, play, suit_before, called_before, sink);
        self.consequences(kit, play, suit_before, chance, sink);
    }

    fn lay_group(&mut self, kit: &Kit, play: Play, sink: &mut impl Sink) {
        let seat = self.turn;
        let group = play.cards;
        if group.len == 1 {
            return self.lay_one(kit, seat, group.first, sink);
        }
        self.lay_one(kit, seat, group.first, sink);
        for card in group.between(kit).iter() {
            self.lay_one(kit, seat, card, sink);
        }
        self.lay_one(kit, seat, group.last, sink);
    }

    fn lay_one(&mut self, kit: &Kit, seat: Seat, named: Card, sink: &mut impl Sink) {
        let card = self.held(kit, seat, named);
        self.lay_held(kit, seat, card, sink);
    }

    /// Who saw a card of this face in the hand cannot tell that it was not the one just played (A6).
    #[inline(never)]
    fn forget(&mut self, kit: &Kit, seat: Seat, card: Card) {
        let knew = core::mem::take(&mut self.knowers[card.index()]);
        if !kit.has_copies || matches!(self.phase, Phase::Drawn { .. }) {
            return;
        }
        let others = self.hands[seat] & kit.pack.copies(card);
        for viewer in self.playing.iter().filter(|&viewer| !knew.contains(viewer)) {
            if let Some(other) = others.iter().find(|other| self.knowers[other.index()].contains(viewer)) {
                self.knowers[other.index()] = self.knowers[other.index()].without(viewer);
            }
        }
    }

    /// The physical card in a hand that goes by this name.
    #[inline]
    fn held(&self, kit: &Kit, seat: Seat, named: Card) -> Card {
        if !kit.has_copies {
            return named;
        }
        let held = self.hands[seat] & kit.pack.copies(named);
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
    fn lay_held(&mut self, kit: &Kit, seat: Seat, card: Card, sink: &mut impl Sink) {
        self.hands[seat].remove(card);
        if kit.remembers {
            self.forget(kit, seat, card);
        }
        if self.noting {
            self.declined[seat].card_went(card);
        }
        self.lay(kit, card);
        sink.tell(Event::Played { seat, card });
    }

    /// A calling card sets the suit in force; another card without a suit leaves it as it was (V2, G18).
    fn keep_or_call(
        &mut self,
        kit: &Kit,
        play: Play,
        before: Option<Suit>,
        was_called: bool,
        sink: &mut impl Sink,
    ) {
        let last = play.cards.last;
        if kit.suits[last.index()].is_none() {
            self.suit = before;
            self.called = was_called && !kit.callers.contains(last);
            self.follow = kit.on_suitless(last, before, self.called);
        }
        if let Some(suit) = play.call {
            self.call(kit, suit); // N16, S16, C15
            sink.tell(Event::Called { seat: self.turn, suit });
        } else if kit.callers.contains(last) {
            self.suit = None;
            self.follow = kit.all;
        }
    }

    pub(super) fn call(&mut self, kit: &Kit, suit: Suit) {
        self.suit = Some(suit);
        self.called = true;
        self.follow = kit.called[usize::from(suit.0)]; // W21, E10
    }

    /// What follows from a play beyond the turn going on.
    #[inline(never)]
    fn consequences(
        &mut self,
        kit: &Kit,
        play: Play,
        suit_before: Option<Suit>,
        chance: &mut impl Chance,
        sink: &mut impl Sink,
    ) {
        let seat = self.turn;
        let last = play.cards.last;
        let mut deed = kit.deed_of(last, usize::from(play.cards.len));
        if let Phase::Answer { cards, .. } = self.phase {
            deed = answered(kit, play, deed, cards, sink);
        }
        let held_colour =
            suit_before.is_some_and(|suit| self.hands[seat].meets(kit.of_suit[usize::from(suit.0)]));
        let doubt = (kit.rules.challenge && kit.wild_picks.contains(last)).then_some(Doubt {
            by: seat,
            colour: suit_before,
            guilty: held_colour,
        });
        let chain = Chain { skip: self.skip_to_come(), rank: kit.pack.face(last).rank, doubt };
        if self.hands[seat].is_empty() {
            return self.go_out(kit, seat, deed, chain, chance, sink);
        }
        if let Some(other) = play.with {
            self.swap(kit, seat, other, sink);
        }
        self.carry_out(kit, seat, deed, chain, chance, sink);
    }

    /// How many players miss a turn once the player who goes on is done (W8).
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

/// What a card does that answers a waiting penalty (W14, W16).
fn answered(kit: &Kit, play: Play, deed: Deed, waiting: u8, sink: &mut impl Sink) -> Deed {
    let shield = kit.shields.contains(play.cards.first);
    match kit.rules.counter {
        _ if shield => {
            sink.tell(Event::Cancelled);
            deed
        }
        Counter::Stack => Deed { pick: deed.pick.saturating_add(waiting), ..deed }, // N22, S21
        Counter::Transfer => deed,
        Counter::Cancel | Counter::None => {
            sink.tell(Event::Cancelled);
            Deed::default()
        }
    }
}
