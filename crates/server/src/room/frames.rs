//! What goes out: the only place where frames for people in seats are made.

use std::sync::Arc;

use engine::Seat;
use protocol::{Item, NoItem, Refusal, Refused, Writer, json};
use table::{Message, Millis, Output, Token};

use super::{Asker, Frames, Place, Room};
use crate::log_entry::Player;
use crate::outbox::{Frame, Outbox};
use crate::replies::Reply;

impl Room {
    /// One frame for everyone who is told something.
    pub(super) fn frames(
        &mut self,
        out: &[Output],
        before: Option<&games::CompiledRules>,
        at: Millis,
        asker: Option<&Asker<'_>>,
    ) -> Frames {
        let mut frames = Vec::new();
        let Some(live) = &self.live else { return frames };
        for connection in self.connections.iter_mut().filter(|connection| connection.place == Place::Seat) {
            let own = asker.filter(|asker| asker.player == connection.player && !asker.cmd.is_empty());
            let mut items = Vec::new();
            if let Some(asker) = own {
                let reply = live.replies.of(asker.player, asker.cmd);
                items.extend(reply.map(|reply| answer_item(asker.cmd, &reply)));
            }
            let refusal = |message: &Message| matches!(message, Message::Refused(_));
            let answered = !items.is_empty();
            let told = out.iter().filter_map(|output| match output {
                Output::To(token, message) if token.0 == connection.player => Some(message),
                Output::To(..) | Output::Host(_) | Output::WakeAt(_) => None,
            });
            let told = told.filter(|message| !(answered && refusal(message)));
            items.extend(Writer::new(&live.table, before, at, &mut connection.shown).items(told));
            if !items.is_empty() {
                frames.push((connection.outbox.clone(), json::write(&items).into()));
            }
        }
        frames
    }

    pub(super) fn tell_online(&mut self) {
        let Some(live) = &self.live else { return };
        let seated = self.connections.iter().filter(|connection| connection.place == Place::Seat);
        let seats = seated.filter_map(|connection| live.table.seat_of(Token(connection.player)));
        let mut seats: Vec<u8> = seats.map(Seat::index).map(|seat| seat as u8).collect();
        seats.sort_unstable();
        self.tell_seats(&Item::On(seats));
    }

    pub(super) fn tell_seats(&mut self, item: &Item) {
        let frame = Frame::from(json::write(&[item]));
        let seated = self.connections.iter().filter(|connection| connection.place == Place::Seat);
        for outbox in seated.map(|connection| connection.outbox.clone()).collect::<Vec<_>>() {
            self.send_frame(outbox, frame.clone());
        }
    }

    pub(super) fn stale(&mut self, player: Player, id: &str, number: u64) {
        self.refuse(player, Some(id), Refusal::Stale { number });
    }

    pub(super) fn refuse(&mut self, player: Player, id: Option<&str>, refusal: impl Into<Refusal>) {
        self.send_to(player, &Item::No(NoItem::new(id, refusal)));
    }

    pub(super) fn answer(&mut self, player: Player, id: &str, reply: &Reply) {
        self.send_to(player, &answer_item(id, reply));
    }

    pub(super) fn send_to(&mut self, player: Player, item: &Item) {
        self.send_all_to(player, std::slice::from_ref(item));
    }

    pub(super) fn send_all_to(&mut self, player: Player, items: &[Item]) {
        let connection = self.connections.iter().find(|connection| connection.player == player);
        if let Some(outbox) = connection.map(|connection| connection.outbox.clone()) {
            self.send(&outbox, items);
        }
    }

    pub(super) fn send(&mut self, outbox: &Arc<Outbox>, items: &[Item]) {
        if !items.is_empty() {
            self.send_frame(outbox.clone(), json::write(&items).into());
        }
    }

    /// Sends behind everything that still waits for the disk: it may tell of that.
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
            Item::No(NoItem { id: Some(id.into()), code, why: sentence, n: None })
        }
    }
}
