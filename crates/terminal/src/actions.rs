//! What can be done besides playing a card, each with its key.

use engine::{Choice, Scene};

/// Something that can be done now, with its key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Action {
    /// The key.
    pub key: char,
    /// What it does, in a few words.
    pub label: String,
}

/// The key of a move that is not chosen by its cards.
pub fn key_of(notation: &str) -> Option<char> {
    match notation.split(' ').next() {
        Some("draw") => Some('d'),
        Some("pass") => Some('p'),
        Some("yaniv") => Some('y'),
        Some("say" | "slap") => Some('s'),
        Some("catch") => Some('c'),
        Some("challenge") => Some('h'),
        Some("call") => Some('o'),
        Some("exchange") => Some('x'),
        _ => None,
    }
}

/// The choices behind a key.
pub fn behind(scene: &Scene, key: char) -> Vec<Choice> {
    scene.choices.iter().filter(|choice| key_of(&choice.notation) == Some(key)).cloned().collect()
}

/// Every action that is open, in the order of the choices.
pub fn actions(scene: &Scene, names: &[String]) -> Vec<Action> {
    let mut out: Vec<Action> = Vec::new();
    for choice in &scene.choices {
        let Some(key) = key_of(&choice.notation) else { continue };
        if out.iter().any(|action| action.key == key) {
            continue;
        }
        let label = match behind(scene, key).len() {
            1 => with_names(&choice.label, names),
            _ => many(key).to_string(),
        };
        out.push(Action { key, label });
    }
    out
}

fn many(key: char) -> &'static str {
    match key {
        'c' => "Catch a player",
        'o' => "Call a suit",
        's' => "Say or slap",
        _ => "Choose",
    }
}

/// The text with the names of the players instead of the numbers of their seats.
pub fn with_names(text: &str, names: &[String]) -> String {
    let seats = names.iter().enumerate().rev();
    seats.fold(text.to_string(), |text, (seat, name)| text.replace(&format!("seat {seat}"), name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_go_by_name() {
        let names = ["Ada", "Bola"].map(String::from);
        assert_eq!(with_names("Catch seat 1", &names), "Catch Bola");
    }
}
