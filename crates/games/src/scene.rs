//! Scenes: what a viewer may know, as a picture.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use engine::{
    Card, CardSet, Choice, Game, Outcome, Pack, Pile, PileKind, Place, Refusal, Scene, ScenePhase, Seat,
    Sign, Viewer, Word,
};

use crate::matching::{self, PhaseView};
use crate::{CompiledRules, Move, Round, View, yaniv};

/// The picture that a viewer has of a round, with the viewer's own legal moves as buttons.
pub fn scene(round: &Round, viewer: Viewer) -> Scene {
    let choices = match viewer {
        Viewer::Seat(seat) => choices(round, seat),
        Viewer::Spectator => Vec::new(),
    };
    match round.view(viewer) {
        View::Matching(view) => matching_scene(&view, round.outcome(), choices),
        View::Yaniv(view) => yaniv_scene(&view, round.outcome(), choices),
    }
}

fn matching_scene(view: &matching::View, outcome: Option<Outcome>, choices: Vec<Choice>) -> Scene {
    let pile = Pile {
        kind: PileKind::Pile,
        count: view.pile.len() + usize::from(view.top.is_some()),
        open: view.top.into_iter().collect(),
    };
    let mut signs = Vec::new();
    signs.extend(view.suit.filter(|_| shows_suit(view)).map(Sign::Suit)); // G18
    match view.phase {
        PhaseView::Answer { cards, .. } => signs.push(Sign::Penalty(cards)),
        PhaseView::Suspended { left, .. } => signs.push(Sign::Suspended(left)),
        _ => {}
    }
    if view.direction == matching::Direction::Right {
        signs.push(Sign::ToTheRight);
    }
    let place = |seat: Seat| Place {
        seat,
        count: usize::from(view.counts[seat]),
        known: known(
            &view.compiled.pack,
            view.viewer,
            seat,
            view.hand,
            view.shown.map_or(view.known[seat], |shown| shown[seat]),
        ),
        plays: view.active.contains(seat),
        owes_word: view.owing.contains(seat),
    };
    Scene {
        viewer: view.viewer,
        turn: (!matches!(view.phase, PhaseView::Over(_))).then_some(view.turn),
        phase: view.phase.in_scene(),
        places: view.playing.iter().map(place).collect(),
        piles: [stock(view.stock), pile].to_vec(),
        signs,
        choices,
        outcome,
    }
}

/// Whether the top card itself does not show the suit in force.
fn shows_suit(view: &matching::View) -> bool {
    view.top.is_some_and(|top| view.compiled.pack.face(top).suit != view.suit)
}

fn yaniv_scene(view: &yaniv::View, outcome: Option<Outcome>, choices: Vec<Choice>) -> Scene {
    let throw = view.laid.cards().to_vec();
    let discards = Pile { kind: PileKind::Discards, count: view.older.len(), open: Vec::new() };
    let place = |seat: Seat| Place {
        seat,
        count: usize::from(view.counts[seat]),
        known: known(&view.compiled.pack, view.viewer, seat, view.hand, view.known[seat]),
        plays: view.active.contains(seat),
        owes_word: false,
    };
    Scene {
        viewer: view.viewer,
        turn: outcome.is_none().then_some(view.turn),
        phase: view.phase.in_scene(),
        places: view.playing.iter().map(place).collect(),
        piles: [stock(view.stock), Pile { kind: PileKind::Throw, count: throw.len(), open: throw }, discards]
            .to_vec(),
        signs: Vec::new(),
        choices,
        outcome,
    }
}

fn stock(count: u8) -> Pile {
    Pile { kind: PileKind::Stock, count: usize::from(count), open: Vec::new() }
}

fn known(pack: &Pack, viewer: Viewer, seat: Seat, own: CardSet, others: CardSet) -> Vec<Card> {
    let cards = if viewer == Viewer::Seat(seat) { own } else { others };
    cards.iter().map(|card| pack.first_copy(card)).collect()
}

/// The legal moves of a seat as buttons.
fn choices(round: &Round, seat: Seat) -> Vec<Choice> {
    let mut moves = Vec::new();
    round.legal(seat, &mut moves);
    let compiled = match round {
        Round::Matching(game) => CompiledRules::Matching(game.compiled().clone()),
        Round::Yaniv(game) => CompiledRules::Yaniv(game.compiled().clone()),
    };
    moves.iter().map(|&choice| compiled.button(choice)).collect()
}

impl CompiledRules {
    /// The button for a move in notation.
    pub fn choice(&self, notation: &str) -> Result<Choice, Refusal> {
        self.parse(notation).map(|choice| self.button(choice))
    }

    fn button(&self, choice: Move) -> Choice {
        Choice { notation: self.notation(choice), cards: cards_of(self, choice) }
    }

    /// What a button of a scene says, in plain words. It is worked out where somebody reads it: a server makes many buttons
    /// that it only sends on.
    pub fn label(&self, scene: &Scene, choice: &Choice) -> String {
        let penalty = scene.signs.iter().find_map(|sign| match sign {
            Sign::Penalty(cards) => Some(*cards),
            Sign::Suit(_) | Sign::ToTheRight | Sign::Suspended(_) => None,
        });
        match self.parse(&choice.notation) {
            Ok(parsed) => label(self, parsed, scene.phase, penalty.unwrap_or(0)),
            Err(_) => choice.notation.clone(),
        }
    }
}

/// The cards of the hand that a move uses.
fn cards_of(compiled: &CompiledRules, choice: Move) -> Vec<Card> {
    match (compiled, choice) {
        (CompiledRules::Matching(compiled), Move::Matching(matching::Move::Play(play))) => {
            play.cards.in_order(compiled)
        }
        (_, Move::Yaniv(yaniv::Move::Throw { cards, .. })) => cards.cards().to_vec(),
        (_, Move::Yaniv(yaniv::Move::Slap(card) | yaniv::Move::Exchange(card))) => [card].to_vec(),
        (_, Move::Matching(_) | Move::Yaniv(_)) => Vec::new(),
    }
}

/// A move in plain words.
fn label(compiled: &CompiledRules, choice: Move, phase: ScenePhase, penalty: u8) -> String {
    match (compiled, choice) {
        (CompiledRules::Matching(compiled), Move::Matching(choice)) => {
            matching_label(compiled, choice, phase, penalty)
        }
        (CompiledRules::Yaniv(compiled), Move::Yaniv(choice)) => yaniv_label(&compiled.pack, choice),
        (CompiledRules::Matching(_), Move::Yaniv(_)) | (CompiledRules::Yaniv(_), Move::Matching(_)) => {
            String::new()
        }
    }
}

fn matching_label(
    compiled: &matching::CompiledRules,
    choice: matching::Move,
    phase: ScenePhase,
    penalty: u8,
) -> String {
    let pack = &compiled.pack;
    match choice {
        matching::Move::Play(play) => {
            let mut out = format!("Play the {}", named(pack, &play.cards.in_order(compiled)));
            if let Some(suit) = play.call {
                out += &format!(", call {}", pack.suit_name(suit));
            }
            if let Some(other) = play.with {
                out += &format!(", swap hands with seat {other}");
            }
            if let Some(word) = play.say {
                out += &format!(", say \"{}\"", spoken(&compiled.rules, word));
            }
            out
        }
        matching::Move::Draw => match penalty {
            0 => "Draw a card".into(),
            1 => "Take the card".into(),
            cards => format!("Take the {cards} cards"),
        },
        matching::Move::Pass => match phase {
            ScenePhase::Drawn => "Keep the card".into(),
            ScenePhase::Suspended => "Miss the turn".into(),
            _ => "Pass".into(),
        },
        matching::Move::Challenge => "Challenge the card".into(),
        matching::Move::Call(suit) => format!("Call {}", pack.suit_name(suit)),
        matching::Move::Say(word) => format!("Say \"{}\"", spoken(&compiled.rules, word)),
        matching::Move::Catch(other) => format!("Catch seat {other}"),
    }
}

fn spoken(rules: &matching::Rules, word: Word) -> &str {
    match word {
        Word::Semi => "semi last card",
        Word::Last => &rules.last_word,
    }
}

fn yaniv_label(pack: &Pack, choice: yaniv::Move) -> String {
    match choice {
        yaniv::Move::Yaniv => "Call Yaniv".into(),
        yaniv::Move::Throw { cards, take } => {
            let from = match take {
                yaniv::Take::Stock => "draw from the stock".into(),
                yaniv::Take::Card(card) => format!("take the {}", pack.name(card)),
            };
            format!("Throw the {}, {from}", named(pack, cards.cards()))
        }
        yaniv::Move::Slap(card) => format!("Slap down the {}", pack.name(card)),
        yaniv::Move::Exchange(card) => format!("Swap the {} for the joker", pack.name(card)),
        yaniv::Move::Pass => "Keep the card".into(),
    }
}

fn named(pack: &Pack, cards: &[Card]) -> String {
    crate::options::and_list(cards.iter().map(|&card| pack.name(card)))
}
