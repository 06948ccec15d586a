//! The outcome of an input or a message, for everyone who is told about it.

use protocol::{Frame, Item, Refusal, RefusedItem};
use table::Token;

/// A command of the wire: who sent it, and under which id it is answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Command<'a> {
    /// Who sent it.
    pub token: Token,
    /// The id that the sender gave it.
    pub id: &'a str,
}

/// What comes of an input or a message.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outcome {
    /// One frame for everyone who is told something. The sender of a command always gets one, attached or not, and its
    /// first item is the answer.
    pub frames: Vec<(Token, Frame)>,
    /// Why the command was refused, if it was.
    pub refusal: Option<Refusal>,
}

impl Command<'_> {
    /// A frame that begins with the answer to the command.
    pub(crate) fn answer(self, refusal: Option<&Refusal>) -> Frame {
        let mut frame = Frame::default();
        match refusal {
            None => frame.push_ok(self.id),
            Some(refusal) => frame.push(&Item::No(RefusedItem::new(Some(self.id), refusal.clone()))),
        }
        frame
    }

    /// Refuses the command, with nothing else coming of it.
    pub fn refused(self, refusal: impl Into<Refusal>) -> Outcome {
        Outcome::refused(self.token, Some(self.id), refusal)
    }
}

impl Outcome {
    /// Refuses a message that may have no id, with nothing else coming of it.
    pub fn refused(token: Token, id: Option<&str>, refusal: impl Into<Refusal>) -> Outcome {
        let refusal = refusal.into();
        let frame = Frame::of(&[Item::No(RefusedItem::new(id, refusal.clone()))]);
        Outcome { frames: vec![(token, frame)], refusal: Some(refusal) }
    }

    /// The same with an item in front of what the holder of this token is told.
    #[must_use]
    pub fn with_first(mut self, token: Token, item: &Item) -> Outcome {
        let mut first = Frame::of([item]);
        match self.frames.iter_mut().find(|(to, _)| *to == token) {
            Some((_, frame)) => {
                first.append(frame);
                *frame = first;
            }
            None => self.frames.push((token, first)),
        }
        self
    }

    /// Whether the command answered another position than the current one (G20).
    pub fn is_stale(&self) -> bool {
        matches!(self.refusal, Some(Refusal::Table(table::Refusal::Stale { .. })))
    }

    /// Whether nobody is told anything but the answer to the command.
    pub fn is_only_answer(&self) -> bool {
        self.frames.iter().map(|(_, frame)| frame.len()).sum::<usize>() <= 1
    }
}
