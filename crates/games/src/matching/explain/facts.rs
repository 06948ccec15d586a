//! What can happen under a rule set, worked out before a word is said.

use alloc::vec::Vec;

use engine::{Card, CardSet, PackSpec, Rank};

use super::super::{
    Announce, CardAction, CompiledRules, Effect, OnTie, PlayableOn, Rules, StockEnd, Suspension,
};
use crate::{Leaver, Timeout};

/// A rule set and the cards that do something under it. The sets are of the pack at the largest table.
pub(super) struct Facts<'a> {
    pub rules: &'a Rules,
    /// One pack as these rules have it.
    pub spec: PackSpec,
    /// The rules worked out for the largest table.
    pub compiled: CompiledRules,
    /// Cards for which the next player draws.
    pub picks: CardSet,
    /// Cards that can answer those, even if playing them makes nobody draw otherwise.
    pub answering: CardSet,
    /// Cards for which all others draw.
    pub markets: CardSet,
    /// Cards after which players miss a turn.
    pub skips: CardSet,
    /// Cards whose missed turn can be blocked, or could be if the option were on.
    pub suspensions: CardSet,
    /// The suspensions that can be blocked.
    pub blockable: CardSet,
    /// Cards after which the same player goes on.
    pub again: CardSet,
    /// Cards that turn the direction of play.
    pub reverses: CardSet,
    /// Cards that swap hands.
    pub swaps: CardSet,
}

impl<'a> Facts<'a> {
    /// The facts of a rule set that passes its checks.
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
        // Whoever goes on has neither a next player who draws nor one who is passed over.
        let picks = that(&|card_action| card_action.pick > 0 && !card_action.again);
        let skips = that(&|card_action| card_action.skip > 0 && card_action.pick == 0 && !card_action.again);
        let suspended = |card: &Card| rules.effect_of(&compiled.pack, *card).suspension > 0;
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

    /// The ranks in the order of the pack, those without a suit behind, by name.
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
        self.rules.effect_of(&self.compiled.pack, card)
    }

    /// Whether the card has a suit.
    pub fn has_suit(&self, card: Card) -> bool {
        self.compiled.suits[card.index()].is_some()
    }

    /// Cards that fit on anything and call nothing.
    pub fn anywhere(&self) -> CardSet {
        self.faces().filter(|&card| self.effect(card).playable_on == PlayableOn::Any).collect()
    }

    /// Cards without a suit that do not fit on anything either.
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

    /// The cards that make the next player draw, unless that player answers with another card that does.
    pub fn answerable(&self) -> CardSet {
        let other = |card: &Card| {
            let mut answers = self.compiled.answers[usize::from(self.compiled.pack.face(*card).rank.0)];
            answers.remove(*card);
            !answers.is_empty()
        };
        self.picks.iter().filter(other).collect()
    }

    /// Calling cards that make nobody draw: those that could do away with a penalty (W16).
    pub fn mere_wilds(&self) -> CardSet {
        self.compiled.callers - self.compiled.wild_picks
    }

    /// What a card that fits anywhere does not fit on: a call, where the house does not let a call be answered.
    pub fn but_calls(&self) -> &'static str {
        let barred = !self.rules.recall_allowed && !self.compiled.callers.is_empty();
        if barred { ", but not on a call" } else { "" }
    }

    /// Whether a round can come to stand between two players.
    pub fn can_be_two(&self) -> bool {
        let players = self.rules.players;
        players.least == 2 || self.plays_on() || self.rules.table_options.leaver == Leaver::Fold
    }

    /// Whether others play on when somebody is out; with two players the round is over then.
    pub fn plays_on(&self) -> bool {
        self.rules.play_on && self.rules.players.most > 2
    }

    /// Whether a match can have more than one round.
    pub fn has_rounds(&self) -> bool {
        self.rules.rounds.get() != 1 || self.rules.tie == OnTie::Extra
    }

    /// Whether the hands are counted when the stock is used up.
    pub fn counts(&self) -> bool {
        matches!(self.rules.stock_end, StockEnd::Count | StockEnd::ReshuffleThenCount(_))
    }

    /// Whether anybody draws cards as a penalty.
    pub fn has_penalties(&self) -> bool {
        let rules = self.rules;
        let words = rules.announce == Announce::Manual
            && (rules.announce_penalty.get() > 0 || rules.false_call_penalty.get() > 0);
        let clock =
            rules.table_options.turn_seconds.get() > 0 && rules.table_options.timeout == Timeout::Draw;
        !(self.picks | self.markets).is_empty() || words || clock || rules.illegal_fine.get() > 0
    }

    /// Whether a penalty can stay short while the round goes on (G1).
    pub fn can_fall_short(&self) -> bool {
        self.has_penalties() && self.rules.stock_end != StockEnd::Count
    }
}
