//! Events read back from their notation, for whoever hears of them from afar.

use crate::{Card, CardSet, Cards, DrawReason, End, Event, Pack, Seat, Suit, Word};

impl Event {
    /// The event that is written so. Cards go by the first copies of their faces, as every viewer is told them.
    pub fn parse(text: &str, pack: &Pack) -> Option<Event> {
        let words: Words<'_> = Words { pack, list: text.split(' ').collect() };
        words.without_seat().or_else(|| words.of_seat(words.seat(0)?))
    }
}

/// The words of a notation, read by their places.
struct Words<'a> {
    pack: &'a Pack,
    list: alloc::vec::Vec<&'a str>,
}

impl Words<'_> {
    fn without_seat(&self) -> Option<Event> {
        Some(match self.list.as_slice() {
            ["turned", card] => Event::Turned { card: self.card(card)? },
            ["buried", card] => Event::Buried { card: self.card(card)? },
            ["reversed"] => Event::Reversed,
            ["cancelled"] => Event::Cancelled,
            ["reshuffled", cards] => Event::Reshuffled { cards: cards.parse().ok()? },
            ["ended", how] => Event::Ended { how: End::parse(how)? },
            _ => return None,
        })
    }

    fn of_seat(&self, seat: Seat) -> Option<Event> {
        Some(match self.list.get(1..)? {
            ["dealt", cards @ ..] => Event::Dealt { seat, cards: self.cards(cards)? },
            ["played", card] => Event::Played { seat, card: self.card(card)? },
            ["called", suit] => Event::Called { seat, suit: self.suit(suit)? },
            ["drew", why, cards @ ..] => {
                Event::Drew { seat, cards: self.cards(cards)?, why: DrawReason::parse(why)? }
            }
            ["took", card] => Event::Took { seat, card: self.card(card)? },
            ["passed"] => Event::Passed { seat },
            ["skipped"] => Event::Skipped { seat },
            ["again"] => Event::Again { seat },
            ["pending", cards] => Event::Pending { seat, cards: cards.parse().ok()? },
            ["swapped", _] => Event::Swapped { seat, with: self.seat(2)? },
            ["said", word] => Event::Said { seat, word: Word::parse(word)? },
            ["caught", _] => Event::Caught { seat, by: Some(self.seat(2)?) },
            ["caught"] => Event::Caught { seat, by: None },
            ["false-call"] => Event::FalseCall { seat },
            ["challenged", _, "guilty"] => Event::Challenged { seat, by: self.seat(2)?, guilty: true },
            ["challenged", _, "innocent"] => Event::Challenged { seat, by: self.seat(2)?, guilty: false },
            ["slapped", card] => Event::Slapped { seat, card: self.card(card)? },
            ["exchanged", card] => Event::Exchanged { seat, card: self.card(card)? },
            ["yaniv", points] => Event::Yaniv { seat, points: points.parse().ok()? },
            ["assaf", points] => Event::Assaf { seat, points: points.parse().ok()? },
            ["timed-out"] => Event::TimedOut { seat },
            ["left"] => Event::Left { seat },
            ["out", place] => Event::Out { seat, place: place.parse().ok()? },
            ["shown", cards @ ..] => Event::Shown { seat, cards: self.pack.read_list(cards)? },
            _ => return None,
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

    /// `3` is three hidden cards, `2 8H 9C` two that are seen.
    fn cards(&self, words: &[&str]) -> Option<Cards> {
        match words {
            [count] => Some(Cards::Hidden(count.parse().ok()?)),
            [_, cards @ ..] => Some(Cards::Seen(self.pack.read_list(cards)?)),
            [] => None,
        }
    }
}

impl Pack {
    /// The cards that the words name, each face by its lowest copies; an empty word is no card.
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

    fn pack() -> Pack {
        Pack::parse_faces(&["hearts", "spades"], &[("hearts", "A K 8"), ("spades", "A K 8")]).unwrap()
    }

    /// One of each kind, so that a new kind that cannot be read back is noticed here.
    fn one_of_each(pack: &Pack) -> Vec<Event> {
        let (seat, with) = (Seat::new(1).unwrap(), Seat::new(9).unwrap());
        let card = pack.cards()[3];
        let seen: CardSet = pack.cards()[..2].iter().copied().collect();
        let draws = DrawReason::ALL.map(|why| Event::Drew { seat, cards: Cards::Hidden(2), why });
        let ends = End::ALL.map(|how| Event::Ended { how });
        let words = [Word::Semi, Word::Last].map(|word| Event::Said { seat, word });
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
            Event::Yaniv { seat, points: 7 },
            Event::Assaf { seat, points: 5 },
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
            assert_eq!(Event::parse(&text, &pack), Some(event), "{text}");
        }
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
            "1 shown 8S 8S",
        ] {
            assert_eq!(Event::parse(text, &pack), None, "{text}");
        }
    }
}
