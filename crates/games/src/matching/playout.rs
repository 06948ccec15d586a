//! Fast random games, for studies of rules and for search.

use alloc::sync::Arc;
use alloc::vec::Vec;

use engine::{Card, CardSet, Chance, Deal, Quick, Seat, SeatSet, Suit};

use super::legal::finishable;
use super::state::{Phase, State};
use super::{CompiledRules, Matching, Move, Play};
use crate::DealError;

/// Plays games to the end with uniformly random legal moves. Allocates nothing once it is warm.
#[derive(Debug, Default)]
pub struct Playout {
    moves: Vec<Move>,
}

impl Playout {
    /// Plays whole rounds from fresh deals and counts the decisions.
    pub fn rounds(compiled: &Arc<CompiledRules>, rounds: u64, chance: &mut Quick) -> Result<u64, DealError> {
        let dealer = Seat::new(compiled.seats.saturating_sub(1)).unwrap_or_default();
        let deal = Deal { playing: SeatSet::first(compiled.seats), dealer, order: compiled.pack.cards() };
        let mut game = Matching::deal(compiled, &deal, chance, &mut ())?;
        let mut playout = Playout::default();
        let mut decisions = 0;
        for _ in 0..rounds {
            Playout::deal(&mut game, dealer, chance);
            decisions += playout.run(&mut game, chance);
        }
        Ok(decisions)
    }

    /// Deals a new round to every seat from a shuffled pack.
    pub fn deal(game: &mut Matching, dealer: Seat, chance: &mut Quick) {
        let compiled = &*game.compiled;
        let at = &mut game.state;
        *at = State::empty();
        let cards = compiled.pack.cards().len();
        at.stock = compiled.order;
        engine::shuffle(&mut at.stock[..cards], chance);
        at.stock_len = cards as u8;
        at.playing = SeatSet::first(compiled.seats);
        at.active = at.playing;
        let mut seat = dealer;
        for _ in 0..compiled.hand * compiled.seats {
            seat = at.playing.after(seat);
            at.stock_len -= 1;
            at.hands[seat].insert(at.stock[usize::from(at.stock_len & 127)]);
        }
        at.turn = at.playing.after(dealer);
        at.begin(compiled, dealer, chance, &mut ());
    }

    /// Plays the round to its end and returns how many decisions that took.
    pub fn run(&mut self, game: &mut Matching, chance: &mut Quick) -> u64 {
        let compiled = &*game.compiled;
        let state = &mut game.state;
        let mut decisions = 0;
        loop {
            if compiled.simple {
                decisions += if compiled.narrow {
                    random_turns::<u64>(compiled, state, chance)
                } else {
                    random_turns::<CardSet>(compiled, state, chance)
                };
            }
            if let Phase::Over(_) = state.phase {
                return decisions;
            }
            self.any_move(compiled, state, chance);
            decisions += 1;
        }
    }

    #[inline(never)]
    fn any_move(&mut self, compiled: &CompiledRules, state: &mut State, chance: &mut Quick) {
        let acting = state.acting(compiled);
        let seat = acting.iter().nth(chance.below(acting.len() as u32) as usize).unwrap_or(state.turn);
        state.legal(compiled, seat, &mut self.moves);
        let choice = self.moves[chance.below(self.moves.len() as u32) as usize];
        state.apply(compiled, seat, choice, chance, &mut ());
    }
}

/// A set of cards for the loop below: the whole set, or its first 64 bits if the pack fits into them.
trait Bits: Copy {
    fn of(set: CardSet) -> Self;
    fn and(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
    fn count(self) -> u32;
    fn nth_card(self, n: u32) -> Card;
}

impl Bits for CardSet {
    #[inline]
    fn of(set: CardSet) -> CardSet {
        set
    }

    #[inline]
    fn and(self, other: CardSet) -> CardSet {
        self & other
    }

    #[inline]
    fn minus(self, other: CardSet) -> CardSet {
        self - other
    }

    #[inline]
    fn count(self) -> u32 {
        self.len() as u32
    }

    #[inline]
    fn nth_card(self, n: u32) -> Card {
        self.nth(n as usize).unwrap_or_default()
    }
}

impl Bits for u64 {
    #[inline]
    fn of(set: CardSet) -> u64 {
        set.low_word()
    }

    #[inline]
    fn and(self, other: u64) -> u64 {
        self & other
    }

    #[inline]
    fn minus(self, other: u64) -> u64 {
        self & !other
    }

    #[inline]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline]
    fn nth_card(self, n: u32) -> Card {
        Card::nth_of_word(self, n as usize)
    }
}

/// Plays ordinary turns at random straight from the bit sets, until a turn is not ordinary.
fn random_turns<B: Bits>(compiled: &CompiledRules, state: &mut State, chance: &mut Quick) -> u64 {
    let mut decisions = 0;
    while let Phase::Turn { drawn } = state.phase {
        random_turn::<B>(compiled, state, drawn, chance);
        decisions += 1;
    }
    decisions
}

/// A uniformly random move of an ordinary turn.
#[expect(clippy::inline_always, reason = "this is the loop of a playout")]
#[inline(always)]
fn random_turn<B: Bits>(compiled: &CompiledRules, state: &mut State, drawn: u8, chance: &mut Quick) {
    let seat = state.turn;
    let mut playable = B::of(state.hands[seat]).and(B::of(state.follow));
    if !compiled.finish_on_any {
        playable = playable.and(B::of(last_cards(compiled, state)));
    }
    let (quiet, loud) = (playable.minus(B::of(compiled.eventful)), playable.and(B::of(compiled.eventful)));
    let quiet_count = quiet.count();
    let loud_count = loud.count() + loud.and(B::of(compiled.callers)).count() * (compiled.suit_count - 1);
    let declines = compiled.rules.voluntary_draw || quiet_count + loud_count == 0;
    let at = chance.below(quiet_count + loud_count + u32::from(declines));
    if at < quiet_count {
        state.put_quiet(compiled, seat, quiet.nth_card(at), chance, &mut ());
    } else if at < quiet_count + loud_count {
        return play_loud(compiled, state, at - quiet_count, chance);
    } else if drawn < compiled.draw_limit && state.can_supply(compiled) {
        state.draw_in_turn(compiled, chance, &mut ());
    } else {
        state.pass(compiled, chance, &mut ());
    }
    state.count_action(compiled, &mut ());
}

/// Plays a card with an effect; moves with a call come first.
#[inline(never)]
fn play_loud(compiled: &CompiledRules, state: &mut State, at: u32, chance: &mut Quick) {
    let loud = state.playable(compiled) & compiled.eventful;
    let callers = loud & compiled.callers;
    let calls = callers.len() as u32 * compiled.suit_count;
    if at >= calls {
        let card = (loud - callers).nth((at - calls) as usize).unwrap_or_default();
        return state.apply(
            compiled,
            state.turn,
            Move::Play(Play::card(compiled.pack.first_copy(card))),
            chance,
            &mut (),
        );
    }
    let card = callers.nth((at / compiled.suit_count) as usize).unwrap_or_default();
    let suit = Suit((at % compiled.suit_count) as u8);
    if compiled.just_call.contains(card) && !state.hands[state.turn].is_single() {
        state.put_calling(compiled, state.turn, card, suit, chance, &mut ());
        return state.count_action(compiled, &mut ());
    }
    let last = state.hands[state.turn].is_single() && state.ends_with(compiled);
    let play = Play { call: (!last).then_some(suit), ..Play::card(compiled.pack.first_copy(card)) };
    state.apply(compiled, state.turn, Move::Play(play), chance, &mut ());
}

/// The playable cards under rules that restrict the last card.
#[inline(never)]
fn last_cards(compiled: &CompiledRules, state: &State) -> CardSet {
    finishable(compiled, state.hands[state.turn], compiled.all)
}
