//! What comes out of a table.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use engine::{Card, Event, Outcome, Scene, Seat, SeatSet, Viewer};
use games::Rules;
use games::fair_shuffle::{Hash, Proof};
use games::seal::DeviceKey;

use crate::{Millis, Refusal, Switch, Token};

/// What comes out of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Output {
    /// For the person or the spectator with this token.
    To(Token, Message),
    /// For the host: the answer to an input without a token.
    Host(Message),
    /// The table wants a [`Tick`](crate::Input::Tick) at this time, unless another input comes first.
    WakeAt(Millis),
}

/// What comes out of a table at one input, while the scenes that follow are not drawn yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Undrawn {
    /// What comes out, but for scenes and the wake-up time.
    pub outputs: Vec<Output>,
    /// Who gets a new scene after that.
    pub scenes: Vec<Token>,
    /// When the table wants a [`Tick`](crate::Input::Tick), unless another input comes first.
    pub wake: Option<Millis>,
}

/// A message to one viewer. It never depends on a card that the viewer may not know.
#[expect(missing_docs, reason = "the fields say what they are: who, which number, how many")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Message {
    /// The token is known here, as this viewer.
    Welcome { viewer: Viewer },
    /// Who sits where.
    Players(Vec<Player>),
    /// The rules in force.
    Rules(Arc<Rules>),
    /// A round is dealt; before the first, the cards that were cut for the dealer (N11, G15).
    Deal { round: u16, dealer: Seat, cuts: Vec<(Seat, Card)> },
    /// The running scores, for a new viewer: before this round of the match, or after it once it is over. `ending` is
    /// the last step of a round that is over.
    Scores {
        round: u16,
        dealer: Seat,
        scores: Vec<i32>,
        playing: SeatSet,
        standing: Standing,
        ending: Vec<Event>,
    },
    /// What happened between the position before and the one with this number.
    Events { number: u64, events: Vec<Event> },
    /// The position with this number, as the viewer sees it.
    Scene { number: u64, scene: Box<Scene> },
    /// The deadline of the player in this seat.
    Deadline { seat: Seat, at: Millis },
    /// The answer to [`Ask`](crate::Input::Ask): why the move would be [refused](Message::Refused), or nothing if it is legal.
    Answer { notation: String, why: Option<Refusal> },
    /// What a good player would do in the position with this number, and why; only for the player who asked.
    /// `about` is the reason in notation, for front ends in other languages.
    Hint { number: u64, notation: String, why: String, about: String },
    /// The request was refused.
    Refused(Refusal),
    /// A held move answered an earlier position than this one, and was dropped (G20).
    Stale { number: u64 },
    /// The round is over: its result, the running scores, and who plays on.
    RoundOver { outcome: Box<Outcome>, scores: Vec<i32>, playing: SeatSet, standing: Standing },
    /// The match is over.
    MatchOver { winners: SeatSet, scores: Vec<i32> },
    /// Something about the table rather than the game.
    Notice(Notice),
    /// After moves were taken back: how many steps the round has left, its deal included.
    Rewound { steps: u64 },
    /// A step of the verifiable shuffle (G16).
    Shuffle(ShuffleStep),
}

/// How the match stands, besides the scores.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Standing {
    /// The place of each seat in the match so far, 1 for the best.
    pub places: Vec<u8>,
    /// The players who were eliminated.
    pub out: SeatSet,
}

/// A step of a verifiable shuffle (G16). Everyone is told the same.
#[expect(missing_docs, reason = "the fields say what they are")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ShuffleStep {
    /// The table promises its secret for the deal with this number; devices promise their shares now. The transcript is
    /// that of the match before this deal; tables from before do not tell it.
    Promised { deal: u64, promise: Hash, rules: Hash, transcript: Option<Hash> },
    /// What the devices promised, and the keys that they sign with; they reveal it now.
    Frozen { deal: u64, parts: Vec<(Seat, Hash)>, keys: Vec<(Seat, DeviceKey)> },
    /// These did not reveal what they had promised: the deal is abandoned, and another begins.
    GivenUp { deal: u64, withheld: Vec<Seat> },
    /// The device of this player no longer takes part in the shuffles.
    Without { seat: Seat },
    /// No device answers: the deal waits for one, or until the players agree that the host shuffles alone.
    Unanswered { deal: u64, agreed: SeatSet },
    /// The round with this deal is over, and devices sign it: the digest of the record up to here.
    Digest { deal: u64, digest: Hash },
    /// What the deals were computed from.
    Revealed(Vec<Proof>),
}

/// Something about the table rather than the game.
#[expect(missing_docs, reason = "the fields say what they are")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notice {
    /// The move is held until then: others may still react to the one before (J11).
    Held { until: Millis },
    /// A computer player keeps the seat of a person who is away (G11).
    Kept { seat: Seat },
    /// A person is back.
    Returned { seat: Seat },
    /// A person has left (G19).
    Left { seat: Seat },
    /// A person was removed.
    Removed { seat: Seat },
    /// So many people want this person removed, of so many who have to.
    Vote { seat: Seat, given: usize, needed: usize },
    /// A person asks the others to take a move back (G13).
    TakebackAsked { by: Seat },
    /// A player denied the request.
    TakebackDenied { by: Seat },
    /// Nobody answered the request in time.
    TakebackLapsed { by: Seat },
    /// The moves since the last one of this player were taken back.
    TakenBack { by: Seat },
    /// The table says the word for this person, or stops doing so.
    Announcing(Switch),
}

/// Who plays for a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayerKind {
    /// A person who is present.
    Person,
    /// A computer player.
    Bot,
    /// A computer player for a person who is away.
    Away,
    /// A computer player for a person who has left and may come back.
    Left,
    /// Nobody: the person has left, and the hand is folded.
    Folded,
}

/// One of the players, as everyone may know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    /// The seat.
    pub seat: Seat,
    /// The name (Y29).
    pub name: String,
    /// Who plays for it.
    pub kind: PlayerKind,
}
