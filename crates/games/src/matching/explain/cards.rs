//! Who can play, and with which cards.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use engine::{Pack, Rank, Style};

use super::facts::Facts;
use super::naming::{capital, number};
use super::{Statement, say};
use crate::options::and_list;

/// The ranks of a suit with their numbers of copies.
type Content = [(String, usize)];

pub(super) fn cards(facts: &Facts) -> Vec<Statement> {
    let mut said = vec![say("players", players(facts)), say("pack", pack(facts)), say("packs", packs(facts))];
    said.extend(whots(facts));
    said.extend(jokers(facts));
    said.extend(draw_twos(facts));
    said.extend(other_words(facts));
    said
}

fn players(facts: &Facts) -> String {
    let (least, most) = (facts.rules.players.least, facts.rules.players.most);
    if least == most {
        format!("Exactly {} play.", number(most))
    } else {
        format!("{} to {} can play.", capital(&number(least)), number(most))
    }
}

/// What one pack contains: "The pack has 54 cards: 12 each of circles and triangles (1 to 5, ...)".
fn pack(facts: &Facts) -> String {
    let mut parts = Vec::new();
    let mut told: Vec<&Content> = Vec::new();
    for (_, content) in suited(facts) {
        if !told.contains(&content) {
            told.push(content);
            parts.push(alike(facts, content));
        }
    }
    for rank in facts.ranks().filter(|&rank| facts.is_loose(rank)) {
        parts.push(loose(facts, rank));
    }
    format!("The pack has {} cards: {}.", in_packs(facts, 1), and_list(parts))
}

fn suited<'a>(facts: &'a Facts) -> impl Iterator<Item = (&'a str, &'a Content)> {
    let groups = facts.spec.groups.iter().map(|(group, content)| (group.as_str(), content.as_slice()));
    groups.filter(|(group, _)| facts.spec.suits.iter().any(|suit| suit == group))
}

/// The suits with these ranks.
fn alike(facts: &Facts, content: &Content) -> String {
    let suits = suited(facts).filter(|(_, other)| *other == content).map(|(suit, _)| suit);
    let names: Vec<String> = suits
        .map(
            |suit| if facts.spec.style == Style::Colours { suit.to_string() } else { facts.suit_cards(suit) },
        )
        .collect();
    let cards: usize = content.iter().map(|(_, copies)| copies).sum();
    let list = ranks(facts, content);
    match (facts.spec.style, names.len()) {
        (Style::Colours, 1) => format!("{cards} in {} ({list})", names[0]),
        (Style::Colours, _) => format!("{cards} each in {} ({list})", and_list(names)),
        (Style::Shapes | Style::French, 1) => format!("{cards} {} ({list})", names[0]),
        (Style::Shapes | Style::French, _) => format!("{cards} each of {} ({list})", and_list(names)),
    }
}

/// The ranks of a suit: "1 to 5, 7 and 8", or "one 0, and two each of 1 to 9".
fn ranks(facts: &Facts, content: &Content) -> String {
    let mut copies: Vec<usize> = Vec::new();
    for (_, times) in content {
        if !copies.contains(times) {
            copies.push(*times);
        }
    }
    if copies == [1] {
        return and_list(in_runs(facts, content.iter().map(|(rank, _)| rank.as_str())));
    }
    let of = |times: usize| {
        let ranks = content.iter().filter(|(_, copies)| *copies == times).map(|(rank, _)| rank.as_str());
        let listed: Vec<&str> = ranks.collect();
        let kind = match (times, listed.len()) {
            (1, 1) => "",
            (_, 1) => " of",
            _ => " each of",
        };
        format!("{}{kind} {}", number(times), and_list(in_runs(facts, listed.into_iter())))
    };
    copies.into_iter().map(of).collect::<Vec<_>>().join(", and ")
}

/// Ranks with runs of three numbers or more shortened: "1 to 5", "7", "8".
fn in_runs<'a>(facts: &Facts, ranks: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut runs: Vec<(&str, &str)> = Vec::new();
    for rank in ranks {
        let follows = |last: &str| matches!((last.parse::<u16>(), rank.parse::<u16>()), (Ok(last), Ok(next)) if last.checked_add(1) == Some(next));
        match runs.last_mut() {
            Some((_, last)) if follows(last) => *last = rank,
            _ => runs.push((rank, rank)),
        }
    }
    let written = |(first, last): (&str, &str)| match (first.parse::<u16>(), last.parse::<u16>()) {
        (Ok(low), Ok(high)) if high > low + 1 => vec![format!("{first} to {last}")],
        (Ok(_), Ok(_)) if first != last => vec![first.to_string(), last.to_string()],
        _ => vec![facts.spoken(first)],
    };
    runs.into_iter().flat_map(written).collect()
}

/// Cards without a suit: "5 Whots (20)".
fn loose(facts: &Facts, rank: Rank) -> String {
    let copies = copies(facts, rank);
    let name = if copies == 1 { facts.rank(rank) } else { facts.plural(rank) };
    format!("{copies} {name}")
}

/// How many copies of a rank one pack has.
fn copies(facts: &Facts, rank: Rank) -> usize {
    let written = facts.compiled.pack.rank_name(rank);
    let listed = facts.spec.groups.iter().flat_map(|(_, ranks)| ranks);
    listed.filter(|(known, _)| known == written).map(|(_, copies)| copies).sum()
}

fn in_packs(facts: &Facts, packs: usize) -> usize {
    Pack::new(&facts.spec, packs).map_or(0, |pack| pack.cards().len())
}

/// How many packs are used (G14, W2, C2).
fn packs(facts: &Facts) -> String {
    let rules = facts.rules;
    let (least, most) = (rules.players.least, rules.players.most);
    let (few, many) = (rules.packs_for(least), rules.packs_for(most));
    let total = in_packs(facts, many);
    match (few, many) {
        (1, 1) => "One pack is used.".to_string(),
        (few, many) if few == many => {
            format!("{} packs are shuffled together, {total} cards in all.", capital(&number(many)))
        }
        (_, many) => {
            let up_to = (least..most).rev().find(|&seats| rules.packs_for(seats) == few).unwrap_or(least);
            let one = if up_to == least {
                format!("{} players use", capital(&number(least)))
            } else {
                format!("Up to {} players use", number(up_to))
            };
            format!(
                "{one} one pack; with more, {} packs are shuffled together, {total} cards in all.",
                number(many)
            )
        }
    }
}

/// The Whot cards, if the pack has them (W1).
fn whots(facts: &Facts) -> Option<Statement> {
    let printed = |rank: &str| {
        facts.rules.pack.groups.iter().any(|(_, ranks)| ranks.iter().any(|(known, _)| known == rank))
    };
    if !printed("20") {
        return None;
    }
    let rank = facts.ranks().find(|&rank| facts.compiled.pack.rank_name(rank) == "20");
    let text = match rank.map(|rank| (rank, copies(facts, rank))) {
        None => "There are no Whot cards.".to_string(),
        Some((rank, 1)) => format!("The {} has no {}.", facts.rank(rank), facts.suit_word()),
        Some((rank, copies)) => {
            format!("The {} {} have no {}.", number(copies), facts.plural(rank), facts.suit_word())
        }
    };
    Some(say("whot_cards", text))
}

fn jokers(facts: &Facts) -> Option<Statement> {
    let rank = facts.ranks().find(|&rank| facts.compiled.pack.rank_name(rank) == "JK");
    let suit = facts.suit_word();
    let text = match (facts.rules.jokers.count(), rank) {
        (0, _) | (_, None) => return None,
        (1, Some(rank)) => format!("The {} has no {suit}.", facts.rank(rank)),
        (jokers, Some(rank)) => format!("The {} {} have no {suit}.", number(jokers), facts.plural(rank)), // E14
    };
    Some(say("jokers", text))
}

/// Whether the draw twos have a colour (V2).
fn draw_twos(facts: &Facts) -> Option<Statement> {
    let rank = facts.ranks().find(|&rank| facts.compiled.pack.rank_name(rank) == "draw2")?;
    let (name, colour) = (facts.plural(rank), facts.suit_word());
    let text = match facts.faces_of(rank).iter().filter(|&card| facts.has_suit(card)).count() {
        0 => format!("The {name} have no {colour}."),
        _ => format!("Each of the {name} has a {colour}."),
    };
    Some(say("draw2", text))
}

/// Local words for what is on the cards (N5, W27).
fn other_words(facts: &Facts) -> Option<Statement> {
    let words =
        facts.spec.words.iter().map(|(word, meaning)| format!("{word} for {}", facts.spoken(meaning)));
    let words: Vec<String> = words.collect();
    (!words.is_empty()).then(|| say("pack", format!("People also say {}.", and_list(words))))
}
