//! What each special card does.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use engine::{Card, CardSet, Rank, Style};

use super::facts::Facts;
use super::naming::{capital, count, number};
use super::{Said, say, say_of};
use crate::matching::{Effect, Fits, HoldOn, Suspension, TwoPlayerReverse};
use crate::options::and_list;

/// One clause for each kind of special card, and what is true of all the others.
pub(super) fn effects(facts: &Facts) -> Vec<Said> {
    let mut said: Vec<Said> = facts.ranks().flat_map(|rank| of_rank(facts, rank)).collect();
    let others = if said.is_empty() {
        "No card does anything but match."
    } else {
        "All other cards do nothing but match."
    };
    let plain = facts.faces().any(|card| facts.effect(card).is_plain() && !facts.outcast(card));
    if plain {
        said.push(say("effects", others));
    }
    said
}

/// The clauses of a rank: one where all its cards do the same, otherwise one for each thing that they do.
fn of_rank(facts: &Facts, rank: Rank) -> Vec<Said> {
    let topic = format!("effects.{}", facts.compiled.pack.rank_name(rank));
    let mut kinds: Vec<(Effect, CardSet)> = Vec::new();
    for card in
        facts.faces_of(rank).iter().filter(|&card| !facts.effect(card).is_plain() || facts.outcast(card))
    {
        let effect = facts.effect(card);
        match kinds.iter_mut().find(|(known, _)| *known == effect) {
            Some((_, cards)) => cards.insert(card),
            None => kinds.push((effect, CardSet::only(card))),
        }
    }
    let clause = |(effect, cards)| say_of(cards, &topic, sentence(facts, effect, cards));
    kinds.into_iter().map(clause).collect()
}

/// "A 2 is Pick Two: the next player draws two cards."
fn sentence(facts: &Facts, effect: Effect, cards: CardSet) -> String {
    let Some(first) = cards.lowest() else { return String::new() };
    let subject = capital(&and_list(facts.names(cards)));
    let (titles, card_actions) = (titles(facts, effect, first), card_actions(facts, effect, cards));
    let is = if facts.names(cards).len() > 1 { "are" } else { "is" };
    let mut card_actions = card_actions.into_iter();
    let head = card_actions.next().unwrap_or_else(|| "nothing happens".into());
    let title = if titles.is_empty() { String::new() } else { format!(" {is} {}", and_list(titles)) };
    let tail = card_actions.map(|card_action| format!("{}.", capital(&card_action)));
    let said: Vec<String> = [format!("{subject}{title}: {head}.")].into_iter().chain(tail).collect();
    said.join(" ")
}

/// The names that the effects have at the table: in Whot Hold On, Pick Two and so on.
fn titles(facts: &Facts, effect: Effect, card: Card) -> Vec<String> {
    let mut out = Vec::new();
    let name = facts.card(card).to_lowercase();
    if effect.fits == Fits::Wild && !name.contains("wild") {
        out.push("wild".to_string());
    }
    if facts.spec.style != Style::Shapes {
        return out;
    }
    let holds = effect.hold_on && (facts.again.contains(card) || facts.skips.contains(card));
    if holds {
        out.push("Hold On".to_string());
    }
    if facts.picks.contains(card) {
        out.push(format!("Pick {}", capital(&number(usize::from(effect.pick)))));
    }
    let waits = effect.suspension > 0 && (facts.again.contains(card) || facts.skips.contains(card));
    if waits {
        out.push("Suspension".to_string());
    }
    if facts.markets.contains(card) {
        out.push("General Market".to_string());
    }
    out
}

/// What happens when one of the cards is played, in the order in which it happens.
fn card_actions(facts: &Facts, effect: Effect, cards: CardSet) -> Vec<String> {
    let Some(card) = cards.lowest() else { return Vec::new() };
    let mut out = fits(facts, effect, card);
    if effect.swap {
        out.push(swap(facts).to_string());
    }
    if effect.market > 0 {
        out.push(market(facts, usize::from(effect.market)));
    }
    if effect.reverse {
        out.extend(reverse(facts, card));
    }
    if facts.again.contains(card) {
        out.push(again(facts, effect).to_string());
    } else if facts.picks.contains(card) {
        out.push(pick(facts, card));
    } else if facts.skips.contains(card) {
        out.extend(skip(facts, players_skipped(facts, effect, cards)));
    }
    out
}

/// On what the card may be played, where that is not its suit or its rank.
fn fits(facts: &Facts, effect: Effect, card: Card) -> Vec<String> {
    let suit = facts.suit_word();
    match (effect.fits, facts.has_suit(card)) {
        (Fits::Wild, _) => vec![format!(
            "it fits on any card{}, and you call the {suit} that must follow",
            facts.but_calls()
        )], // N16, C15, U22
        (Fits::Any, true) => vec!["it fits on any card".to_string()],
        (Fits::Any, false) => vec![format!("it fits on any card, and the {suit} in force stays as it is")], // V2
        (Fits::Match, true) => Vec::new(),
        (Fits::Match, false) => outcast(facts, card),
    }
}

/// A card without a suit that does not fit on anything either.
fn outcast(facts: &Facts, card: Card) -> Vec<String> {
    let same = match facts.compiled.pack.copies(card).len() {
        1 => String::new(),
        _ => format!("on another {} or ", facts.card(card)),
    };
    let suit = facts.suit_word();
    let mut out = vec![format!("it fits only {same}where any card may be played")];
    if facts.effect(card).is_plain() {
        out.push("after it any card may be played".to_string());
    } else {
        out.push(format!("the {suit} in force stays as it is; if there is none, any card may follow"));
    }
    out
}

fn swap(facts: &Facts) -> &'static str {
    match (facts.rules.swap_mandatory, facts.rules.players.most) {
        (false, 2) => "you may swap your hand for that of the other player", // U26, V19
        (false, _) => "you may swap your hand for that of any other player", // U26, V19
        (true, 2) => "you swap your hand for that of the other player",
        (true, _) => "you swap your hand for that of any other player",
    }
}

/// All others draw (N29, S15).
fn market(facts: &Facts, cards: usize) -> String {
    match facts.rules.players.most {
        2 => format!("the other player draws {} at once", count(cards, "card")),
        _ => format!("every other player draws {} at once", count(cards, "card")),
    }
}

/// Play turns round (C16); with two players there is no direction to turn (E5).
fn reverse(facts: &Facts, card: Card) -> Option<String> {
    let alone = !facts.again.contains(card) && !facts.picks.contains(card);
    match (facts.rules.players.most, facts.rules.two_player_reverse) {
        (2, TwoPlayerReverse::Skip) if alone => Some("the other player misses a turn".to_string()),
        (2, _) => None,
        _ => Some("play turns round and goes the other way, until it is turned round again".to_string()),
    }
}

/// The same player goes on (N20, S11, N31, W8, W19).
fn again(facts: &Facts, effect: Effect) -> &'static str {
    let waits = effect.suspension > 0 && facts.rules.suspension == Suspension::Again;
    match (waits, effect.hold_on, facts.rules.hold_on) {
        (_, true, HoldOn::AgainAndSkip) => {
            "you play again at once, and after that the next player misses a turn"
        }
        (true, _, _) => "all others wait while you play again",
        (false, _, _) => "you play again at once",
    }
}

/// The next player draws (N21, N24, C13, U23, U24).
fn pick(facts: &Facts, card: Card) -> String {
    let draws = if facts.answerable().contains(card) { "must answer or draw" } else { "draws" };
    format!("the next player {draws} {}", count(usize::from(facts.effect(card).pick), "card"))
}

/// How many players the cards pass over. A star 8 that counts double has a clause of its own, unless it is alone.
fn players_skipped(facts: &Facts, effect: Effect, cards: CardSet) -> usize {
    let least = cards.iter().map(|card| facts.compiled.card_actions[card.index()].skip).min();
    usize::from(least.unwrap_or(effect.skip))
}

/// Players miss a turn (N27, C14, U25); nobody is passed over twice (G5).
fn skip(facts: &Facts, players: usize) -> Vec<String> {
    let others = facts.rules.players.most - 1;
    let mut out = vec![match players.min(others) {
        1 => "the next player misses a turn".to_string(),
        players => format!("the next {} players miss a turn each", number(players)),
    }];
    let fewest = if facts.can_be_two() { 1 } else { facts.rules.players.least - 1 };
    if players > fewest && others > 1 {
        out.push("if there are not so many others, each of them misses one turn and no more".to_string());
    }
    out
}
