//! Loading a table from its log, and dropping it from memory.

use std::panic::{AssertUnwindSafe, catch_unwind};

use table::{Input, Millis};

use super::{Place, Room};
use crate::live_table::LiveTable;
use crate::log_entry::LogEntry;
use crate::outbox::Close;
use crate::store::{Outage, Stage, Write};

impl Room {
    /// Replays the log that has arrived. Time that the server was down is given back.
    pub fn wake_up(&mut self, entries: &[LogEntry], outages: &[Outage], now: Millis) {
        if self.is_awake() {
            return;
        }
        let (setup, secrets) = (&self.setup, self.secrets.clone());
        match catch_unwind(AssertUnwindSafe(|| LiveTable::from_log(setup, secrets, entries))) {
            Ok(Ok(live)) => {
                (self.saved, self.ended) = (live.seq, 0);
                let last = live.host.at();
                self.live = Some(Box::new(live));
                self.maker_told = self.seated_maker().map(String::from);
                self.attach_seated();
                self.watch_seats(now);
                let since = |outage: &Outage| outage.ended.saturating_sub(outage.began.max(last));
                let away = if last > 0 { outages.iter().map(since).sum() } else { 0 };
                self.give_back(away, now);
                self.give_entropy(now);
                self.look_for_decisions();
            }
            Ok(Err(error)) => self.freeze(&error.to_string()),
            Err(_) => self.freeze("replay"),
        }
    }

    /// Gives back time during which nobody could play.
    pub fn give_back(&mut self, away: Millis, now: Millis) {
        if away > 0 && self.wake().is_some() {
            self.apply(now, Input::Credit { millis: away }, None);
        }
    }

    /// Drops the table from memory, if everything is on disk. Connections stay open.
    pub fn rest(&mut self) {
        if !self.waiting.is_empty() || !self.writes.is_empty() || self.has_absent() {
            return;
        }
        let wake = self.live.as_ref().and_then(|live| live.wake()).or(self.seats_status_wake());
        // They are looked for again when the table is loaded.
        self.tasks.clear();
        if self.live.take().is_some() && self.status.wake != wake {
            self.status.wake = wake;
            self.writes.push(Write::SetStatus(self.id, self.status));
        }
        if !self.connections.iter().any(|connection| connection.place == Place::Spectators) {
            self.spectators = None;
        }
    }

    /// Another program wrote to this log: the table in memory is discarded, and everyone has to reconnect.
    pub fn overtaken(&mut self) {
        self.live = None;
        self.life += 1;
        self.spectators = None;
        self.waiting.clear();
        self.writes.clear();
        self.absent.clear();
        self.count_held(&[]);
        for connection in self.connections.drain(..) {
            connection.outbox.close(Close::Resume);
        }
    }

    /// When the room wants a [`tick`](Room::tick).
    pub fn wake(&self) -> Option<Millis> {
        let table = match &self.live {
            Some(live) => live.wake(),
            // Before a match nothing is due but looking at the seats, and those who are connected have theirs.
            None => {
                self.status.wake.filter(|_| self.status.stage != Stage::Lobby || self.connections.is_empty())
            }
        };
        let spectators =
            self.spectators.as_ref().and_then(|spectators| spectators.wake(self.delay, self.saved));
        [table.filter(|_| self.fault.is_none()), self.seats_wake(), spectators].into_iter().flatten().min()
    }
}
