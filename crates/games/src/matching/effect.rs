//! What a card does, as it is written in a rule file: `"wild + pick 4"`.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::options::hint;

/// On what a card may be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Fits {
    /// On its suit or its rank.
    #[default]
    Match,
    /// On anything, and the player calls a suit.
    Wild,
    /// On anything, and the suit in force stays.
    Any,
}

/// What a card does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effect {
    /// On what it may be played.
    pub fits: Fits,
    /// Hold On, as the option of that name has it.
    pub hold_on: bool,
    /// Suspension of so many players, as the option of that name has it.
    pub suspension: u8,
    /// So many players miss a turn.
    pub skip: u8,
    /// The next player picks so many cards.
    pub pick: u8,
    /// Everyone else draws so many cards.
    pub market: u8,
    /// The direction of play changes.
    pub reverse: bool,
    /// Hands may be swapped.
    pub swap: bool,
}

const WORDS: [&str; 10] =
    ["hold_on", "suspension", "skip", "pick", "market", "reverse", "swap", "wild", "any", "none"];

impl Effect {
    /// The effect that is written so.
    pub fn parse(text: &str) -> Result<Effect, String> {
        let mut effect = Effect::default();
        for part in text.split('+').map(str::trim) {
            let (word, number) = match part.split_once(' ') {
                Some((word, number)) => (word, Some(number.trim())),
                None => (part, None),
            };
            let times = || match number {
                None => Ok(1),
                Some(number) => number
                    .parse()
                    .ok()
                    .filter(|number| (1..=20).contains(number))
                    .ok_or_else(|| format!("\"{part}\": the number after {word} is from 1 to 20")),
            };
            let alone = |done: ()| match number {
                None => Ok(done),
                Some(number) => {
                    Err(format!("\"{part}\": {word} takes no number, and \"{number}\" is one too many"))
                }
            };
            match word {
                "pick" if number.is_none() => return Err("write how many are picked, like \"pick 2\"".into()),
                "pick" => effect.pick = times()?,
                "market" => effect.market = times()?,
                "skip" => effect.skip = times()?,
                "suspension" => effect.suspension = times()?,
                "hold_on" => alone(effect.hold_on = true)?,
                "reverse" => alone(effect.reverse = true)?,
                "swap" => alone(effect.swap = true)?,
                "wild" => alone(effect.fits = Fits::Wild)?,
                "any" => alone(effect.fits = Fits::Any)?,
                "none" => alone(())?,
                other => {
                    let near = hint(other, WORDS);
                    let known = WORDS.join(", ");
                    return Err(format!(
                        "there is no effect \"{other}\"; effects are {known}, joined with +.{near}"
                    ));
                }
            }
        }
        Ok(effect)
    }

    /// Whether the card does nothing and must match.
    pub fn is_plain(self) -> bool {
        self == Effect::default()
    }
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts: Vec<String> = Vec::new();
        match self.fits {
            Fits::Match => {}
            Fits::Wild => parts.push("wild".to_string()),
            Fits::Any => parts.push("any".to_string()),
        }
        let counted = [
            ("suspension", self.suspension),
            ("skip", self.skip),
            ("pick", self.pick),
            ("market", self.market),
        ];
        for (word, number) in counted.into_iter().filter(|(_, number)| *number > 0) {
            parts.push(format!("{word} {number}"));
        }
        let named = [("hold_on", self.hold_on), ("reverse", self.reverse), ("swap", self.swap)];
        parts.extend(named.into_iter().filter(|(_, on)| *on).map(|(word, _)| word.to_string()));
        f.write_str(if parts.is_empty() { "none" } else { "" })?;
        f.write_str(&parts.join(" + "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_effect_is_read_back_as_it_is_written() {
        for text in
            ["none", "pick 2", "wild + pick 4", "any + pick 6", "hold_on", "suspension 2", "skip 1 + reverse"]
        {
            assert_eq!(Effect::parse(text).map(|effect| effect.to_string()).as_deref(), Ok(text));
        }
        assert!(Effect::parse("pick").unwrap_err().contains("pick 2"));
        assert!(Effect::parse("pikc 2").unwrap_err().contains("Did you mean \"pick\"?"));
    }
}
