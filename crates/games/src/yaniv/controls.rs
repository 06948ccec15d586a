//! How front ends name and offer the moves.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::{Rules, Slapdown};
use crate::controls::{Advice, Controls, Key, Otherwise, Verb};

pub(super) const CONTROLS: Controls = Controls {
    verb: Verb { they: "throws", you: "throw", done: "thrown" },
    attempt: "throw {} take stock",
    shows_points: true,
    advice: Some(Advice {
        general: "You may throw any one card, cards of one rank, or a run in one suit.",
        special: "yaniv",
        special_is_legal: "You may call Yaniv.",
    }),
    keys: &[
        Key {
            key: 'd',
            verb: "",
            otherwise: Otherwise::Say("Choose what you throw, then where you draw from."),
            elsewhere: "",
        },
        Key { key: 'p', verb: "pass", otherwise: Otherwise::Try("pass"), elsewhere: "" },
        Key {
            key: 'y',
            verb: "yaniv",
            otherwise: Otherwise::Try("yaniv"),
            elsewhere: "Yaniv is called in the game of that name only.",
        },
        Key {
            key: 's',
            verb: "slap",
            otherwise: Otherwise::Say("You have nothing to slap down now."),
            elsewhere: "",
        },
        Key {
            key: 'x',
            verb: "swap",
            otherwise: Otherwise::Say("There is nothing to exchange now."),
            elsewhere: "There is nothing to exchange now.",
        },
    ],
    help: &[
        ("d", "how you draw: throw first, then choose"),
        ("y", "call Yaniv"),
        ("s, p", "slap the card you drew; keep it"),
        ("x", "swap a card for a joker on the table"),
    ],
};

pub(super) fn example_moves(rules: &Rules) -> Vec<String> {
    let mut out = vec!["throw 9C 9D take stock", "throw 4H 5H 6H take 7S", "yaniv"];
    if rules.slapdown != Slapdown::Off {
        out.extend(["slap 9H", "pass"]);
    }
    if rules.joker_swap && rules.jokers.get() > 0 {
        out.push("swap 5H for joker");
    }
    out.into_iter().map(String::from).collect()
}
