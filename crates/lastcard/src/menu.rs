//! Legal moves as questions: first what to do, then, only where it matters, how.

use engine::{Card, Seat};
use games::{Move, View, matching, yaniv};

use crate::words::{Words, count};

/// One answer to one question about a move.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Facet {
    question: String,
    answer: String,
}

/// A choice among moves, narrowed down answer by answer. Moves with the same answers count as one.
#[derive(Clone, Debug)]
pub struct Menu {
    entries: Vec<Entry>,
    /// How many questions are answered.
    depth: usize,
    /// What could be chosen before each answer that was given.
    before: Vec<(Vec<Entry>, usize)>,
}

/// A move and the answers that lead to it.
type Entry = (Move, Vec<Facet>);

impl Menu {
    /// The choice among these moves of the viewer.
    pub fn new(view: &View, words: &Words<'_>, moves: &[Move]) -> Menu {
        let entries = moves.iter().map(|&choice| (choice, facets(view, words, choice))).collect();
        let mut menu = Menu { entries, depth: 0, before: Vec::new() };
        menu.put_words_first();
        menu
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
    pub fn choose(&mut self, number: usize) -> Result<Option<Move>, String> {
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
        Ok(self.entries.first().filter(|_| decided).map(|(choice, _)| *choice))
    }

    /// Goes back to the question before; `false` where there is none.
    pub fn back(&mut self) -> bool {
        let Some((entries, depth)) = self.before.pop() else { return false };
        (self.entries, self.depth) = (entries, depth);
        true
    }

    /// The same play with the word comes before the one without: that is what a player mostly wants.
    fn put_words_first(&mut self) {
        for at in 1..self.entries.len() {
            if let [(Move::Matching(silent), _), (Move::Matching(spoken), _)] = &self.entries[at - 1..=at]
                && is_spoken(*silent, *spoken)
            {
                self.entries.swap(at - 1, at);
            }
        }
    }
}

fn is_spoken(silent: matching::Move, spoken: matching::Move) -> bool {
    match (silent, spoken) {
        (matching::Move::Play(one), matching::Move::Play(two)) => {
            one.say.is_none() && matching::Play { say: two.say, ..one } == two
        }
        _ => false,
    }
}

fn facets(view: &View, words: &Words<'_>, choice: Move) -> Vec<Facet> {
    let act = |answer: String| vec![Facet { question: "What do you do?".into(), answer }];
    match (view, choice) {
        (View::Matching(view), Move::Matching(choice)) => match choice {
            matching::Move::Play(play) => play_facets(view, words, play),
            other => act(matching_act(view, words, other)),
        },
        (View::Yaniv(view), Move::Yaniv(choice)) => match choice {
            yaniv::Move::Throw { cards, take } => throw_facets(view, words, cards, take),
            other => act(yaniv_act(view, words, other)),
        },
        (View::Matching(_), Move::Yaniv(_)) | (View::Yaniv(_), Move::Matching(_)) => Vec::new(),
    }
}

fn matching_act(view: &matching::View, words: &Words<'_>, choice: matching::Move) -> String {
    use matching::{Move, PhaseView};
    match (choice, view.phase) {
        (Move::Draw, PhaseView::Answer { cards: 1, .. }) => "Draw the card".into(),
        (Move::Draw, PhaseView::Answer { cards, .. }) => format!("Draw the {cards} cards"),
        (Move::Draw, _) => "Draw a card".into(),
        (Move::Pass, PhaseView::Suspended { .. }) => "Miss the turn".into(),
        (Move::Pass, PhaseView::Drawn { .. }) => "Keep the card".into(),
        (Move::Pass, _) => "Pass".into(),
        (Move::Challenge, _) => "Challenge the card".into(),
        (Move::Call(suit), _) => format!("Call {}", words.suit(suit)),
        (Move::Say(word), _) => format!("Say \"{}\"", words.word(word)),
        (Move::Catch(seat), _) if view.owing.contains(seat) => {
            format!("Catch {}, who did not say the word", words.name(seat))
        }
        (Move::Catch(seat), _) => format!("Catch {}", words.name(seat)),
        (Move::Play(_), _) => "Play".into(),
    }
}

fn play_facets(view: &matching::View, words: &Words<'_>, play: matching::Play) -> Vec<Facet> {
    let mut cards = play.cards.in_order(&view.kit);
    cards.sort_unstable();
    let said = play.say.map_or_else(String::new, |word| format!(" and say \"{}\"", words.word(word)));
    let answer = format!("Play {}{said}", words.cards(cards));
    let mut out = vec![Facet { question: "What do you do?".into(), answer }];
    if play.cards.len > 1 {
        out.push(Facet { question: "Which card ends on top?".into(), answer: words.card(play.cards.last) });
    }
    if let Some(suit) = play.call {
        let question = format!("Which {} do you call?", words.suit_kind());
        out.push(Facet { question, answer: words.suit(suit).to_string() });
    }
    if view.kit.rules.effect_of(&view.kit.pack, play.cards.last).swap {
        let cards = |seat: Seat| count(usize::from(view.counts[seat]), "card");
        let partner = |seat: Seat| format!("{}, who holds {}", words.name(seat), cards(seat));
        let answer = play.with.map_or_else(|| "nobody".into(), partner);
        out.push(Facet { question: "Whom do you swap hands with?".into(), answer });
    }
    out
}

fn yaniv_act(view: &yaniv::View, words: &Words<'_>, choice: yaniv::Move) -> String {
    use yaniv::Move;
    match choice {
        Move::Yaniv => {
            format!("Call Yaniv with {}", count(usize::from(view.kit.value(view.hand)), "point"))
        }
        Move::Slap(card) => format!("Slap {} onto the throw", words.cards([card])),
        Move::Exchange(card) => format!("Exchange {} for the joker on the table", words.cards([card])),
        Move::Pass => "Keep the card".into(),
        Move::Throw { .. } => "Throw".into(),
    }
}

fn throw_facets(view: &yaniv::View, words: &Words<'_>, throw: yaniv::Throw, take: yaniv::Take) -> Vec<Facet> {
    let mut sorted: Vec<Card> = throw.cards().to_vec();
    sorted.sort_unstable();
    let taken = match take {
        yaniv::Take::Stock => "the top card of the stock".into(),
        yaniv::Take::Card(card) => words.cards([card]),
    };
    vec![
        Facet { question: "What do you do?".into(), answer: format!("Throw {}", words.cards(sorted)) },
        Facet { question: "What do you take?".into(), answer: taken },
        Facet { question: "How do the cards lie?".into(), answer: lying(view, words, throw) },
    ]
}

/// How thrown cards lie, as far as it matters: the order of a run, the ends of cards of one rank.
fn lying(view: &yaniv::View, words: &Words<'_>, throw: yaniv::Throw) -> String {
    let cards = throw.cards();
    let name = |card: &Card| words.card(*card);
    match (view.kit.shape(cards), cards) {
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
    use crate::words::{Dialect, Voice};
    use engine::Viewer;
    use games::{Opening, Session, presets};

    fn menu(preset: &str, deck: &str) -> (Session, Menu) {
        let deck = Some(deck.split_whitespace().map(String::from).collect());
        let rules = presets::named(preset).unwrap();
        let session = Session::new(&rules, &Opening { seats: 2, deck, ..Opening::default() }).unwrap();
        let seat = session.turn().unwrap();
        let voice = Voice { you: Some(seat), dialect: Dialect::Standard };
        let view = session.view(Viewer::Seat(seat));
        let menu = Menu::new(&view, &Words::new(&session, voice), &session.legal(seat));
        (session, menu)
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
        let (session, mut menu) = menu("naija-whot-duel", "whot-20 star-1 whot-20 star-2");
        assert_eq!(menu.question(), "What do you do?");
        let whot = number_of(&menu, "Play the 20 of Whot");
        assert_eq!(menu.choose(whot), Ok(None));
        assert_eq!(menu.question(), "Which shape do you call?");
        assert_eq!(menu.answers(), ["circle", "triangle", "cross", "square", "star"]);
        assert!(menu.back());
        assert_eq!(menu.question(), "What do you do?");
        menu.choose(whot).unwrap();
        let choice = menu.choose(5).unwrap().unwrap();
        assert_eq!(session.notation(choice), "play whot-20 call star");
        assert!(menu.choose(99).is_err());
    }

    /// Three nines: what to throw, what to take, and which of them can be taken next.
    #[test]
    fn the_order_of_a_throw_is_asked_only_where_it_matters() {
        let (session, mut menu) = menu("yaniv", "9C KC 9D KD 9H KH 2S QS 4S 7S 5D");
        menu.choose(number_of(&menu, "Throw the 9 of Clubs and the 9 of Diamonds")).unwrap();
        let stock = menu.choose(number_of(&menu, "the top card of the stock")).unwrap().unwrap();
        assert_eq!(session.notation(stock), "throw 9C 9D take stock");
        while menu.back() {}
        menu.choose(number_of(&menu, "Throw the 9 of Clubs, the 9 of Diamonds and the 9 of Hearts")).unwrap();
        assert_eq!(menu.choose(number_of(&menu, "the 5 of Diamonds")), Ok(None));
        let ends = menu.choose(number_of(&menu, "9 of Clubs and 9 of Hearts at the ends")).unwrap().unwrap();
        assert_eq!(session.notation(ends), "throw 9C 9D 9H take 5D");
    }
}
