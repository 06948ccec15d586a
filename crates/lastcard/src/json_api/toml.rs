//! Rule changes of a JSON object as TOML.

use games::Value as Setting;
use serde_json::{Map, Value};

/// TOML has no null.
#[derive(Debug, thiserror::Error)]
#[error("a rule cannot be set to null; leave it out instead")]
pub struct NullValue;

/// The object as TOML, one line per key.
pub fn from_json(changes: &Map<String, Value>) -> Result<String, NullValue> {
    changes.iter().map(|(key, value)| Ok(format!("{} = {}\n", quoted(key), inline(value)?))).collect()
}

fn inline(value: &Value) -> Result<String, NullValue> {
    match value {
        Value::Null => Err(NullValue),
        Value::Bool(flag) => Ok(flag.to_string()),
        Value::Number(number) => Ok(number.to_string()),
        Value::String(text) => Ok(quoted(text)),
        Value::Array(items) => {
            let items = items.iter().map(inline).collect::<Result<Vec<_>, _>>()?;
            Ok(format!("[{}]", items.join(", ")))
        }
        Value::Object(map) => {
            let pair = |(key, value): (&String, &Value)| Ok(format!("{} = {}", quoted(key), inline(value)?));
            let pairs = map.iter().map(pair).collect::<Result<Vec<_>, NullValue>>()?;
            Ok(format!("{{ {} }}", pairs.join(", ")))
        }
    }
}

fn quoted(text: &str) -> String {
    Setting::Text(text.to_string()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_object_becomes_lines_of_toml() {
        let changes =
            json!({"hand_size": 3, "finish_on": ["3", "star-4"], "effects": {"14": "none"}, "a\"b\n": true});
        let text = from_json(changes.as_object().unwrap()).unwrap();
        assert_eq!(
            text,
            "\"hand_size\" = 3\n\"finish_on\" = [\"3\", \"star-4\"]\n\"effects\" = { \"14\" = \"none\" }\n\"a\\\"b\\n\" = true\n"
        );
        assert!(from_json(json!({"x": null}).as_object().unwrap()).is_err());
    }
}
