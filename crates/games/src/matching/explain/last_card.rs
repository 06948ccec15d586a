//! What has to be said when few cards are left.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use super::facts::Facts;
use super::naming::count;
use super::{Statement, say};
use crate::matching::{Announce, AnnounceAt, AnnounceCheck};

pub(super) fn last_card(facts: &Facts) -> Vec<Statement> {
    match facts.rules.announce {
        Announce::None => {
            vec![say("announce", "Nothing has to be said when you are down to your last card.")]
        }
        Announce::Auto => automatic(facts),
        Announce::Manual => by_the_player(facts),
    }
}

fn word(facts: &Facts) -> String {
    format!("\"{}\"", facts.rules.last_word)
}

fn automatic(facts: &Facts) -> Vec<Statement> {
    let text = match facts.rules.announce_at {
        AnnounceAt::Last => {
            format!("When you end your turn with one card left, {} is said for you.", word(facts))
        }
        AnnounceAt::SemiAndLast => format!(
            "When you end your turn with two cards left, \"semi last card\" is said for you, and with one card left {}.",
            word(facts)
        ),
    };
    let mut said = vec![say("announce", text)];
    said.extend(whole_turn(facts));
    said
}

/// The duty of players to say it themselves (N33-N35, U14-U16, W22, G12).
fn by_the_player(facts: &Facts) -> Vec<Statement> {
    let rules = facts.rules;
    let duty = match rules.announce_at {
        AnnounceAt::Last => {
            format!("When you end your turn with one card left, you must say {}.", word(facts))
        }
        AnnounceAt::SemiAndLast => format!(
            "When you end your turn with two cards left, you must say \"semi last card\", and with one card left {}. A player who goes back from one card to two by drawing says nothing.",
            word(facts)
        ), // W22
    };
    let mut said = vec![say(
        "announce",
        format!("{duty} You say it as you play, or afterwards until the next player plays or draws."),
    )];
    said.extend(whole_turn(facts));
    said.push(say("announce_check", check(facts)));
    said.push(say("announce_penalty", penalty(facts)));
    if rules.announce_check == AnnounceCheck::Catch {
        said.push(say("uno_shield_ms", shield(facts)));
    }
    said.push(say("false_call_penalty", out_of_place(facts)));
    if !facts.swaps.is_empty() {
        let few = match rules.announce_at {
            AnnounceAt::Last => "one card",
            AnnounceAt::SemiAndLast => "two cards or one",
        };
        said.push(say(
            "announce",
            format!("If a swap leaves another player with {few}, that player has to say it too."),
        )); // V19
    }
    said
}

/// If a turn can have several plays, only the hand at its end counts (W22).
fn whole_turn(facts: &Facts) -> Option<Statement> {
    let several = !facts.again.is_empty() || (facts.can_be_two() && !facts.skips.is_empty());
    let text = "If you play several times in a row, only what you hold at the end counts.";
    several.then(|| say("announce", text))
}

fn check(facts: &Facts) -> String {
    match facts.rules.announce_check {
        AnnounceCheck::NextAction => "If it has not been said when the next player plays or draws, you have forgotten it; nobody else needs to notice.".into(), // N35
        AnnounceCheck::Catch => "If you have not said it, any other player may catch you until the next player plays or draws; after that it is forgiven.".into(), // U15, U16
    }
}

fn penalty(facts: &Facts) -> String {
    let who = match facts.rules.announce_check {
        AnnounceCheck::NextAction => "A player who forgets it",
        AnnounceCheck::Catch => "A player who is caught",
    };
    match facts.rules.announce_penalty.count() {
        0 => format!("{who} draws nothing for it."),
        cards => format!("{who} draws {}.", count(cards, "card")), // V11
    }
}

/// How long a player is safe from being caught (V10).
fn shield(facts: &Facts) -> String {
    match facts.rules.uno_shield_ms.get() {
        0 => "You can be caught at once.".into(),
        time => format!(
            "Where the table keeps time, nobody can be caught in the first {} after the card was played.",
            seconds(time)
        ),
    }
}

fn seconds(milliseconds: u64) -> String {
    let (whole, rest) = (milliseconds / 1_000, milliseconds % 1_000);
    match (whole, rest) {
        (1, 0) => "second".to_string(),
        (whole, 0) => format!("{whole} seconds"),
        (whole, rest) => format!("{whole}.{} seconds", format!("{rest:03}").trim_end_matches('0')),
    }
}

/// Words out of place (V12).
fn out_of_place(facts: &Facts) -> String {
    let catching = facts.rules.announce_check == AnnounceCheck::Catch;
    let cards = count(facts.rules.false_call_penalty.count(), "card");
    match (facts.rules.false_call_penalty.get(), catching) {
        (0, false) => {
            format!("Saying {} at the wrong time has no effect and costs nothing.", word(facts))
        }
        (0, true) => format!(
            "Saying {} at the wrong time, or catching a player who has nothing to say, has no effect and costs nothing.",
            word(facts)
        ),
        (_, false) => format!(
            "A player who says {} on their own turn when it is not due draws {cards}, but only once a turn.",
            word(facts)
        ),
        (_, true) => format!(
            "A player who says {} on their own turn when it is not due draws {cards}, and so does one who catches a player who has nothing to say, but only once a turn.",
            word(facts)
        ),
    }
}
