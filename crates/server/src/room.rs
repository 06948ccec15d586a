//! A table with its connections. A room never blocks, reads a clock or touches the network.
//!
//! Frames are held back until the log entry of their input is on disk: [`Room::take_writes`] hands out the entries, and
//! [`Room::saved`] releases the frames.

mod apply;
mod commands;
mod connections;
mod decisions;
mod frames;
mod moderation;
mod presence;
mod shuffle;
mod sleep;
mod spectator_connections;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::sync::Arc;

pub use decisions::{Payer, Task};
use moderation::Evidence;

use table::{Input, Millis, PlayerKind, Token};

use crate::data_key::{Keyring, TableSecrets};
use crate::held_seats::HeldSeats;
use crate::live_table::LiveTable;
use crate::log_entry::Player;
use crate::moderation::Moderation;
use crate::outbox::{Frame, Outbox};
use crate::spectators::Spectators;
use crate::store::{TableId, TableRow, TableStatus, Write};
use crate::table_setup::TableSetup;

/// A table with its connections.
pub struct Room {
    /// Which table.
    pub id: TableId,
    /// The code in its link.
    pub code: String,
    /// When a player last did something.
    pub touched: Millis,
    /// When the timer of the room is set to go off.
    pub alarm: Option<Millis>,
    maker: Player,
    /// The name of the maker, if seated, that everyone was told last.
    maker_told: Option<String>,
    pub(crate) setup: TableSetup,
    secrets: TableSecrets,
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
    status: TableStatus,
    status_written_at: Millis,
    fault: Option<String>,
    /// Why the table was frozen, until it is logged and counted.
    unreported: Option<String>,
    writes: Vec<Write>,
    tasks: Vec<Task>,
    /// How long the seat of a player without a connection is kept before a match.
    seat_grace: Millis,
    /// Before a match: who holds a seat without a connection, and until when.
    absent: Vec<(Player, Millis)>,
    /// Since when it is not known who of those who hold a seat is connected.
    unwatched: Option<Millis>,
    /// The seats that players hold, here and elsewhere; nobody counts without it.
    held_seats: Option<Arc<HeldSeats>>,
    are_seats_counted: bool,
    /// Who has blocked whom; nobody has without it.
    moderation: Option<Arc<Moderation>>,
    /// What a report needs, once somebody has written or reported something.
    evidence: Option<Box<Evidence>>,
    /// Who waits for a hint.
    hinting: Vec<Player>,
    /// A fault injected by a test.
    pub(crate) trouble: Option<fn(&Input)>,
}

/// How long the seat of a player without a connection is kept before a match, unless a server says otherwise: enough to
/// change from one app to another.
pub const SEAT_GRACE_MS: Millis = 60_000;

/// Frames and the outboxes they go to.
type Frames = Vec<(Arc<Outbox>, Frame)>;

/// A connection of a player.
struct Connection {
    player: Player,
    outbox: Arc<Outbox>,
    place: Place,
    /// The round-trip time that the table knows of.
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
    Nowhere,
}

/// The sender of a command, and its id.
struct Asker {
    player: Player,
    /// Empty where the command has none.
    cmd: String,
}

impl Room {
    /// The room of a table that is not in memory yet; `None` if the row cannot be understood, or needs a key.
    pub fn new(row: &TableRow, delay: Millis, now: Millis) -> Option<Room> {
        let setup = TableSetup::read(&row.setup)?;
        let secrets = setup.secrets(&row.code, row.secret, &Keyring::default())?;
        Some(Room::with_secrets(row, setup, secrets, delay, now))
    }

    /// The room of a table with these secrets that is not in memory yet.
    pub fn with_secrets(
        row: &TableRow,
        setup: TableSetup,
        secrets: TableSecrets,
        delay: Millis,
        now: Millis,
    ) -> Room {
        Room {
            id: row.id,
            code: row.code.clone(),
            touched: now,
            alarm: None,
            maker: row.maker,
            maker_told: None,
            setup,
            secrets,
            delay,
            live: None,
            waking: Arc::default(),
            life: 0,
            connections: Vec::new(),
            spectators: None,
            waiting: VecDeque::new(),
            saved: 0,
            ended: 0,
            status: row.status,
            status_written_at: 0,
            fault: None,
            unreported: None,
            writes: Vec::new(),
            tasks: Vec::new(),
            seat_grace: SEAT_GRACE_MS,
            absent: Vec::new(),
            unwatched: None,
            held_seats: None,
            are_seats_counted: false,
            moderation: None,
            evidence: None,
            hinting: Vec::new(),
            trouble: None,
        }
    }

    /// Counts the seats of this room together with those of others, and keeps those of players who are away for so long.
    pub fn keep_seats(&mut self, held_seats: &Arc<HeldSeats>, grace: Millis) {
        (self.held_seats, self.seat_grace) = (Some(held_seats.clone()), grace);
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

    /// Takes over the status in the store, which another node may have changed.
    pub fn set_status(&mut self, status: TableStatus) {
        self.status = status;
        self.status_written_at = 0;
    }

    fn seated(&self, player: Player) -> Option<(&str, PlayerKind)> {
        let table = self.live.as_ref()?.table();
        table.player(table.seat_of(Token(player))?)
    }

    /// Who sets the table up: its maker, unless the maker has no seat or has left the match.
    fn seated_maker(&self) -> Option<&str> {
        let (name, kind) = self.seated(self.maker)?;
        match kind {
            PlayerKind::Person | PlayerKind::Bot | PlayerKind::Away => Some(name),
            PlayerKind::Left | PlayerKind::Folded => None,
        }
    }

    fn kind_of(&self, player: Player) -> Option<PlayerKind> {
        self.seated(player).map(|(_, kind)| kind)
    }

    fn is_playing(&self) -> bool {
        self.live.as_ref().is_some_and(|live| live.table().is_playing())
    }
}
