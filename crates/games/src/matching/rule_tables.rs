//! The tables of a rule file: `[pack]` with the options that change it, `[effects]` and `[points]`, and the cards that
//! their keys select.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use engine::{Pack, PackSpec};

use super::Rules;
use super::settings::{Copies, DrawTwo};
use crate::options::quoted;
use crate::packs;

impl Rules {
    /// One pack with the options applied that change it: the number of Whots and jokers, and whether draw twos have a
    /// colour.
    pub fn pack_spec(&self) -> PackSpec {
        let mut spec = self.pack.clone();
        if let Copies::Fixed(copies) = self.whot_cards
            && has_whots(&spec)
        {
            packs::set_copies(&mut spec, "whot", "20", copies); // W1
        }
        if self.jokers.get() > 0 {
            packs::set_copies(&mut spec, "loose", "JK", self.jokers.count()); // E14
        }
        match self.draw2 {
            DrawTwo::AsPrinted => {}
            DrawTwo::ColourlessKeep | DrawTwo::ColourlessChoose => strip_suits(&mut spec, "draw2"),
            DrawTwo::Coloured => spread_over_suits(&mut spec, "draw2"),
        }
        spec
    }
    /// Writes pack, effects and points as TOML tables, whole or only what differs from `base`.
    pub(crate) fn tables_toml(&self, base: Option<&Rules>) -> String {
        let mut out = String::new();
        if base.is_none_or(|base| base.pack != self.pack) {
            out.push_str(&pack_toml(&self.pack));
        }
        let unsaid = |selector: &String| !self.effects.iter().any(|(known, _)| known == selector);
        let pack = Pack::new(&self.pack_spec(), 1);
        let is_known = |selector: &String| pack.as_ref().is_ok_and(|pack| !select(pack, selector).is_empty());
        let gone = |selector: &String| unsaid(selector) && is_known(selector);
        let mut effects: Vec<String> = vec![];
        for (selector, effect) in &self.effects {
            if base.is_none_or(|base| !base.effects.contains(&(selector.clone(), *effect))) {
                effects.push(format!("{} = {}\n", quoted(selector), quoted(&effect.to_string())));
            }
        }
        for (selector, _) in base.iter().flat_map(|base| &base.effects).filter(|(selector, _)| gone(selector))
        {
            effects.push(format!("{} = \"none\"\n", quoted(selector)));
        }
        let points = self.points.iter().filter(|entry| base.is_none_or(|base| !base.points.contains(entry)));
        let points: Vec<String> =
            points.map(|(selector, points)| format!("{} = {points}\n", quoted(selector))).collect();
        for (name, lines) in [("effects", effects), ("points", points)] {
            if !lines.is_empty() {
                out.push_str(&format!("\n[{name}]\n{}", lines.concat()));
            }
        }
        out
    }
}

/// The cards that a key selects: a rank, a suit, or one card.
pub fn select(pack: &Pack, selector: &str) -> engine::CardSet {
    let rank = pack.ranks().iter().position(|rank| rank.eq_ignore_ascii_case(selector));
    if let Some(rank) = rank {
        return pack.of_rank(engine::Rank(rank as u8));
    }
    if let Some(suit) = pack.suits().iter().position(|suit| suit == selector) {
        return pack.of_suit(engine::Suit(suit as u8));
    }
    pack.parse(selector).map(|card| pack.copies(card)).unwrap_or_default()
}

fn pack_toml(spec: &PackSpec) -> String {
    if let Some(name) = packs::name_of(spec) {
        return format!("pack = {}\n", quoted(name));
    }
    let style = match spec.style {
        engine::Style::Shapes => "shapes",
        engine::Style::French => "french",
        engine::Style::Colours => "colours",
    };
    let suits: Vec<String> = spec.suits.iter().map(|suit| quoted(suit)).collect();
    let mut out = format!("\n[pack]\nstyle = \"{style}\"\nsuits = [{}]\n\n[pack.cards]\n", suits.join(", "));
    for (group, ranks) in &spec.groups {
        let ranks: Vec<String> = ranks
            .iter()
            .map(|(rank, times)| if *times == 1 { rank.clone() } else { format!("{rank}*{times}") })
            .collect();
        out.push_str(&format!("{} = {}\n", quoted(group), quoted(&ranks.join(" "))));
    }
    for (name, pairs) in [("words", &spec.words), ("names", &spec.names)] {
        if !pairs.is_empty() {
            let lines: Vec<String> = pairs
                .iter()
                .map(|(word, meaning)| format!("{} = {}\n", quoted(word), quoted(meaning)))
                .collect();
            out.push_str(&format!("\n[pack.{name}]\n{}", lines.concat()));
        }
    }
    out
}

pub(super) fn has_rank(spec: &PackSpec, rank: &str) -> bool {
    spec.groups.iter().any(|(_, ranks)| ranks.iter().any(|(known, _)| known == rank))
}

/// Whether the pack has the Whots of a Whot pack: a 20 in a group of that name.
pub(super) fn has_whots(spec: &PackSpec) -> bool {
    spec.groups.iter().any(|(group, ranks)| group == "whot" && ranks.iter().any(|(rank, _)| rank == "20"))
}

fn count_of(spec: &PackSpec, rank: &str) -> usize {
    spec.groups
        .iter()
        .flat_map(|(_, ranks)| ranks)
        .filter(|(known, _)| known == rank)
        .map(|(_, times)| times)
        .sum()
}

fn strip_suits(spec: &mut PackSpec, rank: &str) {
    let total = count_of(spec, rank);
    for (_, ranks) in &mut spec.groups {
        ranks.retain(|(known, _)| known != rank);
    }
    packs::set_copies(spec, "loose", rank, total);
}

fn spread_over_suits(spec: &mut PackSpec, rank: &str) {
    let total = count_of(spec, rank);
    for (_, ranks) in &mut spec.groups {
        ranks.retain(|(known, _)| known != rank);
    }
    let suits = spec.suits.clone();
    for (at, suit) in suits.iter().enumerate() {
        let share = total / suits.len() + usize::from(at < total % suits.len());
        if let (Some((_, ranks)), 1..) = (spec.groups.iter_mut().find(|(group, _)| group == suit), share) {
            ranks.push((rank.to_string(), share));
        }
    }
    spec.groups.retain(|(_, ranks)| !ranks.is_empty());
}
