//! House rules for editors: everything in a rule set that can be changed, under the headings of the rules page.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use engine::Pack;

use crate::options::quoted;
use crate::{ChangeError, Clause, FreeForm, Rules, Setting, Value, matching};

/// One thing that can be changed: an option, what a card does, or its points.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HouseRule {
    /// Its heading on the rules page.
    pub section: &'static str,
    /// The key in rule files; a dot separates a table from its line: `hand_size`, `effects.8`.
    pub key: String,
    /// What it decides.
    pub help: String,
    /// The value in force.
    pub value: Value,
    /// What would be accepted.
    pub accepted: String,
    /// The named values.
    pub words: Vec<Value>,
    /// The smallest and largest number, if numbers are accepted.
    pub range: Option<(i64, i64)>,
    /// The values accepted besides these.
    pub free_form: FreeForm,
}

/// The direction in which an editor steps through the values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// To the previous value.
    Back,
    /// To the next value.
    On,
}

/// The heading of options without effect: about cards that the game does not have, or ruled out by another option.
const NO_EFFECT_HEADING: &str = "Not used in this game";

/// Several options together say how a match ends, so all of them stay under this heading.
const SCORES_HEADING: &str = "Scores and the match";

impl Rules {
    /// Everything that can be changed, in the order of the rules page.
    pub fn house_rules(&self) -> Vec<HouseRule> {
        let page = self.explain();
        let mut sections: Vec<&'static str> = page.iter().map(|clause| clause.section).collect();
        sections.dedup();
        let mut rules: Vec<HouseRule> = self.effect_rules();
        let mut section = "";
        for (key, help, setting) in self.settings() {
            section = section_of(&page, key).unwrap_or(section);
            rules.push(HouseRule::new(section, key, help, setting));
        }
        rules.extend(self.point_rules());
        rules.sort_by_key(|rule| sections.iter().position(|section| *section == rule.section));
        rules
    }

    /// The same list with the rules that currently have no effect at the end, under a heading of their own.
    pub fn house_rules_in_use_first(&self) -> Vec<HouseRule> {
        let page = self.explain();
        let idle = |rule: &HouseRule| rule.section != SCORES_HEADING && is_idle(self, rule, &page);
        let (idle, mut rules): (Vec<_>, Vec<_>) = self.house_rules().into_iter().partition(idle);
        rules.extend(idle.into_iter().map(|rule| HouseRule { section: NO_EFFECT_HEADING, ..rule }));
        rules
    }

    /// What the cards do: one rule for each rank, and one for each card with an entry of its own.
    fn effect_rules(&self) -> Vec<HouseRule> {
        let Rules::Matching(rules) = self else { return Vec::new() };
        let Ok(pack) = Pack::new(&rules.pack_spec(), 1) else { return Vec::new() };
        let known = |name: &str| rules.effects.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        let ranks = pack.ranks().iter().map(|rank| match known(rank) {
            Some((selector, effect)) => (selector.clone(), effect.to_string()),
            None => (rank.clone(), "none".into()),
        });
        let is_rank = |name: &str| pack.ranks().iter().any(|rank| rank.eq_ignore_ascii_case(name));
        let single = rules.effects.iter().filter(|(selector, _)| !is_rank(selector));
        let single = single.map(|(selector, effect)| (selector.clone(), effect.to_string()));
        ranks.chain(single).map(|(selector, effect)| HouseRule::effect(&selector, effect)).collect()
    }

    /// The points of cards that do not count their number.
    fn point_rules(&self) -> Vec<HouseRule> {
        let Rules::Matching(rules) = self else { return Vec::new() };
        let points = rules.points.iter();
        points.map(|(selector, points)| HouseRule::points(selector, i64::from(*points))).collect()
    }
}

/// The heading under which the page mentions an option, if it does.
fn section_of(page: &[Clause], key: &str) -> Option<&'static str> {
    page.iter().find(|clause| clause.topic == key).map(|clause| clause.section)
}

impl HouseRule {
    fn new(section: &'static str, key: &str, help: &str, setting: &dyn Setting) -> HouseRule {
        HouseRule {
            section,
            key: key.into(),
            help: help.into(),
            value: setting.value(),
            accepted: setting.accepted(),
            words: setting.words(),
            range: setting.range(),
            free_form: setting.free_form(),
        }
    }

    fn effect(selector: &str, effect: String) -> HouseRule {
        let offered = matching::EFFECTS.iter().flat_map(|row| row.offered);
        HouseRule {
            section: "The special cards",
            key: format!("effects.{selector}"),
            help: format!("What the {selector} does when it is played."),
            value: Value::Text(effect),
            accepted: "an effect like \"pick 2\" or \"reverse\", or several joined with +".into(),
            words: offered.map(|text| Value::Text((*text).into())).collect(),
            range: None,
            free_form: FreeForm::Text,
        }
    }

    fn points(selector: &str, points: i64) -> HouseRule {
        HouseRule {
            section: SCORES_HEADING,
            key: format!("points.{selector}"),
            help: format!("What the {selector} counts in a hand at the end of a round."),
            value: Value::Number(points),
            accepted: "a whole number from 0 to 1000".into(),
            words: Vec::new(),
            range: Some((0, 1_000)),
            free_form: FreeForm::Never,
        }
    }

    /// The change that sets this value, in the form that [`crate::change`] takes.
    pub fn change(&self, value: &Value) -> String {
        match self.key.split_once('.') {
            Some((table, selector)) => format!("{table}.{}={value}", quoted(selector)),
            None => format!("{}={value}", self.key),
        }
    }

    /// Parses a typed value.
    pub fn read(&self, text: &str) -> Value {
        let text = text.trim();
        let named =
            self.words.iter().find(|word| in_words(word).eq_ignore_ascii_case(&text.replace('_', " ")));
        let number = self.range.and_then(|_| text.parse().ok()).map(Value::Number);
        match (named.cloned().or(number), self.free_form) {
            (Some(value), _) => value,
            (None, FreeForm::List) => Value::List(list(text)),
            (None, FreeForm::Text | FreeForm::Never) => Value::Text(text.into()),
        }
    }

    /// Whether the value is one of the words or within the range. Only a contradiction with other rules can refuse it then.
    pub fn offers(&self, value: &Value) -> bool {
        let within = |number: i64| self.range.is_some_and(|(least, most)| (least..=most).contains(&number));
        self.words.contains(value) || matches!(value, Value::Number(number) if within(*number))
    }

    /// A value of this rule in the words of players.
    pub fn said(&self, value: &Value) -> String {
        crate::option_words::said(&self.key, value)
    }

    /// Whether a value can be typed.
    pub fn is_typed(&self) -> bool {
        self.range.is_some() || self.free_form != FreeForm::Never
    }

    /// The value next to this one, or nothing if values have to be typed.
    pub fn stepped(&self, from: &Value, step: Step) -> Option<Value> {
        if let (Value::Number(from), Some(range)) = (from, self.range)
            && let Some(next) = beside((*from).clamp(range.0, range.1), range, step)
        {
            return Some(Value::Number(next));
        }
        let at = self.words.iter().position(|word| word == from);
        let next = match (at, step) {
            (Some(at), Step::On) => self.words.get(at + 1),
            (Some(at), Step::Back) => at.checked_sub(1).and_then(|at| self.words.get(at)),
            (None, Step::On) => return self.words.first().cloned(),
            (None, Step::Back) => return self.words.last().cloned(),
        };
        next.cloned().or_else(|| self.other_end(step))
    }

    /// The value after the last word, or before the first.
    fn other_end(&self, step: Step) -> Option<Value> {
        match (self.range, step) {
            (Some((least, _)), Step::On) => Some(Value::Number(least)),
            (Some((_, most)), Step::Back) => Some(Value::Number(most)),
            (None, Step::On) => self.words.first().cloned(),
            (None, Step::Back) => self.words.last().cloned(),
        }
    }
}

/// The number next to this one within the bounds, in steps of 1, or of 10 in a wide range.
fn beside(from: i64, (least, most): (i64, i64), step: Step) -> Option<i64> {
    let by = if most - least > 100 { 10 } else { 1 };
    let next = match step {
        Step::On => (from / by + 1) * by,
        Step::Back => (from + by - 1) / by * by - by,
    };
    match step {
        _ if (least..=most).contains(&next) => Some(next),
        Step::On if from < most => Some(most),
        Step::Back if from > least => Some(least),
        Step::On | Step::Back => None,
    }
}

/// Parses a typed list, with or without brackets, quotes and commas.
fn list(text: &str) -> Vec<String> {
    let parts = text.split([',', ' ', '[', ']', '"']).filter(|part| !part.is_empty());
    parts.filter(|part| *part != "none").map(ToString::to_string).collect()
}

/// A value in plain words: `yes`, `skip next`, `star, circle`.
pub fn in_words(value: &Value) -> String {
    match value {
        Value::Flag(true) => "yes".into(),
        Value::Flag(false) => "no".into(),
        Value::Number(number) => number.to_string(),
        Value::Text(text) => text.replace('_', " "),
        Value::List(items) if items.is_empty() => "none".into(),
        Value::List(items) => items.join(", "),
    }
}

/// A value as a person would type it.
pub fn as_typed(value: &Value) -> String {
    match value {
        Value::Text(text) => text.clone(),
        other => in_words(other),
    }
}

/// The sentences of the page that follow from a house rule: those about it, or about its table, or otherwise all
/// that would differ with another value.
pub fn follows(rules: &Rules, rule: &HouseRule) -> Vec<String> {
    let page = rules.explain();
    let table = rule.key.split('.').next().unwrap_or_default();
    for topic in [rule.key.as_str(), table] {
        let about: Vec<String> =
            page.iter().filter(|clause| clause.topic == topic).map(|clause| clause.text.clone()).collect();
        if !about.is_empty() {
            return about;
        }
    }
    let others = others(rules, rule);
    let stays = |clause: &Clause| others.iter().all(|other| other.contains(clause));
    page.iter().filter(|clause| !stays(clause)).map(|clause| clause.text.clone()).collect()
}

/// Whether another value would change a sentence of the page.
pub fn matters(rules: &Rules, rule: &HouseRule) -> bool {
    let page = rules.explain();
    others(rules, rule).iter().any(|other| *other != page)
}

/// Whether a house rule has no effect under the other rules: every other value is accepted, and none changes a sentence
/// of the page. `false` if a value contradicts the other rules or has to be typed, because that leaves it open.
fn is_idle(rules: &Rules, rule: &HouseRule, page: &[Clause]) -> bool {
    let mut values = other_values(rule).peekable();
    let same = |value: Value| changed(rules, rule, &value).is_ok_and(|other| other.explain() == page);
    rule.free_form == FreeForm::Never && values.peek().is_some() && values.all(same)
}

/// The rules pages with other values of a house rule.
fn others(rules: &Rules, rule: &HouseRule) -> Vec<Vec<Clause>> {
    let taken = other_values(rule).filter_map(|value| changed(rules, rule, &value).ok());
    taken.map(|rules| rules.explain()).collect()
}

/// The named values and the neighbours of the current one.
fn other_values(rule: &HouseRule) -> impl Iterator<Item = Value> {
    let beside = [Step::Back, Step::On].into_iter().filter_map(|step| rule.stepped(&rule.value, step));
    rule.words.iter().cloned().chain(beside).filter(|value| *value != rule.value)
}

fn changed(rules: &Rules, rule: &HouseRule, value: &Value) -> Result<Rules, ChangeError> {
    crate::change(rules, &[rule.change(value)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{change, presets};

    fn rule(preset: &str, key: &str) -> HouseRule {
        let rules = presets::named(preset).unwrap().house_rules();
        rules.into_iter().find(|rule| rule.key == key).unwrap()
    }

    fn text(words: &str) -> Value {
        Value::Text(words.into())
    }

    /// Every option is listed once, under a heading, and each heading occurs once.
    #[test]
    fn nothing_is_missing() {
        for rules in presets::all() {
            let (shown, mut keys) = (rules.house_rules(), Vec::new());
            keys.extend(shown.iter().map(|rule| rule.key.as_str()));
            for option in rules.options() {
                assert_eq!(keys.iter().filter(|key| **key == option.key).count(), 1, "{}", option.key);
            }
            let mut sections: Vec<&str> = shown.iter().map(|rule| rule.section).collect();
            sections.dedup();
            let mut once = sections.clone();
            once.sort_unstable();
            once.dedup();
            assert_eq!(once.len(), sections.len(), "{sections:?}");
            assert!(!sections.contains(&""));
        }
        assert_eq!(rule("naija-whot", "turn_seconds").section, "At the table");
        assert_eq!(rule("naija-whot", "group_effects").section, "A turn");
    }

    #[test]
    fn one_value_follows_another() {
        let hand = rule("naija-whot", "hand_size");
        assert_eq!(hand.stepped(&Value::Number(6), Step::On), Some(Value::Number(7)));
        assert_eq!(hand.stepped(&Value::Number(1), Step::Back), None);
        let packs = rule("naija-whot", "packs");
        assert_eq!(packs.stepped(&text("auto"), Step::On), Some(Value::Number(1)));
        assert_eq!(packs.stepped(&Value::Number(3), Step::On), Some(text("auto")));
        assert_eq!(packs.stepped(&text("auto"), Step::Back), Some(Value::Number(3)));
        let counter = rule("naija-whot", "counter");
        assert_eq!(counter.stepped(&text("none"), Step::On), Some(text("stack")));
        assert_eq!(counter.stepped(&text("stack"), Step::Back), Some(text("none")));
        let seconds = rule("naija-whot", "turn_seconds");
        assert_eq!(seconds.stepped(&Value::Number(15), Step::On), Some(Value::Number(20)));
        assert_eq!(seconds.stepped(&Value::Number(15), Step::Back), Some(Value::Number(10)));
    }

    #[test]
    fn what_is_typed_is_understood() {
        assert_eq!(
            rule("naija-whot", "double_suits").read("star, cross").to_string(),
            "[\"star\", \"cross\"]"
        );
        assert_eq!(rule("naija-whot", "finish_on").read("plain"), text("plain"));
        assert_eq!(rule("naija-whot", "finish_on").read("!1").to_string(), "[\"!1\"]");
        assert_eq!(rule("naija-whot", "counter").read("None"), text("none"));
        assert_eq!(rule("naija-whot", "hold_on").read("skip next"), text("skip_next"));
        assert_eq!(rule("naija-whot", "block_8").read("yes"), Value::Flag(true));
        assert_eq!(rule("naija-whot", "hand_size").read("7"), Value::Number(7));
    }

    /// Each offered value is accepted by the rule set, or refused as a contradiction.
    #[test]
    fn offered_values_are_taken() {
        for rules in presets::all() {
            for rule in rules.house_rules() {
                let steps = [Step::Back, Step::On].into_iter().filter_map(|s| rule.stepped(&rule.value, s));
                for value in steps.chain([rule.value.clone()]) {
                    let told = change(&rules, &[rule.change(&value)])
                        .map_or_else(|error| error.messages(), |_| Vec::new());
                    let misread = |message: &String| message.contains(" is ") && message.contains(", not ");
                    assert!(!told.iter().any(misread), "{}: {told:?}", rule.key);
                }
            }
        }
    }

    #[test]
    fn sentences_follow_from_a_rule() {
        let rules = presets::named("naija-whot").unwrap();
        let said = |key: &str| follows(&rules, &rule("naija-whot", key)).join(" ");
        assert!(said("hand_size").starts_with("Each player is dealt six cards"), "{}", said("hand_size"));
        assert!(said("hold_on").contains("you play again at once"), "{}", said("hold_on"));
        assert_eq!(said("effects.3"), "All other cards do nothing but match.");
        assert_eq!(said("challenge"), "");
        assert!(!matters(&rules, &rule("naija-whot", "challenge")));
        assert!(matters(&rules, &rule("naija-whot", "turn_seconds")));
    }

    /// Nothing can be challenged in Whot, and American Eights has no Hold On. `group_effects` matters once cards may be
    /// played together.
    #[test]
    fn options_without_a_part_come_last() {
        let no_part = |rules: &Rules| -> Vec<String> {
            let shown = rules.house_rules_in_use_first();
            let first = shown.iter().position(|rule| rule.section == NO_EFFECT_HEADING).unwrap();
            assert!(first > 20 && shown[first..].iter().all(|rule| rule.section == NO_EFFECT_HEADING));
            assert_eq!(shown.len(), rules.house_rules().len());
            shown[first..].iter().map(|rule| rule.key.clone()).collect()
        };
        let named = |preset: &str| no_part(&presets::named(preset).unwrap());
        let has = |keys: &[String], key: &str| keys.iter().any(|known| known == key);
        let (whot, uno, american) = (named("naija-whot"), named("uno-classic"), named("american-eights"));
        assert!(has(&whot, "challenge") && !has(&uno, "challenge"));
        assert!(has(&american, "hold_on") && !has(&whot, "hold_on"));
        assert!(!has(&whot, "turn_seconds") && !has(&whot, "effects.3"));
        let grouped = change(&presets::named("naija-whot").unwrap(), &["group_play=true".into()]).unwrap();
        assert!(has(&whot, "group_effects") && !has(&no_part(&grouped), "group_effects"));
        assert!(!has(&whot, "target_score"));
    }
}
