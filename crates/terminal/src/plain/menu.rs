//! Choices as questions: first what to do, then, if it matters, how.

use engine::{Card, Choice, Scene, Seat, Word};
use games::Detail;

use crate::actions::with_names;
use crate::sentences::{Narrator, capital};
use crate::text::count;

/// One answer to one question about a move.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Facet {
    question: String,
    answer: String,
}

/// A choice among moves, narrowed down answer by answer. Moves with the same answers count as one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Menu {
    items: Vec<MenuItem>,
    /// Number of questions answered.
    depth: usize,
    /// The items and depth before each answer.
    before: Vec<(Vec<MenuItem>, usize)>,
}

/// No answer has this number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("Choose a number from 1 to {answers}.")]
pub struct NoSuchAnswer {
    answers: usize,
}

/// A move in notation, and the answers that lead to it.
type MenuItem = (String, Vec<Facet>);

impl Menu {
    /// All choices of the viewer.
    pub fn new(scene: &Scene, narrator: &Narrator<'_>) -> Menu {
        Menu::among(&scene.choices, scene, narrator)
    }

    /// Some choices of the viewer, such as those with the chosen cards. A question with one answer is not asked.
    pub fn among(choices: &[Choice], scene: &Scene, narrator: &Narrator<'_>) -> Menu {
        let mut choices: Vec<&Choice> = choices.iter().collect();
        // A play with the word comes before the same play without it: that is what most players want.
        choices.sort_by_key(|choice| {
            let same = |other: &&Choice| without_word(&other.notation) == without_word(&choice.notation);
            (scene.choices.iter().position(|other| same(&other)), !choice.notation.contains(" say "))
        });
        let item = |choice: &Choice| (choice.notation.clone(), facets(scene, narrator, choice));
        Menu { items: choices.into_iter().map(item).collect(), depth: 0, before: Vec::new() }
    }

    /// Answers the questions that have one answer only. Returns the move if that decides it.
    pub fn skip_answered(&mut self) -> Option<String> {
        while self.answers().len() == 1 {
            self.depth += 1;
        }
        let decided = self.answers().is_empty();
        self.items.first().filter(|_| decided).map(|(notation, _)| notation.clone())
    }

    /// Drops the moves that are no longer possible; `false` if none is left.
    pub fn keep_possible(&mut self, scene: &Scene) -> bool {
        let possible =
            |(notation, _): &MenuItem| scene.choices.iter().any(|choice| choice.notation == *notation);
        self.items.retain(possible);
        self.before.iter_mut().for_each(|(items, _)| items.retain(possible));
        !self.items.is_empty()
    }

    /// The current question.
    pub fn question(&self) -> &str {
        let first = self.items.first().and_then(|(_, facets)| facets.get(self.depth));
        first.map_or("", |facet| facet.question.as_str())
    }

    /// The answers to choose from.
    pub fn answers(&self) -> Vec<&str> {
        let mut out: Vec<&str> = Vec::new();
        for (_, facets) in &self.items {
            if let Some(facet) = facets.get(self.depth).filter(|facet| !out.contains(&facet.answer.as_str()))
            {
                out.push(&facet.answer);
            }
        }
        out
    }

    /// Takes an answer by its number, from 1. Returns the move if it is decided, or `None` if there is another
    /// question.
    pub fn choose(&mut self, number: usize) -> Result<Option<String>, NoSuchAnswer> {
        let answers = self.answers();
        let chosen = number.checked_sub(1).and_then(|at| answers.get(at));
        let Some(answer) = chosen.map(ToString::to_string) else {
            return Err(NoSuchAnswer { answers: answers.len() });
        };
        self.before.push((self.items.clone(), self.depth));
        let depth = self.depth;
        self.items.retain(|(_, facets)| facets.get(depth).is_some_and(|facet| facet.answer == answer));
        self.depth += 1;
        Ok(self.skip_answered())
    }

    /// Narrows the choice down to these moves. Returns the move if that decides it, or `None` if there is a question.
    pub fn narrow(&mut self, moves: &[String]) -> Option<String> {
        while self.back() {}
        self.before.push((self.items.clone(), self.depth));
        self.items.retain(|(notation, _)| moves.contains(notation));
        self.skip_answered()
    }

    /// The moves that are still asked about.
    pub fn moves(&self) -> Vec<String> {
        self.items.iter().map(|(notation, _)| notation.clone()).collect()
    }

    /// The number of the answer with this text, from 1.
    pub fn number_of(&self, text: &str) -> Option<usize> {
        let answers = self.answers();
        answers.iter().position(|answer| answer.to_lowercase() == text).map(|at| at + 1)
    }

    /// Goes back to the question before; `false` if there is none.
    pub fn back(&mut self) -> bool {
        let Some((items, depth)) = self.before.pop() else { return false };
        (self.items, self.depth) = (items, depth);
        true
    }
}

/// A play without the word that is said with it.
fn without_word(notation: &str) -> &str {
    notation.split(" say ").next().unwrap_or(notation)
}

fn facets(scene: &Scene, narrator: &Narrator<'_>, choice: &Choice) -> Vec<Facet> {
    let compiled = narrator.compiled();
    let details = compiled.parse(&choice.notation).map(|parsed| compiled.details(parsed)).unwrap_or_default();
    if details.is_empty() {
        let label = narrator.localised(&with_names(&compiled.label(scene, choice), narrator.names()));
        return vec![Facet { question: "What do you do?".into(), answer: label }];
    }
    details.iter().map(|detail| facet(scene, narrator, detail)).collect()
}

fn facet(scene: &Scene, narrator: &Narrator<'_>, detail: &Detail) -> Facet {
    let (question, answer) = match detail {
        Detail::Lays(cards, word) => ("What do you do?".to_string(), laid(narrator, cards, *word)),
        Detail::OnTop(card) => ("Which card ends on top?".into(), narrator.card(*card)),
        Detail::Calls(suit) => {
            let called = suit.map_or("nothing", |suit| narrator.suit(suit));
            (format!("Which {} do you call?", narrator.suit_kind()), called.into())
        }
        Detail::SwapsWith(seat) => ("Whom do you swap hands with?".into(), partner(scene, narrator, *seat)),
        Detail::Takes(None) => ("What do you take?".into(), "the top card of the stock".into()),
        Detail::Takes(Some(card)) => ("What do you take?".into(), narrator.cards([*card])),
        Detail::InOrder(cards) => {
            let names: Vec<String> = cards.iter().map(|&card| narrator.card(card)).collect();
            ("How do the cards lie?".into(), names.join(", "))
        }
        Detail::Ends(one, two) => {
            let ends = format!("{} and {} at the ends", narrator.card(*one), narrator.card(*two));
            ("How do the cards lie?".into(), ends)
        }
        Detail::AnyOrder => ("How do the cards lie?".into(), String::new()),
    };
    Facet { question, answer }
}

fn laid(narrator: &Narrator<'_>, cards: &[Card], word: Option<Word>) -> String {
    let verb = narrator.compiled().controls().verb.you;
    let said = word.map_or_else(String::new, |word| format!(" and say \"{}\"", narrator.word(word)));
    let mut sorted = cards.to_vec();
    sorted.sort_unstable();
    format!("{} {}{said}", capital(verb), narrator.cards(sorted))
}

fn partner(scene: &Scene, narrator: &Narrator<'_>, seat: Option<Seat>) -> String {
    match scene.places.iter().find(|place| Some(place.seat) == seat) {
        Some(place) => format!("{}, who holds {}", narrator.name(place.seat), count(place.count, "card")),
        None => "nobody: keep your hand".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sentences::{Audience, SuitNames};
    use engine::Viewer;
    use games::{Opening, Session, presets};

    fn menu(preset: &str, deck: &str) -> Menu {
        let deck = Some(deck.split_whitespace().map(String::from).collect());
        let rules = presets::named(preset).unwrap();
        let session = Session::new(&rules, &Opening { seats: 2, deck, ..Opening::default() }).unwrap();
        let seat = session.turn().unwrap();
        let audience = Audience { you: Some(seat), suit_names: SuitNames::Standard };
        let scene = games::scene(session.round(), Viewer::Seat(seat));
        Menu::new(&scene, &Narrator::of(&session, audience))
    }

    fn number(menu: &Menu, answer: &str) -> usize {
        let answers = menu.answers();
        1 + answers
            .iter()
            .position(|known| *known == answer)
            .unwrap_or_else(|| panic!("{answer} in {answers:?}"))
    }

    /// A calling card asks for the suit only once it is chosen, and the answer can be undone.
    #[test]
    fn a_call_is_a_second_question() {
        let mut menu = menu("naija-whot-duel", "whot-20 star-1 whot-20 star-2");
        assert_eq!(menu.question(), "What do you do?");
        let whot = number(&menu, "Play the 20 of Whot");
        assert_eq!(menu.choose(whot), Ok(None));
        assert_eq!(menu.question(), "Which shape do you call?");
        assert_eq!(menu.answers(), ["circle", "triangle", "cross", "square", "star"]);
        assert!(menu.back());
        assert_eq!(menu.question(), "What do you do?");
        menu.choose(whot).unwrap();
        let choice = menu.choose(5).unwrap().unwrap();
        assert_eq!(choice, "play whot-20 call star");
        assert!(menu.choose(99).is_err());
    }

    /// Three nines: what to throw, what to take, and which of them can be taken next.
    #[test]
    fn the_order_of_a_throw_is_asked_only_where_it_matters() {
        let mut menu = menu("yaniv", "9C KC 9D KD 9H KH 2S QS 4S 7S 5D");
        menu.choose(number(&menu, "Throw the 9 of Clubs and the 9 of Diamonds")).unwrap();
        let stock = menu.choose(number(&menu, "the top card of the stock")).unwrap().unwrap();
        assert_eq!(stock, "throw 9C 9D take stock");
        while menu.back() {}
        menu.choose(number(&menu, "Throw the 9 of Clubs, the 9 of Diamonds and the 9 of Hearts")).unwrap();
        assert_eq!(menu.choose(number(&menu, "the 5 of Diamonds")), Ok(None));
        let ends = menu.choose(number(&menu, "9 of Clubs and 9 of Hearts at the ends")).unwrap().unwrap();
        assert_eq!(ends, "throw 9C 9D 9H take 5D");
    }
}
