//! The rules page states the rules, changes when they change, and is made of proper sentences.

mod idle;
mod words;

use engine::{Chance, Pack, Quick};
use games::matching::{CompiledRules, ROWS, Rules};
use games::{Value, apply, presets};

use idle::idle;

fn matching_presets() -> Vec<Rules> {
    let rules = presets::all().into_iter();
    rules
        .filter_map(|rules| if let games::Rules::Matching(rules) = rules { Some(rules) } else { None })
        .collect()
}

fn preset(name: &str, changes: &str) -> Rules {
    let base = presets::named(name).unwrap();
    let rules = apply(&base, changes).unwrap_or_else(|faults| panic!("{name}: {}", faults[0]));
    let games::Rules::Matching(rules) = rules else { panic!("{name} is not of this family") };
    rules
}

/// The page as one text, one clause on each line.
fn page(rules: &Rules) -> String {
    let clauses = games::Rules::Matching(rules.clone()).explain();
    let line = |clause: &games::Clause| format!("{} | {} | {}", clause.section, clause.topic, clause.text);
    clauses.iter().map(line).collect::<Vec<_>>().join("\n")
}

const SECTIONS: [&str; 8] = [
    "The cards",
    "The deal",
    "A turn",
    "The special cards",
    "Last card",
    "The end of a round",
    "Scores and the match",
    "At the table",
];

/// Checks that every clause is made of whole sentences in plain words, under the headings in order.
fn check_reading(rules: &Rules) {
    let clauses = games::Rules::Matching(rules.clone()).explain();
    let mut sections: Vec<&str> = clauses.iter().map(|clause| clause.section).collect();
    sections.dedup();
    assert_eq!(sections, SECTIONS);
    for clause in &clauses {
        let text = clause.text.as_str();
        let bad = |part: &str| text.replace(&rules.last_word, "word").contains(part);
        assert!(text.ends_with('.') && !text.ends_with(".."), "{text}");
        assert!(text.starts_with(|letter: char| letter.is_uppercase() || letter.is_numeric()), "{text}");
        for part in [
            "  ",
            " ,",
            " .",
            "..",
            ",,",
            ": .",
            "_",
            "()",
            " a a",
            "no cards",
            "one cards",
            "two card ",
            "?",
        ] {
            assert!(!bad(part), "{part:?} in {text}");
        }
        assert!(!clause.topic.is_empty());
        let known = ROWS.iter().any(|row| row.key == clause.topic)
            || clause.topic.starts_with("effects")
            || ["pack", "points", "aim", "turn", "fits", "again", "dealer"].contains(&clause.topic.as_str());
        assert!(known, "topic {}", clause.topic);
    }
}

#[test]
fn every_page_is_made_of_sentences() {
    for rules in matching_presets() {
        check_reading(&rules);
    }
}

/// `cargo test -p lastcard-games --test integration explain::print -- --nocapture --ignored` prints every page.
#[test]
#[ignore = "for reading"]
fn print_every_page() {
    for rules in matching_presets() {
        println!("\n# {}\n\n{}", rules.header.title, page(&rules));
    }
}

/// Values to try for an option: all if there are few, otherwise some numbers, lists and words.
fn values(rules: &Rules, key: &str, few: Vec<Value>) -> Vec<Value> {
    let pack = Pack::new(&rules.pack_spec(), 1).unwrap();
    let text = |text: &str| Value::Text(text.into());
    let list = |items: &[&str]| Value::List(items.iter().map(ToString::to_string).collect());
    let ranks = pack.ranks();
    match key {
        "players" => ["2-3", "2-4", "3-5", "4-6", "2-10"]
            .map(text)
            .into_iter()
            .chain([2, 3, 4, 5].map(Value::Number))
            .collect(),
        "packs" => vec![text("auto"), Value::Number(1), Value::Number(2), Value::Number(3)],
        "last_word" => vec![text("Uno"), text("One left!")],
        "double_suits" => pack.suits().iter().map(|suit| list(&[suit])).chain([list(&[])]).collect(),
        "finish_on" => {
            let out = format!("!{}", ranks[0]);
            vec![text("any"), text("plain"), list(&[&ranks[0]]), list(&[&out]), list(&[&ranks[1], &ranks[2]])]
        }
        "stock_end" => few
            .into_iter()
            .chain([text("reshuffle_then_count(2)"), text("reshuffle_then_count(9)")])
            .collect(),
        _ if few.is_empty() => [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 50, 100, 999, 1_000, 1_500, 5_000]
            .map(Value::Number)
            .to_vec(),
        _ => few,
    }
}

/// Every legal change of one option from this rule set.
fn changes(rules: &Rules) -> Vec<(&'static str, Rules)> {
    let mut out = Vec::new();
    for row in ROWS {
        let setting = (row.field)(rules);
        for value in values(rules, row.key, setting.values()) {
            let mut changed = rules.clone();
            let taken = (row.field_mut)(&mut changed).set(&value);
            if taken && changed != *rules && changed.faults().is_empty() {
                out.push((row.key, changed));
            }
        }
    }
    out
}

/// Describes the changes after which the rules and the page disagree.
fn wrong_changes(rules: &Rules) -> Vec<String> {
    let before = page(rules);
    let mut wrong = Vec::new();
    for (key, changed) in changes(rules) {
        let after = page(&changed);
        let value = ROWS.iter().find(|row| row.key == key).map(|row| (row.field)(&changed).value()).unwrap();
        let told = before != after;
        match idle(rules, key, &changed) {
            None if !told => wrong.push(format!("{key} = {value} changes the rules but not the page")),
            Some(why) if told => wrong.push(format!("{key} = {value} changes only the page ({why})")),
            _ => {}
        }
    }
    wrong
}

/// How the rule set differs from its preset.
fn described(rules: &Rules) -> String {
    let base = presets::named(&rules.header.name).unwrap();
    games::Rules::Matching(rules.clone()).to_toml(Some(&base))
}

#[test]
fn the_page_changes_exactly_when_the_rules_do() {
    for rules in matching_presets() {
        let wrong = wrong_changes(&rules);
        assert!(wrong.is_empty(), "{}: {wrong:#?}", rules.header.name);
    }
}

/// Odd rule sets: some options and effects changed at random, as far as the checks allow.
fn odd_sets(seeds: core::ops::Range<u64>) -> impl Iterator<Item = Rules> {
    seeds.map(|seed| {
        let mut chance = Quick::new(seed);
        let all = matching_presets();
        let mut rules = all[chance.below(all.len() as u32) as usize].clone();
        for _ in 0..12 {
            let mut changed = rules.clone();
            let row = &ROWS[chance.below(ROWS.len() as u32) as usize];
            let values = values(&rules, row.key, (row.field)(&rules).values());
            (row.field_mut)(&mut changed).set(&values[chance.below(values.len() as u32) as usize]);
            if changed.faults().is_empty() {
                rules = changed;
            }
            let mut changed = rules.clone();
            let pack = Pack::new(&rules.pack_spec(), 1).unwrap();
            let card = pack.cards()[chance.below(pack.cards().len() as u32) as usize];
            let selector = match chance.below(2) {
                0 => pack.notation(card),
                _ => pack.rank_name(pack.face(card).rank),
            };
            let words: Vec<&str> = EFFECTS.into_iter().chain(SWALLOWED).collect();
            changed.set_effect(selector, words[chance.below(words.len() as u32) as usize]).unwrap();
            if chance.below(3) == 0 && changed.faults().is_empty() {
                rules = changed;
            }
        }
        rules
    })
}

const EFFECTS: [&str; 18] = [
    "none",
    "hold_on",
    "suspension",
    "suspension 2",
    "skip",
    "skip 3",
    "pick 1",
    "pick 4",
    "market 1",
    "reverse",
    "swap",
    "wild",
    "any",
    "wild + pick 2",
    "skip + reverse",
    "market 2 + reverse",
    "any + swap",
    "pick 2 + reverse",
];

/// Effects of which one swallows the other: after a card that plays again nobody draws, and a pick is no skip.
const SWALLOWED: [&str; 3] = ["hold_on + pick 2", "suspension + pick 3", "skip + pick 1"];

#[test]
fn odd_rule_sets_read_well_and_change_with_their_options() {
    let most = std::env::var("LASTCARD_ODD").ok().and_then(|most| most.parse().ok()).unwrap_or(40);
    let mut all_wrong = Vec::new();
    for rules in odd_sets(0..most) {
        check_reading(&rules);
        let wrong = wrong_changes(&rules);
        if !wrong.is_empty() {
            all_wrong.push(format!("{}{wrong:#?}", described(&rules)));
        }
    }
    assert!(all_wrong.is_empty(), "{}", all_wrong.join("\n\n"));
}

/// The page states what each card does: it changes when the effect of a card changes.
#[test]
fn every_effect_is_told() {
    for rules in matching_presets() {
        let pack = Pack::new(&rules.pack_spec(), 1).unwrap();
        let before = page(&rules);
        for rank in pack.ranks() {
            let offered = games::matching::EFFECTS.iter().flat_map(|row| row.offered).copied();
            for words in EFFECTS.into_iter().chain(offered) {
                if rules.players.most == 2
                    && ["skip", "suspension", "reverse"].iter().any(|part| words.contains(part))
                {
                    continue; // Between two players one skip equals three (G5), and there is no direction to reverse.
                }
                let mut changed = rules.clone();
                changed.set_effect(rank, words).unwrap();
                let Ok(mut compiled) = CompiledRules::new(&changed, rules.players.most) else { continue };
                compiled.rules = rules.clone();
                let after = page(&changed);
                check_reading(&changed);
                if compiled != CompiledRules::new(&rules, rules.players.most).unwrap() {
                    assert!(before != after, "{}: {rank} = {words}", rules.header.name);
                    let told = after.contains(&format!("| effects.{rank} |"));
                    assert!(told || words == "none", "{}: {rank} = {words}", rules.header.name);
                    assert!(!after.contains("nothing happens"), "{}: {rank} = {words}", rules.header.name);
                }
            }
        }
    }
}

/// The table of effects in docs/house-rules.md is made of the rows.
#[test]
fn the_documentation_lists_every_effect() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/house-rules.md");
    let text = std::fs::read_to_string(file).unwrap();
    let rows = games::matching::EFFECTS.iter().map(|row| format!("| `{}` | {} |\n", row.usage(), row.help));
    let table = rows.collect::<String>();
    assert!(text.contains(&table), "write this table into docs/house-rules.md:\n{table}");
}
