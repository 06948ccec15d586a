//! The cards that a guide shows: what they count, what may be thrown, taken, slapped and exchanged.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use engine::{Card, CardSet};

use super::laid::Laid;
use super::{Kit, Rules, Shape, Slapdown};
use crate::guide::{Entry, Example};
use crate::option::{and_list, or_list};

/// The examples of a rule set, each with what the clause before it is about. All of them are tried on the kit,
/// and what these rules do not allow is left out.
pub(crate) fn examples(rules: &Rules) -> Vec<Example> {
    let Ok(kit) = Kit::new(rules, rules.players.most) else { return Vec::new() };
    let mut out = vec![("points", values(&kit))];
    out.extend(throws(&kit).into_iter().map(|entry| ("sets", entry)));
    out.extend(joker_run(&kit).map(|entry| ("min_naturals", entry)));
    out.extend(joker_in_set(&kit).map(|entry| ("joker_in_sets", entry)));
    let taken = ["4H 5H 6H", "9C 9D 9S"].map(|names| taking(&kit, &cards(&kit, names)));
    out.extend(taken.into_iter().flatten().map(|entry| ("draw_any_of_kind", entry)));
    out.extend(slap(&kit).map(|entry| ("slapdown", entry)));
    out.extend(swap(&kit).map(|entry| ("joker_swap", entry)));
    out
}

/// The cards of these names that the pack has.
fn cards(kit: &Kit, names: &str) -> Vec<Card> {
    names.split(' ').filter_map(|name| kit.pack.parse(name)).collect()
}

fn entry(pictures: Vec<Vec<Card>>, text: String) -> Entry {
    Entry { pictures, texts: vec![text], ..Entry::default() }
}

fn the(kit: &Kit, cards: impl IntoIterator<Item = Card>) -> Vec<String> {
    cards.into_iter().map(|card| format!("the {}", kit.pack.name(card))).collect()
}

/// What some cards count (Y4).
fn values(kit: &Kit) -> Entry {
    let shown = cards(kit, "JK AH 7C 10D KS");
    let points = shown.iter().map(|&card| kit.value(CardSet::only(card)).to_string());
    let text = format!("These count {}.", and_list(points));
    entry(vec![shown], text)
}

/// The kinds of throws (Y14).
fn throws(kit: &Kit) -> Vec<Entry> {
    let kinds = [
        ("KS", "One card."),
        ("9C 9D", "Two cards of the same rank."),
        ("9C 9D 9S", "Three cards of the same rank."),
        ("4H 5H 6H", "A run."),
    ];
    let legal = kinds.map(|(names, text)| (cards(kit, names), text.to_string()));
    let legal = legal.into_iter().filter(|(cards, _)| kit.shape(cards).is_some());
    legal.map(|(cards, text)| entry(vec![cards], text)).collect()
}

/// A run with a joker in it, and the card that the joker stands for (Y15).
fn run_with_joker(kit: &Kit) -> Option<(Laid, Card)> {
    if kit.jokers.is_empty() {
        return None;
    }
    let runs = ["4H JK 6H", "4H JK 6H 7H"].map(|names| cards(kit, names));
    let laid = runs.iter().find_map(|run| Some(Laid::new(run, kit.shape(run)?)))?;
    laid.exchangeable(kit).lowest().map(|card| (laid, card))
}

fn joker_run(kit: &Kit) -> Option<Entry> {
    let (laid, card) = run_with_joker(kit)?;
    let text = format!("A run in which the joker stands for the {}.", kit.pack.name(card));
    Some(entry(vec![laid.cards().to_vec()], text))
}

/// Cards of one rank with a joker among them, where the house allows it (J17).
fn joker_in_set(kit: &Kit) -> Option<Entry> {
    let sets = ["9C JK", "9C 9D JK", "9C 9D 9S JK"].map(|names| cards(kit, names));
    let joined =
        |set: &Vec<Card>| kit.shape(set) == Some(Shape::Alike) && set.iter().any(|&card| kit.is_joker(card));
    let set = sets.into_iter().find(joined)?;
    Some(entry(vec![set], "A joker with cards of the same rank.".into()))
}

/// Which cards of a throw the next player may take (Y16, Y28).
fn taking(kit: &Kit, throw: &[Card]) -> Option<Entry> {
    let laid = Laid::new(throw, kit.shape(throw)?);
    let open = or_list(the(kit, laid.takeable(kit).iter()));
    Some(entry(vec![throw.to_vec()], format!("If this lies on the table, you may take {open}.")))
}

/// A card slapped onto a throw (Y18).
fn slap(kit: &Kit) -> Option<Entry> {
    let (thrown, drawn) = (cards(kit, "9C 9D"), kit.pack.parse("9S")?);
    let laid = Laid::new(&thrown, kit.shape(&thrown)?);
    if kit.rules.slapdown == Slapdown::Off || laid.joins(kit, drawn).is_none() {
        return None;
    }
    let text = format!(
        "You threw {} and drew the {}: you may slap it.",
        and_list(the(kit, thrown.iter().copied())),
        kit.pack.name(drawn)
    );
    Some(entry(vec![thrown, vec![drawn]], text))
}

/// A card exchanged for a joker (Y19).
fn swap(kit: &Kit) -> Option<Entry> {
    let (laid, card) = run_with_joker(kit).filter(|_| kit.rules.joker_swap)?;
    let text = format!("Whoever holds the {} may put it in the place of this joker.", kit.pack.name(card));
    Some(entry(vec![laid.cards().to_vec(), vec![card]], text))
}
