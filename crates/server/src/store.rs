//! What a store has to be able to do. The log is the only truth: everything else can be worked out from it.

use std::fmt;

use table::Millis;

use crate::log_entry::{LogEntry, Player};
use crate::secrets::Hash;

/// Which table; never given twice.
pub type TableId = i64;

/// How far a table has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Status {
    /// People sit down.
    #[default]
    Lobby,
    /// A match is in progress.
    Playing,
    /// The match is over, and another may begin.
    Over,
    /// Nobody has been there for a long time; it is kept to be read only.
    Closed,
}

/// What is known of a table without reading its log. All of it but the first five follows from the log.
#[derive(Clone, PartialEq, Eq)]
pub struct TableRow {
    /// Which table.
    pub id: TableId,
    /// The code in its link.
    pub code: String,
    /// Who made it.
    pub maker: Player,
    /// How it was made, as text.
    pub setup: String,
    /// The seed of its shuffles.
    pub secret: u64,
    /// What stands in the list of tables.
    pub listed: Listing,
    /// Where it stands.
    pub standing: TableStatus,
}

/// What stands in the list of tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listing {
    /// What is played.
    pub title: String,
    /// How many can sit there.
    pub seats: usize,
    /// Seconds for a turn.
    pub seconds: u64,
    /// Whether it is open to all.
    pub open: bool,
}

/// Where a table stands; written again only when it changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TableStatus {
    /// How far it has come.
    pub status: Status,
    /// How many sit there.
    pub players: usize,
    /// A moment before which nothing is due; nothing is ever due where there is none.
    pub wake: Option<Millis>,
}

/// Something to be written.
#[derive(Clone)]
pub enum Write {
    /// The next entry of a table's log, and where the table stands after it if that changed.
    Append {
        /// Which table.
        table: TableId,
        /// The entry.
        entry: LogEntry,
        /// The hash of the entry before: it has to be there.
        before: Hash,
        /// Where the table stands.
        standing: Option<TableStatus>,
    },
    /// A new table; its id is given by the store.
    Make(Box<TableRow>, Millis),
    /// Where a table stands, without an entry; it counts as touched.
    Stand(TableId, TableStatus),
    /// The token with this hash is a key to this player.
    Key(Hash, Player, Millis),
    /// A link that can be exchanged for a key until then, once.
    Link(Hash, Player, Millis),
    /// The link is exchanged for a key.
    Exchange {
        /// The hash of the link.
        link: Hash,
        /// The hash of the new key.
        key: Hash,
        /// The time.
        now: Millis,
    },
    /// The key is no longer one.
    Forget(Hash),
    /// Tables that nobody ever sat down at are removed if made before then; tables last touched before the other are
    /// closed, or removed if no match ever began there.
    Sweep {
        /// Made before this, and nobody came.
        unused: Millis,
        /// Touched last before this.
        idle: Millis,
    },
    /// The server is alive. Where many share a store: this node keeps its tables for a while longer; [`WriteOutcome::Taken`]
    /// if it was silent for too long and has lost them.
    Alive,
    /// This node has no more use for the table; any other may have it.
    Release(TableId),
}

/// What came of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WriteOutcome {
    /// It is on disk.
    Done,
    /// The table has this id.
    Made(TableId),
    /// The link was good, and this is whose it was.
    Exchanged(Player),
    /// The place was taken: an entry with that number, a code, a link already used.
    Taken,
}

/// Why a store failed. After this nothing is certain but what is on disk.
#[derive(Debug)]
pub struct StoreError(pub String);

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A time during which the server was away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outage {
    /// When it was last alive.
    pub began: Millis,
    /// When it was back.
    pub ended: Millis,
}

/// What a node is told when it begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Begun {
    /// The time by the clock of the store.
    pub now: Millis,
    /// When there was no server at all.
    pub outages: Vec<Outage>,
    /// The key under which the nodes of one store know each other's word; none where there can be only one node.
    pub seal: Option<Hash>,
}

/// Where a table is to be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TableLocation {
    /// Here, as ever: there is no other node.
    Alone,
    /// Here from now on: no other node has it.
    Here(Lease),
    /// At the node with this address.
    There(String),
    /// Nobody can say: this node has been silent for too long.
    Nowhere,
}

/// What a node is told of a table that it gets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lease {
    /// Where the table stands.
    pub standing: TableStatus,
    /// When those who had it before were gone.
    pub gaps: Vec<Outage>,
}

/// What a store has to be able to do. It is used by one thread, which alone writes.
pub trait Store: Send {
    /// Writes everything at once. When this returns, it is on disk, or nothing of it is and the store has failed.
    fn write(&mut self, now: Millis, batch: &[Write]) -> Result<Vec<WriteOutcome>, StoreError>;

    /// The log of a table from the beginning.
    fn log(&mut self, table: TableId) -> Result<Vec<LogEntry>, StoreError>;

    /// The table with this code.
    fn table(&mut self, code: &str) -> Result<Option<TableRow>, StoreError>;

    /// The table with this id.
    fn table_by_id(&mut self, id: TableId) -> Result<Option<TableRow>, StoreError>;

    /// The ids of all tables.
    fn tables(&mut self) -> Result<Vec<TableId>, StoreError>;

    /// The newest tables that are open to all and not closed.
    fn lobby(&mut self, most: usize) -> Result<Vec<TableRow>, StoreError>;

    /// How many tables of this player are not closed.
    fn open_tables(&mut self, maker: Player) -> Result<usize, StoreError>;

    /// The tables at which something will be due, and not before when; where many share a store, only those that no
    /// node has and at which it will be soon.
    fn due(&mut self) -> Result<Vec<(Millis, TableId)>, StoreError>;

    /// Whose key has this hash.
    fn player(&mut self, key: &Hash) -> Result<Option<Player>, StoreError>;

    /// Begins to serve: the time since the server was last alive is written down as an outage, if it was long.
    fn begin(&mut self, now: Millis) -> Result<Begun, StoreError>;

    /// Takes a table for this node with its log, unless another has it.
    fn take(&mut self, table: TableId) -> Result<(TableLocation, Vec<LogEntry>), StoreError> {
        Ok((TableLocation::Alone, self.log(table)?))
    }

    /// The address of the other node that has the table with this code, if one has it.
    fn home(&mut self, _code: &str) -> Result<Option<String>, StoreError> {
        Ok(None)
    }

    /// Uses a ticket up that would be good until then; whether nobody else did before, by the mark that each makes up. A node
    /// that is alone with its store remembers that by itself.
    fn use_ticket(&mut self, _ticket: &Hash, _by: &Hash, _until: Millis) -> Result<bool, StoreError> {
        Ok(true)
    }

    /// Other ways to the same store, for looking things up while this one writes.
    fn other_ways(&self) -> Result<Vec<Box<dyn Store>>, StoreError> {
        Ok(Vec::new())
    }

    /// Ends to serve: what this node has, others may have at once.
    fn leave(&mut self) -> Result<(), StoreError> {
        Ok(())
    }
}

/// A table as it is kept, whole.
#[derive(Clone, PartialEq, Eq)]
pub struct Kept {
    /// What is known of it.
    pub row: TableRow,
    /// When it was made.
    pub made_at: Millis,
    /// When somebody last did something there.
    pub touched: Millis,
}

/// Everything that is kept beside the tables.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Belongings {
    /// The keys of players: hash, player, and when it was made.
    pub keys: Vec<(Hash, Player, Millis)>,
    /// Links to other devices: hash, player, and until when it is good.
    pub links: Vec<(Hash, Player, Millis)>,
    /// When there was no server.
    pub outages: Vec<Outage>,
    /// When a server was last alive.
    pub alive: Option<Millis>,
}

/// What a store has to be able to do so that everything can be moved to another. Whatever is there already is left.
pub trait Movable: Store {
    /// A table, whole.
    fn kept(&mut self, id: TableId) -> Result<Option<Kept>, StoreError>;

    /// Puts a table in, under its own number.
    fn keep(&mut self, kept: &Kept) -> Result<(), StoreError>;

    /// Puts entries at the end of a log.
    fn add_entries(&mut self, table: TableId, entries: &[LogEntry]) -> Result<(), StoreError>;

    /// Everything beside the tables.
    fn belongings(&mut self) -> Result<Belongings, StoreError>;

    /// Puts that in, when all tables are there.
    fn add_belongings(&mut self, belongings: &Belongings) -> Result<(), StoreError>;
}
