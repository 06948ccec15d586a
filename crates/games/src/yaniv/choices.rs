//! The legal moves of a seat as sets. A playout chooses from the sets, and the list is made from them.

use alloc::vec::Vec;

use engine::{CardSet, Chance, Seat};

use super::legal::{Move, Take};
use super::state::{Phase, Yaniv};
use super::throws::Throws;

/// The legal moves of a seat.
pub(super) struct Choices<'a> {
    /// Whether the seat can call Yaniv.
    yaniv: bool,
    /// What it can throw, if it is its turn.
    throws: Option<Throws<'a>>,
    /// The names of the cards that it can take after a throw.
    open: CardSet,
    /// The names of the cards that it can exchange for a joker.
    exchanges: CardSet,
    /// Whether it can keep the card that it could slap.
    pass: bool,
    /// The names of the cards that it can slap.
    slaps: CardSet,
}

impl Yaniv {
    /// The legal moves of a seat while the round is on.
    #[inline]
    pub(super) fn choices(&self, seat: Seat) -> Choices<'_> {
        let acts = seat == self.turn && self.phase == Phase::Turn;
        let hand = self.hands[seat];
        let exchanges = acts && self.compiled.rules.joker_swap;
        let throws = acts.then(|| Throws::new(&self.compiled, hand));
        Choices {
            yaniv: throws.as_ref().is_some_and(|throws| throws.points() <= self.call_limit()),
            throws,
            open: if acts { self.laid.takeable(&self.compiled) } else { CardSet::EMPTY },
            exchanges: if exchanges { self.exchangeable(hand) } else { CardSet::EMPTY },
            pass: seat == self.turn && self.phase == Phase::Slap,
            slaps: if self.window.is_some() {
                self.names(self.slappable(seat)).collect()
            } else {
                CardSet::EMPTY
            },
        }
    }

    /// Lists the legal moves of a seat, sorted and without duplicates.
    pub(super) fn list(&self, seat: Seat, moves: &mut Vec<Move>) {
        moves.clear();
        if !self.is_over() && self.active.contains(seat) {
            self.choices(seat).list(moves);
        }
    }
}

impl Choices<'_> {
    /// A random move; each is equally likely.
    pub(super) fn choose(&self, chance: &mut impl Chance) -> Option<Move> {
        let Some(throws) = &self.throws else {
            return self.besides_throws().nth(chance.below(self.count_besides_throws()) as usize);
        };
        let counts = throws.count();
        let count = counts.total() * self.takes();
        let at = chance.below(count + self.count_besides_throws());
        let Some(besides) = at.checked_sub(count) else {
            let cards = throws.nth(at / self.takes(), counts)?;
            return Some(Move::Throw { cards, take: self.nth_take(at % self.takes()) });
        };
        self.besides_throws().nth(besides as usize)
    }

    fn count_besides_throws(&self) -> u32 {
        u32::from(self.yaniv) + u32::from(self.pass) + (self.exchanges.len() + self.slaps.len()) as u32
    }

    fn list(&self, moves: &mut Vec<Move>) {
        if let Some(throws) = &self.throws {
            throws.each(&mut |cards| {
                moves.extend((0..self.takes()).map(|at| Move::Throw { cards, take: self.nth_take(at) }));
            });
        }
        moves.extend(self.besides_throws());
        moves.sort_unstable();
    }

    /// How many places the new card can come from.
    fn takes(&self) -> u32 {
        1 + self.open.len() as u32
    }

    fn nth_take(&self, at: u32) -> Take {
        let open = at.checked_sub(1).and_then(|at| self.open.nth(at as usize));
        open.map_or(Take::Stock, Take::Card)
    }

    fn besides_throws(&self) -> impl Iterator<Item = Move> {
        let each = |is_legal: bool, choice| is_legal.then_some(choice).into_iter();
        let exchanges = self.exchanges.iter().map(Move::Exchange);
        let slaps = self.slaps.iter().map(Move::Slap);
        each(self.yaniv, Move::Yaniv).chain(slaps).chain(exchanges).chain(each(self.pass, Move::Pass))
    }
}
