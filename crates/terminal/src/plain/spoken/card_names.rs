//! Cards in the words of players: `star 8`, `8 of stars`, `2h`, `red five`, `black jack`, `nines`.

use engine::{Card, Pack, Rank, Style, Suit};

use super::phrases::{RANK_SPELLINGS, SUIT_SPELLINGS};
use super::tokens::words;

/// The cards that a phrase may mean.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pattern {
    /// The faces, each by its first copy.
    pub faces: Vec<Card>,
    /// Whether several cards are meant: "nines".
    pub is_plural: bool,
}

/// How the suits and ranks of a pack are spelled.
#[derive(Debug)]
pub struct CardNames<'a> {
    pack: &'a Pack,
    suits: Vec<(Vec<String>, Vec<Suit>)>,
    ranks: Vec<(Vec<String>, Rank)>,
}

impl<'a> CardNames<'a> {
    pub fn new(pack: &'a Pack) -> CardNames<'a> {
        CardNames { pack, suits: suit_spellings(pack), ranks: rank_spellings(pack) }
    }

    /// The suits that the words begin with, and the number of words.
    pub fn suit_at(&self, text: &[String]) -> Option<(Suit, usize)> {
        let one = |(spelling, suits): &(Vec<String>, Vec<Suit>)| match suits.as_slice() {
            [suit] if text.starts_with(spelling) => Some((*suit, spelling.len())),
            _ => None,
        };
        self.suits.iter().filter_map(one).max_by_key(|(_, words)| *words)
    }

    /// The cards that the words may begin with, and the number of words; the longest readings win.
    pub fn cards_at(&self, text: &[String]) -> Vec<(Pattern, usize)> {
        let readings = [
            self.rank_then_suit(text),
            self.suit_then_rank(text),
            self.written_together(text),
            self.group_at(text),
            self.rank_alone(text),
        ];
        let longest = readings.iter().flatten().map(|(_, words)| *words).max();
        let mut found: Vec<(Pattern, usize)> = Vec::new();
        for reading in readings.into_iter().flatten() {
            if Some(reading.1) == longest && !found.contains(&reading) {
                found.push(reading);
            }
        }
        found
    }

    /// Every word that names a card or suit, for corrections.
    pub fn vocabulary(&self) -> impl Iterator<Item = &str> {
        let suits = self.suits.iter().flat_map(|(spelling, _)| spelling);
        suits.chain(self.ranks.iter().flat_map(|(spelling, _)| spelling)).map(String::as_str)
    }

    /// All faces of a suit.
    pub fn of_suit(&self, suit: Suit) -> Pattern {
        self.pattern(|card| self.pack.face(card).suit == Some(suit))
            .unwrap_or(Pattern { faces: Vec::new(), is_plural: false })
    }

    /// The faces that fit, if any do.
    pub fn pattern(&self, fits: impl Fn(Card) -> bool) -> Option<Pattern> {
        let firsts = self.pack.cards().iter().copied().filter(|&card| self.pack.first_copy(card) == card);
        let faces: Vec<Card> = firsts.filter(|&card| fits(card)).collect();
        (!faces.is_empty()).then_some(Pattern { faces, is_plural: false })
    }

    fn face(&self, suits: &[Suit], rank: Rank) -> Option<Pattern> {
        self.pattern(|card| {
            let face = self.pack.face(card);
            face.rank == rank && face.suit.is_some_and(|suit| suits.contains(&suit))
        })
    }

    /// "8 of stars", "2 hearts".
    fn rank_then_suit(&self, text: &[String]) -> Option<(Pattern, usize)> {
        self.ranks_at(text).into_iter().find_map(|(rank, before)| {
            let of = usize::from(text.get(before).is_some_and(|word| ["of", "in"].contains(&word.as_str())));
            let (suits, after) = self.suits_at(text.get(before + of..)?)?;
            Some((self.face(suits, rank)?, before + of + after))
        })
    }

    /// "star 8", "red five", "black jack".
    fn suit_then_rank(&self, text: &[String]) -> Option<(Pattern, usize)> {
        let (suits, before) = self.suits_at(text)?;
        let ranks = self.ranks_at(text.get(before..)?).into_iter();
        ranks
            .filter_map(|(rank, after)| Some((self.face(suits, rank)?, before + after)))
            .max_by_key(|(_, words)| *words)
    }

    /// "8h", "h8", "r5", "star8".
    fn written_together(&self, text: &[String]) -> Option<(Pattern, usize)> {
        let word = text.first()?;
        let splits = word.char_indices().skip(1).map(|(at, _)| word.split_at(at));
        let as_words = |part: &str| if part == "t" { vec!["10".into()] } else { vec![part.to_string()] };
        splits
            .flat_map(|(one, two)| [(one, two), (two, one)])
            .find_map(|(suit, rank)| {
                let suits = self.suit_by_letter(suit).or_else(|| {
                    let (suits, _) = self.suits_at(&[suit.to_string()])?;
                    Some(suits.to_vec())
                })?;
                let (rank, _) = *self.ranks_at(&as_words(rank)).first()?;
                self.face(&suits, rank)
            })
            .map(|pattern| (pattern, 1))
    }

    /// "whot", "20 of whot": a card without a suit.
    fn group_at(&self, text: &[String]) -> Option<(Pattern, usize)> {
        let stem = |card: Card| {
            let (stem, rank) = self.pack.notation(card).split_once('-')?;
            Some((words(stem), words(rank)))
        };
        let first = |card: &Card| self.pack.face(*card).suit.is_none();
        self.pack.cards().iter().copied().filter(first).find_map(|card| {
            let (stem, rank) = stem(card)?;
            let spellings = [
                [stem.as_slice(), &rank].concat(),
                [rank.as_slice(), &["of".to_string()], &stem].concat(),
                [rank.as_slice(), &stem].concat(),
                stem,
            ];
            let used = spellings.iter().filter(|words| text.starts_with(words)).map(Vec::len).max()?;
            Some((Pattern { faces: vec![self.pack.first_copy(card)], is_plural: false }, used))
        })
    }

    /// "20", "jack", "nines".
    fn rank_alone(&self, text: &[String]) -> Option<(Pattern, usize)> {
        let singular = self.ranks_at(text).into_iter().max_by_key(|(_, words)| *words);
        if let Some((rank, used)) = singular {
            let pattern = self.pattern(|card| self.pack.face(card).rank == rank)?;
            let is_plural = text[..used].last().is_some_and(|word| word.len() > 2 && word.ends_with('s'));
            return Some((Pattern { is_plural, ..pattern }, used));
        }
        let word = text.first()?.strip_suffix('s')?;
        let (rank, _) = *self.ranks_at(&[word.to_string()]).first()?;
        let pattern = self.pattern(|card| self.pack.face(card).rank == rank)?;
        Some((Pattern { is_plural: true, ..pattern }, 1))
    }

    fn suits_at(&self, text: &[String]) -> Option<(&[Suit], usize)> {
        let fitting = self.suits.iter().filter(|(spelling, _)| text.starts_with(spelling));
        fitting
            .max_by_key(|(spelling, _)| spelling.len())
            .map(|(spelling, suits)| (suits.as_slice(), spelling.len()))
    }

    fn ranks_at(&self, text: &[String]) -> Vec<(Rank, usize)> {
        let fitting = self.ranks.iter().filter(|(spelling, _)| text.starts_with(spelling));
        let mut found: Vec<(Rank, usize)> = fitting.map(|(spelling, rank)| (*rank, spelling.len())).collect();
        found.sort_by_key(|(_, words)| core::cmp::Reverse(*words));
        found
    }

    fn suit_by_letter(&self, letter: &str) -> Option<Vec<Suit>> {
        let is_letter = letter.chars().count() == 1 && self.pack.style() != Style::Shapes;
        let at = self.pack.suits().iter().position(|suit| is_letter && suit.starts_with(letter))?;
        Some(vec![Suit(at as u8)])
    }
}

fn suit_spellings(pack: &Pack) -> Vec<(Vec<String>, Vec<Suit>)> {
    let mut out = Vec::new();
    for (at, name) in pack.suits().iter().enumerate() {
        let suit = vec![Suit(at as u8)];
        let other = SUIT_SPELLINGS.iter().filter(|(known, _)| known == name).flat_map(|(_, others)| *others);
        let local = pack.words().iter().filter(|(_, meaning)| meaning == name).map(|(word, _)| word.as_str());
        let singular = name.strip_suffix('s').unwrap_or(name);
        let all = [name.as_str(), singular].into_iter().chain(other.copied()).chain(local);
        for spelling in all {
            out.push((words(spelling), suit.clone()));
            out.push((words(&format!("{spelling}s")), suit.clone()));
        }
    }
    if pack.style() == Style::French {
        let of = |names: [&str; 2]| -> Vec<Suit> {
            let found = |name: &&str| pack.suits().iter().position(|suit| suit == name);
            names.iter().filter_map(found).map(|at| Suit(at as u8)).collect()
        };
        out.push((words("red"), of(["hearts", "diamonds"])));
        out.push((words("black"), of(["clubs", "spades"])));
    }
    out
}

fn rank_spellings(pack: &Pack) -> Vec<(Vec<String>, Rank)> {
    let mut out = Vec::new();
    for (at, name) in pack.ranks().iter().enumerate() {
        let rank = Rank(at as u8);
        let short = name.to_lowercase();
        let spoken = pack
            .cards()
            .iter()
            .find(|card| pack.face(**card).rank == rank)
            .map(|&card| spoken_rank(pack, card));
        let other =
            RANK_SPELLINGS.iter().filter(|(known, _)| *known == short).flat_map(|(_, others)| *others);
        let all = [short.clone()].into_iter().chain(spoken).chain(other.map(ToString::to_string));
        out.extend(all.map(|spelling| (words(&spelling), rank)).filter(|(spelling, _)| !spelling.is_empty()));
    }
    out
}

/// The rank of a card as people say it: its name without the suit.
fn spoken_rank(pack: &Pack, card: Card) -> String {
    let name = pack.name(card).to_lowercase();
    let suit = pack.face(card).suit.map_or("", |suit| pack.suit_name(suit));
    match (name.split_once(" of "), name.split_once(' ')) {
        (Some((rank, _)), _) => rank.into(),
        (None, Some((colour, rank))) if colour == suit => rank.into(),
        _ => name,
    }
}
