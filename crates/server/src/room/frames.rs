//! What goes out: frames of the host and answers, into the outboxes of the connections.

use std::sync::Arc;

use engine::Seat;
use host::Outcome;
use protocol::{Item, Refusal, Refused, RefusedItem, json};
use table::Token;

use super::{Frames, Place, Room};
use crate::log_entry::Player;
use crate::outbox::{Frame, Outbox};
use crate::replies::Reply;

impl Room {
    /// The frames of an outcome, for the connections in seats.
    pub(super) fn frames(&self, outcome: Outcome) -> Frames {
        let seated = |player: Player| {
            let mut seated = self.connections.iter().filter(|connection| connection.place == Place::Seat);
            seated.find(|connection| connection.player == player)
        };
        let to_outbox = |(token, frame): (Token, protocol::Frame)| {
            Some((seated(token.0)?.outbox.clone(), frame.into_text().into()))
        };
        outcome.frames.into_iter().filter_map(to_outbox).collect()
    }

    /// Sends what came of something that is not logged.
    pub(super) fn send_outcome(&mut self, outcome: Outcome) {
        for (outbox, frame) in self.frames(outcome) {
            self.send_frame(outbox, frame);
        }
    }

    /// Sends the answer to a command that is not logged, wherever its sender is.
    pub(super) fn send_answer(&mut self, outcome: Outcome) {
        for (token, frame) in outcome.frames {
            if let Some(outbox) = self.outbox_of(token.0).filter(|_| !frame.is_empty()) {
                self.send_frame(outbox, frame.into_text().into());
            }
        }
    }

    pub(super) fn tell_online(&mut self) {
        let Some(live) = &self.live else { return };
        let seated = self.connections.iter().filter(|connection| connection.place == Place::Seat);
        let seats = seated.filter_map(|connection| live.table().seat_of(Token(connection.player)));
        let mut seats: Vec<u8> = seats.map(Seat::index).map(|seat| seat as u8).collect();
        seats.sort_unstable();
        self.tell_seats(&Item::On(seats));
    }

    /// Tells everyone who sets the table up, if that has changed: a greeting says it only once.
    pub(super) fn tell_maker(&mut self) {
        let maker = self.seated_maker();
        if maker == self.maker_told.as_deref() {
            return;
        }
        self.maker_told = maker.map(String::from);
        let frame = Frame::from(json::write(&[Item::Maker(self.maker_told.clone())]));
        for outbox in self.connections.iter().map(|connection| connection.outbox.clone()).collect::<Vec<_>>()
        {
            self.send_frame(outbox, frame.clone());
        }
    }

    pub(super) fn tell_seats(&mut self, item: &Item) {
        let frame = Frame::from(json::write(&[item]));
        let seated = self.connections.iter().filter(|connection| connection.place == Place::Seat);
        for outbox in seated.map(|connection| connection.outbox.clone()).collect::<Vec<_>>() {
            self.send_frame(outbox, frame.clone());
        }
    }

    pub(super) fn refuse(&mut self, player: Player, id: Option<&str>, refusal: impl Into<Refusal>) {
        self.send_to(player, &Item::No(RefusedItem::new(id, refusal)));
    }

    pub(super) fn answer(&mut self, player: Player, id: &str, reply: &Reply) {
        self.send_to(player, &answer_item(id, reply));
    }

    pub(super) fn send_to(&mut self, player: Player, item: &Item) {
        if let Some(outbox) = self.outbox_of(player) {
            self.send(&outbox, std::slice::from_ref(item));
        }
    }

    pub(super) fn outbox_of(&self, player: Player) -> Option<Arc<Outbox>> {
        let connection = self.connections.iter().find(|connection| connection.player == player);
        connection.map(|connection| connection.outbox.clone())
    }

    pub(super) fn send(&mut self, outbox: &Arc<Outbox>, items: &[Item]) {
        if !items.is_empty() {
            self.send_frame(outbox.clone(), json::write(&items).into());
        }
    }

    /// Queues a frame behind everything that waits for the disk: it may depend on that.
    pub(super) fn send_frame(&mut self, outbox: Arc<Outbox>, frame: Frame) {
        match self.waiting.back_mut() {
            Some((_, frames)) => frames.push((outbox, frame)),
            None => outbox.push(frame),
        }
    }
}

fn answer_item(id: &str, reply: &Reply) -> Item {
    match reply {
        Ok(()) => Item::Ok(id.into()),
        Err(refused) => {
            let Refused { code, sentence } = (**refused).clone();
            Item::No(RefusedItem { id: Some(id.into()), code, why: sentence, n: None })
        }
    }
}
