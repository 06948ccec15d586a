//! What goes into a table.

use alloc::string::String;
use alloc::sync::Arc;
use core::fmt;

use engine::Seat;
use games::Rules;
use games::fair_shuffle::{Hash, Secret, Share};
use games::seal::DeviceKey;

use crate::Level;

/// A time, in milliseconds of the host's clock.
pub type Millis = u64;

/// The key to a seat: 128 bits that the host gave out and nobody can guess.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Token(pub u128);

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(secret)")
    }
}

/// The answer to a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Yes.
    Agree,
    /// No.
    Refuse,
}

/// A setting that a person turns on or off.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Switch {
    /// Not in force.
    #[default]
    Off,
    /// In force.
    On,
}

/// What goes into a table.
#[expect(missing_docs, reason = "the fields say what they are: who, under what name, answering what")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    /// A person takes a seat before the match, or changes the name.
    Sit { token: Token, name: String },
    /// A computer player takes a seat before the match.
    AddBot { level: Level, name: String },
    /// The computer player with this name gives up its seat before the match.
    RemoveBot { name: String },
    /// Other rules, while no match is in progress.
    ChangeRules(Arc<Rules>),
    /// The match begins.
    Start,
    /// A person makes the move with this notation, in answer to the position with this number (G20).
    Act { token: Token, number: u64, notation: String },
    /// A person asks whether a move could be made, and why not. It changes nothing.
    Ask { token: Token, notation: String },
    /// A person lets the table say "last card", or says it again without help (G12).
    AnnounceForMe { token: Token, switch: Switch },
    /// The computer player in this seat has made its [decision](crate::Decision) about the position with this number.
    BotMove { seat: Seat, number: u64, notation: String },
    /// Only time has passed.
    Tick,
    /// Postpones everything that is due: the host was down, and no player should lose time because of it.
    Credit { millis: Millis },
    /// A person leaves for good (G19); before the match, the seat is free again.
    Leave { token: Token },
    /// The host removes the person with this name, while no match is in progress.
    Remove { name: String },
    /// A person votes for removing the person with this name, while no round is played.
    VoteOut { token: Token, name: String },
    /// A person sees the table, so the clock of the first turn can start.
    Ready { token: Token },
    /// The round-trip time of a person's messages, which shortens no turn.
    Lag { token: Token, millis: Millis },
    /// A person whose seat was kept is back.
    Return { token: Token },
    /// A viewer who has seen everything up to this position wants the rest.
    Resume { token: Token, last: u64 },
    /// A spectator follows the table.
    Watch { token: Token },
    /// A spectator stops following the table.
    Unwatch { token: Token },
    /// The next round is dealt.
    NextRound,
    /// The same people and computer players begin a new match.
    Rematch,
    /// A person asks to take back their last move (G13).
    Takeback { token: Token },
    /// A person answers another person's request.
    Consent { token: Token, answer: Answer },
    /// The table's secret for the next deal: from the host, unguessable and used once (G16).
    Entropy { secret: Secret },
    /// A person's device starts or stops adding to the shuffles.
    Mix { token: Token, switch: Switch },
    /// A person's device commits to its share of the deal with this number, and says by which key it signs.
    Promise { token: Token, deal: u64, promise: Hash, key: Option<DeviceKey> },
    /// A person's device reveals the share that it promised.
    Open { token: Token, deal: u64, share: Share },
    /// A person agrees or refuses that the host shuffles alone, because no device answers (G16).
    DealAlone { token: Token, answer: Answer },
    /// A person's device signs what it saw of the round with this deal, and the record up to its end.
    Sign { token: Token, deal: u64, seen: Hash, signature: [u8; 64] },
}
