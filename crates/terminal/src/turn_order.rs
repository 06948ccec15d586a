//! Who plays after whom.

use engine::{PileKind, Place, Scene, Seat, Sign, Viewer};

use crate::sentences::Narrator;

/// The players other than the viewer, in the order in which they follow the viewer while play goes to the left.
pub fn opponents(scene: &Scene) -> impl Iterator<Item = &Place> {
    let first = match scene.viewer {
        Viewer::Seat(seat) => scene.places.iter().position(|place| place.seat > seat).unwrap_or_default(),
        Viewer::Spectator => 0,
    };
    let (before, after) = scene.places.split_at(first);
    after.iter().chain(before).filter(|place| scene.viewer != Viewer::Seat(place.seat))
}

/// The direction of play, and who comes after the viewer; `None` where there is only one direction to go.
pub struct Direction {
    /// Whether play goes to the right.
    pub is_right: bool,
    /// The player after the viewer.
    pub after_you: Option<Seat>,
}

impl Direction {
    /// The direction of play of a scene.
    pub fn of(scene: &Scene) -> Option<Direction> {
        let has_direction = scene.piles.iter().any(|pile| pile.kind == PileKind::Pile);
        let in_play = scene.places.iter().filter(|place| place.plays).count();
        let is_right = scene.signs.contains(&Sign::ToTheRight);
        let mut others: Vec<&Place> = opponents(scene).filter(|place| place.plays).collect();
        if is_right {
            others.reverse();
        }
        let you = |place: &Place| place.plays && scene.viewer == Viewer::Seat(place.seat);
        let you_play = scene.places.iter().any(you);
        let after_you = others.first().filter(|_| you_play).map(|place| place.seat);
        (has_direction && in_play > 2).then_some(Direction { is_right, after_you })
    }

    /// A line for the screen. On it the player to the left is the first of the opponents.
    pub fn sign(&self, names: &[String]) -> String {
        let side = if self.is_right { "→ To the right" } else { "← To the left" };
        match self.after_you.and_then(|seat| names.get(seat.index())) {
            Some(name) => format!("{side}: {name} after you"),
            None => side.into(),
        }
    }

    /// A sentence.
    pub fn sentence(&self, narrator: &Narrator<'_>) -> String {
        let side = if self.is_right { "right" } else { "left" };
        match self.after_you {
            Some(seat) => format!("Play goes to the {side}: {} comes after you.", narrator.name(seat)),
            None => format!("Play goes to the {side}."),
        }
    }
}
