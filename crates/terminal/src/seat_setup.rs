//! The seats of a game before it begins: names, people and computer players.

use games::Rules;
use table::Level;

use crate::text::count;

/// A seat before the game begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatSetup {
    /// The name of the player.
    pub name: String,
    /// A person or a computer player.
    pub kind: PlayerKind,
}

/// A person or a computer player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayerKind {
    /// A person at this device.
    Person,
    /// A computer player.
    Computer(Level),
}

/// Names of computer players, in the order in which they are used.
pub const BOT_NAMES: [&str; 9] =
    ["Bola", "Chidi", "Dayo", "Efe", "Funmi", "Garba", "Halima", "Ife", "Jumoke"];

/// Why a name cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NameError {
    /// The name is empty.
    #[error("A name has at least one letter.")]
    Empty,
    /// The name is too long.
    #[error("A name has at most {MAX_NAME_CHARS} letters.")]
    TooLong,
    /// A list of names is separated by commas.
    #[error("A name has no comma: it would look like two names.")]
    Comma,
    /// The name has control characters.
    #[error("A name cannot contain invisible characters.")]
    Invisible,
    /// Another player has this name.
    #[error("Another player is called {0}.")]
    Taken(String),
}

/// Maximum length of a name.
pub(crate) const MAX_NAME_CHARS: usize = 20;

/// The name without surrounding blanks, unless it cannot be used beside these others.
pub fn checked_name<'a>(name: &str, others: impl IntoIterator<Item = &'a str>) -> Result<String, NameError> {
    let name = name.trim();
    let same = |other: &str| other.to_lowercase() == name.to_lowercase();
    if name.is_empty() {
        Err(NameError::Empty)
    } else if name.chars().count() > MAX_NAME_CHARS {
        Err(NameError::TooLong)
    } else if name.contains(',') {
        Err(NameError::Comma)
    } else if name.contains(char::is_control) {
        Err(NameError::Invisible)
    } else if others.into_iter().any(same) {
        Err(NameError::Taken(name.into()))
    } else {
        Ok(name.into())
    }
}

/// The default number of seats.
pub fn default_seats(rules: &Rules) -> usize {
    let (least, most) = rules.players();
    most.min(4).max(least)
}

/// People and computer players, `seats` in all.
pub fn with_computers(people: &[String], seats: usize, level: Level) -> Vec<SeatSetup> {
    let person = |name: &String| SeatSetup { name: name.clone(), kind: PlayerKind::Person };
    let mut seat_setups = people.iter().map(person).collect();
    fill(&mut seat_setups, seats, level);
    seat_setups
}

/// Adds computer players, or removes the last players, until there are `seats`.
pub fn fill(seat_setups: &mut Vec<SeatSetup>, seats: usize, level: Level) {
    while seat_setups.len() < seats {
        let name = free_name(seat_setups);
        seat_setups.push(SeatSetup { name, kind: PlayerKind::Computer(level) });
    }
    seat_setups.truncate(seats);
}

/// A name for a computer player that is not taken.
pub fn free_name(seat_setups: &[SeatSetup]) -> String {
    let taken = |name: &str| seat_setups.iter().any(|seat| seat.name.to_lowercase() == name.to_lowercase());
    let known = BOT_NAMES.into_iter().map(String::from);
    let more = (2..).map(|number| format!("Bola {number}"));
    known.chain(more).find(|name| !taken(name)).unwrap_or_default()
}

/// The players in a few words.
pub fn in_words(seat_setups: &[SeatSetup]) -> String {
    let people: Vec<&str> = seat_setups
        .iter()
        .filter(|seat| seat.kind == PlayerKind::Person)
        .map(|seat| seat.name.as_str())
        .collect();
    let computers = seat_setups.len() - people.len();
    match people.as_slice() {
        [] => format!("{} play, and you watch", count(computers, "computer player")),
        _ if computers == 0 => format!("{} play", games::and_list(people)),
        _ => {
            games::and_list(people.into_iter().map(String::from).chain([count(computers, "computer player")]))
        }
    }
}
