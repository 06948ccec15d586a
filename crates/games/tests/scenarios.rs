//! Runs the scenarios: arrangements, moves and results worked out by hand from the documents.

mod documents;
mod format;
mod run;

use format::{Block, blocks, rules_of};
use games::Rules;
use run::run;

#[test]
fn every_scenario_comes_out_as_the_document_says() {
    let only = std::env::var("SCENARIO").unwrap_or_default();
    let blocks: Vec<Block> = blocks().into_iter().filter(|block| block.place.contains(&only)).collect();
    let failures: Vec<String> = blocks
        .iter()
        .filter_map(|block| run(block).err().map(|why| format!("{}\n    {why}", block.place)))
        .collect();
    println!("{} scenarios", blocks.len());
    assert!(!blocks.is_empty(), "no scenario has \"{only}\" in its file or name");
    assert!(
        failures.is_empty(),
        "{} of {} scenarios fail:\n{}",
        failures.len(),
        blocks.len(),
        failures.join("\n")
    );
}

/// Every value of every option with a few values is in force in some scenario that cites one of the option's ids.
#[test]
fn every_value_of_every_option_has_a_scenario() {
    let blocks = blocks();
    let used: Vec<(Vec<String>, Rules)> = blocks
        .iter()
        .filter_map(|block| rules_of(block).ok().map(|rules| (block.ids.clone(), rules)))
        .collect();
    // The options of a table are the same for every family.
    let keys = |family| {
        Rules::family(family).unwrap().options().into_iter().map(|option| option.key).collect::<Vec<_>>()
    };
    let table_options = [
        "turn_seconds",
        "timeout",
        "afk_after",
        "takeback",
        "hints",
        "first_dealer",
        "seat_order",
        "leaver",
        "joint_seed",
        "seed",
    ];
    assert!(table_options.iter().all(|key| Rules::FAMILIES.iter().all(|family| keys(family).contains(key))));
    let mut missing = Vec::new();
    for &family in Rules::FAMILIES {
        for option in Rules::family(family).unwrap().options() {
            for value in &option.values {
                let shown = |(ids, rules): &(Vec<String>, Rules)| {
                    (rules.family_name() == family || table_options.contains(&option.key))
                        && option.ids.split(' ').any(|id| ids.iter().any(|known| known == id))
                        && rules
                            .options()
                            .iter()
                            .any(|other| other.key == option.key && other.value == *value)
                };
                if !used.iter().any(shown) {
                    missing.push(format!("{family}: {} = {value} ({})", option.key, option.ids));
                }
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}
