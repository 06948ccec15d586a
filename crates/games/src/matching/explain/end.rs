//! Going out, and the other ways in which a round ends.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use engine::CardSet;

use super::facts::Facts;
use super::naming::{capital, number};
use super::{Statement, say};
use crate::matching::{Blocked, CardAction, FinishingEffect, StockEnd};

pub(super) fn end(facts: &Facts) -> Vec<Statement> {
    let mut said = vec![say("play_on", going_out(facts)), say("finish_on", last(facts))];
    said.extend(finishing(facts));
    said.extend(counting(facts));
    said.push(say("max_actions", stopped(facts)));
    said.push(say("blocked", blocked(facts)));
    said
}

/// What happens when a player is out (N47, S9, C17, C26, G8, E11, E12).
fn going_out(facts: &Facts) -> String {
    if facts.plays_on() {
        "A player who has played their last card is out and takes the best place still free. The others play on until only one of them holds cards; that player comes last. Play goes on from the empty place, in the same direction.".into()
    } else {
        "The first player to play their last card wins the round, and it is over at once.".into()
    }
}

/// The cards on which a hand may end (C18, E6, E7, W10).
fn last(facts: &Facts) -> String {
    let all: CardSet = facts.faces().collect();
    let (barred, special) = (all - facts.compiled.finish, all & facts.compiled.special);
    if barred.is_empty() {
        let even = if special.is_empty() { "" } else { ", a special card too" };
        return format!("You may finish with any card{even}.");
    }
    let (what, such) = if barred == special {
        ("A special card may not be your last.".to_string(), "such a")
    } else if barred.len() <= all.len() / 2 {
        (format!("{} may not be your last card.", capital(&facts.any_of(barred))), "such a")
    } else {
        (format!("Only {} may be your last card.", facts.any_of(all - barred)), "any other")
    };
    let penalty = if facts.picks.is_empty() { "" } else { ", and if a penalty waits you take it" };
    format!(
        "{what} If {such} card is all that you have left, you cannot play it: you draw as if nothing fitted{penalty}. With two cards left you may still play one of them."
    )
}

/// What a last card still does (G7, V21, W24).
fn finishing(facts: &Facts) -> Option<Statement> {
    let last = facts.faces().filter(|&card| facts.compiled.finish.contains(card));
    let (mut draws, mut moves) = (CardSet::EMPTY, CardSet::EMPTY);
    for card in last {
        let CardAction {
            pick,
            market,
            skip,
            reverse,
            blockable: _,
            again: _,
            skip_after: _,
            swap: _,
            call: _,
        } = facts.compiled.card_actions[card.index()];
        if pick > 0 || market > 0 {
            draws.insert(card);
        }
        if reverse || (skip > 0 && pick == 0) {
            moves.insert(card);
        }
    }
    let moves = if facts.plays_on() { moves } else { CardSet::EMPTY };
    let text = match facts.rules.finishing_effect {
        _ if (draws | moves).is_empty() => return None,
        FinishingEffect::None => without_effect(facts, draws | moves),
        FinishingEffect::Penalties if draws.is_empty() => without_effect(facts, moves),
        FinishingEffect::Penalties if (moves - draws).is_empty() => still_draws(facts, draws),
        FinishingEffect::Penalties => {
            format!("{} {}", still_draws(facts, draws), without_effect(facts, moves - draws))
        }
        FinishingEffect::All if moves.is_empty() => still_draws(facts, draws),
        FinishingEffect::All => format!(
            "If your last card is {}, it still does what it always does.",
            facts.any_of(draws | moves)
        ),
    };
    Some(say("finishing_effect", text))
}

fn without_effect(facts: &Facts, cards: CardSet) -> String {
    format!("If your last card is {}, it does nothing to the others any more.", facts.any_of(cards))
}

fn still_draws(facts: &Facts, cards: CardSet) -> String {
    let when = if facts.plays_on() { "" } else { " before the cards in hand are counted" };
    let market = cards.iter().any(|card| facts.compiled.card_actions[card.index()].market > 0);
    let who = if market { "the others still draw" } else { "the next player still draws" };
    format!("If your last card is {}, {who} for it{when}.", facts.any_of(cards))
}

/// The stock is used up and the hands are counted (N19, W20, W25).
fn counting(facts: &Facts) -> Option<Statement> {
    let when = match facts.rules.stock_end {
        StockEnd::Reshuffle | StockEnd::Pass => return None,
        StockEnd::Count => "As soon as the stock is used up".to_string(),
        StockEnd::ReshuffleThenCount(times) => {
            format!("As soon as the stock is used up for the {} time", ordinal(times + 1))
        }
    };
    let short = if facts.has_penalties() && facts.rules.stock_end == StockEnd::Count {
        " Penalties are drawn as far as the cards go."
    } else {
        ""
    };
    Some(say(
        "stock_end",
        format!("{when}, the round is over and the hands are counted. {}{short}", ranking(facts)),
    ))
}

fn ordinal(number: u8) -> &'static str {
    match number {
        0..=2 => "second",
        3 => "third",
        4 => "fourth",
        5 => "fifth",
        6 => "sixth",
        7 => "seventh",
        8 => "eighth",
        9 => "ninth",
        _ => "tenth",
    }
}

fn ranking(facts: &Facts) -> String {
    let places = if facts.plays_on() {
        "Those who are out keep their places; of the others the fewest points are best"
    } else {
        "The fewest points win"
    };
    format!("{places}, of equal points the fewest cards, and if these are equal too, the place is shared.") // W25
}

/// The safety stop, announced in advance (G4).
fn stopped(facts: &Facts) -> String {
    let actions = number(facts.rules.max_actions.count());
    let stopped =
        format!("After {actions} actions a round is stopped: every play, draw, pass and word counts as one.");
    if goes_on_and_on(facts) {
        let markets = facts.any_of(facts.markets);
        format!(
            "{stopped} With six players or more that can happen, because {markets} deals out more cards than a turn gets rid of."
        )
    } else {
        stopped
    }
}

/// Whether General Markets hand out cards faster than turns shed them, so that only the safety stop ends the round.
fn goes_on_and_on(facts: &Facts) -> bool {
    facts.rules.players.most >= 6 && facts.rules.stock_end == StockEnd::Reshuffle && !facts.markets.is_empty()
}

/// A round that is blocked or was stopped (G3, G4).
fn blocked(facts: &Facts) -> String {
    let before = match facts.rules.stock_end {
        StockEnd::Count => "A round that was stopped",
        _ => {
            "If the turn goes once round and nobody plays or draws, the round is blocked and over. A blocked or stopped round"
        }
    };
    match facts.rules.blocked {
        Blocked::Rank if facts.counts() => {
            format!("{before} is decided by counting the hands in the same way.")
        }
        Blocked::Rank => format!("{before} is decided by counting the hands. {}", ranking(facts)),
        Blocked::Draw => format!(
            "{before} is a draw: all who still hold cards share {}.",
            if facts.plays_on() { "the next place" } else { "the win" }
        ),
    }
}
