//! Understands what people type for a move, in their own words, from the moves that are legal now.
//!
//! Nothing here knows a rule: a line is read as wishes, and the wishes choose among the moves that the table offers.

mod card_names;
mod phrases;
mod reading;
#[cfg(test)]
mod tests;
mod tokens;
mod wish;

use engine::{Choice, Scene, Seat, Word};
use games::{CompiledRules, nearest};

use crate::hand::own;
use crate::sentences::Narrator;
use phrases::{PHRASES, Verb};
use reading::Lexicon;
use wish::{Offer, Partner, TakeWish, Wish};

/// Maximum number of moves that are suggested.
const MAX_SUGGESTIONS: usize = 3;

/// Number of known words that are tried in place of a misspelled one.
const MAX_CORRECTIONS: usize = 8;

/// What a line means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Understood {
    /// One or more legal moves, in notation.
    Moves(Vec<String>),
    /// A move, named completely, that is not legal: the table says why.
    Illegal(String),
    /// A move that is not legal, where the card had to be guessed: asking why costs nothing.
    Guess(String),
    /// Not a move, and why.
    Nothing(String),
}

/// Understands lines about one position.
#[derive(Debug)]
pub struct Listener<'a> {
    scene: &'a Scene,
    narrator: Narrator<'a>,
    lexicon: Lexicon<'a>,
    offers: Vec<Offer<'a>>,
}

impl<'a> Listener<'a> {
    /// A listener for the viewer of a scene.
    pub fn new(scene: &'a Scene, narrator: Narrator<'a>) -> Listener<'a> {
        let pack = narrator.compiled().pack();
        let offers = scene.choices.iter().map(|choice| Offer::new(pack, choice)).collect();
        Listener { scene, narrator, lexicon: Lexicon::new(narrator), offers }
    }

    fn compiled(&self) -> &'a CompiledRules {
        self.narrator.compiled()
    }

    /// What a line means, where these moves are asked about; all legal moves count if none of these is meant.
    pub fn hear(&self, line: &str, asked: &[&str]) -> Understood {
        if let Some(notation) = self.exactly(line) {
            return Understood::Moves(vec![notation]);
        }
        let readings = self.lexicon.readings(line);
        let clear: Vec<&Wish> = readings.iter().filter(|wish| wish.unknown.is_empty()).collect();
        for moves in
            [self.matching(&clear, |offer| asked.contains(&offer.notation)), self.matching(&clear, |_| true)]
        {
            if !moves.is_empty() {
                return Understood::Moves(moves);
            }
        }
        if let Some(hint) = self.lexicon.is_assaf(line).then(|| self.about_assaf()).flatten() {
            return Understood::Nothing(hint);
        }
        self.refused(line, &clear, asked)
    }

    /// The legal move whose notation or whose label this is.
    fn exactly(&self, line: &str) -> Option<String> {
        let typed = tokens::words_only(line);
        let parsed = self.compiled().parse(line).ok();
        let is_meant = |choice: &&Choice| {
            let same = parsed.is_some() && self.compiled().parse(&choice.notation).ok() == parsed;
            same || !typed.is_empty() && tokens::words_only(&self.label(choice)) == typed
        };
        self.scene.choices.iter().find(is_meant).map(|choice| choice.notation.clone())
    }

    fn label(&self, choice: &Choice) -> String {
        let label = self.compiled().label(self.scene, choice);
        self.narrator.localised(&crate::actions::with_names(&label, self.narrator.names()))
    }

    /// The legal moves that the readings mean together; a second thought counts only where the first finds nothing.
    fn matching(&self, wishes: &[&Wish], filter: impl Fn(&Offer<'_>) -> bool) -> Vec<String> {
        let offers: Vec<Offer<'a>> = self.offers.iter().filter(|offer| filter(offer)).cloned().collect();
        let longest = wishes.iter().map(|wish| self.lexicon.second_thoughts(wish)).collect::<Vec<_>>();
        let rounds = longest.iter().map(Vec::len).max().unwrap_or(0);
        for at in 0..rounds {
            let now = longest.iter().filter_map(|thoughts| thoughts.get(at));
            let found = now.flat_map(|wish| wish.find(self.scene, &offers));
            let mut notations: Vec<String> = found.map(|offer| offer.notation.to_string()).collect();
            let mut seen = Vec::new();
            notations.retain(|notation| {
                !seen.contains(notation) && {
                    seen.push(notation.clone());
                    true
                }
            });
            if !notations.is_empty() {
                return notations;
            }
        }
        Vec::new()
    }

    /// The answer to a line that means no legal move.
    fn refused(&self, line: &str, clear: &[&Wish], asked: &[&str]) -> Understood {
        if self.compiled().parse(line).is_ok() {
            return Understood::Illegal(line.to_string());
        }
        let other = clear.iter().find_map(|wish| self.call_instead(wish));
        if let Some(meant) = other {
            return Understood::Nothing(format!("You cannot play that card now. Did you mean \"{meant}\"?"));
        }
        if let Some(attempt) = clear.iter().find_map(|wish| self.attempt(wish)) {
            return attempt;
        }
        let said: String = line.chars().take(40).collect();
        let problem = match (self.correction(line), clear.iter().any(|wish| !wish.is_empty())) {
            (Some(meant), _) => {
                return Understood::Nothing(format!("\"{said}\" is not a move. Did you mean \"{meant}\"?"));
            }
            (None, true) => format!("\"{said}\" is not possible now."),
            (None, false) => format!("\"{said}\" is not a move."),
        };
        Understood::Nothing(format!("{problem}{}", self.possible(asked)))
    }

    /// "8 hearts" of a player who holds another 8: perhaps that 8, and a call of hearts.
    fn call_instead(&self, wish: &Wish) -> Option<String> {
        let wish = self.lexicon.as_call(wish)?;
        let found = wish.find(self.scene, &self.offers);
        let choice = self
            .scene
            .choices
            .iter()
            .find(|choice| choice.notation == found.first().map_or("", |it| it.notation))?;
        Some(self.spoken(choice))
    }

    /// The move that a wish names, though it is not legal.
    fn attempt(&self, wish: &Wish) -> Option<Understood> {
        let pack = self.compiled().pack();
        let hand = own(self.scene);
        let mut is_guess = false;
        let mut cards = Vec::new();
        for pattern in &wish.cards {
            let held = |card: &&engine::Card| hand.iter().any(|&own| pack.first_copy(own) == **card);
            let card = match pattern.faces.as_slice() {
                [only] => *only,
                faces => {
                    is_guess = true;
                    *faces.iter().find(held)?
                }
            };
            cards.push(pack.notation(card));
        }
        let cards = cards.join(" ");
        let word = wish.word.map(|word| format!("say {}", word.word()));
        let text = match (wish.verb, cards.is_empty(), word) {
            (Some(Verb::Slap), false, _) => format!("slap {cards}"),
            (Some(Verb::Exchange), false, _) => format!("swap {cards} for joker"),
            (Some(Verb::Play) | None, false, word) => self.attempted_play(wish, &cards, word),
            (None, true, Some(word)) => word,
            (Some(verb), true, None) => verb.notations().first()?.to_string(),
            _ => return None,
        };
        self.compiled().parse(&text).ok()?;
        Some(if is_guess { Understood::Guess(text) } else { Understood::Illegal(text) })
    }

    fn attempted_play(&self, wish: &Wish, cards: &str, word: Option<String>) -> String {
        let pack = self.compiled().pack();
        let base = self.compiled().controls().attempt.replace("{}", cards);
        let base = match &wish.take {
            Some(TakeWish::Card(pattern)) => {
                let taken = pattern.faces.first().map_or("stock", |&card| pack.notation(card));
                base.replace("take stock", &format!("take {taken}"))
            }
            _ => base,
        };
        // The table shall say why the card cannot be played, not that a call is missing.
        let calls = wish.cards.iter().flat_map(|pattern| &pattern.faces);
        let is_wild = calls.into_iter().any(|&card| self.compiled().effect_text(card).contains("wild"));
        let suit = wish.suit.map(|suit| pack.suit_name(suit));
        let suit = suit.or_else(|| pack.suits().first().filter(|_| is_wild).map(String::as_str));
        let call = suit.map(|suit| format!(" call {suit}")).unwrap_or_default();
        let partner =
            wish.partner.and_then(Partner::seat).map(|seat| format!(" with {seat}")).unwrap_or_default();
        format!("{base}{call}{partner}{}", word.map(|word| format!(" {word}")).unwrap_or_default())
    }

    /// A legal move that differs from the line by one misspelled word only.
    fn correction(&self, line: &str) -> Option<String> {
        let typed = tokens::words(line);
        let unknown = self.lexicon.unknown(&typed);
        let [wrong] = unknown.as_slice() else { return None };
        let mut known = self.lexicon.vocabulary();
        for _ in 0..MAX_CORRECTIONS {
            let right = likely(wrong, &known)?;
            let fixed = |word: &String| if word == wrong { right.clone() } else { word.clone() };
            let fixed: Vec<String> = typed.iter().map(fixed).collect();
            let readings = self.lexicon.readings(&fixed.join(" "));
            let clear: Vec<&Wish> = readings.iter().filter(|wish| wish.unknown.is_empty()).collect();
            let moves = self.matching(&clear, |_| true);
            if let Some(choice) = self.scene.choices.iter().find(|choice| moves.contains(&choice.notation)) {
                return Some(self.spoken(choice));
            }
            known.retain(|word| *word != right);
        }
        None
    }

    /// The card that a line names: one of the hand if several have that name.
    pub fn card(&self, line: &str) -> Option<engine::Card> {
        let pack = self.compiled().pack();
        let named = |wish: Wish| match wish.cards.as_slice() {
            [pattern] if wish.unknown.is_empty() => Some(pattern.faces.clone()),
            _ => None,
        };
        let faces = pack.parse(line).map(|card| vec![card]);
        let faces = faces.or_else(|| self.lexicon.readings(line).into_iter().find_map(named))?;
        let is_held =
            |card: &&engine::Card| own(self.scene).iter().any(|&own| pack.first_copy(own) == **card);
        faces.iter().find(is_held).or(faces.first()).copied()
    }

    /// What can be done now, as a sentence; empty if nothing can. Where some moves are asked about, it is about those.
    fn possible(&self, asked: &[&str]) -> String {
        let is_asked = |choice: &Choice| asked.contains(&choice.notation.as_str());
        let is_question = self.scene.choices.iter().any(is_asked);
        let suggestions = self.suggestions_among(|choice| !is_question || is_asked(choice));
        match suggestions.as_slice() {
            [] => String::new(),
            [only] => format!(" Now you can type \"{only}\"."),
            several => {
                let quoted = several.iter().map(|text| format!("\"{text}\""));
                format!(" Now you can type {}.", games::or_list(quoted))
            }
        }
    }

    /// A few different legal moves as people say them.
    pub fn suggestions(&self) -> Vec<String> {
        self.suggestions_among(|_| true)
    }

    fn suggestions_among(&self, filter: impl Fn(&Choice) -> bool) -> Vec<String> {
        let verb = |choice: &Choice| choice.notation.split(' ').next().unwrap_or_default().to_string();
        let choices: Vec<&Choice> = self.scene.choices.iter().filter(|choice| filter(choice)).collect();
        let mut chosen: Vec<&Choice> = Vec::new();
        for &choice in &choices {
            if !chosen.iter().any(|known| verb(known) == verb(choice)) {
                chosen.push(choice);
            }
        }
        let is_first = |choice: &Choice| {
            let same = choices.iter().find(|other| other.cards == choice.cards);
            same.is_some_and(|other| **other == *choice)
        };
        // First other cards, then other ways to play the same ones.
        let (first, rest): (Vec<&Choice>, Vec<&Choice>) =
            choices.iter().copied().partition(|choice| is_first(choice));
        for choice in first.into_iter().chain(rest) {
            if chosen.len() < MAX_SUGGESTIONS && !chosen.contains(&choice) {
                chosen.push(choice);
            }
        }
        chosen.truncate(MAX_SUGGESTIONS);
        chosen.into_iter().map(|choice| self.spoken(choice)).collect()
    }

    /// A legal move as people say it, which is understood when it is typed.
    pub fn spoken(&self, choice: &Choice) -> String {
        let compiled = self.compiled();
        let words: Vec<&str> = choice.notation.split(' ').collect();
        let name = |card: engine::Card| self.narrator.card(card).to_lowercase();
        let mut out: Vec<String> = words.first().map(ToString::to_string).into_iter().collect();
        let cards: Vec<String> = choice.cards.iter().map(|&card| name(card)).collect();
        if !cards.is_empty() {
            out.push(cards.join(" and "));
        }
        let skipped = 1 + if cards.is_empty() { 0 } else { choice.cards.len() };
        for word in words.into_iter().skip(skipped) {
            let before = out.last().cloned().unwrap_or_default();
            let pack = compiled.pack();
            let seat = |text: &str| text.parse().ok().and_then(Seat::new);
            out.push(match (before.as_str(), word) {
                ("call", suit) => {
                    pack.parse_suit(suit).map_or(suit.into(), |suit| self.narrator.suit(suit).into())
                }
                ("say", "semi-last-card") => self.narrator.word(Word::Semi).into(),
                ("say", _) => self.narrator.word(Word::Last).into(),
                ("catch" | "with", seat_number) => {
                    seat(seat_number).map_or(seat_number.into(), |seat| self.narrator.name(seat))
                }
                ("take", card) => pack.parse(card).map_or(card.into(), name),
                (_, word) => word.into(),
            });
        }
        let swaps = format!("{} with ", choice.notation);
        if self.scene.choices.iter().any(|other| other.notation.starts_with(&swaps)) {
            out.push("with nobody".into());
        }
        out.join(" ")
    }

    fn about_assaf(&self) -> Option<String> {
        let has_yaniv = self.compiled().parse("yaniv").is_ok();
        let text = "Nobody has to say Assaf: when a player calls Yaniv, the hands are compared at once.";
        has_yaniv.then(|| format!("{text}{}", self.possible(&[])))
    }
}

/// The known word that was most likely meant: the same letters in another order, or nearly the same word.
fn likely(wrong: &str, known: &[String]) -> Option<String> {
    let letters = |word: &str| {
        let mut letters: Vec<char> = word.chars().collect();
        letters.sort_unstable();
        letters
    };
    let swapped = known.iter().find(|word| letters(word) == letters(wrong));
    swapped.cloned().or_else(|| nearest(wrong, known.iter().map(String::as_str)).map(String::from))
}

/// Every word of every phrase, for corrections.
fn phrase_words() -> impl Iterator<Item = &'static str> {
    PHRASES.iter().flat_map(|(_, phrases)| *phrases).flat_map(|phrase| phrase.split(' '))
}
