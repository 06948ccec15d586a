//! A player for measurements, which understands only what it needs to go on, so that a measurement does not measure it.

use protocol::{Item, ServerMsg};

/// What a player has seen at a glance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Glance {
    /// The own seat; below 0 before there is one.
    pub seat: i8,
    /// Whose turn it is; below 0 where it is nobody's.
    pub turn: i8,
    /// The number of the position.
    pub number: u64,
    /// The first of the moves that are legal.
    pub first_choice: String,
    /// Whether the round is over.
    pub over: bool,
}

impl Default for Glance {
    fn default() -> Glance {
        Glance { seat: -1, turn: -1, number: 0, first_choice: String::new(), over: false }
    }
}

impl Glance {
    /// Takes a frame in; the answer to a command, if one is in it.
    pub fn hear(&mut self, frame: ServerMsg) -> Option<bool> {
        let mut answer = None;
        for item in frame {
            match item {
                Item::You(seat) => self.seat = seat.map_or(-1, |seat| seat as i8),
                Item::Did(number, _) => self.number = number,
                Item::Scene(scene) => {
                    self.turn = scene.turn.unwrap_or(self.turn);
                    self.number = scene.n.unwrap_or(self.number);
                    self.over = scene.end.map_or(self.over, |end| !end.is_empty());
                    self.first_choice = scene.may.split(';').next().unwrap_or_default().into();
                }
                Item::Ok(_) => answer = Some(true),
                Item::No(_) => answer = Some(false),
                _ => {}
            }
        }
        answer
    }
}
