//! The cards that a guide shows: their points, and what may be thrown, taken, slapped and exchanged.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use engine::{Card, CardSet};

use super::last_throw::LastThrow;
use super::{CompiledRules, Rules, Shape, Slapdown};
use crate::guide::{Example, GuideEntry};
use crate::options::{and_list, or_list};

/// The examples of a rule set, each with the topic of the clause that it follows. Each is checked against the compiled
/// rules and left out if they do not allow it.
pub(crate) fn examples(rules: &Rules) -> Vec<Example> {
    let Ok(compiled) = CompiledRules::new(rules, rules.players.most) else { return Vec::new() };
    let mut out = vec![("points", values(&compiled))];
    out.extend(throws(&compiled).into_iter().map(|entry| ("sets", entry)));
    out.extend(joker_run(&compiled).map(|entry| ("min_naturals", entry)));
    out.extend(joker_in_set(&compiled).map(|entry| ("joker_in_sets", entry)));
    let taken = ["4H 5H 6H", "9C 9D 9S"].map(|names| taking(&compiled, &cards(&compiled, names)));
    out.extend(taken.into_iter().flatten().map(|entry| ("draw_any_of_kind", entry)));
    out.extend(slap(&compiled).map(|entry| ("slapdown", entry)));
    out.extend(swap(&compiled).map(|entry| ("joker_swap", entry)));
    out
}

/// The cards with these names, as far as the pack has them.
fn cards(compiled: &CompiledRules, names: &str) -> Vec<Card> {
    names.split(' ').filter_map(|name| compiled.pack.parse(name)).collect()
}

fn entry(pictures: Vec<Vec<Card>>, text: String) -> GuideEntry {
    GuideEntry { pictures, texts: vec![text], ..GuideEntry::default() }
}

fn the(compiled: &CompiledRules, cards: impl IntoIterator<Item = Card>) -> Vec<String> {
    cards.into_iter().map(|card| format!("the {}", compiled.pack.name(card))).collect()
}

/// The points of some cards (Y4).
fn values(compiled: &CompiledRules) -> GuideEntry {
    let shown = cards(compiled, "JK AH 7C 10D KS");
    let points = shown.iter().map(|&card| compiled.value(CardSet::only(card)).to_string());
    let text = format!("These count {}.", and_list(points));
    entry(vec![shown], text)
}

/// The kinds of throws (Y14).
fn throws(compiled: &CompiledRules) -> Vec<GuideEntry> {
    let kinds = [
        ("KS", "One card."),
        ("9C 9D", "Two cards of the same rank."),
        ("9C 9D 9S", "Three cards of the same rank."),
        ("4H 5H 6H", "A run."),
    ];
    let legal = kinds.map(|(names, text)| (cards(compiled, names), text.to_string()));
    let legal = legal.into_iter().filter(|(cards, _)| compiled.shape(cards).is_some());
    legal.map(|(cards, text)| entry(vec![cards], text)).collect()
}

/// A run with a joker in it, and the card that the joker stands for (Y15).
fn run_with_joker(compiled: &CompiledRules) -> Option<(LastThrow, Card)> {
    if compiled.jokers.is_empty() {
        return None;
    }
    let runs = ["4H JK 6H", "4H JK 6H 7H"].map(|names| cards(compiled, names));
    let laid = runs.iter().find_map(|run| Some(LastThrow::new(run, compiled.shape(run)?)))?;
    laid.exchangeable(compiled).lowest().map(|card| (laid, card))
}

fn joker_run(compiled: &CompiledRules) -> Option<GuideEntry> {
    let (laid, card) = run_with_joker(compiled)?;
    let text = format!("A run in which the joker stands for the {}.", compiled.pack.name(card));
    Some(entry(vec![laid.cards().to_vec()], text))
}

/// Cards of one rank with a joker among them, if the rules allow it (J17).
fn joker_in_set(compiled: &CompiledRules) -> Option<GuideEntry> {
    let sets = ["9C JK", "9C 9D JK", "9C 9D 9S JK"].map(|names| cards(compiled, names));
    let joined = |set: &Vec<Card>| {
        compiled.shape(set) == Some(Shape::Alike) && set.iter().any(|&card| compiled.is_joker(card))
    };
    let set = sets.into_iter().find(joined)?;
    Some(entry(vec![set], "A joker with cards of the same rank.".into()))
}

/// Which cards of a throw the next player may take (Y16, Y28).
fn taking(compiled: &CompiledRules, throw: &[Card]) -> Option<GuideEntry> {
    let laid = LastThrow::new(throw, compiled.shape(throw)?);
    let open = or_list(the(compiled, laid.takeable(compiled).iter()));
    Some(entry(vec![throw.to_vec()], format!("If this lies on the table, you may take {open}.")))
}

/// A card slapped onto a throw (Y18).
fn slap(compiled: &CompiledRules) -> Option<GuideEntry> {
    let (thrown, drawn) = (cards(compiled, "9C 9D"), compiled.pack.parse("9S")?);
    let laid = LastThrow::new(&thrown, compiled.shape(&thrown)?);
    if compiled.rules.slapdown == Slapdown::Off || laid.joins(compiled, drawn).is_none() {
        return None;
    }
    let text = format!(
        "You threw {} and drew the {}: you may slap it.",
        and_list(the(compiled, thrown.iter().copied())),
        compiled.pack.name(drawn)
    );
    Some(entry(vec![thrown, vec![drawn]], text))
}

/// A card exchanged for a joker (Y19).
fn swap(compiled: &CompiledRules) -> Option<GuideEntry> {
    let (laid, card) = run_with_joker(compiled).filter(|_| compiled.rules.joker_swap)?;
    let text = format!("A player who holds the {} may swap it for this joker.", compiled.pack.name(card));
    Some(entry(vec![laid.cards().to_vec(), vec![card]], text))
}
