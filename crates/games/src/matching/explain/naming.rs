//! How cards, suits and numbers are named in a sentence.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use engine::{Card, CardSet, Rank, Style, Suit};

use super::facts::Facts;
use crate::options::in_words;

impl Facts<'_> {
    /// What a suit is called in this pack.
    pub fn suit_word(&self) -> &'static str {
        match self.spec.style {
            Style::Shapes => "shape",
            Style::French => "suit",
            Style::Colours => "colour",
        }
    }

    /// What a rank is called in this pack.
    pub fn rank_word(&self) -> &'static str {
        let numbers =
            || self.ranks().all(|rank| self.compiled.pack.number(rank).is_some() || self.is_loose(rank));
        match self.spec.style {
            Style::French => "rank",
            Style::Shapes | Style::Colours if numbers() => "number",
            Style::Shapes | Style::Colours => "number or word",
        }
    }

    /// What two cards that fit have in common: "the same shape or the same number".
    pub fn likeness(&self) -> String {
        match (self.suit_word(), self.rank_word()) {
            (suit, "number or word") => format!("the same {suit}, number or word"),
            (suit, rank) => format!("the same {suit} or the same {rank}"),
        }
    }

    /// Whether cards of the rank have no suit.
    pub fn is_loose(&self, rank: Rank) -> bool {
        self.compiled.of_rank[usize::from(rank.0)].lowest().is_some_and(|card| !self.has_suit(card))
    }

    /// A rank as people say it: "8", "jack", "Draw 2", "Whot (20)".
    pub fn rank(&self, rank: Rank) -> String {
        match self.stem(rank) {
            Some(stem) => format!("{} ({})", capital(stem), self.compiled.pack.rank_name(rank)),
            None => self.spoken(self.compiled.pack.rank_name(rank)),
        }
    }

    /// A written rank as people say it.
    pub fn spoken(&self, written: &str) -> String {
        let known = self.spec.names.iter().find(|(rank, _)| rank == written);
        let name = known.map_or(written, |(_, name)| name.as_str());
        match self.spec.style {
            Style::Colours => name.split(' ').map(capital).collect::<Vec<_>>().join(" "),
            Style::Shapes | Style::French => name.to_string(),
        }
    }

    /// The group of a number without a suit: "whot" for the 20.
    fn stem(&self, rank: Rank) -> Option<&str> {
        self.compiled.pack.number(rank)?;
        let written = self.compiled.pack.rank_name(rank);
        let loose =
            self.spec.groups.iter().filter(|(group, _)| !self.spec.suits.contains(group) && group != "loose");
        let mut holding = loose.filter(|(_, ranks)| ranks.iter().any(|(known, _)| known == written));
        holding.next().map(|(group, _)| group.as_str())
    }

    /// Several cards of a rank: "8s", "jacks", "Draw 2 cards", "Whots (20)".
    pub fn plural(&self, rank: Rank) -> String {
        match (self.stem(rank), self.spec.style) {
            (Some(stem), _) => format!("{} ({})", plural(&capital(stem)), self.compiled.pack.rank_name(rank)),
            (None, Style::Colours) if self.compiled.pack.number(rank).is_none() => {
                format!("{} cards", self.rank(rank))
            }
            (None, _) => plural(&self.rank(rank)),
        }
    }

    /// Any card of a rank: "an 8", "a Whot (20)", "Draw 2".
    pub fn a_rank(&self, rank: Rank) -> String {
        match self.spec.style {
            Style::Colours if self.compiled.pack.number(rank).is_none() => self.rank(rank),
            Style::Shapes | Style::French | Style::Colours => a(&self.rank(rank)),
        }
    }

    /// A card of a suit without an article: "star 8", "jack of clubs", "red Skip".
    pub fn card(&self, card: Card) -> String {
        let face = self.compiled.pack.face(card);
        let rank = self.rank(face.rank);
        match (face.suit, self.spec.style) {
            (None, _) => rank,
            (Some(suit), Style::French) => format!("{rank} of {}", self.compiled.pack.suit_name(suit)),
            (Some(suit), Style::Shapes | Style::Colours) => {
                format!("{} {rank}", self.compiled.pack.suit_name(suit))
            }
        }
    }

    /// The cards by their names: a whole rank as "a 2", single cards as "the jack of clubs".
    pub fn names(&self, cards: CardSet) -> Vec<String> {
        let mut out = Vec::new();
        for rank in self.ranks() {
            let all = self.faces_of(rank);
            let named = all & cards;
            if named == all {
                out.push(self.a_rank(rank));
            } else {
                out.extend(named.iter().map(|card| format!("the {}", self.card(card))));
            }
        }
        out
    }

    /// The cards in a list: "a 2 or a 5".
    pub fn any_of(&self, cards: CardSet) -> String {
        crate::options::or_list(self.names(cards))
    }

    /// The cards of a suit: "circles", "clubs", "red cards".
    pub fn suit_cards(&self, suit: &str) -> String {
        match self.spec.style {
            Style::Shapes => plural(suit),
            Style::French => suit.to_string(),
            Style::Colours => format!("{suit} cards"),
        }
    }

    /// The suits in a list: "clubs, diamonds, hearts or spades".
    pub fn any_suit(&self) -> String {
        crate::options::or_list(self.suits().map(|suit| self.compiled.pack.suit_name(suit)))
    }

    fn suits(&self) -> impl Iterator<Item = Suit> {
        (0..self.compiled.pack.suits().len()).map(|suit| Suit(suit as u8))
    }
}

/// A word with its indefinite article.
pub(super) fn a(word: &str) -> String {
    format!("{} {word}", if sounds_open(word) { "an" } else { "a" })
}

/// Whether a word begins with a vowel sound: an ace, an 8, an 11, an F.
fn sounds_open(word: &str) -> bool {
    let head = word.split(' ').next().unwrap_or(word);
    let mut letters = head.chars();
    match (letters.next(), letters.next()) {
        (Some('8'), _) => true,
        (Some('1'), Some('1' | '8')) => head.len() == 2,
        (Some(only), None) => "aAeEiIoOFHLMNRSX".contains(only),
        (Some(first), _) => "aeioAEIO".contains(first),
        (None, _) => false,
    }
}

fn plural(word: &str) -> String {
    let hisses = ["s", "x", "z", "ch", "sh"].into_iter().any(|end| word.ends_with(end));
    format!("{word}{}", if hisses { "es" } else { "s" })
}

/// The word with its first letter capitalised.
pub(super) fn capital(word: &str) -> String {
    crate::options::capital(word)
}

/// A number as people write it: "two", "54", "1,000".
pub(super) fn number(number: usize) -> String {
    in_words(number)
}

/// "One card", "two cards".
pub(super) fn count(many: usize, what: &str) -> String {
    format!("{} {}", number(many), if many == 1 { what.to_string() } else { plural(what) })
}
