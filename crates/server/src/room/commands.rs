//! What people ask for: who may, and what goes into the table.

use std::sync::Arc;

use protocol::{ClientMsg, Item, Refusal};
use table::{Input, Millis, Output, PlayerKind, Token};

use super::{Asker, LONGEST_LOG, Place, Room, shuffle};
use crate::log_entry::Player;
use crate::names;
use crate::outbox::Outbox;

/// The longest move as it is written, in bytes.
const LONGEST_MOVE: usize = 400;

impl Room {
    /// Somebody who is connected asks for something.
    pub fn ask(&mut self, outbox: &Arc<Outbox>, asked: ClientMsg, now: Millis) {
        // A socket that was taken over is no longer heard.
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
            Ok(()) => self.carry_out(player, &id, asked, now),
            Err(refusal) => self.refuse(player, Some(&id), refusal),
        }
    }

    /// Who may ask for what: the one who made the table sets it up, whoever sits there may go on.
    fn allowed(&self, player: Player, asked: &ClientMsg) -> Result<(), Refusal> {
        let Some(live) = &self.live else { return Err(Refusal::Busy) };
        let seated = live.table.seat_of(Token(player)).is_some();
        let hosts = live.table.seat_of(Token(self.maker)).is_none() || player == self.maker;
        match asked {
            ClientMsg::Hello(_) | ClientMsg::Sit { .. } => Ok(()),
            _ if !seated => Err(table::Refusal::NoSeat.into()),
            ClientMsg::Act { m, .. } | ClientMsg::Ask { m, .. }
                if m.len() > LONGEST_MOVE || names::has_strange(m) =>
            {
                Err(Refusal::NotAMove)
            }
            ClientMsg::Bot { .. }
            | ClientMsg::Unbot { .. }
            | ClientMsg::Rules { .. }
            | ClientMsg::Start { .. }
                if !hosts =>
            {
                Err(Refusal::NotMaker)
            }
            ClientMsg::Chat { .. } if !self.setup.chat => Err(Refusal::ChatOff),
            ClientMsg::Say { p, .. } if !protocol::PHRASES.contains(&p.as_str()) => Err(Refusal::BadPhrase),
            _ if live.seq >= LONGEST_LOG => Err(Refusal::LogFull),
            _ => Ok(()),
        }
    }

    fn carry_out(&mut self, player: Player, id: &str, asked: ClientMsg, now: Millis) {
        let token = Token(player);
        let input = match asked {
            ClientMsg::Hello(_) => return,
            ClientMsg::Sit { name, .. } => return self.sit(player, id, &name, now),
            ClientMsg::Say { p, .. } => return self.chat(player, id, p, String::new()),
            ClientMsg::Chat { t, .. } => return self.write_to_others(player, id, &t),
            ClientMsg::Ask { m, .. } => return self.question(player, id, m),
            ClientMsg::Hint { .. } => return self.hint(player, id),
            ClientMsg::Act { n, m, .. } => {
                let number = self.live.as_ref().map_or(0, |live| live.table.number());
                if n != number {
                    return self.stale(player, id, number); // G20, M3
                }
                Input::Act { token, number: n, notation: m }
            }
            ClientMsg::Bot { name, level, .. } => match names::name(&name) {
                Ok(name) if !self.is_full() => Input::AddBot { level: level.into(), name },
                Ok(_) => return self.refuse(player, Some(id), Refusal::TableFull),
                Err(why) => return self.refuse(player, Some(id), Refusal::BadName { why }),
            },
            ClientMsg::Unbot { name, .. } => Input::RemoveBot { name: names::plain(&name) },
            ClientMsg::Rules { rules, .. } => match self.changed_rules(&rules) {
                Ok(input) => input,
                Err(why) => return self.refuse(player, Some(id), Refusal::Rules { why }),
            },
            ClientMsg::Start { .. } => Input::Start,
            ClientMsg::Next { .. } => Input::NextRound,
            ClientMsg::Rematch { .. } => Input::Rematch,
            ClientMsg::Leave { .. } => Input::Leave { token },
            ClientMsg::Ready { .. } => Input::Ready { token },
            ClientMsg::Return { .. } => Input::Return { token },
            ClientMsg::Announce { on, .. } => {
                let switch = if on { table::Switch::On } else { table::Switch::Off };
                Input::AnnounceForMe { token, switch }
            }
            ClientMsg::Takeback { .. } => Input::Takeback { token },
            ClientMsg::Consent { yes, .. } => {
                let answer = if yes { table::Answer::Agree } else { table::Answer::Refuse };
                Input::Consent { token, answer }
            }
            ClientMsg::Mix { .. } | ClientMsg::Promise { .. } | ClientMsg::Open { .. } => {
                match shuffle::input(token, &asked) {
                    Some(input) => input,
                    None => return self.refuse(player, Some(id), Refusal::BadShuffleBytes),
                }
            }
        };
        let moves = matches!(input, Input::Leave { .. } | Input::Return { .. });
        self.apply(now, input, Some(&Asker { player, cmd: id }));
        if moves {
            self.tell_online();
        }
    }

    /// Somebody wants to know whether a move could be made. Nothing comes of it, so nothing is written.
    fn question(&mut self, player: Player, id: &str, notation: String) {
        let Some(live) = &mut self.live else { return };
        let out = live.table.apply(live.at, Input::Ask { token: Token(player), notation });
        for output in out {
            match output {
                Output::To(token, message) if token.0 == player => self.tell_asker(player, id, message),
                Output::To(..) | Output::Host(_) | Output::WakeAt(_) => {}
            }
        }
    }

    pub(super) fn sit(&mut self, player: Player, id: &str, name: &str, now: Millis) {
        let id_to_answer = (!id.is_empty()).then_some(id);
        let seated = self.kind_of(player).is_some();
        let name = match names::name(name) {
            Ok(name) => name,
            Err(why) => return self.refuse(player, id_to_answer, Refusal::BadName { why }),
        };
        if !seated && self.is_full() {
            return self.refuse(player, id_to_answer, Refusal::TableFull);
        }
        // Nothing is written down for a stranger: a log has an end.
        if !seated && self.is_playing() {
            return self.refuse(player, id_to_answer, table::Refusal::MatchInProgress);
        }
        if self.is_taken(player, &name) {
            return self.refuse(player, id_to_answer, Refusal::NameLooksTaken);
        }
        self.mark_seated(player);
        let sit = Input::Sit { token: Token(player), name };
        self.apply(now, sit, Some(&Asker { player, cmd: id }));
        if self.kind_of(player).is_none() {
            self.set_place(player, Place::Door);
        }
        self.tell_online();
    }

    /// Whether somebody else has a name that would be taken for this one.
    fn is_taken(&self, player: Player, name: &str) -> bool {
        let Some(live) = &self.live else { return false };
        let own = live.table.seat_of(Token(player));
        let mut others = live.table.players().into_iter().filter(|other| Some(other.seat) != own);
        others.any(|other| names::look_alike(&other.name, name))
    }

    /// Whether no seat is free. Those who left a match that is over have left their seats.
    pub(super) fn is_full(&self) -> bool {
        let Some(live) = &self.live else { return false };
        let players = live.table.players();
        let gone = players.iter().filter(|player| !self.is_playing() && player.kind == PlayerKind::Folded);
        players.len() - gone.count() >= self.setup.seats
    }

    pub(super) fn changed_rules(&self, text: &str) -> Result<Input, String> {
        let live = self.live.as_ref().ok_or("One moment, please.")?;
        let rules = games::apply(live.table.rules(), text)
            .map_err(|faults| faults.first().map(ToString::to_string).unwrap_or_default())?;
        if rules.table_options().turn_seconds.get() < 5 {
            return Err("At a server a turn has a limit of at least 5 seconds.".into());
        }
        Ok(Input::ChangeRules(rules.into()))
    }

    fn write_to_others(&mut self, player: Player, id: &str, text: &str) {
        match names::line(text) {
            Ok(text) => self.chat(player, id, String::new(), text),
            Err(why) => self.refuse(player, Some(id), Refusal::ChatLength { why }),
        }
    }

    /// Talk is not part of the log.
    fn chat(&mut self, player: Player, id: &str, phrase: String, text: String) {
        let Some(seat) = self.live.as_ref().and_then(|live| live.table.seat_of(Token(player))) else {
            return;
        };
        let said = protocol::SaidItem { seat: seat.index() as u8, p: phrase, t: text };
        self.answer(player, id, &Ok(()));
        self.tell_seats(&Item::Said(said));
    }
}
