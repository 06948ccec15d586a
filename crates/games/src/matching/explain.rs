//! The rules in words.
use alloc::vec::Vec;
use crate::Clause;
use super::Rules;

/// The rules in plain words, every sentence true for exactly this set.
pub fn explain(rules: &Rules) -> Vec<Clause> { let _ = rules; Vec::new() }
