//! Choices as questions: first what to do, then, only where it matters, how.

use engine::{Card, Choice, Scene};
use games::{CompiledRules, Move, matching, yaniv};

use crate::actions::with_names;
use crate::sentences::Words;
use crate::text::count;

/// One answer to one question about a move.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Facet {
    question: String,
    answer: String,
}

/// A choice among moves, narrowed down answer by answer. Moves with the same answers count as one.
#[derive(Clone, Debug)]
pub struct Menu {
    entries: Vec<MenuItem>,
    /// How many questions are answered.
    depth: usize,
    /// What could be chosen before each answer that was given.
    before: Vec<(Vec<MenuItem>, usize)>,
}

/// A move in notation and the answers that lead to it.
type MenuItem = (String, Vec<Facet>);

impl Menu {
    /// The choices of the viewer.
    pub fn new(scene: &Scene, words: &Words<'_>) -> Menu {
        let mut choices: Vec<&Choice> = scene.choices.iter().collect();
        // The same play with the word comes before the one without: that is what a player mostly wants.
        choices.sort_by_key(|choice| {
            let same = |other: &&Choice| silent(&other.notation) == silent(&choice.notation);
            (scene.choices.iter().position(|other| same(&other)), !choice.notation.contains(" say "))
        });
        let entry = |choice: &Choice| (choice.notation.clone(), facets(scene, words, choice));
        Menu { entries: choices.into_iter().map(entry).collect(), depth: 0, before: Vec::new() }
    }

    /// What is asked.
    pub fn question(&self) -> &str {
        let first = self.entries.first().and_then(|(_, facets)| facets.get(self.depth));
        first.map_or("", |facet| facet.question.as_str())
    }

    /// The answers to choose from.
    pub fn answers(&self) -> Vec<&str> {
        let mut out: Vec<&str> = Vec::new();
        for (_, facets) in &self.entries {
            if let Some(facet) = facets.get(self.depth).filter(|facet| !out.contains(&facet.answer.as_str()))
            {
                out.push(&facet.answer);
            }
        }
        out
    }

    /// Takes the answer with this number, from 1: the move if that decides it, or nothing and the next question.
    pub fn choose(&mut self, number: usize) -> Result<Option<String>, String> {
        let answers = self.answers();
        let chosen = number.checked_sub(1).and_then(|at| answers.get(at));
        let Some(answer) = chosen.map(ToString::to_string) else {
            return Err(format!("Choose a number from 1 to {}.", answers.len()));
        };
        self.before.push((self.entries.clone(), self.depth));
        let depth = self.depth;
        self.entries.retain(|(_, facets)| facets.get(depth).is_some_and(|facet| facet.answer == answer));
        self.depth += 1;
        while self.answers().len() == 1 {
            self.depth += 1;
        }
        let decided = self.answers().is_empty();
        Ok(self.entries.first().filter(|_| decided).map(|(notation, _)| notation.clone()))
    }

    /// Goes back to the question before; `false` where there is none.
    pub fn back(&mut self) -> bool {
        let Some((entries, depth)) = self.before.pop() else { return false };
        (self.entries, self.depth) = (entries, depth);
        true
    }
}

/// A play without the word that is said with it.
fn silent(notation: &str) -> &str {
    notation.split(" say ").next().unwrap_or(notation)
}

fn facets(scene: &Scene, words: &Words<'_>, choice: &Choice) -> Vec<Facet> {
    match words.compiled().parse(&choice.notation) {
        Ok(Move::Matching(matching::Move::Play(play))) => play_facets(scene, words, &choice.cards, play),
        Ok(Move::Yaniv(yaniv::Move::Throw { take, .. })) => throw_facets(words, &choice.cards, take),
        Ok(_) | Err(_) => {
            let label = words.localised(&with_names(&words.compiled().label(scene, choice), words.names()));
            vec![Facet { question: "What do you do?".into(), answer: label }]
        }
    }
}

fn play_facets(scene: &Scene, words: &Words<'_>, cards: &[Card], play: matching::Play) -> Vec<Facet> {
    let said = play.say.map_or_else(String::new, |word| format!(" and say \"{}\"", words.word(word)));
    let top = cards.last().map(|&card| words.card(card)).unwrap_or_default();
    let called = play.call.map_or("nothing", |suit| words.suit(suit));
    let partner = scene.places.iter().find(|place| Some(place.seat) == play.with);
    let partner = partner.map_or_else(
        || "nobody".to_string(),
        |place| format!("{}, who holds {}", words.name(place.seat), count(place.count, "card")),
    );
    let answer = format!("Play {}{said}", words.cards(sorted(cards)));
    vec![
        Facet { question: "What do you do?".into(), answer },
        Facet { question: "Which card ends on top?".into(), answer: top },
        Facet { question: format!("Which {} do you call?", words.suit_kind()), answer: called.to_string() },
        Facet { question: "Whom do you swap hands with?".into(), answer: partner },
    ]
}

fn throw_facets(words: &Words<'_>, cards: &[Card], take: yaniv::Take) -> Vec<Facet> {
    let taken = match take {
        yaniv::Take::Stock => "the top card of the stock".into(),
        yaniv::Take::Card(card) => words.cards([card]),
    };
    let answer = format!("Throw {}", words.cards(sorted(cards)));
    vec![
        Facet { question: "What do you do?".into(), answer },
        Facet { question: "What do you take?".into(), answer: taken },
        Facet { question: "How do the cards lie?".into(), answer: lying(words, cards) },
    ]
}

fn sorted(cards: &[Card]) -> Vec<Card> {
    let mut sorted = cards.to_vec();
    sorted.sort_unstable();
    sorted
}

/// How thrown cards lie, as far as it matters: the order of a run, the ends of cards of one rank.
fn lying(words: &Words<'_>, cards: &[Card]) -> String {
    let name = |card: &Card| words.card(*card);
    let shape = match words.compiled() {
        CompiledRules::Yaniv(compiled) => compiled.shape(cards),
        CompiledRules::Matching(_) => None,
    };
    match (shape, cards) {
        (Some(yaniv::Shape::Run(_)), _) => cards.iter().map(name).collect::<Vec<_>>().join(", "),
        (_, [first, .., last]) => {
            let ends = if first < last { [first, last] } else { [last, first] };
            format!("{} and {} at the ends", name(ends[0]), name(ends[1]))
        }
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sentences::{SuitNames, Voice};
    use engine::Viewer;
    use games::{Opening, Session, presets};

    fn menu(preset: &str, deck: &str) -> Menu {
        let deck = Some(deck.split_whitespace().map(String::from).collect());
        let rules = presets::named(preset).unwrap();
        let session = Session::new(&rules, &Opening { seats: 2, deck, ..Opening::default() }).unwrap();
        let seat = session.turn().unwrap();
        let voice = Voice { you: Some(seat), suit_names: SuitNames::Standard };
        let scene = games::scene(session.round(), Viewer::Seat(seat));
        Menu::new(&scene, &Words::of(&session, voice))
    }

    fn number_of(menu: &Menu, answer: &str) -> usize {
        let answers = menu.answers();
        1 + answers
            .iter()
            .position(|known| *known == answer)
            .unwrap_or_else(|| panic!("{answer} in {answers:?}"))
    }

    /// A calling card asks for the shape only once it is chosen, and the answer can be taken back.
    #[test]
    fn a_call_is_a_second_question() {
        let mut menu = menu("naija-whot-duel", "whot-20 star-1 whot-20 star-2");
        assert_eq!(menu.question(), "What do you do?");
        let whot = number_of(&menu, "Play the 20 of Whot");
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
        menu.choose(number_of(&menu, "Throw the 9 of Clubs and the 9 of Diamonds")).unwrap();
        let stock = menu.choose(number_of(&menu, "the top card of the stock")).unwrap().unwrap();
        assert_eq!(stock, "throw 9C 9D take stock");
        while menu.back() {}
        menu.choose(number_of(&menu, "Throw the 9 of Clubs, the 9 of Diamonds and the 9 of Hearts")).unwrap();
        assert_eq!(menu.choose(number_of(&menu, "the 5 of Diamonds")), Ok(None));
        let ends = menu.choose(number_of(&menu, "9 of Clubs and 9 of Hearts at the ends")).unwrap().unwrap();
        assert_eq!(ends, "throw 9C 9D 9H take 5D");
    }
}
