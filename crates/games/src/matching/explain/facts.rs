//! What can happen under a rule set, worked out before any sentence is made.

use alloc::vec::Vec;

use engine::{Card, CardSet, PackSpec, Rank};

use super::super::{
    Announce, CardAction, CompiledRules, Effect, OnTie, PlayableOn, Rules, StockEnd, Suspension,
};
use crate::{Leaver, Timeout};

/// A rule set and its special cards by what they do. The sets are of the pack at the largest table.
pub(super) struct Facts<'a> {
    pub rules: &'a Rules,
    /// One pack with the options of these rules applied.
    pub spec: PackSpec,
    /// The rules compiled for the largest table.
    pub compiled: CompiledRules,
    /// Cards that make the next player draw.
    pub picks: CardSet,
    /// Cards that can answer `picks`, including those that otherwise make nobody draw.
    pub answering: CardSet,
    /// Cards that make all others draw.
    pub markets: CardSet,
    /// Cards after which players miss a turn.
    pub skips: CardSet,
    /// Cards whose missed turn can be blocked, or could be with `block_8`.
    pub suspensions: CardSet,
    /// The suspensions that can be blocked.
    pub blockable: CardSet,
    /// Cards after which the same player plays again.
    pub again: CardSet,
    /// Cards that reverse the direction of play.
    pub reverses: CardSet,
    /// Cards that swap hands.
    pub swaps: CardSet,
}

impl<'a> Facts<'a> {
    /// The facts of a rule set without faults.
    pub fn of(rules: &'a Rules) -> Option<Facts<'a>> {
        let compiled = CompiledRules::new(rules, rules.players.most).ok()?;
        let that = |test: &dyn Fn(CardAction) -> bool| -> CardSet {
            compiled
                .pack
                .cards()
                .iter()
                .copied()
                .filter(|card| test(compiled.card_actions[card.index()]))
                .collect()
        };
        // After a card that plays again, no next player draws or is skipped.
        let picks = that(&|card_action| card_action.pick > 0 && !card_action.again);
        let skips = that(&|card_action| card_action.skip > 0 && card_action.pick == 0 && !card_action.again);
        let suspended = |card: &Card| compiled.effect(*card).suspension > 0;
        let suspensions: CardSet = match rules.suspension {
            Suspension::SkipNext => skips.iter().filter(suspended).collect(),
            Suspension::Again => CardSet::EMPTY,
        };
        Some(Facts {
            picks,
            answering: that(&|card_action| card_action.pick > 0),
            skips,
            suspensions,
            blockable: if rules.block_8 { suspensions } else { CardSet::EMPTY },
            markets: that(&|card_action| card_action.market > 0),
            again: that(&|card_action| card_action.again),
            reverses: that(&|card_action| card_action.reverse),
            swaps: that(&|card_action| card_action.swap),
            spec: rules.pack_spec(),
            rules,
            compiled,
        })
    }

    /// One card of each face.
    pub fn faces(&self) -> impl Iterator<Item = Card> {
        let pack = &self.compiled.pack;
        pack.cards().iter().copied().filter(|&card| pack.first_copy(card) == card)
    }

    /// The ranks in the order of the pack; those without a suit come last, by name.
    pub fn ranks(&self) -> impl Iterator<Item = Rank> {
        let mut ranks: Vec<Rank> =
            (0..self.compiled.pack.ranks().len()).map(|rank| Rank(rank as u8)).collect();
        ranks.sort_by_key(|&rank| {
            if self.is_loose(rank) { (1, self.compiled.pack.rank_name(rank)) } else { (0, "") }
        });
        ranks.into_iter()
    }

    /// The faces of a rank.
    pub fn faces_of(&self, rank: Rank) -> CardSet {
        self.faces().filter(|&card| self.compiled.pack.face(card).rank == rank).collect()
    }

    pub fn effect(&self, card: Card) -> Effect {
        self.compiled.effect(card)
    }

    /// Whether the card has a suit.
    pub fn has_suit(&self, card: Card) -> bool {
        self.compiled.suits[card.index()].is_some()
    }

    /// Cards that may be played on anything and call nothing.
    pub fn anywhere(&self) -> CardSet {
        self.faces().filter(|&card| self.effect(card).playable_on == PlayableOn::Any).collect()
    }

    /// Whether the card has no suit and is neither wild nor fits anywhere.
    pub fn outcast(&self, card: Card) -> bool {
        !self.has_suit(card) && self.effect(card).playable_on == PlayableOn::Match
    }

    /// The first of the cards in the order of the page.
    pub fn first(&self, cards: CardSet) -> Option<Card> {
        self.ranks().find_map(|rank| (self.faces_of(rank) & cards).lowest())
    }

    /// How many different ranks the cards have.
    pub fn ranks_in(&self, cards: CardSet) -> usize {
        self.ranks().filter(|rank| cards.meets(self.compiled.of_rank[usize::from(rank.0)])).count()
    }

    /// The cards of `picks` that another card can answer.
    pub fn answerable(&self) -> CardSet {
        let other = |card: &Card| {
            let mut answers = self.compiled.answers[usize::from(self.compiled.pack.face(*card).rank.0)];
            answers.remove(*card);
            !answers.is_empty()
        };
        self.picks.iter().filter(other).collect()
    }

    /// Calling cards that make nobody draw: they could cancel a penalty (W16).
    pub fn mere_wilds(&self) -> CardSet {
        self.compiled.callers - self.compiled.wild_picks
    }

    /// The exception for cards that fit anywhere: a call, if calls may not be answered.
    pub fn but_calls(&self) -> &'static str {
        let barred = !self.rules.recall_allowed && !self.compiled.callers.is_empty();
        if barred { ", but not on a call" } else { "" }
    }

    /// Whether a round can be between two players, from the start or later.
    pub fn can_be_two(&self) -> bool {
        let players = self.rules.players;
        players.least == 2 || self.plays_on() || self.rules.table_options.leaver == Leaver::Fold
    }

    /// Whether the others play on when a player is out. With two players the round is over then.
    pub fn plays_on(&self) -> bool {
        self.rules.play_on && self.rules.players.most > 2
    }

    /// Whether a match can have more than one round.
    pub fn has_rounds(&self) -> bool {
        self.rules.rounds.get() != 1 || self.rules.tie == OnTie::Extra
    }

    /// Whether hands are counted when the stock runs out.
    pub fn counts(&self) -> bool {
        matches!(self.rules.stock_end, StockEnd::Count | StockEnd::ReshuffleThenCount(_))
    }

    /// Whether there are any penalties to draw.
    pub fn has_penalties(&self) -> bool {
        let rules = self.rules;
        let words = rules.announce == Announce::Manual
            && (rules.announce_penalty.get() > 0 || rules.false_call_penalty.get() > 0);
        let clock =
            rules.table_options.turn_seconds.get() > 0 && rules.table_options.timeout == Timeout::Draw;
        !(self.picks | self.markets).is_empty() || words || clock || rules.illegal_fine.get() > 0
    }

    /// Whether the stock can run out during a penalty while the round goes on (G1).
    pub fn can_fall_short(&self) -> bool {
        self.has_penalties() && self.rules.stock_end != StockEnd::Count
    }
}
