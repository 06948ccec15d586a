//! Inputs of the table: applied, logged, and announced once they are on disk.

use std::panic::{AssertUnwindSafe, catch_unwind};

use protocol::{Item, json};
use table::{Input, Millis};

use super::{Asker, Room};
use crate::log_entry::{self, LogEntry, Player};
use crate::outbox::Frame;
use crate::secrets;
use crate::store::{Stage, TableStatus, Write, WriteOutcome};

/// The maximum length of a log; a table that reaches it is frozen.
pub(super) const MAX_LOG_ENTRIES: u64 = 20_000;

/// The maximum number of entries of a player that neither move nor deal: leaving, coming back, settings, fines.
const MAX_UPKEEP_OF_PLAYER: u64 = 500;

/// The maximum number of such entries of all players, so that half of a log is left to the game.
const MAX_UPKEEP: u64 = MAX_LOG_ENTRIES / 2;

/// The maximum length of such entries: a change of rules takes some five thousand bytes.
const MAX_UPKEEP_BYTES: usize = 512 << 10;

/// How often the status of a table in use is written, at least.
const STATUS_INTERVAL_MS: Millis = 600_000;

impl Room {
    /// Time has passed.
    pub fn tick(&mut self, now: Millis) {
        self.catch_up(now);
        if self.has_absent() {
            self.watch_seats(now);
            self.free_seats(now);
        }
        if let Some(spectators) = &mut self.spectators {
            let frame = spectators.advance(now, self.delay, self.saved);
            self.tell_spectators(frame);
        }
    }

    /// Lets everything due happen, as separate log entries, so that no input hides anything else.
    pub(super) fn catch_up(&mut self, now: Millis) {
        for _ in 0..16 {
            let due = self.live.as_ref().and_then(|live| live.wake()).is_some_and(|at| at <= now);
            if !due || self.fault.is_some() {
                return;
            }
            self.apply(now, Input::Tick, None);
        }
    }

    /// Applies an input, queues its log entry, and holds the frames back until that is on disk.
    pub(super) fn apply(&mut self, now: Millis, input: Input, asker: Option<Asker>) {
        if let Some(body) = log_entry::write(&input) {
            self.apply_as(now, input, asker, body);
        }
    }

    /// The same for an input with this text.
    pub(super) fn apply_as(&mut self, now: Millis, input: Input, asker: Option<Asker>, body: String) {
        let Some(live) = &mut self.live else { return };
        if live.seq >= MAX_LOG_ENTRIES {
            return self.freeze("log");
        }
        let at = now.max(live.host.at());
        let was_playing = live.table().is_playing();
        let who = asker.as_ref().map(|asker| asker.player);
        let cmd = asker.map(|asker| asker.cmd).filter(|cmd| !cmd.is_empty());
        let recorded = self.spectators.is_some().then(|| input.clone());
        let trouble = self.trouble;
        let applied = catch_unwind(AssertUnwindSafe(|| {
            if let Some(trouble) = trouble {
                trouble(&input);
            }
            live.apply(at, input, who, cmd.as_deref())
        }));
        let Ok(outcome) = applied else { return self.freeze("rules") };
        if !live.table().has_changed() && outcome.is_only_answer() {
            // Nothing came of it, so nothing is logged (M3): whatever is refused, a log cannot be filled with it.
            return self.send_outcome(outcome);
        }
        live.logged(who, cmd.as_deref(), &body, &outcome);
        let entry =
            LogEntry { seq: live.seq, at, who, cmd, body, number: live.table().number(), hash: [0; 32] };
        let entry = LogEntry { hash: entry.chained(&live.hash), ..entry };
        let last = std::mem::replace(&mut live.hash, entry.hash);
        let seq = entry.seq;
        if was_playing && !live.table().is_playing() {
            self.ended = seq;
        }
        let status = self.changed_status(at);
        self.writes.push(Write::Append { table: self.id, entry, before: last, status });
        if let (Some(spectators), Some(input)) = (&mut self.spectators, recorded) {
            spectators.record(seq, at, input);
        }
        let frames = self.frames(outcome);
        self.waiting.push_back((seq, frames));
        self.let_go();
        self.watch_seats(at);
        self.tell_maker();
        self.give_entropy(at);
        self.look_for_decisions();
    }

    /// Whether this player, or everybody together, has filled the part of the log that is not for moves.
    pub(super) fn upkeep_is_used_up(&self, player: Player) -> bool {
        let Some(live) = &self.live else { return false };
        let upkeep = &live.upkeep;
        upkeep.of(player) >= MAX_UPKEEP_OF_PLAYER
            || upkeep.all() >= MAX_UPKEEP
            || upkeep.bytes() >= MAX_UPKEEP_BYTES
    }

    /// The status of the table, if it has to be written again. The wake-up time is the earliest possible one: waking too early
    /// costs nothing.
    pub(super) fn changed_status(&mut self, at: Millis) -> Option<TableStatus> {
        let live = self.live.as_ref()?;
        let stage = match (live.table().is_playing(), live.table().session()) {
            (true, _) => Stage::Playing,
            (false, Some(_)) => Stage::Over,
            (false, None) => Stage::Lobby,
        };
        let people = live.table().people().count();
        // Held seats are looked at after a restart.
        let seats = (stage == Stage::Lobby && people > 0).then_some(at.saturating_add(self.seat_grace));
        let kept = self.status.wake;
        let wake = match (live.wake().or(seats), kept) {
            (Some(wake), Some(kept)) => Some(wake.min(kept)),
            (wake, _) => wake,
        };
        // A table that everybody has left is empty, whoever else was to play there.
        let players = if people == 0 { 0 } else { live.table().seats_taken() };
        let status = TableStatus { stage, players, wake };
        if status == self.status && at < self.status_written_at.saturating_add(STATUS_INTERVAL_MS) {
            return None;
        }
        self.status = status;
        self.status_written_at = at;
        Some(status)
    }

    /// Whether something has happened that is to be written.
    pub fn has_moved(&self) -> bool {
        self.writes.iter().any(|write| matches!(write, Write::Append { .. }))
    }

    /// What has to be written, in order.
    pub fn take_writes(&mut self) -> Vec<Write> {
        std::mem::take(&mut self.writes)
    }

    /// Takes the outcome of a write. It is ignored if the table was discarded since: what is in memory now may have another
    /// entry with that number in flight.
    pub fn wrote(&mut self, life: u64, seq: u64, wrote: WriteOutcome) {
        match wrote {
            _ if life != self.life => {}
            WriteOutcome::Taken | WriteOutcome::NoRoom => self.overtaken(),
            WriteOutcome::Done | WriteOutcome::Made(_) | WriteOutcome::Exchanged(_) => self.saved(seq),
        }
    }

    /// Everything up to this entry is on disk: its frames are released.
    pub fn saved(&mut self, seq: u64) {
        self.saved = self.saved.max(seq);
        while let Some((_, frames)) = self.waiting.pop_front_if(|(until, _)| *until <= self.saved) {
            for (outbox, frame) in frames {
                outbox.push(frame);
            }
        }
    }

    /// Freezes the table; all others go on (R4).
    pub(super) fn freeze(&mut self, what: &str) {
        let fault = secrets::fault_id();
        self.unreported = Some(what.into());
        self.fault = Some(fault.clone());
        self.live = None;
        let frame = Frame::from(json::write(&[Item::Fault(fault)]));
        for outbox in self.connections.iter().map(|connection| connection.outbox.clone()).collect::<Vec<_>>()
        {
            self.send_frame(outbox, frame.clone());
        }
    }
}
