//! Choices as questions: first what to do, then, if it matters, how.

use engine::{Card, Choice, Scene};
use games::{CompiledRules, Move, matching, yaniv};

use crate::actions::with_names;
use crate::sentences::Narrator;
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
    /// The choices of the viewer.
    pub fn new(scene: &Scene, narrator: &Narrator<'_>) -> Menu {
        let mut choices: Vec<&Choice> = scene.choices.iter().collect();
        // A play with the word comes before the same play without it: that is what most players want.
        choices.sort_by_key(|choice| {
            let same = |other: &&Choice| without_word(&other.notation) == without_word(&choice.notation);
            (scene.choices.iter().position(|other| same(&other)), !choice.notation.contains(" say "))
        });
        let item = |choice: &Choice| (choice.notation.clone(), facets(scene, narrator, choice));
        Menu { items: choices.into_iter().map(item).collect(), depth: 0, before: Vec::new() }
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
        while self.answers().len() == 1 {
            self.depth += 1;
        }
        let decided = self.answers().is_empty();
        Ok(self.items.first().filter(|_| decided).map(|(notation, _)| notation.clone()))
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
    match narrator.compiled().parse(&choice.notation) {
        Ok(Move::Matching(matching::Move::Play(play))) => play_facets(scene, narrator, &choice.cards, play),
        Ok(Move::Yaniv(yaniv::Move::Throw { take, .. })) => throw_facets(narrator, &choice.cards, take),
        Ok(_) | Err(_) => {
            let label =
                narrator.localised(&with_names(&narrator.compiled().label(scene, choice), narrator.names()));
            vec![Facet { question: "What do you do?".into(), answer: label }]
        }
    }
}

fn play_facets(scene: &Scene, narrator: &Narrator<'_>, cards: &[Card], play: matching::Play) -> Vec<Facet> {
    let said = play.say.map_or_else(String::new, |word| format!(" and say \"{}\"", narrator.word(word)));
    let top = cards.last().map(|&card| narrator.card(card)).unwrap_or_default();
    let called = play.call.map_or("nothing", |suit| narrator.suit(suit));
    let partner = scene.places.iter().find(|place| Some(place.seat) == play.with);
    let partner = partner.map_or_else(
        || "nobody".to_string(),
        |place| format!("{}, who holds {}", narrator.name(place.seat), count(place.count, "card")),
    );
    let answer = format!("Play {}{said}", narrator.cards(sorted(cards)));
    vec![
        Facet { question: "What do you do?".into(), answer },
        Facet { question: "Which card ends on top?".into(), answer: top },
        Facet {
            question: format!("Which {} do you call?", narrator.suit_kind()),
            answer: called.to_string(),
        },
        Facet { question: "Whom do you swap hands with?".into(), answer: partner },
    ]
}

fn throw_facets(narrator: &Narrator<'_>, cards: &[Card], take: yaniv::Take) -> Vec<Facet> {
    let taken = match take {
        yaniv::Take::Stock => "the top card of the stock".into(),
        yaniv::Take::Card(card) => narrator.cards([card]),
    };
    let answer = format!("Throw {}", narrator.cards(sorted(cards)));
    vec![
        Facet { question: "What do you do?".into(), answer },
        Facet { question: "What do you take?".into(), answer: taken },
        Facet { question: "How do the cards lie?".into(), answer: arrangement(narrator, cards) },
    ]
}

fn sorted(cards: &[Card]) -> Vec<Card> {
    let mut sorted = cards.to_vec();
    sorted.sort_unstable();
    sorted
}

/// How thrown cards lie, as far as it matters: the order of a run, the ends of a set.
fn arrangement(narrator: &Narrator<'_>, cards: &[Card]) -> String {
    let name = |card: &Card| narrator.card(*card);
    let shape = match narrator.compiled() {
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

    fn number_of(menu: &Menu, answer: &str) -> usize {
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
