//! What happens at a table, one event at a time, and how much of it each viewer may see.

use alloc::string::String;
use core::fmt::{self, Write};

use crate::words::closed_words;
use crate::{Card, CardSet, Pack, Seat, Suit, Viewer};

/// Cards that moved: face up, or only counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cards {
    /// These cards.
    Seen(CardSet),
    /// This many cards, face down.
    Hidden(u8),
}

impl Cards {
    /// The number of cards.
    pub fn len(self) -> usize {
        match self {
            Cards::Seen(cards) => cards.len(),
            Cards::Hidden(count) => usize::from(count),
        }
    }

    /// Whether there are no cards.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    fn hide(self) -> Cards {
        Cards::Hidden(self.len() as u8)
    }
}

closed_words! {
    /// Why a player drew.
    DrawReason {
        /// It was the player's turn, and this was the player's choice or the only legal move.
        Turn = "turn",
        /// A pick card.
        Pick = "pick",
        /// General market: everyone but the player of the card draws.
        Market = "market",
        /// A missing call: "last card", "UNO".
        Silence = "silence",
        /// A call or a catch at the wrong time.
        FalseCall = "false-call",
        /// A lost challenge.
        Challenge = "challenge",
        /// An illegal play, where the rules fine it.
        Fine = "fine",
        /// Time ran out.
        Timeout = "timeout",
        /// Cards that an earlier draw could not supply.
        Owed = "owed",
    }
}

closed_words! {
    /// A word that a player has to say.
    Word {
        /// Two cards left (N33).
        Semi = "semi-last-card",
        /// One card left (N34, U14).
        Last = "last-card",
    }
}

closed_words! {
    /// How a round ended.
    End {
        /// A player played the last card, or all places are known.
        Out = "out",
        /// The stock was used up and the hands were counted (N19).
        Count = "count",
        /// Nobody could play or draw (G3).
        Blocked = "blocked",
        /// The limit on actions was reached (G4).
        Stopped = "stopped",
        /// Only one player was left at the table.
        Deserted = "deserted",
        /// A player ended the round by a declaration (Y6).
        Called = "called",
    }
}

closed_words! {
    /// The verbs of the notation that every family shares. [`Event::Declared`] adds the words of the families.
    EventKind {
        /// [`Event::Dealt`].
        Dealt = "dealt",
        /// [`Event::Turned`].
        Turned = "turned",
        /// [`Event::Buried`].
        Buried = "buried",
        /// [`Event::Played`].
        Played = "played",
        /// [`Event::Called`].
        Called = "called",
        /// [`Event::Drew`].
        Drew = "drew",
        /// [`Event::Took`].
        Took = "took",
        /// [`Event::Passed`].
        Passed = "passed",
        /// [`Event::Skipped`].
        Skipped = "skipped",
        /// [`Event::Again`].
        Again = "again",
        /// [`Event::Reversed`].
        Reversed = "reversed",
        /// [`Event::Pending`].
        Pending = "pending",
        /// [`Event::Cancelled`].
        Cancelled = "cancelled",
        /// [`Event::Swapped`].
        Swapped = "swapped",
        /// [`Event::Said`].
        Said = "said",
        /// [`Event::Caught`].
        Caught = "caught",
        /// [`Event::FalseCall`].
        FalseCall = "false-call",
        /// [`Event::Challenged`].
        Challenged = "challenged",
        /// [`Event::Reshuffled`].
        Reshuffled = "reshuffled",
        /// [`Event::Slapped`].
        Slapped = "slapped",
        /// [`Event::Exchanged`].
        Exchanged = "exchanged",
        /// [`Event::TimedOut`].
        TimedOut = "timed-out",
        /// [`Event::Left`].
        Left = "left",
        /// [`Event::Out`].
        Out = "out",
        /// [`Event::Shown`].
        Shown = "shown",
        /// [`Event::Ended`].
        Ended = "ended",
    }
}

/// A word that the players of one family announce, with the points they hold. Each family has a closed list of them.
#[derive(PartialEq, Eq, Debug)]
pub struct Declaration {
    /// The verb in notation: `yaniv` in `2 yaniv 5`.
    pub word: &'static str,
    /// The name that people use: "Yaniv".
    pub name: &'static str,
    /// What another player does: "calls Yaniv".
    pub they: &'static str,
    /// What the reader does: "call Yaniv".
    pub you: &'static str,
}

/// One thing that happened.
#[expect(missing_docs, reason = "the fields say what they are: who, which card, how many")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A hand was dealt.
    Dealt { seat: Seat, cards: Cards },
    /// The starter was turned up.
    Turned { card: Card },
    /// A turned-up card went back into the stock.
    Buried { card: Card },
    /// A card was played; one event per card, in the order they were played.
    Played { seat: Seat, card: Card },
    /// A suit was called.
    Called { seat: Seat, suit: Suit },
    /// A player drew from the stock.
    Drew { seat: Seat, cards: Cards, why: DrawReason },
    /// An open card was taken.
    Took { seat: Seat, card: Card },
    /// A player passed.
    Passed { seat: Seat },
    /// A player misses a turn.
    Skipped { seat: Seat },
    /// The same player goes on.
    Again { seat: Seat },
    /// The direction of play changed.
    Reversed,
    /// A penalty of this many cards is pending for this player.
    Pending { seat: Seat, cards: u8 },
    /// The pending penalty was cancelled.
    Cancelled,
    /// Two players swapped hands.
    Swapped { seat: Seat, with: Seat },
    /// A player said the word.
    Said { seat: Seat, word: Word },
    /// A player was caught not having said the word, by another player or by the rules.
    Caught { seat: Seat, by: Option<Seat> },
    /// A player said a word or caught another at the wrong time.
    FalseCall { seat: Seat },
    /// A draw card was challenged.
    Challenged { seat: Seat, by: Seat, guilty: bool },
    /// The discards became the new stock.
    Reshuffled { cards: u8 },
    /// A card was slapped onto the pile.
    Slapped { seat: Seat, card: Card },
    /// A player exchanged a card for the joker on the table that stands for it.
    Exchanged { seat: Seat, card: Card },
    /// A player made a declaration of the family, holding this many points.
    Declared { seat: Seat, what: &'static Declaration, points: u16 },
    /// Time ran out for a player.
    TimedOut { seat: Seat },
    /// A player left the table for good.
    Left { seat: Seat },
    /// A player played the last card and takes this place.
    Out { seat: Seat, place: u8 },
    /// A hand was shown at the end of the round.
    Shown { seat: Seat, cards: CardSet },
    /// The round is over.
    Ended { how: End },
}

impl Event {
    /// The event as this viewer may see it. Events are redacted nowhere else.
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
            | Event::Declared { .. }
            | Event::TimedOut { .. }
            | Event::Left { .. }
            | Event::Out { .. }
            | Event::Ended { .. } => self,
        }
    }

    /// The verb of the notation: a word of [`EventKind`], or that of a declaration.
    pub fn verb(self) -> &'static str {
        let kind = match self {
            Event::Declared { what, .. } => return what.word,
            Event::Dealt { .. } => EventKind::Dealt,
            Event::Turned { .. } => EventKind::Turned,
            Event::Buried { .. } => EventKind::Buried,
            Event::Played { .. } => EventKind::Played,
            Event::Called { .. } => EventKind::Called,
            Event::Drew { .. } => EventKind::Drew,
            Event::Took { .. } => EventKind::Took,
            Event::Passed { .. } => EventKind::Passed,
            Event::Skipped { .. } => EventKind::Skipped,
            Event::Again { .. } => EventKind::Again,
            Event::Reversed => EventKind::Reversed,
            Event::Pending { .. } => EventKind::Pending,
            Event::Cancelled => EventKind::Cancelled,
            Event::Swapped { .. } => EventKind::Swapped,
            Event::Said { .. } => EventKind::Said,
            Event::Caught { .. } => EventKind::Caught,
            Event::FalseCall { .. } => EventKind::FalseCall,
            Event::Challenged { .. } => EventKind::Challenged,
            Event::Reshuffled { .. } => EventKind::Reshuffled,
            Event::Slapped { .. } => EventKind::Slapped,
            Event::Exchanged { .. } => EventKind::Exchanged,
            Event::TimedOut { .. } => EventKind::TimedOut,
            Event::Left { .. } => EventKind::Left,
            Event::Out { .. } => EventKind::Out,
            Event::Shown { .. } => EventKind::Shown,
            Event::Ended { .. } => EventKind::Ended,
        };
        kind.word()
    }

    /// The event in notation: `2 drew pick 4`, `0 played star-8`, `reversed`.
    pub fn notation(self, pack: &Pack) -> String {
        let mut text = String::new();
        self.write(pack, &mut text);
        text
    }

    /// Writes the event in notation.
    pub fn write(self, pack: &Pack, out: &mut String) {
        let verb = self.verb();
        match self {
            Event::Reversed | Event::Cancelled => out.push_str(verb),
            Event::Turned { card } | Event::Buried { card } => words(out, [verb, pack.notation(card)]),
            Event::Reshuffled { cards } => about(out, verb, cards),
            Event::Ended { how } => words(out, [verb, how.word()]),
            Event::Passed { seat }
            | Event::Skipped { seat }
            | Event::Again { seat }
            | Event::FalseCall { seat }
            | Event::Caught { seat, by: None }
            | Event::TimedOut { seat }
            | Event::Left { seat } => of_seat(out, seat, [verb]),
            Event::Played { seat, card }
            | Event::Took { seat, card }
            | Event::Slapped { seat, card }
            | Event::Exchanged { seat, card } => of_seat(out, seat, [verb, pack.notation(card)]),
            Event::Dealt { seat, cards } => {
                of_seat(out, seat, [verb]);
                counted(out, cards, pack);
            }
            Event::Drew { seat, cards, why } => {
                of_seat(out, seat, [verb, why.word()]);
                counted(out, cards, pack);
            }
            Event::Shown { seat, cards } => {
                of_seat(out, seat, [verb, ""]);
                pack.write_list(cards, out);
            }
            Event::Called { seat, suit } => of_seat(out, seat, [verb, pack.suit_name(suit)]),
            Event::Pending { seat, cards } => of_seat_with(out, seat, verb, cards),
            Event::Swapped { seat, with } => of_seat_with(out, seat, verb, with),
            Event::Said { seat, word } => of_seat(out, seat, [verb, word.word()]),
            Event::Caught { seat, by: Some(by) } => of_seat_with(out, seat, verb, by),
            Event::Challenged { seat, by, guilty } => {
                of_seat_with(out, seat, verb, by);
                out.push_str(if guilty { " guilty" } else { " innocent" });
            }
            Event::Declared { seat, points, .. } => of_seat_with(out, seat, verb, points),
            Event::Out { seat, place } => of_seat_with(out, seat, verb, place),
        }
    }
}

fn words<const N: usize>(out: &mut String, words: [&str; N]) {
    for (at, word) in words.into_iter().enumerate() {
        if at > 0 {
            out.push(' ');
        }
        out.push_str(word);
    }
}

fn about(out: &mut String, verb: &str, what: impl fmt::Display) {
    // Writing into a string does not fail.
    let _ = write!(out, "{verb} {what}");
}

fn of_seat<const N: usize>(out: &mut String, seat: Seat, after: [&str; N]) {
    out.push(seat.digit());
    for word in after {
        out.push(' ');
        out.push_str(word);
    }
}

fn of_seat_with(out: &mut String, seat: Seat, verb: &str, what: impl fmt::Display) {
    of_seat(out, seat, [""]);
    about(out, verb, what);
}

/// How many cards, and which if they are seen.
fn counted(out: &mut String, cards: Cards, pack: &Pack) {
    about(out, "", cards.len());
    if let Cards::Seen(set) = cards {
        out.push(' ');
        pack.write_list(set, out);
    }
}

/// Receives the events of a game. A playout that needs none passes `()` at no cost.
pub trait EventSink {
    /// Receives one event.
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
