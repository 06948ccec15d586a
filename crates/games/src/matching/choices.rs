//! The legal moves of a seat as sets of cards. A playout chooses from the sets, and the list is made from them.

use alloc::vec::Vec;

use engine::{Card, CardSet, Chance, Seat, SeatSet, Suit, Word};

use super::AnnounceCheck;
use super::plays::Plays;
use super::state::{Phase, State};
use super::{CompiledRules, Move, Play};

/// The words in the order of their moves.
const WORDS: [Word; 2] = [Word::Semi, Word::Last];

/// The legal moves of a seat.
pub(super) struct Choices<'a> {
    state: &'a State,
    compiled: &'a CompiledRules,
    /// The cards with which a play may begin, one of each face.
    starts: CardSet,
    /// Those of them that can be played in one way only, the word apart.
    plain: CardSet,
    /// Drawing or passing, if one of them is legal.
    declining: Option<Move>,
    /// Whether the card that was played last can be challenged.
    challenge: bool,
    /// How many suits can be called for a wild card that was turned up.
    calls: u8,
    /// The words that can be said.
    words: [Option<Word>; 2],
    /// The players who can be caught.
    caught: SeatSet,
}

impl State {
    /// The legal moves of a seat while the round is on.
    pub(super) fn choices<'a>(&'a self, compiled: &'a CompiledRules, seat: Seat) -> Choices<'a> {
        let mut choices = Choices {
            state: self,
            compiled,
            starts: CardSet::EMPTY,
            plain: CardSet::EMPTY,
            declining: None,
            challenge: false,
            calls: 0,
            words: [None; 2],
            caught: SeatSet::EMPTY,
        };
        if seat == self.turn {
            choices.add_turn();
        }
        if compiled.said != 0 {
            choices.add_reactions(seat);
        }
        choices
    }

    /// Lists the legal moves of a seat, sorted and without duplicates.
    pub(super) fn legal(&self, compiled: &CompiledRules, seat: Seat, moves: &mut Vec<Move>) {
        moves.clear();
        if !matches!(self.phase, Phase::Over(_)) && self.active.contains(seat) {
            self.choices(compiled, seat).list(moves);
        }
    }

    /// Those of the fitting cards with which a play may begin, one of each face.
    #[inline]
    pub(super) fn starts(&self, compiled: &CompiledRules, hand: CardSet, fitting: CardSet) -> CardSet {
        compiled.one_of_each(if compiled.bars_some { self.allowed(compiled, hand, fitting) } else { fitting })
    }

    /// Whether somebody can say a word or catch a player.
    #[inline]
    pub(super) fn may_react(&self, compiled: &CompiledRules) -> bool {
        !self.owing.is_empty()
            || compiled.rules.false_call_penalty.get() > 0
            || self.reduced && compiled.is_announced(self.hands[self.turn].len())
    }

    /// How many plays begin with these cards.
    #[inline(never)]
    pub(super) fn count_plays(&self, compiled: &CompiledRules, firsts: CardSet) -> u32 {
        let each = |(first, cards)| Plays::new(self, compiled, first).count() * cards;
        same_plays(compiled, firsts).map(|(first, cards)| each((first, cards.len() as u32))).sum()
    }

    /// The play with this number of those that begin with these cards.
    pub(super) fn nth_play(&self, compiled: &CompiledRules, firsts: CardSet, mut at: u32) -> Option<Play> {
        for (first, cards) in same_plays(compiled, firsts) {
            let count = Plays::new(self, compiled, first).count();
            if at < count * cards.len() as u32 {
                return Plays::new(self, compiled, cards.nth((at / count) as usize)?).nth(at % count);
            }
            at -= count * cards.len() as u32;
        }
        None
    }

    /// Those of the cards that are the only ones of their rank in the hand of the seat on turn.
    pub(super) fn alone(&self, compiled: &CompiledRules, cards: CardSet) -> CardSet {
        let hand = self.hands[self.turn];
        let mut alone = cards;
        for card in cards.iter() {
            if hand.meets(compiled.rest_of_rank[card.index()]) {
                alone.remove(card);
            }
        }
        alone
    }
}

impl Choices<'_> {
    fn add_turn(&mut self) {
        let (state, compiled) = (self.state, self.compiled);
        if state.phase == Phase::Call {
            self.calls = compiled.suit_count as u8;
            return;
        }
        let playable = state.playable(compiled);
        self.starts = compiled.one_of_each(playable);
        self.plain = self.starts - compiled.varied;
        if compiled.rules.group_play {
            self.plain = state.alone(compiled, self.plain);
        }
        self.challenge = matches!(state.phase, Phase::Answer { challengeable: Some(_), .. });
        self.declining = if state.check_draw(compiled, playable).is_ok() {
            Some(Move::Draw)
        } else {
            state.check_pass(compiled, playable).is_ok().then_some(Move::Pass)
        };
    }

    fn add_reactions(&mut self, seat: Seat) {
        let (state, compiled) = (self.state, self.compiled);
        self.words = WORDS.map(|word| state.check_say(compiled, seat, word).is_ok().then_some(word));
        if compiled.rules.announce_check == AnnounceCheck::Catch && (!state.owing.is_empty() || state.fresh) {
            let caught = |&other: &Seat| state.check_catch(compiled, seat, other).is_ok();
            self.caught = state.active.iter().filter(caught).collect();
        }
    }

    /// A random move; each is equally likely.
    pub(super) fn choose(&self, chance: &mut impl Chance) -> Option<Move> {
        let (plain, varied) = (self.count_plain(), self.count_varied());
        let at = chance.below(plain + varied + self.count_besides_plays());
        if at < plain {
            return self.nth_plain(at).map(Move::Play);
        }
        if at < plain + varied {
            return self.state.nth_play(self.compiled, self.starts - self.plain, at - plain).map(Move::Play);
        }
        self.besides_plays().nth((at - plain - varied) as usize)
    }

    fn count_varied(&self) -> u32 {
        let varied = self.starts - self.plain;
        if varied.is_empty() { 0 } else { self.state.count_plays(self.compiled, varied) }
    }

    fn count_besides_plays(&self) -> u32 {
        let words = self.words.iter().filter(|word| word.is_some()).count() as u32;
        u32::from(self.declining.is_some())
            + u32::from(self.challenge)
            + u32::from(self.calls)
            + words
            + self.caught.len() as u32
    }

    fn list(&self, moves: &mut Vec<Move>) {
        for first in self.starts.iter() {
            if self.plain.contains(first) {
                self.list_plain(first, moves);
            } else {
                Plays::new(self.state, self.compiled, first).list(moves);
            }
        }
        // Only groups are generated out of order; single cards are already sorted.
        if self.compiled.rules.group_play {
            moves.sort_unstable();
        }
        moves.extend(self.besides_plays());
    }

    fn count_plain(&self) -> u32 {
        (self.plain.len() as u32) << u32::from(self.word_after_one().is_some())
    }

    fn nth_plain(&self, at: u32) -> Option<Play> {
        let word = self.word_after_one();
        let card = self.plain.nth((at >> u32::from(word.is_some())) as usize)?;
        Some(Play { say: word.filter(|_| at & 1 == 1), ..Play::card(self.compiled.pack.first_copy(card)) })
    }

    fn list_plain(&self, card: Card, moves: &mut Vec<Move>) {
        let play = Play::card(self.compiled.pack.first_copy(card));
        moves.push(Move::Play(play));
        if let Some(word) = self.word_after_one() {
            moves.push(Move::Play(Play { say: Some(word), ..play }));
        }
    }

    /// The word to say with a play of one card.
    fn word_after_one(&self) -> Option<Word> {
        self.compiled.word_to_say(self.state.hands[self.state.turn].len().saturating_sub(1))
    }

    fn besides_plays(&self) -> impl Iterator<Item = Move> {
        let calls = (0..self.calls).map(|suit| Move::Call(Suit(suit)));
        let words = self.words.into_iter().flatten().map(Move::Say);
        let challenge = self.challenge.then_some(Move::Challenge);
        self.declining
            .into_iter()
            .chain(challenge)
            .chain(calls)
            .chain(words)
            .chain(self.caught.iter().map(Move::Catch))
    }
}

/// The cards in groups that begin equally many plays, each with one of its cards.
fn same_plays(compiled: &CompiledRules, firsts: CardSet) -> impl Iterator<Item = (Card, CardSet)> {
    let mut rest = firsts;
    core::iter::from_fn(move || {
        let first = rest.lowest()?;
        let mut same = CardSet::only(first);
        if !compiled.rules.group_play {
            same = rest;
            for kind in [compiled.callers, compiled.swappers] {
                same = if kind.contains(first) { same & kind } else { same - kind };
            }
        }
        rest -= same;
        Some((first, same))
    })
}
