//! Parses events from their notation, as clients do with the events of a remote table.

use crate::{Card, CardSet, Cards, Declaration, DrawReason, End, Event, EventKind, Pack, Seat, Suit, Word};

impl Event {
    /// Parses an event from its notation; `declarations` are those of the family being played.
    ///
    /// A card is parsed as the first copy of its face, which is what every viewer is sent.
    pub fn parse(text: &str, pack: &Pack, declarations: &[&'static Declaration]) -> Option<Event> {
        let words = Words { pack, list: text.split(' ').collect() };
        match words.seat(0) {
            None => words.of_table(EventKind::parse(words.list[0])?),
            Some(seat) => {
                let verb = *words.list.get(1)?;
                match declarations.iter().find(|known| known.word == verb) {
                    Some(what) => words.declared(seat, what),
                    None => words.of_seat(seat, EventKind::parse(verb)?),
                }
            }
        }
    }
}

/// The words of an event in notation.
struct Words<'a> {
    pack: &'a Pack,
    list: alloc::vec::Vec<&'a str>,
}

impl Words<'_> {
    /// An event that names no seat.
    fn of_table(&self, kind: EventKind) -> Option<Event> {
        Some(match (kind, &self.list[1..]) {
            (EventKind::Turned, [card]) => Event::Turned { card: self.card(card)? },
            (EventKind::Buried, [card]) => Event::Buried { card: self.card(card)? },
            (EventKind::Reversed, []) => Event::Reversed,
            (EventKind::Cancelled, []) => Event::Cancelled,
            (EventKind::Reshuffled, [cards]) => Event::Reshuffled { cards: cards.parse().ok()? },
            (EventKind::Ended, [how]) => Event::Ended { how: End::parse(how)? },
            _ => return None,
        })
    }

    fn declared(&self, seat: Seat, what: &'static Declaration) -> Option<Event> {
        let [points] = self.list.get(2..)? else { return None };
        Some(Event::Declared { seat, what, points: points.parse().ok()? })
    }

    fn of_seat(&self, seat: Seat, kind: EventKind) -> Option<Event> {
        let rest = self.list.get(2..)?;
        let first = || rest.first().filter(|_| rest.len() == 1).copied();
        let none = || rest.is_empty().then_some(());
        Some(match kind {
            EventKind::Dealt => Event::Dealt { seat, cards: self.cards(rest)? },
            EventKind::Played => Event::Played { seat, card: self.card(first()?)? },
            EventKind::Called => Event::Called { seat, suit: self.suit(first()?)? },
            EventKind::Drew => {
                let (why, cards) = rest.split_first()?;
                Event::Drew { seat, cards: self.cards(cards)?, why: DrawReason::parse(why)? }
            }
            EventKind::Took => Event::Took { seat, card: self.card(first()?)? },
            EventKind::Passed => none().map(|()| Event::Passed { seat })?,
            EventKind::Skipped => none().map(|()| Event::Skipped { seat })?,
            EventKind::Again => none().map(|()| Event::Again { seat })?,
            EventKind::Pending => Event::Pending { seat, cards: first()?.parse().ok()? },
            EventKind::Swapped => first().and(self.seat(2)).map(|with| Event::Swapped { seat, with })?,
            EventKind::Said => Event::Said { seat, word: Word::parse(first()?)? },
            EventKind::Caught if rest.is_empty() => Event::Caught { seat, by: None },
            EventKind::Caught => first().and(self.seat(2)).map(|by| Event::Caught { seat, by: Some(by) })?,
            EventKind::FalseCall => none().map(|()| Event::FalseCall { seat })?,
            EventKind::Challenged => {
                let by = self.seat(2)?;
                match rest {
                    [_, "guilty"] => Event::Challenged { seat, by, guilty: true },
                    [_, "innocent"] => Event::Challenged { seat, by, guilty: false },
                    _ => return None,
                }
            }
            EventKind::Slapped => Event::Slapped { seat, card: self.card(first()?)? },
            EventKind::Exchanged => Event::Exchanged { seat, card: self.card(first()?)? },
            EventKind::TimedOut => none().map(|()| Event::TimedOut { seat })?,
            EventKind::Left => none().map(|()| Event::Left { seat })?,
            EventKind::Out => Event::Out { seat, place: first()?.parse().ok()? },
            EventKind::Shown => Event::Shown { seat, cards: self.pack.read_list(rest)? },
            EventKind::Turned
            | EventKind::Buried
            | EventKind::Reversed
            | EventKind::Cancelled
            | EventKind::Reshuffled
            | EventKind::Ended => return None,
        })
    }

    fn seat(&self, at: usize) -> Option<Seat> {
        self.list.get(at)?.parse().ok().and_then(Seat::new)
    }

    fn card(&self, word: &str) -> Option<Card> {
        self.pack.parse(word)
    }

    fn suit(&self, word: &str) -> Option<Suit> {
        self.pack.parse_suit(word)
    }

    /// `3` is three hidden cards, `2 8H 9C` two visible ones.
    fn cards(&self, words: &[&str]) -> Option<Cards> {
        match words {
            [count] => Some(Cards::Hidden(count.parse().ok()?)),
            [_, cards @ ..] => Some(Cards::Seen(self.pack.read_list(cards)?)),
            [] => None,
        }
    }
}

impl Pack {
    /// Parses a list of cards, each face as its lowest free copies. Empty words are ignored.
    pub fn read_list(&self, words: &[&str]) -> Option<CardSet> {
        let mut cards = CardSet::EMPTY;
        for word in words.iter().filter(|word| !word.is_empty()) {
            let free = self.copies(self.parse(word)?) - cards;
            cards.insert(free.lowest()?);
        }
        Some(cards)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    static BINGO: Declaration =
        Declaration { word: "bingo", name: "Bingo", they: "shouts bingo", you: "shout bingo" };

    fn pack() -> Pack {
        Pack::parse_faces(&["hearts", "spades"], &[("hearts", "A K 8"), ("spades", "A K 8")]).unwrap()
    }

    /// One event of each kind, so that a new kind that does not parse fails a test.
    fn one_of_each(pack: &Pack) -> Vec<Event> {
        let (seat, with) = (Seat::new(1).unwrap(), Seat::new(9).unwrap());
        let card = pack.cards()[3];
        let seen: CardSet = pack.cards()[..2].iter().copied().collect();
        let draws = DrawReason::ALL.iter().map(|&why| Event::Drew { seat, cards: Cards::Hidden(2), why });
        let ends = End::ALL.iter().map(|&how| Event::Ended { how });
        let words = Word::ALL.iter().map(|&word| Event::Said { seat, word });
        let plain = [
            Event::Dealt { seat, cards: Cards::Seen(seen) },
            Event::Dealt { seat, cards: Cards::Seen(CardSet::EMPTY) },
            Event::Dealt { seat, cards: Cards::Hidden(5) },
            Event::Turned { card },
            Event::Buried { card },
            Event::Played { seat, card },
            Event::Called { seat, suit: Suit(1) },
            Event::Drew { seat, cards: Cards::Seen(seen), why: DrawReason::Pick },
            Event::Took { seat, card },
            Event::Passed { seat },
            Event::Skipped { seat },
            Event::Again { seat },
            Event::Reversed,
            Event::Pending { seat, cards: 4 },
            Event::Cancelled,
            Event::Swapped { seat, with },
            Event::Caught { seat, by: Some(with) },
            Event::Caught { seat, by: None },
            Event::FalseCall { seat },
            Event::Challenged { seat, by: with, guilty: true },
            Event::Challenged { seat, by: with, guilty: false },
            Event::Reshuffled { cards: 40 },
            Event::Slapped { seat, card },
            Event::Exchanged { seat, card },
            Event::Declared { seat, what: &BINGO, points: 7 },
            Event::TimedOut { seat },
            Event::Left { seat },
            Event::Out { seat, place: 2 },
            Event::Shown { seat, cards: seen },
            Event::Shown { seat, cards: CardSet::EMPTY },
        ];
        plain.into_iter().chain(draws).chain(ends).chain(words).collect()
    }

    #[test]
    fn every_event_is_read_back_as_it_is_written() {
        let pack = pack();
        for event in one_of_each(&pack) {
            let text = event.notation(&pack);
            assert_eq!(Event::parse(&text, &pack, &[&BINGO]), Some(event), "{text}");
        }
    }

    /// A kind without an event in the list above would be a verb that is never written.
    #[test]
    fn every_kind_is_the_verb_of_an_event() {
        let pack = pack();
        let mut verbs: Vec<&str> = one_of_each(&pack).into_iter().map(Event::verb).collect();
        let mut kinds: Vec<&str> = EventKind::ALL.iter().map(|kind| kind.word()).chain(["bingo"]).collect();
        verbs.sort_unstable();
        verbs.dedup();
        kinds.sort_unstable();
        assert_eq!(verbs, kinds);
    }

    #[test]
    fn a_declaration_of_another_family_is_no_event() {
        assert_eq!(Event::parse("1 bingo 7", &pack(), &[]), None);
    }

    #[test]
    fn rubbish_is_no_event() {
        let pack = pack();
        for text in [
            "",
            " ",
            "1",
            "1 ",
            "1 danced",
            "10 passed",
            "-1 passed",
            "1 drew",
            "1 drew turn",
            "1 drew why 2",
            "1 dealt 300",
            "1 dealt 1 9H",
            "turned",
            "ended well",
            "1 passed 2",
            "1 bingo",
            "1 bingo 7 8",
            "1 bingo x",
            "1 turned AH",
            "passed",
            "1 caught 2 3",
            "1 swapped 2 3",
            "1 took AH KH",
            "1 challenged 2",
            "1 shown 8S 8S",
        ] {
            assert_eq!(Event::parse(text, &pack, &[&BINGO]), None, "{text}");
        }
    }
}
