//! A table with its connections. A room never blocks, reads a clock or touches the network.
//!
//! Frames are held back until the log entry of their input is on disk: [`Room::take_writes`] hands out the entries, and
//! [`Room::saved`] releases the frames.

mod commands;
mod decisions;
mod frames;
mod shuffle;
mod spectating;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

pub use decisions::Task;

use protocol::{Hello, HelloItem, Item, json};
use table::{Input, Millis, PlayerKind, Token};

use crate::live_table::LiveTable;
use crate::log_entry::{self, LogEntry, Player};
use crate::outbox::{Close, Frame, Outbox};
use crate::secrets;
use crate::spectators::Spectators;
use crate::store::{Outage, Status, TableId, TableRow, TableStatus, Write, WriteOutcome};
use crate::table_setup::TableSetup;

/// The maximum length of a log; a table that reaches it is frozen.
const MAX_LOG_ENTRIES: u64 = 20_000;

/// How often the status of a table in use is written, at least.
const STATUS_INTERVAL_MS: Millis = 600_000;

/// The minimum change of the round-trip time that is logged.
const MIN_LAG_CHANGE_MS: Millis = 50;

/// The maximum round-trip time that extends a turn; more is not logged.
const MAX_LAG_MS: Millis = 500;

/// A table with its connections.
pub struct Room {
    /// Which table.
    pub id: TableId,
    /// The code in its link.
    pub code: String,
    /// When a player last did something.
    pub touched: Millis,
    /// For when the hall's alarm is set.
    pub alarm: Option<Millis>,
    maker: Player,
    pub(crate) setup: TableSetup,
    seed: u64,
    /// The delay of the spectators' table.
    delay: Millis,
    live: Option<Box<LiveTable>>,
    /// Held while the log is being read, so that it is read once.
    pub waking: Arc<tokio::sync::Mutex<()>>,
    /// How often the table in memory was discarded.
    life: u64,
    connections: Vec<Connection>,
    spectators: Option<Spectators>,
    /// Frames to send once the entry with this number is on disk.
    waiting: VecDeque<(u64, Frames)>,
    saved: u64,
    /// The entry that ended the match, unless it came from a log that was replayed.
    ended: u64,
    standing: TableStatus,
    stood: Millis,
    fault: Option<String>,
    /// Why the table was frozen, until it is logged and counted.
    unreported: Option<String>,
    writes: Vec<Write>,
    tasks: Vec<Task>,
    /// Who waits for a hint.
    hinting: Vec<Player>,
    /// A fault injected by a test.
    pub(crate) trouble: Option<fn(&Input)>,
}

/// Frames and the outboxes they go to.
type Frames = Vec<(Arc<Outbox>, Frame)>;

/// A connection of a player.
struct Connection {
    player: Player,
    outbox: Arc<Outbox>,
    place: Place,
    /// The round-trip time that the table was told.
    lag: Millis,
}

/// What a connection follows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// In a seat.
    Seat,
    /// The delayed table of the spectators.
    Spectators,
    /// Nothing yet: a seat was asked for and refused.
    Door,
}

/// The sender of a command, and its id.
struct Asker<'a> {
    player: Player,
    cmd: &'a str,
}

impl Room {
    /// The room of a table that is not in memory yet; `None` if the row cannot be understood.
    pub fn new(row: &TableRow, delay: Millis, now: Millis) -> Option<Room> {
        Some(Room {
            id: row.id,
            code: row.code.clone(),
            touched: now,
            alarm: None,
            maker: row.maker,
            setup: TableSetup::read(&row.setup)?,
            seed: row.secret,
            delay,
            live: None,
            waking: Arc::default(),
            life: 0,
            connections: Vec::new(),
            spectators: None,
            waiting: VecDeque::new(),
            saved: 0,
            ended: 0,
            standing: row.standing,
            stood: 0,
            fault: None,
            unreported: None,
            writes: Vec::new(),
            tasks: Vec::new(),
            hinting: Vec::new(),
            trouble: None,
        })
    }

    /// Whether the table is in memory, or frozen.
    pub fn is_awake(&self) -> bool {
        self.live.is_some() || self.fault.is_some()
    }

    /// How often the table in memory was discarded: every write belongs to one of its lives.
    pub fn life(&self) -> u64 {
        self.life
    }

    /// Whether the room can be dropped without losing anything.
    pub fn is_empty(&self) -> bool {
        self.connections.is_empty() && self.waiting.is_empty()
    }

    /// The id of the fault that froze the table.
    pub fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    /// Why the table was frozen: once for each fault, to be logged and counted.
    pub fn take_fault(&mut self) -> Option<String> {
        self.unreported.take()
    }

    /// Replays the log that has arrived. Time that the server was down is given back.
    pub fn wake_up(&mut self, entries: &[LogEntry], outages: &[Outage], now: Millis) {
        if self.is_awake() {
            return;
        }
        let (setup, seed) = (&self.setup, self.seed);
        match catch_unwind(AssertUnwindSafe(|| LiveTable::from_log(setup, seed, entries))) {
            Ok(Ok(live)) => {
                (self.saved, self.ended) = (live.seq, 0);
                let last = live.host.at();
                self.live = Some(Box::new(live));
                self.attach_seated();
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

    /// Takes over the status in the store, which another node may have changed.
    pub fn stands(&mut self, standing: TableStatus) {
        self.standing = standing;
        self.stood = 0;
    }

    /// Drops the table from memory, if everything is on disk. Connections stay open.
    pub fn rest(&mut self) {
        if !self.waiting.is_empty() || !self.writes.is_empty() {
            return;
        }
        let wake = self.live.as_ref().and_then(|live| live.wake());
        if self.live.take().is_some() && self.standing.wake != wake {
            self.standing.wake = wake;
            self.writes.push(Write::SetStatus(self.id, self.standing));
        }
        if !self.connections.iter().any(|connection| connection.place == Place::Spectators) {
            self.spectators = None;
        }
    }

    /// When the room wants a [`tick`](Room::tick).
    pub fn wake(&self) -> Option<Millis> {
        let table = match &self.live {
            Some(live) => live.wake(),
            None => self.standing.wake,
        };
        let spectators =
            self.spectators.as_ref().and_then(|spectators| spectators.wake(self.delay, self.saved));
        [table.filter(|_| self.fault.is_none()), spectators].into_iter().flatten().min()
    }

    /// Time has passed.
    pub fn tick(&mut self, now: Millis) {
        self.catch_up(now);
        if let Some(spectators) = &mut self.spectators {
            let items = spectators.advance(now, self.delay, self.saved);
            self.tell_spectators(&items);
        }
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
            WriteOutcome::Taken => self.overtaken(),
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

    /// Another program wrote to this log: the table in memory is discarded, and everyone has to reconnect.
    pub fn overtaken(&mut self) {
        self.live = None;
        self.life += 1;
        self.spectators = None;
        self.waiting.clear();
        self.writes.clear();
        for connection in self.connections.drain(..) {
            connection.outbox.close(Close::Resume);
        }
    }

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
        let (table, maker) = (self.code.clone(), self.seated(self.maker).map(|maker| maker.name));
        let greeting = HelloItem { v: protocol::VERSION, table, chat: self.setup.chat, maker };
        self.send(outbox, &[Item::Hello(greeting)]);
        if let Some(fault) = self.fault.clone() {
            return self.send(outbox, &[Item::Fault(fault)]);
        }
        self.catch_up(now);
        self.connections.reserve_exact(1);
        self.connections.push(Connection { player, outbox: outbox.clone(), place: Place::Door, lag: 0 });
        match (self.kind_of(player), &hello.name) {
            (Some(PlayerKind::Away | PlayerKind::Left), _) => {
                // Not attached yet: what the return brings about is sent when the player resumes.
                self.apply(now, Input::Return { token: Token(player) }, Some(&Asker { player, cmd: "" }));
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
        self.catch_up(now);
        let lag = Input::Lag { token: Token(player), millis };
        self.apply(now, lag, Some(&Asker { player, cmd: "" }));
    }

    /// Removes a connection. Only the table's clock acts on the absence.
    pub fn disconnect(&mut self, outbox: &Arc<Outbox>) {
        let gone = self.connections.iter().position(|connection| Arc::ptr_eq(&connection.outbox, outbox));
        if let Some(gone) = gone.map(|at| self.connections.remove(at)) {
            self.detach(gone.player);
            self.tell_online();
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

    fn seated(&self, player: Player) -> Option<table::Player> {
        let table = self.live.as_ref()?.table();
        let seat = table.seat_of(Token(player))?;
        table.players().into_iter().find(|other| other.seat == seat)
    }

    fn kind_of(&self, player: Player) -> Option<PlayerKind> {
        self.seated(player).map(|player| player.kind)
    }

    fn is_playing(&self) -> bool {
        self.live.as_ref().is_some_and(|live| live.table().is_playing())
    }

    fn mark_seated(&mut self, player: Player) {
        self.set_place(player, Place::Seat);
    }

    fn set_place(&mut self, player: Player, place: Place) {
        if let Some(connection) = self.connections.iter_mut().find(|connection| connection.player == player) {
            connection.place = place;
        }
        let Some(live) = &mut self.live else { return };
        match place {
            Place::Seat if live.host.is_attached(Token(player)) => {}
            Place::Seat => live.host.attach(Token(player)),
            Place::Spectators | Place::Door => live.host.detach(Token(player)),
        }
    }

    fn detach(&mut self, player: Player) {
        if let Some(live) = &mut self.live {
            live.host.detach(Token(player));
        }
    }

    /// Sends frames again to those who stayed connected while the table was not in memory.
    fn attach_seated(&mut self) {
        let Some(live) = &mut self.live else { return };
        for connection in self.connections.iter().filter(|connection| connection.place == Place::Seat) {
            live.host.attach(Token(connection.player));
        }
    }

    /// Lets everything due happen, as log entries of its own, so that no input hides something else.
    fn catch_up(&mut self, now: Millis) {
        for _ in 0..16 {
            let due = self.live.as_ref().and_then(|live| live.wake()).is_some_and(|at| at <= now);
            if !due || self.fault.is_some() {
                return;
            }
            self.apply(now, Input::Tick, None);
        }
    }

    /// Applies an input, queues its log entry, and holds the frames back until that is on disk.
    fn apply(&mut self, now: Millis, input: Input, asker: Option<&Asker<'_>>) {
        let Some(live) = &mut self.live else { return };
        if live.seq >= MAX_LOG_ENTRIES {
            return self.freeze("log");
        }
        let Some(body) = log_entry::write(&input) else { return };
        let at = now.max(live.host.at());
        let (was_playing, due) = (live.table().is_playing(), live.wake().is_some_and(|wake| wake <= at));
        let who = asker.map(|asker| asker.player);
        let cmd = asker.map(|asker| asker.cmd).filter(|cmd| !cmd.is_empty());
        let recorded = self.spectators.is_some().then(|| input.clone());
        let trouble = self.trouble;
        let applied = catch_unwind(AssertUnwindSafe(|| {
            if let Some(trouble) = trouble {
                trouble(&input);
            }
            live.apply(at, input, who, cmd)
        }));
        let Ok(outcome) = applied else { return self.freeze("rules") };
        if outcome.is_stale() && outcome.is_only_answer() && !due {
            return self.send_outcome(&outcome); // Nothing came of it, so nothing is logged (M3).
        }
        live.logged(who, cmd, &outcome);
        let entry = LogEntry {
            seq: live.seq,
            at,
            who,
            cmd: cmd.map(String::from),
            body,
            number: live.table().number(),
            hash: [0; 32],
        };
        let entry = LogEntry { hash: entry.chained(&live.hash), ..entry };
        let last = std::mem::replace(&mut live.hash, entry.hash);
        let seq = entry.seq;
        if was_playing && !live.table().is_playing() {
            self.ended = seq;
        }
        let standing = self.new_standing(at);
        self.writes.push(Write::Append { table: self.id, entry, before: last, standing });
        if let (Some(spectators), Some(input)) = (&mut self.spectators, recorded) {
            spectators.record(seq, at, input);
        }
        let frames = self.frames(&outcome);
        self.waiting.push_back((seq, frames));
        self.give_entropy(at);
        self.look_for_decisions();
    }

    /// The status of the table, if it has to be written again. The wake-up time is the earliest possible one: waking too early
    /// costs nothing.
    fn new_standing(&mut self, at: Millis) -> Option<TableStatus> {
        let live = self.live.as_ref()?;
        let status = match (live.table().is_playing(), live.table().session()) {
            (true, _) => Status::Playing,
            (false, Some(_)) => Status::Over,
            (false, None) => Status::Lobby,
        };
        let kept = self.standing.wake;
        let wake = match (live.wake(), kept) {
            (Some(wake), Some(kept)) => Some(wake.min(kept)),
            (wake, _) => wake,
        };
        let standing = TableStatus { status, players: live.table().players().len(), wake };
        if standing == self.standing && at < self.stood.saturating_add(STATUS_INTERVAL_MS) {
            return None;
        }
        self.standing = standing;
        self.stood = at;
        Some(standing)
    }

    /// Sends a player who comes back the missed steps, or the state of the table.
    fn resume(&mut self, player: Player, last: Option<u64>, now: Millis) {
        let Some(live) = &mut self.live else { return };
        let token = Token(player);
        live.host.attach(token);
        // A query, so that nothing becomes due that no log entry tells of.
        let outcome = live.host.query(now, Input::Resume { token, last: last.unwrap_or(u64::MAX) }, None);
        self.send_outcome(&outcome);
    }

    /// Freezes the table; all others go on (R4).
    fn freeze(&mut self, what: &str) {
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
