//! "Last card", "semi last card", "UNO": who owes the word, who said it, who is caught.

use engine::{Chance, DrawReason, Event, EventSink, Seat, Word};

use super::CompiledRules;
use super::legal::word_for;
use super::state::State;
use super::{Announce, AnnounceCheck};

impl State {
    /// The turn leaves a player: the word that the hand calls for at the end of the turn is said, or owed (W22).
    #[inline]
    pub(super) fn leave_turn(&mut self, compiled: &CompiledRules, sink: &mut impl EventSink) {
        let (reduced, said) = (core::mem::take(&mut self.reduced), self.said.take());
        self.false_calls = engine::SeatSet::EMPTY;
        if reduced && compiled.is_announced(self.hands[self.turn].len()) {
            self.leave_with_word(compiled, said, sink);
        }
    }

    #[cold]
    fn leave_with_word(&mut self, compiled: &CompiledRules, said: Option<Word>, sink: &mut impl EventSink) {
        let seat = self.turn;
        let word = word_for(compiled, self.hands[seat].len()).filter(|_| self.active.contains(seat));
        let Some(word) = word else { return };
        match compiled.rules.announce {
            Announce::None => {}
            Announce::Auto => sink.tell(Event::Said { seat, word }),
            Announce::Manual if said == Some(word) => {}
            Announce::Manual => self.owing = self.owing.with(seat), // N33, N34, U14
        }
    }

    /// A player who holds few cards after a swap owes the word (V19).
    pub(super) fn owe_word(&mut self, compiled: &CompiledRules, seat: Seat) {
        if compiled.rules.announce == Announce::Manual && word_for(compiled, self.hands[seat].len()).is_some()
        {
            self.owing = self.owing.with(seat);
        }
    }

    /// The next player acts: players who owe a word pay for it, or get away with it (N35, U15, U16, G12).
    #[cold]
    pub(super) fn settle_words(
        &mut self,
        compiled: &CompiledRules,
        acting: Seat,
        chance: &mut impl Chance,
        sink: &mut impl EventSink,
    ) {
        let silent = self.owing.without(acting);
        self.owing = engine::SeatSet::EMPTY;
        if compiled.rules.announce_check == AnnounceCheck::NextAction {
            for seat in silent.iter() {
                self.pay_for_silence(compiled, seat, None, chance, sink);
            }
        }
    }

    /// A player says the word, in time or out of place (V12).
    pub(super) fn say(
        &mut self,
        compiled: &CompiledRules,
        seat: Seat,
        word: Word,
        chance: &mut impl Chance,
        sink: &mut impl EventSink,
    ) {
        sink.tell(Event::Said { seat, word });
        let due = word_for(compiled, self.hands[seat].len()) == Some(word);
        if self.owing.contains(seat) && due {
            self.owing = self.owing.without(seat);
        } else if seat == self.turn && self.reduced && due {
            self.said = Some(word);
        } else {
            self.out_of_place(compiled, seat, chance, sink);
        }
    }

    /// A player catches another, rightly or out of place (U15, V12).
    pub(super) fn catch(
        &mut self,
        compiled: &CompiledRules,
        by: Seat,
        seat: Seat,
        chance: &mut impl Chance,
        sink: &mut impl EventSink,
    ) {
        if self.owing.contains(seat) {
            self.owing = self.owing.without(seat);
            self.pay_for_silence(compiled, seat, Some(by), chance, sink); // V11
        } else {
            self.out_of_place(compiled, by, chance, sink);
        }
    }

    /// A player is caught without the word: by another, or by the rules themselves.
    fn pay_for_silence(
        &mut self,
        compiled: &CompiledRules,
        seat: Seat,
        by: Option<Seat>,
        chance: &mut impl Chance,
        sink: &mut impl EventSink,
    ) {
        sink.tell(Event::Caught { seat, by });
        let cards = compiled.rules.announce_penalty.get() as u8;
        self.draw(compiled, seat, cards, DrawReason::Silence, chance, sink);
    }

    fn out_of_place(
        &mut self,
        compiled: &CompiledRules,
        seat: Seat,
        chance: &mut impl Chance,
        sink: &mut impl EventSink,
    ) {
        self.false_calls = self.false_calls.with(seat);
        sink.tell(Event::FalseCall { seat });
        self.draw(
            compiled,
            seat,
            compiled.rules.false_call_penalty.get() as u8,
            DrawReason::FalseCall,
            chance,
            sink,
        );
    }
}
