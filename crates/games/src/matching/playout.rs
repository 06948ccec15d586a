//! Fast random games, for studies of rules and for search.

use alloc::sync::Arc;

use engine::{Card, CardSet, Chance, Deal, Quick, Seat, SeatSet, Suit};

use super::play_cards::PlayOne;
use super::state::{Phase, State};
use super::{CompiledRules, Matching, PlayDrawn};
use crate::DealError;

/// Plays games to the end with uniformly random legal moves. Allocates nothing.
#[derive(Debug)]
pub struct Playout;

impl Playout {
    /// Plays whole rounds from fresh deals and counts the decisions.
    pub fn rounds(compiled: &Arc<CompiledRules>, rounds: u64, chance: &mut Quick) -> Result<u64, DealError> {
        let dealer = Seat::new(compiled.seats.saturating_sub(1)).unwrap_or_default();
        let deal = Deal { playing: SeatSet::first(compiled.seats), dealer, order: compiled.pack.cards() };
        let mut game = Matching::deal(compiled, &deal, chance, &mut ())?;
        let mut decisions = 0;
        for _ in 0..rounds {
            Playout::deal(&mut game, dealer, chance);
            decisions += Playout::run(&mut game, chance);
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
    pub fn run(game: &mut Matching, chance: &mut Quick) -> u64 {
        let compiled = &*game.compiled;
        let state = &mut game.state;
        match (compiled.plain_plays, compiled.narrow) {
            (true, true) => play_round::<u64, true>(compiled, state, chance),
            (true, false) => play_round::<CardSet, true>(compiled, state, chance),
            (false, true) => play_round::<u64, false>(compiled, state, chance),
            (false, false) => play_round::<CardSet, false>(compiled, state, chance),
        }
    }
}

/// A random move of a random one of the players who have any.
#[inline(never)]
fn random_move(compiled: &CompiledRules, state: &mut State, chance: &mut impl Chance) {
    let acting = state.acting(compiled);
    let at = if acting.len() == 1 { 0 } else { chance.below(acting.len() as u32) };
    let seat = acting.iter().nth(at as usize).unwrap_or(state.turn);
    if let Some(choice) = state.choices(compiled, seat).choose(chance) {
        state.apply(compiled, seat, choice, chance, &mut ());
    }
}

/// A set of cards for the loop below: the whole set, or its first 64 bits if the pack fits into them.
trait Bits: Copy {
    fn of(set: CardSet) -> Self;
    fn set(self) -> CardSet;
    fn minus(self, other: Self) -> Self;
    fn count(self) -> u32;
    fn is_empty(self) -> bool;
    fn meets(self, other: Self) -> bool;
    fn contains(self, card: Card) -> bool;
    fn nth_card(self, n: u32) -> Card;
}

impl Bits for CardSet {
    #[inline]
    fn of(set: CardSet) -> CardSet {
        set
    }

    #[inline]
    fn set(self) -> CardSet {
        self
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
    fn is_empty(self) -> bool {
        CardSet::is_empty(self)
    }

    #[inline]
    fn meets(self, other: CardSet) -> bool {
        CardSet::meets(self, other)
    }

    #[inline]
    fn contains(self, card: Card) -> bool {
        CardSet::contains(self, card)
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
    fn set(self) -> CardSet {
        CardSet::of_low_word(self)
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
    fn is_empty(self) -> bool {
        self == 0
    }

    #[inline]
    fn meets(self, other: u64) -> bool {
        self & other != 0
    }

    #[inline]
    fn contains(self, card: Card) -> bool {
        self >> (card.index() & 63) & 1 == 1
    }

    #[inline]
    fn nth_card(self, n: u32) -> Card {
        Card::nth_of_word(self, n as usize)
    }
}

/// A turn of which a playout knows the sets: any card that fits may be played, and nobody can react.
#[derive(Clone, Copy)]
struct OpenTurn {
    fitting: CardSet,
    /// How many players miss a turn afterwards.
    skip: u8,
    declining: Declining,
}

/// How a player can decline to play.
#[derive(Clone, Copy)]
enum Declining {
    /// By drawing, or by passing after the maximum number of draws or with an empty stock.
    Draw(u8),
    /// By passing.
    Pass,
    /// By passing, without a card to play.
    PassIfStuck,
}

/// Plays a round to its end, straight from the bit sets wherever a turn is an open one. `PLAIN` promises
/// [`plain_plays`](CompiledRules::plain_plays).
#[inline(never)]
fn play_round<B: Bits, const PLAIN: bool>(
    compiled: &CompiledRules,
    state: &mut State,
    chance: &mut impl Chance,
) -> u64 {
    let mut decisions = 0;
    loop {
        if !random_open_turn::<B, PLAIN>(compiled, state, chance) {
            if let Phase::Over(_) = state.phase {
                return decisions;
            }
            random_move(compiled, state, chance);
        }
        decisions += 1;
    }
}

/// Makes a random move if the turn is an open one.
#[expect(clippy::inline_always, reason = "this is the loop of a playout")]
#[inline(always)]
fn random_open_turn<B: Bits, const PLAIN: bool>(
    compiled: &CompiledRules,
    state: &mut State,
    chance: &mut impl Chance,
) -> bool {
    if !PLAIN && compiled.said != 0 && state.may_react(compiled) {
        return false;
    }
    if let Phase::Turn { drawn } = state.phase {
        let fitting = state.hands[state.turn] & state.follow;
        let turn = OpenTurn { fitting, skip: 0, declining: Declining::Draw(drawn) };
        random_turn::<B, PLAIN>(compiled, state, turn, chance);
        return true;
    }
    let turn = open_turn(compiled, state);
    if let Some(turn) = turn {
        random_other_turn::<B, PLAIN>(compiled, state, turn, chance);
    }
    turn.is_some()
}

/// The sets of a turn that is not an ordinary one.
fn open_turn(compiled: &CompiledRules, state: &State) -> Option<OpenTurn> {
    let fitting = state.hands[state.turn] & state.follow;
    match state.phase {
        Phase::Turn { drawn } => Some(OpenTurn { fitting, skip: 0, declining: Declining::Draw(drawn) }),
        Phase::Again { drawn, skip } => Some(OpenTurn { fitting, skip, declining: Declining::Draw(drawn) }),
        Phase::Lead => Some(OpenTurn { fitting, skip: 0, declining: Declining::Draw(0) }),
        Phase::Drawn { card, skip } => {
            let must = compiled.rules.play_drawn == PlayDrawn::Must;
            let declining = if must { Declining::PassIfStuck } else { Declining::Pass };
            Some(OpenTurn { fitting: CardSet::only(card) & state.follow, skip, declining })
        }
        Phase::Answer { .. } | Phase::Suspended { .. } | Phase::Call | Phase::Over(_) => None,
    }
}

#[inline(never)]
fn random_other_turn<B: Bits, const PLAIN: bool>(
    compiled: &CompiledRules,
    state: &mut State,
    turn: OpenTurn,
    chance: &mut impl Chance,
) {
    random_turn::<B, PLAIN>(compiled, state, turn, chance);
}

/// A uniformly random move of a turn.
#[expect(clippy::inline_always, reason = "this is the loop of a playout")]
#[inline(always)]
fn random_turn<B: Bits, const PLAIN: bool>(
    compiled: &CompiledRules,
    state: &mut State,
    turn: OpenTurn,
    chance: &mut impl Chance,
) {
    let seat = state.turn;
    let hand = state.hands[seat];
    let mut starts = B::of(turn.fitting);
    if compiled.sieves_starts && (compiled.bars_some || starts.meets(B::of(compiled.later_copies))) {
        starts = B::of(state.starts(compiled, hand, turn.fitting));
    }
    let grouped = !PLAIN && compiled.rules.group_play;
    let alone = if grouped { B::of(state.alone(compiled, starts.set())) } else { starts };
    let plain = alone.minus(B::of(compiled.varied));
    let word = if PLAIN { None } else { compiled.word_to_say(B::of(hand).count() as usize - 1) };
    let ways = u32::from(word.is_some());
    let plain_count = plain.count() << ways;
    let varied = starts.minus(plain);
    let varied_count = if varied.is_empty() {
        0
    } else {
        let calling = calling(compiled, state, alone.set());
        let others = varied.set() - calling;
        let others = if others.is_empty() { 0 } else { state.count_plays(compiled, others) };
        ((calling.len() as u32 * compiled.suit_count) << ways) + others
    };
    let declines = match turn.declining {
        Declining::Draw(_) => compiled.rules.voluntary_draw || starts.is_empty(),
        Declining::Pass => true,
        Declining::PassIfStuck => starts.is_empty(),
    };
    let at = chance.below(plain_count + varied_count + u32::from(declines));
    if !PLAIN {
        state.before_turn_move(compiled, seat, chance, &mut ());
    }
    if at < plain_count {
        let (card, say) = (plain.nth_card(at >> ways), word.filter(|_| at & 1 == 1));
        let play = PlayOne { card, call: None, with: None, say };
        if B::of(compiled.special).contains(card) {
            state.put_special(compiled, play, chance, &mut ());
        } else {
            state.put_plain::<PLAIN>(compiled, play, turn.skip, chance, &mut ());
        }
    } else if at < plain_count + varied_count {
        play_varied(compiled, state, [alone.set(), varied.set()], at - plain_count, chance);
    } else if matches!(turn.declining, Declining::Draw(drawn) if drawn < compiled.draw_limit)
        && state.can_supply(compiled)
    {
        state.draw_in_turn(compiled, chance, &mut ());
    } else {
        state.pass(compiled, chance, &mut ());
    }
    state.count_action(compiled, &mut ());
}

/// Those of the cards, each alone of its rank where groups may be played, of which only the call has to be chosen.
#[inline]
fn calling(compiled: &CompiledRules, state: &State, alone: CardSet) -> CardSet {
    if state.hands[state.turn].is_single() { CardSet::EMPTY } else { alone & compiled.only_callers }
}

/// Makes one of the plays that begin with the second of these sets of cards.
#[inline(never)]
fn play_varied(
    compiled: &CompiledRules,
    state: &mut State,
    [alone, varied]: [CardSet; 2],
    at: u32,
    chance: &mut impl Chance,
) {
    let calling = calling(compiled, state, alone);
    let word = compiled.word_to_say(state.hands[state.turn].len() - 1);
    let ways = u32::from(word.is_some());
    let calls = (calling.len() as u32 * compiled.suit_count) << ways;
    if at >= calls {
        if let Some(play) = state.nth_play(compiled, varied - calling, at - calls) {
            state.put(compiled, play, chance, &mut ());
        }
        return;
    }
    let call = at >> ways;
    let play = PlayOne {
        card: calling.nth((call / compiled.suit_count) as usize).unwrap_or_default(),
        call: Some(Suit((call % compiled.suit_count) as u8)),
        with: None,
        say: word.filter(|_| at & ways == 1),
    };
    state.put_one(compiled, play, chance, &mut ());
}

#[cfg(test)]
mod tests {
    use alloc::vec;
    use alloc::vec::Vec;

    use super::*;
    use crate::matching::Move;
    use crate::odd_rules::{Given, odd_rules};
    use crate::{Rules, presets};

    /// One random move, by the code that plays out games.
    fn step(compiled: &CompiledRules, state: &mut State, chance: &mut impl Chance) {
        let was_open = match (compiled.plain_plays, compiled.narrow) {
            (true, true) => random_open_turn::<u64, true>(compiled, state, chance),
            (true, false) => random_open_turn::<CardSet, true>(compiled, state, chance),
            (false, true) => random_open_turn::<u64, false>(compiled, state, chance),
            (false, false) => random_open_turn::<CardSet, false>(compiled, state, chance),
        };
        if !was_open {
            random_move(compiled, state, chance);
        }
    }

    /// Every number that chance can give makes a different move of the list, so that all are equally likely.
    fn check_position(compiled: &CompiledRules, state: &State, seed: u64) {
        let acting = state.acting(compiled);
        let mut moves = Vec::new();
        for (place, seat) in acting.iter().enumerate() {
            state.legal(compiled, seat, &mut moves);
            let mut expected: Vec<(Move, State)> = moves
                .iter()
                .map(|&choice| {
                    let mut after = state.clone();
                    after.apply(compiled, seat, choice, &mut Given::new(vec![], seed), &mut ());
                    (choice, after)
                })
                .collect();
            let bounds = [acting.len() as u32, moves.len() as u32];
            let (first, bounds) =
                if acting.len() > 1 { (vec![place as u32], &bounds[..]) } else { (vec![], &bounds[1..]) };
            for number in 0..moves.len() as u32 {
                let mut after = state.clone();
                let mut chance = Given::new([&first[..], &[number]].concat(), seed);
                step(compiled, &mut after, &mut chance);
                assert_eq!(chance.bounds(bounds.len()), bounds, "{:?}: {moves:?}", state.phase);
                let made = expected.iter().position(|(_, expected)| *expected == after);
                assert!(
                    made.is_some(),
                    "{}: number {number} of {moves:?}: {after:?}",
                    compiled.rules.header.name
                );
                expected.swap_remove(made.unwrap());
            }
        }
    }

    /// Checks the positions of random games with this many seats.
    fn check_games(rules: &super::super::Rules, seats: usize, games: u64) {
        let compiled = Arc::new(CompiledRules::new(rules, seats).unwrap());
        let deal =
            Deal { playing: SeatSet::first(seats), dealer: Seat::default(), order: compiled.pack.cards() };
        let mut chance = Quick::new(1);
        let Ok(mut game) = Matching::deal(&compiled, &deal, &mut chance, &mut ()) else { return };
        for seed in 0..games {
            Playout::deal(&mut game, Seat::default(), &mut chance);
            while !matches!(game.state.phase, Phase::Over(_)) {
                check_position(&compiled, &game.state, seed);
                step(&compiled, &mut game.state, &mut chance);
            }
        }
    }

    #[test]
    fn a_playout_makes_each_legal_move_equally_often() {
        for rules in presets::all() {
            let Rules::Matching(rules) = rules else { continue };
            for seats in [rules.players.least, rules.players.most] {
                check_games(&rules, seats, 4);
            }
        }
    }

    #[test]
    fn a_playout_makes_each_legal_move_equally_often_under_any_rules() {
        let mut chance = Quick::new(7);
        for _ in 0..100 {
            let Rules::Matching(rules) = odd_rules(&mut chance) else { continue };
            let seats = rules.players.least + chance.below(3) as usize;
            check_games(&rules, seats.min(rules.players.most), 1);
        }
    }
}
