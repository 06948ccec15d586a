//! What a server sends: a list of items, in the order in which the table told them.

use std::collections::BTreeMap;

use engine::{MatchRules, ScenePhase};
use serde::{Deserialize, Serialize};

use crate::{Refusal, RefusalCode, Refused, ShuffleItem};

/// One frame: everything that one input brought about for one viewer.
pub type ServerMsg = Vec<Item>;

/// One thing that a viewer is told. Seats are numbers; cards and events are in notation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum Item {
    /// The greeting was accepted.
    Hello(HelloItem),
    /// The command with this id is done, and on disk.
    Ok(String),
    /// A command was refused.
    No(RefusedItem),
    /// The viewer's own seat; nothing for a spectator.
    You(Option<u8>),
    /// Who sits where, by seat.
    Players(Vec<PlayerItem>),
    /// The rules in force: a rule file.
    Rules(String),
    /// A round is dealt.
    Deal(DealItem),
    /// How the match stands, for a viewer who is new.
    Scores(ScoresItem),
    /// What led to the position with this number: events, with `;` between them.
    Did(u64, String),
    /// How things stand, as far as it changed since the scene before.
    Scene(Box<SceneItem>),
    /// The player in this seat has the full time of a turn from now on.
    Turn(u8),
    /// The time that the player in this seat has left, in milliseconds.
    Time(u8, u64),
    /// Why a move that was asked about cannot be made.
    Answer(AnswerItem),
    /// What a good player would do, for the one who asked.
    Hint(HintItem),
    /// A move that waited came too late: the position has this number.
    Stale(u64),
    /// The round is over.
    Round(RoundItem),
    /// The match is over.
    Match(MatchItem),
    /// Something about the table: `kept 2`, `back 2`, `left 1`, `held 1500`, `asked 0`, `denied 1`, `lapsed 0`,
    /// `undone 0`, `announcing on`.
    Note(String),
    /// A step of the verifiable shuffle.
    Shuffle(ShuffleItem),
    /// A player says something.
    Said(SaidItem),
    /// The seats whose players are connected.
    On(Vec<u8>),
    /// The name of the player who made the table, or nothing while that player has no seat.
    Maker(Option<String>),
    /// The table is frozen after a fault; this is its id for the operator of the server.
    Fault(String),
    /// The server shuts down; reconnect after this many milliseconds.
    Bye(u64),
}

/// The greeting was accepted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct HelloItem {
    /// The version of the wire.
    pub v: u16,
    /// The code of the table.
    pub table: String,
    /// Whether free text may be written.
    #[serde(default, skip_serializing_if = "is_false")]
    pub chat: bool,
    /// The name of the player who made the table and alone sets it up, while that player has a seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub maker: Option<String>,
    /// How much later spectators see what happens, in milliseconds; nothing where they see it at once.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub delay: u64,
}

/// A command was refused.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RefusedItem {
    /// Which command; none where it could not even be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// A word for programs; `stale` where the move answered another position.
    pub code: RefusalCode,
    /// A sentence for people.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub why: String,
    /// The number of the position, where the move answered another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub n: Option<u64>,
}

impl RefusedItem {
    /// Refuses the command with this id.
    pub fn new(id: Option<&str>, refusal: impl Into<Refusal>) -> RefusedItem {
        let refusal = refusal.into();
        let (id, n) = (id.map(String::from), refusal.position());
        let Refused { code, sentence } = refusal.into();
        RefusedItem { id, code, why: sentence, n }
    }
}

/// Whether a move that was asked about could be made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct AnswerItem {
    /// The move in notation.
    pub m: String,
    /// A word for programs, as in `no`; nothing where it can be made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<RefusalCode>,
    /// Why it cannot be made; nothing where it can.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// What a good player would do with what the viewer knows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct HintItem {
    /// The number of the position that it is about.
    pub n: u64,
    /// The move in notation.
    pub m: String,
    /// Why, in a few words: "keep the 2 of Hearts back to answer a pick 2".
    pub why: String,
    /// The same for programs that speak another language: `keep-to-answer 2H 2 odds 61 55`.
    #[serde(default)]
    pub about: String,
}

/// A player: the name, and `person`, `bot`, `away`, `left` or `folded`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PlayerItem(pub String, #[cfg_attr(test, schemars(with = "crate::schema::PlayerKind"))] pub String);

/// A card that was cut for the deal: whose, and which.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Cut(pub u8, pub String);

/// A round is dealt.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct DealItem {
    /// Which round of the match, from 1.
    pub round: u16,
    /// Who deals.
    pub dealer: u8,
    /// The cards that were cut for the deal.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cuts: Vec<Cut>,
    /// What the match is played to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<GoalItem>,
}

/// What a match is played to; it is over as soon as one of these is reached.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct GoalItem {
    /// This many rounds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u16>,
    /// This score, which ends the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<i32>,
    /// A player with more than this score is eliminated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<i32>,
    /// Whether the lowest score wins.
    #[serde(default, skip_serializing_if = "is_false")]
    pub low: bool,
}

impl GoalItem {
    /// What a match by these rules is played to.
    pub fn of(rules: &MatchRules) -> GoalItem {
        GoalItem { rounds: rules.rounds, target: rules.target, limit: rules.limit, low: rules.low_wins }
    }
}

/// How the match stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ScoresItem {
    /// Which round of the match, from 1.
    pub round: u16,
    /// Who dealt it.
    pub dealer: u8,
    /// The running scores by seat.
    pub scores: Vec<i32>,
    /// Who is still in the match.
    pub playing: Vec<u8>,
    /// What the match is played to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<GoalItem>,
    /// The place of each seat in the match so far, 1 for the best.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rank: Vec<u8>,
    /// The players who were eliminated.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub out: Vec<u8>,
    /// What ended the round, once it is over: events as in `did`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub ending: String,
}

/// The round is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RoundItem {
    /// How it ended: `out places 1 2 points 0 12`, with `next 1` where the round decides who begins the next.
    pub end: String,
    /// The running scores by seat.
    pub scores: Vec<i32>,
    /// Who is still in the match.
    pub playing: Vec<u8>,
    /// The place of each seat in the match so far, 1 for the best.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rank: Vec<u8>,
    /// The players who were eliminated.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub out: Vec<u8>,
}

/// The match is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct MatchItem {
    /// Who has won it.
    pub won: Vec<u8>,
    /// The scores by seat.
    pub scores: Vec<i32>,
}

/// A player says something.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SaidItem {
    /// Who.
    pub seat: u8,
    /// One of the phrases.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(test, schemars(with = "crate::schema::Phrase"))]
    pub p: String,
    /// Free text.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub t: String,
}

/// A scene: every field that changed since the scene before, and all of them in the first of a socket.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SceneItem {
    /// The number of the position; as in the last `did` of the same frame unless given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n: Option<u64>,
    /// Whether nothing of the scene before counts any more.
    #[serde(skip_serializing_if = "is_false")]
    pub new: bool,
    /// Whose turn it is; -1 for nobody's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<i8>,
    /// What is being waited for, in one word.
    #[serde(skip_serializing_if = "Option::is_none", with = "phase_word")]
    #[cfg_attr(test, schemars(with = "Option<crate::schema::ScenePhase>"))]
    pub phase: Option<ScenePhase>,
    /// The seats that were dealt in, as digits; `hold` is in this order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seats: Option<String>,
    /// How many cards each of them holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hold: Option<Vec<u8>>,
    /// The cards that the viewer knows in a hand, by seat: all of the own. Words with `-` and `+` in front are cards
    /// that went and came; otherwise it is the whole list.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub know: BTreeMap<u8, String>,
    /// The seats that still play in this round, as digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plays: Option<String>,
    /// The seats that owe the others a word, as digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owes: Option<String>,
    /// The points of a hand, by seat, where the viewer knows all of it and they matter now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub worth: Option<BTreeMap<u8, u16>>,
    /// The places that players have taken in this round by going out, by seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub done: Option<BTreeMap<u8, u8>>,
    /// The stock: how many cards lie there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stock: Option<String>,
    /// The pile to play on: how many cards, then the one on top.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pile: Option<String>,
    /// The last throw: how many cards, then which.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub throw: Option<String>,
    /// The discards that are out of play: how many cards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub discards: Option<String>,
    /// What is in force beyond what lies there: `suit hearts`, `penalty 4`, `right`, `suspended 1`, with `;` between.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signs: Option<String>,
    /// What the viewer can do now, nothing unless given: moves with `;` between. A digit in front keeps so many
    /// words of the move before.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub may: String,
    /// The points that each move of `may` leaves in the hand, without a card from the stock; only in games in which
    /// players count their hands while they play.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub leaves: Vec<u16>,
    /// The result once the round is over, as in `round`; empty while it is played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the form that serde asks for")]
fn is_zero(value: &u64) -> bool {
    *value == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the form that serde asks for")]
fn is_false(value: &bool) -> bool {
    !value
}

/// The phase of a scene as its word. One that this version does not know is read as an ordinary turn.
mod phase_word {
    use engine::ScenePhase;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[expect(clippy::trivially_copy_pass_by_ref, clippy::ref_option, reason = "the form that serde asks for")]
    pub fn serialize<S: Serializer>(phase: &Option<ScenePhase>, serializer: S) -> Result<S::Ok, S::Error> {
        phase.map(ScenePhase::word).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<ScenePhase>, D::Error> {
        let word = Option::<String>::deserialize(deserializer)?;
        Ok(word.map(|word| ScenePhase::parse(&word).unwrap_or(ScenePhase::Turn)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phase_from_a_newer_server_is_an_ordinary_turn() {
        for phase in ScenePhase::ALL {
            let item = SceneItem { phase: Some(*phase), ..SceneItem::default() };
            let text = crate::json::write(&item);
            assert_eq!(text, format!("{{\"phase\":\"{}\"}}", phase.word()));
            assert_eq!(crate::json::read::<SceneItem>(&text).unwrap(), item);
        }
        let strange: SceneItem = crate::json::read(r#"{"phase":"auction"}"#).unwrap();
        assert_eq!(strange.phase, Some(ScenePhase::Turn));
    }
}
