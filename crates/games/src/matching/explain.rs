//! The rules page: every sentence is made from the rule set, and none is about what cannot happen under it.
//!
//! One file for each heading, in the order of the page. `naming` says how a sentence names cards.

mod cards;
mod deal;
mod effects;
mod end;
mod facts;
mod last_card;
mod naming;
mod penalties;
mod scores;
mod special;
mod turn;

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use engine::CardSet;

use self::facts::Facts;
use super::{PlayDrawn, Rules};
use crate::{Clause, FirstDealer, Leaver, Timeout, table_options};

/// A clause before it has a heading: its topic, its text, and the special cards that it is about.
struct Statement {
    topic: String,
    text: String,
    cards: CardSet,
}

/// The rules in plain words. Every sentence is true for exactly this rule set. A set with faults has no page.
pub fn explain(rules: &Rules) -> Vec<Clause> {
    let Some(facts) = Facts::of(rules) else { return Vec::new() };
    let sections: [(&'static str, Vec<Statement>); 8] = [
        ("The cards", cards::cards(&facts)),
        ("The deal", deal::deal(&facts)),
        ("A turn", turn::turn(&facts)),
        ("The special cards", special::special(&facts)),
        ("Last card", last_card::last_card(&facts)),
        ("The end of a round", end::end(&facts)),
        ("Scores and the match", scores::scores(&facts)),
        ("At the table", table(&facts)),
    ];
    let clause = |section, Statement { topic, text, cards }| {
        let cards = facts.faces().filter(|&card| cards.contains(card)).collect();
        Clause { section, topic, text, cards }
    };
    let said =
        sections.into_iter().flat_map(|(section, said)| said.into_iter().map(move |said| (section, said)));
    said.map(|(section, said)| clause(section, said)).collect()
}

/// A clause about an option.
fn say(topic: &str, text: impl Into<String>) -> Statement {
    say_of(CardSet::EMPTY, topic, text)
}

/// A clause about what these cards do.
fn say_of(cards: CardSet, topic: &str, text: impl Into<String>) -> Statement {
    Statement { topic: topic.to_string(), text: text.into(), cards }
}

fn table(facts: &Facts) -> Vec<Statement> {
    let table_options = &facts.rules.table_options;
    let more = |topic: &str| match topic {
        "first_dealer" if table_options.first_dealer == FirstDealer::Cut => {
            " The highest card is the one that counts most at the end of a round."
        }
        "turn_seconds" if table_options.timeout == Timeout::Draw => only_deciding(facts),
        "leaver" if table_options.leaver == Leaver::Fold => {
            " A player who leaves takes the last place of the round, and the points of that hand still count. If only one player is left, the round is over."
        } // G19
        _ => "",
    };
    table_options::words(table_options)
        .into_iter()
        .map(|(topic, text)| say(topic, text + more(topic)))
        .collect()
}

/// A player who only has to say yes or no draws nothing when time is up (G11).
fn only_deciding(facts: &Facts) -> &'static str {
    let drawn = matches!(facts.rules.play_drawn, PlayDrawn::May | PlayDrawn::Must);
    match (drawn, !facts.blockable.is_empty()) {
        (false, false) => "",
        (true, false) => {
            " A player who has just drawn and only had to decide about that card draws nothing more."
        }
        (false, true) => " A player who only had to decide whether to block draws nothing.",
        (true, true) => {
            " A player who only had to decide whether to block, or whether to play a card just drawn, draws nothing more."
        }
    }
}
