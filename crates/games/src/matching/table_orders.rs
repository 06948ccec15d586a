//! Orders of the table to a seat: time is up, the player leaves, an illegal play is fined.

use engine::{Chance, DrawReason, Event, EventSink, Order, Refusal, Seat, SeatSet};

use super::state::{Phase, State};
use super::{CompiledRules, FineTurn};
use crate::Leaver;

impl State {
    /// Carries out an order of the table.
    pub(super) fn obey(
        &mut self,
        compiled: &CompiledRules,
        seat: Seat,
        order: Order,
        chance: &mut impl Chance,
        sink: &mut impl EventSink,
    ) -> Result<(), Refusal> {
        if matches!(self.phase, Phase::Over(_)) {
            return Err(Refusal::RoundOver);
        }
        if !self.active.contains(seat) {
            return Err(Refusal::NotPlaying);
        }
        match order {
            Order::Leave if compiled.rules.table_options.leaver != Leaver::Fold => {
                return Err(Refusal::NoOrder(
                    "Here a computer player takes over the seat of a player who leaves.",
                ));
            }
            Order::Leave => self.fold(compiled, seat, chance, sink),
            Order::Timeout | Order::Fine if seat != self.turn => {
                return Err(Refusal::NotYourTurn { turn: Some(self.turn) });
            }
            Order::Timeout => self.time_out(compiled, chance, sink),
            Order::Fine if compiled.rules.illegal_fine.get() == 0 => {
                return Err(Refusal::NoOrder("Here an illegal play costs nothing."));
            }
            Order::Fine => self.fine(compiled, chance, sink),
        }
        self.count_action(compiled, sink);
        Ok(())
    }

    /// An illegal play: the player draws for it, and the turn may end (S25, G9).
    fn fine(&mut self, compiled: &CompiledRules, chance: &mut impl Chance, sink: &mut impl EventSink) {
        let cards = compiled.rules.illegal_fine.get() as u8;
        let drawn = self.draw(compiled, self.turn, cards, DrawReason::Fine, chance, sink); // S25
        if drawn > 0 && compiled.rules.fine_turn == FineTurn::Ends {
            self.before_turn_move(compiled, self.turn, chance, sink);
            self.lose_turn(compiled, chance, sink); // G9
        }
    }

    /// Time is up: the player takes the penalty or draws one card and loses the turn. No card is played (S10, G11).
    fn time_out(&mut self, compiled: &CompiledRules, chance: &mut impl Chance, sink: &mut impl EventSink) {
        let seat = self.turn;
        sink.tell(Event::TimedOut { seat });
        self.before_turn_move(compiled, seat, chance, sink);
        let draws =
            matches!(self.phase, Phase::Turn { .. } | Phase::Again { .. } | Phase::Lead | Phase::Call);
        if draws && self.draw(compiled, seat, 1, DrawReason::Timeout, chance, sink) == 0 {
            self.idle += 1;
        }
        self.lose_turn(compiled, chance, sink);
    }

    /// The turn ends without a card: a waiting penalty is drawn, a suspension takes its course.
    fn lose_turn(&mut self, compiled: &CompiledRules, chance: &mut impl Chance, sink: &mut impl EventSink) {
        let seat = self.turn;
        match self.phase {
            Phase::Answer { cards, .. } => {
                self.draw(compiled, seat, cards, DrawReason::Pick, chance, sink);
                self.end_turn(compiled, seat, chance, sink);
            }
            Phase::Suspended { .. } | Phase::Drawn { .. } => self.pass(compiled, chance, sink),
            Phase::Turn { .. } | Phase::Again { .. } | Phase::Lead | Phase::Call => {
                if self.phase == Phase::Call {
                    self.follow = compiled.all;
                }
                self.reduced = false;
                self.end_turn_after(compiled, self.skip_to_come(), chance, sink);
            }
            Phase::Over(_) => {}
        }
    }

    /// The hand goes under the stock, and the seat is skipped from now on (G19).
    fn fold(
        &mut self,
        compiled: &CompiledRules,
        seat: Seat,
        chance: &mut impl Chance,
        sink: &mut impl EventSink,
    ) {
        sink.tell(Event::Left { seat });
        let hand = core::mem::take(&mut self.hands[seat]);
        self.left_with[seat] = compiled.value(hand).min(u32::from(u16::MAX)) as u16;
        let (len, count) = (usize::from(self.stock_len), hand.len());
        self.stock.copy_within(..len, count);
        for (place, card) in self.stock.iter_mut().zip(hand.iter()) {
            *place = card;
            self.knowers[card.index()] = SeatSet::EMPTY;
        }
        self.stock_len = (len + count) as u8;
        self.active = self.active.without(seat);
        self.owing = self.owing.without(seat);
        if self.active.len() == 1 {
            return self.end(engine::End::Deserted, sink);
        }
        if let Phase::Answer { cards, rank, challengeable: Some(challengeable) } = self.phase
            && challengeable.by == seat
        {
            self.phase = Phase::Answer { cards, rank, challengeable: None };
        }
        if seat == self.turn {
            self.end_turn(compiled, seat, chance, sink);
        }
    }
}
