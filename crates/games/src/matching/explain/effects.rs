//! What each special card does.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use engine::{Card, CardSet, Rank, Style};

use super::facts::Facts;
use super::naming::{capital, count, number};
use super::{Statement, say, say_of};
use crate::matching::effect::{Sentence, Title};
use crate::matching::{Effect, HoldOn, PlayableOn, Suspension, TwoPlayerReverse};
use crate::options::and_list;

/// One clause for each kind of special card, and one for all other cards.
pub(super) fn effects(facts: &Facts) -> Vec<Statement> {
    let mut said: Vec<Statement> = facts.ranks().flat_map(|rank| of_rank(facts, rank)).collect();
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

/// The clauses of a rank: one for each different effect among its cards.
fn of_rank(facts: &Facts, rank: Rank) -> Vec<Statement> {
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
    let titles: Vec<String> = titles(facts, effect, first).collect();
    let is = if facts.names(cards).len() > 1 { "are" } else { "is" };
    let mut sentences = sentences(facts, effect, cards).into_iter();
    let head = sentences.next().unwrap_or_else(|| "nothing happens".into());
    let title = if titles.is_empty() { String::new() } else { format!(" {is} {}", and_list(titles)) };
    let tail = sentences.map(|sentence| format!("{}.", capital(&sentence)));
    let said: Vec<String> = [format!("{subject}{title}: {head}.")].into_iter().chain(tail).collect();
    said.join(" ")
}

/// What players call the card: wild or, in Whot, Hold On, Pick Two and so on.
fn titles(facts: &Facts, effect: Effect, card: Card) -> impl Iterator<Item = String> {
    // A player who plays again has no next player who could pick.
    let pick = if facts.picks.contains(card) { effect.pick } else { 0 };
    let effect = Effect { pick, ..effect };
    let name = facts.card(card).to_lowercase();
    let in_whot = facts.spec.style == Style::Shapes;
    effect.rows().filter_map(move |row| match row.title {
        Title::Everywhere(title) if !name.contains(title) => Some(title.to_string()),
        Title::InWhot(title) if in_whot && row.needs_number() => {
            Some(format!("{title} {}", capital(&number(usize::from(row.number_in(effect))))))
        }
        Title::InWhot(title) if in_whot => Some(title.to_string()),
        Title::None | Title::Everywhere(_) | Title::InWhot(_) => None,
    })
}

/// What happens when one of the cards is played, in the order in which it happens.
fn sentences(facts: &Facts, effect: Effect, cards: CardSet) -> Vec<String> {
    let mut about: Vec<Sentence> = effect.rows().flat_map(|row| row.sentences).copied().collect();
    about.push(Sentence::PlayableOn); // A card without a suit always needs one.
    about.sort_unstable();
    about.dedup();
    about.into_iter().flat_map(|about| said_of(facts, about, effect, cards)).collect()
}

fn said_of(facts: &Facts, about: Sentence, effect: Effect, cards: CardSet) -> Vec<String> {
    let Some(card) = cards.lowest() else { return Vec::new() };
    match about {
        Sentence::PlayableOn => playable_on(facts, effect, card),
        Sentence::Swap => vec![swap(facts).to_string()],
        Sentence::Market => vec![market(facts, usize::from(effect.market))],
        Sentence::Reverse => reverse(facts, card).into_iter().collect(),
        Sentence::WhoseTurn if facts.again.contains(card) => vec![again(facts, effect).to_string()],
        Sentence::WhoseTurn if facts.picks.contains(card) => vec![pick(facts, card)],
        Sentence::WhoseTurn if facts.skips.contains(card) => {
            skip(facts, players_skipped(facts, effect, cards))
        }
        Sentence::WhoseTurn => Vec::new(),
    }
}

/// On what the card may be played, if not on its suit or its rank.
fn playable_on(facts: &Facts, effect: Effect, card: Card) -> Vec<String> {
    let suit = facts.suit_word();
    match (effect.playable_on, facts.has_suit(card)) {
        (PlayableOn::Wild, _) => vec![format!(
            "it fits on any card{}, and you call the {suit} that must follow",
            facts.but_calls()
        )], // N16, C15, U22
        (PlayableOn::Any, true) => vec!["it fits on any card".to_string()],
        (PlayableOn::Any, false) => {
            vec![format!("it fits on any card, and the {suit} in force stays as it is")]
        } // V2
        (PlayableOn::Match, true) => Vec::new(),
        (PlayableOn::Match, false) => outcast(facts, card),
    }
}

/// A card without a suit that is neither wild nor fits anywhere.
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

/// The direction of play changes (C16); with two players there is none (E5).
fn reverse(facts: &Facts, card: Card) -> Option<String> {
    let alone = !facts.again.contains(card) && !facts.picks.contains(card);
    match (facts.rules.players.most, facts.rules.two_player_reverse) {
        (2, TwoPlayerReverse::Skip) if alone => Some("the other player misses a turn".to_string()),
        (2, _) => None,
        _ => Some("play turns round and goes the other way, until it is turned round again".to_string()),
    }
}

/// The same player plays again (N20, S11, N31, W8, W19).
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

/// How many players the cards skip. A star 8 that counts double has a clause of its own, unless it is the only card.
fn players_skipped(facts: &Facts, effect: Effect, cards: CardSet) -> usize {
    let least = cards.iter().map(|card| facts.compiled.card_actions[card.index()].skip).min();
    usize::from(least.unwrap_or(effect.skip))
}

/// Players miss a turn (N27, C14, U25); nobody is skipped twice (G5).
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
