//! Errors: rules that cannot be played or changed, matches that cannot begin or go on, records that fail verification.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use engine::{PackError, Seat};
use thiserror::Error;

use crate::record::RecordError;
use crate::rule_file::Fault;

/// Why a rule set cannot be played at a table.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CompileError {
    /// The rules are for another number of players.
    #[error("{title} is for {players} players, not {seats}")]
    Seats {
        /// The title of the rule set.
        title: String,
        /// The allowed numbers of players: `2-8`.
        players: String,
        /// How many seats the table has.
        seats: usize,
    },
    /// The rules contradict each other.
    #[error("{key}: {message}")]
    Rules {
        /// The option to blame.
        key: &'static str,
        /// What is wrong and what would be right.
        message: String,
    },
    /// The pack cannot be made.
    #[error("{0}")]
    Pack(PackError),
}

/// Why a round cannot be dealt.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum DealError {
    /// The order of the pack leaves a card out or names one twice.
    #[error("a deal names each of the {cards} cards once")]
    Order {
        /// How many cards the pack has.
        cards: usize,
    },
    /// There are fewer than two players, or one of them has no seat at this table.
    #[error("a round needs two or more of the {seats} seats")]
    Seats {
        /// How many seats the table has.
        seats: usize,
    },
    /// The hands take up the whole pack.
    #[error("the pack is too small for this deal")]
    PackTooSmall,
}

/// Why a rule set cannot be changed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ChangeError {
    /// A change is not written as a key and a value.
    #[error("\"{0}\" is not key=value")]
    NotKeyValue(String),
    /// The changed rules would have faults.
    #[error("{}", joined(.0))]
    Faults(Vec<Fault>),
}

impl ChangeError {
    /// What is wrong, one sentence or more for each fault.
    pub fn messages(&self) -> Vec<String> {
        match self {
            ChangeError::NotKeyValue(_) => [self.to_string()].into(),
            ChangeError::Faults(faults) => faults.iter().map(|fault| fault.message.clone()).collect(),
        }
    }
}

/// Why a match cannot begin, or its next round cannot be dealt.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SessionError {
    /// The rules cannot be played at this table.
    #[error(transparent)]
    Compile(#[from] CompileError),
    /// The round cannot be dealt.
    #[error(transparent)]
    Deal(#[from] DealError),
    /// The first dealer has no seat.
    #[error("there is no seat {seat} at a table of {seats}")]
    NoDealer {
        /// The seat that was to deal.
        seat: Seat,
        /// How many seats the table has.
        seats: usize,
    },
    /// There are more scores than seats.
    #[error("there are more scores than seats")]
    TooManyScores,
    /// There are more names than seats.
    #[error("there are more names than seats")]
    TooManyNames,
    /// A name cannot be written in a record.
    #[error("\"{}\" cannot be a name: 1 to 40 letters without a comma", .0.escape_debug())]
    BadName(String),
    /// The name of the table cannot be written in a record.
    #[error("a table is named by 1 to {max_bytes} letters and digits")]
    BadTable {
        /// The maximum length.
        max_bytes: usize,
    },
    /// A card of the arranged deck is not in the pack.
    #[error("there is no card \"{0}\" in this pack")]
    NoSuchCard(String),
    /// A card of the arranged deck is named more often than the pack has copies.
    #[error("{card} is there too often: the pack has {copies}")]
    TooOften {
        /// The card in notation.
        card: String,
        /// How many copies the pack has.
        copies: usize,
    },
    /// The round is still being played.
    #[error("the round is not over yet")]
    RoundNotOver,
    /// The match is over.
    #[error("the match is over")]
    MatchOver,
    /// A match with verifiable shuffles needs a proof for each deal.
    #[error("the next round needs promises, as the first had them")]
    ProofNeeded,
    /// A match without verifiable shuffles takes no proof.
    #[error("this match is shuffled from its seed")]
    NoProofNeeded,
    /// Two deals have the same number.
    #[error("the number {0} was used for a deal before")]
    DealNumberUsed(u64),
}

/// A seat number that the table does not have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("there is no seat {number}; seats are 0 to {}", .seats.saturating_sub(1))]
pub struct NoSuchSeat {
    /// The number.
    pub number: u64,
    /// How many seats the table has.
    pub seats: usize,
}

/// Why a record fails verification.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum VerifyError {
    /// The match has no promises.
    #[error("nothing was promised: this match was shuffled from a number alone")]
    NothingPromised,
    /// The first deck was arranged.
    #[error("the pack was laid out instead of shuffled")]
    Arranged,
    /// The record cannot be replayed.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The server's secret does not match its promise.
    #[error("in deal {deal} the server did not keep its promise")]
    Server {
        /// The number of the deal.
        deal: u64,
    },
    /// A player's share does not match the promise.
    #[error("in deal {deal} the share of {player} is not the promised one")]
    Player {
        /// The number of the deal.
        deal: u64,
        /// The name of the player.
        player: String,
    },
    /// The shares are out of order.
    #[error("in deal {deal} the shares are not in the order of the seats")]
    Order {
        /// The number of the deal.
        deal: u64,
    },
    /// There are more abandoned deals than a table makes.
    #[error("before deal {deal} more than {most} deals were given up")]
    TooManyRestarts {
        /// The number of the deal.
        deal: u64,
        /// The maximum.
        most: usize,
    },
    /// A deal was abandoned, and nobody at the table can be the reason.
    #[error("deal {deal} was given up, and it is not told rightly because of whom")]
    NobodyWithheld {
        /// The number of the abandoned deal.
        deal: u64,
    },
    /// There is a signature of a device that has no key in the record.
    #[error("line {line} is signed by the device of {player}, which has no key in this record")]
    SealWithoutKey {
        /// The line of the signature.
        line: usize,
        /// The name of the player.
        player: String,
    },
    /// A signature does not fit.
    #[error(
        "the device of {player} did not sign this: something up to the end of the round of deal {deal} was changed \
         afterwards, or the signature in line {line} was"
    )]
    Signature {
        /// The line of the signature.
        line: usize,
        /// The number of the deal.
        deal: u64,
        /// The name of the player.
        player: String,
    },
    /// A device signed that it saw something else.
    #[error(
        "in the round of deal {deal} the device of {player} saw other cards or moves than this record tells"
    )]
    SawOtherwise {
        /// The number of the deal.
        deal: u64,
        /// The name of the player.
        player: String,
    },
    /// The record leaves out which cards moved.
    #[error("after line {line} it is not told which cards moved")]
    CardsNotTold {
        /// The last line that states its cards.
        line: usize,
    },
    /// A deal is missing between two others.
    #[error("after deal {before} comes deal {after}, and nothing tells why")]
    DealMissing {
        /// The deal before the gap.
        before: u64,
        /// The deal after the gap.
        after: u64,
    },
}

fn joined(faults: &[Fault]) -> String {
    let messages: Vec<&str> = faults.iter().map(|fault| fault.message.as_str()).collect();
    messages.join(" ")
}
