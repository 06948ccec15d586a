//! The fields of a request, checked for their type.

use engine::{Seat, Viewer};
use games::{Dealer, Session, seat_at};
use serde_json::{Map, Value, json};

use super::{Command, Problem};

/// Maximum absolute value of a score.
const MAX_SCORE: i64 = 999_999;
/// Maximum number of cards in a deck.
const MAX_CARDS: usize = 128;

/// Maximum length of the name of a match.
const MAX_MATCH_NAME_CHARS: usize = 64;

/// Maximum length of a quoted field name.
const MAX_QUOTED_CHARS: usize = 60;

/// The fields of a request.
pub(super) struct Fields(pub Map<String, Value>);

impl Fields {
    /// Refuses fields that the command does not have.
    pub fn check_names(&self, command: &Command) -> Result<(), Problem> {
        let known = || command.fields.iter().copied().chain(["cmd"]);
        match self.0.keys().find(|key| !known().any(|field| field == key.as_str())) {
            None => Ok(()),
            Some(key) => {
                let near = games::hint(key, known());
                let fields: Vec<&str> = known().collect();
                let message =
                    format!("`{}` has no such field; it has {}.{near}", command.name, fields.join(", "));
                Err(Problem::new("unknown-field", message).with("field", json!(short(key))))
            }
        }
    }

    /// The problem of a missing field.
    pub fn missing(key: &str, what: &str) -> Problem {
        Problem::new("bad-field", format!("\"{key}\" is missing: {what}"))
    }

    /// The problem of a field with the wrong type.
    pub fn wrong(key: &str, what: &str) -> Problem {
        Problem::new("bad-field", format!("\"{key}\" is {what}"))
    }

    fn read<'a, T>(
        &'a self,
        key: &str,
        what: &str,
        read: impl FnOnce(&'a Value) -> Option<T>,
    ) -> Result<Option<T>, Problem> {
        match self.0.get(key) {
            None => Ok(None),
            Some(value) => read(value).map(Some).ok_or_else(|| Fields::wrong(key, what)),
        }
    }

    /// A text.
    pub fn text(&self, key: &str) -> Result<Option<String>, Problem> {
        self.read(key, "a text in quotes", |value| value.as_str().map(String::from))
    }

    /// A whole number from 0.
    pub fn number(&self, key: &str) -> Result<Option<u64>, Problem> {
        self.read(key, "a whole number from 0", Value::as_u64)
    }

    /// True or false.
    pub fn flag(&self, key: &str) -> Result<Option<bool>, Problem> {
        self.read(key, "true or false", Value::as_bool)
    }

    /// An object.
    pub fn object(&self, key: &str) -> Result<Option<&Map<String, Value>>, Problem> {
        self.read(key, "an object, like {\"hand_size\":5}", Value::as_object)
    }

    /// A list of texts, no longer than the largest pack.
    pub fn texts(&self, key: &str) -> Result<Option<Vec<String>>, Problem> {
        self.read(key, "a list of at most 128 cards, like [\"8H\",\"3C\"]", |value| {
            let items = value.as_array().filter(|items| items.len() <= MAX_CARDS)?;
            items.iter().map(|item| item.as_str().map(String::from)).collect()
        })
    }

    /// The seat of the request.
    pub fn seat(&self, session: &Session) -> Result<Seat, Problem> {
        let number =
            self.number("seat")?.ok_or_else(|| Fields::missing("seat", "the number of a seat, from 0"))?;
        seat(number, session.opening().seats)
    }

    /// The name of the match that the request is about; empty if it names none.
    pub fn match_name(&self) -> Result<String, Problem> {
        let what = "the name of a match: 1 to 64 characters, none of them a space or a control character";
        let name = self.read("match", what, |value| value.as_str().filter(|name| is_match_name(name)))?;
        Ok(name.unwrap_or_default().into())
    }

    /// Whether the request names rules instead of a match.
    pub fn names_rules(&self) -> bool {
        ["preset", "rules_toml", "rules", "seats"].iter().any(|key| self.0.contains_key(*key))
    }

    /// The viewer of the events: a seat, "spectator", or `None` for everything.
    pub fn viewer(&self, key: &str, seats: usize) -> Result<Option<Viewer>, Problem> {
        match self.0.get(key) {
            None => Ok(None),
            Some(Value::String(word)) if word == "spectator" => Ok(Some(Viewer::Spectator)),
            Some(value) => {
                let number = value.as_u64();
                let number =
                    number.ok_or_else(|| Fields::wrong(key, "the number of a seat, or \"spectator\""))?;
                seat(number, seats).map(|seat| Some(Viewer::Seat(seat)))
            }
        }
    }

    /// The first dealer: a seat, or "rule" for a cut or lot.
    pub fn dealer(&self, seats: usize) -> Result<Option<Dealer>, Problem> {
        match self.0.get("dealer") {
            None => Ok(None),
            Some(Value::String(word)) if word == "rule" => Ok(Some(Dealer::ByRule)),
            Some(value) => {
                let number = value
                    .as_u64()
                    .ok_or_else(|| Fields::wrong("dealer", "the number of a seat, or \"rule\""))?;
                seat(number, seats).map(|seat| Some(Dealer::Seat(seat)))
            }
        }
    }

    /// The scores at the start of the match.
    pub fn scores(&self, seats: usize) -> Result<Vec<i32>, Problem> {
        let scores =
            self.read("scores", "a list with a whole number for each seat, below a million", |value| {
                let items = value.as_array().filter(|items| items.len() == seats)?;
                let score = |item: &Value| {
                    item.as_i64().filter(|score| score.abs() <= MAX_SCORE).map(|score| score as i32)
                };
                items.iter().map(score).collect::<Option<Vec<i32>>>()
            });
        scores.map(Option::unwrap_or_default)
    }
}

fn seat(number: u64, seats: usize) -> Result<Seat, Problem> {
    seat_at(number, seats).map_err(|why| Problem::new("wrong-seat", why.to_string()))
}

fn is_match_name(name: &str) -> bool {
    let visible = |letter: char| !letter.is_control() && !letter.is_whitespace();
    (1..=MAX_MATCH_NAME_CHARS).contains(&name.chars().count()) && name.chars().all(visible)
}

/// The beginning of a text, to keep answers short.
fn short(text: &str) -> String {
    text.chars().take(MAX_QUOTED_CHARS).collect()
}
