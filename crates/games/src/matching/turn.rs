//! Applying a move, and passing the turn on.

use engine::{Chance, DrawReason, Event, EventSink, Seat};

use super::state::{Phase, State};
use super::{CompiledRules, Move};

impl State {
    /// Applies a legal move.
    #[inline]
    pub(super) fn apply(
        &mut self,
        compiled: &CompiledRules,
        seat: Seat,
        choice: Move,
        chance: &mut impl Chance,
        sink: &mut impl EventSink,
    ) {
        match choice {
            Move::Play(play) => {
                self.before_turn_move(compiled, seat, chance, sink);
                self.put(compiled, play, chance, sink);
            }
            Move::Draw => {
                self.before_turn_move(compiled, seat, chance, sink);
                self.draw_in_turn(compiled, chance, sink);
            }
            Move::Pass => {
                self.before_turn_move(compiled, seat, chance, sink);
                self.pass(compiled, chance, sink);
            }
            Move::Challenge => {
                self.before_turn_move(compiled, seat, chance, sink);
                self.challenge(compiled, chance, sink);
            }
            Move::Call(suit) => {
                self.before_turn_move(compiled, seat, chance, sink);
                self.call(compiled, suit);
                sink.tell(Event::Called { seat, suit });
                self.phase = Phase::TURN;
            }
            Move::Say(word) => self.say(compiled, seat, word, chance, sink),
            Move::Catch(other) => self.catch(compiled, seat, other, chance, sink),
        }
        self.count_action(compiled, sink);
    }

    #[expect(
        clippy::inline_always,
        reason = "on the path of every move of a playout; a call costs as much as the work"
    )]
    #[inline(always)]
    pub(super) fn count_action(&mut self, compiled: &CompiledRules, sink: &mut impl EventSink) {
        self.actions += 1;
        self.after_action(compiled, sink);
    }

    /// The next player acts: words that are still owed are settled.
    #[inline]
    pub(super) fn before_turn_move(
        &mut self,
        compiled: &CompiledRules,
        seat: Seat,
        chance: &mut impl Chance,
        sink: &mut impl EventSink,
    ) {
        if compiled.duty == 0 {
            return;
        }
        self.fresh = false;
        if !self.owing.is_empty() {
            self.settle_words(compiled, seat, chance, sink);
        }
    }

    /// The turn goes to the player after `from`.
    #[expect(
        clippy::inline_always,
        reason = "on the path of every move of a playout; a call costs as much as the work"
    )]
    #[inline(always)]
    pub(super) fn end_turn(
        &mut self,
        compiled: &CompiledRules,
        from: Seat,
        chance: &mut impl Chance,
        sink: &mut impl EventSink,
    ) {
        let phase = if self.top.is_some() { Phase::TURN } else { Phase::Lead };
        self.give_turn(compiled, self.next(from), phase, chance, sink);
    }

    /// The turn goes to a player.
    #[expect(
        clippy::inline_always,
        reason = "on the path of every move of a playout; a call costs as much as the work"
    )]
    #[inline(always)]
    pub(super) fn give_turn(
        &mut self,
        compiled: &CompiledRules,
        seat: Seat,
        phase: Phase,
        chance: &mut impl Chance,
        sink: &mut impl EventSink,
    ) {
        if !compiled.turns_are_plain {
            return self.give_turn_with_care(compiled, seat, phase, chance, sink);
        }
        self.turn = seat;
        self.phase = phase;
    }

    #[inline(never)]
    fn give_turn_with_care(
        &mut self,
        compiled: &CompiledRules,
        seat: Seat,
        phase: Phase,
        chance: &mut impl Chance,
        sink: &mut impl EventSink,
    ) {
        self.settle_and_give_turn(compiled, seat, phase, chance, sink);
    }

    /// The turn goes to a player, under rules with words to say or cards owed.
    #[inline]
    pub(super) fn settle_and_give_turn(
        &mut self,
        compiled: &CompiledRules,
        seat: Seat,
        phase: Phase,
        chance: &mut impl Chance,
        sink: &mut impl EventSink,
    ) {
        if compiled.duty != 0 && seat != self.turn {
            self.leave_turn(compiled, sink);
        }
        self.turn = seat;
        self.phase = phase;
        if self.owed[seat] > 0 {
            self.draw_owed(compiled, seat, chance, sink); // G1
        }
    }

    #[cold]
    fn draw_owed(
        &mut self,
        compiled: &CompiledRules,
        seat: Seat,
        chance: &mut impl Chance,
        sink: &mut impl EventSink,
    ) {
        let owed = core::mem::take(&mut self.owed[seat]);
        self.draw(compiled, seat, owed, DrawReason::Owed, chance, sink);
    }

    /// Ends the turn; `skip` other players then miss theirs.
    #[expect(
        clippy::inline_always,
        reason = "on the path of every move of a playout; a call costs as much as the work"
    )]
    #[inline(always)]
    pub(super) fn end_turn_after(
        &mut self,
        compiled: &CompiledRules,
        skip: u8,
        chance: &mut impl Chance,
        sink: &mut impl EventSink,
    ) {
        let from = if skip == 0 { self.turn } else { self.skip_over(self.turn, skip, sink) };
        self.end_turn(compiled, from, chance, sink);
    }

    #[inline(never)]
    pub(super) fn pass(
        &mut self,
        compiled: &CompiledRules,
        chance: &mut impl Chance,
        sink: &mut impl EventSink,
    ) {
        let seat = self.turn;
        if let Phase::Suspended { left, rank } = self.phase {
            sink.tell(Event::Skipped { seat });
            return if left > 1 {
                self.give_turn(
                    compiled,
                    self.next(seat),
                    Phase::Suspended { left: left - 1, rank },
                    chance,
                    sink,
                );
            } else {
                self.end_turn(compiled, seat, chance, sink);
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
            self.note_known_void(compiled, seat);
        }
        sink.tell(Event::Passed { seat });
        self.end_turn_after(compiled, self.skip_to_come(), chance, sink);
    }
}
