//! Actions other than playing a card, each with its key.

use engine::{Card, Choice, Pack, Scene};
use games::{CompiledRules, Rules};

/// An available action, with its key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Action {
    /// The key.
    pub key: char,
    /// What it does, in a few words.
    pub label: String,
}

/// The key of a move that is not chosen by its cards.
pub fn key_of(notation: &str) -> Option<char> {
    let verb = notation.split(' ').next().filter(|verb| !verb.is_empty())?;
    let mut keys = games::ALL_CONTROLS.iter().flat_map(|controls| controls.keys);
    keys.find(|key| key.verb == verb).map(|key| key.key)
}

/// The choices for a key.
pub fn choices_for_key(scene: &Scene, key: char) -> Vec<Choice> {
    scene.choices.iter().filter(|choice| key_of(&choice.notation) == Some(key)).cloned().collect()
}

/// The choices that use exactly these cards.
pub fn choices_using(scene: &Scene, pack: &Pack, cards: &[Card]) -> Vec<Choice> {
    let sorted = |cards: &[Card]| {
        let mut faces: Vec<Card> = cards.iter().map(|&card| pack.first_copy(card)).collect();
        faces.sort_unstable();
        faces
    };
    let wanted = sorted(cards);
    scene.choices.iter().filter(|choice| sorted(&choice.cards) == wanted).cloned().collect()
}

/// Those of the choices that lay the cards in this order, as far as it matters; all of them if none does.
///
/// Front ends let the order of marking be the order of playing. Only the first and the last card can matter, and in
/// some games not which of the two is which.
pub fn in_order(choices: Vec<Choice>, pack: &Pack, cards: &[Card]) -> Vec<Choice> {
    let faces = |cards: &[Card]| cards.iter().map(|&card| pack.first_copy(card)).collect::<Vec<Card>>();
    let wanted = faces(cards);
    let ends = |cards: &[Card]| (cards.first().copied(), cards.last().copied());
    let (first, last) = ends(&wanted);
    let fits = |strictness: u8, laid: &[Card]| match strictness {
        2 => laid == wanted,
        1 => ends(laid) == (first, last),
        _ => ends(laid) == (last, first),
    };
    for strictness in [2, 1, 0] {
        let is_wanted = |choice: &&Choice| choice.cards.len() < 2 || fits(strictness, &faces(&choice.cards));
        let found: Vec<Choice> = choices.iter().filter(is_wanted).cloned().collect();
        if found.iter().any(|choice| choice.cards.len() > 1) {
            return found;
        }
    }
    choices
}

/// The smallest play that contains these cards, if they cannot be played by themselves.
pub fn group_with<'a>(scene: &'a Scene, pack: &Pack, cards: &[Card]) -> Option<&'a [Card]> {
    let holds = |choice: &&Choice| {
        let mut rest: Vec<Card> = choice.cards.iter().map(|&card| pack.first_copy(card)).collect();
        let mut take = |card: &Card| {
            let at = rest.iter().position(|left| *left == pack.first_copy(*card));
            at.map(|at| rest.swap_remove(at)).is_some()
        };
        cards.iter().all(&mut take)
    };
    let smallest = scene.choices.iter().filter(holds).min_by_key(|choice| choice.cards.len())?;
    (smallest.cards.len() > cards.len()).then_some(&smallest.cards)
}

/// A move with these cards in notation, to ask the table why it is illegal.
pub fn move_notation(rules: &Rules, pack: &Pack, cards: &[Card]) -> String {
    let cards: Vec<&str> = cards.iter().map(|&card| pack.notation(card)).collect();
    rules.controls().attempt.replace("{}", &cards.join(" "))
}

/// All available actions, in the order of the choices.
pub fn actions(scene: &Scene, compiled: &CompiledRules, names: &[String]) -> Vec<Action> {
    let mut out: Vec<Action> = Vec::new();
    for choice in &scene.choices {
        let Some(key) = key_of(&choice.notation) else { continue };
        if out.iter().any(|action| action.key == key) {
            continue;
        }
        let label = match choices_for_key(scene, key).len() {
            1 => with_names(&compiled.label(scene, choice), names),
            _ => group_label(key).to_string(),
        };
        out.push(Action { key, label });
    }
    out
}

fn group_label(key: char) -> &'static str {
    match key {
        'c' => "Catch a player",
        'o' => "Call a suit",
        's' => "Say or slap",
        _ => "Choose",
    }
}

/// The text with player names instead of seat numbers.
pub fn with_names(text: &str, names: &[String]) -> String {
    let seats = names.iter().enumerate().rev();
    seats.fold(text.to_string(), |text, (seat, name)| text.replace(&format!("seat {seat}"), name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_are_replaced_by_names() {
        let names = ["Ada", "Bola"].map(String::from);
        assert_eq!(with_names("Catch seat 1", &names), "Catch Bola");
    }
}
