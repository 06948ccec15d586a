//! Commands of players: who may send which, and what becomes of them.

use std::sync::Arc;

use host::{Command, Request, Talk};
use protocol::{ClientMsg, Refusal};
use table::{Input, Millis, PlayerKind, Token};

use super::apply::MAX_LOG_ENTRIES;
use super::{Asker, Place, Room};
use crate::log_entry::Player;
use crate::outbox::Outbox;
use crate::public_text;

/// The maximum length of a move in notation.
const MAX_MOVE_BYTES: usize = 400;

/// The minimum time limit of a turn at a server.
const MIN_TURN_SECONDS: u64 = 5;

impl Room {
    /// Takes a command from a connection.
    pub fn ask(&mut self, outbox: &Arc<Outbox>, asked: ClientMsg, now: Millis) {
        // A connection that was taken over is no longer heard.
        let found = self.connections.iter().find(|connection| Arc::ptr_eq(&connection.outbox, outbox));
        let Some(player) = found.map(|connection| connection.player) else { return };
        let Some(id) = asked.id().map(String::from) else {
            return self.refuse(player, None, Refusal::GreetingRepeated);
        };
        if let Some(fault) = self.fault.clone() {
            return self.refuse(player, Some(&id), Refusal::Fault { fault });
        }
        self.touched = now;
        let first = self.live.as_ref().and_then(|live| live.replies.of(player, &id));
        if let Some(reply) = first {
            return self.answer(player, &id, &reply); // M2
        }
        self.catch_up(now);
        match self.allowed(player, &asked) {
            Ok(()) => self.carry_out(player, id, asked, now),
            Err(refusal) => self.refuse(player, Some(&id), refusal),
        }
    }

    /// Refuses a command while nothing can be written, or is to be: what is not written must not happen.
    pub fn refuse_for_now(&mut self, outbox: &Arc<Outbox>, asked: &ClientMsg, refusal: Refusal) {
        let found = self.connections.iter().find(|connection| Arc::ptr_eq(&connection.outbox, outbox));
        let Some(player) = found.map(|connection| connection.player) else { return };
        let first = self.live.as_ref().zip(asked.id()).and_then(|(live, id)| live.replies.of(player, id));
        match first.zip(asked.id()) {
            Some((reply, id)) => self.answer(player, id, &reply),
            None => self.refuse(player, asked.id(), refusal),
        }
    }

    /// Who may send what: the player who made the table sets it up, and every player may go on.
    fn allowed(&self, player: Player, asked: &ClientMsg) -> Result<(), Refusal> {
        let Some(live) = &self.live else { return Err(Refusal::Busy) };
        let seated = live.table().seat_of(Token(player)).is_some();
        let hosts = player == self.maker || self.seated_maker().is_none();
        let permitted = match asked {
            ClientMsg::Hello(_) | ClientMsg::Sit { .. } => return Ok(()),
            _ if !seated => return Err(table::Refusal::NoSeat.into()),
            ClientMsg::Act { m, .. } | ClientMsg::Ask { m, .. } => {
                let readable = m.len() <= MAX_MOVE_BYTES && !public_text::has_hidden(m);
                if readable { Ok(()) } else { Err(Refusal::NotAMove) }
            }
            ClientMsg::Bot { .. }
            | ClientMsg::Unbot { .. }
            | ClientMsg::Rules { .. }
            | ClientMsg::Start { .. } => {
                if hosts {
                    Ok(())
                } else {
                    Err(Refusal::NotMaker)
                }
            }
            ClientMsg::Chat { .. } if !self.setup.chat => Err(Refusal::ChatOff),
            ClientMsg::Say { p, .. } if !protocol::PHRASES.contains(&p.as_str()) => Err(Refusal::BadPhrase),
            ClientMsg::Chat { .. }
            | ClientMsg::Say { .. }
            | ClientMsg::Hint { .. }
            | ClientMsg::Next { .. }
            | ClientMsg::Rematch { .. }
            | ClientMsg::Leave { .. }
            | ClientMsg::Remove { .. }
            | ClientMsg::Block { .. }
            | ClientMsg::Report { .. }
            | ClientMsg::Ready { .. }
            | ClientMsg::Return { .. }
            | ClientMsg::Announce { .. }
            | ClientMsg::Takeback { .. }
            | ClientMsg::Consent { .. }
            | ClientMsg::Mix { .. }
            | ClientMsg::Promise { .. }
            | ClientMsg::Open { .. }
            | ClientMsg::Alone { .. }
            | ClientMsg::Sign { .. } => Ok(()),
        };
        permitted?;
        // Moves and deals bring the match to its end; nothing else may use up what the log holds.
        let advances = match asked {
            ClientMsg::Act { .. }
            | ClientMsg::Start { .. }
            | ClientMsg::Next { .. }
            | ClientMsg::Rematch { .. }
            | ClientMsg::Promise { .. }
            | ClientMsg::Open { .. } => true,
            ClientMsg::Return { .. } => self.kind_of(player) != Some(PlayerKind::Person),
            _ => false,
        };
        let is_full = live.seq >= MAX_LOG_ENTRIES || (!advances && self.upkeep_is_used_up(player));
        if is_full { Err(Refusal::LogFull) } else { Ok(()) }
    }

    fn carry_out(&mut self, player: Player, id: String, asked: ClientMsg, now: Millis) {
        if let Some(done) = self.moderate(player, &asked, now) {
            return match done {
                Ok(()) => self.answer(player, &id, &Ok(())),
                Err(refusal) => self.refuse(player, Some(&id), refusal),
            };
        }
        match self.checked_request(player, asked) {
            Ok(Request::Input(Input::Sit { name, .. })) => {
                self.sit(player, &id, name, now);
                // A refused seat is no news to others.
                if self.kind_of(player).is_some() {
                    self.tell_online();
                }
            }
            Ok(Request::Input(question @ Input::Ask { .. })) => self.query(player, &id, question, now),
            Ok(Request::Input(input)) => {
                let moves = matches!(
                    input,
                    Input::Leave { .. } | Input::Return { .. } | Input::Remove { .. } | Input::VoteOut { .. }
                );
                self.apply(now, input, Some(Asker { player, cmd: id }));
                if moves {
                    self.tell_online();
                }
            }
            Ok(Request::Hint) => self.hint(player, &id),
            Ok(Request::Talk(talk)) => self.say(player, &id, talk),
            Err(refusal) => self.refuse(player, Some(&id), refusal),
        }
    }

    /// What a message asks for, with names and talk cleaned up (D4).
    fn checked_request(&self, player: Player, asked: ClientMsg) -> Result<Request, Refusal> {
        let Some(live) = &self.live else { return Err(Refusal::Busy) };
        let asked = match asked {
            ClientMsg::Sit { id, name } => ClientMsg::Sit { id, name: public_text::name(&name)? },
            ClientMsg::Bot { id, name, level } => {
                let name = public_text::bot_name(&name)?;
                if self.is_full() {
                    return Err(Refusal::TableFull);
                }
                ClientMsg::Bot { id, name, level }
            }
            ClientMsg::Unbot { id, name } => ClientMsg::Unbot { id, name: public_text::plain(&name) },
            ClientMsg::Chat { id, t } => {
                let t = public_text::line(&t).map_err(|why| Refusal::ChatLength { why })?;
                ClientMsg::Chat { id, t }
            }
            ClientMsg::Remove { name, .. } if player == self.maker && !self.is_playing() => {
                return Ok(Request::Input(Input::Remove { name: public_text::plain(&name) }));
            }
            other => other,
        };
        let request = Request::decode(live.table(), Token(player), asked)?;
        if let Request::Input(Input::ChangeRules(rules)) = &request {
            public_text::check_rules(rules)?;
            if rules.table_options().turn_seconds.get() < MIN_TURN_SECONDS {
                let why = format!("At a server a turn has a limit of at least {MIN_TURN_SECONDS} seconds.");
                return Err(Refusal::Rules { why });
            }
        }
        Ok(request)
    }

    /// Answers a question. Nothing comes of it, so nothing is logged.
    fn query(&mut self, player: Player, id: &str, question: Input, now: Millis) {
        let Some(live) = &mut self.live else { return };
        let outcome = live.host.query(now, question, Some(Command { token: Token(player), id }));
        self.send_answer(outcome);
    }

    /// Seats a player whose name was checked.
    pub(super) fn sit(&mut self, player: Player, id: &str, name: String, now: Millis) {
        let seated = self.kind_of(player).is_some();
        let not_here = if seated { None } else { self.no_seat_for(player) };
        let refusal = if not_here.is_some() {
            not_here
        } else if !seated && self.is_full() {
            Some(Refusal::TableFull)
        } else if !seated && self.is_playing() {
            // Nothing is logged for a stranger: a log has a maximum length.
            Some(table::Refusal::MatchInProgress.into())
        } else if self.is_taken(player, &name) {
            Some(Refusal::NameLooksTaken)
        } else if self.upkeep_is_used_up(player) {
            Some(Refusal::LogFull)
        } else {
            None
        };
        if let Some(refusal) = refusal {
            return self.refuse(player, (!id.is_empty()).then_some(id), refusal);
        }
        self.mark_seated(player);
        let sit = Input::Sit { token: Token(player), name };
        self.apply(now, sit, Some(Asker { player, cmd: id.into() }));
        if self.kind_of(player).is_none() {
            self.set_place(player, Place::Nowhere);
        }
    }

    /// Seats a player who greets with a name.
    pub(super) fn greet_and_sit(&mut self, player: Player, name: &str, now: Millis) {
        match public_text::name(name) {
            Ok(name) => self.sit(player, "", name, now),
            Err(refusal) => self.refuse(player, None, refusal),
        }
    }

    /// Whether somebody else has a name that would be taken for this one.
    fn is_taken(&self, player: Player, name: &str) -> bool {
        let Some(live) = &self.live else { return false };
        let own = live.table().seat_of(Token(player));
        let mut others = live.table().players().into_iter().filter(|other| Some(other.seat) != own);
        others.any(|other| public_text::look_alike(&other.name, name))
    }

    /// Whether no seat is free. Those who left a match that is over have left their seats.
    pub(super) fn is_full(&self) -> bool {
        let Some(live) = &self.live else { return false };
        let players = live.table().players();
        let gone = players.iter().filter(|player| !self.is_playing() && player.kind == PlayerKind::Folded);
        players.len() - gone.count() >= self.setup.seats
    }

    /// Passes on what a player says. It is not logged.
    fn say(&mut self, player: Player, id: &str, talk: Talk) {
        let Some(live) = &self.live else { return };
        let written = match &talk {
            Talk::Text(text) => Some(text.clone()),
            Talk::Phrase(_) => None,
        };
        let mut outcome = live.host.say(Command { token: Token(player), id }, talk);
        outcome.frames.retain(|(token, _)| !self.blocks(token.0, player));
        self.send_answer(outcome);
        if let Some(text) = written {
            self.keep_line(player, &text);
        }
    }
}
