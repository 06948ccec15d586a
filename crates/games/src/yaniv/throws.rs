//! The throws that a hand allows: counted and chosen from bit sets, and listed from the same sets.

use engine::{Card, CardSet, Suit};

use super::compiled_rules::{CompiledRules, RANKS, SUITS};
use super::set::{Shape, Throw};

/// The cards of a rank, and the places of a run, have one bit for each suit.
const STEP: u32 = SUITS as u32;
/// The bits of a rank.
const RANK: u64 = (1 << SUITS) - 1;
/// The first bit of each rank.
const EACH_RANK: u64 = ALL / RANK;
/// The bits of all ranks.
const ALL: u64 = (1 << (SUITS * RANKS)) - 1;

/// Hands of at most this many cards, which is all that most games ever have, never allow too many throws to count first.
const SHORT_HAND_CARDS: usize = 7;
/// Jokers of a hand are left out of throws while it would allow more throws than this; one of them always counts.
const MAX_THROWS_WITH_JOKERS: u32 = 2_000;

/// The throws that a hand allows. Of many jokers in a large hand only some are considered: runs with jokers double with
/// every card. A throw with more of them is legal all the same.
pub(super) struct Throws<'a> {
    compiled: &'a CompiledRules,
    /// The cards that are considered.
    hand: CardSet,
    /// The faces in hand that have a suit: four bits for each rank, ace first.
    faces: u64,
    /// The faces by their places in a run: the aces, or all of them, stand above the king again if the rules say so.
    places: u128,
    /// How many jokers are considered.
    jokers: u32,
    /// The points of the hand.
    points: u16,
}

/// How many throws of each shape there are.
#[derive(Clone, Copy)]
pub(super) struct Counts {
    singles: u32,
    kinds: u32,
    runs: u32,
}

impl Counts {
    /// How many throws there are.
    pub(super) fn total(self) -> u32 {
        self.singles + self.kinds + self.runs
    }
}

/// The beginning of a run.
#[derive(Clone, Copy)]
struct Start {
    /// The suits and places at which it begins.
    lows: u64,
    /// How many cards it has.
    len: u32,
    /// At which of them jokers stand.
    jokers: u16,
}

impl<'a> Throws<'a> {
    /// The throws that the hand allows.
    pub(super) fn new(compiled: &'a CompiledRules, hand: CardSet) -> Throws<'a> {
        let (mut faces, mut points) = (0, 0);
        for card in hand.iter() {
            faces |= compiled.face_bit(card);
            points += compiled.points_of(card);
        }
        let places = u128::from(faces) | u128::from(faces & compiled.above_king) << (STEP * RANKS as u32);
        let jokers = hand & compiled.jokers;
        let throws = Throws { compiled, hand, faces, places, jokers: jokers.len() as u32, points };
        if hand.len() <= SHORT_HAND_CARDS || jokers.len() < 2 { throws } else { throws.with_some_jokers() }
    }

    /// The same with as many jokers as keep the number of throws within bounds.
    fn with_some_jokers(self) -> Throws<'a> {
        let jokers = self.hand & self.compiled.jokers;
        let mut some = Throws { hand: self.hand - jokers, jokers: 0, ..self };
        for joker in jokers.iter() {
            let more = Throws { hand: some.hand | CardSet::only(joker), jokers: some.jokers + 1, ..some };
            if more.jokers > 1 && more.count().total() > MAX_THROWS_WITH_JOKERS {
                break;
            }
            some = more;
        }
        some
    }

    /// The points of the hand.
    pub(super) fn points(&self) -> u16 {
        self.points
    }

    /// How many throws there are.
    pub(super) fn count(&self) -> Counts {
        Counts { singles: self.singles(), kinds: self.count_kinds(), runs: self.count_runs() }
    }

    /// The throw with this number, below the total of [`count`](Throws::count).
    pub(super) fn nth(&self, at: u32, counts: Counts) -> Option<Throw> {
        let Some(at) = at.checked_sub(counts.singles) else { return self.nth_single(at) };
        let Some(at) = at.checked_sub(counts.kinds) else { return self.nth_kind(at) };
        self.nth_run(at)
    }

    /// Visits every throw once.
    pub(super) fn each(&self, visit: &mut impl FnMut(Throw)) {
        (0..self.singles()).filter_map(|at| self.nth_single(at)).for_each(&mut *visit);
        self.kinds(visit);
        self.runs(&mut |_, run| visit(run));
    }

    /// How many faces there are to be thrown alone (Y13).
    fn singles(&self) -> u32 {
        self.faces.count_ones() + u32::from(self.jokers > 0)
    }

    fn nth_single(&self, at: u32) -> Option<Throw> {
        let card = match nth_bit(self.faces, at) {
            Some(bit) => self.compiled.card_at(bit),
            None => self.joker()?,
        };
        Some(Throw::single(card))
    }

    /// The name of the jokers.
    fn joker(&self) -> Option<Card> {
        self.compiled.jokers.lowest()
    }
}

/// Cards of one rank (Y14).
impl Throws<'_> {
    /// How many throws there are of two or more cards of one rank.
    fn count_kinds(&self) -> u32 {
        if !self.compiled.kinds_are_plain {
            let mut count = 0;
            self.kinds(&mut |_| count += 1);
            return count;
        }
        self.pairs().map(|(_, suits)| self.orders_of(suits.count_ones())).sum()
    }

    fn nth_kind(&self, mut at: u32) -> Option<Throw> {
        if !self.compiled.kinds_are_plain {
            let mut found = None;
            self.kinds(&mut |throw| {
                if at == 0 && found.is_none() {
                    found = Some(throw);
                }
                at = at.saturating_sub(1);
            });
            return found;
        }
        for (rank, suits) in self.pairs() {
            let orders = self.orders_of(suits.count_ones());
            if at < orders {
                return self.nth_order(rank, suits, at);
            }
            at -= orders;
        }
        None
    }

    /// The ranks with two or more cards in hand, as the first bit of the rank and the suits.
    fn pairs(&self) -> impl Iterator<Item = (u32, u64)> {
        let faces = self.faces;
        // Faces with another one, two or three suits above in their rank.
        let [one_above, two_above, three_above] = [0b111, 0b11, 0b1].map(|suits| EACH_RANK * suits);
        let mut rest =
            faces & (((faces >> 1) & one_above) | ((faces >> 2) & two_above) | ((faces >> 3) & three_above));
        core::iter::from_fn(move || {
            let rank = (rest != 0).then(|| rest.trailing_zeros() / STEP * STEP)?;
            rest &= !(RANK << rank);
            Some((rank, faces >> rank & RANK))
        })
    }

    /// The number of orders in which some of this many cards of one rank can lie (J18, Y28).
    fn orders_of(&self, cards: u32) -> u32 {
        if self.compiled.rules.draw_any_of_kind {
            (1 << cards) - 1 - cards
        } else {
            (cards * (cards - 1)) << (cards - 2)
        }
    }

    /// The cards of a rank in the order with this number.
    fn nth_order(&self, rank: u32, suits: u64, at: u32) -> Option<Throw> {
        let card = |suit: u32| self.compiled.card_at(rank + suit);
        if self.compiled.rules.draw_any_of_kind {
            let several = (1..=RANK).filter(|&some| some & !suits == 0 && !some.is_power_of_two());
            return Throw::new(&[]).and_then(|throw| {
                bits(several.into_iter().nth(at as usize)?)
                    .try_fold(throw, |throw, suit| throw.with(card(suit)))
            });
        }
        let (ends, inside) = (at >> (suits.count_ones() - 2), at & ((1 << (suits.count_ones() - 2)) - 1));
        let others = suits.count_ones() - 1;
        let first = nth_bit(suits, ends / others)?;
        let rest = suits & !(1 << first);
        let last = nth_bit(rest, ends % others)?;
        let between = bits(rest & !(1 << last)).enumerate().filter(|(nth, _)| inside >> nth & 1 == 1);
        let throw = between.map(|(_, suit)| card(suit)).try_fold(Throw::single(card(first)), Throw::with);
        throw?.with(card(last))
    }

    /// Visits the throws of two or more cards of one rank.
    fn kinds(&self, visit: &mut impl FnMut(Throw)) {
        let compiled = self.compiled;
        let jokers = if compiled.rules.joker_in_sets { self.hand & compiled.jokers } else { CardSet::EMPTY }; // J17
        for same in compiled.ranks().map(|rank| self.hand & rank) {
            if !same.is_empty() && (same | jokers).len() > 1 {
                self.gather(same | jokers, Throw::default(), &mut |throw: Throw| {
                    if throw.cards().iter().any(|&card| !compiled.is_joker(card)) {
                        visit(throw);
                    }
                });
            }
        }
        self.gather(jokers, Throw::default(), visit);
    }

    /// Visits every choice of the cards: any number of copies of each face.
    fn gather(&self, from: CardSet, chosen: Throw, visit: &mut impl FnMut(Throw)) {
        let Some(card) = from.lowest() else { return self.orders(chosen, visit) };
        let same = from & self.compiled.copies(card);
        let mut chosen = Some(chosen);
        for _ in 0..=same.len() {
            let Some(throw) = chosen else { return };
            self.gather(from - same, throw, visit);
            chosen = throw.with(self.compiled.name(card));
        }
    }

    /// Visits the orders in which sorted cards of one rank may lie (J18).
    fn orders(&self, sorted: Throw, visit: &mut impl FnMut(Throw)) {
        let cards = sorted.cards();
        if cards.len() < 2 || self.compiled.shape(cards) != Some(Shape::Alike) {
            return;
        }
        if self.compiled.rules.draw_any_of_kind {
            return visit(sorted);
        }
        for first in (0..cards.len()).filter(|&at| at == 0 || cards[at] != cards[at - 1]) {
            for last in (0..cards.len()).filter(|&at| at != first && cards.get(at + 1) != Some(&cards[at])) {
                let inside = (0..cards.len()).filter(|&at| at != first && at != last);
                let order = [first].into_iter().chain(inside).chain([last]);
                order
                    .fold(Throw::new(&[]), |throw, at| throw?.with(cards[at]))
                    .into_iter()
                    .for_each(&mut *visit);
            }
        }
    }
}

/// Runs (Y14, Y15).
impl Throws<'_> {
    fn count_runs(&self) -> u32 {
        let mut count = 0;
        self.starts(&mut |start| count += start.lows.count_ones());
        count
    }

    fn nth_run(&self, at: u32) -> Option<Throw> {
        let (mut at, mut found) = (at, None);
        self.starts(&mut |start| {
            let runs = start.lows.count_ones();
            if found.is_none() && at < runs {
                found = nth_bit(start.lows, at).and_then(|low| self.run(start, low));
            }
            at = at.saturating_sub(runs);
        });
        found
    }

    /// Visits every run with its suit and the place at which it begins.
    pub(super) fn runs(&self, visit: &mut impl FnMut((u32, u32), Throw)) {
        self.starts(&mut |start| {
            for low in bits(start.lows) {
                self.run(start, low).into_iter().for_each(|run| visit((low % STEP, low / STEP), run));
            }
        });
    }

    /// Visits every length of a run with every choice of places for jokers.
    fn starts(&self, visit: &mut impl FnMut(Start)) {
        let three_in_a_row = self.places & self.places >> STEP & self.places >> (2 * STEP);
        if self.jokers > 0 || three_in_a_row != 0 {
            self.extend(Start { lows: ALL, len: 0, jokers: 0 }, visit);
        }
    }

    /// Visits what the start can become with one more card at its end, and so on.
    fn extend(&self, start: Start, visit: &mut impl FnMut(Start)) {
        let Start { lows, len, jokers } = start;
        let used = jokers.count_ones();
        if len >= 3 && len - used >= u32::from(self.compiled.rules.min_naturals.count() as u8) {
            visit(Start { lows: lows & self.compiled.lows(len as usize), ..start }); // J17
        }
        if len as usize == RANKS {
            return;
        }
        let real = lows & (self.places >> (STEP * len)) as u64;
        if real != 0 {
            self.extend(Start { lows: real, len: len + 1, jokers }, visit);
        }
        if used < self.jokers {
            self.extend(Start { lows, len: len + 1, jokers: jokers | 1 << len }, visit);
        }
    }

    /// The run that begins at this bit.
    fn run(&self, start: Start, low: u32) -> Option<Throw> {
        (0..start.len).try_fold(Throw::default(), |throw, nth| {
            let joker = start.jokers >> nth & 1 == 1;
            let card = if joker { self.joker()? } else { self.compiled.card_at(low + STEP * nth) };
            throw.with(card)
        })
    }
}

/// The position of the `n`-th bit, counted from 0.
fn nth_bit(bits: u64, n: u32) -> Option<u32> {
    (n < bits.count_ones()).then(|| Card::nth_of_word(bits, n as usize).index() as u32)
}

/// The positions of the bits.
fn bits(mut rest: u64) -> impl Iterator<Item = u32> {
    core::iter::from_fn(move || {
        let lowest = rest.trailing_zeros();
        rest &= rest.wrapping_sub(1);
        (lowest < u64::BITS).then_some(lowest)
    })
}

impl CompiledRules {
    /// The bit of a card's face; none for a joker.
    fn face_bit(&self, card: Card) -> u64 {
        self.face_bits[card.index()]
    }

    /// The name of the card at a bit, which may be above the king.
    fn card_at(&self, bit: u32) -> Card {
        self.faces[bit as usize % (SUITS * RANKS)]
    }

    /// Where runs of this length can begin (J16).
    fn lows(&self, len: usize) -> u64 {
        (1 << (SUITS * self.starts(len))) - 1
    }
}

/// The bit of the face with this rank and suit.
pub(super) fn face_bit(suit: Suit, rank: usize) -> u64 {
    1 << (rank * SUITS + usize::from(suit.0))
}

/// The bits of the ranks that stand above the king, if this many do.
pub(super) fn lowest_ranks(ranks: usize) -> u64 {
    (1 << (SUITS * ranks)) - 1
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use engine::{Chance, Quick};

    use super::*;
    use crate::{MAX_LEGAL_MOVES, Rules, change, presets};

    /// Rules with as many throws as there can be, and with fewer.
    fn rule_sets() -> Vec<CompiledRules> {
        let sets: [&[&str]; 4] = [
            &[],
            &["packs=2", "jokers=4"],
            &["packs=2", "jokers=8", "ace=wrap", "min_naturals=1", "joker_in_sets=true"],
            &["packs=2", "jokers=8", "ace=both", "joker_in_sets=true", "draw_any_of_kind=true"],
        ];
        let compiled = |changes: &[&str]| {
            let changes: Vec<_> = changes.iter().map(|&change| change.into()).collect();
            match change(&presets::named("yaniv").unwrap(), &changes).unwrap() {
                Rules::Yaniv(rules) => CompiledRules::new(&rules, 2).unwrap(),
                Rules::Matching(_) => panic!("yaniv"),
            }
        };
        sets.map(compiled).into_iter().collect()
    }

    /// A hand of cards that go together: jokers, a suit and a rank.
    fn collected(compiled: &CompiledRules, size: usize, chance: &mut Quick) -> CardSet {
        let pack = &compiled.pack;
        let suit = pack.of_suit(Suit(chance.below(SUITS as u32) as u8));
        let (rank, jokers) = (compiled.ranks()[chance.below(RANKS as u32) as usize], compiled.jokers);
        let wanted =
            [jokers, suit, rank, [suit | jokers, rank | jokers, suit | rank][chance.below(3) as usize]];
        let mut hand = CardSet::EMPTY;
        while hand.len() < size {
            let from = wanted[chance.below(4) as usize] - hand;
            let from = if from.is_empty() { pack.all() - hand } else { from };
            hand.insert(from.nth(chance.below(from.len() as u32) as usize).unwrap());
        }
        hand
    }

    /// With the most places from which a card can be taken: the stock, and any of five faces thrown together.
    #[test]
    fn no_hand_allows_more_throws_than_can_be_listed() {
        let mut chance = Quick::new(3);
        for compiled in rule_sets() {
            let takes = if compiled.rules.draw_any_of_kind { 6 } else { 3 };
            for size in (1..=20).chain([20; 300]) {
                let hand = collected(&compiled, size, &mut chance);
                let throws = Throws::new(&compiled, hand);
                let listed = throws.count().total() * takes + 40;
                assert!(listed as usize <= MAX_LEGAL_MOVES, "{listed} of {}", compiled.pack.list(hand));
                let all = throws.jokers as usize == (hand & compiled.jokers).len();
                assert!(all || size > SHORT_HAND_CARDS && throws.jokers > 0, "{}", compiled.pack.list(hand));
            }
        }
    }

    /// A short hand never needs to be counted first.
    #[test]
    fn a_short_hand_allows_few_throws() {
        let mut chance = Quick::new(5);
        for compiled in rule_sets() {
            for _ in 0..2_000 {
                let hand = collected(&compiled, SHORT_HAND_CARDS, &mut chance);
                assert!(Throws::new(&compiled, hand).count().total() <= MAX_THROWS_WITH_JOKERS);
            }
        }
    }
}
