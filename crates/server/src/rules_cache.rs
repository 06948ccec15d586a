//! Rules and compiled rules, shared by all tables that play by them.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use games::{CompileError, CompiledRules, Rules};

use crate::log_entry::read_rules;

/// Maximum number of cached rules; then the cache is cleared, and rules in use live on at their tables.
const MAX_CACHED_RULES: usize = 100;

static RULES: Mutex<Vec<(String, Arc<Rules>)>> = Mutex::new(Vec::new());

static COMPILED: Mutex<Vec<(Rules, usize, CompiledRules)>> = Mutex::new(Vec::new());

// Nothing is parsed or compiled under a lock: the rules of one table never keep others waiting.

/// Parses rules from their text.
pub fn rules(text: &str) -> Option<Arc<Rules>> {
    let is_same = |(other, _): &&(String, _)| other == text;
    let found = |known: &[(String, Arc<Rules>)]| known.iter().find(is_same).map(|(_, rules)| rules.clone());
    if let Some(rules) = found(&lock(&RULES)) {
        return Some(rules);
    }
    let rules = Arc::new(read_rules(text)?);
    let mut known = lock(&RULES);
    // Another table may have been faster.
    if let Some(rules) = found(&known) {
        return Some(rules);
    }
    make_room(&mut known);
    known.push((text.into(), rules.clone()));
    Some(rules)
}

/// The rules compiled for a number of seats, or why they cannot be played at that many.
pub fn compiled(rules: &Rules, seats: usize) -> Result<CompiledRules, CompileError> {
    let is_same = |(other, count, _): &&(Rules, usize, _)| *count == seats && other == rules;
    let found = |known: &[(Rules, usize, CompiledRules)]| {
        known.iter().find(is_same).map(|(_, _, compiled)| compiled.clone())
    };
    if let Some(compiled) = found(&lock(&COMPILED)) {
        return Ok(compiled);
    }
    let compiled = CompiledRules::new(rules, seats)?;
    let mut known = lock(&COMPILED);
    if let Some(compiled) = found(&known) {
        return Ok(compiled);
    }
    make_room(&mut known);
    known.push((rules.clone(), seats, compiled.clone()));
    Ok(compiled)
}

fn lock<T>(known: &Mutex<Vec<T>>) -> MutexGuard<'_, Vec<T>> {
    known.lock().unwrap_or_else(PoisonError::into_inner)
}

fn make_room<T>(known: &mut Vec<T>) {
    if known.len() >= MAX_CACHED_RULES {
        known.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_rules_are_cached_once() {
        let text = games::presets::named("naija-whot").unwrap().to_toml(None);
        let (one, two) = (rules(&text).unwrap(), rules(&text).unwrap());
        assert!(Arc::ptr_eq(&one, &two));
        let same = |[here, there]: [usize; 2]| {
            compiled(&one, here).unwrap().is_same(&compiled(&one, there).unwrap())
        };
        assert!(same([3, 3]) && !same([3, 4]));
        assert!(rules("no rules").is_none() && compiled(&one, 99).is_err());
    }

    #[test]
    fn the_cache_has_a_limit() {
        let preset = games::presets::named("crazy-eights").unwrap();
        for seconds in 5..5 + 2 * MAX_CACHED_RULES {
            let other = games::change(&preset, &[format!("turn_seconds={seconds}")]).unwrap();
            assert!(rules(&other.to_toml(None)).is_some() && compiled(&other, 2).is_ok());
        }
        assert!(
            RULES.lock().unwrap().len() <= MAX_CACHED_RULES
                && COMPILED.lock().unwrap().len() <= MAX_CACHED_RULES
        );
    }
}
