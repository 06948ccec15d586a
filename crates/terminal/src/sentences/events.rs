//! What happened, in sentences.

use engine::{Card, CardSet, Cards, DrawReason, End, Event, Seat};
use games::and_list;

use super::Narrator;
use crate::text::count;

/// A statement: predicates about one player, which can be joined with the next, or a whole sentence.
enum Statement {
    About(Seat, Vec<String>),
    Sentence(String),
}

impl Statement {
    fn about(seat: Seat, predicate: String) -> Statement {
        Statement::About(seat, vec![predicate])
    }
}

impl Narrator<'_> {
    /// The events in sentences; consecutive statements about the same player are joined.
    pub fn narrate(&self, events: &[Event]) -> Vec<String> {
        let mut statements: Vec<Statement> = Vec::new();
        for statement in self.statements(&with_hands_last(events)) {
            match (statements.last_mut(), statement) {
                (Some(Statement::About(seat, predicates)), Statement::About(same, more)) if *seat == same => {
                    predicates.extend(more);
                }
                (_, statement) => statements.push(statement),
            }
        }
        statements.into_iter().map(|statement| self.sentence(statement)).collect()
    }

    /// The same without dealt cards, which everyone sees in their own hand.
    pub fn narrate_play(&self, events: &[Event]) -> Vec<String> {
        let is_dealt = |event: &Event| matches!(event, Event::Dealt { .. });
        self.narrate(&events.iter().copied().filter(|event| !is_dealt(event)).collect::<Vec<_>>())
    }

    fn sentence(&self, statement: Statement) -> String {
        match statement {
            Statement::Sentence(text) => text,
            Statement::About(seat, predicates) => {
                format!("{} {}.", self.subject(seat), and_list(&predicates))
            }
        }
    }

    /// The statements of the events. Cards that a player laid one after the other make one statement.
    fn statements(&self, events: &[Event]) -> Vec<Statement> {
        let mut out = Vec::new();
        let mut rest = events;
        while let [first, ..] = rest {
            let laid = laid_together(rest);
            if let (Event::Played { seat, .. }, 1..) = (first, laid.len()) {
                let verb = self.compiled.controls().verb;
                let cards = self.cards(laid.iter().copied());
                out.push(Statement::about(
                    *seat,
                    format!("{} {cards}", self.verb(*seat, verb.they, verb.you)),
                ));
                rest = &rest[laid.len()..];
            } else {
                out.extend(self.statement(*first));
                rest = &rest[1..];
            }
        }
        out
    }

    fn statement(&self, event: Event) -> Option<Statement> {
        let plain = |seat: Seat, others: &str, you: &str| {
            Statement::about(seat, self.verb(seat, others, you).to_string())
        };
        let with = |seat: Seat, others: &str, you: &str, rest: String| {
            Statement::about(seat, format!("{} {rest}", self.verb(seat, others, you)))
        };
        Some(match event {
            Event::Dealt { seat, cards: Cards::Seen(cards) } => {
                with(seat, "is dealt", "are dealt", self.cards(cards.iter()))
            }
            Event::Dealt { .. } => return None,
            Event::Turned { card } => Statement::Sentence(format!("The {} is turned up.", self.card(card))),
            Event::Buried { card } => Statement::Sentence(format!(
                "The {} goes back into the stock, and the next card is turned.",
                self.card(card)
            )),
            Event::Played { seat, card } => with(seat, "plays", "play", self.cards([card])),
            Event::Called { seat, suit } => with(seat, "calls", "call", self.suit(suit).to_string()),
            Event::Drew { seat, cards, why } => self.drew(seat, cards, why),
            Event::Took { seat, card } => with(seat, "takes", "take", self.cards([card])),
            Event::Passed { seat } => plain(seat, "passes", "pass"),
            Event::Skipped { seat } => plain(seat, "misses a turn", "miss a turn"),
            Event::Again { seat } => plain(seat, "goes again", "go again"),
            Event::Reversed => Statement::Sentence("The direction of play changes.".into()),
            Event::Pending { seat, cards } => with(
                seat,
                "now faces",
                "now face",
                format!("a penalty of {}", count(usize::from(cards), "card")),
            ),
            Event::Cancelled => Statement::Sentence("The penalty is cancelled.".into()),
            Event::Swapped { seat, with: other } => {
                with(seat, "swaps hands with", "swap hands with", self.name(other))
            }
            Event::Said { seat, word } => with(seat, "says", "say", format!("\"{}\"", self.word(word))),
            Event::Caught { seat, by: Some(by) } => {
                with(by, "catches", "catch", format!("{} for not saying the word", self.name(seat)))
            }
            Event::Caught { seat, by: None } => {
                plain(seat, "forgot to say the word", "forgot to say the word")
            }
            Event::FalseCall { seat } => plain(seat, "makes a false call", "make a false call"),
            Event::Challenged { seat, by, guilty } => self.challenged(seat, by, guilty),
            Event::Reshuffled { cards } => Statement::Sentence(format!(
                "The discards are shuffled into a new stock of {}.",
                count(usize::from(cards), "card")
            )),
            Event::Slapped { seat, card } => {
                with(seat, "slaps", "slap", format!("{} onto the throw", self.cards([card])))
            }
            Event::Exchanged { seat, card } => with(
                seat,
                "exchanges",
                "exchange",
                format!("{} for the joker on the table", self.cards([card])),
            ),
            Event::Declared { seat, what, points } => {
                with(seat, what.they, what.you, format!("with {}", count(usize::from(points), "point")))
            }
            Event::TimedOut { seat } => plain(seat, "runs out of time", "run out of time"),
            Event::Left { seat } => plain(seat, "leaves the table", "leave the table"),
            Event::Out { seat, place } => with(seat, "finishes", "finish", ordinal(place)),
            Event::Shown { seat, cards } => self.shown(seat, cards),
            Event::Ended { how } => Statement::Sentence(ended(how).into()),
        })
    }

    fn drew(&self, seat: Seat, cards: Cards, why: DrawReason) -> Statement {
        let what = match cards {
            Cards::Seen(cards) => self.cards(cards.iter()),
            Cards::Hidden(1) => "a card".into(),
            Cards::Hidden(cards) => count(usize::from(cards), "card"),
        };
        let (others, you) = match why {
            DrawReason::Pick => ("picks up", "pick up"),
            _ => ("draws", "draw"),
        };
        let reason = match why {
            // That the word was missing has just been said.
            DrawReason::Turn | DrawReason::Pick | DrawReason::Timeout | DrawReason::Silence => "",
            DrawReason::Market => " for the general market",
            DrawReason::FalseCall => " for a false call",
            DrawReason::Challenge => " after the challenge",
            DrawReason::Fine => " as a fine",
            DrawReason::Owed => " still owed",
        };
        Statement::about(seat, format!("{} {what}{reason}", self.verb(seat, others, you)))
    }

    fn challenged(&self, seat: Seat, by: Seat, guilty: bool) -> Statement {
        let verdict = if guilty { "did hold a card of the colour" } else { "held no card of the colour" };
        let verb = self.verb(by, "challenges", "challenge");
        Statement::Sentence(format!("{} {verb} {}, who {verdict}.", self.subject(by), self.name(seat)))
    }

    fn shown(&self, seat: Seat, cards: CardSet) -> Statement {
        let verb = self.verb(seat, "is left with", "are left with");
        let points: u32 = cards.iter().map(|card| self.compiled.points(card)).sum();
        let worth = count(points as usize, "point");
        let text = match cards.len() {
            0 => format!("{verb} no card"),
            _ => format!("{verb} {}: {worth}", self.cards(cards.iter())),
        };
        Statement::about(seat, text)
    }
}

/// Hands are shown after the end of the round is announced.
fn with_hands_last(events: &[Event]) -> Vec<Event> {
    let is_shown = |event: &Event| matches!(event, Event::Shown { .. });
    let mut ordered: Vec<Event> = events.iter().copied().filter(|event| !is_shown(event)).collect();
    ordered.extend(events.iter().copied().filter(is_shown));
    ordered
}

/// The cards that one player laid one after the other at the beginning of these events.
fn laid_together(events: &[Event]) -> Vec<Card> {
    let Some(&Event::Played { seat: first, .. }) = events.first() else { return Vec::new() };
    let laid = events.iter().map_while(|event| match event {
        Event::Played { seat, card } if *seat == first => Some(*card),
        _ => None,
    });
    laid.collect()
}

fn ended(how: End) -> &'static str {
    match how {
        End::Out | End::Called => "The round is over.",
        End::Count => "The stock has run out, so the hands are counted.",
        End::Blocked => "Nobody can play or draw, so the round is over.",
        End::Stopped => "The round has gone on too long and stops here.",
        End::Deserted => "Only one player is left at the table, so the round is over.",
    }
}

/// A place in words: "first", "second".
pub fn ordinal(place: u8) -> String {
    let named =
        ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
    let at = usize::from(place).saturating_sub(1);
    named.get(at).map_or_else(|| format!("in place {place}"), |&word| word.to_string())
}

#[cfg(test)]
mod tests {
    use engine::{Suit, Word};
    use games::Session;

    use super::*;
    use crate::sentences::tests::{card, session};
    use crate::sentences::{Audience, SuitNames};

    fn narrated(session: &Session, you: Option<usize>, events: &[Event]) -> String {
        let audience = Audience { you: you.and_then(Seat::new), suit_names: SuitNames::Standard };
        Narrator::of(session, audience).narrate(events).join(" ")
    }

    #[test]
    fn a_play_with_all_that_follows_is_one_sentence_a_player() {
        let session = session("naija-whot", 3);
        let [ada, bola, _] = [0, 1, 2].map(|seat| Seat::new(seat).unwrap());
        let events = [
            Event::Played { seat: ada, card: card(&session, "whot-20") },
            Event::Said { seat: ada, word: Word::Last },
            Event::Called { seat: ada, suit: Suit(0) },
            Event::Drew { seat: bola, cards: Cards::Hidden(2), why: DrawReason::Pick },
            Event::Skipped { seat: bola },
        ];
        assert_eq!(
            narrated(&session, Some(0), &events),
            "You play the 20 of Whot, say \"last card\" and call circle. Bola picks up 2 cards and misses a turn."
        );
        assert_eq!(
            narrated(&session, Some(1), &events),
            "Ada plays the 20 of Whot, says \"last card\" and calls circle. You pick up 2 cards and miss a turn."
        );
    }

    #[test]
    fn time_that_ran_out_is_told_once_and_a_place_as_people_say_it() {
        let session = session("naija-whot", 3);
        let seat = Seat::default();
        let timed_out = [
            Event::TimedOut { seat },
            Event::Drew { seat, cards: Cards::Hidden(1), why: DrawReason::Timeout },
        ];
        assert_eq!(narrated(&session, None, &timed_out), "Ada runs out of time and draws a card.");
        let out = [Event::Played { seat, card: card(&session, "star-1") }, Event::Out { seat, place: 1 }];
        assert_eq!(narrated(&session, Some(0), &out), "You play the 1 of Star and finish first.");
    }

    #[test]
    fn several_cards_are_named_in_one_go_and_hands_come_last() {
        let session = session("yaniv", 2);
        let ada = Seat::default();
        let [nine, ten] = ["9C", "9D"].map(|name| card(&session, name));
        let hand: CardSet = [nine, ten].into_iter().collect();
        let events = [
            Event::Played { seat: ada, card: nine },
            Event::Played { seat: ada, card: ten },
            Event::Shown { seat: ada, cards: hand },
            Event::Ended { how: End::Called },
        ];
        assert_eq!(
            narrated(&session, None, &events),
            "Ada throws the 9 of Clubs and the 9 of Diamonds. The round is over. \
             Ada is left with the 9 of Clubs and the 9 of Diamonds: 18 points."
        );
    }
}
