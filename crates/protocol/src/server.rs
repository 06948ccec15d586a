//! What a server sends: a list of items, in the order in which the table sent them.

use std::collections::BTreeMap;

use engine::{MatchRules, ScenePhase};
use serde::{Deserialize, Serialize};

use crate::{Refusal, RefusalCode, Refused, ShuffleItem};

/// One frame: everything that one input brought about for one viewer.
pub type ServerMsg = Vec<Item>;

/// One item of a frame. Seats are numbers; cards and events are in notation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum Item {
    /// The hello was accepted.
    Hello(HelloItem),
    /// The command with this id was carried out and is on disk.
    Ok(String),
    /// A command was refused.
    No(RefusedItem),
    /// The viewer's own seat; null for a spectator.
    You(Option<u8>),
    /// Who sits where, by seat.
    Players(Vec<PlayerItem>),
    /// The rules in force: a rule file.
    Rules(String),
    /// A round is dealt.
    Deal(DealItem),
    /// The state of the match, for a viewer who has just joined.
    Scores(ScoresItem),
    /// What led to the position with this number: events separated by `;`.
    Did(u64, String),
    /// What has changed in the scene since the previous one.
    Scene(Box<SceneItem>),
    /// The player in this seat has a full turn's time from now on.
    Turn(u8),
    /// The time that the player in this seat has left, in milliseconds.
    Time(u8, u64),
    /// Why a move that was asked about cannot be made.
    Answer(AnswerItem),
    /// What a good player would do, sent only to the player who asked.
    Hint(HintItem),
    /// A move that was kept came too late: the position now has this number.
    Stale(u64),
    /// The round is over.
    Round(RoundItem),
    /// The match is over.
    Match(MatchItem),
    /// Something about the table: `kept 2`, `back 2`, `left 1`, `removed 1`, `vote 1 2 3`, `news The server restarts at noon`, `held 1500`, `asked 0`, `denied 1`, `lapsed 0`,
    /// `undone 0`, `announcing on`.
    Note(String),
    /// A step of the verifiable shuffle.
    Shuffle(ShuffleItem),
    /// No device answers, and the deal waits for one, or until the players agree that the server shuffles alone.
    Alone(AloneItem),
    /// A round is over: devices that have a key sign it.
    Sign(SignItem),
    /// After moves were taken back: how many steps the round has left, its deal included.
    Rewound(u64),
    /// A player says something.
    Said(SaidItem),
    /// The seats whose players are connected.
    On(Vec<u8>),
    /// The name of the player who made the table; null while that player has no seat or has left the match.
    Maker(Option<String>),
    /// The table is frozen after an internal error; this is its id for the operator of the server.
    Fault(String),
    /// The server shuts down; reconnect after this many milliseconds.
    Bye(u64),
}

/// The hello was accepted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct HelloItem {
    /// The version of the protocol.
    pub v: u16,
    /// The code of the table.
    pub table: String,
    /// Whether players may chat in free text.
    #[serde(default, skip_serializing_if = "is_false")]
    pub chat: bool,
    /// The name of the player who made the table and alone sets it up, while that player has a seat and has not left the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub maker: Option<String>,
    /// How many milliseconds later spectators see what happens; missing where they see it at once.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub delay: u64,
}

/// A command was refused.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RefusedItem {
    /// The id of the command; missing if the command could not be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The code for programs; `stale` if the move answered an older position.
    pub code: RefusalCode,
    /// A sentence for people.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub why: String,
    /// The number of the current position, if the move answered an older one.
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
    /// The code for programs, as in `no`; missing if the move can be made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<RefusalCode>,
    /// Why it cannot be made; missing if it can.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// What a good player would do, knowing what the viewer knows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct HintItem {
    /// The number of the position that the hint is for.
    pub n: u64,
    /// The move in notation.
    pub m: String,
    /// Why, in a few words: "keep the 2 of Hearts back to answer a pick 2".
    pub why: String,
    /// The same in a form that programs can translate: `keep-to-answer 2H 2 odds 61 55`.
    #[serde(default)]
    pub about: String,
}

/// A player: the name, and `person`, `bot`, `away`, `left` or `folded`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PlayerItem(pub String, #[cfg_attr(test, schemars(with = "crate::schema::PlayerKind"))] pub String);

/// A seat and the card it cut for the deal.
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

/// What a match is played to; it ends as soon as one of these is reached.
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

/// The state of the match.
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

/// A deal that no device answers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct AloneItem {
    /// The number of the deal.
    pub deal: u64,
    /// The seats that agree that the server shuffles alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub agreed: Vec<u8>,
}

/// A round to be signed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SignItem {
    /// The number of its deal.
    pub deal: u64,
    /// The SHA-256 of the record up to the end of the round, in hex.
    pub digest: String,
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

/// A scene: every field that has changed since the previous scene; the first one on a socket has all of them.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SceneItem {
    /// The number of the position; if missing, that of the last `did` in the same frame.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n: Option<u64>,
    /// Whether this scene replaces the previous one completely.
    #[serde(skip_serializing_if = "is_false")]
    pub new: bool,
    /// Whose turn it is; -1 for nobody's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<i8>,
    /// What the game waits for, in one word.
    #[serde(skip_serializing_if = "Option::is_none", with = "phase_word")]
    #[cfg_attr(test, schemars(with = "Option<crate::schema::ScenePhase>"))]
    pub phase: Option<ScenePhase>,
    /// The seats that were dealt in, as digits; `hold` is in this order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seats: Option<String>,
    /// How many cards each of them holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hold: Option<Vec<u8>>,
    /// The cards of each hand that the viewer knows, by seat: all of the viewer's own. Cards that left have a `-` in front,
    /// cards that arrived a `+`; without them it is the whole list.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub know: BTreeMap<u8, String>,
    /// The seats still playing in this round, as digits.
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
    /// The stock: the number of its cards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stock: Option<String>,
    /// The pile to play on: the number of its cards, then the top card.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pile: Option<String>,
    /// The last throw: the number of its cards, then the cards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub throw: Option<String>,
    /// The discards that are out of play: their number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub discards: Option<String>,
    /// What is in force but not shown by a card: `suit hearts`, `penalty 4`, `right`, `suspended 1`, separated by `;`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signs: Option<String>,
    /// The moves that the viewer can make now, separated by `;`; none if missing. A digit in front stands for that many
    /// leading words of the previous move.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub may: String,
    /// The points that each move of `may` leaves in the hand, not counting a card from the stock; only in games where
    /// players add up their hands during the round.
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

/// The phase of a scene as its word. A phase that this version does not know is read as an ordinary turn.
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
