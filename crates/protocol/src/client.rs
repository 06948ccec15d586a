//! The messages that a player sends.

use serde::{Deserialize, Serialize};
use table::Level;

use crate::json::{self, JsonError};

#[cfg(test)]
use crate::schema::{CommandId, Phrase};

/// Phrases that can be said with one tap. The page and the terminal show each in the language of the player.
pub const PHRASES: [&str; 16] = [
    "hello",
    "good-luck",
    "well-played",
    "thanks",
    "sorry",
    "oops",
    "wow",
    "ouch",
    "hurry-up",
    "one-moment",
    "good-game",
    "again",
    "laugh",
    "cry",
    "heart",
    "clap",
];

/// A message from a player. Every command has an id chosen by the player: a command that is sent again with the same id
/// is carried out only once, and answered as it was the first time.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[expect(
    missing_docs,
    reason = "`id` is the id of the command; the doc of each message explains the other fields"
)]
pub enum ClientMsg {
    /// The first message on a socket: who connects, and the last position they saw.
    Hello(Hello),
    /// Makes the move `m`, in notation, in answer to position number `n`.
    Act {
        #[cfg_attr(test, schemars(with = "CommandId"))]
        id: String,
        n: u64,
        m: String,
    },
    /// Asks whether the move `m` could be made now, and why not.
    Ask {
        #[cfg_attr(test, schemars(with = "CommandId"))]
        id: String,
        m: String,
    },
    /// Asks what a good player would do now, and why, where the table allows it.
    Hint {
        #[cfg_attr(test, schemars(with = "CommandId"))]
        id: String,
    },
    /// Takes a seat under a name, or changes the name.
    Sit {
        #[cfg_attr(test, schemars(with = "CommandId"))]
        id: String,
        name: String,
    },
    /// Adds a computer player.
    Bot {
        #[cfg_attr(test, schemars(with = "CommandId"))]
        id: String,
        name: String,
        #[serde(default)]
        level: BotLevel,
    },
    /// Removes a computer player.
    Unbot {
        #[cfg_attr(test, schemars(with = "CommandId"))]
        id: String,
        name: String,
    },
    /// Changes the rules before a match: `key = value` lines, as in a rule file.
    Rules {
        #[cfg_attr(test, schemars(with = "CommandId"))]
        id: String,
        rules: String,
    },
    /// Starts the match.
    Start {
        #[cfg_attr(test, schemars(with = "CommandId"))]
        id: String,
    },
    /// Deals the next round.
    Next {
        #[cfg_attr(test, schemars(with = "CommandId"))]
        id: String,
    },
    /// Starts another match with the same players.
    Rematch {
        #[cfg_attr(test, schemars(with = "CommandId"))]
        id: String,
    },
    /// Leaves the seat to a computer player.
    Leave {
        #[cfg_attr(test, schemars(with = "CommandId"))]
        id: String,
    },
    /// Removes a person: the maker of the table does so before a match; otherwise it is a vote, while no round is played.
    Remove {
        #[cfg_attr(test, schemars(with = "CommandId"))]
        id: String,
        name: String,
    },
    /// Blocks the person with this name, or no longer: what they say is not passed on to the player, and they take no seat at
    /// tables that the player makes.
    Block {
        #[cfg_attr(test, schemars(with = "CommandId"))]
        id: String,
        name: String,
        on: bool,
    },
    /// Reports the person with this name to whoever runs the server.
    Report {
        #[cfg_attr(test, schemars(with = "CommandId"))]
        id: String,
        name: String,
        #[serde(default)]
        why: String,
    },
    /// The player sees the table now. If the clock of the first turn has been waiting for that, it starts.
    Ready {
        #[cfg_attr(test, schemars(with = "CommandId"))]
        id: String,
    },
    /// Takes the seat back after being away.
    Return {
        #[cfg_attr(test, schemars(with = "CommandId"))]
        id: String,
    },
    /// Lets the table say "last card" for the player, or stops it from doing so.
    Announce {
        #[cfg_attr(test, schemars(with = "CommandId"))]
        id: String,
        on: bool,
    },
    /// Asks to take back the player's last move.
    Takeback {
        #[cfg_attr(test, schemars(with = "CommandId"))]
        id: String,
    },
    /// Agrees or refuses to let a move be taken back.
    Consent {
        #[cfg_attr(test, schemars(with = "CommandId"))]
        id: String,
        yes: bool,
    },
    /// Says one of the [`PHRASES`].
    Say {
        #[cfg_attr(test, schemars(with = "CommandId"))]
        id: String,
        #[cfg_attr(test, schemars(with = "Phrase"))]
        p: String,
    },
    /// Sends free text to the others, where the table allows chat.
    Chat {
        #[cfg_attr(test, schemars(with = "CommandId"))]
        id: String,
        t: String,
    },
    /// Lets the player's device take part in the shuffles, or stops it.
    Mix {
        #[cfg_attr(test, schemars(with = "CommandId"))]
        id: String,
        on: bool,
    },
    /// Commits to the device's share of the shuffle for the deal with this number: a SHA-256 in hex. `key` is the public
    /// key that the device signs with (Ed25519, in hex); only for a server that tells the transcript.
    Promise {
        #[cfg_attr(test, schemars(with = "CommandId"))]
        id: String,
        deal: u64,
        c: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<String>,
    },
    /// Reveals what was promised: 16 bytes in hex.
    Open {
        #[cfg_attr(test, schemars(with = "CommandId"))]
        id: String,
        deal: u64,
        e: String,
    },
    /// Agrees or refuses that the server shuffles alone, because no device answers.
    Alone {
        #[cfg_attr(test, schemars(with = "CommandId"))]
        id: String,
        yes: bool,
    },
    /// Signs the round with this deal: `seen` is the hash of what the device saw of it, `sig` the signature (in hex) of
    /// that and of the digest that the server told.
    Sign {
        #[cfg_attr(test, schemars(with = "CommandId"))]
        id: String,
        deal: u64,
        seen: String,
        sig: String,
    },
}

/// A move, by far the most frequent message.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlainMove<'a> {
    #[serde(rename = "do")]
    verb: &'a str,
    id: String,
    n: u64,
    m: String,
}

/// The first message on a socket.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Hello {
    /// The version of the protocol that the client speaks.
    pub v: u16,
    /// A ticket fetched just before; it opens one socket.
    pub ticket: String,
    /// The number of the last position that the player saw; without it, the server sends a fresh scene.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<u64>,
    /// Takes a free seat under this name, unless the player has a seat already.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// How well a computer player plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum BotLevel {
    /// Has just learned the rules.
    Easy,
    /// Plays like most people at the table.
    #[default]
    #[serde(alias = "sensible")]
    Medium,
    /// Thinks ahead a little.
    Hard,
    /// Thinks ahead well.
    Expert,
    /// Thinks ahead as far as it helps.
    Master,
}

impl From<BotLevel> for Level {
    fn from(level: BotLevel) -> Level {
        match level {
            BotLevel::Easy => Level::Easy,
            BotLevel::Medium => Level::Medium,
            BotLevel::Hard => Level::Hard,
            BotLevel::Expert => Level::Expert,
            BotLevel::Master => Level::Master,
        }
    }
}

impl From<Level> for BotLevel {
    fn from(level: Level) -> BotLevel {
        match level {
            Level::Easy => BotLevel::Easy,
            Level::Medium => BotLevel::Medium,
            Level::Hard => BotLevel::Hard,
            Level::Expert => BotLevel::Expert,
            Level::Master => BotLevel::Master,
        }
    }
}

impl ClientMsg {
    /// Parses a message. A move is parsed in one pass; serde buffers any other message to find its `do` first.
    pub fn read(text: &str) -> Result<ClientMsg, JsonError> {
        match json::read(text) {
            Ok(PlainMove { verb: "act", id, n, m }) if text.starts_with('{') => {
                Ok(ClientMsg::Act { id, n, m })
            }
            Ok(_) | Err(_) => json::read(text),
        }
    }

    /// Whether this is talk: it is shown to the others, has no effect on the game, and has a stricter rate limit.
    pub fn is_talk(&self) -> bool {
        match self {
            ClientMsg::Say { .. } | ClientMsg::Chat { .. } => true,
            ClientMsg::Hello(_)
            | ClientMsg::Act { .. }
            | ClientMsg::Ask { .. }
            | ClientMsg::Hint { .. }
            | ClientMsg::Sit { .. }
            | ClientMsg::Bot { .. }
            | ClientMsg::Unbot { .. }
            | ClientMsg::Rules { .. }
            | ClientMsg::Start { .. }
            | ClientMsg::Next { .. }
            | ClientMsg::Rematch { .. }
            | ClientMsg::Leave { .. }
            | ClientMsg::Remove { .. }
            | ClientMsg::Block { .. }
            | ClientMsg::Report { .. }
            | ClientMsg::Ready { .. }
            | ClientMsg::Return { .. }
            | ClientMsg::Announce { .. }
            | ClientMsg::Takeback { .. }
            | ClientMsg::Consent { .. }
            | ClientMsg::Mix { .. }
            | ClientMsg::Promise { .. }
            | ClientMsg::Open { .. }
            | ClientMsg::Alone { .. }
            | ClientMsg::Sign { .. } => false,
        }
    }

    /// The id of a command; [`Hello`] has none.
    pub fn id(&self) -> Option<&str> {
        match self {
            ClientMsg::Hello(_) => None,
            ClientMsg::Act { id, .. }
            | ClientMsg::Ask { id, .. }
            | ClientMsg::Hint { id }
            | ClientMsg::Sit { id, .. }
            | ClientMsg::Bot { id, .. }
            | ClientMsg::Unbot { id, .. }
            | ClientMsg::Rules { id, .. }
            | ClientMsg::Start { id }
            | ClientMsg::Next { id }
            | ClientMsg::Rematch { id }
            | ClientMsg::Leave { id }
            | ClientMsg::Remove { id, .. }
            | ClientMsg::Block { id, .. }
            | ClientMsg::Report { id, .. }
            | ClientMsg::Ready { id }
            | ClientMsg::Return { id }
            | ClientMsg::Announce { id, .. }
            | ClientMsg::Takeback { id }
            | ClientMsg::Consent { id, .. }
            | ClientMsg::Say { id, .. }
            | ClientMsg::Chat { id, .. }
            | ClientMsg::Mix { id, .. }
            | ClientMsg::Promise { id, .. }
            | ClientMsg::Open { id, .. }
            | ClientMsg::Alone { id, .. }
            | ClientMsg::Sign { id, .. } => Some(id),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_read_as_any_message_is() {
        let texts = [
            r#"{"do":"act","id":"7","n":12,"m":"play 8H"}"#,
            r#"{"m":"play \"8H","n":12,"id":"\u0041","do":"act"}"#,
            r#"{"do":"\u0061ct","id":"7","n":12,"m":"draw"}"#,
            r#"{"do":"ask","id":"7","n":12,"m":"draw"}"#,
            r#"{"do":"ask","id":"7","m":"draw"}"#,
            r#"{"do":"act","id":"7","n":12,"m":"draw","more":1}"#,
            r#"{"do":"act","id":"7","n":12,"n":13,"m":"draw"}"#,
            r#"{"do":"act","id":"7","n":-1,"m":"draw"}"#,
            r#"{"do":"act","id":7,"n":1,"m":"draw"}"#,
            r#"{"do":"act","id":"7","n":1}"#,
            r#"["act","7",12,"draw"]"#,
            r#" {"do":"act","id":"7","n":12,"m":"draw"} "#,
            r#"{"do":"act","id":"7","n":12,"m":"draw"} x"#,
            r#"{"do":"start","id":"7"}"#,
            "",
        ];
        for text in texts {
            let as_any = json::read::<ClientMsg>(text).map_err(|error| error.to_string());
            assert_eq!(ClientMsg::read(text).map_err(|error| error.to_string()), as_any, "{text}");
        }
        assert!(ClientMsg::read(texts[0]).is_ok());
    }
}
