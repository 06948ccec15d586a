//! Applying a legal move or an order of the table.

use engine::{
    Card, CardSet, Cards, Chance, DrawReason, End, Event, EventSink, Order, Refusal, Seat, SeatSet,
};

use super::last_throw::LastThrow;
use super::legal::{Move, Take};
use super::rules::Slapdown;
use super::set::{Shape, Throw};
use super::state::{Phase, Window, Yaniv};
use crate::Leaver;

/// Timeouts do not add to a hand of this size, so that its list of moves stays short.
pub(super) const MAX_TIMEOUT_HAND_CARDS: usize = 20;

impl Yaniv {
    /// Applies a legal move.
    pub(super) fn carry_out(
        &mut self,
        seat: Seat,
        choice: Move,
        chance: &mut impl Chance,
        sink: &mut impl EventSink,
    ) {
        match choice {
            Move::Yaniv => self.call(seat, sink),
            Move::Throw { cards, take } => {
                let before = self.lay_down(seat, cards, sink);
                match take {
                    Take::Card(name) => self.take(seat, before.taken(&self.compiled, name), sink), // Y16
                    Take::Stock => self.draw_in_turn(seat, chance, sink),
                }
            }
            Move::Slap(card) => self.slap(seat, card, sink),
            Move::Exchange(card) => self.exchange(seat, card, sink),
            Move::Pass => self.decline(seat, sink),
        }
        self.count_action(sink);
    }

    /// Carries out an order of the table.
    pub(super) fn obey(
        &mut self,
        seat: Seat,
        order: Order,
        chance: &mut impl Chance,
        sink: &mut impl EventSink,
    ) -> Result<(), Refusal> {
        if self.is_over() {
            return Err(Refusal::RoundOver);
        }
        if !self.active.contains(seat) {
            return Err(Refusal::NotPlaying);
        }
        match order {
            Order::Timeout if seat != self.turn => {
                return Err(Refusal::NotYourTurn { turn: Some(self.turn) });
            }
            Order::Timeout => self.time_out(seat, chance, sink),
            Order::Leave if self.compiled.rules.table_options.leaver == Leaver::Fold => {
                self.leave(seat, sink);
            }
            Order::Leave => {
                return Err(Refusal::NoOrder(
                    "Here a computer player takes the seat of a player who leaves.",
                ));
            }
            Order::Fine => return Err(Refusal::NoOrder("Yaniv knows no fine for an illegal move.")),
        }
        self.count_action(sink);
        Ok(())
    }

    /// Lays the cards on the table and returns the throw that lay there before (Y13).
    fn lay_down(&mut self, seat: Seat, throw: Throw, sink: &mut impl EventSink) -> LastThrow {
        self.window = None; // J11
        let shape = self.compiled.shape(throw.cards()).unwrap_or(Shape::Alike);
        let mut laid = LastThrow::new(&[], shape);
        for &name in throw.cards() {
            let card = self.give_up(seat, name);
            laid.push(card);
            sink.tell(Event::Played { seat, card });
        }
        let before = core::mem::replace(&mut self.laid, laid);
        self.older |= before.set();
        before
    }

    /// Takes the card out of the hand, preferring a copy that everyone knows about.
    fn give_up(&mut self, seat: Seat, name: Card) -> Card {
        let held = self.hands[seat] & self.compiled.copies(name);
        let card = (held & self.open).lowest().or(held.lowest()).unwrap_or(name);
        self.hands[seat].remove(card);
        self.open.remove(card);
        card
    }

    fn take(&mut self, seat: Seat, card: Option<Card>, sink: &mut impl EventSink) {
        if let Some(card) = card {
            self.older.remove(card);
            self.hands[seat].insert(card);
            self.open.insert(card);
            sink.tell(Event::Took { seat, card });
        }
        self.pass_turn();
    }

    fn draw_in_turn(&mut self, seat: Seat, chance: &mut impl Chance, sink: &mut impl EventSink) {
        let drawn = self.draw(seat, DrawReason::Turn, chance, sink);
        self.open_window(seat, drawn);
        if self.phase == Phase::Turn {
            self.pass_turn();
        }
    }

    /// Draws the top of the stock, if there is a card (G1).
    fn draw(
        &mut self,
        seat: Seat,
        why: DrawReason,
        chance: &mut impl Chance,
        sink: &mut impl EventSink,
    ) -> Option<Card> {
        if self.stock_len == 0 {
            self.reshuffle(chance, sink);
        }
        let top = self.stock_len.checked_sub(1)?;
        self.stock_len = top;
        let card = self.stock[usize::from(top)];
        self.hands[seat].insert(card);
        sink.tell(Event::Drew { seat, cards: Cards::Seen(CardSet::only(card)), why });
        Some(card)
    }

    /// Shuffles all discards except the last throw into a new stock (J20, G17).
    fn reshuffle(&mut self, chance: &mut impl Chance, sink: &mut impl EventSink) {
        let cards = self.older.len();
        if cards == 0 {
            return;
        }
        for (place, card) in self.stock.iter_mut().zip(self.older.iter()) {
            *place = card;
        }
        self.reshuffles += 1;
        chance.begin(self.reshuffles);
        engine::shuffle(&mut self.stock[..cards], chance);
        self.stock_len = cards as u8;
        self.older = CardSet::EMPTY;
        sink.tell(Event::Reshuffled { cards: cards as u8 });
    }

    /// Lets the player who drew slap, and the others if the rules allow it (Y18, J11, J12, J14).
    fn open_window(&mut self, drawer: Seat, drawn: Option<Card>) {
        let invites = self.laid.shape() == Shape::Alike || self.compiled.rules.slap_on_run; // J12
        if drawn.is_none() || !invites {
            return;
        }
        let window = Window { drawer, drawn, done: SeatSet::EMPTY };
        match self.compiled.rules.slapdown {
            Slapdown::Off => {} // Y20
            Slapdown::Race | Slapdown::Window => self.window = Some(window),
            Slapdown::Ask => {
                self.window = Some(window);
                self.phase = Phase::Slap;
            }
        }
    }

    fn slap(&mut self, seat: Seat, name: Card, sink: &mut impl EventSink) {
        let drawn = self.window.filter(|window| window.drawer == seat).and_then(|window| window.drawn);
        let held = self.slappable(seat) & self.compiled.copies(name);
        let Some(card) = drawn.or((held & self.open).lowest()).or(held.lowest()) else { return };
        let Some(joins) = self.laid.joins(&self.compiled, card) else { return };
        self.hands[seat].remove(card);
        self.open.remove(card);
        self.laid.join(card, joins); // Y18
        sink.tell(Event::Slapped { seat, card });
        self.has_answered(seat);
    }

    fn decline(&mut self, seat: Seat, sink: &mut impl EventSink) {
        sink.tell(Event::Passed { seat });
        self.has_answered(seat);
    }

    /// Notes that the seat has slapped or declined, and passes the turn on if it waited for that.
    fn has_answered(&mut self, seat: Seat) {
        let by_others = self.compiled.rules.slap_by_others;
        if let Some(window) = &mut self.window {
            window.done = window.done.with(seat);
            if window.drawer == seat {
                window.drawn = None;
            }
        }
        self.window = self.window.filter(|_| by_others); // J14
        if self.phase == Phase::Slap && seat == self.turn {
            self.pass_turn();
        }
    }

    fn pass_turn(&mut self) {
        self.phase = Phase::Turn;
        self.turn = self.active.after(self.turn);
    }

    /// Puts the real card into the run and takes the joker. That is the whole turn (Y19, J15).
    fn exchange(&mut self, seat: Seat, name: Card, sink: &mut impl EventSink) {
        self.window = None;
        let Some(at) = self.laid.stand_in(&self.compiled, name) else { return };
        let card = self.give_up(seat, name);
        if let Some(joker) = self.laid.replace(at, card) {
            self.hands[seat].insert(joker);
            self.open.insert(joker);
        }
        sink.tell(Event::Exchanged { seat, card });
        self.pass_turn();
    }

    /// Time is up: the player draws a card and loses the turn, or declines to slap (G11).
    fn time_out(&mut self, seat: Seat, chance: &mut impl Chance, sink: &mut impl EventSink) {
        sink.tell(Event::TimedOut { seat });
        if self.phase == Phase::Slap {
            return self.has_answered(seat);
        }
        self.window = None;
        if self.count(seat) < MAX_TIMEOUT_HAND_CARDS {
            self.draw(seat, DrawReason::Timeout, chance, sink);
        }
        self.pass_turn();
    }

    /// The hand goes under the stock, and the seat is skipped from now on (G19).
    fn leave(&mut self, seat: Seat, sink: &mut impl EventSink) {
        sink.tell(Event::Left { seat });
        self.left[seat] = core::mem::take(&mut self.hands[seat]);
        self.open -= self.left[seat];
        self.put_under(self.left[seat]);
        self.active = self.active.without(seat);
        self.has_left_window(seat);
        if seat == self.turn {
            self.pass_turn();
        }
        if self.active.len() == 1 {
            self.end_without_call(End::Deserted, sink);
        }
    }

    fn has_left_window(&mut self, seat: Seat) {
        if self.window.is_some_and(|window| window.drawer == seat) {
            self.has_answered(seat);
        }
    }

    fn put_under(&mut self, cards: CardSet) {
        let (before, after) = (self.stock_len(), self.stock_len() + cards.len());
        if let Some(stock) = self.stock.get_mut(..after) {
            stock.rotate_right(after - before);
            stock.iter_mut().zip(cards.iter()).for_each(|(place, card)| *place = card);
            self.stock_len = after as u8;
        }
    }

    /// Counts the action and stops a round without end (G4).
    fn count_action(&mut self, sink: &mut impl EventSink) {
        self.actions = self.actions.saturating_add(1);
        let enough = u64::from(self.actions) >= self.compiled.rules.max_actions.get();
        if enough && !self.is_over() {
            self.end_without_call(End::Stopped, sink);
        }
    }
}
