//! How many legal moves a position can have at most. Rule sets under which a list of moves could explode are refused.

use alloc::vec::Vec;

use engine::{Card, Pack, Suit};

use super::{Announce, Effect, PlayableOn, Rules, Start, StarterSpecial};
use crate::MAX_LEGAL_MOVES;

/// Moves besides plays: drawing or passing, a challenge, two words, and catching each of the other players.
const MAX_MOVES_BESIDES_PLAYS: u64 = 4 + engine::MAX_SEATS as u64;

/// The faces of a pack under a rule set, for bounding how many moves a hand of them can have.
pub(super) struct MoveBound<'a> {
    rules: &'a Rules,
    /// How many suits can be called.
    suits: u64,
    faces: Vec<Face>,
}

struct Face {
    suit: Option<Suit>,
    rank: usize,
    /// How many cards of one pack have it.
    copies: u64,
    effect: Effect,
}

impl<'a> MoveBound<'a> {
    /// Works out what the faces do; `pack` is one pack.
    pub(super) fn new(rules: &'a Rules, pack: &Pack) -> MoveBound<'a> {
        let is_first = |card: &Card| pack.first_copy(*card) == *card;
        let faces = pack.cards().iter().copied().filter(is_first).map(|card| Face {
            suit: pack.face(card).suit,
            rank: usize::from(pack.face(card).rank.0),
            copies: pack.copies(card).len() as u64,
            effect: rules.effect_of(pack, card),
        });
        MoveBound { rules, suits: pack.suits().len() as u64, faces: faces.collect() }
    }

    /// No hand at a table with this many seats has more legal moves.
    pub(super) fn most(&self, seats: usize) -> u64 {
        let ways: Vec<u64> = self.faces.iter().map(|face| self.ways(face.effect, seats)).collect();
        let plays = self.plays(seats, &ways);
        let count = |fits: &dyn Fn(&Face) -> bool| -> u64 {
            self.faces.iter().zip(&plays).filter(|(face, _)| fits(face)).map(|(_, plays)| plays).sum()
        };
        let all = count(&|_| true);
        let largest = if all <= MAX_LEGAL_MOVES as u64 || self.anything_can_fit(seats) {
            all
        } else {
            let tops =
                (0..self.suits as u8).flat_map(|suit| (0..Pack::MAX_RANKS).map(move |rank| (suit, rank)));
            let following = tops.map(|(suit, rank)| {
                count(&|face| face.goes_anywhere() || face.suit == Some(Suit(suit)) || face.rank == rank)
            });
            let answering = count(&|face| face.effect.pick > 0 || face.goes_anywhere());
            following.max().unwrap_or_default().max(answering)
        };
        if self.rules.announce != Announce::Manual {
            return largest + MAX_MOVES_BESIDES_PLAYS;
        }
        // A word doubles what leaves one card or two. Then the hand is at most a rank and two other cards.
        let calls: Vec<u64> = self.faces.iter().map(|face| self.calls(face.effect)).collect();
        let spoken = self.most_of_a_rank(&self.plays(seats, &calls));
        let others = 8 * ways.iter().copied().max().unwrap_or_default();
        largest.max(self.most_of_a_rank(&plays) + spoken + others) + MAX_MOVES_BESIDES_PLAYS
    }

    /// Whether the pile can be such that every card may be played: it is empty, or no suit is in force.
    fn anything_can_fit(&self, seats: usize) -> bool {
        let turned_up = |face: &Face| match self.rules.starter_special {
            StarterSpecial::Bury => face.suit.is_none() && face.effect.is_plain(),
            // The player who has to call a suit for the card may run out of time.
            StarterSpecial::Act => face.suit.is_none() || face.effect.playable_on == PlayableOn::Wild,
            StarterSpecial::Ignore => face.suit.is_none(),
        };
        self.rules.start == Start::Lead
            || self.faces.iter().any(turned_up)
            || self.faces.iter().any(|face| face.suit.is_none()) && self.plain_cards_can_be_dealt(seats)
    }

    /// Whether no card without an effect may be left to be turned up.
    fn plain_cards_can_be_dealt(&self, seats: usize) -> bool {
        let plain: u64 =
            self.faces.iter().filter(|face| face.effect.is_plain()).map(|face| face.copies).sum();
        plain * self.rules.packs_for(seats) as u64 <= (seats * self.rules.hand_for(seats)) as u64
    }

    /// How many plays begin with each face in a hand of all cards, if each can end on top in so many ways.
    fn plays(&self, seats: usize, ways: &[u64]) -> Vec<u64> {
        let packs = self.rules.packs_for(seats) as u64;
        let groups = |first: usize| -> u64 {
            let rank = self.faces[first].rank;
            let of_rank: Vec<usize> =
                (0..self.faces.len()).filter(|&at| self.faces[at].rank == rank).collect();
            let ending_on = |&last: &usize| {
                // Between the two lies any number of copies of each face.
                let choices = |&face: &usize| {
                    let ends = u64::from(face == first) + u64::from(face == last);
                    (packs * self.faces[face].copies + 1).saturating_sub(ends)
                };
                of_rank.iter().map(choices).product::<u64>() * ways[last]
            };
            of_rank.iter().map(ending_on).sum()
        };
        let group_play = self.rules.group_play;
        (0..self.faces.len()).map(|at| ways[at] + if group_play { groups(at) } else { 0 }).collect()
    }

    /// The most plays that begin with cards of one rank.
    fn most_of_a_rank(&self, plays: &[u64]) -> u64 {
        let of_rank = |rank| {
            self.faces.iter().zip(plays).filter(|(face, _)| face.rank == rank).map(|(_, plays)| plays).sum()
        };
        (0..Pack::MAX_RANKS).map(of_rank).max().unwrap_or_default()
    }

    /// In how many ways a card with this effect can end on top: calls, and partners with the word for their hands.
    fn ways(&self, effect: Effect, seats: usize) -> u64 {
        let partners = if effect.swap { seats as u64 - 1 } else { 0 };
        let words = if self.rules.announce == Announce::Manual { 2 } else { 1 };
        self.calls(effect) * (1 + partners * words)
    }

    fn calls(&self, effect: Effect) -> u64 {
        if effect.playable_on == PlayableOn::Wild { self.suits } else { 1 }
    }
}

impl Face {
    fn goes_anywhere(&self) -> bool {
        self.effect.playable_on != PlayableOn::Match
    }
}

#[cfg(test)]
mod tests {
    use alloc::sync::Arc;
    use alloc::vec;
    use alloc::vec::Vec;

    use engine::{Card, CardSet, Chance, Deal, Quick, Seat, SeatSet};

    use super::*;
    use crate::matching::state::{Phase, State};
    use crate::matching::{CompiledRules, Matching};
    use crate::odd_rules::odd_rules;
    use crate::presets;

    fn bound(rules: &Rules, seats: usize) -> u64 {
        MoveBound::new(rules, &Pack::new(&rules.pack_spec(), 1).unwrap()).most(seats)
    }

    fn preset(name: &str, changes: &[&str]) -> Rules {
        let rules = presets::named(name).unwrap();
        let changes: Vec<_> = changes.iter().map(|&change| change.into()).collect();
        match crate::change(&rules, &changes).unwrap() {
            crate::Rules::Matching(rules) => rules,
            crate::Rules::Yaniv(_) => panic!("{name} is of another family"),
        }
    }

    /// The most legal moves of a seat that holds every card but the top one and two for each other player.
    fn most_listed(rules: &Rules, seats: usize) -> u64 {
        let compiled = Arc::new(CompiledRules::new(rules, seats).unwrap());
        let deal =
            Deal { playing: SeatSet::first(seats), dealer: Seat::default(), order: compiled.pack.cards() };
        let mut state = Matching::deal(&compiled, &deal, &mut Quick::new(1), &mut ()).unwrap().state;
        let mut most = 0;
        for &top in compiled.pack.cards().iter().filter(|&&card| compiled.pack.first_copy(card) == card) {
            hoard(&compiled, &mut state, top);
            let phases = [
                Phase::TURN,
                Phase::Lead,
                Phase::Answer { cards: 2, rank: compiled.pack.face(top).rank, challengeable: None },
            ];
            for phase in phases {
                if phase == Phase::Lead && rules.start != Start::Lead {
                    continue;
                }
                state.phase = phase;
                let mut moves = Vec::new();
                state.legal(&compiled, state.turn, &mut moves);
                most = most.max(moves.len() as u64);
            }
        }
        most
    }

    fn hoard(compiled: &CompiledRules, state: &mut State, top: Card) {
        let mut rest = compiled.pack.all() - CardSet::only(top);
        let (turn, seats) = (state.turn, state.playing);
        state.hands = engine::BySeat::default();
        for seat in seats.iter().filter(|&seat| seat != turn) {
            for _ in 0..2 {
                let card = rest.lowest().unwrap();
                rest.remove(card);
                state.hands[seat].insert(card);
            }
        }
        state.hands[turn] = rest;
        (state.pile, state.stock_len, state.suit) = (CardSet::EMPTY, 0, None);
        state.lay(compiled, top);
    }

    /// Four cards of a rank, by hand: each alone, 12 ordered pairs, 12 times 2 choices of a third, 12 with both others.
    /// Of two packs, five faces of a rank make 2,570 plays, four 544, three 102 and two 16; ten Whots make ten, with five
    /// calls each.
    #[test]
    fn the_bound_is_what_can_be_counted_by_hand() {
        let rules = preset("crazy-eights", &["group_play=true", "effects.8=\"none\"", "players=2"]);
        assert_eq!(bound(&rules, 2), 13 * (4 + 12 + 24 + 12) + MAX_MOVES_BESIDES_PLAYS);
        let whot = 5 * 2_570 + 4 * 544 + 2 * 102 + 16 + 10 * 5;
        let rules = preset("naija-whot", &["group_play=true"]);
        assert_eq!(bound(&rules, 8), whot + MAX_MOVES_BESIDES_PLAYS);
    }

    #[test]
    fn no_hand_has_more_moves_than_the_bound() {
        let mut chance = Quick::new(11);
        let mut rule_sets = vec![
            preset("naija-whot", &["group_play=true"]),
            preset("whot-spec", &["packs=2", "effects.5=\"swap\"", "players=2"]),
            preset("uno-classic", &["group_play=true", "effects.7=\"swap\""]),
            preset("mau-mau", &["group_play=true", "packs=3", "effects.J=\"swap\"", "players=2"]),
        ];
        while rule_sets.len() < 40 {
            let crate::Rules::Matching(mut rules) = odd_rules(&mut chance) else { continue };
            rules.group_play = chance.below(4) > 0;
            if rules.faults().is_empty() {
                rule_sets.push(rules);
            }
        }
        for rules in rule_sets {
            for seats in [rules.players.least, rules.players.most] {
                let (listed, bound) = (most_listed(&rules, seats), bound(&rules, seats));
                let written = || crate::Rules::Matching(rules.clone()).to_toml(None);
                assert!(listed <= bound, "{listed} moves, not {bound}, for {seats}: {}", written());
                assert!(bound <= MAX_LEGAL_MOVES as u64, "{bound} for {seats}: {}", written());
            }
        }
    }
}
