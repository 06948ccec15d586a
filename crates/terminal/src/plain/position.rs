//! The position in plain words, from the scene of the viewer alone.

use engine::{Pile, PileKind, Scene, ScenePhase, Seat, Sign, Viewer};

use crate::hand::own;
use crate::sentences::Narrator;
use crate::text::count;
use crate::turn_order::{Direction, opponents};

/// The cards on the table, the number of cards in each hand, and what the game waits for.
pub fn position(scene: &Scene, narrator: &Narrator<'_>) -> Vec<String> {
    let find = |kind: PileKind| scene.piles.iter().find(|pile| pile.kind == kind);
    let mut sentences: Vec<String> = Vec::new();
    sentences.extend(find(PileKind::Pile).map(|pile| on_the_pile(pile, scene, narrator)));
    sentences.extend(
        find(PileKind::Throw)
            .map(|pile| format!("On the table: {}.", narrator.cards(pile.open.iter().copied()))),
    );
    let held = held_cards(scene, narrator);
    sentences
        .extend(find(PileKind::Stock).map(|pile| format!("{} {held}", stock(pile.count)).trim().to_string()));
    sentences.extend(Direction::of(scene).map(|direction| direction.sentence(narrator)));
    sentences.extend(scene.turn.and_then(|turn| awaited_action(scene, narrator, turn)));
    sentences
}

/// The viewer's hand.
pub fn hand(scene: &Scene, narrator: &Narrator<'_>) -> String {
    let names: Vec<String> = own(scene).iter().map(|&card| narrator.card(card)).collect();
    let listed = if names.is_empty() { "no cards".to_string() } else { names.join(", ") };
    if !narrator.compiled().controls().shows_points {
        return format!("Your hand: {listed}.");
    }
    let points: u32 = own(scene).iter().map(|&card| narrator.compiled().points(card)).sum();
    format!("Your hand: {listed} ({}).", count(points as usize, "point"))
}

fn on_the_pile(pile: &Pile, scene: &Scene, narrator: &Narrator<'_>) -> String {
    let Some(&top) = pile.open.last() else { return "The pile is empty.".into() };
    let suit = scene.signs.iter().find_map(|sign| match sign {
        Sign::Suit(suit) => Some(*suit),
        _ => None,
    });
    let top = narrator.cards([top]);
    match suit {
        Some(suit) => {
            format!("On the pile: {top}. The {} to follow is {}.", narrator.suit_kind(), narrator.suit(suit))
        }
        None => format!("On the pile: {top}."),
    }
}

fn stock(cards: usize) -> String {
    match cards {
        0 => "The stock is empty.".to_string(),
        cards => format!("The stock has {}.", count(cards, "card")),
    }
}

/// The hands of the others: "Bola holds 5 cards, Chidi 3."
fn held_cards(scene: &Scene, narrator: &Narrator<'_>) -> String {
    let others = opponents(scene).filter(|place| place.plays);
    let hand_text = |(at, place): (usize, &engine::Place)| match at {
        0 => format!("{} holds {}", narrator.subject(place.seat), count(place.count, "card")),
        _ => format!("{} {}", narrator.name(place.seat), place.count),
    };
    let hands: Vec<String> = others.enumerate().map(hand_text).collect();
    if hands.is_empty() { String::new() } else { format!("{}.", hands.join(", ")) }
}

/// What the game waits for, if it is not an ordinary turn.
fn awaited_action(scene: &Scene, narrator: &Narrator<'_>, turn: Seat) -> Option<String> {
    let (name, verb) = (narrator.subject(turn), |others, you| narrator.verb(turn, others, you));
    let penalty = scene.signs.iter().find_map(|sign| match sign {
        Sign::Penalty(cards) => Some(usize::from(*cards)),
        _ => None,
    });
    match scene.phase {
        ScenePhase::Call => {
            Some(format!("{name} {} the {} to begin with.", verb("names", "name"), narrator.suit_kind()))
        }
        ScenePhase::Lead => Some(format!("{name} may lead any card.")),
        ScenePhase::Again => Some(format!("{name} {} another go.", verb("has", "have"))),
        ScenePhase::Drawn => Some(drawn(scene, narrator, turn)),
        ScenePhase::Answer => penalty
            .map(|cards| format!("A penalty of {} waits for {}.", count(cards, "card"), narrator.name(turn))),
        ScenePhase::Suspended => {
            Some(format!("{name} {} suspended, and may block with a card that blocks.", verb("is", "are")))
        }
        ScenePhase::Turn | ScenePhase::Slap | ScenePhase::Over => None,
    }
}

/// What can be done with the card just drawn, as far as the viewer may know it.
fn drawn(scene: &Scene, narrator: &Narrator<'_>, turn: Seat) -> String {
    let name = narrator.subject(turn);
    if scene.viewer != Viewer::Seat(turn) {
        return format!("{name} may play the card just drawn.");
    }
    let play = scene.choices.iter().find(|choice| choice.notation.starts_with("play "));
    let may_keep = scene.choices.iter().any(|choice| ["pass", "draw"].contains(&choice.notation.as_str()));
    match (play.and_then(|choice| choice.cards.last()), may_keep) {
        (Some(&card), true) => format!("{name} may play {}, just drawn.", narrator.cards([card])),
        (Some(&card), false) => format!("{name} must play {}, just drawn.", narrator.cards([card])),
        (None, _) => "The card just drawn cannot be played.".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sentences::{Audience, SuitNames};
    use games::{Opening, Session, presets};

    /// The text after the first player has drawn the last card of this deck.
    fn after_a_draw(changes: &[&str], deck: &str) -> String {
        let changes: Vec<String> = changes.iter().map(ToString::to_string).collect();
        let rules = games::change(&presets::named("uno-classic").unwrap(), &changes).unwrap();
        let deck = Some(deck.split_whitespace().map(String::from).collect());
        let mut session = Session::new(&rules, &Opening { seats: 2, deck, ..Opening::default() }).unwrap();
        let seat = session.turn().unwrap();
        let engine::Act::Move(draw) = session.parse("draw").unwrap() else { panic!("not a move") };
        session.play(seat, draw).unwrap();
        let narrator = Narrator::of(&session, Audience { you: Some(seat), suit_names: SuitNames::Standard });
        position(&games::scene(session.round(), Viewer::Seat(seat)), &narrator).join(" ")
    }

    #[test]
    fn a_drawn_card_may_or_must_be_played_or_does_not_fit() {
        let hands = "green-1 green-1 green-2 green-2 red-5";
        let small = "hand_size=2";
        let text = after_a_draw(&[small], &format!("{hands} red-3"));
        assert!(text.ends_with("You may play the Red 3, just drawn."), "{text}");
        let text = after_a_draw(&[small], &format!("{hands} blue-3"));
        assert!(text.ends_with("The card just drawn cannot be played."), "{text}");
        let text = after_a_draw(&[small, "play_drawn=must"], &format!("{hands} red-3"));
        assert!(text.ends_with("You must play the Red 3, just drawn."), "{text}");
    }
}
