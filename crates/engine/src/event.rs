//! What happens at a table, one fact at a time, and what of it each viewer may see.

use alloc::format;
use alloc::string::String;

use crate::{Card, CardSet, Pack, Seat, Suit, Viewer};

/// Cards that changed place: seen, or only counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cards {
    /// These cards.
    Seen(CardSet),
    /// So many cards, face down.
    Hidden(u8),
}

impl Cards {
    /// How many cards.
    pub fn len(self) -> usize {
        match self {
            Cards::Seen(cards) => cards.len(),
            Cards::Hidden(count) => usize::from(count),
        }
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    fn hide(self) -> Cards {
        Cards::Hidden(self.len() as u8)
    }
}

/// Why a player drew.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DrawReason {
    /// It was the player's turn, and this was the player's choice or only way.
    Turn,
    /// A pick card.
    Pick,
    /// General market: everyone but the player of the card draws.
    Market,
    /// A missing call: "last card", "UNO".
    Silence,
    /// A call or a catch that was out of place.
    FalseCall,
    /// A challenge that was lost.
    Challenge,
    /// An illegal play, where the house fines it.
    Fine,
    /// Time ran out.
    Timeout,
    /// Cards that an earlier draw could not supply.
    Owed,
}

impl DrawReason {
    /// Every reason.
    pub(crate) const ALL: [DrawReason; 9] = [
        DrawReason::Turn,
        DrawReason::Pick,
        DrawReason::Market,
        DrawReason::Silence,
        DrawReason::FalseCall,
        DrawReason::Challenge,
        DrawReason::Fine,
        DrawReason::Timeout,
        DrawReason::Owed,
    ];

    /// The reason that is written so.
    pub(crate) fn parse(text: &str) -> Option<DrawReason> {
        DrawReason::ALL.into_iter().find(|why| why.word() == text)
    }

    fn word(self) -> &'static str {
        match self {
            DrawReason::Turn => "turn",
            DrawReason::Pick => "pick",
            DrawReason::Market => "market",
            DrawReason::Silence => "silence",
            DrawReason::FalseCall => "false-call",
            DrawReason::Challenge => "challenge",
            DrawReason::Fine => "fine",
            DrawReason::Timeout => "timeout",
            DrawReason::Owed => "owed",
        }
    }
}

/// A word that a player owes the others.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Word {
    /// Two cards left (N33).
    Semi,
    /// One card left (N34, U14).
    Last,
}

impl Word {
    /// The word that is written so.
    pub fn parse(text: &str) -> Option<Word> {
        [Word::Semi, Word::Last].into_iter().find(|word| word.notation() == text)
    }

    /// The word in notation.
    pub fn notation(self) -> &'static str {
        match self {
            Word::Semi => "semi-last-card",
            Word::Last => "last-card",
        }
    }
}

/// How a round came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// Somebody played the last card, or all places are known.
    Out,
    /// The stock was used up and the hands were counted (N19).
    Count,
    /// Nobody could play or draw (G3).
    Blocked,
    /// The safety stop of G4.
    Stopped,
    /// Only one player was left at the table.
    Deserted,
    /// Yaniv was called (Y6).
    Called,
}

impl End {
    /// Every way to end.
    pub(crate) const ALL: [End; 6] =
        [End::Out, End::Count, End::Blocked, End::Stopped, End::Deserted, End::Called];

    /// The end that is written so.
    pub fn parse(text: &str) -> Option<End> {
        End::ALL.into_iter().find(|end| end.word() == text)
    }

    /// The word in notation.
    pub fn word(self) -> &'static str {
        match self {
            End::Out => "out",
            End::Count => "count",
            End::Blocked => "blocked",
            End::Stopped => "stopped",
            End::Deserted => "deserted",
            End::Called => "called",
        }
    }
}

/// One fact that happened.
#[expect(missing_docs, reason = "the fields say what they are: who, which card, how many")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A hand was dealt.
    Dealt { seat: Seat, cards: Cards },
    /// The starter was turned up.
    Turned { card: Card },
    /// A turned-up card went back into the stock.
    Buried { card: Card },
    /// A card was played; one event a card, in the order in which they were laid.
    Played { seat: Seat, card: Card },
    /// A suit was called.
    Called { seat: Seat, suit: Suit },
    /// Cards came from the stock.
    Drew { seat: Seat, cards: Cards, why: DrawReason },
    /// An open card was taken.
    Took { seat: Seat, card: Card },
    /// A player let the turn go by.
    Passed { seat: Seat },
    /// A player misses a turn.
    Skipped { seat: Seat },
    /// The same player goes on.
    Again { seat: Seat },
    /// The direction of play changed.
    Reversed,
    /// A penalty of so many cards waits for this player.
    Pending { seat: Seat, cards: u8 },
    /// A waiting penalty was done away with.
    Cancelled,
    /// Two players changed hands.
    Swapped { seat: Seat, with: Seat },
    /// A player said the word.
    Said { seat: Seat, word: Word },
    /// A player was caught without the word, by another or by the rules.
    Caught { seat: Seat, by: Option<Seat> },
    /// A player said or caught out of place.
    FalseCall { seat: Seat },
    /// A draw card was challenged.
    Challenged { seat: Seat, by: Seat, guilty: bool },
    /// The discards became the new stock.
    Reshuffled { cards: u8 },
    /// A card was slapped onto the pile.
    Slapped { seat: Seat, card: Card },
    /// The real card was exchanged for a joker on the table.
    Exchanged { seat: Seat, card: Card },
    /// A player called Yaniv with so many points.
    Yaniv { seat: Seat, points: u16 },
    /// A player answered with Assaf.
    Assaf { seat: Seat, points: u16 },
    /// Time ran out for a player.
    TimedOut { seat: Seat },
    /// A player left the table for good.
    Left { seat: Seat },
    /// A player has got rid of all cards and takes this place.
    Out { seat: Seat, place: u8 },
    /// The hands are shown at the end of a round.
    Shown { seat: Seat, cards: CardSet },
    /// The round is over.
    Ended { how: End },
}

impl Event {
    /// The event as this viewer may see it. The only place where an event is redacted.
    #[must_use]
    pub fn seen_by(self, viewer: Viewer, pack: &Pack) -> Event {
        let hide = |seat: Seat, cards: Cards| match cards {
            Cards::Seen(set) if viewer == Viewer::Seat(seat) => Cards::Seen(pack.canonical(set)),
            other => other.hide(),
        };
        match self {
            Event::Dealt { seat, cards } => Event::Dealt { seat, cards: hide(seat, cards) },
            Event::Drew { seat, cards, why } => Event::Drew { seat, cards: hide(seat, cards), why },
            Event::Shown { seat, cards } => Event::Shown { seat, cards: pack.canonical(cards) },
            Event::Turned { card } => Event::Turned { card: pack.first_copy(card) },
            Event::Buried { card } => Event::Buried { card: pack.first_copy(card) },
            Event::Played { seat, card } => Event::Played { seat, card: pack.first_copy(card) },
            Event::Took { seat, card } => Event::Took { seat, card: pack.first_copy(card) },
            Event::Slapped { seat, card } => Event::Slapped { seat, card: pack.first_copy(card) },
            Event::Exchanged { seat, card } => Event::Exchanged { seat, card: pack.first_copy(card) },
            Event::Called { .. }
            | Event::Passed { .. }
            | Event::Skipped { .. }
            | Event::Again { .. }
            | Event::Reversed
            | Event::Pending { .. }
            | Event::Cancelled
            | Event::Swapped { .. }
            | Event::Said { .. }
            | Event::Caught { .. }
            | Event::FalseCall { .. }
            | Event::Challenged { .. }
            | Event::Reshuffled { .. }
            | Event::Yaniv { .. }
            | Event::Assaf { .. }
            | Event::TimedOut { .. }
            | Event::Left { .. }
            | Event::Out { .. }
            | Event::Ended { .. } => self,
        }
    }

    /// The event in notation: `2 drew 4 pick`, `0 played star-8`, `reversed`.
    pub fn notation(self, pack: &Pack) -> String {
        let some = |cards: Cards| match cards {
            Cards::Seen(set) => format!("{} {}", set.len(), pack.list(set)),
            Cards::Hidden(count) => format!("{count}"),
        };
        let card_of = |card| pack.notation(card);
        match self {
            Event::Dealt { seat, cards } => format!("{seat} dealt {}", some(cards)),
            Event::Turned { card } => format!("turned {}", card_of(card)),
            Event::Buried { card } => format!("buried {}", card_of(card)),
            Event::Played { seat, card } => format!("{seat} played {}", card_of(card)),
            Event::Called { seat, suit } => format!("{seat} called {}", pack.suit_name(suit)),
            Event::Drew { seat, cards, why } => format!("{seat} drew {} {}", why.word(), some(cards)),
            Event::Took { seat, card } => format!("{seat} took {}", card_of(card)),
            Event::Passed { seat } => format!("{seat} passed"),
            Event::Skipped { seat } => format!("{seat} skipped"),
            Event::Again { seat } => format!("{seat} again"),
            Event::Reversed => "reversed".into(),
            Event::Pending { seat, cards } => format!("{seat} pending {cards}"),
            Event::Cancelled => "cancelled".into(),
            Event::Swapped { seat, with } => format!("{seat} swapped {with}"),
            Event::Said { seat, word } => format!("{seat} said {}", word.notation()),
            Event::Caught { seat, by: Some(by) } => format!("{seat} caught {by}"),
            Event::Caught { seat, by: None } => format!("{seat} caught"),
            Event::FalseCall { seat } => format!("{seat} false-call"),
            Event::Challenged { seat, by, guilty } => {
                format!("{seat} challenged {by} {}", if guilty { "guilty" } else { "innocent" })
            }
            Event::Reshuffled { cards } => format!("reshuffled {cards}"),
            Event::Slapped { seat, card } => format!("{seat} slapped {}", card_of(card)),
            Event::Exchanged { seat, card } => format!("{seat} exchanged {}", card_of(card)),
            Event::Yaniv { seat, points } => format!("{seat} yaniv {points}"),
            Event::Assaf { seat, points } => format!("{seat} assaf {points}"),
            Event::TimedOut { seat } => format!("{seat} timed-out"),
            Event::Left { seat } => format!("{seat} left"),
            Event::Out { seat, place } => format!("{seat} out {place}"),
            Event::Shown { seat, cards } => format!("{seat} shown {}", pack.list(cards)),
            Event::Ended { how } => format!("ended {}", how.word()),
        }
    }
}

/// Where a game reports what happened. A playout that wants no events passes `()` and pays nothing.
pub trait EventSink {
    /// Takes one event.
    fn tell(&mut self, event: Event);
}

impl EventSink for () {
    #[inline]
    fn tell(&mut self, _event: Event) {}
}

impl EventSink for alloc::vec::Vec<Event> {
    fn tell(&mut self, event: Event) {
        self.push(event);
    }
}
