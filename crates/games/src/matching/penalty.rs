//! Penalties: a Pick Two is played, answered, taken or challenged.

use engine::{Chance, DrawReason, Event, EventSink, Seat};

use super::card_action::Chain;
use super::state::{Phase, State};
use super::{CardAction, CompiledRules, Counter, Play};

impl State {
    /// The next player draws, or may answer (N21, N24, C13, U23, U24).
    pub(super) fn threaten(
        &mut self,
        compiled: &CompiledRules,
        from: Seat,
        cards: u8,
        chain: Chain,
        chance: &mut impl Chance,
        sink: &mut impl EventSink,
    ) {
        let target = self.next(from);
        if compiled.rules.counter != Counter::None || chain.challengeable.is_some() {
            sink.tell(Event::Pending { seat: target, cards });
            let phase = Phase::Answer {
                cards,
                rank: compiled.pack.face(chain.card).rank,
                challengeable: chain.challengeable,
            };
            return self.give_turn(compiled, target, phase, chance, sink);
        }
        self.draw(compiled, target, cards, DrawReason::Pick, chance, sink);
        if compiled.rules.play_after_penalty {
            self.end_turn(compiled, from, chance, sink);
        } else {
            sink.tell(Event::Skipped { seat: target });
            self.end_turn(compiled, target, chance, sink); // U20
        }
    }

    /// Draws a penalty. The player loses the turn unless the rules say otherwise (W17, E3, U20).
    #[inline(never)]
    pub(super) fn take_penalty(
        &mut self,
        compiled: &CompiledRules,
        cards: u8,
        why: DrawReason,
        chance: &mut impl Chance,
        sink: &mut impl EventSink,
    ) {
        let seat = self.turn;
        if self.draw(compiled, seat, cards, why, chance, sink) == 0 {
            self.idle += 1;
        }
        if compiled.rules.play_after_penalty {
            self.phase = Phase::TURN;
        } else {
            self.end_turn(compiled, seat, chance, sink);
        }
    }

    /// A challenged wild draw card: the guilty player draws, or the challenger draws two more (V3).
    #[inline(never)]
    pub(super) fn challenge(
        &mut self,
        compiled: &CompiledRules,
        chance: &mut impl Chance,
        sink: &mut impl EventSink,
    ) {
        let Phase::Answer { cards, challengeable: Some(challengeable), .. } = self.phase else { return };
        let seat = self.turn;
        sink.tell(Event::Challenged { seat: challengeable.by, by: seat, guilty: challengeable.guilty });
        if self.noting {
            for card in self.hands[challengeable.by].iter() {
                self.knowers[card.index()] = self.knowers[card.index()].with(seat);
            }
        }
        if challengeable.guilty {
            self.draw(compiled, challengeable.by, cards, DrawReason::Challenge, chance, sink);
            self.phase = Phase::TURN;
        } else {
            self.take_penalty(compiled, cards.saturating_add(2), DrawReason::Challenge, chance, sink);
        }
    }
}

/// What a card does if it answers a waiting penalty (W14, W16).
pub(super) fn answered(
    compiled: &CompiledRules,
    play: Play,
    card_action: CardAction,
    waiting: u8,
    sink: &mut impl EventSink,
) -> CardAction {
    let shield = compiled.shields.contains(play.cards.first);
    match compiled.rules.counter {
        _ if shield => {
            sink.tell(Event::Cancelled);
            card_action
        }
        Counter::Stack => CardAction { pick: card_action.pick.saturating_add(waiting), ..card_action }, // W14, N22, S21
        Counter::Transfer => card_action,
        Counter::Cancel | Counter::None => {
            sink.tell(Event::Cancelled);
            CardAction::default()
        }
    }
}
