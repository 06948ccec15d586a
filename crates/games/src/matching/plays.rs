//! The plays that begin with one card: alone or as a group, with every call, partner and word.

use alloc::vec::Vec;

use engine::{Card, CardSet, Seat, SeatSet, Suit, Word};

use super::compiled_rules::LONGEST_WORD_HAND;
use super::state::State;
use super::{CompiledRules, Group, Move, Play};

/// The plays that begin with one card.
pub(super) struct Plays<'a> {
    state: &'a State,
    compiled: &'a CompiledRules,
    /// The card, by its name.
    first: Card,
    /// The other cards of its rank in hand, if groups may be played.
    rest: CardSet,
}

impl<'a> Plays<'a> {
    /// The plays that begin with this card of the seat on turn.
    #[inline]
    pub(super) fn new(state: &'a State, compiled: &'a CompiledRules, first: Card) -> Plays<'a> {
        let hand = state.hands[state.turn];
        let rest = if compiled.rules.group_play {
            hand & compiled.rest_of_rank[first.index()]
        } else {
            CardSet::EMPTY
        };
        let first = if compiled.has_copies { compiled.pack.first_copy(first) } else { first };
        Plays { state, compiled, first, rest }
    }

    /// How many plays there are.
    #[inline]
    pub(super) fn count(&self) -> u32 {
        if self.are_regular() { 1 + self.regular_groups() } else { self.count_irregular() }
    }

    #[inline(never)]
    fn count_irregular(&self) -> u32 {
        let groups: u32 = self.groups().map(|groups| groups.count()).sum();
        self.variants(self.first, 1).count() + groups
    }

    /// The play with this number, below [`count`](Plays::count).
    pub(super) fn nth(&self, at: u32) -> Option<Play> {
        if self.are_regular() {
            return self.nth_regular(at);
        }
        let variants = self.variants(self.first, 1);
        let single = variants.count();
        if at < single {
            return variants.nth(Group::single(self.first), at);
        }
        let mut at = at - single;
        for groups in self.groups() {
            let count = groups.count();
            if at < count {
                return groups.nth(at);
            }
            at -= count;
        }
        None
    }

    /// Whether the cards are all that has to be chosen, and no two of them are equal.
    #[inline]
    fn are_regular(&self) -> bool {
        let left = self.state.hands[self.state.turn].len() - 1 - self.rest.len();
        left > LONGEST_WORD_HAND && !(self.rest | CardSet::only(self.first)).meets(self.compiled.irregular)
    }

    /// How many regular groups there are: a last card, and any of the others between.
    fn regular_groups(&self) -> u32 {
        let rest = self.rest.len() as u32;
        rest << rest.saturating_sub(1)
    }

    fn nth_regular(&self, at: u32) -> Option<Play> {
        let Some(at) = at.checked_sub(1) else { return Some(Play::card(self.first)) };
        let between = self.rest.len() as u32 - 1;
        let last = self.rest.nth((at >> between) as usize)?;
        let chosen =
            (self.rest - CardSet::only(last)).iter().enumerate().filter(|(nth, _)| at >> nth & 1 == 1);
        let middle = chosen.fold(0, |middle, (_, card)| middle | self.compiled.bit_of_rank[card.index()]);
        let cards = Group { first: self.first, len: 2 + middle.count_ones() as u8, last, middle };
        Some(Play { cards, ..Play::card(self.first) })
    }

    /// Lists the plays; groups are out of order.
    pub(super) fn list(&self, moves: &mut Vec<Move>) {
        self.variants(self.first, 1).list(Group::single(self.first), moves);
        for groups in self.groups() {
            for nth in 0..groups.middles.count() {
                let group = groups.group(nth);
                self.variants(group.last, usize::from(group.len)).list(group, moves);
            }
        }
    }

    /// The groups by the card that ends on top.
    fn groups(&self) -> impl Iterator<Item = Groups<'_>> {
        let lasts = self.compiled.one_of_each(self.rest);
        lasts.iter().map(|held| Groups {
            plays: self,
            last: self.compiled.pack.first_copy(held),
            middles: Middles::new(self.compiled, self.rest - CardSet::only(held)),
        })
    }

    /// What goes with `len` cards of which this one ends on top.
    fn variants(&self, last: Card, len: usize) -> Variants<'_> {
        let (state, compiled) = (self.state, self.compiled);
        let hand = state.hands[state.turn];
        let left = hand.len() - len;
        if left == 0 && !(hand - compiled.finish).is_empty() {
            return Variants::none(state, compiled); // C18, E6
        }
        let swaps = state.swaps_with(compiled, last, left == 0);
        Variants {
            state,
            compiled,
            suits: state.calls_with(compiled, last, left == 0).then_some(compiled.suit_count),
            alone: !swaps || !compiled.rules.swap_mandatory,
            word: compiled.word_to_say(left),
            partners: if swaps { state.active.without(state.turn) } else { SeatSet::EMPTY },
        }
    }
}

/// The groups with the same first and last cards.
struct Groups<'a> {
    plays: &'a Plays<'a>,
    last: Card,
    middles: Middles,
}

impl Groups<'_> {
    fn count(&self) -> u32 {
        match self.same_for_all() {
            Some(variants) => self.middles.count() * variants.count(),
            None => (0..self.middles.count()).map(|nth| self.variants(nth).count()).sum(),
        }
    }

    fn nth(&self, at: u32) -> Option<Play> {
        if let Some(variants) = self.same_for_all() {
            let count = variants.count();
            return variants.nth(self.group(at / count), at % count);
        }
        let mut at = at;
        for nth in 0..self.middles.count() {
            let variants = self.variants(nth);
            let count = variants.count();
            if at < count {
                return variants.nth(self.group(nth), at);
            }
            at -= count;
        }
        None
    }

    /// What goes with each of the groups, if it does not depend on how many cards are left.
    fn same_for_all(&self) -> Option<Variants<'_>> {
        let largest = 2 + self.middles.whole.count_ones() as usize;
        let left = self.plays.state.hands[self.plays.state.turn].len() - largest;
        let plays = self.plays;
        (left > LONGEST_WORD_HAND).then(|| plays.variants(self.last, 2))
    }

    fn variants(&self, nth: u32) -> Variants<'_> {
        self.plays.variants(self.last, 2 + self.middles.nth(nth).count_ones() as usize)
    }

    fn group(&self, nth: u32) -> Group {
        let middle = self.middles.nth(nth);
        Group { first: self.plays.first, len: 2 + middle.count_ones() as u8, last: self.last, middle }
    }
}

/// Every choice of cards between the first and the last, as bits over the cards of the rank.
struct Middles {
    /// All cards there are for it, each face by its lowest copies.
    whole: u16,
    /// The first copies among the cards of the rank.
    faces: u16,
}

impl Middles {
    fn new(compiled: &CompiledRules, cards: CardSet) -> Middles {
        let Some(any) = cards.lowest() else { return Middles { whole: 0, faces: 0 } };
        let mut whole = 0;
        for card in compiled.pack.canonical(cards).iter() {
            whole |= compiled.bit_of_rank[card.index()];
        }
        Middles { whole, faces: compiled.faces_of_rank[usize::from(compiled.pack.face(any).rank.0)] }
    }

    /// How many choices there are: of each face any number of copies.
    fn count(&self) -> u32 {
        self.copies().map(|copies| copies.count_ones() + 1).product()
    }

    /// The choice with this number.
    fn nth(&self, mut at: u32) -> u16 {
        let mut middle = 0;
        for copies in self.copies() {
            let choices = copies.count_ones() + 1;
            let chosen = (1 << (at % choices)) - 1;
            middle |= chosen << copies.trailing_zeros();
            at /= choices;
        }
        middle
    }

    /// The copies of each face.
    fn copies(&self) -> impl Iterator<Item = u16> {
        let (mut rest, faces) = (self.whole, self.faces);
        core::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let lowest = rest & rest.wrapping_neg();
            let later_faces = faces & !(lowest | (lowest - 1));
            let copies = rest & (later_faces & later_faces.wrapping_neg()).wrapping_sub(1);
            rest -= copies;
            Some(copies)
        })
    }
}

/// What can go with cards that are played: calls, partners and words.
struct Variants<'a> {
    state: &'a State,
    compiled: &'a CompiledRules,
    /// How many suits can be called, if one must be.
    suits: Option<u32>,
    /// Whether the play needs no partner.
    alone: bool,
    /// The word to say if nobody swaps.
    word: Option<Word>,
    /// Who can swap hands with the player.
    partners: SeatSet,
}

impl Variants<'_> {
    /// No play at all.
    fn none<'a>(state: &'a State, compiled: &'a CompiledRules) -> Variants<'a> {
        Variants { state, compiled, suits: None, alone: false, word: None, partners: SeatSet::EMPTY }
    }

    fn count(&self) -> u32 {
        self.suits.unwrap_or(1) * self.count_for_a_suit()
    }

    fn nth(&self, cards: Group, at: u32) -> Option<Play> {
        let each = self.count_for_a_suit();
        let call = self.suits.map(|_| Suit((at / each) as u8));
        self.nth_for_a_suit(at % each).map(|(with, say)| Play { cards, call, with, say })
    }

    fn list(&self, cards: Group, moves: &mut Vec<Move>) {
        let plays = (0..self.count()).filter_map(|at| self.nth(cards, at));
        moves.extend(plays.map(Move::Play));
    }

    fn count_for_a_suit(&self) -> u32 {
        let alone = if self.alone { ways_to_speak(self.word) } else { 0 };
        alone + self.partners.iter().map(|other| ways_to_speak(self.word_with(other))).sum::<u32>()
    }

    /// The partner and the word of the play with this number.
    fn nth_for_a_suit(&self, mut at: u32) -> Option<(Option<Seat>, Option<Word>)> {
        let alone = self.alone.then_some((None, self.word)).into_iter();
        let swaps = self.partners.iter().map(|other| (Some(other), self.word_with(other)));
        for (with, word) in alone.chain(swaps) {
            let ways = ways_to_speak(word);
            if at < ways {
                return Some((with, word.filter(|_| at == 1)));
            }
            at -= ways;
        }
        None
    }

    /// The word to say with the hand of this player.
    fn word_with(&self, other: Seat) -> Option<Word> {
        self.compiled.word_to_say(self.state.hands[other].len())
    }
}

/// A word can be said or left unsaid.
fn ways_to_speak(word: Option<Word>) -> u32 {
    1 + u32::from(word.is_some())
}
