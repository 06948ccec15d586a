//! Going out, the end of a round, and what it is worth.

use engine::{BySeat, Chance, DrawReason, End, Event, EventSink, Outcome, Seat, SeatSet};

use super::card_action::Chain;
use super::state::{Phase, State};
use super::{Blocked, FinishingEffect, Scoring, StockEnd};
use super::{CardAction, CompiledRules};

/// What is left of an action when only its penalties count: the cards that others draw.
fn penalties(card_action: &CardAction) -> CardAction {
    let CardAction {
        pick,
        market,
        skip: _,
        blockable: _,
        again: _,
        skip_after: _,
        reverse: _,
        swap: _,
        call: _,
    } = *card_action;
    CardAction { pick, market, ..CardAction::default() }
}

impl State {
    /// A player without cards is out at once (N47, S9, C17, G7).
    pub(super) fn go_out(
        &mut self,
        compiled: &CompiledRules,
        seat: Seat,
        card_action: &CardAction,
        chain: Chain,
        chance: &mut impl Chance,
        sink: &mut impl EventSink,
    ) {
        let ends = self.ends_with(compiled);
        let place = 1 + self.playing.iter().filter(|&other| self.places[other] > 0).count() as u8;
        self.places[seat] = place; // C26
        self.active = self.active.without(seat);
        self.owing = self.owing.without(seat);
        sink.tell(Event::Out { seat, place });
        let card_action = &match compiled.rules.finishing_effect {
            FinishingEffect::None => CardAction::default(),
            FinishingEffect::Penalties => penalties(card_action),
            FinishingEffect::All => *card_action,
        };
        if !ends {
            return self.carry_out(compiled, seat, card_action, chain, chance, sink); // E12
        }
        let CardAction { pick, market, .. } = penalties(card_action);
        if market > 0 {
            self.market(compiled, seat, market, chance, sink);
        }
        if pick > 0 {
            self.draw(compiled, self.next(seat), pick, DrawReason::Pick, chance, sink); // V21
        }
        self.end(End::Out, sink);
    }

    /// Checks after every action whether the round is over (N47, W29).
    #[inline]
    pub(super) fn after_action(&mut self, compiled: &CompiledRules, sink: &mut impl EventSink) {
        // This test is cheap and nearly always fails; the full check is for the few actions near an end.
        if self.stock_len == 0 || self.idle > 0 || u64::from(self.actions) >= compiled.rules.max_actions.get()
        {
            self.look_for_the_end(compiled, sink);
        }
    }

    fn look_for_the_end(&mut self, compiled: &CompiledRules, sink: &mut impl EventSink) {
        if matches!(self.phase, Phase::Over(_)) {
            return;
        }
        if self.stock_len == 0 && self.counts_now(compiled) {
            self.end(End::Count, sink); // N19
        } else if usize::from(self.idle) >= self.active.len() {
            self.end(End::Blocked, sink); // G3
        } else if u64::from(self.actions) >= compiled.rules.max_actions.get() {
            self.end(End::Stopped, sink); // G4
        }
    }

    fn counts_now(&self, compiled: &CompiledRules) -> bool {
        match compiled.rules.stock_end {
            StockEnd::Count => true,
            StockEnd::ReshuffleThenCount(times) => self.reshuffles >= times,
            StockEnd::Reshuffle | StockEnd::Pass => false,
        }
    }

    pub(super) fn end(&mut self, how: End, sink: &mut impl EventSink) {
        self.phase = Phase::Over(how);
        self.owing = SeatSet::EMPTY;
        for seat in self.active.iter() {
            sink.tell(Event::Shown { seat, cards: self.hands[seat] });
        }
        sink.tell(Event::Ended { how });
    }

    /// The places and points of a finished round.
    pub(super) fn outcome(&self, compiled: &CompiledRules) -> Option<Outcome> {
        let Phase::Over(how) = self.phase else { return None };
        let places = self.final_places(compiled, how);
        let value = |seat: Seat| compiled.value(self.hands[seat]) as i32 + i32::from(self.left_with[seat]);
        let lost: i32 = self.playing.iter().filter(|&seat| places[seat] != 1).map(value).sum();
        let points = BySeat::from_fn(|seat| match compiled.rules.scoring {
            _ if !self.playing.contains(seat) => 0,
            Scoring::OwnHandLow => value(seat),
            Scoring::WinnerTakes if places[seat] == 1 => lost, // V15
            Scoring::WinnerTakes => 0,
        });
        Some(Outcome { how, places, points, leads_next: None })
    }

    /// Players who are out, in order; then players with cards, by points and number of cards; then players who left.
    fn final_places(&self, compiled: &CompiledRules, how: End) -> BySeat<u8> {
        let mut places = self.places;
        let shared = compiled.rules.blocked == Blocked::Draw && matches!(how, End::Blocked | End::Stopped);
        let worth = |seat: Seat| {
            if shared { (0, 0) } else { (compiled.value(self.hands[seat]), self.hands[seat].len()) }
        }; // W25
        let out = self.playing.iter().filter(|&seat| places[seat] > 0).count();
        let holders = self.active;
        for seat in holders.iter() {
            let better = holders.iter().filter(|&other| worth(other) < worth(seat)).count();
            places[seat] = (1 + out + better) as u8;
        }
        for seat in self.playing.iter() {
            if places[seat] == 0 {
                places[seat] = (1 + out + holders.len()) as u8;
            }
        }
        places
    }
}
