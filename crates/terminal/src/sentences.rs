//! What happened, in plain sentences.

use engine::{Card, CardSet, Cards, DrawReason, End, Event, Refusal, Seat, Style, Suit, Word};
use games::{CompiledRules, Session, and_list};

use crate::text::count;

/// Whose words are used for suits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SuitNames {
    /// The pack's own: circle, triangle, square.
    #[default]
    Standard,
    /// Those of the place: ball, angle, carpet.
    Local,
}

/// How things are told: to whom, and in whose words.
#[derive(Clone, Copy, Debug, Default)]
pub struct Voice {
    /// The seat that is spoken to as "you".
    pub you: Option<Seat>,
    /// Whose words are used for suits.
    pub suit_names: SuitNames,
}

/// Puts what happens in a match into words.
#[derive(Clone, Copy, Debug)]
pub struct Words<'a> {
    compiled: &'a CompiledRules,
    names: &'a [String],
    voice: Voice,
}

/// A fact in words: about one player, so that it can be joined with the next, or a sentence of its own.
enum Fact {
    Of(Seat, Vec<String>),
    Whole(String),
}

impl Fact {
    fn of(seat: Seat, told: String) -> Fact {
        Fact::Of(seat, vec![told])
    }
}

impl<'a> Words<'a> {
    /// Words for a game among players of these names.
    pub fn new(compiled: &'a CompiledRules, names: &'a [String], voice: Voice) -> Words<'a> {
        Words { compiled, names, voice }
    }

    /// Words for a match.
    pub fn of(session: &'a Session, voice: Voice) -> Words<'a> {
        Words::new(session.compiled(), &session.opening().names, voice)
    }

    /// The rules as worked out for the table.
    pub fn compiled(&self) -> &'a CompiledRules {
        self.compiled
    }

    /// The names by seat.
    pub fn names(&self) -> &'a [String] {
        self.names
    }

    /// Who is spoken to.
    pub fn you(&self) -> Option<Seat> {
        self.voice.you
    }

    /// A player by name, or "you".
    pub fn name(&self, seat: Seat) -> String {
        if self.voice.you == Some(seat) { "you".into() } else { self.called(seat) }
    }

    /// A player at the beginning of a sentence.
    pub fn subject(&self, seat: Seat) -> String {
        if self.voice.you == Some(seat) { "You".into() } else { self.called(seat) }
    }

    fn called(&self, seat: Seat) -> String {
        self.names.get(seat.index()).cloned().unwrap_or_else(|| format!("Player {seat}"))
    }

    /// The form of a verb that goes with the player: "plays", or "play" after "you".
    pub fn verb<'v>(&self, seat: Seat, others: &'v str, you: &'v str) -> &'v str {
        if self.voice.you == Some(seat) { you } else { others }
    }

    /// A card by name.
    pub fn card(&self, card: Card) -> String {
        match self.voice.suit_names {
            SuitNames::Standard => self.compiled.pack().name(card),
            SuitNames::Local => self.compiled.pack().local_name(card),
        }
    }

    /// Cards by name, each with its article.
    pub fn cards(&self, cards: impl IntoIterator<Item = Card>) -> String {
        let names: Vec<String> = cards.into_iter().map(|card| format!("the {}", self.card(card))).collect();
        and_list(&names)
    }

    /// A suit by name.
    pub fn suit(&self, suit: Suit) -> &'a str {
        let pack = self.compiled.pack();
        match self.voice.suit_names {
            SuitNames::Standard => pack.suit_name(suit),
            SuitNames::Local => pack.local_word(pack.suit_name(suit)),
        }
    }

    /// What suits are called with this pack.
    pub fn suit_kind(&self) -> &'static str {
        match self.compiled.pack().style() {
            Style::Shapes => "shape",
            Style::French => "suit",
            Style::Colours => "colour",
        }
    }

    /// The word as it is said at this table.
    pub fn word(&self, word: Word) -> &'a str {
        match (word, self.compiled) {
            (Word::Semi, _) => "semi last card",
            (Word::Last, CompiledRules::Matching(compiled)) => &compiled.rules.last_word,
            (Word::Last, CompiledRules::Yaniv(_)) => "last card",
        }
    }

    /// A reason for a refusal, with the player's name where it speaks of a seat.
    pub fn refusal(&self, why: &Refusal) -> String {
        match why {
            Refusal::NotYourTurn { turn: Some(turn) } => {
                format!(
                    "It is not your turn: {} {} to move.",
                    self.name(*turn),
                    self.verb(*turn, "has", "have")
                )
            }
            other => self.localised(&as_sentence(&other.sentence(self.compiled.pack()))),
        }
    }

    /// The text with the suits in the words of this voice.
    pub fn localised(&self, text: &str) -> String {
        match self.voice.suit_names {
            SuitNames::Standard => text.to_string(),
            SuitNames::Local => text
                .split_inclusive(|letter: char| !letter.is_alphanumeric())
                .map(|piece| self.local_piece(piece))
                .collect(),
        }
    }

    /// A word and the sign after it, in the words of the place where it is a suit.
    fn local_piece(&self, piece: &str) -> String {
        let word = piece.trim_end_matches(|letter: char| !letter.is_alphanumeric());
        let (pack, suit) = (self.compiled.pack(), word.to_lowercase());
        if !pack.suits().contains(&suit) {
            return piece.to_string();
        }
        let local = pack.local_word(&suit);
        let local = if suit == word { local.to_string() } else { capital(local) };
        local + &piece[word.len()..]
    }

    /// That a round is dealt, in a sentence.
    pub fn dealt(&self, round: u16, dealer: Seat) -> String {
        let cards = count(self.compiled.hand_size(), "card");
        format!("Round {round}: {} {} {cards} each.", self.name(dealer), self.verb(dealer, "deals", "deal"))
    }

    /// What happened in sentences, facts about the same player in one.
    pub fn tell(&self, events: &[Event]) -> Vec<String> {
        let mut facts: Vec<Fact> = Vec::new();
        for fact in self.facts(&in_telling_order(events)) {
            match (facts.last_mut(), fact) {
                (Some(Fact::Of(seat, told)), Fact::Of(same, more)) if *seat == same => told.extend(more),
                (_, fact) => facts.push(fact),
            }
        }
        facts.into_iter().map(|fact| self.sentence(fact)).collect()
    }

    /// The same without the cards that were dealt: everyone can see their own.
    pub fn tell_play(&self, events: &[Event]) -> Vec<String> {
        let is_dealt = |event: &Event| matches!(event, Event::Dealt { .. });
        self.tell(&events.iter().copied().filter(|event| !is_dealt(event)).collect::<Vec<_>>())
    }

    fn sentence(&self, fact: Fact) -> String {
        match fact {
            Fact::Whole(text) => text,
            Fact::Of(seat, told) => format!("{} {}.", self.subject(seat), and_list(&told)),
        }
    }

    /// The facts of the events; cards that were laid one after the other make one.
    fn facts(&self, events: &[Event]) -> Vec<Fact> {
        let mut out = Vec::new();
        let mut rest = events;
        while let [first, ..] = rest {
            let laid = laid_together(rest);
            if let (Event::Played { seat, .. }, 1..) = (first, laid.len()) {
                let (throws, throw) = match self.compiled {
                    CompiledRules::Matching(_) => ("plays", "play"),
                    CompiledRules::Yaniv(_) => ("throws", "throw"),
                };
                let cards = self.cards(laid.iter().copied());
                out.push(Fact::of(*seat, format!("{} {cards}", self.verb(*seat, throws, throw))));
                rest = &rest[laid.len()..];
            } else {
                out.extend(self.fact(*first));
                rest = &rest[1..];
            }
        }
        out
    }

    fn fact(&self, event: Event) -> Option<Fact> {
        let of =
            |seat: Seat, others: &str, you: &str| Fact::of(seat, self.verb(seat, others, you).to_string());
        let with = |seat: Seat, others: &str, you: &str, rest: String| {
            Fact::of(seat, format!("{} {rest}", self.verb(seat, others, you)))
        };
        Some(match event {
            Event::Dealt { seat, cards: Cards::Seen(cards) } => {
                with(seat, "is dealt", "are dealt", self.cards(cards.iter()))
            }
            Event::Dealt { .. } => return None,
            Event::Turned { card } => Fact::Whole(format!("The {} is turned up.", self.card(card))),
            Event::Buried { card } => Fact::Whole(format!(
                "The {} goes back into the stock, and the next card is turned.",
                self.card(card)
            )),
            Event::Played { seat, card } => with(seat, "plays", "play", self.cards([card])),
            Event::Called { seat, suit } => with(seat, "calls", "call", self.suit(suit).to_string()),
            Event::Drew { seat, cards, why } => self.drew(seat, cards, why),
            Event::Took { seat, card } => with(seat, "takes", "take", self.cards([card])),
            Event::Passed { seat } => of(seat, "passes", "pass"),
            Event::Skipped { seat } => of(seat, "misses a turn", "miss a turn"),
            Event::Again { seat } => of(seat, "goes again", "go again"),
            Event::Reversed => Fact::Whole("The direction of play changes.".into()),
            Event::Pending { seat, cards } => with(
                seat,
                "now faces",
                "now face",
                format!("a penalty of {}", count(usize::from(cards), "card")),
            ),
            Event::Cancelled => Fact::Whole("The penalty is gone.".into()),
            Event::Swapped { seat, with: other } => {
                with(seat, "swaps hands with", "swap hands with", self.name(other))
            }
            Event::Said { seat, word } => with(seat, "says", "say", format!("\"{}\"", self.word(word))),
            Event::Caught { seat, by: Some(by) } => {
                with(by, "catches", "catch", format!("{}: the word was not said", self.name(seat)))
            }
            Event::Caught { seat, by: None } => of(seat, "forgot to say the word", "forgot to say the word"),
            Event::FalseCall { seat } => of(seat, "called out of place", "called out of place"),
            Event::Challenged { seat, by, guilty } => self.challenged(seat, by, guilty),
            Event::Reshuffled { cards } => Fact::Whole(format!(
                "The discards are shuffled and make a new stock of {}.",
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
            Event::TimedOut { seat } => of(seat, "runs out of time", "run out of time"),
            Event::Left { seat } => of(seat, "leaves the table", "leave the table"),
            Event::Out { seat, place } => {
                with(seat, "is out of cards and comes", "are out of cards and come", ordinal(place))
            }
            Event::Shown { seat, cards } => self.shown(seat, cards),
            Event::Ended { how } => Fact::Whole(ended(how).into()),
        })
    }

    fn drew(&self, seat: Seat, cards: Cards, why: DrawReason) -> Fact {
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
            DrawReason::Turn | DrawReason::Pick => "",
            DrawReason::Market => " for the general market",
            DrawReason::Silence => " for the missing word",
            DrawReason::FalseCall => " for the false call",
            DrawReason::Challenge => " after the challenge",
            DrawReason::Fine => " as a fine",
            DrawReason::Timeout => " because time ran out",
            DrawReason::Owed => " still owed from before",
        };
        Fact::of(seat, format!("{} {what}{reason}", self.verb(seat, others, you)))
    }

    fn challenged(&self, seat: Seat, by: Seat, guilty: bool) -> Fact {
        let verdict = if guilty { "did hold a card of the colour" } else { "held no card of the colour" };
        let verb = self.verb(by, "challenges", "challenge");
        Fact::Whole(format!("{} {verb} {}, who {verdict}.", self.subject(by), self.name(seat)))
    }

    fn shown(&self, seat: Seat, cards: CardSet) -> Fact {
        let verb = self.verb(seat, "is left with", "are left with");
        let points: u32 = cards.iter().map(|card| self.compiled.points(card)).sum();
        let worth = count(points as usize, "point");
        let text = match cards.len() {
            0 => format!("{verb} no card"),
            _ => format!("{verb} {}: {worth}", self.cards(cards.iter())),
        };
        Fact::of(seat, text)
    }
}

/// The text with a capital at its beginning and a stop at its end.
fn as_sentence(text: &str) -> String {
    let stop = if text.ends_with(['.', '?', '!', '`']) { "" } else { "." };
    capital(text) + stop
}

/// The text with a capital at its beginning.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// The end of a round is told before the hands are shown.
fn in_telling_order(events: &[Event]) -> Vec<Event> {
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
        End::Count => "The stock is used up, so the hands are counted.",
        End::Blocked => "Nobody can play or draw any more, so the round is over.",
        End::Stopped => "The round has gone on for too long and is stopped here.",
        End::Deserted => "Only one player is left at the table, so the round is over.",
    }
}

/// A place in words.
pub fn ordinal(place: u8) -> String {
    let named =
        ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
    let at = usize::from(place).saturating_sub(1);
    named.get(at).map_or_else(|| format!("in place {place}"), |&word| word.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::{Opening, presets};

    fn session(preset: &str, seats: usize) -> Session {
        let names = ["Ada", "Bola", "Chidi", "Dayo"].map(String::from)[..seats].to_vec();
        let opening = Opening { seats, seed: 1, names, ..Opening::default() };
        Session::new(&presets::named(preset).unwrap(), &opening).unwrap()
    }

    fn told(session: &Session, you: Option<usize>, events: &[Event]) -> String {
        let voice = Voice { you: you.and_then(Seat::new), suit_names: SuitNames::Standard };
        Words::of(session, voice).tell(events).join(" ")
    }

    fn card(session: &Session, name: &str) -> Card {
        session.pack().parse(name).unwrap()
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
            told(&session, Some(0), &events),
            "You play the 20 of Whot, say \"last card\" and call circle. Bola picks up 2 cards and misses a turn."
        );
        assert_eq!(
            told(&session, Some(1), &events),
            "Ada plays the 20 of Whot, says \"last card\" and calls circle. You pick up 2 cards and miss a turn."
        );
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
            told(&session, None, &events),
            "Ada throws the 9 of Clubs and the 9 of Diamonds. The round is over. \
             Ada is left with the 9 of Clubs and the 9 of Diamonds: 18 points."
        );
    }

    #[test]
    fn local_words_are_used_on_request() {
        let session = session("naija-whot", 2);
        let voice = Voice { you: None, suit_names: SuitNames::Local };
        let words = Words::of(&session, voice);
        assert_eq!(words.card(card(&session, "circle-3")), "3 of Ball");
        assert_eq!(words.suit(Suit(0)), "ball");
        let [played, top] = ["square-5", "circle-3"].map(|name| card(&session, name));
        let why = Refusal::DoesNotFit { card: played, suit: Some(Suit(0)), top: Some(top) };
        assert_eq!(words.refusal(&why), "The 5 of Carpet does not fit: ball or 3 is asked for.");
    }
}
