//! A pack of cards: what is printed on each card, and its notation.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::{Card, CardSet, Face, Rank, Suit};

/// How the cards of a pack are written and sorted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Style {
    /// `star-8`, "8 of Star", suit by suit.
    #[default]
    Shapes,
    /// `8H`, "8 of Hearts", jokers first, then rank by rank (Y34, J22).
    French,
    /// `red-7`, "Red 7", suit by suit.
    Colours,
}

/// The description of a pack in a file. May be nonsense: [`Pack::new`] checks it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PackSpec {
    /// How cards are written.
    pub style: Style,
    /// The suits in order; these can be called.
    pub suits: Vec<String>,
    /// Cards by group: a suit, or another word for cards without a suit, and its ranks with their numbers of copies.
    pub groups: Vec<(String, Vec<(String, usize)>)>,
    /// Local words for suits and ranks, each with what it stands for.
    pub words: Vec<(String, String)>,
    /// Spoken names of ranks, where they differ from the notation.
    pub names: Vec<(String, String)>,
}

/// Why a pack cannot be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PackError {
    /// It has no cards.
    Empty,
    /// It has more cards than a set can hold.
    TooMany(usize),
    /// Two groups or suits have the same name.
    Twice(String),
    /// A rank is listed twice in one group.
    RankTwice(String),
    /// A word that cannot be used in notation.
    BadWord(String),
    /// More suits or ranks than are supported.
    TooManyKinds,
    /// More local words or spoken names than a pack needs.
    TooManyWords,
    /// The spoken name of a rank, or what a local word stands for, is too long.
    LongName(String),
    /// Two suits of French cards, which are written with one letter per suit, begin with the same one.
    SameLetter(String),
}

impl fmt::Display for PackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PackError::Empty => f.write_str("the pack has no cards; list them under [pack.cards]"),
            PackError::TooMany(cards) => {
                write!(
                    f,
                    "that makes {cards} cards; a pack can have at most {} (use fewer packs)",
                    Card::MAX - 1
                )
            }
            PackError::Twice(name) => write!(f, "\"{name}\" stands twice; give each suit and group once"),
            PackError::RankTwice(rank) => {
                write!(f, "\"{rank}\" stands twice; write \"{rank}*2\" for two such cards")
            }
            PackError::BadWord(word) => {
                write!(
                    f,
                    "\"{word}\" cannot be the name of a suit or rank; use lower-case letters and digits"
                )
            }
            PackError::TooManyKinds => f.write_str("a pack can have at most 8 suits and 32 ranks"),
            PackError::TooManyWords => {
                write!(f, "a pack can have at most {} words and as many names of ranks", Pack::MAX_WORDS)
            }
            PackError::LongName(name) => {
                let beginning: String = name.chars().take(MAX_NAME_CHARS).collect();
                write!(f, "\"{beginning}…\" is too long; a name has at most {MAX_NAME_CHARS} letters")
            }
            PackError::SameLetter(suit) => {
                write!(
                    f,
                    "\"{suit}\" begins like another suit; French cards are written with the first letter"
                )
            }
        }
    }
}

/// A pack of cards. Copies of one face are adjacent in pack order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pack {
    style: Style,
    suits: Vec<String>,
    ranks: Vec<String>,
    /// For each rank without a suit, the group it is listed under: `whot` in `whot-20`.
    stems: Vec<Option<String>>,
    words: Vec<(String, String)>,
    names: Vec<(String, String)>,
    cards: Vec<Card>,
    faces: Vec<Face>,
    first: Vec<Card>,
    copies: Vec<CardSet>,
    /// Each card in notation.
    written: Vec<String>,
}

/// Maximum length of the spoken name of a rank.
const MAX_NAME_CHARS: usize = 40;

/// Cards without a suit in this group are written by their rank alone.
const BARE_RANK_GROUP: &str = "loose";

impl Pack {
    /// The maximum number of suits.
    pub const MAX_SUITS: usize = 8;
    /// The maximum number of ranks.
    pub const MAX_RANKS: usize = 32;
    /// The maximum number of local words, and of spoken names.
    pub const MAX_WORDS: usize = 100;

    /// Makes one pack from `packs` copies of the description.
    pub fn new(spec: &PackSpec, packs: usize) -> Result<Pack, PackError> {
        check_sizes(spec)?;
        check_words(spec)?;
        let mut ranks: Vec<String> = Vec::new();
        let mut stems = Vec::new();
        let mut faces = Vec::new();
        for (group, content) in &spec.groups {
            let suit = spec.suits.iter().position(|suit| suit == group).map(|at| Suit(at as u8));
            for (rank, copies) in content {
                let at = ranks.iter().position(|known| known == rank).unwrap_or_else(|| {
                    ranks.push(rank.clone());
                    stems.push((suit.is_none() && group != BARE_RANK_GROUP).then(|| group.clone()));
                    ranks.len() - 1
                });
                let total = copies.saturating_mul(packs);
                if faces.len().saturating_add(total) >= Card::MAX {
                    let counted = spec.groups.iter().flat_map(|(_, ranks)| ranks).map(|&(_, copies)| copies);
                    return Err(PackError::TooMany(counted.sum::<usize>().saturating_mul(packs)));
                }
                let face = Face { suit, rank: Rank(at as u8) };
                faces.extend(core::iter::repeat_n(face, total));
            }
        }
        if faces.is_empty() {
            return Err(PackError::Empty);
        }
        if ranks.len() > Pack::MAX_RANKS {
            return Err(PackError::TooManyKinds);
        }
        match spec.style {
            Style::French => faces.sort_by_key(|face| (face.suit.is_some(), face.rank, face.suit)),
            Style::Shapes | Style::Colours => {
                faces.sort_by_key(|face| (face.suit.is_none(), face.suit, face.rank));
            }
        }
        let cards: Vec<Card> = (0..faces.len()).filter_map(Card::new).collect();
        let copies: Vec<CardSet> = faces
            .iter()
            .map(|face| cards.iter().copied().filter(|card| faces[card.index()] == *face).collect())
            .collect();
        let first = copies.iter().filter_map(|set| set.lowest()).collect();
        let mut pack = Pack {
            style: spec.style,
            suits: spec.suits.clone(),
            ranks,
            stems,
            words: spec.words.clone(),
            names: spec.names.clone(),
            cards,
            faces,
            first,
            copies,
            written: Vec::new(),
        };
        pack.written = pack.cards.iter().map(|&card| pack.write(card)).collect();
        pack.shared_notation().map_or(Ok(pack), |name| Err(PackError::Twice(name)))
    }

    /// A notation that two different cards share.
    fn shared_notation(&self) -> Option<String> {
        let faces = self.cards.iter().filter(|&&card| self.first_copy(card) == card);
        let mut names: Vec<String> = faces.map(|&card| self.notation(card).to_lowercase()).collect();
        names.sort_unstable();
        names.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0].clone())
    }

    /// Makes a pack from suits and lists of ranks, for examples and tests.
    pub fn parse_faces(suits: &[&str], groups: &[(&str, &str)]) -> Result<Pack, PackError> {
        let list = |ranks: &str| ranks.split_whitespace().map(|rank| (rank.to_string(), 1)).collect();
        Pack::new(
            &PackSpec {
                suits: suits.iter().map(ToString::to_string).collect(),
                groups: groups.iter().map(|(group, ranks)| (group.to_string(), list(ranks))).collect(),
                ..PackSpec::default()
            },
            1,
        )
    }

    /// The cards in pack order.
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// The set of all cards.
    pub fn all(&self) -> CardSet {
        self.cards.iter().copied().collect()
    }

    /// What is printed on the card.
    pub fn face(&self, card: Card) -> Face {
        self.faces[card.index()]
    }

    /// The first copy of the same face, which represents all copies in moves and views.
    pub fn first_copy(&self, card: Card) -> Card {
        self.first[card.index()]
    }

    /// All copies of the same face.
    pub fn copies(&self, card: Card) -> CardSet {
        self.copies[card.index()]
    }

    /// The same faces as their lowest copies, so that equal hands are equal sets.
    pub fn canonical(&self, cards: CardSet) -> CardSet {
        let mut out = CardSet::EMPTY;
        for card in cards.iter() {
            if let Some(free) = (self.copies(card) - out).lowest() {
                out.insert(free);
            }
        }
        out
    }

    /// The names of the suits.
    pub fn suits(&self) -> &[String] {
        &self.suits
    }

    /// The names of the ranks.
    pub fn ranks(&self) -> &[String] {
        &self.ranks
    }

    /// How its cards are written.
    pub fn style(&self) -> Style {
        self.style
    }

    /// The name of a suit.
    pub fn suit_name(&self, suit: Suit) -> &str {
        self.suits.get(usize::from(suit.0)).map_or("?", String::as_str)
    }

    /// The name of a rank in notation.
    pub fn rank_name(&self, rank: Rank) -> &str {
        self.ranks.get(usize::from(rank.0)).map_or("?", String::as_str)
    }

    /// The rank as it is said in the names of cards: "8", "Jack", "Draw 2".
    pub fn spoken_rank(&self, rank: Rank) -> String {
        let written = self.rank_name(rank);
        let known = self.names.iter().find(|(known, _)| known == written);
        let name = known.map_or(written, |(_, name)| name);
        match self.style {
            Style::Colours => name.split(' ').map(capital).collect::<Vec<_>>().join(" "),
            Style::Shapes | Style::French => capital(name),
        }
    }

    /// The rank as a number, if it is one.
    pub fn number(&self, rank: Rank) -> Option<u16> {
        self.rank_name(rank).parse().ok()
    }

    /// All cards of a suit.
    pub fn of_suit(&self, suit: Suit) -> CardSet {
        self.cards.iter().copied().filter(|&card| self.face(card).suit == Some(suit)).collect()
    }

    /// All cards of a rank.
    pub fn of_rank(&self, rank: Rank) -> CardSet {
        self.cards.iter().copied().filter(|&card| self.face(card).rank == rank).collect()
    }

    /// The card in notation: `star-8`, `8H`, `red-swap`.
    pub fn notation(&self, card: Card) -> &str {
        &self.written[card.index()]
    }

    fn write(&self, card: Card) -> String {
        let face = self.face(card);
        let rank = self.rank_name(face.rank);
        match (face.suit, self.style) {
            (Some(suit), Style::French) => format!("{rank}{}", letter(self.suit_name(suit))),
            (Some(suit), _) => format!("{}-{rank}", self.suit_name(suit)),
            (None, _) => match &self.stems[usize::from(face.rank.0)] {
                Some(stem) => format!("{stem}-{rank}"),
                None => rank.to_string(),
            },
        }
    }

    /// The cards in notation, in pack order, separated by spaces.
    pub fn list(&self, cards: CardSet) -> String {
        let mut out = String::new();
        self.write_list(cards, &mut out);
        out
    }

    /// Writes the cards in pack order, with spaces between.
    pub fn write_list(&self, cards: CardSet, out: &mut String) {
        for (at, card) in cards.iter().enumerate() {
            if at > 0 {
                out.push(' ');
            }
            out.push_str(self.notation(card));
        }
    }

    /// The card as people say it: "3 of Circle", "Jack of Spades", "Red 7" (N40).
    pub fn name(&self, card: Card) -> String {
        self.spoken(card, |suit| suit)
    }

    /// The card with local words for the suits: "3 of Ball" (W27).
    pub fn local_name(&self, card: Card) -> String {
        self.spoken(card, |suit| self.local_word(suit))
    }

    /// The local word for a suit, or the suit's own name.
    pub fn local_word<'a>(&'a self, suit: &'a str) -> &'a str {
        self.words.iter().find(|(_, meaning)| meaning == suit).map_or(suit, |(word, _)| word)
    }

    /// The local words and what they stand for.
    pub fn words(&self) -> &[(String, String)] {
        &self.words
    }

    fn spoken<'a>(&'a self, card: Card, word: impl Fn(&'a str) -> &'a str) -> String {
        let face = self.face(card);
        let rank = self.spoken_rank(face.rank);
        match (face.suit, self.style) {
            (Some(suit), Style::Colours) => format!("{} {rank}", capital(word(self.suit_name(suit)))),
            (Some(suit), _) => format!("{rank} of {}", capital(word(self.suit_name(suit)))),
            (None, _) => match &self.stems[usize::from(face.rank.0)] {
                Some(stem) => format!("{rank} of {}", capital(word(stem))),
                None => rank,
            },
        }
    }

    /// Parses a card as the first copy of its face: notation, "3 of circle" or local words.
    pub fn parse(&self, text: &str) -> Option<Card> {
        self.by_notation(text.trim()).or_else(|| self.parse_spoken(text))
    }

    /// Parses a card as people say it, or in letters that are only ASCII in lower case.
    fn parse_spoken(&self, text: &str) -> Option<Card> {
        let text = text.trim().to_lowercase();
        let wanted = match text.split_once(" of ") {
            Some((rank, suit)) => self.by_parts(self.meaning(suit.trim()), self.meaning(rank.trim())),
            None => None,
        };
        wanted.or_else(|| self.by_notation(&text)).or_else(|| self.by_name(&text)).or_else(|| {
            let (suit, rank) = text.split_once(['-', ' '])?;
            self.by_parts(self.meaning(suit), self.meaning(rank))
        })
    }

    /// The suit with this name, first letter (French cards) or local word.
    pub fn parse_suit(&self, text: &str) -> Option<Suit> {
        let text = text.trim().to_lowercase();
        let wanted = self.meaning(&text);
        let matches = |suit: &String| {
            suit == wanted
                || (self.style == Style::French && suit.strip_suffix('s') == Some(wanted))
                || (self.style == Style::French && wanted.len() == 1 && suit.starts_with(wanted))
        };
        self.suits.iter().position(matches).map(|at| Suit(at as u8))
    }

    fn by_notation(&self, text: &str) -> Option<Card> {
        self.cards.iter().find(|card| self.notation(**card).eq_ignore_ascii_case(text)).copied()
    }

    fn by_name(&self, text: &str) -> Option<Card> {
        self.cards.iter().find(|card| self.name(**card).to_lowercase() == text).copied()
    }

    fn by_parts(&self, suit: &str, rank: &str) -> Option<Card> {
        let spoken = |face: Face| {
            let written = self.rank_name(face.rank);
            let name =
                self.names.iter().find(|(rank, _)| rank == written).map(|(_, name)| name.to_lowercase());
            written.to_lowercase() == rank || name.as_deref() == Some(rank)
        };
        let group = |face: Face| match face.suit {
            Some(named) => self.suit_name(named) == suit,
            None => self.stems[usize::from(face.rank.0)].as_deref() == Some(suit),
        };
        self.cards.iter().copied().find(|&card| group(self.face(card)) && spoken(self.face(card)))
    }

    fn meaning<'a>(&'a self, text: &'a str) -> &'a str {
        self.words.iter().find(|(word, _)| word == text).map_or(text, |(_, meaning)| meaning)
    }
}

/// Words with a meaning in the notation of moves.
const KEYWORDS: [&str; 4] = ["of", "call", "with", "say"];

/// Checks how many words there are, before each of them is compared with the others.
fn check_sizes(spec: &PackSpec) -> Result<(), PackError> {
    if spec.suits.len() > Pack::MAX_SUITS
        || spec.groups.len() > Pack::MAX_SUITS + Pack::MAX_RANKS
        || spec.groups.iter().any(|(_, ranks)| ranks.len() > Pack::MAX_RANKS)
    {
        return Err(PackError::TooManyKinds);
    }
    if spec.words.len().max(spec.names.len()) > Pack::MAX_WORDS {
        return Err(PackError::TooManyWords);
    }
    let long = |name: &&String| name.chars().count() > MAX_NAME_CHARS;
    match spec.words.iter().chain(&spec.names).map(|(_, name)| name).find(long) {
        Some(name) => Err(PackError::LongName(name.clone())),
        None => Ok(()),
    }
}

fn check_words(spec: &PackSpec) -> Result<(), PackError> {
    let odd = |word: &&String| {
        !(1..=16).contains(&word.len())
            || !word.chars().all(|letter| letter.is_ascii_alphanumeric())
            || KEYWORDS.contains(&word.to_lowercase().as_str())
    };
    let groups = || spec.suits.iter().chain(spec.groups.iter().map(|(group, _)| group));
    let ranks = spec.groups.iter().flat_map(|(_, ranks)| ranks).map(|(rank, _)| rank);
    let local = || spec.words.iter().map(|(word, _)| word);
    let capital = |word: &&String| word.contains(|letter: char| letter.is_ascii_uppercase());
    if let Some(bad) =
        groups().chain(ranks).chain(local()).find(odd).or_else(|| groups().chain(local()).find(capital))
    {
        return Err(PackError::BadWord(bad.clone()));
    }
    if let Some(shadow) = local().find(|word| groups().any(|name| name == *word)) {
        return Err(PackError::Twice(shadow.clone()));
    }
    for (at, suit) in spec.suits.iter().enumerate() {
        if spec.suits[..at].contains(suit) {
            return Err(PackError::Twice(suit.clone()));
        }
        let same = |other: &String| letter(other) == letter(suit);
        if spec.style == Style::French && spec.suits[..at].iter().any(same) {
            return Err(PackError::SameLetter(suit.clone()));
        }
    }
    for (at, (group, ranks)) in spec.groups.iter().enumerate() {
        if spec.groups[..at].iter().any(|(other, _)| other == group) {
            return Err(PackError::Twice(group.clone()));
        }
        for (at, (rank, _)) in ranks.iter().enumerate() {
            if ranks[..at].iter().any(|(other, _)| other == rank) {
                return Err(PackError::RankTwice(rank.clone()));
            }
        }
    }
    // A rank either has suits or has none: `20` cannot be both a Whot and a star.
    for (group, ranks) in spec.groups.iter().filter(|(group, _)| !spec.suits.contains(group)) {
        let elsewhere = |rank: &str| {
            spec.groups
                .iter()
                .any(|(other, list)| other != group && list.iter().any(|(known, _)| known == rank))
        };
        if let Some((rank, _)) = ranks.iter().find(|(rank, _)| elsewhere(rank)) {
            return Err(PackError::Twice(rank.clone()));
        }
    }
    Ok(())
}

fn letter(suit: &str) -> char {
    suit.chars().next().unwrap_or('?').to_ascii_uppercase()
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |head| head.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whot() -> Pack {
        let mut spec = PackSpec {
            suits: ["circle", "star"].map(String::from).to_vec(),
            words: [("ball".to_string(), "circle".to_string())].to_vec(),
            ..PackSpec::default()
        };
        let list = |text: &str| text.split(' ').map(|rank| (rank.to_string(), 1)).collect::<Vec<_>>();
        spec.groups = [("circle".into(), list("1 2 3")), ("star".into(), list("1 2"))].to_vec();
        spec.groups.push(("whot".into(), [("20".into(), 5)].to_vec()));
        Pack::new(&spec, 1).unwrap()
    }

    #[test]
    fn every_card_is_read_back_as_it_is_written() {
        let pack = whot();
        for &card in pack.cards() {
            let first = pack.first_copy(card);
            assert_eq!(pack.parse(pack.notation(card)), Some(first));
            assert_eq!(pack.parse(&pack.name(card)), Some(first));
            assert_eq!(pack.parse(&pack.local_name(card)), Some(first));
        }
        assert_eq!(pack.name(pack.parse("whot-20").unwrap()), "20 of Whot");
        assert_eq!(pack.parse("ball-3"), pack.parse("3 of Circle"));
        assert_eq!(pack.parse("star-3"), None);
    }

    #[test]
    fn equal_hands_are_equal_sets() {
        let pack = whot();
        let hand: CardSet = [5, 7, 9, 0].into_iter().filter_map(Card::new).collect();
        assert!(pack.canonical(hand).iter().map(Card::index).eq([0, 5, 6, 7]));
    }
}
