//! Reads frames item by item, so that a newer server can say more than this version knows.

use serde::Deserialize;
use serde::de::{self, value::StrDeserializer};
use serde_json::Value;

use crate::json::{self, JsonError};
use crate::{Item, ServerMsg};

/// Reads a frame. Items of kinds that this version does not know are left out; whatever else is wrong is an error.
pub fn read_frame(text: &str) -> Result<ServerMsg, JsonError> {
    let items: Vec<Value> = json::read(text)?;
    let known = items.into_iter().filter(|item| !kind(item).is_some_and(is_unknown));
    known.map(|item| Ok(Item::deserialize(item)?)).collect()
}

/// The kind of an item: the one key of its object, or the item itself if it has no value.
fn kind(item: &Value) -> Option<&str> {
    match item {
        Value::String(kind) => Some(kind),
        Value::Object(fields) if fields.len() == 1 => fields.keys().next().map(String::as_str),
        _ => None,
    }
}

/// Asks serde, which knows the kinds of [`Item`], so that they are listed once.
fn is_unknown(kind: &str) -> bool {
    matches!(Item::deserialize(StrDeserializer::new(kind)), Err(KindError::Unknown))
}

/// What serde says of a kind without its value.
#[derive(Debug, thiserror::Error)]
enum KindError {
    #[error("the kind is not known")]
    Unknown,
    #[error("the value is missing")]
    NoValue,
}

impl de::Error for KindError {
    fn custom<T: std::fmt::Display>(_: T) -> KindError {
        KindError::NoValue
    }

    fn unknown_variant(_: &str, _: &'static [&'static str]) -> KindError {
        KindError::Unknown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_of_unknown_kinds_are_left_out() {
        let text = r#"[{"ok":"7"},{"weather":{"rain":true}},"applause",{"did":[3,"0 passed"]}]"#;
        let known = vec![Item::Ok("7".into()), Item::Did(3, "0 passed".into())];
        assert_eq!(read_frame(text).unwrap(), known);
        assert_eq!(read_frame(r#"[{"weather":1}]"#).unwrap(), []);
    }

    #[test]
    fn a_malformed_frame_is_refused_as_a_whole() {
        let malformed = [
            "",
            "{}",
            r#"{"ok":"7"}"#,
            "[7]",
            "[{}]",
            r#"["ok"]"#,
            r#"[{"ok":7}]"#,
            r#"[{"ok":"7"},{"did":["three","0 passed"]}]"#,
            r#"[{"ok":"7","weather":1}]"#,
        ];
        for text in malformed {
            assert!(read_frame(text).is_err(), "{text}");
        }
    }
}
