//! Questions about rules.

use browser::rule_queries;

fn preset(name: &str) -> String {
    format!("extends = \"{name}\"")
}

#[test]
fn every_game_can_be_read_about() {
    for game in rule_queries::presets() {
        let rules = preset(&game.name);
        assert!(!rule_queries::options(&rules).unwrap().is_empty());
        assert!(rule_queries::page(&rules).unwrap().len() > 3);
        let guide = rule_queries::guide(&rules).unwrap();
        let cards =
            guide.iter().flat_map(|section| &section.entries).flat_map(|entry| &entry.pictures).flatten();
        for card in cards {
            assert!(game.pack.faces.contains(card), "{}: {card}", game.name);
        }
    }
}

#[test]
fn an_option_is_changed_and_shows_what_is_usual() {
    let changed = rule_queries::change(&preset("naija-whot"), &[("hand_size".into(), "5".into())]);
    assert_eq!(changed.faults, []);
    let options = rule_queries::options(&changed.rules).unwrap();
    let hand = options.iter().find(|option| option.key == "hand_size").unwrap();
    assert_eq!((hand.said.as_str(), hand.usual.as_deref()), ("5", Some("6")));
    assert!(options.iter().filter(|option| option.usual.is_some()).count() == 1);
    let said = rule_queries::sentences(&changed.rules, "hand_size").unwrap().join(" ");
    assert!(said.contains("five cards"), "{said}");
    let difference = rule_queries::difference(&preset("naija-whot"), &changed.rules).unwrap();
    assert_eq!(difference.len(), 1);
}

#[test]
fn a_card_is_given_another_effect_and_a_title_is_a_text() {
    let wanted = [("effects.11".into(), "reverse".into()), ("title".into(), "Our \"own\" <b>".into())];
    let changed = rule_queries::change(&preset("naija-whot"), &wanted);
    assert_eq!(changed.faults, []);
    assert_eq!(changed.title, "Our \"own\" <b>");
    assert!(changed.rules.contains("\"11\" = \"reverse\""), "{}", changed.rules);
    assert_eq!(rule_queries::load(&changed.rules), changed);
}

#[test]
fn rules_that_contradict_each_other_are_refused_alone_and_taken_together() {
    let rules = preset("crazy-eights") + "\ncounter = \"none\"";
    let must = ("must_counter".to_string(), "yes".to_string());
    let counter = ("counter".to_string(), "stack".to_string());
    let alone = rule_queries::change(&rules, std::slice::from_ref(&must));
    let both = rule_queries::change(&rules, &[must, counter]);
    assert!(!alone.faults.is_empty() && alone.rules.is_empty());
    assert!(both.faults.is_empty(), "{:?}", both.faults);
}

#[test]
fn a_file_with_faults_says_where() {
    let loaded = rule_queries::load("extends = \"naija-whot\"\n\nhand_sise = 5\n");
    let (line, column, message) = &loaded.faults[0];
    assert_eq!((*line, *column), (3, 1));
    assert!(message.contains("hand_size"), "{message}");
    assert!(rule_queries::options("nonsense").is_err());
    assert!(rule_queries::difference(&preset("yaniv"), "nonsense").is_err());
}

/// `cargo xtask web` writes this list for the page, so a new preset is there without another step.
#[test]
fn the_list_of_games_is_that_of_the_presets() {
    let listed: Vec<String> = rule_queries::presets().into_iter().map(|preset| preset.name).collect();
    assert_eq!(listed, games::presets::names().collect::<Vec<_>>());
}
