//! The guide takes its words from the rules page, and its pictures show what the rules allow.

use engine::{Card, CardSet};
use games::guide::GuideEntry;
use games::matching::PlayableOn;
use games::{CompiledRules, Guide, Rules, apply, presets};

fn guide(rules: &Rules) -> Guide {
    Guide::new(rules).unwrap_or_else(|| panic!("{} has no guide", rules.header().name))
}

fn changed(name: &str, changes: &str) -> Rules {
    let base = presets::named(name).unwrap();
    apply(&base, changes).unwrap_or_else(|faults| panic!("{changes}: {}", faults[0]))
}

fn entries<'a>(guide: &'a Guide, heading: &str) -> Vec<&'a GuideEntry> {
    let sections = guide.sections.iter().filter(|section| heading.is_empty() || section.heading == heading);
    sections.flat_map(|section| &section.entries).collect()
}

fn texts(guide: &Guide) -> Vec<&str> {
    entries(guide, "").into_iter().flat_map(|entry| &entry.texts).map(String::as_str).collect()
}

/// What the guide says beyond the rules page, with its pictures in notation.
fn examples(rules: &Rules) -> Vec<String> {
    let page: Vec<String> = rules.explain().into_iter().map(|clause| clause.text).collect();
    let (guide, header) = (guide(rules), rules.header());
    let own = |text: &String| !page.contains(text) && *text != header.about && *text != header.history;
    let told = entries(&guide, "").into_iter().filter(|entry| entry.texts.iter().any(own));
    let line = |entry: &GuideEntry| {
        let cards = |picture: &Vec<Card>| {
            picture.iter().map(|&card| guide.pack.notation(card)).collect::<Vec<_>>().join(" ")
        };
        let pictures: Vec<String> = entry.pictures.iter().map(cards).collect();
        format!("{} | {}", pictures.join(" / "), entry.texts.join(" "))
    };
    told.map(line).collect()
}

/// Every preset, and every preset with one option changed to each of its few values.
fn many() -> Vec<Rules> {
    let mut out = presets::all();
    for rules in presets::all() {
        for option in rules.options() {
            let values = option.values.iter().map(|value| format!("{} = {value}", option.key));
            out.extend(values.filter_map(|line| apply(&rules, &line).ok()));
        }
    }
    out
}

/// The faces with an effect, or without a suit.
fn special(rules: &Rules) -> Vec<Card> {
    let Rules::Matching(rules) = rules else { return Vec::new() };
    let compiled = games::matching::CompiledRules::new(rules, rules.players.most).unwrap();
    let faces = compiled.pack.cards().iter().copied().filter(|&card| compiled.pack.first_copy(card) == card);
    let acts = |card: &Card| {
        let effect = rules.effect_of(&compiled.pack, *card);
        !effect.is_plain()
            || compiled.pack.face(*card).suit.is_none() && effect.playable_on == PlayableOn::Match
    };
    faces.filter(acts).collect()
}

#[test]
fn every_card_with_an_effect_is_shown_exactly_once() {
    let mut all = 0;
    for rules in many() {
        let guide = guide(&rules);
        let mut shown: Vec<Card> = entries(&guide, "The special cards")
            .into_iter()
            .flat_map(|entry| entry.pictures.concat())
            .collect();
        shown.sort_unstable();
        assert_eq!(shown, special(&rules), "{}", rules.to_toml(None));
        all += shown.len();
    }
    assert!(all > 1_000, "{all}");
}

/// What the guide may leave to the rules page.
const LEFT_OUT: [&str; 11] = [
    "max_actions",
    "blocked",
    "short_draw",
    "false_call_penalty",
    "uno_shield_ms",
    "first_dealer",
    "seat_order",
    "leaver",
    "takeback",
    "hints",
    "joint_seed",
];

#[test]
fn every_clause_stands_in_the_guide_once_unless_it_is_left_out() {
    for rules in many() {
        let guide = guide(&rules);
        let texts = texts(&guide);
        for clause in rules.explain() {
            let times = texts.iter().filter(|text| **text == clause.text).count();
            let expected = usize::from(!LEFT_OUT.contains(&clause.topic.as_str()));
            assert_eq!(times, expected, "{}: {}: {}", rules.header().name, clause.topic, clause.text);
        }
    }
}

/// The parts come in the same order for every game, and the steps of a turn are numbered.
#[test]
fn the_guide_begins_with_the_aim_and_a_turn_and_ends_with_the_history() {
    for rules in many() {
        let guide = guide(&rules);
        let headings: Vec<&str> = guide.sections.iter().map(|section| section.heading).collect();
        assert_eq!(headings[..2], ["The aim", "A turn"]);
        let last = ["The cards", "The deal", "Every rule", "Where it comes from"];
        assert_eq!(headings[headings.len() - 4..], last);
        let steps: Vec<usize> = entries(&guide, "").into_iter().filter_map(|entry| entry.step).collect();
        assert_eq!(steps, [1, 2, 3]);
        assert!(entries(&guide, "").iter().all(|entry| !entry.texts.is_empty()));
    }
}

const MORE: &str = " | This guide leaves out what hardly ever happens. The rules page has every rule.";

#[test]
fn what_a_matching_guide_adds() {
    let fits = |name: &str| {
        let examples = examples(&presets::named(name).unwrap());
        assert_eq!(examples[1..], [MORE], "{name}");
        examples[0].clone()
    };
    assert_eq!(
        fits("naija-whot"),
        "circle-3 / circle-4 triangle-3 whot-20 / triangle-4 | On the 3 of Circle you may play the 4 of Circle, the 3 of Triangle or the 20 of Whot, for example, but not the 4 of Triangle."
    );
    assert_eq!(
        fits("switch"),
        "3C / 4C 3D AC / 4D | On the 3 of Clubs you may play the 4 of Clubs, the 3 of Diamonds or the Ace of Clubs, for example, but not the 4 of Diamonds."
    );
}

/// Under any rules: the same suit, the same rank or a wild card fits, and the card that does not fit is none of these.
#[test]
fn what_fits_in_the_picture_fits() {
    let mut seen = 0;
    for rules in many() {
        let Rules::Matching(set) = &rules else { continue };
        let guide = guide(&rules);
        let pictured = entries(&guide, "A turn").into_iter().filter(|entry| entry.pictures.len() == 3);
        for entry in pictured {
            let face = |card: Card| guide.pack.face(card);
            let (top, not) = (entry.pictures[0][0], entry.pictures[2][0]);
            let alike = |card: Card| face(card).suit == face(top).suit || face(card).rank == face(top).rank;
            let anywhere = |card: Card| set.effect_of(&guide.pack, card).playable_on != PlayableOn::Match;
            assert!(entry.pictures[1].iter().all(|&card| alike(card) || anywhere(card)));
            assert!(!alike(not) && !anywhere(not));
            seen += 1;
        }
    }
    assert!(seen > 100, "{seen}");
}

#[test]
fn what_the_yaniv_guide_adds() {
    assert_eq!(
        examples(&presets::named("yaniv").unwrap()),
        [
            "KS | One card.",
            "9C 9D | Two cards of the same rank.",
            "9C 9D 9S | Three cards of the same rank.",
            "4H 5H 6H | A run.",
            "4H JK 6H | A run in which the joker stands for the 5 of Hearts.",
            "4H 5H 6H | If this lies on the table, you may take the 4 of Hearts or the 6 of Hearts.",
            "9C 9D 9S | If this lies on the table, you may take the 9 of Clubs or the 9 of Spades.",
            "9C 9D / 9S | You threw the 9 of Clubs and the 9 of Diamonds and drew the 9 of Spades: you may slap it.",
            "4H JK 6H / 5H | A player who holds the 5 of Hearts may swap it for this joker.",
            "JK AH 7C 10D KS | These count 0, 1, 7, 10 and 10.",
            MORE,
        ]
    );
}

/// Each change removes its example or replaces it.
#[test]
fn the_examples_follow_the_rules() {
    let told = |changes: &str| examples(&changed("yaniv", changes)).join("\n");
    assert!(!told("slapdown = \"off\"").contains("slap it"));
    assert!(!told("joker_swap = false").contains("in the place of this joker"));
    let none = told("jokers = 0");
    assert!(!none.contains("JK") && none.contains("AH 7C 10D KS | These count 1, 7, 10 and 10."), "{none}");
    assert!(told("min_naturals = 3").contains("4H JK 6H 7H | A run in which"));
    assert!(
        told("draw_any_of_kind = true")
            .contains("you may take the 9 of Clubs, the 9 of Diamonds or the 9 of Spades.")
    );
    assert!(told("joker_in_sets = true").contains("9C 9D JK | A joker with cards of the same rank."));
}

/// The throws in the pictures are legal.
#[test]
fn what_is_thrown_in_the_pictures_may_be_thrown() {
    for rules in many() {
        let Rules::Yaniv(set) = &rules else { continue };
        let compiled = games::yaniv::CompiledRules::new(set, set.players.most).unwrap();
        let guide = guide(&rules);
        for picture in entries(&guide, "A turn").into_iter().flat_map(|entry| &entry.pictures) {
            assert!(compiled.shape(picture).is_some(), "{picture:?}");
        }
    }
}

/// The cards of a guide belong to its pack, that of the largest table.
#[test]
fn the_pictures_are_of_the_pack() {
    for rules in many() {
        let guide = guide(&rules);
        assert_eq!(&guide.pack, CompiledRules::new(&rules, rules.players().1).unwrap().pack());
        let shown: CardSet =
            entries(&guide, "").into_iter().flat_map(|entry| entry.pictures.concat()).collect();
        assert_eq!(shown - guide.pack.all(), CardSet::EMPTY);
    }
}

/// Rules that extend others keep their history (N2, C3).
#[test]
fn the_history_is_taken_over() {
    for rules in presets::all() {
        assert!(!rules.header().history.is_empty(), "{}", rules.header().name);
    }
    let house = games::load("extends = \"naija-whot\"\nname = \"ours\"\nhand_size = 5\n").unwrap();
    let storey = texts(&guide(&house)).iter().any(|text| text.contains("William Henry Storey"));
    assert!(storey);
    let own = games::load("extends = \"naija-whot\"\nhistory = \"We made it up.\"\n").unwrap();
    let guide = guide(&own);
    assert!(
        texts(&guide).contains(&"We made it up.")
            && !texts(&guide).iter().any(|text| text.contains("Storey"))
    );
}

/// Every valid rule file has a guide.
#[test]
fn a_pack_of_ones_own_has_a_guide() {
    let file = "family = \"matching\"\ntitle = \"Sun\"\nplayers = 2\nhand_size = 3\n[pack]\nstyle = \"colours\"\nsuits = [\"sun\", \"sea\"]\n[pack.cards]\nsun = \"1 2 3 4*2\"\nsea = \"1 2 3 4*2\"\nloose = \"storm*3\"\n[effects]\n2 = \"pick 2\"\n";
    let rules =
        games::load(&format!("{file}storm = \"wild\"\n")).unwrap_or_else(|faults| panic!("{}", faults[0]));
    assert_eq!(examples(&rules)[0].split(" | ").next(), Some("sun-1 / sun-3 sea-1 storm / sea-3"));
}
