//! A player with a bad connection.

use std::collections::VecDeque;
use std::sync::Arc;

use engine::{Chance, Quick, Scene};
use protocol::{ClientMsg, FrameReader, Hello, Received, json};
use server::internals::{Outbox, Room};
use table::{Message, Millis};

use super::frames;

/// A player with a bad connection.
pub struct Player {
    pub number: u128,
    pub outbox: Option<Arc<Outbox>>,
    reader: FrameReader,
    pub scene: Option<Scene>,
    pub position: u64,
    /// Frames on their way to the player.
    incoming: VecDeque<String>,
    /// The command that was sent and not answered.
    pub pending: Option<ClientMsg>,
    pub acknowledged: Vec<String>,
    sent: u64,
}

impl Player {
    pub fn new(number: u128) -> Player {
        Player {
            number,
            outbox: None,
            reader: FrameReader::default(),
            scene: None,
            position: 0,
            incoming: VecDeque::new(),
            pending: None,
            acknowledged: Vec::new(),
            sent: 0,
        }
    }

    pub fn connect(&mut self, room: &mut Room, now: Millis) {
        let name = format!("Person {}", self.number);
        let last = self.reader.last;
        self.reader = FrameReader::default();
        self.reader.last = last;
        self.incoming.clear();
        let outbox = Arc::new(Outbox::default());
        let hello = Hello { v: 1, ticket: String::new(), last, name: Some(name) };
        room.connect(self.number, &outbox, &hello, now);
        self.outbox = Some(outbox);
    }

    pub fn disconnect(&mut self, room: &mut Room) {
        if let Some(outbox) = self.outbox.take() {
            room.disconnect(&outbox);
        }
    }

    /// Receives some of the frames that are on their way.
    pub fn listen(&mut self, limit: usize) {
        if let Some(outbox) = &self.outbox {
            self.incoming.extend(frames(outbox));
        }
        for _ in 0..limit {
            let Some(frame) = self.incoming.pop_front() else { return };
            for heard in self.reader.hear(json::read(&frame).unwrap(), 0).unwrap() {
                match heard {
                    Received::Table(Message::Scene { number, scene }) => {
                        (self.position, self.scene) = (number, Some(*scene));
                    }
                    // After a welcome the old scene is void; the scene of a running match follows.
                    Received::Table(Message::Welcome { .. }) => self.scene = None,
                    Received::Done { id } => self.answered(&id, true),
                    Received::Refused { id: Some(id), .. } => self.answered(&id, false),
                    _ => {}
                }
            }
        }
    }

    fn answered(&mut self, id: &str, done: bool) {
        if self.pending.as_ref().and_then(ClientMsg::id) == Some(id) {
            // Hints are not logged, nor is a page that says again that it is ready.
            let kept = !matches!(self.pending.take(), Some(ClientMsg::Hint { .. } | ClientMsg::Ready { .. }));
            if done && kept {
                self.acknowledged.push(id.into());
            }
        }
    }

    /// The next command: the one that was not answered, or a new one.
    pub fn next_command(&mut self, chance: &mut Quick) -> ClientMsg {
        if let Some(pending) = &self.pending {
            return pending.clone();
        }
        self.sent += 1;
        let id = format!("{}-{}", self.number, self.sent);
        let choices = self.scene.as_ref().map(|scene| scene.choices.as_slice()).unwrap_or_default();
        let command =
            match (chance.below(13), choices.get(chance.below(choices.len().max(1) as u32) as usize)) {
                (0, _) => ClientMsg::Takeback { id },
                (1, _) => ClientMsg::Consent { id, yes: chance.below(2) == 0 },
                (2, _) => ClientMsg::Next { id },
                (3, _) => ClientMsg::Rematch { id },
                (4, _) => ClientMsg::Leave { id },
                (5, _) => ClientMsg::Return { id },
                (6, _) if chance.below(2) == 0 => ClientMsg::Hint { id },
                (6, _) => ClientMsg::Ready { id },
                (_, Some(choice)) => ClientMsg::Act { id, n: self.position, m: choice.notation.clone() },
                (_, None) => ClientMsg::Act { id, n: self.position, m: "draw".into() },
            };
        self.pending = Some(command.clone());
        command
    }
}
