//! Connections: who comes, who goes, and what each of them follows.

use std::sync::Arc;

use protocol::{Hello, HelloItem, Item, json};
use table::{Input, Millis, PlayerKind, Token};

use super::{Asker, Connection, Place, Room};
use crate::log_entry::Player;
use crate::outbox::{Close, Outbox};

/// The minimum change of the round-trip time that is logged.
const MIN_LAG_CHANGE_MS: Millis = 50;

/// The maximum round-trip time that extends a turn; more is not logged.
const MAX_LAG_MS: Millis = 500;

impl Room {
    /// Attaches a connection with a valid ticket; a player's older connection is closed.
    pub fn connect(&mut self, player: Player, outbox: &Arc<Outbox>, hello: &Hello, now: Millis) {
        self.touched = now;
        self.connections.retain(|connection| {
            let same = connection.player == player;
            if same {
                connection.outbox.close(Close::TakenOver);
            }
            !same
        });
        self.detach(player);
        let (table, maker) = (self.code.clone(), self.seated_maker().map(String::from));
        let (chat, delay) = (self.setup.chat, self.delay);
        let greeting = HelloItem { v: protocol::VERSION, table, chat, maker, delay };
        self.send(outbox, &[Item::Hello(greeting)]);
        if let Some(fault) = self.fault.clone() {
            return self.send(outbox, &[Item::Fault(fault)]);
        }
        self.catch_up(now);
        self.connections.reserve_exact(1);
        self.connections.push(Connection { player, outbox: outbox.clone(), place: Place::Nowhere, lag: 0 });
        match (self.kind_of(player), &hello.name) {
            (Some(PlayerKind::Away | PlayerKind::Left), _) => {
                // Not attached yet: what the return brings about is sent when the player resumes.
                self.apply(
                    now,
                    Input::Return { token: Token(player) },
                    Some(Asker { player, cmd: String::new() }),
                );
                self.mark_seated(player);
                self.resume(player, hello.last, now);
            }
            (Some(PlayerKind::Person | PlayerKind::Bot), _) => {
                self.mark_seated(player);
                self.resume(player, hello.last, now);
            }
            (Some(PlayerKind::Folded), Some(name)) if !self.is_playing() => {
                self.greet_and_sit(player, name, now);
            }
            (Some(PlayerKind::Folded), _) | (None, None) => self.spectate(player, now),
            (None, Some(name)) => self.greet_and_sit(player, name, now),
        }
        self.tell_online();
        self.watch_seats(now);
    }

    /// Takes the round-trip time of a connection. It is logged when it has changed enough, so that a replay gives the same
    /// deadlines.
    pub fn lag(&mut self, outbox: &Arc<Outbox>, millis: Millis, now: Millis) {
        let millis = millis.min(MAX_LAG_MS);
        let playing = self.is_playing();
        let connection =
            self.connections.iter_mut().find(|connection| Arc::ptr_eq(&connection.outbox, outbox));
        let Some(connection) = connection.filter(|connection| playing && connection.place == Place::Seat)
        else {
            return;
        };
        if millis.abs_diff(connection.lag) < MIN_LAG_CHANGE_MS {
            return;
        }
        connection.lag = millis;
        let player = connection.player;
        if self.upkeep_is_used_up(player) {
            return;
        }
        self.catch_up(now);
        let lag = Input::Lag { token: Token(player), millis };
        self.apply(now, lag, Some(Asker { player, cmd: String::new() }));
    }

    /// Removes a connection. Only the table's clock acts on the absence.
    pub fn disconnect(&mut self, outbox: &Arc<Outbox>) {
        let gone = self.connections.iter().position(|connection| Arc::ptr_eq(&connection.outbox, outbox));
        if let Some(gone) = gone.map(|at| self.connections.remove(at)) {
            self.detach(gone.player);
            self.tell_online();
            self.look_at_seats();
        }
        if self.connections.is_empty() {
            // Nobody to tell anything to: a table without people keeps no queues.
            self.connections = Vec::new();
            self.waiting.shrink_to_fit();
        }
        if !self.connections.iter().any(|connection| connection.place == Place::Spectators) {
            self.spectators = None;
        }
    }

    /// The server shuts down.
    pub fn say_goodbye(&mut self, back_in: Millis) {
        for connection in &self.connections {
            connection.outbox.push(json::write(&[Item::Bye(back_in)]).into());
            connection.outbox.close(Close::Restart);
        }
    }

    /// Sends a player who comes back the missed steps, or the state of the table.
    pub(super) fn resume(&mut self, player: Player, last: Option<u64>, now: Millis) {
        let Some(live) = &mut self.live else { return };
        let token = Token(player);
        live.host.attach(token);
        // A query, so that nothing becomes due that no log entry tells of.
        let outcome = live.host.query(now, Input::Resume { token, last: last.unwrap_or(u64::MAX) }, None);
        self.send_outcome(outcome);
    }

    pub(super) fn mark_seated(&mut self, player: Player) {
        self.set_place(player, Place::Seat);
    }

    pub(super) fn set_place(&mut self, player: Player, place: Place) {
        if let Some(connection) = self.connections.iter_mut().find(|connection| connection.player == player) {
            connection.place = place;
            connection.outbox.set_seated(place == Place::Seat);
        }
        let Some(live) = &mut self.live else { return };
        match place {
            Place::Seat if live.host.is_attached(Token(player)) => {}
            Place::Seat => live.host.attach(Token(player)),
            Place::Spectators | Place::Nowhere => live.host.detach(Token(player)),
        }
    }

    pub(super) fn detach(&mut self, player: Player) {
        if let Some(live) = &mut self.live {
            live.host.detach(Token(player));
        }
    }

    /// Sends frames again to those who stayed connected while the table was not in memory.
    pub(super) fn attach_seated(&mut self) {
        let Some(live) = &mut self.live else { return };
        for connection in self.connections.iter().filter(|connection| connection.place == Place::Seat) {
            live.host.attach(Token(connection.player));
        }
    }
}
