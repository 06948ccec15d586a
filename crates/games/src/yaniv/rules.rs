//! The rule set of Yaniv.
use alloc::string::String;
use alloc::vec::Vec;
use crate::{Clause, Header, customs::{Customs, with_customs}, matching::Players, option::{Row, row}};
use engine::MatchRules;

/// A rule set of Yaniv.
#[expect(missing_docs, reason = "each field is explained by its row")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rules { pub header: Header, pub customs: Customs, pub players: Players }
impl Default for Rules { fn default() -> Rules { Rules { header: Header::default(), customs: Customs::default(), players: Players { least: 2, most: 8 } } } }
/// Every option.
pub const ROWS: &[Row<Rules>] = with_customs![row!("players", "Y2", players, "How many can play.")];
impl Rules {
    /// When a match is over.
    pub fn match_rules(&self) -> MatchRules { MatchRules { rounds: None, target: None, limit: Some(200), low_wins: true, landing: engine::Landing::Half, end: engine::EndOfMatch::LastStanding, tie: engine::Tie::Shared } }
    /// What is wrong.
    pub fn faults(&self) -> Vec<(&'static str, String)> { Vec::new() }
}
/// The rules in words.
pub fn explain(rules: &Rules) -> Vec<Clause> { let _ = rules; Vec::new() }
