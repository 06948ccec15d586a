//! The deal, and how the pile begins.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use engine::CardSet;

use super::facts::Facts;
use super::naming::count;
use super::{Statement, say};
use crate::matching::{Start, StarterSpecial, TwoPlayerReverse};

pub(super) fn deal(facts: &Facts) -> Vec<Statement> {
    let mut said = hands(facts);
    said.push(say("start", start(facts)));
    said.extend(starter(facts));
    if facts.has_rounds() {
        said.push(say("dealer", "After each round the deal passes to the left.")); // N10
    }
    said
}

fn hands(facts: &Facts) -> Vec<Statement> {
    let rules = facts.rules;
    let (least, most) = (rules.players.least, rules.players.most);
    let cards = |seats: usize| count(rules.hand_for(seats), "card");
    let rest = "The rest lies face down as the stock."; // N12
    if rules.hand_for(least) == rules.hand_for(most) {
        return [say(
            "hand_size",
            format!("Each player is dealt {}, one at a time and face down. {rest}", cards(most)),
        )]
        .into();
    }
    [
        say(
            "hand_size",
            format!(
                "With three players or more each is dealt {}, one at a time and face down. {rest}",
                cards(most)
            ),
        ),
        say("hand_size_two", format!("With two players each is dealt {}.", cards(2))),
    ]
    .into()
}

fn start(facts: &Facts) -> String {
    match facts.rules.start {
        Start::Lead => {
            let passed_on = if facts.rules.voluntary_draw { " If that player draws instead, the next one may begin with any card." } else { "" };
            format!("No card is turned up. The player to the left of the dealer begins with any card.{passed_on}") // N13
        }
        Start::Turnup => "The top card of the stock is turned up and begins the pile. The player to the left of the dealer has the first turn.".into(), // S5, C8
    }
}

/// What happens to a special card that is turned up (W4, V13, E9).
fn starter(facts: &Facts) -> Option<Statement> {
    let special: CardSet = facts.faces().filter(|&card| facts.compiled.special.contains(card)).collect();
    if facts.rules.start == Start::Lead || special.is_empty() {
        return None;
    }
    let text = match facts.rules.starter_special {
        StarterSpecial::Bury => format!("If a special card is turned up, it {BURIED}"),
        StarterSpecial::Ignore => {
            let still = "A special card that is turned up lies there and does nothing.";
            if special.iter().any(|card| !facts.has_suit(card)) {
                format!("{still} {}", no_suit(facts))
            } else {
                still.into()
            }
        }
        StarterSpecial::Act => acting(facts, special),
    };
    Some(say("starter_special", text))
}

const BURIED: &str = "goes back into the middle of the stock and the next card is turned up, until an ordinary one comes. If that takes very long, such cards go to the bottom instead.";

fn no_suit(facts: &Facts) -> String {
    format!("If it has no {}, any card may be played on it.", facts.suit_word())
}

/// A special card that is turned up acts as if the dealer had played it.
fn acting(facts: &Facts, special: CardSet) -> String {
    let back = special & (facts.compiled.wild_picks | facts.swaps);
    let acts = special - back;
    if acts.is_empty() {
        return format!("If a special card is turned up, it {BURIED}");
    }
    let calls = acts & facts.compiled.callers;
    let then = acts - calls;
    let mut said =
        vec!["If a special card is turned up, it acts as if the dealer had played it.".to_string()];
    if !calls.is_empty() {
        let (names, suit) = (facts.any_of(calls), facts.suit_word());
        said.push(format!("With {names} the first player calls a {suit} and then has the turn."));
    }
    if then.meets(facts.again) {
        said.push(format!("After {} the dealer has the first turn.", facts.any_of(then & facts.again)));
    }
    said.extend(turned_round(facts, (then & facts.reverses) - facts.again - facts.picks - facts.skips));
    if then.iter().any(|card| !facts.has_suit(card)) {
        said.push(no_suit(facts));
    }
    if !back.is_empty() {
        said.push(format!(
            "But {} goes back into the stock, and another card is turned up.",
            facts.any_of(back)
        ));
    }
    said.join(" ")
}

/// Who begins after a turned-up card that reverses the direction (E5).
fn turned_round(facts: &Facts, turned: CardSet) -> Option<String> {
    let players = facts.rules.players;
    let names = facts.any_of(turned);
    let dealer = facts.rules.two_player_reverse == TwoPlayerReverse::Skip && players.least == 2;
    match (players.most, dealer) {
        _ if turned.is_empty() => None,
        (2, false) => None,
        (2, true) => Some(format!("After {names} the dealer has the first turn.")),
        (_, true) => Some(format!(
            "After {names} play goes to the right, beginning with the player on the dealer's right; with two players the dealer has the first turn."
        )),
        (_, false) => Some(format!(
            "After {names} play goes to the right, beginning with the player on the dealer's right."
        )),
    }
}
