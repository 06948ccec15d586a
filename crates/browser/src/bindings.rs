//! The functions for JavaScript: texts in, texts out. Times are milliseconds, seeds are written as numbers.
//! Errors are texts too, because JavaScript throws them as they are.

use protocol::json;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{device, rule_queries};

/// A table for the people at this device.
#[wasm_bindgen]
pub struct Device(device::Device);

#[wasm_bindgen]
impl Device {
    /// A table with the rules of this rule file.
    #[wasm_bindgen(constructor)]
    pub fn new(rules: &str, seed: &str, quick: bool) -> Result<Device, String> {
        let make = if quick { device::Device::quick } else { device::Device::new };
        make(rules, number(seed)).map(Device).map_err(in_words)
    }

    /// A table that continues a match.
    pub fn restore(
        record: &str,
        participants: &str,
        seed: &str,
        quick: bool,
        now: f64,
    ) -> Result<Device, String> {
        let restore = if quick { device::Device::restore_quick } else { device::Device::restore };
        restore(record, participants, number(seed), now as u64).map(Device).map_err(in_words)
    }

    /// Takes a message from a person.
    pub fn hear(&mut self, person: u32, message: &str, now: f64) -> String {
        self.0.hear(person, message, now as u64).json()
    }

    /// Time has passed.
    pub fn tick(&mut self, now: f64) -> String {
        self.0.tick(now as u64).json()
    }

    /// The device slept for this long.
    pub fn credit(&mut self, millis: f64, now: f64) -> String {
        self.0.credit(millis as u64, now as u64).json()
    }

    /// The match as a record.
    pub fn record(&self) -> Option<String> {
        self.0.record()
    }
}

/// JavaScript is told what is wrong in words.
fn in_words(error: impl std::error::Error) -> String {
    error.to_string()
}

/// A seed is any text; the same text is the same seed.
fn number(seed: &str) -> u64 {
    seed.parse().unwrap_or(0)
}

/// Reads a rule file.
#[wasm_bindgen]
pub fn load(text: &str) -> String {
    json::write(&rule_queries::load(text))
}

/// The options of a rule set.
#[wasm_bindgen]
pub fn options(text: &str) -> Result<String, String> {
    rule_queries::options(text).map(|options| json::write(&options)).map_err(in_words)
}

/// The sentences that follow from an option.
#[wasm_bindgen]
pub fn sentences(text: &str, key: &str) -> Result<String, String> {
    rule_queries::sentences(text, key).map(|sentences| json::write(&sentences)).map_err(in_words)
}

/// Changes a rule set.
#[wasm_bindgen]
pub fn change(text: &str, changes: &str) -> Result<String, String> {
    let changes: Vec<(String, String)> = json::read(changes).map_err(in_words)?;
    Ok(json::write(&rule_queries::change(text, &changes)))
}

/// The guide to a rule set.
#[wasm_bindgen]
pub fn guide(text: &str) -> Result<String, String> {
    rule_queries::guide(text).map(|guide| json::write(&guide)).map_err(in_words)
}

/// The whole rules page.
#[wasm_bindgen]
pub fn page(text: &str) -> Result<String, String> {
    rule_queries::page(text).map(|page| json::write(&page)).map_err(in_words)
}

/// How two rule sets differ.
#[wasm_bindgen]
pub fn difference(one: &str, two: &str) -> Result<String, String> {
    rule_queries::difference(one, two).map(|difference| json::write(&difference)).map_err(in_words)
}

/// The cards of a rule set's pack.
#[wasm_bindgen]
pub fn cards(text: &str) -> Option<String> {
    let rules = games::load(text).ok()?;
    rule_queries::cards(&rules).map(|cards| json::write(&cards))
}

/// A record as frames, as a seat saw it or with open hands.
#[wasm_bindgen]
pub fn replay(record: &str, seat: Option<u32>) -> Result<String, String> {
    crate::replay(record, seat.map(|seat| seat as usize)).map(|replay| replay.json()).map_err(in_words)
}

/// Whether the cards of a record are what was promised; fails with what is wrong. `seen` is a list of what the page saw of
/// each round, as JSON.
#[wasm_bindgen]
pub fn check(record: &str, seen: Option<String>) -> Result<String, String> {
    let seen: Vec<crate::Seen> = json::read(seen.as_deref().unwrap_or("[]")).map_err(in_words)?;
    crate::check(record, &seen).map(|checked| json::write(&checked)).map_err(in_words)
}

/// The full text of a rule set, which the shuffles are computed from.
#[wasm_bindgen]
pub fn whole(text: &str) -> Result<String, String> {
    Ok(rule_queries::read(text).map_err(in_words)?.to_toml(None))
}
