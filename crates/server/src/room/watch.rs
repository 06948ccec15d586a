//! Those who look on: they see what was a while ago, and never a hand.

use protocol::{Hello, Item, json};
use table::{Millis, Token};

use super::{Place, Room};
use crate::entry::{Entry, Player};
use crate::outbox::Frame;
use crate::store::Write;

/// The most who look on.
const MOST_WATCHERS: usize = 50;

impl Room {
    /// Whether the player would look on rather than sit.
    pub fn would_look_on(&self, player: Player, hello: &Hello) -> bool {
        let seat = self.live.as_ref().and_then(|live| live.table.seat_of(Token(player)));
        seat.is_none() && hello.name.is_none()
    }

    /// Begins to keep what happens for those who look on; returns whether the log has to be read for them.
    pub fn prepare_gallery(&mut self) -> bool {
        let gallery = self.gallery.get_or_insert_default();
        !gallery.is_open()
    }

    /// The log for those who look on has arrived.
    pub fn open_gallery(&mut self, entries: &[Entry], now: Millis) {
        if let Some(gallery) = self.gallery.as_mut().filter(|gallery| !gallery.is_open()) {
            gallery.open(&self.setup, self.seed, entries);
        }
        self.tick(now);
    }

    /// Looking on: shown as it was a while ago, never a hand.
    pub(super) fn look_on(&mut self, player: Player, now: Millis) {
        if self.lines.iter().filter(|line| line.place == Place::Gallery).count() >= MOST_WATCHERS {
            return self.refuse(player, None, "no-watching", "Too many look on already.");
        }
        self.place_line(player, Place::Gallery);
        // Somebody came, so the table is not one that nobody came to.
        self.writes.push(Write::Stand(self.id, self.standing));
        let then = now.saturating_sub(self.delay);
        let items = self.gallery.as_mut().map(|gallery| gallery.welcome(then)).unwrap_or_default();
        if let Some(line) = self.lines.iter().find(|line| line.player == player) {
            let outbox = line.outbox.clone();
            self.send(&outbox, &items);
        }
    }

    pub(super) fn tell_gallery(&self, items: &[Item]) {
        if items.is_empty() {
            return;
        }
        let frame = Frame::from(json::write(&items));
        for line in self.lines.iter().filter(|line| line.place == Place::Gallery) {
            line.outbox.push(frame.clone());
        }
    }
}
