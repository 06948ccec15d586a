//! What a player of a benchmark needs to make a move, and no more: reading frames must not be what is measured.

use protocol::{Item, ServerMsg};

/// What is needed to make a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MinimalView {
    /// The seat of this player; negative before there is one.
    pub seat: i8,
    /// The seat on turn; negative if there is none.
    pub turn: i8,
    /// The number of the position.
    pub number: u64,
    /// The first legal move.
    pub first_choice: String,
    /// Whether the round is over.
    pub over: bool,
}

impl Default for MinimalView {
    fn default() -> MinimalView {
        MinimalView { seat: -1, turn: -1, number: 0, first_choice: String::new(), over: false }
    }
}

impl MinimalView {
    /// Reads a frame; whether a command was accepted, if the frame answers one.
    pub fn read(&mut self, frame: ServerMsg) -> Option<bool> {
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
