//! Playing a move.

use engine::{Card, CardSet, Cards, Chance, Event, Seat, Sink, Suit, Why};

use super::state::{Doubt, Phase, State};
use super::{Counter, PlayDrawn};
use super::{Deed, Kit, Move, Play};

impl State {
    /// Plays a move that was checked.
    #[inline]
    pub(super) fn apply(
        &mut self,
        kit: &Kit,
        seat: Seat,
        choice: Move,
        chance: &mut impl Chance,
        sink: &mut impl Sink,
    ) {
        match choice {
            Move::Play(play) => {
                self.before_turn_move(kit, seat, chance, sink);
                self.put(kit, play, chance, sink);
            }
            Move::Draw => {
                self.before_turn_move(kit, seat, chance, sink);
                self.draw_in_turn(kit, chance, sink);
            }
            Move::Pass => {
                self.before_turn_move(kit, seat, chance, sink);
                self.pass(kit, chance, sink);
            }
            Move::Challenge => {
                self.before_turn_move(kit, seat, chance, sink);
                self.challenge(kit, chance, sink);
            }
            Move::Call(suit) => {
                self.before_turn_move(kit, seat, chance, sink);
                self.call(kit, suit);
                sink.tell(Event::Called { seat, suit });
                self.phase = Phase::TURN;
            }
            Move::Say(word) => self.say(kit, seat, word, chance, sink),
            Move::Catch(other) => self.catch(kit, seat, other, chance, sink),
        }
        self.count_action(kit, sink);
    }

    #[expect(
        clippy::inline_always,
        reason = "on the path of every move of a playout; a call costs as much as the work"
    )]
    #[inline(always)]
    pub(super) fn count_action(&mut self, kit: &Kit, sink: &mut impl Sink) {
        self.actions += 1;
        self.after_action(kit, sink);
    }

    /// The next player begins: words that are still owed are settled.
    #[inline]
    pub(super) fn before_turn_move(
        &mut self,
        kit: &Kit,
        seat: Seat,
        chance: &mut impl Chance,
        sink: &mut impl Sink,
    ) {
        if kit.duty == 0 {
            return;
        }
        self.fresh = false;
        if !self.owing.is_empty() {
            self.settle_words(kit, seat, chance, sink);
        }
    }

    /// Puts cards on the pile (N48): out of the hand, onto the top, and then what they do (G6).
    #[inline]
    fn put(&mut self, kit: &Kit, play: Play, chance: &mut impl Chance, sink: &mut impl Sink) {
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
            let rank = usize::from(kit.pack.face(last).rank.0);
            self.suit = before;
            self.called = was_called && !kit.callers.contains(last);
            self.follow = match before {
                Some(suit) if self.called => kit.called[usize::from(suit.0)] | kit.of_rank[rank],
                Some(suit) => kit.of_suit[usize::from(suit.0)] | kit.of_rank[rank] | kit.everywhere,
                None => kit.all,
            };
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

    /// The turn goes to the player after `from`.
    #[expect(
        clippy::inline_always,
        reason = "on the path of every move of a playout; a call costs as much as the work"
    )]
    #[inline(always)]
    pub(super) fn end_turn(&mut self, kit: &Kit, from: Seat, chance: &mut impl Chance, sink: &mut impl Sink) {
        let phase = if self.top.is_some() { Phase::TURN } else { Phase::Lead };
        self.give_turn(kit, self.next(from), phase, chance, sink);
    }

    /// The turn goes to a player.
    #[expect(
        clippy::inline_always,
        reason = "on the path of every move of a playout; a call costs as much as the work"
    )]
    #[inline(always)]
    pub(super) fn give_turn(
        &mut self,
        kit: &Kit,
        seat: Seat,
        phase: Phase,
        chance: &mut impl Chance,
        sink: &mut impl Sink,
    ) {
        if !kit.turns_are_plain {
            return self.give_turn_with_care(kit, seat, phase, chance, sink);
        }
        self.turn = seat;
        self.phase = phase;
    }

    #[inline(never)]
    fn give_turn_with_care(
        &mut self,
        kit: &Kit,
        seat: Seat,
        phase: Phase,
        chance: &mut impl Chance,
        sink: &mut impl Sink,
    ) {
        if kit.duty != 0 && seat != self.turn {
            self.leave_turn(kit, sink);
        }
        self.turn = seat;
        self.phase = phase;
        let owed = core::mem::take(&mut self.owed[seat]);
        if owed > 0 {
            self.draw(kit, seat, owed, Why::Owed, chance, sink); // G1
        }
    }

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

    /// Ends the turn of the player on turn after so many others have missed theirs.
    #[inline]
    pub(super) fn end_turn_after(
        &mut self,
        kit: &Kit,
        skip: u8,
        chance: &mut impl Chance,
        sink: &mut impl Sink,
    ) {
        let from = if skip == 0 { self.turn } else { self.skip_over(self.turn, skip, sink) };
        self.end_turn(kit, from, chance, sink);
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

    #[inline(never)]
    pub(super) fn pass(&mut self, kit: &Kit, chance: &mut impl Chance, sink: &mut impl Sink) {
        let seat = self.turn;
        if let Phase::Suspended { left, rank } = self.phase {
            sink.tell(Event::Skipped { seat });
            return if left > 1 {
                self.give_turn(kit, self.next(seat), Phase::Suspended { left: left - 1, rank }, chance, sink);
            } else {
                self.end_turn(kit, seat, chance, sink);
            };
        }
        let drew = match self.phase {
            Phase::Turn { drawn } | Phase::Again { drawn, .. } => drawn > 0,
            Phase::Drawn { .. } => true,
            Phase::Call | Phase::Lead | Phase::Answer { .. } | Phase::Suspended { .. } | Phase::Over(_) => {
                false
            }
        };
        if !drew {
            self.idle += 1; // G3
        }
        if self.noting && matches!(self.phase, Phase::Turn { .. } | Phase::Again { .. }) {
            self.note_declined(kit, seat);
        }
        sink.tell(Event::Passed { seat });
        self.end_turn_after(kit, self.skip_to_come(), chance, sink);
    }

    /// A challenged wild draw card: the guilty player draws, or the challenger draws two more (V3).
    #[inline(never)]
    fn challenge(&mut self, kit: &Kit, chance: &mut impl Chance, sink: &mut impl Sink) {
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

/// What a card's deed needs to know beyond the card.
#[derive(Clone, Copy)]
pub(super) struct Chain {
    /// Players who miss a turn because of an earlier Hold On.
    pub skip: u8,
    /// The rank of the card.
    pub rank: engine::Rank,
    /// Whether the card can be challenged.
    pub doubt: Option<Doubt>,
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

#[inline]
fn tell_drawn(seat: Seat, cards: CardSet, sink: &mut impl Sink) {
    sink.tell(Event::Drew { seat, cards: Cards::Seen(cards), why: Why::Turn });
}
