//! The one door to JSON.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// A message as text.
pub fn write<T: Serialize>(message: &T) -> String {
    serde_json::to_string(message).unwrap_or_default()
}

/// The message that a text says, or why it says none.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}
