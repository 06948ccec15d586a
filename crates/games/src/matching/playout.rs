//! Whole games at random, as fast as the rules can go: for studies of rules and for search.

use alloc::vec::Vec;

use engine::{Card, CardSet, Chance, Quick, Seat, SeatSet, Suit};

use super::legal::finishable;
use super::state::{Phase, State};
use super::{Kit, Matching, Move, Play};

/// Plays games to their end by uniformly random legal moves, without a heap allocation once it is warm.
#[derive(Debug, Default)]
pub struct Playout {
    moves: Vec<Move>,
}

impl Playout {
    /// Deals the round anew from a shuffled pack, everyone at the table dealt in.
    pub fn deal(game: &mut Matching, dealer: Seat, chance: &mut Quick) {
        let kit = &*game.kit;
        let at = &mut game.at;
        *at = State::empty();
        let cards = kit.pack.cards().len();
        at.stock = kit.order;
        engine::shuffle(&mut at.stock[..cards], chance);
        at.stock_len = cards as u8;
        at.playing = SeatSet::first(kit.seats);
        at.active = at.playing;
        let mut seat = dealer;
        for _ in 0..kit.hand * kit.seats {
            seat = at.playing.after(seat);
            at.stock_len -= 1;
            at.hands[seat].insert(at.stock[usize::from(at.stock_len & 127)]);
        }
        at.turn = at.playing.after(dealer);
        at.begin(kit, dealer, chance, &mut ());
    }

    /// Plays the round to its end and returns how many decisions that took.
    pub fn run(&mut self, game: &mut Matching, chance: &mut Quick) -> u64 {
        let kit = &*game.kit;
        let state = &mut game.at;
        let mut decisions = 0;
        loop {
            if kit.simple {
                decisions += if kit.narrow {
                    random_turns::<u64>(kit, state, chance)
                } else {
                    random_turns::<CardSet>(kit, state, chance)
                };
            }
            if let Phase::Over(_) = state.phase {
                return decisions;
            }
            self.any_move(kit, state, chance);
            decisions += 1;
        }
    }

    #[inline(never)]
    fn any_move(&mut self, kit: &Kit, state: &mut State, chance: &mut Quick) {
        let acting = state.acting(kit);
        let seat = acting.iter().nth(chance.below(acting.len() as u32) as usize).unwrap_or(state.turn);
        state.legal(kit, seat, &mut self.moves);
        let choice = self.moves[chance.below(self.moves.len() as u32) as usize];
        state.apply(kit, seat, choice, chance, &mut ());
    }
}

/// A set of cards for the loop below: the whole set, or one word of it where the pack fits into that.
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

/// Plays ordinary turns at random, straight from the bit sets, for as long as there are only such.
fn random_turns<B: Bits>(kit: &Kit, state: &mut State, chance: &mut Quick) -> u64 {
    let mut decisions = 0;
    while let Phase::Turn { drawn } = state.phase {
        random_turn::<B>(kit, state, drawn, chance);
        decisions += 1;
    }
    decisions
}

/// A uniformly random move of an ordinary turn.
#[expect(clippy::inline_always, reason = "this is the loop of a playout")]
#[inline(always)]
fn random_turn<B: Bits>(kit: &Kit, state: &mut State, drawn: u8, chance: &mut Quick) {
    let seat = state.turn;
    let mut playable = B::of(state.hands[seat]).and(B::of(state.follow));
    if !kit.finish_on_any {
        playable = playable.and(B::of(last_cards(kit, state)));
    }
    let (quiet, loud) = (playable.minus(B::of(kit.eventful)), playable.and(B::of(kit.eventful)));
    let quiet_count = quiet.count();
    let loud_count = loud.count() + loud.and(B::of(kit.callers)).count() * (kit.suit_count - 1);
    let declines = kit.rules.voluntary_draw || quiet_count + loud_count == 0;
    let at = chance.below(quiet_count + loud_count + u32::from(declines));
    if at < quiet_count {
        state.put_quiet(kit, seat, quiet.nth_card(at), chance, &mut ());
    } else if at < quiet_count + loud_count {
        return play_loud(kit, state, at - quiet_count, chance);
    } else if drawn < kit.draw_limit && state.can_supply(kit) {
        state.draw_in_turn(kit, chance, &mut ());
    } else {
        state.pass(kit, chance, &mut ());
    }
    state.count_action(kit, &mut ());
}

/// Plays one of the cards that do something: the first of the moves are those that call.
#[inline(never)]
fn play_loud(kit: &Kit, state: &mut State, at: u32, chance: &mut Quick) {
    let loud = state.playable(kit) & kit.eventful;
    let callers = loud & kit.callers;
    let calls = callers.len() as u32 * kit.suit_count;
    if at >= calls {
        let card = (loud - callers).nth((at - calls) as usize).unwrap_or_default();
        return state.apply(
            kit,
            state.turn,
            Move::Play(Play::card(kit.pack.first_copy(card))),
            chance,
            &mut (),
        );
    }
    let card = callers.nth((at / kit.suit_count) as usize).unwrap_or_default();
    let suit = Suit((at % kit.suit_count) as u8);
    if kit.just_call.contains(card) && !state.hands[state.turn].is_single() {
        state.put_calling(kit, state.turn, card, suit, chance, &mut ());
        return state.count_action(kit, &mut ());
    }
    let last = state.hands[state.turn].is_single() && state.ends_with(kit);
    let play = Play { call: (!last).then_some(suit), ..Play::card(kit.pack.first_copy(card)) };
    state.apply(kit, state.turn, Move::Play(play), chance, &mut ());
}

/// The cards that may be played where some may not be the last.
#[inline(never)]
fn last_cards(kit: &Kit, state: &State) -> CardSet {
    finishable(kit, state.hands[state.turn], kit.all)
}
