//! The position in plain words, from what the viewer may know and nothing else.

use engine::{Card, CardSet, Refusal, Seat, SeatSet, Viewer};
use games::{Move, Session, View, matching, yaniv};

use crate::words::{Words, count};

/// What lies on the table and how many cards everyone holds.
pub fn position(view: &View, words: &Words<'_>) -> Vec<String> {
    match view {
        View::Matching(view) => {
            let mut told = vec![pile(view, words), stock(usize::from(view.stock), &counts(view, words))];
            if view.direction == matching::Direction::Right && view.active.len() > 2 {
                told.push("Play goes to the right.".into());
            }
            told.extend(waiting(view, words));
            told
        }
        View::Yaniv(view) => {
            let throw = words.cards(view.laid.cards().iter().copied());
            let held = held(view.active, view.viewer, words, |seat| usize::from(view.counts[seat]));
            vec![format!("On the table: {throw}."), stock(usize::from(view.stock), &held)]
        }
    }
}

/// The viewer's hand.
pub fn hand(view: &View, words: &Words<'_>) -> String {
    let (cards, points) = match view {
        View::Matching(view) => (view.hand, None),
        View::Yaniv(view) => (view.hand, Some(view.kit.value(view.hand))),
    };
    let names: Vec<String> = cards.iter().map(|card| words.card(card)).collect();
    let listed = if names.is_empty() { "no cards".to_string() } else { names.join(", ") };
    match points {
        Some(points) => format!("Your hand: {listed} ({}).", count(usize::from(points), "point")),
        None => format!("Your hand: {listed}."),
    }
}

/// Which cards of the hand can be played now, and why the others cannot.
pub fn why(session: &Session, seat: Seat, words: &Words<'_>) -> Vec<String> {
    match session.view(Viewer::Seat(seat)) {
        View::Matching(view) => {
            let cards = faces(&view.kit.pack, view.hand);
            cards.map(|card| why_card(session, seat, words, card)).collect()
        }
        View::Yaniv(_) => {
            let call = match session.check(seat, Move::Yaniv(yaniv::Move::Yaniv)) {
                Ok(()) => "You may call Yaniv.".into(),
                Err(why) => words.refusal(&why),
            };
            let throws = "You may throw any one card, cards of one rank, or a run in one suit.".to_string();
            vec![throws, call]
        }
    }
}

/// Whether a card can be played or thrown now, and why not.
pub fn why_card(session: &Session, seat: Seat, words: &Words<'_>, card: Card) -> String {
    let (choice, done) = match session.view(Viewer::Seat(seat)) {
        View::Matching(_) => (Some(play(card)), "played"),
        View::Yaniv(view) => (throw(view.kit.name(card)), "thrown"),
    };
    let name = words.card(card);
    let refused = choice.and_then(|choice| session.check(seat, choice).err());
    match refused {
        Some(_) if session.legal(seat).iter().any(|choice| begins_with(*choice, card)) => {
            format!("The {name} can be {done}.")
        }
        None => format!("The {name} can be {done}."),
        Some(why) => because(&name, done, &words.refusal(&why)),
    }
}

/// The reason, after the card where it does not name it.
fn because(name: &str, done: &str, reason: &str) -> String {
    if reason.contains(name) { reason.to_string() } else { format!("The {name} cannot be {done}: {reason}") }
}

fn throw(card: Card) -> Option<Move> {
    let cards = yaniv::Throw::new(&[card])?;
    Some(Move::Yaniv(yaniv::Move::Throw { cards, take: yaniv::Take::Stock }))
}

fn play(card: Card) -> Move {
    Move::Matching(matching::Move::Play(matching::Play::card(card)))
}

fn begins_with(choice: Move, card: Card) -> bool {
    matches!(choice, Move::Matching(matching::Move::Play(play)) if play.cards.first == card)
}

/// Each face of the hand once.
fn faces(pack: &engine::Pack, hand: CardSet) -> impl Iterator<Item = Card> {
    let names: CardSet = hand.iter().map(|card| pack.first_copy(card)).collect();
    names.iter()
}

fn pile(view: &matching::View, words: &Words<'_>) -> String {
    let Some(top) = view.top else { return "The pile is empty.".into() };
    let top = words.cards([top]);
    match view.suit.filter(|_| view.called) {
        Some(suit) => format!("On the pile: {top}, and {} is called.", words.suit(suit)),
        None => match view
            .suit
            .filter(|&suit| view.top.is_some_and(|card| view.kit.pack.face(card).suit != Some(suit)))
        {
            Some(suit) => format!("On the pile: {top}, and {} is still in force.", words.suit(suit)),
            None => format!("On the pile: {top}."),
        },
    }
}

fn stock(cards: usize, held: &str) -> String {
    let stock = match cards {
        0 => "The stock is empty.".to_string(),
        cards => format!("The stock has {}.", count(cards, "card")),
    };
    if held.is_empty() { stock } else { format!("{stock} {held}") }
}

fn counts(view: &matching::View, words: &Words<'_>) -> String {
    held(view.active, view.viewer, words, |seat| usize::from(view.counts[seat]))
}

/// How many cards the others hold: "Bola holds 5 cards, Chidi 3."
fn held(active: SeatSet, viewer: Viewer, words: &Words<'_>, cards: impl Fn(Seat) -> usize) -> String {
    let mut others = active.iter().filter(|&seat| viewer != Viewer::Seat(seat));
    let Some(first) = others.next() else { return String::new() };
    let mut told = vec![format!("{} holds {}", words.subject(first), count(cards(first), "card"))];
    told.extend(others.map(|seat| format!("{} {}", words.name(seat), cards(seat))));
    format!("{}.", told.join(", "))
}

/// What is being waited for, where it is not an ordinary turn.
fn waiting(view: &matching::View, words: &Words<'_>) -> Option<String> {
    use matching::PhaseView;
    let rank = |rank| view.kit.pack.rank_name(rank);
    let (name, has) = (words.subject(view.turn), words.verb(view.turn, "has", "have"));
    match view.phase {
        PhaseView::Turn { .. } | PhaseView::Over(_) => None,
        PhaseView::Call => Some(format!(
            "{name} {} the {} to begin with.",
            words.verb(view.turn, "names", "name"),
            words.suit_kind()
        )),
        PhaseView::Lead => Some(format!("{name} may lead any card.")),
        PhaseView::Again { .. } => Some(format!("{name} {has} another go.")),
        PhaseView::Drawn { card: Some(card), .. } => {
            Some(format!("{name} drew {} and {}.", words.cards([card]), drawn(view, words, card)))
        }
        PhaseView::Drawn { card: None, .. } => Some(format!("{name} may play the card just drawn.")),
        PhaseView::Answer { cards, .. } => Some(format!(
            "A penalty of {} waits for {}.",
            count(usize::from(cards), "card"),
            words.name(view.turn)
        )),
        PhaseView::Suspended { rank: blocking, .. } => {
            let is = words.verb(view.turn, "is", "are");
            Some(format!("{name} {is} suspended, and may block with another {}.", rank(blocking)))
        }
    }
}

/// What can be done with the card just drawn, as the player on turn knows it.
fn drawn(view: &matching::View, words: &Words<'_>, card: Card) -> &'static str {
    if view.viewer != Viewer::Seat(view.turn) {
        return "may play it";
    }
    let legal = words.legal(view.turn);
    let keeps = |choice: &Move| matches!(choice, Move::Matching(matching::Move::Pass | matching::Move::Draw));
    match (
        legal.iter().any(|choice| begins_with(*choice, view.kit.pack.first_copy(card))),
        legal.iter().any(keeps),
    ) {
        (true, true) => "may play it",
        (true, false) => "must play it",
        (false, _) => match words.check(view.turn, play(card)) {
            Err(Refusal::DoesNotFit { .. }) => "it does not fit",
            _ => "it cannot be played now",
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::{Dialect, Voice};
    use games::{Opening, presets};

    /// What is told after the first player has drawn the last card of this deck.
    fn after_a_draw(changes: &[&str], deck: &str) -> String {
        let changes: Vec<String> = changes.iter().map(ToString::to_string).collect();
        let rules = games::change(&presets::named("uno-classic").unwrap(), &changes).unwrap();
        let deck = Some(deck.split_whitespace().map(String::from).collect());
        let mut session = Session::new(&rules, &Opening { seats: 2, deck, ..Opening::default() }).unwrap();
        let seat = session.turn().unwrap();
        session.play(seat, Move::Matching(matching::Move::Draw)).unwrap();
        let words = Words::new(&session, Voice { you: Some(seat), dialect: Dialect::Standard });
        position(&session.view(Viewer::Seat(seat)), &words).join(" ")
    }

    #[test]
    fn a_drawn_card_may_or_must_be_played_or_does_not_fit() {
        let hands = "green-1 green-1 green-2 green-2 red-5";
        let small = "hand_size=2";
        let told = after_a_draw(&[small], &format!("{hands} red-3"));
        assert!(told.ends_with("You drew the Red 3 and may play it."), "{told}");
        let told = after_a_draw(&[small], &format!("{hands} blue-3"));
        assert!(told.ends_with("You drew the Blue 3 and it does not fit."), "{told}");
        let told = after_a_draw(&[small, "play_drawn=must"], &format!("{hands} red-3"));
        assert!(told.ends_with("You drew the Red 3 and must play it."), "{told}");
    }
}
