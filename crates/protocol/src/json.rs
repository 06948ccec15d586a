//! Reading and writing JSON: the only place in the program that does either for the wire.

use serde::Serialize;
use serde::de::Deserialize;

/// Why a text is not the JSON of a message.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct JsonError(#[from] serde_json::Error);

/// The `id` in a text that is not a message, so that a command which cannot be read can still be answered.
pub fn id_in(text: &str) -> Option<String> {
    match serde_json::from_str::<serde_json::Value>(text).ok()?.get("id")? {
        serde_json::Value::String(id) => Some(id.clone()),
        serde_json::Value::Number(id) => Some(id.to_string()),
        _ => None,
    }
}

/// Writes a message.
pub fn write<T: Serialize>(message: &T) -> String {
    serde_json::to_string(message).unwrap_or_default()
}

/// Reads a message.
pub fn read<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, JsonError> {
    Ok(serde_json::from_str(text)?)
}
