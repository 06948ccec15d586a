//! Why a table does not do what it was asked to do.

use alloc::string::String;
use core::fmt;

use engine::Pack;

/// Declares an enum of refusals. One row is a variant, its word for programs and its sentence for people, which may
/// name the fields of the variant. A row in parentheses takes word and sentence from the refusal within.
#[macro_export]
macro_rules! refusals {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident {
            $( ($(#[$nested_doc:meta])* $nested:ident($inner:ty)), )*
            $( $(#[$doc:meta])* $variant:ident $({ $($field:ident: $type:ty),+ })? = $code:literal, $sentence:literal; )*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, PartialEq, Eq, Debug)]
        $vis enum $name {
            $( $(#[$nested_doc])* $nested($inner), )*
            $(
                $(#[$doc])*
                #[allow(missing_docs, reason = "the sentence of the row says what the fields are")]
                $variant $({ $($field: $type),+ })?,
            )*
        }

        impl $name {
            /// Every word for programs. Reasons that programs need not tell apart share a word.
            pub fn codes() -> impl Iterator<Item = &'static str> {
                let own: &'static [&'static str] = &[$($code),*];
                own.iter().copied() $(.chain(<$inner>::codes()))*
            }

            /// The reason as a word for programs.
            pub fn code(&self) -> &'static str {
                match self {
                    $( $name::$nested(inner) => inner.code(), )*
                    $( $name::$variant { .. } => $code, )*
                }
            }
        }

        /// The reason in a sentence for people.
        impl ::core::fmt::Display for $name {
            #[allow(unused_variables, reason = "a sentence need not name every field")]
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                match self {
                    $( $name::$nested(inner) => inner.fmt(f), )*
                    $( $name::$variant $({ $($field),+ })? => write!(f, $sentence), )*
                }
            }
        }

        impl ::core::error::Error for $name {}
    };
}

refusals! {
    /// Why a table does not do what it was asked to do.
    pub enum Refusal {
        (/** The rules of the game refuse the move. */ Move(RefusedMove)),

        /// Only a player may do this, and the sender has no seat.
        NoSeat = "no-seat", "You have no seat at this table.";
        /// The sender gave up the seat for the rest of the match.
        Left = "left", "You have left this match.";
        /// The sender neither plays nor watches.
        NotAtTable = "not-here", "You are not at this table.";
        /// A player cannot watch as well.
        AlreadySeated = "seated", "You already have a seat at this table.";

        /// The sender was removed from the table.
        Removed = "removed", "You were removed from this table.";
        /// Nobody else with this name can be removed.
        NoSuchPerson = "no-person", "There is no other person with that name at the table.";
        /// Too few people are there to vote.
        TooFewVoters = "no-vote", "Two others have to agree before somebody is removed, and there are not so many people here.";
        /// Nobody is removed during a round.
        RoundInProgress = "playing", "That has to wait until the round is over.";

        /// No match is in progress.
        NoMatch = "no-match", "No match is in progress.";
        /// A rematch needs a match before it.
        NoMatchYet = "no-match", "There has been no match yet.";
        /// Only possible between matches.
        MatchInProgress = "playing", "That has to wait until the match is over.";
        /// The match has no further round.
        MatchOver = "no-round", "The match is over.";
        /// The next round cannot be dealt.
        NoRound { why: String } = "no-round", "No round can be dealt: {why}.";

        /// The length of the name is out of range (Y29).
        NameLength = "bad-name", "A name has 1 to 24 characters.";
        /// A record could not hold the name.
        NameCharacters = "bad-name", "A name cannot contain commas or control characters.";
        /// Another player has the name (Y29).
        NameTaken = "name-taken", "Someone at the table already has that name.";
        /// All seats of the game are taken.
        Full { most: usize } = "full", "This game has at most {most} players.";
        /// The match cannot begin with this number of players.
        PlayerCount { range: String } = "players", "This game is for {range} players.";
        /// No computer player has this name.
        NoSuchBot = "no-bot", "There is no computer player with that name.";
        /// The rules cannot be played at this table.
        Rules { why: String } = "rules", "{why}";

        /// The move answers another position than the current one, which has this number (G20).
        Stale { number: u64 } = "stale", "";
        /// A computer player's decision is not a legal move.
        NotAMove = "unreadable", "That is not a move.";
        /// Nobody can be caught so soon after a play (V10).
        CatchTooEarly = "too-early", "Too early: nobody can be caught so soon after the play.";
        /// The window for slapping has closed (J11).
        SlapTooLate = "too-late", "Too late to slap.";
        /// The rules leave announcing to the players (G12).
        NoAnnouncing = "not-here", "At this table you have to say the word yourself.";

        /// The cards of the round have been revealed.
        TakebackAfterReveal = "no-takeback", "The round is over and its cards are known.";
        /// The rules forbid takebacks (G13).
        TakebackOff = "no-takeback", "Moves cannot be undone at this table.";
        /// The rules allow takebacks only without other people (G13).
        TakebackPracticeOnly = "no-takeback", "You can only undo moves against computer players.";
        /// A hidden card has been seen since the move (G13).
        HiddenCardSeen = "seen", "Someone has seen a hidden card since then, so the move stands.";
        /// The player has no move to take back.
        NoMoveYet = "nothing", "You have not made a move in this round.";
        /// No takeback waits for this player's consent.
        NoRequest = "no-request", "Nobody is waiting for your answer.";

        /// The rules forbid hints (G21).
        HintsOff = "no-hints", "There are no hints at this table.";
        /// The rules allow hints only without other people (G21).
        HintsPracticeOnly = "no-hints", "You can only get hints against computer players.";
        /// The player has no legal move.
        NothingToDo = "nothing", "There is nothing for you to do now.";

        /// No deal waits for the table's secret (G16).
        NoDealWaits = "not-here", "No deal is waiting for a secret.";
        /// The deal is past this stage, or is another one (G16).
        DealPassed = "too-late", "That deal is not waiting for this.";
        /// The share does not match its promise (G16).
        WrongShare = "wrong-share", "That is not what was promised.";
        /// The signature does not match what was dealt and seen (G16).
        WrongSignature = "wrong-signature", "That is not a signature of this round.";
    }
}

/// A move that the rules of the game refuse, with the reason put into words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RefusedMove {
    /// The reason.
    pub why: engine::Refusal,
    sentence: String,
}

impl RefusedMove {
    /// Puts the reason into words with the names of this pack.
    pub fn new(why: engine::Refusal, pack: &Pack) -> RefusedMove {
        let sentence = why.sentence(pack);
        RefusedMove { why, sentence }
    }

    fn codes() -> impl Iterator<Item = &'static str> {
        engine::Refusal::CODES.iter().copied()
    }

    fn code(&self) -> &'static str {
        self.why.code()
    }
}

impl fmt::Display for RefusedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence)
    }
}
