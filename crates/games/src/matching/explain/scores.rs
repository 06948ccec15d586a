//! The points of cards, who scores, and when a match is over.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use engine::{Card, CardSet};

use super::facts::Facts;
use super::naming::{capital, number};
use super::{Statement, say};
use crate::matching::{NumberPoints, OnTie, Scoring};
use crate::options::and_list;

pub(super) fn scores(facts: &Facts) -> Vec<Statement> {
    let mut said = values(facts);
    said.push(say("scoring", scoring(facts)));
    said.extend(length(facts));
    said.push(say("tie", tie(facts)));
    said
}

/// What each card counts at the end of a round (N8, U8, U22-U26, V23, W26).
fn values(facts: &Facts) -> Vec<Statement> {
    let by_number = |card: &Card| {
        facts.has_suit(*card)
            && facts
                .compiled
                .pack
                .number(facts.compiled.pack.face(*card).rank)
                .is_some_and(|face| usize::from(face) + one_more(facts) == base(facts, *card))
    };
    let numbers: CardSet = facts.faces().filter(by_number).collect();
    let whots: CardSet = facts.faces().filter(|&card| is_whot(facts, card)).collect();
    let all: CardSet = facts.faces().collect();
    let rest = all - numbers - whots;
    let mut said = Vec::new();
    if !rest.is_empty() {
        said.push(say("points", listed(facts, rest)));
    }
    if !whots.is_empty() {
        said.push(say("whot_value", listed(facts, whots)));
    }
    if !numbers.is_empty() {
        said.push(say("number_points", by_their_numbers(facts, rest)));
    }
    said.extend(doubled(facts));
    said
}

fn one_more(facts: &Facts) -> usize {
    usize::from(facts.rules.number_points == NumberPoints::PlusOne)
}

fn is_whot(facts: &Facts, card: Card) -> bool {
    !facts.has_suit(card) && facts.compiled.pack.number(facts.compiled.pack.face(card).rank).is_some()
}

fn is_doubled(facts: &Facts, card: Card) -> bool {
    let suit = facts.compiled.suits[card.index()].map(|suit| facts.compiled.pack.suit_name(suit));
    suit.is_some_and(|suit| facts.rules.double_suits.iter().any(|name| name == suit))
}

/// The points of a card before doubling.
fn base(facts: &Facts, card: Card) -> usize {
    usize::from(facts.compiled.points[card.index()]) / if is_doubled(facts, card) { 2 } else { 1 }
}

/// The cards by what they count: "An ace counts 1. A jack, a queen and a king count 10 each."
fn listed(facts: &Facts, cards: CardSet) -> String {
    let mut points: Vec<usize> = cards.iter().map(|card| base(facts, card)).collect();
    points.sort_unstable();
    points.dedup();
    let sentence = |points: usize| {
        let names = facts.names(cards.iter().filter(|&card| base(facts, card) == points).collect());
        match names.len() {
            1 => format!("{} counts {}.", capital(&names[0]), points),
            _ => format!("{} count {} each.", capital(&and_list(names)), points),
        }
    };
    points.into_iter().map(sentence).collect::<Vec<_>>().join(" ")
}

fn by_their_numbers(facts: &Facts, rest: CardSet) -> String {
    let others =
        rest.iter().any(|card| facts.compiled.pack.number(facts.compiled.pack.face(card).rank).is_some());
    let subject = if others { "All other number cards count" } else { "Number cards count" };
    match facts.rules.number_points {
        NumberPoints::Face => format!("{subject} what is printed on them."),
        NumberPoints::PlusOne => format!("{subject} one more than is printed on them."), // U8
    }
}

/// Suits whose cards count twice (N8, N19).
fn doubled(facts: &Facts) -> Option<Statement> {
    let suits: Vec<String> = facts
        .compiled
        .pack
        .suits()
        .iter()
        .filter(|suit| facts.rules.double_suits.contains(suit))
        .map(|suit| facts.suit_cards(suit))
        .collect();
    let cards = || facts.faces().filter(|&card| is_doubled(facts, card) && base(facts, card) > 0);
    let example = cards()
        .find(|&card| facts.compiled.pack.rank_name(facts.compiled.pack.face(card).rank) == "4")
        .or_else(|| cards().next())?;
    let value = facts.compiled.points[example.index()];
    Some(say(
        "double_suits",
        format!("{} count double: the {} counts {value}.", capital(&and_list(suits)), facts.card(example)),
    ))
}

/// Who scores what (V15, C26).
fn scoring(facts: &Facts) -> String {
    match facts.rules.scoring {
        Scoring::OwnHandLow => "At the end of a round everyone writes down the points of the cards they still hold, which is 0 for a player who is out. Fewer is better.".into(),
        Scoring::WinnerTakes => "At the end of a round the winner scores the points of all cards that the others still hold, and the others score nothing. If the win is shared, each winner scores the cards of those who have not won.".into(),
    }
}

/// When a match is over (V16, U7, V18).
fn length(facts: &Facts) -> Vec<Statement> {
    let rules = facts.rules;
    let (rounds, target) = (rules.rounds.count(), rules.target_score.count());
    let best = match rules.scoring {
        Scoring::OwnHandLow => "the lowest score wins it",
        Scoring::WinnerTakes => "the highest score wins it",
    };
    let points = number(target);
    match (rounds, target) {
        (1, _) => vec![say("rounds", "A match is one round, and the winner of the round wins it.")],
        (rounds, 0) => vec![say("rounds", format!("A match is {} rounds, and {best}.", number(rounds)))],
        (0, _) => vec![say(
            "target_score",
            format!("A match goes on until somebody has {points} points or more, and then {best}."),
        )],
        (rounds, _) => vec![
            say("rounds", format!("A match is {} rounds, and {best}.", number(rounds))),
            say("target_score", format!("It is over earlier if somebody has {points} points or more.")),
        ],
    }
}

/// What a shared best score does (V17).
fn tie(facts: &Facts) -> String {
    let best = if facts.rules.rounds.count() == 1 { "first place" } else { "the best score" };
    match facts.rules.tie {
        OnTie::Shared => format!("If several share {best}, they share the win."),
        OnTie::Extra => format!("If several share {best}, all play one more round, until one is ahead."),
    }
}
