//! What players do about other players, and operators about a table.

use std::collections::VecDeque;
use std::sync::Arc;

use protocol::{ClientMsg, Item, Refusal};
use table::{Millis, Token};

use super::Room;
use crate::log_entry::Player;
use crate::moderation::{Moderation, block_note, block_subject};
use crate::outbox::Close;
use crate::secrets;
use crate::store::{Note, NoteKind, Stage, Write};

/// How many lines of the chat go into a report.
const MAX_LINES_REPORTED: usize = 10;

/// The maximum length of the reason of a report.
const MAX_REASON_CHARS: usize = 280;

/// What is kept for reports while the table is in memory.
#[derive(Default)]
pub(super) struct Evidence {
    /// Who has reported whom.
    reported: Vec<(Player, Player)>,
    /// The last lines of the chat.
    lines: VecDeque<(Player, String)>,
}

impl Room {
    /// Asks these bans and blocks from now on.
    pub fn moderate_by(&mut self, moderation: &Arc<Moderation>) {
        self.moderation = Some(moderation.clone());
    }

    /// Whether one player has blocked another.
    pub(super) fn blocks(&self, by: Player, whom: Player) -> bool {
        self.moderation.as_ref().is_some_and(|moderation| moderation.blocks(by, whom))
    }

    /// The name of a player with a seat.
    pub fn name_of(&self, player: Player) -> Option<String> {
        self.seated(player).map(|(name, _)| name.into())
    }

    /// The table in a line, for operators.
    pub fn line(&self) -> String {
        let stage = match self.status.stage {
            Stage::Lobby => "waiting",
            Stage::Playing => "playing",
            Stage::Over => "over",
            Stage::Closed => "closed",
        };
        let title = &self.setup.rules.header().title;
        format!(
            "{}  {}/{}  {} connected  {stage}  {title}\n",
            self.code,
            self.status.players,
            self.setup.seats,
            self.connections.len()
        )
    }

    /// The table is closed: nothing more is written, and everybody goes.
    pub fn shut(&mut self) {
        for connection in &self.connections {
            connection.outbox.close(Close::Removed);
        }
        self.overtaken();
    }

    /// Tells everybody at the table what the operator says; how many that are.
    pub fn tell_news(&mut self, text: &str) -> usize {
        let outboxes: Vec<_> = self.connections.iter().map(|connection| connection.outbox.clone()).collect();
        for outbox in &outboxes {
            self.send(outbox, &[Item::Note(format!("news {text}"))]);
        }
        outboxes.len()
    }

    /// Carries out what a player does about another one; `None` if the message is about something else.
    pub(super) fn moderate(
        &mut self,
        player: Player,
        asked: &ClientMsg,
        now: Millis,
    ) -> Option<Result<(), Refusal>> {
        let whom = |name: &str| self.other_person(player, name).ok_or(Refusal::NobodyNamed);
        Some(match asked {
            ClientMsg::Block { name, on, .. } => whom(name).map(|whom| self.block(player, whom, *on, now)),
            ClientMsg::Report { name, why, .. } => whom(name).map(|whom| self.report(player, whom, why, now)),
            _ => return None,
        })
    }

    fn other_person(&self, player: Player, name: &str) -> Option<Player> {
        let table = self.live.as_ref()?.table();
        let is_named = |token: &Token| {
            let seat = table.seat_of(*token);
            seat.and_then(|seat| table.player(seat)).is_some_and(|(known, _)| known == name)
        };
        table.people().find(is_named).map(|token| token.0).filter(|other| *other != player)
    }

    fn block(&mut self, player: Player, whom: Player, on: bool, now: Millis) {
        let Some(moderation) = &self.moderation else { return };
        self.writes.push(if on {
            moderation.block(player, whom);
            Write::Note(Box::new(block_note(player, whom, now)))
        } else {
            moderation.unblock(player, whom);
            Write::EndNotes(NoteKind::Block, block_subject(player, whom))
        });
    }

    /// One player reports another one once while the table is in memory; more would only fill the list.
    fn report(&mut self, player: Player, whom: Player, why: &str, now: Millis) {
        let evidence = self.evidence.get_or_insert_default();
        if evidence.reported.contains(&(player, whom)) {
            return;
        }
        evidence.reported.push((player, whom));
        let name = |player| self.name_of(player).unwrap_or_default();
        let why: String = crate::public_text::plain(why).chars().take(MAX_REASON_CHARS).collect();
        let lines = self.evidence.iter().flat_map(|evidence| &evidence.lines);
        let said: Vec<&str> = lines.filter(|(by, _)| *by == whom).map(|(_, line)| line.as_str()).collect();
        let said = if said.is_empty() { String::new() } else { format!("; wrote: {}", said.join(" | ")) };
        let (by, about, code) = (name(player), name(whom), &self.code);
        let text = format!("table {code}: {by} ({player:032x}) about {about}: {why}{said}");
        tracing::info!(table = %code, "reported");
        let subject = format!("{whom:032x} {}", secrets::fault_id());
        let note = Note { kind: NoteKind::Report, subject, at: now, until: None, text };
        self.writes.push(Write::Note(Box::new(note)));
    }

    /// Keeps the last lines that were written, for reports.
    pub(super) fn keep_line(&mut self, player: Player, line: &str) {
        let lines = &mut self.evidence.get_or_insert_default().lines;
        if lines.len() >= MAX_LINES_REPORTED {
            lines.pop_front();
        }
        lines.push_back((player, line.into()));
    }
}
