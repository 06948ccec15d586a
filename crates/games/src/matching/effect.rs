//! What a card does, as a rule file writes it: `"wild + pick 4"`.
//!
//! [`EFFECTS`] has one row for each word. Parsing, writing back, the house-rule editor and the rules page all read
//! it. The code that carries an effect out destructures [`Effect`] without `..`, so that the compiler names every
//! place a new effect has to be thought about.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use thiserror::Error;

use crate::options::hint;

/// On which cards a card may be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PlayableOn {
    /// On its suit or its rank.
    #[default]
    Match,
    /// On anything, and the player calls a suit.
    Wild,
    /// On anything, and the suit in force stays.
    Any,
}

/// What a card does. [`EFFECTS`] says how each field is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effect {
    /// On which cards it may be played.
    pub playable_on: PlayableOn,
    /// Hold On, with the meaning that the option `hold_on` gives it.
    pub hold_on: bool,
    /// How many players are suspended, with the meaning that the option `suspension` gives it.
    pub suspension: u8,
    /// How many players miss a turn.
    pub skip: u8,
    /// How many cards the next player picks.
    pub pick: u8,
    /// How many cards everyone else draws.
    pub market: u8,
    /// The direction of play changes.
    pub reverse: bool,
    /// Hands may be swapped.
    pub swap: bool,
}

/// One effect: its word, its field, and its descriptions for people.
pub struct EffectRow {
    /// The word in rule files.
    pub word: &'static str,
    /// What it does, in one sentence.
    pub help: &'static str,
    /// The values that the house-rule editor offers; others can be typed.
    pub offered: &'static [&'static str],
    /// What players call a card that does this.
    pub(super) title: Title,
    /// What the rules page says of a card that does this.
    pub(super) sentences: &'static [Sentence],
    field: Field,
}

/// What players call a card with an effect. A number that has to be written belongs to the name: "Pick Two".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Title {
    /// Nothing in particular.
    None,
    /// This, in every game.
    Everywhere(&'static str),
    /// This, in Whot.
    InWhot(&'static str),
}

/// A sentence of the rules page about a card, in the order in which it comes true when the card is played.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Sentence {
    /// On what the card may be played.
    PlayableOn,
    /// Who swaps hands.
    Swap,
    /// What everyone else draws.
    Market,
    /// Which way play goes.
    Reverse,
    /// Who plays again, draws or misses a turn.
    WhoseTurn,
}

/// The field of [`Effect`] that a word sets.
enum Field {
    /// No field: the word says that there is no effect.
    None,
    PlayableOn(PlayableOn),
    Number {
        field: fn(&mut Effect) -> &mut u8,
        /// What is said when the number is missing; `None` where it is then 1.
        missing: Option<&'static str>,
    },
    Flag(fn(&mut Effect) -> &mut bool),
}

/// The numbers that may follow a word.
const NUMBERS: core::ops::RangeInclusive<u8> = 1..=20;

/// Every effect, in the order in which the editor offers them.
pub const EFFECTS: &[EffectRow] = &[
    EffectRow {
        word: "none",
        help: "The card does nothing and must match.",
        offered: &["none"],
        title: Title::None,
        sentences: &[Sentence::PlayableOn],
        field: Field::None,
    },
    EffectRow {
        word: "wild",
        help: "The card may be played on any card, and the player calls the suit that must follow.",
        offered: &["wild"],
        title: Title::Everywhere("wild"),
        sentences: &[Sentence::PlayableOn],
        field: Field::PlayableOn(PlayableOn::Wild),
    },
    EffectRow {
        word: "any",
        help: "The card may be played on any card, and the suit in force stays as it is.",
        offered: &["any"],
        title: Title::None,
        sentences: &[Sentence::PlayableOn],
        field: Field::PlayableOn(PlayableOn::Any),
    },
    EffectRow {
        word: "hold_on",
        help: "Hold On: the player plays again or the next player misses a turn, as the option `hold_on` says.",
        offered: &["hold_on"],
        title: Title::InWhot("Hold On"),
        sentences: &[Sentence::WhoseTurn],
        field: Field::Flag(|effect| &mut effect.hold_on),
    },
    EffectRow {
        word: "suspension",
        help: "Suspension: that many players miss a turn, or all wait while the player plays again, as the option `suspension` says.",
        offered: &["suspension 1"],
        title: Title::InWhot("Suspension"),
        sentences: &[Sentence::WhoseTurn],
        field: Field::Number { field: |effect| &mut effect.suspension, missing: None },
    },
    EffectRow {
        word: "skip",
        help: "That many players miss a turn.",
        offered: &["skip 1"],
        title: Title::None,
        sentences: &[Sentence::WhoseTurn],
        field: Field::Number { field: |effect| &mut effect.skip, missing: None },
    },
    EffectRow {
        word: "pick",
        help: "The next player draws that many cards, unless the option `counter` lets the player answer.",
        offered: &["pick 1", "pick 2", "pick 3", "pick 4", "wild + pick 4"],
        title: Title::InWhot("Pick"),
        sentences: &[Sentence::WhoseTurn],
        field: Field::Number {
            field: |effect| &mut effect.pick,
            missing: Some("write how many are picked, like \"pick 2\""),
        },
    },
    EffectRow {
        word: "market",
        help: "General Market: every other player draws that many cards.",
        offered: &["market 1"],
        title: Title::InWhot("General Market"),
        sentences: &[Sentence::Market, Sentence::WhoseTurn],
        field: Field::Number { field: |effect| &mut effect.market, missing: None },
    },
    EffectRow {
        word: "reverse",
        help: "The direction of play changes.",
        offered: &["reverse"],
        title: Title::None,
        sentences: &[Sentence::Reverse],
        field: Field::Flag(|effect| &mut effect.reverse),
    },
    EffectRow {
        word: "swap",
        help: "The player may swap hands with another player, or must, as the option `swap_mandatory` says.",
        offered: &["swap"],
        title: Title::None,
        sentences: &[Sentence::Swap],
        field: Field::Flag(|effect| &mut effect.swap),
    },
];

/// Why a text is no effect.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EffectError {
    /// There is no such word.
    #[error("there is no effect \"{0}\"; effects are {list}, joined with +.{near}", list = words().collect::<Vec<_>>().join(", "), near = hint(.0, words()))]
    Unknown(String),
    /// The word needs a number.
    #[error("{0}")]
    NumberMissing(&'static str),
    /// What follows the word is no number, or too small or too large.
    #[error("\"{part}\": the number after {word} is from {min} to {max}", min = NUMBERS.start(), max = NUMBERS.end())]
    NumberOutOfRange {
        /// The part of the text between two `+`.
        part: String,
        /// Its word.
        word: &'static str,
    },
    /// The word takes no number.
    #[error("\"{part}\": {word} takes no number, and \"{number}\" is one too many")]
    NumberNotTaken {
        /// The part of the text between two `+`.
        part: String,
        /// Its word.
        word: &'static str,
        /// What follows the word.
        number: String,
    },
}

fn words() -> impl Iterator<Item = &'static str> {
    EFFECTS.iter().map(|row| row.word)
}

impl EffectRow {
    /// How it is written in a rule file: `pick N`, `skip [N]`, `reverse`.
    pub fn usage(&self) -> String {
        match self.field {
            Field::Number { missing: Some(_), .. } => format!("{} N", self.word),
            Field::Number { missing: None, .. } => format!("{} [N]", self.word),
            Field::None | Field::PlayableOn(_) | Field::Flag(_) => self.word.into(),
        }
    }

    /// Whether the number has to be written.
    pub(super) fn needs_number(&self) -> bool {
        matches!(self.field, Field::Number { missing: Some(_), .. })
    }

    /// The number with which it stands in an effect; 0 where it does not.
    pub(super) fn number_in(&self, mut effect: Effect) -> u8 {
        match self.field {
            Field::None => effect.is_plain().into(),
            Field::PlayableOn(playable_on) => (effect.playable_on == playable_on).into(),
            Field::Number { field, .. } => *field(&mut effect),
            Field::Flag(field) => (*field(&mut effect)).into(),
        }
    }

    /// Sets its field from one part of a text: its word, and the number after it.
    fn set(&self, effect: &mut Effect, part: &str, number: Option<&str>) -> Result<(), EffectError> {
        if let Field::Number { field, missing } = self.field {
            *field(effect) = match (number, missing) {
                (Some(number), _) => self.number(part, number)?,
                (None, Some(missing)) => return Err(EffectError::NumberMissing(missing)),
                (None, None) => 1,
            };
            return Ok(());
        }
        if let Some(number) = number {
            let (part, number) = (part.into(), number.into());
            return Err(EffectError::NumberNotTaken { part, word: self.word, number });
        }
        match self.field {
            Field::None | Field::Number { .. } => {}
            Field::PlayableOn(playable_on) => effect.playable_on = playable_on,
            Field::Flag(field) => *field(effect) = true,
        }
        Ok(())
    }

    fn number(&self, part: &str, number: &str) -> Result<u8, EffectError> {
        let number = number.parse().ok().filter(|number| NUMBERS.contains(number));
        number.ok_or_else(|| EffectError::NumberOutOfRange { part: part.into(), word: self.word })
    }

    fn written(&self, effect: Effect) -> String {
        match self.field {
            Field::Number { .. } => format!("{} {}", self.word, self.number_in(effect)),
            Field::None | Field::PlayableOn(_) | Field::Flag(_) => self.word.to_string(),
        }
    }

    /// Where it stands in a text: on what the card is played, then the numbers, then the rest.
    fn place(&self) -> u8 {
        match self.field {
            Field::None | Field::PlayableOn(_) => 0,
            Field::Number { .. } => 1,
            Field::Flag(_) => 2,
        }
    }
}

impl Effect {
    /// Parses an effect.
    pub fn parse(text: &str) -> Result<Effect, EffectError> {
        let mut effect = Effect::default();
        for part in text.split('+').map(str::trim) {
            let (word, number) = match part.split_once(' ') {
                Some((word, number)) => (word, Some(number.trim())),
                None => (part, None),
            };
            let row = EFFECTS.iter().find(|row| row.word == word);
            let row = row.ok_or_else(|| EffectError::Unknown(word.into()))?;
            row.set(&mut effect, part, number)?;
        }
        Ok(effect)
    }

    /// The rows of what it does; that of `none` alone where it does nothing.
    pub(super) fn rows(self) -> impl Iterator<Item = &'static EffectRow> {
        EFFECTS.iter().filter(move |row| row.number_in(self) > 0)
    }

    /// Whether the card does nothing and must match.
    pub fn is_plain(self) -> bool {
        self == Effect::default()
    }
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rows: Vec<&EffectRow> = self.rows().collect();
        rows.sort_by_key(|row| row.place());
        let parts: Vec<String> = rows.iter().map(|row| row.written(*self)).collect();
        f.write_str(&parts.join(" + "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        Effect::parse(text).unwrap_err().to_string()
    }

    #[test]
    fn an_effect_is_written_as_it_was_read() {
        let all = "wild + suspension 1 + skip 1 + pick 1 + market 1 + hold_on + reverse + swap";
        let texts = [
            "none",
            "pick 2",
            "wild + pick 4",
            "any + pick 6",
            "hold_on",
            "suspension 2",
            "skip 1 + reverse",
            all,
        ];
        for text in texts {
            assert_eq!(Effect::parse(text).map(|effect| effect.to_string()).as_deref(), Ok(text));
        }
    }

    #[test]
    fn an_error_says_what_would_be_right() {
        assert_eq!(error("pick"), "write how many are picked, like \"pick 2\"");
        assert_eq!(error("pick 21"), "\"pick 21\": the number after pick is from 1 to 20");
        assert_eq!(error("swap 2"), "\"swap 2\": swap takes no number, and \"2\" is one too many");
        assert_eq!(
            error("pikc 2"),
            "there is no effect \"pikc\"; effects are none, wild, any, hold_on, suspension, skip, pick, market, \
             reverse, swap, joined with +. Did you mean \"pick\"?"
        );
    }

    /// A new field does not compile here; with its name added, the test fails until a row sets it.
    #[test]
    fn a_row_sets_each_field() {
        let mut all = Effect::default();
        for row in EFFECTS {
            let number = row.needs_number().then_some("1");
            row.set(&mut all, row.word, number).unwrap();
        }
        let Effect { playable_on, hold_on, suspension, skip, pick, market, reverse, swap } = all;
        assert!(playable_on != PlayableOn::Match && hold_on && reverse && swap);
        assert_eq!([suspension, skip, pick, market], [1; 4]);
    }

    #[test]
    fn each_row_offers_values_with_its_word() {
        for row in EFFECTS {
            assert!(
                !row.offered.is_empty() && !row.sentences.is_empty() && row.help.ends_with('.'),
                "{}",
                row.word
            );
            for text in row.offered {
                let effect = Effect::parse(text).unwrap();
                assert_eq!(effect.to_string(), *text);
                assert!(row.number_in(effect) > 0, "{text} is offered by {}", row.word);
            }
        }
    }
}
