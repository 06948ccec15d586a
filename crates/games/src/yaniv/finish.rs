//! The end of a round: the call, Assaf, the safety stop, and the points that each adds.

use engine::{BySeat, End, Event, EventSink, Outcome, Seat, SeatSet};

use super::declarations::{ASSAF, YANIV};
use super::rules::AssafZero;
use super::state::{Phase, Yaniv};
use crate::matching::Blocked;

impl Yaniv {
    /// Ends the round by a call (Y6).
    pub(super) fn call(&mut self, caller: Seat, sink: &mut impl EventSink) {
        sink.tell(Event::Declared { seat: caller, what: &YANIV, points: self.points_of(caller) });
        let assafers = self.assafers(caller);
        for seat in self.round_from(caller).filter(|&seat| assafers.contains(seat)) {
            sink.tell(Event::Declared { seat, what: &ASSAF, points: self.points_of(seat) });
        }
        let (winners, caller_adds) = if assafers.is_empty() {
            (SeatSet::only(caller), 0)
        } else {
            (self.best_of(assafers), i32::from(self.points_of(caller)) + self.penalty(assafers.len()))
        };
        let mut points = self.added(winners);
        points[caller] = caller_adds;
        let places = self.places(winners, |seat| (points[seat], 0));
        let leads_next = self.lowest_after(caller, winners);
        self.show_hands(sink);
        self.finish(Outcome { how: End::Called, places, points, leads_next }, sink);
    }

    /// Ends a round without a call: stopped, or left by all players but one (G3, G4, G19).
    pub(super) fn end_without_call(&mut self, how: End, sink: &mut impl EventSink) {
        let ranked = how == End::Stopped && self.compiled.rules.blocked == Blocked::Rank;
        let left = |seat: Seat| (i32::from(self.points_of(seat)), self.count(seat));
        let least = self.active.iter().map(left).min();
        let winners: SeatSet =
            self.active.iter().filter(|&seat| !ranked || Some(left(seat)) == least).collect(); // G3
        let points = self.added(winners);
        let places = self.places(winners, left);
        let leads_next = (ranked || winners.len() == 1).then(|| winners.after(self.dealer));
        if how == End::Stopped {
            self.show_hands(sink);
        }
        self.finish(Outcome { how, places, points, leads_next }, sink);
    }

    /// Who beats the caller (Y7, J4).
    fn assafers(&self, caller: Seat) -> SeatSet {
        let limit = self.points_of(caller);
        let beats = |points: u16| points < limit || points == limit && self.compiled.rules.assaf_on_tie;
        self.active.without(caller).iter().filter(|&seat| beats(self.points_of(seat))).collect()
    }

    /// Which of the players who said Assaf win the round and add nothing (J5).
    fn best_of(&self, assafers: SeatSet) -> SeatSet {
        match self.compiled.rules.assaf_zero {
            AssafZero::All => assafers,
            AssafZero::Lowest => {
                let least = assafers.iter().map(|seat| self.points_of(seat)).min();
                assafers.iter().filter(|&seat| Some(self.points_of(seat)) == least).collect()
            }
        }
    }

    /// What the players who said Assaf cost the caller on top of the hand (Y8, Y26, Y27, J7).
    fn penalty(&self, assafers: usize) -> i32 {
        let further = assafers.saturating_sub(1) as u64;
        (self.compiled.rules.assaf_penalty.get() + self.compiled.rules.assaf_extra.get() * further) as i32
    }

    /// The winner with the lowest hand; among equals, the first after the caller, and the caller last (J6).
    fn lowest_after(&self, caller: Seat, winners: SeatSet) -> Option<Seat> {
        self.round_from(caller)
            .filter(|&seat| winners.contains(seat))
            .min_by_key(|&seat| self.points_of(seat))
    }

    /// The seats in play, from the one after `seat` round to `seat` itself.
    fn round_from(&self, seat: Seat) -> impl Iterator<Item = Seat> + use<> {
        let active = self.active;
        (0..active.len()).scan(seat, move |seat, _| {
            *seat = active.after(*seat);
            Some(*seat)
        })
    }

    /// The points that each seat holds, or held when its player left; 0 for winners (Y9, Y17).
    fn added(&self, winners: SeatSet) -> BySeat<i32> {
        let held = |seat| i32::from(self.compiled.value(self.hands[seat] | self.left[seat]));
        BySeat::from_fn(|seat| if winners.contains(seat) { 0 } else { held(seat) })
    }

    /// The places: winners, then the others by `key`, then all who left.
    fn places(&self, winners: SeatSet, key: impl Fn(Seat) -> (i32, usize)) -> BySeat<u8> {
        let rank = |seat| match (winners.contains(seat), self.active.contains(seat)) {
            (true, _) => (0, (0, 0)),
            (false, true) => (1, key(seat)),
            (false, false) => (2, (0, 0)),
        };
        let better = |seat| self.playing.iter().filter(|&other| rank(other) < rank(seat)).count() as u8;
        BySeat::from_fn(|seat| if self.playing.contains(seat) { 1 + better(seat) } else { 0 })
    }

    /// Shows every hand to everyone.
    fn show_hands(&mut self, sink: &mut impl EventSink) {
        for seat in self.active.iter() {
            self.open |= self.hands[seat];
            sink.tell(Event::Shown { seat, cards: self.hands[seat] });
        }
    }

    fn finish(&mut self, outcome: Outcome, sink: &mut impl EventSink) {
        self.window = None;
        self.phase = Phase::Over(outcome);
        sink.tell(Event::Ended { how: outcome.how });
    }
}
