//! What a store has to be able to do. The log is the only truth: everything else can be worked out from it.

use std::fmt;

use table::Millis;

use crate::entry::{Entry, Player};
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
    pub listed: Listed,
    /// Where it stands.
    pub standing: Standing,
}

/// What stands in the list of tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
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
pub struct Standing {
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
        entry: Entry,
        /// The hash of the entry before: it has to be there.
        before: Hash,
        /// Where the table stands.
        standing: Option<Standing>,
    },
    /// A new table; its id is given by the store.
    Make(Box<TableRow>, Millis),
    /// Where a table stands, without an entry; it counts as touched.
    Stand(TableId, Standing),
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
    /// The server is alive.
    Alive,
}

/// What came of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wrote {
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

/// What a store has to be able to do. It is used by one thread, which alone writes.
pub trait Store: Send {
    /// Writes everything at once. When this returns, it is on disk, or nothing of it is and the store has failed.
    fn write(&mut self, now: Millis, batch: &[Write]) -> Result<Vec<Wrote>, StoreError>;

    /// The log of a table from the beginning.
    fn log(&mut self, table: TableId) -> Result<Vec<Entry>, StoreError>;

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

    /// The tables at which something will be due, and not before when.
    fn due(&mut self) -> Result<Vec<(Millis, TableId)>, StoreError>;

    /// Whose key has this hash.
    fn player(&mut self, key: &Hash) -> Result<Option<Player>, StoreError>;

    /// Begins to serve: the time since the server was last alive is written down as an outage, if it was long.
    fn begin(&mut self, now: Millis) -> Result<Vec<Outage>, StoreError>;
}
