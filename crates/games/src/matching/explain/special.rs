//! The special cards: what each does, and the details of calls, swaps, blocks and groups.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use engine::{Card, CardSet};

use super::effects::effects;
use super::facts::Facts;
use super::naming::{capital, number};
use super::penalties::penalties;
use super::{Statement, say, say_of};
use crate::matching::{CardAction, GroupEffects, TwoPlayerReverse};
use crate::options::or_list;

pub(super) fn special(facts: &Facts) -> Vec<Statement> {
    let mut said = effects(facts);
    said.extend(star_eight(facts));
    said.extend(block(facts));
    said.extend(going_on(facts));
    said.extend(penalties(facts));
    said.extend(market(facts));
    said.extend(calls(facts));
    said.extend(swaps(facts));
    said.extend(reverse(facts));
    said.extend(groups(facts));
    said
}

/// The star 8, if it counts for two and other 8s do not (N28, W12, G5).
fn star_eight(facts: &Facts) -> Option<Statement> {
    let star = facts.compiled.pack.parse("star-8")?;
    let beyond = |other: Card| {
        facts.compiled.card_actions[star.index()].skip > facts.compiled.card_actions[other.index()].skip
    };
    let eights = facts.faces_of(facts.compiled.pack.face(star).rank) & facts.skips;
    let counts = facts.skips.contains(star)
        && eights.iter().any(|card| facts.effect(card) == facts.effect(star) && beyond(card));
    if !facts.rules.star8_double || !counts || facts.rules.players.most == 2 {
        return None;
    }
    let two = if facts.can_be_two() { " With only two players it is an 8 like any other." } else { "" };
    Some(say_of(
        CardSet::only(star),
        "star8_double",
        format!("After the star 8 the next two players miss a turn each.{two}"),
    ))
}

/// Whether a suspended player may block (S14, S19, W13).
fn block(facts: &Facts) -> Option<Statement> {
    let names = facts.names(facts.suspensions);
    if names.is_empty() {
        return None;
    }
    if facts.blockable.is_empty() {
        return Some(say_of(
            facts.suspensions,
            "block_8",
            format!("{} cannot be blocked.", capital(&or_list(names))),
        ));
    }
    let with = match (facts.ranks_in(facts.blockable), facts.blockable.lowest()) {
        (1, Some(card)) => format!("another {}", facts.rank(facts.compiled.pack.face(card).rank)),
        _ => format!("a card of the same {}", facts.rank_word()),
    };
    let two = if facts.can_be_two() {
        " Between two players the turn then goes to the one who blocked, unless the other blocks too."
    } else {
        ""
    };
    let text = format!(
        "A player who has to miss a turn because of {} may block it with {with}. Then the player after that misses a turn instead, or blocks as well; it moves on, but it does not add up.{two}",
        or_list(names)
    );
    Some(say_of(facts.suspensions, "block_8", text))
}

/// The card that follows when the same player plays again (N32, W9).
fn going_on(facts: &Facts) -> Option<Statement> {
    let names = facts.names(facts.again);
    let text = || {
        format!(
            "When you play again after {}, the next card must fit as always. If you have none, you draw as in any turn.",
            or_list(names.clone())
        )
    };
    (!names.is_empty()).then(|| say_of(facts.again, "again", text()))
}

/// The course of a General Market (W19, W20).
fn market(facts: &Facts) -> Option<Statement> {
    if facts.markets.is_empty() {
        return None;
    }
    let order = match facts.rules.players.most {
        2 => "",
        _ => "The others draw one after another in the order of play, as far as the cards go. ",
    };
    let (name, after) = (
        facts.any_of(facts.markets),
        if facts.rules.market_again { "the turn stays with you" } else { "the turn passes on as always" },
    );
    Some(say_of(facts.markets, "market_again", format!("{order}After {name} {after}.")))
}

/// What a call demands, and for how long (W21, G18, E10, V4).
fn calls(facts: &Facts) -> Option<Statement> {
    if facts.compiled.callers.is_empty() {
        return None;
    }
    let (suit, rank) = (facts.suit_word(), facts.rank_word());
    let mut said = vec![format!(
        "You may call {}. After a call the next card must be of that {suit}; the {rank} on the card does not help.",
        facts.any_suit()
    )];
    said.extend(may_follow(facts));
    said.extend(no_recall(facts));
    said.push(format!("A call stays in force until the next card with a {suit} or a new call is played, however many players draw or pass in between.")); // G18
    said.extend(last_call(facts));
    Some(say_of(facts.compiled.callers, "recall_allowed", said.join(" ")))
}

/// What may follow a call besides the suit.
fn may_follow(facts: &Facts) -> Option<String> {
    let anywhere = facts.anywhere();
    match (facts.rules.recall_allowed, anywhere.is_empty()) {
        (true, true) => Some(format!(
            "{} may follow too, with a new call.",
            capital(&facts.any_of(facts.compiled.callers))
        )),
        (true, false) => {
            Some(format!("{} may follow too.", capital(&facts.any_of(facts.compiled.everywhere))))
        }
        (false, true) => None,
        (false, false) => Some(format!("{} may follow too.", capital(&facts.any_of(anywhere)))),
    }
}

fn no_recall(facts: &Facts) -> Option<String> {
    let names = facts.any_of(facts.compiled.callers);
    (!facts.rules.recall_allowed).then(|| format!("No call may be answered with {names}."))
}

/// Whether a wild card needs a call when it is the last card (W21).
fn last_call(facts: &Facts) -> Option<String> {
    let text = if facts.plays_on() {
        "With your last card you call only if the others play on."
    } else {
        "With your last card you call nothing."
    };
    facts.compiled.callers.meets(facts.compiled.finish).then(|| text.into())
}

/// The details of swapping hands (V19).
fn swaps(facts: &Facts) -> Option<Statement> {
    if facts.swaps.is_empty() {
        return None;
    }
    let may = if facts.rules.swap_mandatory { "The swap must be made" } else { "You need not swap" };
    let last = if facts.swaps.meets(facts.compiled.finish) {
        " If it is your last card, no hands are swapped."
    } else {
        ""
    };
    Some(say_of(
        facts.swaps,
        "swap_mandatory",
        format!("{may} when you play {}.{last}", facts.any_of(facts.swaps)),
    ))
}

/// A reverse between two players, if there can be more (E5).
fn reverse(facts: &Facts) -> Option<Statement> {
    let turning = facts.reverses - facts.again - facts.picks;
    if turning.is_empty() || facts.rules.players.most == 2 || !facts.can_be_two() {
        return None;
    }
    let name = facts.any_of(turning);
    let when = if facts.rules.players.least == 2 {
        "Between two players"
    } else {
        "When only two players are left,"
    };
    let text = match facts.rules.two_player_reverse {
        TwoPlayerReverse::Skip => format!("{when} {name} makes the other player miss a turn."),
        TwoPlayerReverse::Nothing => format!("{when} {name} turns nothing round."),
    };
    Some(say_of(turning, "two_player_reverse", text))
}

/// What special cards do when they are played together (W18).
fn groups(facts: &Facts) -> Option<Statement> {
    if !facts.rules.group_play || adding(facts).is_empty() {
        return None;
    }
    let text = match facts.rules.group_effects {
        GroupEffects::Once => {
            "Special cards that are played together do no more than one of them.".to_string()
        }
        GroupEffects::Multiply => multiplied(facts),
    };
    Some(say("group_effects", format!("{text}{}", mixed(facts))))
}

/// Cards that do more when two are played together.
fn adding(facts: &Facts) -> CardSet {
    let several =
        |card: &Card| facts.compiled.of_rank[usize::from(facts.compiled.pack.face(*card).rank.0)].len() > 1;
    let others = facts.rules.players.most - 1;
    let more = |card: &Card| usize::from(facts.compiled.card_actions[card.index()].skip) < others;
    let skips: CardSet = facts.skips.iter().filter(more).collect();
    let still = others == 1 && facts.rules.two_player_reverse == TwoPlayerReverse::Nothing;
    let reverses = if still { CardSet::EMPTY } else { facts.reverses };
    (facts.picks | facts.markets | skips | reverses).iter().filter(several).collect()
}

fn multiplied(facts: &Facts) -> String {
    let two = |card: Card| format!("two {}", facts.plural(facts.compiled.pack.face(card).rank));
    let twice = |many: u8| number(2 * usize::from(many));
    let card_action = |card: Card| facts.compiled.card_actions[card.index()];
    let first = |cards: CardSet| facts.first(adding(facts) & cards);
    let mut parts = Vec::new();
    parts.extend(
        first(facts.picks)
            .map(|card| format!("{} make {} cards to draw", two(card), twice(card_action(card).pick))),
    );
    parts.extend(first(facts.markets).map(|card| {
        format!("after {} each of the others draws {}", two(card), twice(card_action(card).market))
    }));
    parts.extend(first(facts.skips).map(|card| {
        let players = (2 * usize::from(card_action(card).skip)).min(facts.rules.players.most - 1);
        format!(
            "after {} the next {} players miss a turn, but nobody more than one",
            two(card),
            number(players)
        )
    }));
    parts.extend(
        first(facts.reverses)
            .map(|card| format!("{} turn play round twice, so it goes on as before", two(card))),
    );
    format!(
        "What special cards do adds up when they are played together: {}.{}",
        parts.join("; "),
        only_once(facts)
    )
}

/// What happens once, however many cards are played together.
fn only_once(facts: &Facts) -> String {
    let two = |card: Card| format!("two {}", facts.plural(facts.compiled.pack.face(card).rank));
    let again =
        facts.first(facts.again).map(|card| format!(" But {} let you play again only once.", two(card)));
    let calls =
        facts.first(facts.compiled.callers).map(|card| format!(" With {} you make one call.", two(card)));
    again.into_iter().chain(calls).collect()
}

/// If cards of one rank do different things, the last card of a group decides.
fn mixed(facts: &Facts) -> String {
    let others = facts.rules.players.most as u8 - 1;
    let card_action = |card: Card| {
        let card_action = facts.compiled.card_actions[card.index()];
        CardAction { skip: card_action.skip.min(others), ..card_action }
    };
    let differ = |rank| {
        let mut card_actions = facts.faces_of(rank).iter().map(card_action);
        let first = card_actions.next();
        card_actions.any(|card_action| Some(card_action) != first)
    };
    if facts.ranks().any(differ) {
        format!(
            " Where cards of one {} do different things, the last one decides for all.",
            facts.rank_word()
        )
    } else {
        String::new()
    }
}
