//! What a line asks for, and which of the legal moves do that.

use engine::{Card, Choice, Pack, Scene, Seat, Sign, Suit, Word};

use super::card_names::Pattern;
use super::phrases::Verb;

/// One reading of a line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Wish {
    pub verb: Option<Verb>,
    pub cards: Vec<Pattern>,
    pub suit: Option<Suit>,
    pub word: Option<Word>,
    pub partner: Option<Partner>,
    pub take: Option<TakeWish>,
    /// How many cards are to be drawn.
    pub count: Option<usize>,
    /// Words without a meaning.
    pub unknown: Vec<String>,
}

/// The partner of a swap, or the player to catch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Partner {
    Nobody,
    Player(Seat),
}

impl Partner {
    pub fn seat(self) -> Option<Seat> {
        match self {
            Partner::Nobody => None,
            Partner::Player(seat) => Some(seat),
        }
    }
}

/// What is to be taken after a throw.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TakeWish {
    Stock,
    Card(Pattern),
}

/// What a throw takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Taken {
    Stock,
    Card(Card),
}

/// A legal move, taken apart.
#[derive(Clone, Debug)]
pub struct Offer<'a> {
    pub notation: &'a str,
    verb: &'a str,
    cards: Vec<Card>,
    call: Option<Suit>,
    seat: Option<Seat>,
    say: Option<Word>,
    take: Option<Taken>,
}

impl<'a> Offer<'a> {
    pub fn new(pack: &Pack, choice: &'a Choice) -> Offer<'a> {
        let notation = choice.notation.as_str();
        let verb = notation.split(' ').next().unwrap_or_default();
        let after = |key: &str| {
            let mut words = notation.split(' ').skip_while(|word| *word != key).skip(1);
            words.next()
        };
        let seat = |text: &str| text.parse().ok().and_then(Seat::new);
        let say = after("say").map(|word| if word.starts_with("semi") { Word::Semi } else { Word::Last });
        Offer {
            notation,
            verb,
            cards: choice.cards.iter().map(|&card| pack.first_copy(card)).collect(),
            call: after("call").and_then(|suit| pack.parse_suit(suit)),
            seat: after("with").or(after("catch")).and_then(seat),
            say,
            take: after("take").map(|card| pack.parse(card).map_or(Taken::Stock, Taken::Card)),
        }
    }

    fn is_of_cards(&self) -> bool {
        !self.cards.is_empty()
    }
}

impl Wish {
    /// Whether nothing was said that has a meaning.
    pub fn is_empty(&self) -> bool {
        *self == Wish { unknown: self.unknown.clone(), ..Wish::default() }
    }

    /// The offers that do what is asked for.
    pub fn find<'o, 'a>(&self, scene: &Scene, offers: &'o [Offer<'a>]) -> Vec<&'o Offer<'a>> {
        let mut found: Vec<&Offer<'a>> = offers.iter().filter(|offer| self.fits(scene, offer)).collect();
        let in_order = |offer: &&&Offer<'a>| {
            self.cards.iter().zip(&offer.cards).all(|(pattern, card)| pattern.faces.contains(card))
        };
        if self.cards.len() > 1 && found.iter().any(|offer| in_order(&offer)) {
            found.retain(|offer| in_order(&offer));
        }
        found
    }

    fn fits(&self, scene: &Scene, offer: &Offer<'_>) -> bool {
        self.fits_verb(offer)
            && self.fits_cards(offer)
            && self.suit.is_none_or(|suit| offer.call == Some(suit))
            && self.fits_word(offer)
            && self.partner.is_none_or(|partner| offer.seat == partner.seat())
            && self.fits_take(offer)
            && self.count.is_none_or(|count| offer.verb == "draw" && count == drawn(scene))
    }

    fn fits_verb(&self, offer: &Offer<'_>) -> bool {
        match self.verb {
            Some(verb) => verb.notations().contains(&offer.verb),
            None if !self.cards.is_empty() => offer.is_of_cards(),
            None if self.word.is_some() => offer.verb == "say",
            None if self.suit.is_some() => offer.call.is_some(),
            None => self.partner.is_some() || self.take.is_some(),
        }
    }

    /// A play without the word is meant where no word is said.
    fn fits_word(&self, offer: &Offer<'_>) -> bool {
        offer.say == self.word || offer.verb == "say" && self.verb.is_none() && self.word.is_none()
    }

    fn fits_take(&self, offer: &Offer<'_>) -> bool {
        match (&self.take, offer.take) {
            (None, _) => true,
            (Some(TakeWish::Stock), taken) => taken == Some(Taken::Stock),
            (Some(TakeWish::Card(pattern)), Some(Taken::Card(card))) => pattern.faces.contains(&card),
            (Some(TakeWish::Card(_)), _) => false,
        }
    }

    fn fits_cards(&self, offer: &Offer<'_>) -> bool {
        match self.cards.as_slice() {
            [] => true,
            [several] if several.is_plural => {
                offer.cards.len() > 1 && offer.cards.iter().all(|card| several.faces.contains(card))
            }
            patterns => patterns.len() == offer.cards.len() && assigns(patterns, &offer.cards),
        }
    }
}

/// Whether each pattern can stand for another one of the cards. Narrow patterns choose first.
fn assigns(patterns: &[Pattern], cards: &[Card]) -> bool {
    let mut sorted: Vec<&Pattern> = patterns.iter().collect();
    sorted.sort_by_key(|pattern| pattern.faces.len());
    let mut left = cards.to_vec();
    sorted.into_iter().all(|pattern| {
        let at = left.iter().position(|card| pattern.faces.contains(card));
        at.map(|at| left.remove(at)).is_some()
    })
}

/// How many cards a draw brings.
fn drawn(scene: &Scene) -> usize {
    let penalty = |sign: &Sign| match sign {
        Sign::Penalty(cards) => Some(usize::from(*cards)),
        _ => None,
    };
    scene.signs.iter().find_map(penalty).unwrap_or(1)
}
