//! What a store does. The log of a table is the only truth: everything else about it can be derived from the log.

use std::io;
use std::path::PathBuf;

use table::Millis;

use crate::encoding::Unreadable;
use crate::log_entry::{LogEntry, Player};
use crate::secrets::Hash;
use crate::table_records::TableRecords;

/// The id of a table; never reused.
pub type TableId = i64;

/// The stage of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Stage {
    /// People take their seats.
    #[default]
    Lobby,
    /// A match is in progress.
    Playing,
    /// The match is over, and another may start.
    Over,
    /// Abandoned for a long time; kept read-only.
    Closed,
}

/// What is known of a table without reading its log. `listed` and `status` follow from the setup and the log.
#[derive(Clone, PartialEq, Eq)]
pub struct TableRow {
    /// Which table.
    pub id: TableId,
    /// The code in its link.
    pub code: String,
    /// The player who created it.
    pub maker: Player,
    /// How it was set up, as text.
    pub setup: String,
    /// The seed of its shuffles.
    pub secret: u64,
    /// Its entry in the list of tables.
    pub listed: Listing,
    /// Its status.
    pub status: TableStatus,
}

/// The entry of a table in the list of tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listing {
    /// The name of the game.
    pub title: String,
    /// How many can play.
    pub seats: usize,
    /// Seconds for a turn.
    pub seconds: u64,
    /// Whether it is open to all.
    pub open: bool,
}

/// The status of a table; written only when it changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TableStatus {
    /// Its stage.
    pub stage: Stage,
    /// How many are seated.
    pub players: usize,
    /// Nothing is due before this time; nothing is ever due without one.
    pub wake: Option<Millis>,
}

/// A write.
#[derive(Clone)]
pub enum Write {
    /// Appends an entry to the log of a table, with the new status if it changed.
    Append {
        /// Which table.
        table: TableId,
        /// The entry.
        entry: LogEntry,
        /// The hash of the previous entry, which has to be in the log.
        before: Hash,
        /// The status after the entry.
        status: Option<TableStatus>,
    },
    /// Creates a table at this time; the store assigns its id.
    Make(Box<TableRow>, Millis),
    /// Sets the status of a table without an entry, and marks the table as used.
    SetStatus(TableId, TableStatus),
    /// Adds the hash of a key to a player, with the time it was created.
    Key(Hash, Player, Millis),
    /// Adds the hash of a link that can be exchanged for a key once, until this time.
    Link(Hash, Player, Millis),
    /// Exchanges a link for a key.
    Exchange {
        /// The hash of the link.
        link: Hash,
        /// The hash of the new key.
        key: Hash,
        /// The time.
        now: Millis,
    },
    /// Revokes a key, and the links of its player.
    Forget(Hash),
    /// Revokes all keys and links of a player.
    ForgetPlayer(Player),
    /// Adds a note, unless it is there already; a ban or a block takes the place of an older one of the same subject.
    Note(Box<Note>),
    /// Removes the notes of a kind about a subject.
    EndNotes(NoteKind, String),
    /// Removes tables at which nobody ever sat down, and closes idle ones, or removes those without a match.
    Sweep {
        /// Unused tables created before this are removed.
        unused: Millis,
        /// Tables last used before this are closed or removed.
        idle: Millis,
    },
    /// Replaces the log of a closed table by what is kept of its matches, or notes that the log is kept. [`WriteOutcome::Taken`]
    /// if its last entry is not this one any more.
    Finish {
        /// Which table.
        table: TableId,
        /// The hash of the last entry of the log.
        last: Hash,
        /// What is kept; `None` keeps the log.
        records: Option<Box<TableRecords>>,
    },
    /// The heartbeat. In a shared store it renews the lease of this node on its tables; [`WriteOutcome::Taken`] if the
    /// lease had expired and the tables are lost.
    Alive,
    /// Gives a table up: any other node may take it.
    Release(TableId),
}

/// Something that is kept about people: by operators, or by players for them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// What it is.
    pub kind: NoteKind,
    /// Whom or what it is about, as text.
    pub subject: String,
    /// When it was written.
    pub at: Millis,
    /// Until when it holds; `None` for ever.
    pub until: Option<Millis>,
    /// What it says.
    pub text: String,
}

/// What a note is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoteKind {
    /// A player or an address may not play here.
    Ban,
    /// A player does not want to hear another one.
    Block,
    /// A player reports another one.
    Report,
    /// A command of an operator.
    Audit,
}

impl NoteKind {
    /// Every kind.
    pub const ALL: [NoteKind; 4] = [NoteKind::Ban, NoteKind::Block, NoteKind::Report, NoteKind::Audit];

    /// The word under which it is stored.
    pub fn word(self) -> &'static str {
        match self {
            NoteKind::Ban => "ban",
            NoteKind::Block => "block",
            NoteKind::Report => "report",
            NoteKind::Audit => "audit",
        }
    }

    /// Whether there is only one about each subject.
    pub fn is_single(self) -> bool {
        matches!(self, NoteKind::Ban | NoteKind::Block)
    }
}

/// What came of a write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WriteOutcome {
    /// It is on disk.
    Done,
    /// The table was created with this id.
    Made(TableId),
    /// The link was valid and belonged to this player.
    Exchanged(Player),
    /// Another write was first: the log has an entry with that number, the code exists, the link was used.
    Taken,
    /// The disk is full: nothing of the batch was written, and nothing was lost.
    NoRoom,
}

/// Why a store failed. After this only what is on disk is certain.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The data folder cannot be created.
    #[error("{}: {source}", .folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// There is no database in the folder.
    #[error("there is no {file} in {}", .folder.display())]
    Missing {
        /// The file that was expected.
        file: &'static str,
        /// The folder.
        folder: PathBuf,
    },
    /// Another program serves from the folder.
    #[error(
        "another server uses {}: stop it first, or name another folder with --data (many servers share a database: \
         see docs/operating.md)", .folder.display()
    )]
    Locked {
        /// The folder.
        folder: PathBuf,
    },
    /// A file of the store cannot be opened or written.
    #[error("{}: {why}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        why: String,
    },
    /// The schema is newer than this program.
    #[error("the data was written by a newer lastcard")]
    Newer,
    /// `SQLite` failed.
    #[error(transparent)]
    Sqlite(#[from] rusqlite::Error),
    /// `SQLite` found its file damaged.
    #[error("{0}")]
    Damaged(String),
    /// A table is being played at whose key is not among those of the server.
    #[error(
        "the key {key} is missing, with which running tables were dealt: put it back, as a line of the file that --key \
         names (see docs/operating.md)"
    )]
    KeyMissing {
        /// The id of the key.
        key: String,
    },
    /// What is kept of a closed table is not what was written.
    #[error("the records of a table are damaged")]
    DamagedRecords,
    /// The address of the database makes no sense.
    #[error("the address of the store: {0}")]
    Address(String),
    /// The database failed, or refused something it can never do.
    #[error("{0}")]
    Database(String),
    /// Another writer was first.
    #[error("another writer was first")]
    Conflict,
    /// Another server writes to the store that is being copied to.
    #[error("another server writes there")]
    InUse,
    /// The certificates of an authority cannot be used.
    #[error("sslrootcert={file}: {why}")]
    RootCertificates {
        /// The file.
        file: String,
        /// What is wrong with it.
        why: String,
    },
    /// TLS cannot be set up.
    #[error(transparent)]
    Tls(#[from] rustls::Error),
    /// A thread or a runtime cannot be started.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Opening the store panicked.
    #[error("it could not begin")]
    Panicked,
}

impl From<Unreadable> for StoreError {
    fn from(_: Unreadable) -> StoreError {
        StoreError::DamagedRecords
    }
}

/// A time without a server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outage {
    /// The last heartbeat before.
    pub began: Millis,
    /// When a server was back.
    pub ended: Millis,
}

/// What a node learns from the store when it starts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NodeStart {
    /// The time by the clock of the store.
    pub now: Millis,
    /// The times without any server.
    pub outages: Vec<Outage>,
    /// The key with which nodes of a shared store sign; `None` for a store of a single node.
    pub signing_key: Option<Hash>,
}

/// Which node serves a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TableLocation {
    /// This one: there is no other node.
    SingleNode,
    /// This one, from now on.
    Local(Lease),
    /// The node with this address.
    Remote(String),
    /// Unknown: the lease of this node has expired.
    Unknown,
}

/// What a node learns about a table that it takes over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lease {
    /// The status of the table.
    pub status: TableStatus,
    /// When the nodes that had it before were gone.
    pub gaps: Vec<Outage>,
}

/// What was removed because of its age.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pruned {
    /// Tables with their logs.
    pub tables: u64,
    /// Players without a table.
    pub players: u64,
}

/// What a store does. It is used by one thread at a time, and only one of them writes.
pub trait Store: Send {
    /// Writes a batch. When this returns, all of it is on disk, or none if the outcomes are [`WriteOutcome::NoRoom`]; after
    /// an error the store has failed.
    fn write(&mut self, now: Millis, batch: &[Write]) -> Result<Vec<WriteOutcome>, StoreError>;

    /// The log of a table from the start.
    fn log(&mut self, table: TableId) -> Result<Vec<LogEntry>, StoreError>;

    /// The logs of these tables, which is cheaper than one after the other while somebody writes.
    fn logs(&mut self, tables: &[TableId]) -> Result<Vec<Vec<LogEntry>>, StoreError> {
        tables.iter().map(|table| self.log(*table)).collect()
    }

    /// The rows that cannot be read: the code of the table, or the part of the store that belongs to many, and which row.
    fn damage(&mut self) -> Result<Vec<(String, String)>, StoreError> {
        Ok(Vec::new())
    }

    /// Does some of the work that can wait until nothing is to be written; whether there is more of it. What was done is
    /// on disk; after an error nothing has changed.
    fn tidy(&mut self, _now: Millis) -> Result<bool, StoreError> {
        Ok(false)
    }

    /// The table with this code.
    fn table(&mut self, code: &str) -> Result<Option<TableRow>, StoreError>;

    /// The table with this id.
    fn table_by_id(&mut self, id: TableId) -> Result<Option<TableRow>, StoreError>;

    /// The ids of all tables.
    fn tables(&mut self) -> Result<Vec<TableId>, StoreError>;

    /// The newest tables that are open to all, not closed, and not left by everybody.
    fn lobby(&mut self, limit: usize) -> Result<Vec<TableRow>, StoreError>;

    /// How many tables of this player are not closed, and not left by everybody.
    fn open_tables(&mut self, maker: Player) -> Result<usize, StoreError>;

    /// The tables at which something will be due, with the earliest time. In a shared store only those without a node
    /// and due soon.
    fn due(&mut self) -> Result<Vec<(Millis, TableId)>, StoreError>;

    /// The player whose key has this hash.
    fn player(&mut self, key: &Hash) -> Result<Option<Player>, StoreError>;

    /// The notes of a kind, the newest first.
    fn notes(&mut self, _kind: NoteKind, _limit: usize) -> Result<Vec<Note>, StoreError> {
        Ok(Vec::new())
    }

    /// Registers this node. A long time since the last heartbeat of any node is recorded as an outage.
    fn start_node(&mut self, now: Millis) -> Result<NodeStart, StoreError>;

    /// Takes a table for this node and reads its log, unless another node has it.
    fn take(&mut self, table: TableId) -> Result<(TableLocation, Vec<LogEntry>), StoreError> {
        Ok((TableLocation::SingleNode, self.log(table)?))
    }

    /// The address of the other node that serves the table with this code, if one does.
    fn remote_node(&mut self, _code: &str) -> Result<Option<String>, StoreError> {
        Ok(None)
    }

    /// The addresses of the other nodes that are alive.
    fn other_nodes(&mut self) -> Result<Vec<String>, StoreError> {
        Ok(Vec::new())
    }

    /// Marks a ticket as used until it expires; whether it was unused. `by` is unique to this call, so that a retry
    /// recognises its own mark. A single node remembers used tickets itself.
    fn use_ticket(&mut self, _ticket: &Hash, _by: &Hash, _until: Millis) -> Result<bool, StoreError> {
        Ok(true)
    }

    /// What is kept of a closed table instead of its log.
    fn records(&mut self, table: TableId) -> Result<Option<TableRecords>, StoreError>;

    /// Closed tables that still have a log, for [`Write::Finish`].
    fn closed_tables(&mut self, _limit: usize) -> Result<Vec<TableId>, StoreError> {
        Ok(Vec::new())
    }

    /// More connections to the same store, for lookups that must not wait for writes.
    fn lookup_connections(&self) -> Result<Vec<Box<dyn Store>>, StoreError> {
        Ok(Vec::new())
    }

    /// Removes finished matches last used before this time, and the keys of players who have no table since.
    fn prune(&mut self, _before: Millis) -> Result<Pruned, StoreError> {
        Ok(Pruned::default())
    }

    /// Removes closed tables last used before this time whose match was broken off, so that no records are kept of them.
    fn prune_deserted(&mut self, _before: Millis) -> Result<Pruned, StoreError> {
        Ok(Pruned::default())
    }

    /// Where it is, for the log; never with a password.
    fn place(&self) -> String {
        "memory".into()
    }

    /// Unregisters this node: others may take its tables at once.
    fn stop_node(&mut self) -> Result<(), StoreError> {
        Ok(())
    }
}

/// All that is stored of a table beside its log.
#[derive(Clone, PartialEq, Eq)]
pub struct StoredTable {
    /// The table.
    pub row: TableRow,
    /// When it was created.
    pub made_at: Millis,
    /// When it was last used.
    pub touched: Millis,
}

/// All that is stored beside the tables.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ServerData {
    /// The keys of players: hash, player, and when it was created.
    pub keys: Vec<(Hash, Player, Millis)>,
    /// Links to other devices: hash, player, and when it expires.
    pub links: Vec<(Hash, Player, Millis)>,
    /// The times without a server.
    pub outages: Vec<Outage>,
    /// Bans, blocks, reports and the audit log.
    pub notes: Vec<Note>,
    /// The last heartbeat.
    pub alive: Option<Millis>,
}

/// A store whose data can be copied to another. What the target has already is left as it is.
pub trait Movable: Store {
    /// A table without its log.
    fn stored_table(&mut self, id: TableId) -> Result<Option<StoredTable>, StoreError>;

    /// The tables that a player made or sat at; it may name others too.
    fn tables_of(&mut self, _player: Player) -> Result<Vec<TableId>, StoreError> {
        self.tables()
    }

    /// Adds a table under its own id.
    fn add_table(&mut self, table: &StoredTable) -> Result<(), StoreError>;

    /// Appends to the log of a table.
    fn add_entries(&mut self, table: TableId, entries: &[LogEntry]) -> Result<(), StoreError> {
        let last = self.log(table)?.last().map_or(crate::live_table::NO_HASH, |entry| entry.hash);
        let outcomes = self.write(0, &crate::migrate::appends(table, last, entries))?;
        crate::migrate::all_done(&outcomes)
    }

    /// All that is stored beside the tables.
    fn server_data(&mut self) -> Result<ServerData, StoreError>;

    /// Adds that, once all tables are copied.
    fn add_server_data(&mut self, data: &ServerData) -> Result<(), StoreError>;

    /// Replaces the log of a table by one of the same length, and its maker; not if the log is no longer the old one.
    /// A server that has the table in memory notices by the hashes, and loads it again.
    fn replace_log(
        &mut self,
        table: TableId,
        maker: Player,
        old: &[LogEntry],
        new: &[LogEntry],
    ) -> Result<bool, StoreError>;

    /// Sets what is kept of a closed table, in place of its log.
    fn add_records(&mut self, table: TableId, records: &TableRecords) -> Result<(), StoreError>;

    /// Replaces what is kept of a closed table, and its maker; not if it is no longer the old one.
    fn replace_records(
        &mut self,
        table: TableId,
        maker: Player,
        old: &TableRecords,
        new: &TableRecords,
    ) -> Result<bool, StoreError>;

    /// Removes all keys and links of a player, and reports and blocks of and about the player; how many keys and links
    /// there were. Bans and the audit log stay.
    fn remove_keys(&mut self, player: Player) -> Result<usize, StoreError>;
}
