//! The games, their rules in words and their packs, described for programs.
//!
//! A server answers with them over HTTP, and `lastcard engine` on standard output.

use engine::{Card, Pack, Style};
use games::{Clause, CompiledRules, OptionInfo, Rules, Value};
use serde::{Deserialize, Serialize};

/// The games that come with the program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PresetList {
    /// In the order in which they are offered.
    pub presets: Vec<PresetInfo>,
}

/// A game that comes with the program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PresetInfo {
    /// The name that commands and requests use: `naija-whot`.
    pub name: String,
    /// The name that people use: "Naija Whot".
    pub title: String,
    /// One sentence about it.
    pub about: String,
    /// The family of games: `matching` or `yaniv`.
    pub family: String,
    /// The number of players.
    pub players: PlayerRange,
}

/// Minimum and maximum number of players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PlayerRange {
    /// The minimum.
    pub least: usize,
    /// The maximum.
    pub most: usize,
}

/// A rule set: its page in words, its options, and the whole set as a rule file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RulesInfo {
    /// The name that commands use.
    pub name: String,
    /// The name that people use.
    pub title: String,
    /// One sentence about it.
    pub about: String,
    /// A short history of the game.
    pub history: String,
    /// The family of games.
    pub family: String,
    /// The preset that it is based on, if any.
    pub base: Option<String>,
    /// The number of players.
    pub players: PlayerRange,
    /// The rules in words.
    pub clauses: Vec<ClauseInfo>,
    /// Every option with its value.
    pub options: Vec<OptionEntry>,
    /// The whole set as a rule file.
    pub toml: String,
}

/// Asks for a description of any rules.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct DescribeRules {
    /// The name of a preset; `crazy-eights` unless given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// House rules, as for a new table.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub rules: String,
    /// The number of seats, which decides the pack; the minimum of the game unless given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seats: Option<usize>,
}

/// Rules in words, and the pack they are played with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct DescribedRules {
    /// The rules.
    pub rules: RulesInfo,
    /// The pack.
    pub pack: PackInfo,
}

/// Sentences of a rules page about one topic.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ClauseInfo {
    /// The heading that they belong to.
    pub section: String,
    /// The key of an option, or another word.
    pub topic: String,
    /// The sentences.
    pub text: String,
}

/// An option of a rule set.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct OptionEntry {
    /// The key in rule files.
    pub key: String,
    /// The value in force.
    pub value: OptionValue,
    /// What it decides.
    pub help: String,
    /// The accepted values, in words.
    pub accepted: String,
    /// Every value, if there are only a few.
    pub values: Vec<OptionValue>,
}

/// The value of an option.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum OptionValue {
    /// On or off.
    Flag(bool),
    /// A whole number.
    Number(i64),
    /// A word or words.
    Text(String),
    /// A list of words.
    List(Vec<String>),
}

/// The pack that a rule set is played with at a table of a certain size.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PackInfo {
    /// The number of seats. A large table may need two packs.
    pub seats: usize,
    /// How cards are written: `shapes` and `colours` as `star-8`, `french` as `8H`.
    pub style: PackStyle,
    /// The suits that can be called, in their order.
    pub suits: Vec<String>,
    /// The ranks.
    pub ranks: Vec<String>,
    /// Local words that moves may use, each with the word it stands for.
    pub words: Vec<LocalWord>,
    /// The number of cards, copies included.
    pub size: usize,
    /// Every face once, in the order of the pack.
    pub cards: Vec<CardInfo>,
}

/// How the cards of a pack are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum PackStyle {
    /// `star-8`, as in Whot.
    Shapes,
    /// `8H`, as in Crazy Eights.
    French,
    /// `red-7`, as in UNO-type games.
    Colours,
}

/// A local word: `ball` for `circle`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LocalWord {
    /// The word.
    pub word: String,
    /// What it stands for.
    pub means: String,
}

/// A face of a pack.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CardInfo {
    /// In notation: `star-8`.
    pub card: String,
    /// As people say it: "8 of Star".
    pub name: String,
    /// Its suit, if it has one.
    pub suit: Option<String>,
    /// Its rank.
    pub rank: String,
    /// How many copies the pack has.
    pub copies: usize,
    /// Its points in a hand.
    pub points: u32,
}

impl PresetList {
    /// Every preset.
    pub fn all() -> PresetList {
        PresetList { presets: games::presets::all().iter().map(PresetInfo::of).collect() }
    }
}

impl PresetInfo {
    fn of(rules: &Rules) -> PresetInfo {
        let header = rules.header();
        PresetInfo {
            name: header.name.clone(),
            title: header.title.clone(),
            about: header.about.clone(),
            family: rules.family_name().into(),
            players: PlayerRange::of(rules),
        }
    }
}

impl PlayerRange {
    fn of(rules: &Rules) -> PlayerRange {
        let (least, most) = rules.players();
        PlayerRange { least, most }
    }
}

impl RulesInfo {
    /// Describes a rule set.
    pub fn of(rules: &Rules) -> RulesInfo {
        let header = rules.header();
        RulesInfo {
            name: header.name.clone(),
            title: header.title.clone(),
            about: header.about.clone(),
            history: header.history.clone(),
            family: rules.family_name().into(),
            base: header.base.clone(),
            players: PlayerRange::of(rules),
            clauses: rules.explain().into_iter().map(ClauseInfo::of).collect(),
            options: OptionEntry::all(rules),
            toml: rules.to_toml(None),
        }
    }
}

impl ClauseInfo {
    fn of(clause: Clause) -> ClauseInfo {
        ClauseInfo { section: clause.section.into(), topic: clause.topic, text: clause.text }
    }
}

impl OptionEntry {
    /// Every option of a rule set.
    pub fn all(rules: &Rules) -> Vec<OptionEntry> {
        rules.options().into_iter().map(OptionEntry::of).collect()
    }

    fn of(option: OptionInfo) -> OptionEntry {
        OptionEntry {
            key: option.key.into(),
            value: option.value.into(),
            help: option.help.into(),
            accepted: option.accepted,
            values: option.values.into_iter().map(OptionValue::from).collect(),
        }
    }
}

impl From<Value> for OptionValue {
    fn from(value: Value) -> OptionValue {
        match value {
            Value::Flag(flag) => OptionValue::Flag(flag),
            Value::Number(number) => OptionValue::Number(number),
            Value::Text(text) => OptionValue::Text(text),
            Value::List(items) => OptionValue::List(items),
        }
    }
}

impl PackInfo {
    /// The pack of rules that were compiled for this many seats.
    pub fn of(compiled: &CompiledRules, seats: usize) -> PackInfo {
        let pack = compiled.pack();
        let faces = pack.cards().iter().filter(|&&card| pack.first_copy(card) == card);
        PackInfo {
            seats,
            style: pack.style().into(),
            suits: pack.suits().to_vec(),
            ranks: pack.ranks().to_vec(),
            words: pack.words().iter().map(LocalWord::of).collect(),
            size: pack.cards().len(),
            cards: faces.map(|&card| CardInfo::of(pack, card, compiled.points(card))).collect(),
        }
    }
}

impl From<Style> for PackStyle {
    fn from(style: Style) -> PackStyle {
        match style {
            Style::Shapes => PackStyle::Shapes,
            Style::French => PackStyle::French,
            Style::Colours => PackStyle::Colours,
        }
    }
}

impl LocalWord {
    fn of((word, means): &(String, String)) -> LocalWord {
        LocalWord { word: word.clone(), means: means.clone() }
    }
}

impl CardInfo {
    fn of(pack: &Pack, card: Card, points: u32) -> CardInfo {
        let face = pack.face(card);
        CardInfo {
            card: pack.notation(card).into(),
            name: pack.name(card),
            suit: face.suit.map(|suit| pack.suit_name(suit).into()),
            rank: pack.rank_name(face.rank).into(),
            copies: pack.copies(card).len(),
            points,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pack(name: &str, seats: usize) -> PackInfo {
        let rules = games::presets::named(name).unwrap();
        PackInfo::of(&CompiledRules::new(&rules, seats).unwrap(), seats)
    }

    /// N6: 49 cards in five suits and five Whots.
    #[test]
    fn a_whot_pack_is_listed_face_by_face() {
        let pack = pack("naija-whot", 2);
        assert_eq!((pack.size, pack.cards.len(), pack.suits.len()), (54, 50, 5));
        let whot = pack.cards.last().unwrap();
        assert_eq!((whot.card.as_str(), whot.copies, &whot.suit), ("whot-20", 5, &None));
        let star = pack.cards.iter().find(|card| card.card == "star-8").unwrap();
        assert_eq!(
            (star.name.as_str(), star.suit.as_deref(), star.rank.as_str()),
            ("8 of Star", Some("star"), "8")
        );
        assert!(pack.words.contains(&LocalWord { word: "ball".into(), means: "circle".into() }));
    }

    #[test]
    fn copies_add_up_to_the_pack_of_every_preset() {
        for rules in games::presets::all() {
            for seats in [rules.players().0, rules.players().1] {
                let pack = PackInfo::of(&CompiledRules::new(&rules, seats).unwrap(), seats);
                assert_eq!(pack.cards.iter().map(|card| card.copies).sum::<usize>(), pack.size);
            }
        }
    }
}
