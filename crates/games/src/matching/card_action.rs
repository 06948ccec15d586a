//! What a card does to the others. A turned-up starter goes through the same functions.

use engine::{Card, CardSet, Chance, DrawReason, Event, EventSink, Seat};

use super::state::{Challengeable, Direction, Phase, State};
use super::{CardAction, CompiledRules, KnownVoid, TwoPlayerReverse};

/// What carrying out an action needs to know beyond the action.
#[derive(Clone, Copy)]
pub(super) struct Chain {
    /// How many players miss a turn because of an earlier Hold On.
    pub skip: u8,
    /// The card.
    pub card: Card,
    /// Set if the card can be challenged.
    pub challengeable: Option<Challengeable>,
}

impl State {
    /// Carries out what a card does (N45) and passes the turn on.
    #[inline]
    pub(super) fn carry_out(
        &mut self,
        compiled: &CompiledRules,
        seat: Seat,
        card_action: &CardAction,
        chain: Chain,
        chance: &mut impl Chance,
        sink: &mut impl EventSink,
    ) {
        // Without `..`: a new action does not compile until it is carried out. The play itself has named the suit that
        // is called and the player to swap with, and both are done by now. By reference, because most turns need few of
        // the fields.
        let CardAction { pick, market, skip, blockable, again, skip_after, reverse, swap: _, call: _ } =
            card_action;
        if *market > 0 {
            self.market(compiled, seat, *market, chance, sink);
        }
        let mut skip = *skip;
        if *reverse {
            skip = skip.saturating_add(self.reverse(compiled, sink));
        }
        if *again && self.active.contains(seat) {
            sink.tell(Event::Again { seat });
            let phase = Phase::Again { drawn: 0, skip: chain.skip.saturating_add(*skip_after) };
            return self.give_turn(compiled, seat, phase, chance, sink); // N20, S11
        }
        let from = self.skip_over(seat, chain.skip, sink);
        if *pick > 0 {
            return self.threaten(compiled, from, *pick, chain, chance, sink);
        }
        if *blockable && skip > 0 {
            let left = self.at_most_all_others(seat, skip);
            let phase = Phase::Suspended { left, rank: compiled.pack.face(chain.card).rank }; // W13, S14
            return self.give_turn(compiled, self.next(from), phase, chance, sink);
        }
        let from = self.skip_over(from, self.at_most_all_others(seat, skip), sink);
        self.end_turn(compiled, from, chance, sink);
    }

    /// Everyone but the player draws, in turn order (N29, S15, W20).
    pub(super) fn market(
        &mut self,
        compiled: &CompiledRules,
        seat: Seat,
        cards: u8,
        chance: &mut impl Chance,
        sink: &mut impl EventSink,
    ) {
        let mut other = seat;
        for _ in 0..self.active.without(seat).len() {
            other = self.next(other);
            self.draw(compiled, other, cards, DrawReason::Market, chance, sink);
        }
    }

    /// Changes the direction (C16); with two players it may count as a skip instead (E5).
    fn reverse(&mut self, compiled: &CompiledRules, sink: &mut impl EventSink) -> u8 {
        if self.active.len() == 2 {
            return u8::from(compiled.rules.two_player_reverse == TwoPlayerReverse::Skip);
        }
        self.direction = match self.direction {
            Direction::Left => Direction::Right,
            Direction::Right => Direction::Left,
        };
        sink.tell(Event::Reversed);
        0
    }

    /// Skips the next `players` players after a seat and returns the last of them (N27, N28, C14, U19).
    pub(super) fn skip_over(&self, from: Seat, players: u8, sink: &mut impl EventSink) -> Seat {
        let mut seat = from;
        for _ in 0..players {
            seat = self.next(seat);
            sink.tell(Event::Skipped { seat });
        }
        seat
    }

    /// A skip passes over each of the others at most once (G5).
    fn at_most_all_others(&self, seat: Seat, players: u8) -> u8 {
        players.min(self.active.without(seat).len() as u8)
    }

    /// Two players change hands (U26), and both know what they gave away.
    pub(super) fn swap(
        &mut self,
        compiled: &CompiledRules,
        seat: Seat,
        other: Seat,
        sink: &mut impl EventSink,
    ) {
        let (mine, yours) = (self.hands[seat], self.hands[other]);
        self.hands[seat] = yours;
        self.hands[other] = mine;
        if self.noting {
            self.note_swap([(mine, seat), (yours, other)]);
        }
        sink.tell(Event::Swapped { seat, with: other });
        self.owing = self.owing.without(other);
        self.owe_word(compiled, other); // V19
    }

    /// Notes what players know after a swap: what they gave away, and what the hands have shown not to hold.
    fn note_swap(&mut self, given: [(CardSet, Seat); 2]) {
        let [(_, seat), (_, other)] = given;
        let (mine_lacks, yours_lacks) = (self.known_voids[seat], self.known_voids[other]);
        self.known_voids[seat] = KnownVoid { fresh: false, ..yours_lacks };
        self.known_voids[other] = KnownVoid { fresh: false, ..mine_lacks };
        for (cards, giver) in given {
            for card in cards.iter() {
                self.knowers[card.index()] = self.knowers[card.index()].with(giver);
            }
        }
    }

    /// A turned-up special card acts as if the dealer had played it (W4, V13).
    pub(super) fn starter_acts(
        &mut self,
        compiled: &CompiledRules,
        card: Card,
        dealer: Seat,
        chance: &mut impl Chance,
        sink: &mut impl EventSink,
    ) {
        let first = self.turn;
        let card_action = compiled.card_actions[card.index()];
        if compiled.suits[card.index()].is_none() {
            self.follow = compiled.all;
        }
        self.turn = dealer;
        let chain = Chain { skip: 0, card, challengeable: None };
        self.carry_out(compiled, dealer, &card_action, chain, chance, sink);
        self.reduced = false;
        if card_action.call {
            self.give_turn(compiled, first, Phase::Call, chance, sink);
        }
        if let Phase::Again { .. } = self.phase {
            self.phase = Phase::TURN;
        }
    }
}
