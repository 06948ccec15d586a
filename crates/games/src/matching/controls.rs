//! How front ends name and offer the moves.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use engine::Card;

use super::{Announce, CompiledRules, Effect, PlayableOn};
use crate::controls::{Controls, Key, Otherwise, Verb};

pub(super) const CONTROLS: Controls = Controls {
    verb: Verb { they: "plays", you: "play", done: "played" },
    attempt: "play {}",
    shows_points: false,
    advice: None,
    keys: &[
        Key { key: 'd', verb: "draw", otherwise: Otherwise::Try("draw"), elsewhere: "" },
        Key { key: 'p', verb: "pass", otherwise: Otherwise::Try("pass"), elsewhere: "" },
        Key {
            key: 's',
            verb: "say",
            otherwise: Otherwise::Say("There is nothing to say now."),
            elsewhere: "",
        },
        Key {
            key: 'c',
            verb: "catch",
            otherwise: Otherwise::Say("There is nobody to catch now."),
            elsewhere: "There is nobody to catch now.",
        },
        Key {
            key: 'h',
            verb: "challenge",
            otherwise: Otherwise::Try("challenge"),
            elsewhere: "There is nothing to challenge in this game.",
        },
        Key {
            key: 'o',
            verb: "call",
            otherwise: Otherwise::Say("You cannot call a suit now: play a card that calls one."),
            elsewhere: "You cannot call a suit now: play a card that calls one.",
        },
    ],
    help: &[
        ("d, p", "draw or take the penalty; pass or keep"),
        ("s, a", "say the word; have it said for you"),
        ("c", "catch a player who did not say the word"),
        ("h", "challenge a wild draw card"),
        ("o", "call a suit before the first card"),
    ],
};

pub(super) fn example_moves(compiled: &CompiledRules) -> Vec<String> {
    let (rules, pack) = (&compiled.rules, &compiled.pack);
    let find =
        |wanted: fn(Effect) -> bool| pack.cards().iter().find(|card| wanted(rules.effect_of(pack, **card)));
    let play = |card: &Card| format!("play {}", pack.notation(*card));
    let suit = pack.suits().first().map_or("", String::as_str);
    let mut out: Vec<String> = find(|effect| effect == Effect::default()).map(play).into_iter().collect();
    let wild = find(|effect| effect.playable_on == PlayableOn::Wild);
    out.extend(wild.map(|card| format!("{} call {suit}", play(card))));
    let swap = find(|effect| effect.swap && effect.playable_on != PlayableOn::Wild);
    out.extend(swap.map(|card| format!("{} with 1", play(card))));
    out.extend(["draw".into(), "pass".into()]);
    if rules.announce == Announce::Manual {
        out.extend([format!("say {}", rules.last_word.to_lowercase()), "catch 1".into()]);
    }
    if rules.challenge {
        out.push("challenge".into());
    }
    out
}
