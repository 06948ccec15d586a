//! A player that is a program of its own, asked in lines of JSON.

use std::time::Duration;

use engine::Seat;
use games::{Move, Session};

use crate::entrant::{Mind, Trouble};

pub(crate) struct Program;
impl Program {
    pub(crate) fn new(_command: &str, _limit: Duration) -> Program {
        Program
    }
}
impl Mind for Program {
    fn choose(&mut self, _: &Session, _: Seat, _: &[Move]) -> Result<Option<Move>, Trouble> {
        Err(Trouble("todo".into()))
    }
}
