//! Options: typed fields with a name and a help text that can be read from a rule file and written back.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

/// A value in a rule file or after `--rule key=`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// `true` or `false`.
    Flag(bool),
    /// A whole number.
    Number(i64),
    /// A word or words.
    Text(String),
    /// A list of words.
    List(Vec<String>),
}

impl fmt::Display for Value {
    /// The value as TOML.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Flag(flag) => write!(f, "{flag}"),
            Value::Number(number) => write!(f, "{number}"),
            Value::Text(text) => f.write_str(&quoted(text)),
            Value::List(items) => {
                let items: Vec<String> = items.iter().map(|item| quoted(item)).collect();
                write!(f, "[{}]", items.join(", "))
            }
        }
    }
}

/// Formats a text as a TOML string.
pub(crate) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => out.extend(['\\', letter]),
            '\n' => out.push_str("\\n"),
            other if other.is_control() => out.push_str(&format!("\\u{:04X}", u32::from(other))),
            other => out.push(other),
        }
    }
    out.push('"');
    out
}

/// The values that an option accepts besides named values and numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FreeForm {
    /// No others.
    Never,
    /// A text.
    Text,
    /// A list of words.
    List,
}

/// A field that can be set from text.
pub trait Setting {
    /// The value in force.
    fn value(&self) -> Value;

    /// What would be accepted, in words: "true or false".
    fn accepted(&self) -> String;

    /// Sets the value, or returns `false` and changes nothing if it is not accepted.
    fn set(&mut self, value: &Value) -> bool;

    /// Every value, if there are only a few.
    fn values(&self) -> Vec<Value> {
        Vec::new()
    }

    /// The named values, even where numbers or lists are accepted as well.
    fn words(&self) -> Vec<Value> {
        self.values()
    }

    /// The smallest and largest number, if numbers are accepted.
    fn range(&self) -> Option<(i64, i64)> {
        None
    }

    /// The values accepted besides the words and numbers.
    fn free_form(&self) -> FreeForm {
        if self.words().is_empty() && self.range().is_none() { FreeForm::Text } else { FreeForm::Never }
    }
}

impl Setting for bool {
    fn value(&self) -> Value {
        Value::Flag(*self)
    }

    fn accepted(&self) -> String {
        "true or false".into()
    }

    fn set(&mut self, value: &Value) -> bool {
        let Value::Flag(flag) = value else { return false };
        *self = *flag;
        true
    }

    fn values(&self) -> Vec<Value> {
        vec![Value::Flag(false), Value::Flag(true)]
    }
}

/// A whole number between two bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounded<const MIN: u64, const MAX: u64>(u64);

impl<const MIN: u64, const MAX: u64> Bounded<MIN, MAX> {
    /// The number, clamped to the bounds.
    pub const fn new(number: u64) -> Self {
        Bounded(if number < MIN {
            MIN
        } else if number > MAX {
            MAX
        } else {
            number
        })
    }

    /// The number.
    pub const fn get(self) -> u64 {
        self.0
    }

    /// The number as a count of cards, seats or rounds.
    pub const fn count(self) -> usize {
        self.0 as usize
    }
}

impl<const MIN: u64, const MAX: u64> Setting for Bounded<MIN, MAX> {
    fn value(&self) -> Value {
        Value::Number(self.0 as i64)
    }

    fn accepted(&self) -> String {
        format!("a whole number from {MIN} to {MAX}")
    }

    fn set(&mut self, value: &Value) -> bool {
        match value {
            Value::Number(number) if (MIN as i64..=MAX as i64).contains(number) => {
                self.0 = *number as u64;
                true
            }
            _ => false,
        }
    }

    fn range(&self) -> Option<(i64, i64)> {
        Some((MIN as i64, MAX as i64))
    }
}

/// A short text, such as a name or a word that players say.
impl Setting for String {
    fn value(&self) -> Value {
        Value::Text(self.clone())
    }

    fn accepted(&self) -> String {
        "a text of 1 to 40 letters in quotes".into()
    }

    fn set(&mut self, value: &Value) -> bool {
        match value {
            Value::Text(text)
                if (1..=40).contains(&text.chars().count()) && !text.contains(char::is_control) =>
            {
                self.clone_from(text);
                true
            }
            _ => false,
        }
    }
}

/// A list of words: suits, ranks or cards.
impl Setting for Vec<String> {
    fn value(&self) -> Value {
        Value::List(self.clone())
    }

    fn accepted(&self) -> String {
        "a list of words in quotes, like [\"star\"]".into()
    }

    fn set(&mut self, value: &Value) -> bool {
        match value {
            Value::List(items) => self.clone_from(items),
            Value::Text(item) => *self = vec![item.clone()],
            _ => return false,
        }
        true
    }

    fn free_form(&self) -> FreeForm {
        FreeForm::List
    }
}

/// An option with a few named values.
pub trait Choice: Copy + PartialEq + Sized + 'static {
    /// Each value with its name.
    const ALL: &'static [(Self, &'static str)];
}

/// The name of a value.
pub(crate) fn name_of<C: Choice>(choice: C) -> &'static str {
    C::ALL.iter().find(|(value, _)| *value == choice).map_or("?", |(_, name)| name)
}

/// Implements [`Setting`] through [`Choice`]. A blanket implementation would conflict with those above.
macro_rules! choices {
    ($($kind:ident { $($value:ident = $name:literal),+ $(,)? })+) => {$(
        impl $crate::options::Choice for $kind {
            const ALL: &'static [(Self, &'static str)] = &[$(($kind::$value, $name)),+];
        }

        impl $crate::options::Setting for $kind {
            fn value(&self) -> $crate::options::Value {
                $crate::options::Value::Text($crate::options::name_of(*self).into())
            }

            fn accepted(&self) -> alloc::string::String {
                $crate::options::accepted_names::<$kind>()
            }

            fn set(&mut self, value: &$crate::options::Value) -> bool {
                $crate::options::choose(self, value)
            }

            fn values(&self) -> alloc::vec::Vec<$crate::options::Value> {
                <$kind as $crate::options::Choice>::ALL
                    .iter()
                    .map(|(_, name)| $crate::options::Value::Text((*name).into()))
                    .collect()
            }
        }
    )+};
}
pub(crate) use choices;

/// Declares option enums with the names of their values.
macro_rules! option_enums {
    ($($(#[$doc:meta])* $kind:ident { $($(#[$about:meta])* $value:ident = $name:literal),+ $(,)? })+) => {
        $($(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum $kind { $($(#[$about])* $value),+ })+
        $crate::options::choices! { $($kind { $($value = $name),+ })+ }
    };
}
pub(crate) use option_enums;

pub(crate) fn accepted_names<C: Choice>() -> String {
    let names: Vec<String> = C::ALL.iter().map(|(_, name)| format!("\"{name}\"")).collect();
    format!("one of {}", names.join(", "))
}

pub(crate) fn choose<C: Choice>(into: &mut C, value: &Value) -> bool {
    let Value::Text(text) = value else { return false };
    let Some((choice, _)) = C::ALL.iter().find(|(_, name)| name == text) else { return false };
    *into = *choice;
    true
}

/// One option of a rule set: its key, its help and its field.
pub struct Row<R: 'static> {
    /// The key in rule files and after `--rule`.
    pub key: &'static str,
    /// Other spellings of the key.
    pub also: &'static [&'static str],
    /// The ids of the requirements and rulings that it implements.
    pub ids: &'static str,
    /// What it decides, in one sentence.
    pub help: &'static str,
    /// Its field.
    pub field: fn(&R) -> &dyn Setting,
    /// Its field, mutably.
    pub field_mut: fn(&mut R) -> &mut dyn Setting,
}

/// A row of the option table for a field of the rule set.
macro_rules! row {
    ($key:literal $(also $also:literal)*, $ids:literal, $($field:ident).+, $help:literal) => {
        $crate::options::Row {
            key: $key,
            also: &[$($also),*],
            ids: $ids,
            help: $help,
            field: |rules| &rules.$($field).+,
            field_mut: |rules| &mut rules.$($field).+,
        }
    };
}
pub(crate) use row;

impl<R> Row<R> {
    /// Whether this is one of the option's keys.
    pub fn is(&self, key: &str) -> bool {
        self.key == key || self.also.contains(&key)
    }
}

/// The known word closest to a mistyped one, if any is close.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // Words of one or two letters are close to everything.
    let limit = match word.chars().count() {
        0..=2 => return None,
        3 => 1,
        letters => (letters / 3).clamp(2, 4),
    };
    let others = known.into_iter().filter(|other| *other != word);
    let distances = others.map(|other| (distance(word, other), other));
    distances.filter(|(far, _)| *far <= limit).min_by_key(|(far, _)| *far).map(|(_, other)| other)
}

/// The edit distance between two words, ignoring case.
fn distance(one: &str, two: &str) -> usize {
    let two: Vec<char> = two.chars().take(40).collect();
    let mut row: Vec<usize> = (0..=two.len()).collect();
    for (i, a) in one.chars().take(40).enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, &b) in two.iter().enumerate() {
            let changed = corner + usize::from(!a.eq_ignore_ascii_case(&b));
            corner = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(corner + 1);
        }
    }
    row.last().copied().unwrap_or_default()
}

/// A sentence with the closest known word, ` Did you mean "x"?`, or nothing.
pub fn hint<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(word, known).map_or_else(String::new, |near| format!(" Did you mean \"{near}\"?"))
}

/// The text with its first letter capitalised.
pub(crate) fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |head| head.to_uppercase().chain(letters).collect())
}

/// A number as a sentence writes it: up to twelve in words, thousands with a comma.
pub(crate) fn in_words(number: usize) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve",
    ];
    match number {
        0..=12 => WORDS[number].to_string(),
        13..=999 => number.to_string(),
        _ => format!("{},{:03}", number / 1_000, number % 1_000),
    }
}

/// Joins words into a list: `a, b and c`.
pub fn and_list<S: ToString>(words: impl IntoIterator<Item = S>) -> String {
    joined(words, "and")
}

/// Joins words into a list: `a, b or c`.
pub fn or_list<S: ToString>(words: impl IntoIterator<Item = S>) -> String {
    joined(words, "or")
}

fn joined<S: ToString>(words: impl IntoIterator<Item = S>, last: &str) -> String {
    let mut words: Vec<String> = words.into_iter().map(|word| word.to_string()).collect();
    match words.pop() {
        None => String::new(),
        Some(only) if words.is_empty() => only,
        Some(end) => format!("{} {last} {end}", words.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistyped_word_finds_its_neighbour() {
        let known = ["hand_size", "hold_on", "counter"];
        assert_eq!(nearest("hand_sise", known), Some("hand_size"));
        assert_eq!(nearest("handsize", known), Some("hand_size"));
        assert_eq!(nearest("holdon", known), Some("hold_on"));
        assert_eq!(nearest("zebra", known), None);
        assert_eq!(nearest("6", known), None);
    }

    #[test]
    fn a_list_reads_as_people_write_it() {
        let lists = [&["a"][..], &["a", "b"], &["a", "b", "c"]].map(and_list);
        assert_eq!(lists, ["a", "a and b", "a, b and c"]);
    }
}
