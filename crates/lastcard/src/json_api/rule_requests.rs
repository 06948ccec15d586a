//! The rules and the opening that a request asks for. What was worked out once is kept.

use std::collections::HashMap;
use std::sync::Arc;

use games::{CompiledRules, Fault, Opening, Rules, presets};
use serde_json::{Map, Value, json};

use super::fields::Fields;
use super::{Problem, toml};
use crate::saved_matches;

/// Maximum number of rule sets that are kept; then all are forgotten. Matches keep their own.
const MAX_CACHED_RULES: usize = 100;

/// The rules of earlier requests. Reading and compiling them takes a hundred times as long as dealing a round.
#[derive(Debug, Default)]
pub(super) struct RulesCache {
    known: HashMap<RulesKey, CachedRules>,
}

/// How a request names its rules.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct RulesKey {
    base: Base,
    /// The changes, as TOML.
    changes: String,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Base {
    Preset(String),
    Toml(String),
}

#[derive(Debug)]
struct CachedRules {
    rules: Arc<Rules>,
    /// Compiled for each number of seats that was asked for.
    compiled: HashMap<usize, CompiledRules>,
}

impl RulesCache {
    /// The rules of a request, with its changes.
    pub fn rules(&mut self, fields: &Fields) -> Result<Arc<Rules>, Problem> {
        Ok(self.entry(fields)?.rules.clone())
    }

    /// The rules of a request, compiled for a number of seats.
    pub fn compiled(&mut self, fields: &Fields, seats: usize) -> Result<CompiledRules, Problem> {
        let CachedRules { rules, compiled } = self.entry(fields)?;
        if let Some(known) = compiled.get(&seats) {
            return Ok(known.clone());
        }
        let new =
            CompiledRules::new(rules, seats).map_err(|why| Problem::new("bad-game", why.to_string()))?;
        compiled.insert(seats, new.clone());
        Ok(new)
    }

    fn entry(&mut self, fields: &Fields) -> Result<&mut CachedRules, Problem> {
        let key = RulesKey::of(fields)?;
        if !self.known.contains_key(&key) {
            let rules = Arc::new(key.read()?);
            if self.known.len() >= MAX_CACHED_RULES {
                self.known.clear();
            }
            self.known.insert(key.clone(), CachedRules { rules, compiled: HashMap::new() });
        }
        self.known.get_mut(&key).ok_or_else(|| Problem::new("bad-rules", "the rules are gone"))
    }
}

impl RulesKey {
    fn of(fields: &Fields) -> Result<RulesKey, Problem> {
        let base = match (fields.text("preset")?, fields.text("rules_toml")?) {
            (Some(name), None) => Base::Preset(name),
            (None, Some(text)) => Base::Toml(text),
            _ => {
                return Err(Problem::new(
                    "bad-field",
                    "name the rules: \"preset\" or \"rules_toml\", one of the two",
                ));
            }
        };
        let changes = fields.object("rules")?.map(changes_toml).transpose()?.unwrap_or_default();
        Ok(RulesKey { base, changes })
    }

    fn read(&self) -> Result<Rules, Problem> {
        let base = match &self.base {
            Base::Preset(name) => preset(name)?,
            Base::Toml(text) => games::load(text).map_err(|faults| bad_rules(&faults))?,
        };
        if self.changes.is_empty() {
            return Ok(base);
        }
        games::apply(&base, &self.changes).map_err(|faults| bad_changes(&faults))
    }
}

fn changes_toml(changes: &Map<String, Value>) -> Result<String, Problem> {
    toml::from_json(changes).map_err(|error| Problem::new("bad-rules", error.to_string()))
}

/// The preset with this name.
pub(super) fn preset(name: &str) -> Result<Rules, Problem> {
    presets::named(name).ok_or_else(|| {
        let near = games::hint(name, presets::names());
        Problem::new(
            "unknown-preset",
            format!("there is no such preset; {{\"cmd\":\"presets\"}} lists them.{near}"),
        )
    })
}

fn bad_rules(faults: &[Fault]) -> Problem {
    let one = |fault: &Fault| json!({"line": fault.line, "column": fault.column, "message": fault.message});
    let first = faults.first().map_or_else(String::new, ToString::to_string);
    Problem::new("bad-rules", first).with("faults", faults.iter().map(one).collect())
}

/// The faults are in a text that the client never saw, so their places are left out.
fn bad_changes(faults: &[Fault]) -> Problem {
    let messages: Vec<&str> = faults.iter().map(|fault| fault.message.as_str()).collect();
    Problem::new("bad-rules", messages.join(" "))
}

/// The number of seats of a request; by default the minimum of the game.
pub(super) fn requested_seats(fields: &Fields, rules: &Rules) -> Result<usize, Problem> {
    let min_seats = rules.players().0 as u64;
    // Larger numbers than any game allows are refused when the rules are compiled.
    Ok(usize::try_from(fields.number("seats")?.unwrap_or(min_seats)).unwrap_or(usize::MAX))
}

/// The opening of a request, at a table for which the rules were compiled.
pub(super) fn requested_opening(
    fields: &Fields,
    rules: &Rules,
    compiled: &CompiledRules,
    seats: usize,
) -> Result<Opening, Problem> {
    let deck =
        fields.texts("deck")?.map(|names| names.iter().map(|name| canonical_card(compiled, name)).collect());
    // A given deck is played the same way every time; without a deck and a seed the deal is random.
    let rules_seed = rules.table_options().seed.get();
    let default_seed =
        || if deck.is_none() && rules_seed == 0 { saved_matches::fresh_seed() } else { rules_seed };
    let seed = fields.number("seed")?.unwrap_or_else(default_seed);
    let dealer = fields.dealer(seats)?.unwrap_or_default();
    Ok(Opening { seats, dealer, seed, deck, scores: fields.scores(seats)?, ..Opening::default() })
}

/// A card in the notation of records, however it was written.
fn canonical_card(compiled: &CompiledRules, name: &str) -> String {
    compiled.pack().parse(name).map_or_else(|| name.to_string(), |card| compiled.pack().notation(card).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(request: &Value) -> Fields {
        Fields(request.as_object().unwrap().clone())
    }

    /// A second match of the same game compiles nothing.
    #[test]
    fn rules_are_read_and_compiled_once() {
        let mut cache = RulesCache::default();
        let plain = fields(&json!({"preset": "naija-whot"}));
        let changed = fields(&json!({"preset": "naija-whot", "rules": {"hand_size": 3}}));
        let mut twice = |fields: &Fields, seats: [usize; 2]| {
            let [one, two] = seats.map(|seats| cache.compiled(fields, seats).unwrap());
            one.is_same(&two) && Arc::ptr_eq(&cache.rules(fields).unwrap(), &cache.rules(fields).unwrap())
        };
        assert!(twice(&plain, [3, 3]) && twice(&changed, [3, 3]) && !twice(&plain, [3, 4]));
        let (one, other) = (cache.compiled(&plain, 3).unwrap(), cache.compiled(&changed, 3).unwrap());
        assert_eq!((one.hand_size(), other.hand_size()), (6, 3));
    }

    #[test]
    fn the_cache_has_a_limit() {
        let mut cache = RulesCache::default();
        for seconds in 5..5 + 2 * MAX_CACHED_RULES {
            let rules = json!({"preset": "yaniv", "rules": {"turn_seconds": seconds}});
            cache.rules(&fields(&rules)).unwrap();
        }
        assert!(cache.known.len() <= MAX_CACHED_RULES);
    }
}
