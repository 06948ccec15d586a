//! Reading and writing JSON: the only place in the program that does either for the wire.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Why a text is not the JSON of a message.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct JsonError(#[from] serde_json::Error);

/// Writes a message.
pub fn write<T: Serialize>(message: &T) -> String {
    serde_json::to_string(message).unwrap_or_default()
}

/// Reads a message.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, JsonError> {
    Ok(serde_json::from_str(text)?)
}
