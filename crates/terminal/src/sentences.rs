//! A match in words: names of players and cards here, what happened in `events`.

mod events;

use engine::{Card, Refusal, Seat, Style, Suit, Word};
use games::{CompiledRules, Session, and_list};

use crate::text::count;
pub use events::ordinal;

/// The names of the suits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SuitNames {
    /// Those of the pack: circle, triangle, square.
    #[default]
    Standard,
    /// Local names: ball, angle, carpet.
    Local,
}

/// Who is addressed, and how suits are named.
#[derive(Clone, Copy, Debug, Default)]
pub struct Audience {
    /// The seat that is addressed as "you".
    pub you: Option<Seat>,
    /// The names of the suits.
    pub suit_names: SuitNames,
}

/// Describes a match in words.
#[derive(Clone, Copy, Debug)]
pub struct Narrator<'a> {
    compiled: &'a CompiledRules,
    names: &'a [String],
    audience: Audience,
}

impl<'a> Narrator<'a> {
    /// A narrator for players with these names.
    pub fn new(compiled: &'a CompiledRules, names: &'a [String], audience: Audience) -> Narrator<'a> {
        Narrator { compiled, names, audience }
    }

    /// The narrator of a match.
    pub fn of(session: &'a Session, audience: Audience) -> Narrator<'a> {
        Narrator::new(session.compiled(), &session.opening().names, audience)
    }

    /// The compiled rules of the table.
    pub fn compiled(&self) -> &'a CompiledRules {
        self.compiled
    }

    /// The names by seat.
    pub fn names(&self) -> &'a [String] {
        self.names
    }

    /// The seat that is addressed as "you".
    pub fn you(&self) -> Option<Seat> {
        self.audience.you
    }

    /// The name of a player, or "you".
    pub fn name(&self, seat: Seat) -> String {
        if self.audience.you == Some(seat) { "you".into() } else { self.player_name(seat) }
    }

    /// The name of a player at the beginning of a sentence.
    pub fn subject(&self, seat: Seat) -> String {
        if self.audience.you == Some(seat) { "You".into() } else { self.player_name(seat) }
    }

    fn player_name(&self, seat: Seat) -> String {
        self.names.get(seat.index()).cloned().unwrap_or_else(|| format!("Player {seat}"))
    }

    /// The form of a verb that fits the player: "plays", or "play" after "you".
    pub fn verb<'v>(&self, seat: Seat, others: &'v str, you: &'v str) -> &'v str {
        if self.audience.you == Some(seat) { you } else { others }
    }

    /// The name of a card.
    pub fn card(&self, card: Card) -> String {
        match self.audience.suit_names {
            SuitNames::Standard => self.compiled.pack().name(card),
            SuitNames::Local => self.compiled.pack().local_name(card),
        }
    }

    /// The names of cards, each with its article.
    pub fn cards(&self, cards: impl IntoIterator<Item = Card>) -> String {
        let names: Vec<String> = cards.into_iter().map(|card| format!("the {}", self.card(card))).collect();
        and_list(&names)
    }

    /// The name of a suit.
    pub fn suit(&self, suit: Suit) -> &'a str {
        let pack = self.compiled.pack();
        match self.audience.suit_names {
            SuitNames::Standard => pack.suit_name(suit),
            SuitNames::Local => pack.local_word(pack.suit_name(suit)),
        }
    }

    /// What the suits of this pack are called.
    pub fn suit_kind(&self) -> &'static str {
        match self.compiled.pack().style() {
            Style::Shapes => "shape",
            Style::French => "suit",
            Style::Colours => "colour",
        }
    }

    /// The word as it is said at this table.
    pub fn word(&self, word: Word) -> &'a str {
        self.compiled.spoken(word)
    }

    /// A reason for a refusal, with names instead of seats.
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

    /// The text with the suit names of this audience.
    pub fn localised(&self, text: &str) -> String {
        match self.audience.suit_names {
            SuitNames::Standard => text.to_string(),
            SuitNames::Local => text
                .split_inclusive(|letter: char| !letter.is_alphanumeric())
                .map(|piece| self.local_piece(piece))
                .collect(),
        }
    }

    /// A word with the punctuation after it, translated if it is the name of a suit.
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

    /// The sentence about the deal of a round.
    pub fn dealt(&self, round: u16, dealer: Seat) -> String {
        let cards = count(self.compiled.hand_size(), "card");
        format!("Round {round}: {} {} {cards} each.", self.name(dealer), self.verb(dealer, "deals", "deal"))
    }
}

/// The text with a capital at its beginning and a full stop at its end.
fn as_sentence(text: &str) -> String {
    let stop = if text.ends_with(['.', '?', '!', '`']) { "" } else { "." };
    capital(text) + stop
}

/// The text with a capital at its beginning.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use games::{Opening, presets};

    pub fn session(preset: &str, seats: usize) -> Session {
        let names = ["Ada", "Bola", "Chidi", "Dayo"].map(String::from)[..seats].to_vec();
        let opening = Opening { seats, seed: 1, names, ..Opening::default() };
        Session::new(&presets::named(preset).unwrap(), &opening).unwrap()
    }

    pub fn card(session: &Session, name: &str) -> Card {
        session.pack().parse(name).unwrap()
    }

    #[test]
    fn local_words_are_used_on_request() {
        let session = session("naija-whot", 2);
        let audience = Audience { you: None, suit_names: SuitNames::Local };
        let narrator = Narrator::of(&session, audience);
        assert_eq!(narrator.card(card(&session, "circle-3")), "3 of Ball");
        assert_eq!(narrator.suit(Suit(0)), "ball");
        let [played, top] = ["square-5", "circle-3"].map(|name| card(&session, name));
        let why = Refusal::DoesNotFit { card: played, suit: Some(Suit(0)), top: Some(top) };
        assert_eq!(narrator.refusal(&why), "The 5 of Carpet does not fit: you need ball or a 3.");
    }

    /// A rank is named as in the name of the card.
    #[test]
    fn what_would_fit_is_named_as_people_say_it() {
        for (preset, played, top, wanted) in [
            ("crazy-eights", "3C", "JS", "clubs or a Jack"),
            ("crazy-eights", "3C", "AS", "clubs or an Ace"),
            ("crazy-eights", "3C", "8S", "clubs or an 8"),
            ("uno-classic", "green-3", "red-draw2", "red or a Draw 2"),
            ("uno-classic", "green-3", "red-skip", "red or a Skip"),
        ] {
            let session = session(preset, 2);
            let narrator = Narrator::of(&session, Audience::default());
            let [card, top] = [played, top].map(|name| card(&session, name));
            let why = Refusal::DoesNotFit { card, suit: Some(Suit(0)), top: Some(top) };
            assert!(narrator.refusal(&why).ends_with(&format!(": you need {wanted}.")), "{wanted}");
        }
        for (preset, notation, name) in [
            ("uno-classic", "draw4", "Wild Draw 4"),
            ("uno-swap", "red-swap", "Red Swap Hands"),
            ("uno-swap", "red-skip", "Red Skip"),
        ] {
            let session = session(preset, 4);
            assert_eq!(session.pack().name(card(&session, notation)), name);
        }
    }
}
