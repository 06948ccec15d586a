//! The games of the server: presets, their rules in words, and their packs.

use axum::extract::Path;
use axum::http::{StatusCode, Uri};
use games::Rules;
use protocol::{DescribeRules, DescribedRules, PackInfo, PresetList, Refusal, RulesInfo};

use super::caller::{CallLimit, Caller, JsonBody};
use super::{Result, json_response};
use crate::rules_cache;
use crate::table_setup::asked_rules;

/// The games that come with the server.
pub(super) async fn presets(_: Caller<CallLimit>) -> Result {
    Ok(json_response(StatusCode::OK, &PresetList::all()))
}

/// A preset: its rules in words, its options, and the whole of it as a rule file.
pub(super) async fn preset(_: Caller<CallLimit>, Path(name): Path<String>) -> Result {
    Ok(json_response(StatusCode::OK, &RulesInfo::of(&named(&name)?)))
}

/// The cards of a preset, at a table of `?seats=N`.
pub(super) async fn pack(_: Caller<CallLimit>, Path(name): Path<String>, address: Uri) -> Result {
    let number = |query: &str| query.strip_prefix("seats=")?.parse().ok();
    let unreadable = || Refusal::Unreadable { why: "The only parameter is `seats`, a number.".into() };
    let seats = address.query().map(|query| number(query).ok_or_else(unreadable)).transpose()?;
    Ok(json_response(StatusCode::OK, &pack_of(&named(&name)?, seats)?))
}

/// Any rules, as for a new table: in words, and their cards.
pub(super) async fn rules(_: Caller<CallLimit>, JsonBody(ask): JsonBody<DescribeRules>) -> Result {
    let rules = asked_rules(ask.game.as_deref(), &ask.rules);
    let rules = rules.map_err(|error| Refusal::Rules { why: error.to_string() })?;
    let described = DescribedRules { rules: RulesInfo::of(&rules), pack: pack_of(&rules, ask.seats)? };
    Ok(json_response(StatusCode::OK, &described))
}

fn named(name: &str) -> Result<Rules> {
    Ok(games::presets::named(name).ok_or(Refusal::NoSuchGame)?)
}

fn pack_of(rules: &Rules, seats: Option<usize>) -> Result<PackInfo> {
    let seats = seats.unwrap_or(rules.players().0);
    let compiled =
        rules_cache::compiled(rules, seats).map_err(|error| Refusal::Rules { why: error.to_string() })?;
    Ok(PackInfo::of(&compiled, seats))
}
