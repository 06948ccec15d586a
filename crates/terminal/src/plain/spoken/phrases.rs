//! Words that people say for moves, whatever the game.

use engine::Word;

/// What a person wants to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verb {
    /// Put cards down.
    Play,
    /// Draw from the stock, or take a penalty.
    Draw,
    /// Do nothing more.
    Pass,
    /// Challenge the card that was played.
    Challenge,
    /// Catch a player who forgot the word.
    Catch,
    /// Name a suit.
    Call,
    /// Call Yaniv.
    Yaniv,
    /// Slap a card down.
    Slap,
    /// Exchange a card for a joker.
    Exchange,
}

impl Verb {
    /// The first words of the moves that it stands for.
    pub fn notations(self) -> &'static [&'static str] {
        match self {
            Verb::Play => &["play", "throw"],
            Verb::Draw => &["draw"],
            Verb::Pass => &["pass"],
            Verb::Challenge => &["challenge"],
            Verb::Catch => &["catch"],
            Verb::Call => &["call"],
            Verb::Yaniv => &["yaniv"],
            Verb::Slap => &["slap"],
            Verb::Exchange => &["swap"],
        }
    }
}

/// What a phrase stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phrase {
    /// A move.
    Does(Verb),
    /// The word that is said with few cards left.
    Says(Word),
    /// A card that does this, as a rule file writes it.
    CardThat(&'static str),
    /// The stock.
    Stock,
    /// No partner for a swap.
    Nobody,
    /// Assaf, which nobody has to say here.
    Assaf,
    /// Nothing that matters.
    Filler,
}

use Phrase::{Assaf, CardThat, Does, Filler, Nobody, Says, Stock};

/// Each meaning with its phrases: lower case, digits for numbers, no punctuation.
pub const PHRASES: &[(Phrase, &[&str])] = &[
    (
        Does(Verb::Play),
        &[
            "play",
            "put",
            "put down",
            "lay",
            "lay down",
            "drop",
            "drop down",
            "throw",
            "throw down",
            "throw away",
            "discard",
            "dump",
            "use",
            "plays",
            "playing",
        ],
    ),
    (
        Does(Verb::Draw),
        &[
            "draw",
            "pick",
            "pick up",
            "pickup",
            "take",
            "take up",
            "market",
            "go market",
            "to market",
            "buy",
            "get",
            "take it",
            "take them",
            "pick it",
            "pick them",
            "pick it up",
            "pick them up",
            "accept",
            "collect",
            "grab",
            "draws",
        ],
    ),
    (
        Does(Verb::Pass),
        &[
            "pass",
            "skip",
            "skip turn",
            "skip my turn",
            "next",
            "keep",
            "keep it",
            "keep card",
            "done",
            "end turn",
            "finish turn",
            "no",
            "nope",
            "let it be",
            "miss",
            "miss turn",
            "miss a turn",
            "wait",
            "stay",
            "no slap",
            "dont slap",
            "keep drawn card",
            "nothing",
        ],
    ),
    (
        Does(Verb::Challenge),
        &["challenge", "bluff", "call bluff", "call your bluff", "liar", "doubt", "i doubt", "you lie"],
    ),
    (
        Does(Verb::Catch),
        &[
            "catch",
            "caught",
            "got you",
            "gotcha",
            "got",
            "forgot",
            "forgot to say",
            "did not say",
            "didnt say",
            "no talk",
            "penalty",
            "penalise",
            "call out",
        ],
    ),
    (Does(Verb::Call), &["call", "ask for", "ask", "name", "choose", "change to", "make it", "switch to"]),
    (
        Does(Verb::Yaniv),
        &["yaniv", "call yaniv", "jhyap", "dhumbal", "declare", "show", "show hand", "show down", "open"],
    ),
    (Does(Verb::Slap), &["slap", "slap down", "slam", "slam down", "stick", "stick it"]),
    (Does(Verb::Exchange), &["swap", "exchange", "replace", "trade"]),
    (
        Says(Word::Last),
        &[
            "last card",
            "last",
            "uno",
            "mau",
            "mau mau",
            "knock",
            "knock knock",
            "check",
            "check up",
            "checkup",
            "1 card",
            "1 card left",
            "1 left",
            "last card o",
        ],
    ),
    (Says(Word::Semi), &["semi last card", "semi last", "semi", "semi card", "2 cards left", "2 left"]),
    (CardThat("hold_on"), &["hold on", "holdon", "hold"]),
    (CardThat("suspension"), &["suspension", "suspend"]),
    (CardThat("market"), &["general market", "gen market", "general", "go gen", "gen"]),
    (CardThat("reverse"), &["reverse", "rev", "change direction", "turn round", "turn around"]),
    (CardThat("skip"), &["skip", "miss a turn"]),
    (CardThat("wild"), &["wild", "wild card", "change suit", "change colour", "change shape"]),
    (
        Stock,
        &["stock", "deck", "pile", "pack", "top", "top card", "top of stock", "top card of stock", "blind"],
    ),
    (Nobody, &["nobody", "no one", "none", "noone", "keep my hand", "keep hand", "keep your hand"]),
    (Assaf, &["assaf", "asaf", "assaf assaf"]),
    (
        Filler,
        &[
            ",", "a", "an", "the", "of", "i", "im", "ill", "my", "your", "me", "we", "it", "is", "and",
            "then", "with", "to", "from", "for", "on", "in", "at", "card", "cards", "please", "pls", "abeg",
            "want", "wan", "need", "needs", "will", "would", "like", "go", "going", "dey", "don", "let",
            "lets", "say", "saying", "shout", "shouting", "give", "now", "o", "na", "make", "just", "hand",
            "hands", "pair", "run", "both", "down", "dealt", "drawn", "has", "turn", "colour", "suit",
            "shape",
        ],
    ),
];

/// Other spellings of ranks, by the rank's own notation or spoken name.
pub const RANK_SPELLINGS: &[(&str, &[&str])] = &[
    ("draw2", &["plus 2", "draw 2", "d2"]),
    ("draw4", &["plus 4", "draw 4", "wild draw 4", "wild plus 4", "wild 4", "d4"]),
    ("wild", &["wild card", "colour change", "change colour", "colour changer", "change of colour"]),
    ("reverse", &["rev"]),
    ("skip", &["miss a turn", "stop"]),
    ("swap", &["swap hands", "hand swap", "swap hand"]),
    ("jk", &["joker", "jokers"]),
    ("a", &["aces"]),
    ("j", &["jacks"]),
    ("q", &["queens"]),
    ("k", &["kings"]),
    ("6", &["sixes"]),
];

/// Other words for suits, by the suit's own name.
pub const SUIT_SPELLINGS: &[(&str, &[&str])] = &[
    ("circle", &["ball", "balls", "round"]),
    ("triangle", &["angle", "angles"]),
    ("cross", &["plus", "crosses"]),
    ("square", &["carpet", "carpets", "box", "boxes"]),
];

/// Numbers in words.
pub const NUMBERS: [&str; 21] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
];
