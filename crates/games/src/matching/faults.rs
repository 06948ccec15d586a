//! Contradictions in a rule set, and what would be right.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use engine::Pack;

use super::move_bound::MoveBound;
use super::rule_tables::{has_rank, has_whots, select};
use super::settings::{
    Copies, Counter, DrawTwo, FinishOn, PlayDrawn, Scoring, Start, StarterSpecial, Suspension,
};
use super::{Effect, MAX_TABLE_ENTRIES, Rules, UnknownCards};
use crate::MAX_LEGAL_MOVES;

impl Rules {
    /// The faults: for each, the key to blame and a sentence that says what would be right.
    pub fn faults(&self) -> Vec<(&'static str, String)> {
        let mut faults = Vec::new();
        let mut fault = |key, wrong: bool, message: String| {
            if wrong {
                faults.push((key, message));
            }
        };
        let any_draw = self.play_drawn == PlayDrawn::Any;
        fault(
            "draw_max",
            self.draw_max.get() > 1 && !any_draw,
            "drawing several cards in a turn needs play_drawn = \"any\"".into(),
        );
        fault("draw_max", self.draw_max.get() > 1 && self.draw_until_playable, "draw_max and draw_until_playable contradict each other: set draw_max = 1 or draw_until_playable = false".into());
        fault("draw_until_playable", self.draw_until_playable && self.play_drawn == PlayDrawn::Never, "drawing until a card fits makes no sense when it may not be played: set play_drawn to \"may\", \"must\" or \"any\"".into());
        fault("challenge", self.challenge && self.wild4_only_if_stuck, "there is nothing to challenge when the card may only be played by a player without the colour: set wild4_only_if_stuck = false or challenge = false".into());
        fault(
            "cross_counter",
            self.cross_counter && self.counter == Counter::None,
            "cross_counter needs answers to pick cards: set counter to \"stack\", \"transfer\" or \"cancel\""
                .into(),
        );
        fault(
            "must_counter",
            self.must_counter && self.counter == Counter::None,
            "must_counter needs answers to pick cards: set counter to \"stack\", \"transfer\" or \"cancel\""
                .into(),
        );
        fault("wild_cancels_pick", self.wild_cancels_pick && self.counter == Counter::None, "a wild card cannot cancel a pick that is drawn at once: set counter to \"stack\", \"transfer\" or \"cancel\"".into());
        fault("block_8", self.block_8 && self.suspension == Suspension::Again, "nobody is suspended to block when suspension = \"again\": set suspension = \"skip_next\" or block_8 = false".into());
        fault(
            "rounds",
            self.rounds.get() == 0 && self.target_score.get() == 0,
            "a match needs an end: set rounds or target_score".into(),
        );
        fault(
            "target_score",
            self.target_score.get() > 0 && self.scoring == Scoring::OwnHandLow && self.rounds.get() > 1,
            "with own_hand_low a match ends by rounds or by target_score, not by both: set one of them to 0"
                .into(),
        );
        for (key, entries) in [("effects", self.effects.len()), ("points", self.points.len())] {
            if entries > MAX_TABLE_ENTRIES {
                faults.push((key, format!("[{key}] has {entries} lines; {MAX_TABLE_ENTRIES} are enough for any pack: name each card, rank or suit once")));
                return faults;
            }
        }
        self.effect_faults(&mut faults);
        self.pack_faults(&mut faults);
        faults
    }

    /// Effects that contradict each other on one card.
    fn effect_faults(&self, faults: &mut Vec<(&'static str, String)>) {
        for (selector, effect) in &self.effects {
            let Effect { hold_on, suspension, skip, pick, playable_on: _, market: _, reverse: _, swap: _ } =
                *effect;
            let misses = skip > 0 || suspension > 0;
            if pick > 0 && (misses || hold_on) {
                faults.push(("effects", format!("\"{selector}\" = \"{effect}\": a pick already costs the next player the turn; leave skip, suspension and hold_on out")));
            } else if hold_on && misses {
                faults.push(("effects", format!("\"{selector}\" = \"{effect}\": hold_on and a skip contradict each other; use one of them, or hold_on = \"again_and_skip\"")));
            }
        }
    }

    fn pack_faults(&self, faults: &mut Vec<(&'static str, String)>) {
        let spec = self.pack_spec();
        for seats in self.players.least..=self.players.most {
            let packs = self.packs_for(seats);
            let pack = match Pack::new(&spec, packs) {
                Ok(pack) => pack,
                Err(error) => {
                    return faults.push((if packs > 1 { "packs" } else { "pack" }, error.to_string()));
                }
            };
            let (hand, cards) = (self.hand_for(seats), pack.cards().len());
            if seats * hand + 1 > cards {
                // G14
                let most = (cards - 1) / seats;
                let message = format!(
                    "{seats} players with {hand} cards each do not fit into {cards} cards: deal at most {most}, allow fewer players, or add a pack"
                );
                return faults.push(("hand_size", message));
            }
        }
        let Ok(pack) = Pack::new(&spec, 1) else { return };
        let lists = [("double_suits", self.double_suits.clone()), ("finish_on", self.finish_list())];
        for (key, selectors) in lists {
            let unknown = selectors.iter().find(|selector| select(&pack, selector).is_empty());
            faults.extend(
                unknown
                    .and_then(|unknown| UnknownCards::check(&pack, unknown).err())
                    .map(|error| (key, error.to_string())),
            );
        }
        if self.star8_double && pack.parse("star-8").is_none() {
            faults.push(("star8_double", "the pack has no star-8; set star8_double = false".into()));
        }
        if self.whot_cards != Copies::AsPrinted && !has_whots(&self.pack) {
            faults.push(("whot_cards", "the pack has no Whot cards; leave whot_cards out".into()));
        }
        if self.draw2 != DrawTwo::AsPrinted && !has_rank(&self.pack, "draw2") {
            faults.push(("draw2", "the pack has no draw2 cards; set draw2 = \"as_printed\"".into()));
        }
        if pack.suits().len() < 2 {
            faults.push(("pack", "a pack needs at least two suits to match".into()));
        }
        faults.extend(self.too_many_moves(&pack));
        if self.starts_nowhere(&pack) {
            faults.push(("starter_special", "every card of the pack is special, so none can be turned up: set starter_special to \"ignore\", or start = \"lead\"".into()));
        }
        if self.finish_on == FinishOn::Plain
            && pack.cards().iter().all(|&card| !self.effect_of(&pack, card).is_plain())
        {
            faults.push((
                "finish_on",
                "no card of the pack is without an effect, so nobody could finish: set finish_on = \"any\""
                    .into(),
            ));
        }
    }

    /// Whether a hand can have more moves than a table can offer; `pack` is one pack.
    fn too_many_moves(&self, pack: &Pack) -> Option<(&'static str, String)> {
        let most_of_a_rank =
            (0..pack.ranks().len()).map(|rank| pack.of_rank(engine::Rank(rank as u8)).len()).max();
        let packs = self.packs_for(self.players.most);
        if self.group_play && most_of_a_rank.unwrap_or(0) * packs > 16 {
            return Some(("group_play", "cards can be played together where there are at most 16 of a number: use fewer packs or group_play = false".into()));
        }
        let bound = MoveBound::new(self, pack);
        let seats = (self.players.least..=self.players.most)
            .find(|&seats| bound.most(seats) > MAX_LEGAL_MOVES as u64)?;
        let moves = bound.most(seats);
        Some(if self.group_play {
            (
                "group_play",
                format!(
                    "at a table for {seats} a hand could be played in {moves} ways; more than {MAX_LEGAL_MOVES} cannot be offered: set group_play = false, use fewer packs, allow fewer players, or let fewer of the cards that are played together be wild or swap hands"
                ),
            )
        } else {
            (
                "effects",
                format!(
                    "at a table for {seats} a hand could be played in {moves} ways; more than {MAX_LEGAL_MOVES} cannot be offered: let fewer cards be wild and swap hands, or allow fewer players"
                ),
            )
        })
    }

    fn starts_nowhere(&self, pack: &Pack) -> bool {
        self.start == Start::Turnup
            && self.starter_special != StarterSpecial::Ignore
            && pack.cards().iter().all(|&card| !self.effect_of(pack, card).is_plain())
    }
    /// The ranks and cards of `finish_on`, without the exclamation marks.
    fn finish_list(&self) -> Vec<String> {
        match &self.finish_on {
            FinishOn::Any | FinishOn::Plain => Vec::new(),
            FinishOn::List(items) => {
                items.iter().map(|item| item.trim_start_matches('!').to_string()).collect()
            }
        }
    }
}
