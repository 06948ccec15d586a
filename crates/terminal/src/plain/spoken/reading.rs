//! From words to wishes.

use engine::{Seat, Suit, Word};

use super::card_names::{CardNames, Pattern};
use super::phrase_words;
use super::phrases::{PHRASES, Phrase, Verb};
use super::tokens::words;
use super::wish::{Partner, TakeWish, Wish};
use crate::sentences::Narrator;

/// Maximum number of readings of one line.
const MAX_READINGS: usize = 64;

/// A meaning of one or more words.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Atom {
    Phrase(Phrase),
    Cards(Pattern),
    Suit(Suit),
    Seat(Seat),
    /// Draw this many.
    DrawCount(usize),
    Number(usize),
    Unknown(String),
}

/// The words of one table: its cards, its players, its word for the last card.
#[derive(Debug)]
pub struct Lexicon<'a> {
    cards: CardNames<'a>,
    narrator: Narrator<'a>,
    names: Vec<(Vec<String>, Seat)>,
    phrases: Vec<(Phrase, Vec<String>)>,
}

impl<'a> Lexicon<'a> {
    pub fn new(narrator: Narrator<'a>) -> Lexicon<'a> {
        let name = |(at, name): (usize, &String)| Some((words(name), Seat::new(at)?));
        let names = narrator.names().iter().enumerate().filter_map(name).filter(|(name, _)| !name.is_empty());
        let spelled = |(phrase, spellings): &(Phrase, &[&str])| {
            let phrase = *phrase;
            spellings.iter().map(|spelling| (phrase, words(spelling))).collect::<Vec<_>>()
        };
        let mut phrases: Vec<(Phrase, Vec<String>)> = PHRASES.iter().flat_map(spelled).collect();
        let house_word = words(narrator.word(Word::Last));
        if !house_word.is_empty() {
            phrases.push((Phrase::Says(Word::Last), house_word));
        }
        let cards = CardNames::new(narrator.compiled().pack());
        Lexicon { cards, narrator, names: names.collect(), phrases }
    }

    /// Whether cards are thrown and others taken in one move.
    fn throws(&self) -> bool {
        self.narrator.compiled().controls().attempt.contains(" take ")
    }

    pub fn is_assaf(&self, line: &str) -> bool {
        let mut atoms = self.atoms(&words(line)).into_iter().flatten();
        atoms.any(|atom| atom == Atom::Phrase(Phrase::Assaf))
    }

    /// Every word with a meaning here.
    pub fn vocabulary(&self) -> Vec<String> {
        let names = self.names.iter().flat_map(|(name, _)| name).cloned();
        let cards = self.cards.vocabulary().map(String::from);
        let all = phrase_words().map(String::from).chain(cards).chain(names);
        all.filter(|word| word.len() > 1).collect()
    }

    /// The words without a meaning.
    pub fn unknown(&self, typed: &[String]) -> Vec<String> {
        let atoms = self.atoms(typed).into_iter().flatten();
        let unknown = atoms.filter_map(|atom| match atom {
            Atom::Unknown(word) => Some(word),
            _ => None,
        });
        unknown.collect()
    }

    /// Every way to read a line.
    pub fn readings(&self, line: &str) -> Vec<Wish> {
        let mut lists: Vec<Vec<Atom>> = vec![Vec::new()];
        for alternatives in self.atoms(&words(line)) {
            let longer = |list: &Vec<Atom>| {
                let one = |atom: &Atom| [list.as_slice(), std::slice::from_ref(atom)].concat();
                alternatives.iter().map(one).collect::<Vec<_>>()
            };
            lists = lists.iter().flat_map(longer).take(MAX_READINGS).collect();
        }
        let mut wishes: Vec<Wish> = Vec::new();
        for wish in lists.iter().map(|atoms| self.wish(atoms)) {
            if !wishes.contains(&wish) {
                wishes.push(wish);
            }
        }
        wishes
    }

    /// The words as atoms; where they can be read in several ways, the longest readings compete.
    fn atoms(&self, typed: &[String]) -> Vec<Vec<Atom>> {
        let mut out = Vec::new();
        let mut at = 0;
        while at < typed.len() {
            let mut found = self.atoms_at(&typed[at..]);
            let longest = found.iter().map(|(_, used)| *used).max().unwrap_or(0);
            found.retain(|(_, used)| *used == longest);
            if longest == 0 {
                out.push(vec![Atom::Unknown(typed[at].clone())]);
                at += 1;
            } else {
                out.push(found.into_iter().map(|(atom, _)| atom).collect());
                at += longest;
            }
        }
        out
    }

    fn atoms_at(&self, text: &[String]) -> Vec<(Atom, usize)> {
        let mut found: Vec<(Atom, usize)> = Vec::new();
        let names = self.names.iter().filter(|(name, _)| text.starts_with(name));
        found.extend(names.map(|(name, seat)| (Atom::Seat(*seat), name.len())));
        let cards = self.cards.cards_at(text);
        let card_words = cards.first().map_or(0, |(_, used)| *used);
        found.extend(cards.into_iter().map(|(pattern, used)| (Atom::Cards(pattern), used)));
        found.extend(self.cards.suit_at(text).map(|(suit, used)| (Atom::Suit(suit), used)));
        found.extend(self.draw_count_at(text));
        for (phrase, spelling) in self.phrases.iter().filter(|(_, spelling)| text.starts_with(spelling)) {
            let used = spelling.len();
            match phrase {
                // A card with this name is meant, not every card that does the same.
                Phrase::CardThat(_) if used <= card_words => {}
                Phrase::CardThat(effect) => {
                    found.extend(self.cards_that(effect, None).map(|pattern| (Atom::Cards(pattern), used)));
                }
                phrase => found.push((Atom::Phrase(*phrase), used)),
            }
        }
        found.extend(text.first().and_then(|word| word.parse().ok()).map(|number| (Atom::Number(number), 1)));
        found
    }

    /// "Pick two" is what the next player has to do, or what a card does.
    fn draw_count_at(&self, text: &[String]) -> Vec<(Atom, usize)> {
        let is_draw = |(phrase, spelling): &&(Phrase, Vec<String>)| {
            *phrase == Phrase::Does(Verb::Draw) && text.starts_with(spelling)
        };
        let draws = self.phrases.iter().filter(is_draw).map(|(_, spelling)| spelling.len());
        let Some(verb) = draws.max() else { return Vec::new() };
        let article = usize::from(text.get(verb).is_some_and(|word| word == "the"));
        let Some(count) = text.get(verb + article).and_then(|word| word.parse::<usize>().ok()) else {
            return Vec::new();
        };
        if self.throws() {
            return Vec::new();
        }
        let used = verb + article + 1;
        let cards = self.cards_that("pick", Some(count)).map(|pattern| (Atom::Cards(pattern), used));
        [(Atom::DrawCount(count), used)].into_iter().chain(cards).collect()
    }

    /// The cards with an effect, and with this number if one is given.
    fn cards_that(&self, effect: &str, number: Option<usize>) -> Option<Pattern> {
        let compiled = self.narrator.compiled();
        self.cards.pattern(|card| {
            compiled.effect_text(card).split(" + ").any(|part| {
                let (word, count) = part.split_once(' ').unwrap_or((part, ""));
                word == effect && number.is_none_or(|number| count == number.to_string())
            })
        })
    }

    fn wish(&self, atoms: &[Atom]) -> Wish {
        let mut wish = Wish::default();
        let mut is_taking = false;
        for atom in atoms {
            match atom {
                Atom::Phrase(Phrase::Does(Verb::Draw)) if self.throws() => is_taking = true,
                Atom::Phrase(Phrase::Does(verb)) => add_verb(&mut wish, *verb),
                Atom::Phrase(Phrase::Says(word)) => wish.word = Some(*word),
                Atom::Phrase(Phrase::Stock) if self.throws() => wish.take = Some(TakeWish::Stock),
                Atom::Phrase(Phrase::Nobody) => wish.partner = Some(Partner::Nobody),
                Atom::Phrase(_) => {}
                Atom::Cards(pattern) if is_taking => wish.take = Some(TakeWish::Card(pattern.clone())),
                Atom::Cards(pattern) => wish.cards.push(pattern.clone()),
                Atom::Suit(suit) if wish.suit.is_none() => wish.suit = Some(*suit),
                Atom::Seat(seat) => wish.partner = Some(Partner::Player(*seat)),
                Atom::DrawCount(count) => {
                    add_verb(&mut wish, Verb::Draw);
                    wish.count = Some(*count);
                }
                Atom::Number(seat) if wish.verb == Some(Verb::Catch) => {
                    wish.partner = Seat::new(*seat).map(Partner::Player);
                }
                Atom::Suit(_) => wish.unknown.push("suit".into()),
                Atom::Number(number) => wish.unknown.push(number.to_string()),
                Atom::Unknown(word) => wish.unknown.push(word.clone()),
            }
        }
        if is_taking && wish.take.is_none() {
            wish.take = Some(TakeWish::Stock);
        }
        // "The 8, change to hearts" is about the 8.
        if wish.verb == Some(Verb::Call) && !wish.cards.is_empty() {
            wish.verb = None;
        }
        if wish.verb == Some(Verb::Exchange) && wish.cards.len() > 1 {
            let joker = |pattern: &Pattern| pattern.faces.iter().all(|&card| self.is_suitless(card));
            wish.cards.retain(|pattern| !joker(pattern));
        }
        wish
    }

    fn is_suitless(&self, card: engine::Card) -> bool {
        self.narrator.compiled().pack().face(card).suit.is_none()
    }

    /// The wish for one card, read as its rank and a call of its suit.
    pub fn as_call(&self, wish: &Wish) -> Option<Wish> {
        let pack = self.narrator.compiled().pack();
        let ([Pattern { faces, .. }], None) = (wish.cards.as_slice(), wish.suit) else { return None };
        let [card] = faces.as_slice() else { return None };
        let face = pack.face(*card);
        let cards = self.cards.pattern(|other| pack.face(other).rank == face.rank)?;
        Some(Wish { cards: vec![cards], suit: Some(face.suit?), ..wish.clone() })
    }

    /// The wish, and what it may mean if that is not possible.
    pub fn second_thoughts(&self, wish: &Wish) -> Vec<Wish> {
        let mut thoughts = Vec::new();
        let suit_cards = wish.suit.filter(|_| wish.cards.is_empty()).map(|suit| Wish {
            cards: vec![self.cards.of_suit(suit)],
            suit: None,
            ..wish.clone()
        });
        // "Play circle" is about cards first, "circle" about a call.
        if wish.verb == Some(Verb::Play) {
            thoughts.extend(suit_cards.clone());
        }
        thoughts.push(wish.clone());
        if wish.verb != Some(Verb::Play) {
            thoughts.extend(suit_cards);
        }
        if wish.verb == Some(Verb::Play) && wish.cards.is_empty() && wish.suit.is_some() {
            thoughts.push(Wish { verb: None, ..wish.clone() });
        }
        if wish.word.is_some() && wish.verb == Some(Verb::Call) && wish.cards.is_empty() {
            thoughts.push(Wish { verb: None, ..wish.clone() });
        }
        if wish.word.is_some() && wish.cards.is_empty() {
            thoughts.push(Wish { verb: Some(Verb::Play), ..wish.clone() });
        }
        if let (true, [pattern], None) = (self.throws(), wish.cards.as_slice(), &wish.take) {
            let take = Some(TakeWish::Card(pattern.clone()));
            thoughts.push(Wish { take, cards: Vec::new(), ..wish.clone() });
        }
        thoughts
    }
}

/// The verb of a line: "call Yaniv" is about Yaniv, and "play" gives way to what is said after it.
fn add_verb(wish: &mut Wish, verb: Verb) {
    match wish.verb {
        None | Some(Verb::Call) => wish.verb = Some(verb),
        Some(known) if known == verb || verb == Verb::Call => {}
        Some(_) => wish.unknown.push(format!("{verb:?}").to_lowercase()),
    }
}
