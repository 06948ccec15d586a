//! Who is there: before a match a seat is held only by a player who is connected, or was until a moment ago.

use protocol::Refusal;
use table::{Input, Millis, Token};

use super::{Asker, Place, Room};
use crate::log_entry::Player;
use crate::store::Stage;

impl Room {
    /// Whether a match has neither begun nor been played here.
    fn is_before_match(&self) -> bool {
        let table = self.live.as_ref().map(|live| live.table());
        table.is_some_and(|table| table.session().is_none() && !table.is_playing())
    }

    /// Whether the seat of somebody who is away will be freed.
    pub fn has_absent(&self) -> bool {
        !self.absent.is_empty() || self.unwatched.is_some()
    }

    /// Somebody has gone: it is to be found out whose seat that leaves.
    pub(super) fn look_at_seats(&mut self) {
        let asleep = !self.is_awake() && self.status.stage == Stage::Lobby;
        if asleep || self.is_before_match() {
            self.unwatched = Some(self.touched);
        }
    }

    /// Notes who holds a seat before the match, and who of them is not connected.
    pub(super) fn watch_seats(&mut self, now: Millis) {
        self.unwatched = None;
        let before_match = self.is_before_match();
        let Some(live) = &self.live else { return };
        if !before_match {
            self.absent.clear();
            return self.count_held(&[]);
        }
        let holders: Vec<Player> = live.table().people().map(|token| token.0).collect();
        let connections = &self.connections;
        let is_away = |player: Player| !connections.iter().any(|connection| connection.player == player);
        self.absent.retain(|(player, _)| holders.contains(player) && is_away(*player));
        for player in holders.iter().copied().filter(|player| is_away(*player)) {
            if !self.absent.iter().any(|(known, _)| *known == player) {
                self.absent.reserve_exact(1);
                self.absent.push((player, now.saturating_add(self.seat_grace)));
            }
        }
        self.count_held(&holders);
    }

    /// Counts who holds a seat here. During a match nobody does, and nothing is to be told.
    pub(super) fn count_held(&mut self, holders: &[Player]) {
        if let Some(held_seats) =
            self.held_seats.as_ref().filter(|_| self.are_seats_counted || !holders.is_empty())
        {
            held_seats.set(self.id, holders);
        }
        self.are_seats_counted = !holders.is_empty();
    }

    /// Frees the seats of those who have been away for too long.
    pub(super) fn free_seats(&mut self, now: Millis) {
        while let Some((player, _)) = self.absent.iter().copied().find(|(_, until)| *until <= now) {
            let leave = Input::Leave { token: Token(player) };
            self.apply(now, leave, Some(Asker { player, cmd: String::new() }));
            self.absent.retain(|(known, _)| *known != player);
        }
    }

    /// When the seats of a table that is not in memory are to be looked at: at a restart, if somebody has one.
    pub(super) fn seats_status_wake(&self) -> Option<Millis> {
        let live = self.live.as_ref().filter(|_| self.is_before_match())?;
        self.status.wake.filter(|_| live.table().people().next().is_some())
    }

    /// When the next seat is freed, or the seats have to be looked at.
    pub(super) fn seats_wake(&self) -> Option<Millis> {
        self.absent.iter().map(|(_, until)| *until).chain(self.unwatched).min()
    }

    /// Why this player takes no seat here, if that is not for the table to say.
    pub(super) fn no_seat_for(&self, player: Player) -> Option<Refusal> {
        let live = self.live.as_ref()?;
        if live.table().was_removed(Token(player)) {
            return Some(table::Refusal::Removed.into());
        }
        if self.blocks(self.maker, player) {
            return Some(Refusal::Blocked);
        }
        let may_take = self.held_seats.as_ref().is_none_or(|held_seats| held_seats.may_take(player));
        (!may_take).then_some(Refusal::TooManySeats)
    }

    /// Those who were removed are told nothing more.
    pub(super) fn let_go(&mut self) {
        let Some(live) = &self.live else { return };
        let table = live.table();
        let is_gone =
            |player: Player| table.was_removed(Token(player)) && table.seat_of(Token(player)).is_none();
        let seated = self.connections.iter().filter(|connection| connection.place == Place::Seat);
        let gone: Vec<Player> =
            seated.map(|connection| connection.player).filter(|player| is_gone(*player)).collect();
        for player in gone {
            self.set_place(player, Place::Nowhere);
        }
    }
}
