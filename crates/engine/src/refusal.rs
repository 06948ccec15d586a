//! Why a move is refused, as data that a front end can put into words.

use alloc::format;
use alloc::string::{String, ToString};

use crate::{Card, Declaration, Pack, Seat, Suit};

/// Declares the reasons with their codes; a reason without a code does not compile.
macro_rules! refusals {
    ($(
        $(#[$doc:meta])*
        $name:ident $(($($inner:ty),+))? $({ $($field:ident: $type:ty),+ })? = $code:literal,
    )+) => {
        /// Why a move is refused. Every reason has a short code and one sentence.
        #[expect(missing_docs, reason = "the fields say what they are: which card, how many")]
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub enum Refusal {
            $($(#[$doc])* $name $(($($inner),+))? $({ $($field: $type),+ })?,)+
        }

        impl Refusal {
            /// The code of every reason, in the order of the declaration.
            pub const CODES: &'static [&'static str] = &[$($code),+];

            /// The reason as a short code for programs.
            pub const fn code(&self) -> &'static str {
                match self {
                    $(Refusal::$name { .. } => $code,)+
                }
            }
        }
    };
}

refusals! {
    /// The text is not a move.
    Unreadable(String) = "unreadable",
    /// The round is over.
    RoundOver = "round-over",
    /// Another seat is to act.
    NotYourTurn { turn: Option<Seat> } = "not-your-turn",
    /// The seat is not playing in this round.
    NotPlaying = "not-playing",
    /// The card is not in the player's hand.
    NotInHand(Card) = "not-in-hand",
    /// The card matches neither suit nor rank.
    DoesNotFit { card: Card, suit: Option<Suit>, top: Option<Card> } = "does-not-fit",
    /// A penalty is pending: answer it or draw.
    MustAnswer { cards: u8 } = "must-answer",
    /// The rules oblige a player who can answer to do so (E2).
    MustCounter(Card) = "must-counter",
    /// The rules oblige a player with a fitting card to play it (W6, V8).
    MustPlay(Card) = "must-play",
    /// Only the card just drawn can be played now.
    OnlyDrawn(Card) = "only-drawn",
    /// The card just drawn fits and must be played (V7).
    MustPlayDrawn(Card) = "must-play-drawn",
    /// The player is suspended and may only block or pass.
    OnlyBlock = "only-block",
    /// The round may not end on this card (C18).
    MayNotFinish(Card) = "may-not-finish",
    /// The card needs a call, and none was made.
    CallNeeded = "call-needed",
    /// The card takes no call.
    NoCall = "no-call",
    /// A wild may not answer a call (W21).
    NoRecall = "no-recall",
    /// Only a player without a card of the colour may play this card (V3).
    OnlyIfStuck(Card) = "only-if-stuck",
    /// The rules allow only one card at a time (S7).
    NoGroups = "no-groups",
    /// Cards played together must share one number (S7).
    NotAGroup = "not-a-group",
    /// The swap needs a partner.
    PartnerNeeded = "partner-needed",
    /// That seat cannot be the partner.
    BadPartner = "bad-partner",
    /// The card is not a swap.
    NoSwap = "no-swap",
    /// The player cannot pass now.
    CannotPass = "cannot-pass",
    /// No more cards can be drawn in this turn.
    CannotDraw = "cannot-draw",
    /// The stock is empty and there are no discards to make a new one. Programs need not tell this apart.
    StockEmpty = "cannot-draw",
    /// There is no word to say now.
    NothingToSay = "nothing-to-say",
    /// You cannot catch that player now.
    NobodyToCatch = "nobody-to-catch",
    /// There is nothing to challenge.
    NothingToChallenge = "nothing-to-challenge",
    /// The hand is worth too much for the declaration (Y6).
    TooManyPoints { what: &'static Declaration, points: u16, limit: u16 } = "too-many-points",
    /// An empty hand has to declare (J13).
    MustCall(&'static Declaration) = "must-call",
    /// The cards are neither a single card, nor of one rank, nor a run (Y14).
    NotASet = "not-a-set",
    /// That card cannot be taken (Y16).
    CannotTake(Card) = "cannot-take",
    /// There is nothing to slap with (Y18).
    NoSlap = "no-slap",
    /// There is no joker to exchange for that card (Y19).
    NoExchange = "no-exchange",
    /// The rules or the position do not allow the order.
    NoOrder(&'static str) = "no-order",
}

impl Refusal {
    /// Whether rules that fine illegal plays fine this one: the attempt to play a card that may not be played (G9).
    pub fn is_illegal_play(&self) -> bool {
        matches!(
            self,
            Refusal::DoesNotFit { .. }
                | Refusal::MustAnswer { .. }
                | Refusal::OnlyBlock
                | Refusal::OnlyDrawn(_)
                | Refusal::MayNotFinish(_)
                | Refusal::NotAGroup
                | Refusal::NoRecall
                | Refusal::OnlyIfStuck(_)
        )
    }

    /// The reason in one sentence for the player.
    pub fn sentence(&self, pack: &Pack) -> String {
        let name = |card: &Card| pack.name(*card);
        match self {
            Refusal::Unreadable(why) => as_sentence(why),
            Refusal::RoundOver => "The round is over.".into(),
            Refusal::NotYourTurn { turn: Some(turn) } => format!("It is seat {turn}'s turn."),
            Refusal::NotYourTurn { turn: None } => "It is not your turn.".into(),
            Refusal::NotPlaying => "You are not in this round.".into(),
            Refusal::NotInHand(card) => format!("You do not hold the {}.", name(card)),
            Refusal::DoesNotFit { card, suit, top } => {
                format!("The {} does not fit{}.", name(card), wanted(pack, *suit, *top))
            }
            Refusal::MustAnswer { cards } => {
                format!("You face a penalty of {cards} cards: answer it with a card that fits, or draw.")
            }
            Refusal::MustCounter(card) => {
                format!("You can answer with the {}, so you must.", name(card))
            }
            Refusal::MustPlay(card) => {
                format!("You can play the {}, so you may not draw.", name(card))
            }
            Refusal::OnlyDrawn(card) => {
                format!("You can only play the card you just drew, the {}.", name(card))
            }
            Refusal::MustPlayDrawn(card) => {
                format!("The {} you drew fits, so you must play it.", name(card))
            }
            Refusal::OnlyBlock => "You are suspended: block with a card of the same number, or pass.".into(),
            Refusal::MayNotFinish(card) => {
                format!("You may not finish on the {}: draw, and finish with another card.", name(card))
            }
            Refusal::CallNeeded => format!("Choose what to call: {}.", pack.suits().join(", ")),
            Refusal::NoCall => "You cannot call anything with this card.".into(),
            Refusal::NoRecall => "You may not answer a call with another wild card.".into(),
            Refusal::OnlyIfStuck(card) => {
                format!("You may play the {} only if you hold no card of the colour.", name(card))
            }
            Refusal::NoGroups => "You can play only one card at a time.".into(),
            Refusal::NotAGroup => "Cards played together must have the same number.".into(),
            Refusal::PartnerNeeded => "Choose whom to swap with: add `with` and a seat.".into(),
            Refusal::BadPartner => "You can only swap with another player who still holds cards.".into(),
            Refusal::NoSwap => "This card does not swap hands.".into(),
            Refusal::CannotPass => "You cannot pass now.".into(),
            Refusal::CannotDraw => "You cannot draw now.".into(),
            Refusal::StockEmpty => "There are no cards left to draw.".into(),
            Refusal::NothingToSay => "There is nothing for you to say now.".into(),
            Refusal::NobodyToCatch => "You cannot catch that player now.".into(),
            Refusal::NothingToChallenge => "There is nothing to challenge.".into(),
            Refusal::TooManyPoints { what, points, limit } => {
                format!("Your hand is worth {points}: you need {limit} or less to call {}.", what.name)
            }
            Refusal::MustCall(what) => format!("Your hand is empty, so you must {}.", what.you),
            Refusal::NotASet => {
                "Throw one card, cards of one rank, or a run of three or more in one suit.".into()
            }
            Refusal::CannotTake(card) => format!("You cannot take the {} now.", name(card)),
            Refusal::NoSlap => "You have nothing to slap down now.".into(),
            Refusal::NoExchange => "You cannot swap that card for a joker now.".into(),
            Refusal::NoOrder(why) => (*why).to_string(),
        }
    }
}

/// The text with a capital letter and a full stop.
fn as_sentence(text: &str) -> String {
    let mut letters = text.chars();
    let mut out: String = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
    if !out.ends_with(['.', '?', '!']) {
        out.push('.');
    }
    out
}

fn wanted(pack: &Pack, suit: Option<Suit>, top: Option<Card>) -> String {
    let rank = top.map(|card| pack.spoken_rank(pack.face(card).rank));
    match (suit, rank) {
        (Some(suit), Some(rank)) => format!(": you need {} or {}", pack.suit_name(suit), with_article(&rank)),
        (Some(suit), None) => format!(": you need {}", pack.suit_name(suit)),
        (None, Some(rank)) => format!(": you need {}", with_article(&rank)),
        (None, None) => String::new(),
    }
}

/// The name of a rank with its article: "a 6", "an 8", "an Ace".
fn with_article(rank: &str) -> String {
    let vowel =
        rank.starts_with(['8', 'A', 'E', 'I', 'O', 'a', 'e', 'i', 'o']) || ["11", "18"].contains(&rank);
    format!("{} {rank}", if vowel { "an" } else { "a" })
}
