//! The laws of the fuzz targets, checked with random files, moves, records and requests.
//!
//! Every run tries the same inputs, so that a change is never blamed for an old fault. To look for
//! new faults: `PROPTEST_RNG_SEED=7 PROPTEST_CASES=20000 cargo test -p lastcard-games --test integration fuzz_laws::`.

#[path = "../../../fuzz/src/laws.rs"]
mod laws;

use std::fs;
use std::path::{Path, PathBuf};

use games::{Dealer, Opening, Rules, Session, presets, record};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select, subsequence};
use proptest::test_runner::RngSeed;

/// Values for a rule file, valid or not.
const VALUES: &str = r#"
true | false | -1 | 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 13 | 16 | 20 | 50 | 60 | 100 | 1000
99999999999999999999 | 1.5 | nan | 1979-05-27 | "" | "auto" | "2-4" | "2-10" | "3..5" | "10-2"
"any" | "plain" | ["3"] | ["!8"] | ["!1", "star-4"] | [8, "7"] | ["star"] | ["hearts"] | [] | {}
"reshuffle_then_count(3)" | "reshuffle_then_count(0)" | "Mau Mau" | "\u0007" | "last card" | "whot"
"french" | "french-32" | "uno-100" | "uno-108" | "same" | "naija-whot" | "yaniv""#;

/// Keys that are not options.
const OTHER_KEYS: &str = "pack | pack | pack | stack | name | title | about | history";

/// Effects for a rule file, in addition to those that each row offers.
const EFFECTS: &str = "
none | wild | any | hold_on | suspension | suspension 2 | skip | skip 20 | pick 1 | pick 2 | pick 20
market | market 1 | market 20 | reverse | swap | wild + pick 4 | any + pick 6 | wild + swap
any + reverse + skip 3 | wild + any | pick
hold_on + suspension + skip 2 + pick 3 + market 2 + reverse + swap + wild";

/// Ranks, suits and cards of several packs.
const SELECTORS: &str = "
1 | 2 | 3 | 5 | 8 | 14 | 20 | A | J | Q | K | JK | star | star-8 | circle-2 | 8H | AS | red-7 | wild
draw2 | draw4 | skip | swap | reverse | hearts | red";

/// Names of suits that are easily mistaken for something else.
const SUITS: &str = "sun | moon | sea | spring | Sun | SUN | call | of | with | say | draw | a | A";

/// Ranks that are easily mistaken for something else.
const RANKS: &str =
    "1 | 2*2 | 3 | 4 | 5 | 6 | 7*3 | 8 | 10 | 20 | A | a | K | JK | S | 1S | call | of | say | draw2 | wild";

/// Words of moves, and some that no move has.
const WORDS: &str = "
play | draw | pass | call | with | say | catch | challenge | throw | take | stock | yaniv | slap
swap | for | of | joker | last-card | semi-last-card | uno | timeout | leave | fine | 0 | 1 | 2 | 9
10 | -1 | star-8 | STAR-8 | 8 of star | whot-20 | 20 | circle | ball | circle-5 | star-5 | 8H | 8h
10S | spades | S | JK | JK2 | red | red-7 | red-swap | wild | draw4 | draw2 | İ | 🂡";

/// Lines of a rule file that change what the lines around them mean.
const LINES: &str = r#"
[effects] | [points] | [pack] | [pack.cards] | style = "french" | suits = ["red", "star"]
star = "1 2*3 8*100" | loose = "x y*4" | extends = "yaniv" | family = "matching" | stack = "any""#;

fn listed(list: &'static str) -> Vec<&'static str> {
    list.split(['|', '\n']).map(str::trim).filter(|item| !item.is_empty()).collect()
}

fn one_of(list: &'static str) -> impl Strategy<Value = &'static str> {
    select(listed(list))
}

fn preset() -> impl Strategy<Value = &'static str> {
    select(presets::names().collect::<Vec<_>>())
}

/// One change of a rule set in a rule file.
#[derive(Clone, Debug)]
enum Change {
    /// An option with one of its own values, or with this one.
    Option(Index, Index, &'static str),
    /// A line that is not an option.
    Other(String),
    /// A line of `[effects]`.
    Effect(String),
    /// A line of `[points]`.
    Points(String),
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        12 => (any::<Index>(), any::<Index>(), one_of(VALUES)).prop_map(|(row, own, value)| Change::Option(row, own, value)),
        1 => (one_of(OTHER_KEYS), one_of(VALUES)).prop_map(|(key, value)| Change::Other(format!("{key} = {value}"))),
        2 => own_pack().prop_map(Change::Other),
        4 => effect_line().prop_map(Change::Effect),
        2 => (one_of(SELECTORS), 0..1_200u16).prop_map(|(selector, points)| Change::Points(format!("{selector} = {points}"))),
    ]
}

fn effect_line() -> impl Strategy<Value = String> {
    let offered = games::matching::EFFECTS.iter().flat_map(|row| row.offered).copied();
    let effects = select(listed(EFFECTS).into_iter().chain(offered).collect::<Vec<_>>());
    (one_of(SELECTORS), effects).prop_map(|(selector, effect)| format!("{selector} = \"{effect}\""))
}

/// A pack as a table in one line.
fn own_pack() -> impl Strategy<Value = String> {
    let ranks = |most| subsequence(listed(RANKS), 0..=most).prop_map(|ranks| ranks.join(" "));
    let cards = subsequence(listed(SUITS), 0..=4).prop_flat_map(move |suits| {
        let ranks = vec(ranks(12), suits.len());
        (Just(suits), ranks)
    });
    let words = vec((one_of(SUITS), one_of(SUITS)), 0..2);
    (one_of("shapes | french | colours"), cards, ranks(4), words).prop_map(|(style, (suits, ranks), loose, words)| {
        let named: Vec<String> = suits.iter().map(|suit| format!("\"{suit}\"")).collect();
        let groups = suits.iter().zip(&ranks).chain([(&"loose", &loose)]);
        let cards: Vec<String> = groups.map(|(group, ranks)| format!("{group} = \"{ranks}\"")).collect();
        let words: Vec<String> = words.iter().map(|(word, meaning)| format!("{word} = \"{meaning}\"")).collect();
        let (suits, cards, words) = (named.join(", "), cards.join(", "), words.join(", "));
        format!("pack = {{ style = \"{style}\", suits = [{suits}], cards = {{ {cards} }}, words = {{ {words} }} }}")
    })
}

/// A rule file under construction.
#[derive(Clone, Default)]
struct Draft {
    options: Vec<String>,
    effects: Vec<String>,
    points: Vec<String>,
}

impl Draft {
    fn with(&self, base: &Rules, change: &Change) -> Draft {
        let mut draft = self.clone();
        match change {
            Change::Option(row, own, value) => {
                let options = base.options();
                let option = row.get(&options);
                let own = option.values.get(own.index(option.values.len() + 1)).map(ToString::to_string);
                draft.options.push(format!("{} = {}", option.key, own.as_deref().unwrap_or(value)));
            }
            Change::Other(line) => draft.options.push(line.clone()),
            Change::Effect(line) => draft.effects.push(line.clone()),
            Change::Points(line) => draft.points.push(line.clone()),
        }
        draft
    }

    fn text(&self, preset: &str) -> String {
        let mut text = format!("extends = \"{preset}\"\n{}\n", self.options.join("\n"));
        for (table, lines) in [("effects", &self.effects), ("points", &self.points)] {
            if !lines.is_empty() {
                text += &format!("[{table}]\n{}\n", lines.join("\n"));
            }
        }
        text
    }
}

/// A rule file with many cards of one number that can be played together, called for and swapped with.
fn crowded() -> impl Strategy<Value = String> {
    let effects = "none | none | wild | swap | wild + swap | any + swap | pick 2 | wild + pick 4";
    let ranks = vec((1..4usize, one_of(effects)), 1..7);
    let options = (2..9usize, 1..4usize, 2..11usize, 1..21usize, any::<[bool; 4]>());
    (options, ranks).prop_map(|((suits, packs, seats, hand, [groups, says, leads, mandatory]), ranks)| {
        let names = &["sun", "moon", "sea", "star", "sand", "salt", "soil", "snow"][..suits];
        let list: Vec<String> =
            ranks.iter().enumerate().map(|(rank, (copies, _))| format!("{}*{copies}", rank + 1)).collect();
        let cards: Vec<String> = names.iter().map(|suit| format!("{suit} = \"{}\"", list.join(" "))).collect();
        let effects: Vec<String> =
            ranks.iter().enumerate().map(|(rank, (_, effect))| format!("{} = \"{effect}\"", rank + 1)).collect();
        let (start, announce) = (if leads { "lead" } else { "turnup" }, if says { "manual" } else { "none" });
        format!(
            "family = \"matching\"\nplayers = \"2-{seats}\"\npacks = {packs}\nhand_size = {hand}\ngroup_play = {groups}\n\
             announce = \"{announce}\"\nstart = \"{start}\"\nstarter_special = \"ignore\"\nswap_mandatory = {mandatory}\n\
             rounds = 1\n[pack]\nstyle = \"colours\"\nsuits = {names:?}\n[pack.cards]\n{}\n[effects]\n{}\n",
            cards.join("\n"),
            effects.join("\n")
        )
    })
}

/// A valid rule file: changes that would break it are left out.
fn house_rules(most: usize) -> impl Strategy<Value = String> {
    (preset(), vec(change(), 0..most)).prop_map(|(preset, changes)| {
        let base = presets::named(preset).unwrap();
        let mut draft = Draft::default();
        for change in &changes {
            let more = draft.with(&base, change);
            if games::load(&more.text(preset)).is_ok() {
                draft = more;
            }
        }
        draft.text(preset)
    })
}

/// A rule file with every change, valid or not.
fn thrown_together(most: usize) -> impl Strategy<Value = String> {
    (preset(), vec(change(), 0..most)).prop_map(|(preset, changes)| {
        let base = presets::named(preset).unwrap();
        changes.iter().fold(Draft::default(), |draft, change| draft.with(&base, change)).text(preset)
    })
}

/// One change of a text.
#[derive(Clone, Debug)]
enum Edit {
    DeleteLine(Index),
    DoubleLine(Index),
    MoveLine(Index, Index),
    InsertLine(Index, String),
    ReplaceValue(Index, &'static str),
    DeleteLetters(Index, usize),
    DoubleLetters(Index, usize),
    InsertLetters(Index, String),
}

fn edit(line: impl Strategy<Value = String> + 'static) -> impl Strategy<Value = Edit> {
    let at = any::<Index>;
    prop_oneof![
        at().prop_map(Edit::DeleteLine),
        at().prop_map(Edit::DoubleLine),
        (at(), at()).prop_map(|(from, to)| Edit::MoveLine(from, to)),
        (at(), line).prop_map(|(at, line)| Edit::InsertLine(at, line)),
        (at(), one_of(VALUES)).prop_map(|(at, value)| Edit::ReplaceValue(at, value)),
        (at(), 1..40usize).prop_map(|(at, letters)| Edit::DeleteLetters(at, letters)),
        (at(), 1..40usize).prop_map(|(at, letters)| Edit::DoubleLetters(at, letters)),
        (at(), "\\PC{0,6}").prop_map(|(at, letters)| Edit::InsertLetters(at, letters)),
    ]
}

fn edited(text: &str, edits: &[Edit]) -> String {
    edits.iter().fold(text.to_string(), |text, edit| match edit {
        Edit::DeleteLetters(at, letters) => by_letters(&text, *at, |chars, at| {
            chars.drain(at..chars.len().min(at + letters));
        }),
        Edit::DoubleLetters(at, letters) => by_letters(&text, *at, |chars, at| {
            let copy = chars[at..chars.len().min(at + letters)].to_vec();
            chars.splice(at..at, copy);
        }),
        Edit::InsertLetters(at, letters) => by_letters(&text, *at, |chars, at| {
            chars.splice(at..at, letters.chars());
        }),
        Edit::DeleteLine(at) => by_lines(&text, *at, |lines, at| drop(lines.remove(at))),
        Edit::DoubleLine(at) => by_lines(&text, *at, |lines, at| lines.insert(at, lines[at].clone())),
        Edit::MoveLine(from, to) => by_lines(&text, *from, |lines, from| {
            let line = lines.remove(from);
            lines.insert(to.index(lines.len() + 1), line);
        }),
        Edit::InsertLine(at, line) => by_lines(&text, *at, |lines, at| lines.insert(at, line.clone())),
        Edit::ReplaceValue(at, value) => by_lines(&text, *at, |lines, at| {
            if let Some((key, _)) = lines[at].split_once('=') {
                lines[at] = format!("{key}= {value}");
            }
        }),
    })
}

fn by_letters(text: &str, at: Index, change: impl FnOnce(&mut Vec<char>, usize)) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    let at = at.index(chars.len() + 1);
    change(&mut chars, at);
    chars.into_iter().collect()
}

fn by_lines(text: &str, at: Index, change: impl FnOnce(&mut Vec<String>, usize)) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    if !lines.is_empty() {
        let at = at.index(lines.len());
        change(&mut lines, at);
    }
    lines.join("\n")
}

/// A line of a rule file, more or less.
fn rule_line() -> impl Strategy<Value = String> {
    let keys: Vec<&str> = presets::all().iter().flat_map(Rules::options).map(|option| option.key).collect();
    prop_oneof![
        4 => (select(keys), one_of(VALUES)).prop_map(|(key, value)| format!("{key} = {value}")),
        2 => effect_line(),
        1 => one_of(LINES).prop_map(String::from),
        1 => "\\PC{0,30}",
    ]
}

fn edited_preset() -> impl Strategy<Value = String> {
    (preset(), vec(edit(rule_line()), 1..5))
        .prop_map(|(preset, edits)| edited(presets::text(preset).unwrap(), &edits))
}

fn edited_record() -> impl Strategy<Value = String> {
    let line = vec(one_of(WORDS), 0..4).prop_map(|words| words.join(" "));
    (any::<[u8; 4]>(), vec(edit(line), 0..4)).prop_map(|([preset, seats, seed, moves], edits)| {
        edited(&record::write(&laws::position(preset, seats, seed, moves)), &edits)
    })
}

/// A position and a text that may be a move: a legal move with small changes, words of moves, or anything else.
fn position_and_text() -> impl Strategy<Value = (Session, String)> {
    any::<[u8; 4]>().prop_flat_map(|[preset, seats, seed, moves]| {
        let session = laws::position(preset, seats, seed, moves);
        let acting = session.acting().iter().flat_map(|seat| session.legal(seat));
        let legal: Vec<String> =
            acting.map(|choice| session.notation(choice)).chain(["draw".into()]).collect();
        let cards = session
            .pack()
            .cards()
            .iter()
            .map(|&card| session.pack().notation(card).to_owned())
            .collect::<Vec<_>>();
        let words = |most| vec(one_of(WORDS), 0..most).prop_map(|words| words.join(" "));
        let play = (one_of("play | throw | slap | swap"), vec(select(cards), 1..4), words(3));
        let text = prop_oneof![
            (select(legal.clone()), vec(edit(Just(String::new())), 0..2))
                .prop_map(|(text, edits)| edited(&text, &edits)),
            (select(legal), words(3)).prop_map(|(text, words)| format!("{text} {words}")),
            play.prop_map(|(verb, cards, words)| format!("{verb} {} {words}", cards.join(" "))),
            words(8),
            "\\PC{0,40}",
        ];
        (Just(session), text)
    })
}

fn bytes(most: usize) -> impl Strategy<Value = Vec<u8>> {
    vec(any::<u8>(), 0..most)
}

/// A fixed number of cases, always the same ones, unless the environment says otherwise.
fn cases(cases: u32) -> ProptestConfig {
    let asked = ProptestConfig::default();
    let cases = if std::env::var_os("PROPTEST_CASES").is_some() { asked.cases } else { cases };
    let rng_seed = if asked.rng_seed == RngSeed::Random { RngSeed::Fixed(1) } else { asked.rng_seed };
    ProptestConfig { cases, rng_seed, failure_persistence: None, max_shrink_iters: 2_000, ..asked }
}

proptest! {
    #![proptest_config(cases(800))]

    #[test]
    fn a_preset_with_changes_in_its_text_is_refused_or_good(text in edited_preset()) {
        laws::rule_file(&text);
    }

    #[test]
    fn options_thrown_together_are_refused_or_good(text in thrown_together(6)) {
        laws::rule_file(&text);
    }

    /// No list of moves explodes: what could do that is refused.
    #[test]
    fn many_cards_of_a_number_are_refused_or_good(text in crowded()) {
        laws::rule_file(&text);
    }

    #[test]
    fn any_text_as_a_rule_file_is_refused_or_good(text in "(\\PC|[\"=\\[\\]{}#\n. ]){0,200}") {
        laws::rule_file(&text);
    }

    #[test]
    fn any_text_as_a_record_is_refused_or_good(
        text in "lastcard record 1\n(rules|seats|seed|round|0|[ -~]|\n){0,60}",
    ) {
        laws::record(&text);
    }
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn a_rule_set_of_many_changes_is_good(text in house_rules(40)) {
        prop_assert!(laws::rule_file(&text));
    }

    #[test]
    fn house_rules_stand_whatever_is_asked(
        text in house_rules(30),
        seats in any::<Index>(),
        seed in any::<u64>(),
        asked in bytes(300),
    ) {
        let rules = games::load(&text).unwrap();
        let (least, most) = rules.players();
        let seats = least + seats.index(most - least + 1);
        let opening = Opening { seats, seed, dealer: Dealer::ByRule, ..Opening::default() };
        laws::session(Session::new(&rules, &opening).unwrap(), &asked);
    }

    #[test]
    fn presets_stand_whatever_is_asked(asked in bytes(603)) {
        laws::session_bytes(&asked);
    }

    #[test]
    fn a_record_with_changes_is_refused_or_good(text in edited_record()) {
        laws::record(&text);
    }

    #[test]
    fn a_move_is_what_it_says((session, text) in position_and_text()) {
        laws::notation(&session, &text);
    }
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The inputs that each fuzz target starts from, and those that once broke a law.
fn seeds(target: &str) -> Vec<Vec<u8>> {
    let folder = repository().join("fuzz/seeds").join(target);
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).unwrap()).collect()
}

#[test]
fn the_seeds_of_the_fuzz_targets_obey_the_laws() {
    for text in seeds("rule_file") {
        laws::rule_file(&String::from_utf8(text).unwrap());
    }
    for text in seeds("record") {
        laws::record(&String::from_utf8(text).unwrap());
    }
    for bytes in seeds("notation") {
        laws::notation_bytes(&bytes);
    }
    for bytes in seeds("session") {
        laws::session_bytes(&bytes);
    }
}

/// Sixteen cards of each number, wild and with a swap: a hand of them has millions of moves. By hand: each of 8 faces begins 22,599
/// groups and stands alone once, with 8 calls and a swap or none (16), of 3 numbers; 14 moves are none of these.
#[test]
fn cards_that_can_be_played_in_millions_of_ways_are_refused() {
    let path = repository().join("fuzz/seeds/rule_file/sixteen-of-a-number.toml");
    let text = fs::read_to_string(path).unwrap();
    let fault = games::load(&text).unwrap_err().swap_remove(0);
    assert_eq!((fault.line, fault.column), (4, 14), "{fault}");
    assert!(fault.message.contains("8678414 ways"), "{fault}");
    assert!(fault.message.contains("set group_play = false"), "{fault}");
    assert!(games::load(&text.replace("group_play = true", "group_play = false")).is_ok());
}

#[test]
fn the_rule_file_in_the_docs_is_good() {
    let page = fs::read_to_string(repository().join("docs/house-rules.md")).unwrap();
    let (_, rest) = page.split_once("```toml\n").expect("docs/house-rules.md shows a rule file");
    let (text, _) = rest.split_once("```").expect("the block ends");
    games::load(text).unwrap_or_else(|faults| panic!("docs/house-rules.md: {}", faults[0]));
}
