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
