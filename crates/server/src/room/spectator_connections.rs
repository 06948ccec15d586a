//! Spectators: they see the table with a delay, and never a hand.

use protocol::{Hello, Refusal};
use table::{Millis, Token};

use super::{Place, Room};
use crate::log_entry::{LogEntry, Player};
use crate::outbox::Frame;
use crate::store::Write;

/// The maximum number of spectators of a table.
const MAX_SPECTATORS: usize = 50;

impl Room {
    /// Whether the player would be a spectator.
    pub fn would_spectate(&self, player: Player, hello: &Hello) -> bool {
        let seat = self.live.as_ref().and_then(|live| live.table().seat_of(Token(player)));
        seat.is_none() && hello.name.is_none()
    }

    /// Starts keeping inputs for the spectators; returns whether the log has to be read for them.
    pub fn prepare_spectators(&mut self) -> bool {
        let spectators = self.spectators.get_or_insert_default();
        !spectators.is_open()
    }

    /// The log for the spectators has arrived.
    pub fn open_spectators(&mut self, entries: &[LogEntry], now: Millis) {
        if let Some(spectators) = self.spectators.as_mut().filter(|spectators| !spectators.is_open()) {
            spectators.open(&self.setup, &self.secrets, entries);
        }
        self.tick(now);
    }

    /// Makes a connection a spectator, and sends the delayed table.
    pub(super) fn spectate(&mut self, player: Player, now: Millis) {
        if self.connections.iter().filter(|connection| connection.place == Place::Spectators).count()
            >= MAX_SPECTATORS
        {
            return self.refuse(player, None, Refusal::TooManySpectators);
        }
        self.set_place(player, Place::Spectators);
        // Somebody is watching, so the table does not count as abandoned.
        self.writes.push(Write::SetStatus(self.id, self.status));
        let then = now.saturating_sub(self.delay);
        let frame = self.spectators.as_mut().map(|spectators| spectators.welcome(then)).unwrap_or_default();
        if let Some(outbox) = self.outbox_of(player).filter(|_| !frame.is_empty()) {
            self.send_frame(outbox, frame.into_text().into());
        }
    }

    pub(super) fn tell_spectators(&self, frame: protocol::Frame) {
        if frame.is_empty() {
            return;
        }
        let frame = Frame::from(frame.into_text());
        for connection in self.connections.iter().filter(|connection| connection.place == Place::Spectators) {
            connection.outbox.push(frame.clone());
        }
    }
}
