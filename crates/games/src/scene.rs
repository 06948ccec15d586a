//! Scenes: what a viewer may know, ready to draw.

use alloc::string::String;
use alloc::vec::Vec;

use engine::{Card, Choice, Game, Pack, PileKind, Refusal, Scene, Sign, Viewer};

use crate::{CompiledRules, Family, Listed, Move, Round, View, each_family};

/// The scene of a round for a viewer, with the viewer's legal moves as buttons.
pub fn scene(round: &Round, viewer: Viewer) -> Scene {
    let mut moves = Vec::new();
    if let Viewer::Seat(seat) = viewer {
        round.legal(seat, &mut moves);
    }
    scene_with(round, viewer, &moves)
}

/// The scene of a round for a viewer, with these of the viewer's legal moves as buttons.
pub fn scene_with(round: &Round, viewer: Viewer, moves: &[Move]) -> Scene {
    let mut scene = Scene::blank();
    let sight = Sight::draw(round, viewer, &mut scene);
    scene.choices = moves.iter().map(|&choice| sight.choice(choice)).collect();
    scene
}

/// What a viewer may know of a round that is being shown.
pub struct Sight {
    view: View,
    compiled: CompiledRules,
}

impl Sight {
    /// Draws the scene of a round for a viewer in the memory of an earlier one, all but the choices.
    pub fn draw(round: &Round, viewer: Viewer, scene: &mut Scene) -> Sight {
        scene.choices.clear();
        let (view, outcome) = (round.view(viewer), round.outcome());
        each_family!(View, &view, |view, F| F::draw(view, outcome, scene));
        Sight { view, compiled: round.compiled() }
    }

    /// The rules of the round.
    pub fn compiled(&self) -> &CompiledRules {
        &self.compiled
    }

    /// A legal move of the viewer as a button.
    pub fn choice(&self, choice: Move) -> Choice {
        Choice { leaves: self.leaves(choice), ..self.compiled.button(choice) }
    }

    /// The points that a legal move leaves in the viewer's hand, where players count their hands while they play.
    pub fn leaves(&self, choice: Move) -> Option<u16> {
        each_family!(View, &self.view, |view, F| {
            F::own_move(choice).and_then(|choice| F::leaves(view, choice))
        })
    }
}

impl CompiledRules {
    /// The button for a move, parsed from its notation. What it leaves in a hand is not known without the hand.
    pub fn choice(&self, notation: &str) -> Result<Choice, Refusal> {
        self.parse(notation).map(|choice| self.button(choice))
    }

    fn button(&self, choice: Move) -> Choice {
        let cards = each_family!(CompiledRules, self, |compiled, F| {
            F::own_move(choice).map_or_else(Vec::new, |choice| F::cards_of(compiled, choice))
        });
        Choice { notation: self.notation(choice), cards, leaves: None }
    }

    /// The label of a button in plain words. Only front ends need it: a server sends notation.
    pub fn label(&self, scene: &Scene, choice: &Choice) -> String {
        each_family!(CompiledRules, self, |compiled, F| {
            match F::read(compiled, &choice.notation) {
                Ok(parsed) => F::label(compiled, parsed, scene),
                Err(_) => choice.notation.clone(),
            }
        })
    }
}

/// A stock of this many cards.
pub(crate) fn stock(count: u8) -> (PileKind, usize, &'static [Card]) {
    (PileKind::Stock, usize::from(count), &[])
}

/// The pending penalty of the player on turn, in cards.
pub(crate) fn penalty(scene: &Scene) -> u8 {
    let waiting = scene.signs.iter().find_map(|sign| match sign {
        Sign::Penalty(cards) => Some(*cards),
        Sign::Suit(_) | Sign::ToTheRight | Sign::Suspended(_) => None,
    });
    waiting.unwrap_or(0)
}

/// The names of cards as a list: "a, b and c".
pub(crate) fn named(pack: &Pack, cards: &[Card]) -> String {
    crate::options::and_list(cards.iter().map(|&card| pack.name(card)))
}
