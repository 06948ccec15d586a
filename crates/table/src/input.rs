//! What goes into a table.

use alloc::string::String;
use alloc::sync::Arc;
use core::fmt;

use engine::Seat;
use games::Rules;
use games::fair_shuffle::{Hash, Secret, Share};

use crate::Level;

/// A moment, in milliseconds of the home's clock.
pub type Millis = u64;

/// What a person holds a seat with: 128 bits that the home gave out and nobody can guess.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Token(pub u128);

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(secret)")
    }
}

/// What somebody answers to a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Yes.
    Agree,
    /// No.
    Refuse,
}

/// A switch that a person turns.
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
    /// The computer player of this name gives its seat up before the match.
    RemoveBot { name: String },
    /// Other rules, while no match is in progress.
    ChangeRules(Arc<Rules>),
    /// The match begins.
    Start,
    /// A person makes the move that is written so, in answer to the position with this number (G20).
    Act { token: Token, number: u64, notation: String },
    /// A person asks whether a move could be made, and why not; nothing comes of it.
    Ask { token: Token, notation: String },
    /// A person has the table say "last card", or says it alone again (G12).
    AnnounceForMe { token: Token, switch: Switch },
    /// The computer player in this seat has made its [decision](crate::Decision) about the position with this number.
    BotMove { seat: Seat, number: u64, notation: String },
    /// Time has passed; nothing else.
    Tick,
    /// Everything that is due is put off by so much: the home was away, and no player shall pay for it.
    Credit { millis: Millis },
    /// A person leaves for good (G19); before the match, the seat is free again.
    Leave { token: Token },
    /// A person sees the table: the time of the first turn does not have to wait any longer.
    Ready { token: Token },
    /// What a person sends takes so long to get here and back: no turn is shorter for it.
    Lag { token: Token, millis: Millis },
    /// A person whose seat was kept is back.
    Return { token: Token },
    /// A viewer who has seen everything up to this number wants the rest.
    Resume { token: Token, last: u64 },
    /// Somebody looks on.
    Watch { token: Token },
    /// Somebody looks on no more.
    Unwatch { token: Token },
    /// The next round is dealt.
    NextRound,
    /// The same people and computer players begin a new match.
    Rematch,
    /// A person wants the own last move back (G13).
    Takeback { token: Token },
    /// A person answers the request of another.
    Consent { token: Token, answer: Answer },
    /// What the table adds to the next deal: fresh from the home, which nobody can guess and which is used once.
    Entropy { secret: Secret },
    /// A person's device is going to add to the shuffles, or no more.
    Mix { token: Token, switch: Switch },
    /// A person's device promises what it is going to add to the deal with this number.
    Promise { token: Token, deal: u64, promise: Hash },
    /// A person's device opens what it promised.
    Open { token: Token, deal: u64, share: Share },
}
