//! Cards that make the next player draw: answering them, taking them, challenging them.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::facts::Facts;
use super::naming::{capital, number};
use super::{Statement, say_of};
use crate::matching::Counter;

pub(super) fn penalties(facts: &Facts) -> Vec<Statement> {
    let mut said = Vec::new();
    if !facts.picks.is_empty() {
        said.push(say_of(facts.picks, "counter", counter(facts)));
        said.extend(cross(facts));
        said.extend(shield(facts));
        said.extend(must(facts));
        said.push(say_of(facts.picks, "play_after_penalty", afterwards(facts)));
    }
    said.extend(wild_picks(facts));
    said
}

/// What answering a penalty does (W14, N22, S21, C13).
fn counter(facts: &Facts) -> String {
    let answered = facts.answerable();
    let rest = facts.picks - answered;
    let none = format!("There is no answer to {}.", facts.any_of(rest));
    match (answered.is_empty(), rest.is_empty()) {
        (true, _) => none,
        (false, true) => answers(facts),
        (false, false) => format!("{} {none}", answers(facts)),
    }
}

fn answers(facts: &Facts) -> String {
    let other = match (facts.names(facts.answering).len(), facts.picks.lowest()) {
        (1, Some(card)) => format!("another {}", facts.rank(facts.compiled.pack.face(card).rank)),
        _ => "another such card".to_string(),
    };
    let then = match facts.rules.counter {
        Counter::Stack => stacked(facts),
        Counter::Transfer => "Then the old penalty is forgotten, and the next player draws only for the new card, or answers it.".to_string(),
        Counter::Cancel | Counter::None => "Then the penalty is gone. The answering card has no force either, and the next player has an ordinary turn.".to_string(),
    };
    format!("{} can be answered with {other}. {then}", capital(&facts.any_of(facts.answerable())))
}

fn stacked(facts: &Facts) -> String {
    let example = facts.first(facts.answerable()).map_or_else(String::new, |card| {
        let cards = usize::from(facts.compiled.card_actions[card.index()].pick) * 2;
        format!(
            " Two {} make {} cards, and so on.",
            facts.plural(facts.compiled.pack.face(card).rank),
            number(cards)
        )
    });
    format!(
        "Then the penalties add up, and the next player draws for all of them, or answers in turn.{example}"
    )
}

/// Whether cards of different ranks answer each other (W15).
fn cross(facts: &Facts) -> Option<Statement> {
    if facts.ranks_in(facts.answering) < 2 || facts.answerable().is_empty() {
        return None;
    }
    let text = if facts.rules.cross_counter {
        "Any of them answers any other.".to_string()
    } else {
        only_the_same(facts)
    };
    Some(say_of(facts.picks, "cross_counter", text))
}

fn only_the_same(facts: &Facts) -> String {
    let mut kinds = facts
        .ranks()
        .map(|rank| facts.names(facts.faces_of(rank) & facts.answering))
        .filter(|names| !names.is_empty());
    let mut kind = || kinds.next().and_then(|names| names.into_iter().next()).unwrap_or_default();
    let (one, two) = (kind(), kind());
    format!("But it must be of the same {}: {two} does not answer {one}.", facts.rank_word())
}

/// Whether a wild card cancels a penalty (W16, E4).
fn shield(facts: &Facts) -> Option<Statement> {
    let wilds = facts.mere_wilds();
    if wilds.is_empty() || facts.rules.counter == Counter::None {
        return None;
    }
    let (name, suit) = (capital(&facts.any_of(wilds)), facts.suit_word());
    let text = if facts.rules.wild_cancels_pick {
        format!(
            "{name} may be played on a waiting penalty as well: it does away with it, and you call a {suit}."
        )
    } else {
        format!("{name} does not help against a waiting penalty.")
    };
    Some(say_of(facts.picks, "wild_cancels_pick", text))
}

/// Whether a player who can answer must (E2).
fn must(facts: &Facts) -> Option<Statement> {
    let shielded = facts.rules.wild_cancels_pick && !facts.mere_wilds().is_empty();
    if facts.answerable().is_empty() && !shielded {
        return None;
    }
    let text = if facts.rules.must_counter {
        "If you can answer, you must."
    } else {
        "You need not answer even if you can."
    };
    Some(say_of(facts.picks, "must_counter", text))
}

/// What happens after a penalty has been drawn (W17, E3, U20, N23).
fn afterwards(facts: &Facts) -> String {
    let after = "After that the card has no more force, and play goes on as usual.";
    if facts.rules.play_after_penalty {
        format!("A player who has drawn for such a card still has an ordinary turn. {after}")
    } else {
        format!("A player who draws for such a card loses the turn. {after}")
    }
}

/// When a wild draw card may be played, and whether it can be challenged (V3).
fn wild_picks(facts: &Facts) -> Vec<Statement> {
    let cards = facts.compiled.wild_picks;
    if cards.is_empty() {
        return Vec::new();
    }
    let (name, suit) = (facts.any_of(cards), facts.suit_word());
    let when = if facts.rules.wild4_only_if_stuck {
        format!("{} may only be played by a player who holds no card of the {suit} in force.", capital(&name))
    } else {
        format!("{} may be played even by a player who holds a card of the {suit} in force.", capital(&name))
    };
    let mut said = Vec::from([say_of(cards, "wild4_only_if_stuck", when)]);
    if !facts.rules.wild4_only_if_stuck {
        said.push(say_of(cards, "challenge", challenge(facts, &name)));
    }
    said
}

fn challenge(facts: &Facts, name: &str) -> String {
    if !facts.rules.challenge {
        return format!("Nobody can challenge {name}.");
    }
    let (suit, after) =
        (facts.suit_word(), if facts.rules.play_after_penalty { "" } else { ", and loses the turn" });
    format!(
        "But the player who has to draw for {name} may challenge it and look at the hand of the one who played it. If that hand holds a card of the {suit} that was in force before, the one who played it draws the cards instead, and the challenger has an ordinary turn. If it does not, the challenger draws the cards and two more{after}."
    )
}
