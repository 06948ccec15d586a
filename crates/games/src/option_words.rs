//! The values of options in the words of players, for editors: "reshuffle once, then count the hands".

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::{Value, in_words};

/// A key, a value of it as rule files write it, and what a player would say.
type Row = (&'static str, &'static str, &'static str);

const WORDS: &[Row] = &[
    ("packs", "auto", "as many as the players need"),
    ("whot_cards", "as_printed", "as in the pack"),
    ("draw2", "as_printed", "as in the pack"),
    ("draw2", "colourless_keep", "no colour; the colour in force stays"),
    ("draw2", "colourless_choose", "no colour; you call one"),
    ("draw2", "coloured", "each has a colour"),
    ("start", "turnup", "a card is turned up"),
    ("start", "lead", "the first player plays any card"),
    ("starter_special", "bury", "back into the stock, and turn up another"),
    ("starter_special", "act", "it counts as played by the dealer"),
    ("starter_special", "ignore", "it stays and does nothing"),
    ("play_drawn", "never", "no, it waits for a later turn"),
    ("play_drawn", "may", "yes, if it fits"),
    ("play_drawn", "must", "it must be played if it fits"),
    ("play_drawn", "any", "yes, and any other card too"),
    ("stock_end", "reshuffle", "shuffle the pile and go on"),
    ("stock_end", "count", "the round ends and hands are counted"),
    ("stock_end", "pass", "no more drawing: play or pass"),
    ("short_draw", "waive", "forgiven"),
    ("short_draw", "owe", "drawn later"),
    ("blocked", "rank", "hands are counted"),
    ("blocked", "draw", "nobody wins"),
    ("counter", "stack", "it adds up for the next player"),
    ("counter", "transfer", "it passes to the next player, without adding up"),
    ("counter", "cancel", "it cancels the penalty"),
    ("counter", "none", "not allowed"),
    ("hold_on", "again", "you play again"),
    ("hold_on", "skip_next", "the next player misses a turn"),
    ("hold_on", "again_and_skip", "you play again, then the next player misses a turn"),
    ("suspension", "skip_next", "the next player misses a turn"),
    ("suspension", "again", "you play again"),
    ("group_effects", "multiply", "they add up"),
    ("group_effects", "once", "they count once"),
    ("two_player_reverse", "skip", "the other player misses a turn"),
    ("two_player_reverse", "nothing", "nothing"),
    ("announce", "none", "not said at all"),
    ("announce", "auto", "said for you"),
    ("announce", "manual", "players say it themselves"),
    ("announce_at", "last", "with one card left"),
    ("announce_at", "semi_and_last", "with two cards left, and again with one"),
    ("announce_check", "next_action", "nobody has to notice"),
    ("announce_check", "catch", "another player has to catch you"),
    ("finish_on", "any", "any card"),
    ("finish_on", "plain", "only cards without an effect"),
    ("finishing_effect", "none", "nothing"),
    ("finishing_effect", "penalties", "others still draw for it"),
    ("finishing_effect", "all", "everything it always does"),
    ("scoring", "own_hand_low", "everyone counts their own hand; low is good"),
    ("scoring", "winner_takes", "the winner gets the points of all other hands"),
    ("number_points", "face", "its number"),
    ("number_points", "plus_one", "its number and one more"),
    ("tie", "extra", "another round is played"),
    ("tie", "shared", "they share the win"),
    ("takeback", "off", "never"),
    ("takeback", "consent", "if the others agree"),
    ("takeback", "practice", "freely"),
    ("hints", "never", "never"),
    ("hints", "practice", "only alone against the computer"),
    ("hints", "always", "always"),
    ("timeout", "draw", "the player draws"),
    ("timeout", "bot", "the computer moves"),
    ("first_dealer", "cut", "the players cut for it"),
    ("first_dealer", "lot", "by lot"),
    ("first_dealer", "last_seat", "the last seat deals"),
    ("seat_order", "fixed", "as you sat down"),
    ("seat_order", "random", "drawn by lot"),
    ("leaver", "bot", "a computer player takes over"),
    ("leaver", "fold", "it goes under the stock"),
    ("ace", "low", "before the two"),
    ("ace", "both", "before the two or after the king"),
    ("ace", "wrap", "between king and two as well"),
    ("slapdown", "off", "not allowed"),
    ("slapdown", "race", "until the next player acts"),
    ("slapdown", "window", "for three seconds"),
    ("slapdown", "ask", "the game asks"),
    ("assaf_zero", "lowest", "only the lowest hand"),
    ("assaf_zero", "all", "all of them"),
    ("fifty", "half", "it is halved"),
    ("fifty", "minus50", "50 points are taken off"),
    ("fifty", "off", "nothing"),
    ("end", "last_standing", "until one player is left"),
    ("end", "first_out", "when the first player is out"),
];

/// What each effect of a card is called; a number follows where it has one.
const EFFECTS: &[(&str, &str)] = &[
    ("none", "nothing special"),
    ("wild", "wild: you call what follows"),
    ("any", "fits on any card"),
    ("hold_on", "Hold On"),
    ("suspension", "Suspension: missed turns"),
    ("skip", "missed turns for the next player"),
    ("pick", "cards for the next player to pick up"),
    ("market", "General Market: cards for everybody else"),
    ("reverse", "play changes direction"),
    ("swap", "swap hands with another player"),
];

/// The words for a value of an option.
pub(crate) fn said(key: &str, value: &Value) -> String {
    let Value::Text(text) = value else { return in_words(value) };
    if key.starts_with("effects.") {
        return text.split('+').map(|part| effect(part.trim())).collect::<Vec<_>>().join(", ");
    }
    if let Some(times) = text.strip_prefix("reshuffle_then_count(").and_then(|rest| rest.strip_suffix(')')) {
        let times = match times {
            "1" => "once".to_string(),
            "2" => "twice".to_string(),
            more => format!("{more} times"),
        };
        return format!("shuffle the pile {times}, then count the hands");
    }
    let found = WORDS.iter().find(|(known, word, _)| *known == key && word == text);
    found.map_or_else(|| in_words(value), |(_, _, words)| (*words).to_string())
}

/// One effect, like `pick 2`.
fn effect(text: &str) -> String {
    let (word, number) = text.split_once(' ').unwrap_or((text, ""));
    let Some((_, words)) = EFFECTS.iter().find(|(known, _)| *known == word) else {
        return text.replace('_', " ");
    };
    match number {
        "" => (*words).to_string(),
        number => with_number(words, number),
    }
}

/// The words with their number: "General Market: 1 card for everybody else".
fn with_number(words: &str, number: &str) -> String {
    let (before, counted) = words.split_once(": ").map_or(("", words), |(title, rest)| (title, rest));
    let counted = match number {
        "1" => counted.replacen("cards", "card", 1).replacen("turns", "turn", 1),
        _ => counted.to_string(),
    };
    match before {
        "" => format!("{number} {counted}"),
        title => format!("{title}: {number} {counted}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::presets;

    /// No value that an editor offers is shown as rule files write it, and no two values of an option look the same.
    #[test]
    fn every_offered_value_is_said_in_words() {
        for rules in presets::all() {
            for rule in rules.house_rules() {
                let mut said: Vec<String> = rule.words.iter().map(|word| rule.said(word)).collect();
                for words in &said {
                    assert!(!words.contains(['_', '(']), "{}: {words}", rule.key);
                }
                let known = |word: &&Value| matches!(word, Value::Text(text) if text.contains('_'));
                for word in rule.words.iter().filter(known).filter(|_| !rule.key.starts_with("effects.")) {
                    assert_ne!(rule.said(word), in_words(word), "{}", rule.key);
                }
                said.sort_unstable();
                said.dedup();
                assert_eq!(said.len(), rule.words.len(), "{}: {said:?}", rule.key);
            }
        }
    }

    #[test]
    fn numbers_are_said_with_what_they_count() {
        let text = |words: &str| Value::Text(words.into());
        assert_eq!(
            said("stock_end", &text("reshuffle_then_count(1)")),
            "shuffle the pile once, then count the hands"
        );
        assert_eq!(said("effects.8", &text("pick 1")), "1 card for the next player to pick up");
        assert_eq!(
            said("effects.draw4", &text("wild + pick 4")),
            "wild: you call what follows, 4 cards for the next player to pick up"
        );
        assert_eq!(said("effects.14", &text("market 1")), "General Market: 1 card for everybody else");
    }
}
