//! The store in one file of a folder: `SQLite` with a write-ahead log, and every commit flushed to disk.
//!
//! The entries of a commit are one row of the journal. Later they move into chunks by table. `docs/log.md` describes both.

mod chunks;
mod journal;
mod migrate;
mod notes;
mod restore;
mod schema;
mod table_records;
mod tables;
mod takeover;
mod writes;

use std::fs::OpenOptions;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, Row, params};
use table::Millis;

use crate::encoding;
use crate::folder_lock::{FolderLock, create_private_folder, private};
use crate::log_entry::{LogEntry, Player};
use crate::secrets::Hash;
use crate::store::{
    NodeStart, Note, NoteKind, Outage, Pruned, Store, StoreError, TableId, TableRow, Write, WriteOutcome,
};
use crate::table_records::TableRecords;
use journal::Journal;
use schema::{COLUMNS, OLD_SCHEMA_VERSION, SCHEMA, SCHEMA_VERSION};

pub use restore::{back_up, restore};

/// The file in the data folder.
pub const DATABASE_FILE: &str = "lastcard.db";

/// What is written and not yet in that file.
const WRITE_AHEAD_LOG: &str = "lastcard.db-wal";

/// Outages shorter than this are ignored.
const MIN_OUTAGE_MS: Millis = 1_000;

/// How long a statement waits for another process that has the database locked.
const LOCK_TIMEOUT: Duration = Duration::from_secs(10);

/// The time after which a copy is tried again while another program has the database locked.
const LOCK_RETRY: Duration = Duration::from_millis(5);

/// How many tables are moved into chunks with a batch, whose flush they share.
const TABLES_MOVED_WITH_BATCH: usize = 4;

/// The same when the journal is longer than it should be.
const MAX_TABLES_MOVED_WITH_BATCH: usize = 64;

/// How many tables are moved into chunks in a commit of its own, when nothing else is to be written.
const TABLES_MOVED_ALONE: usize = 16;

/// How many tables are removed in one transaction: a server that writes beside it waits that long.
const TABLES_REMOVED_AT_ONCE: usize = 500;

/// A store in one file.
pub struct Sqlite {
    connection: Connection,
    /// Where it is; nowhere if in memory.
    folder: Option<PathBuf>,
    /// What is in the journal, as of `journal_version`.
    journal: Journal,
    /// Changes when another connection writes; `None` if the journal has to be read again.
    journal_version: Option<i64>,
    /// The rows of the journal that cannot be read.
    damaged_rows: Vec<i64>,
    /// Whether the last write found the disk full.
    is_full: bool,
    _lock: Option<FolderLock>,
    /// What is read instead of a folder that cannot be written to.
    _copy: Option<TemporaryCopy>,
}

impl Sqlite {
    /// Opens the store in a folder, or creates it. Nobody but its owner can read what is created. Data of an older version
    /// is taken over, and a copy of it is kept.
    pub fn open(folder: &Path) -> Result<Sqlite, StoreError> {
        create_private_folder(folder)?;
        create_file(folder)?;
        Sqlite::at(folder, None)
    }

    /// Opens the store in a folder, or creates it, for a server: no other server can open it meanwhile.
    pub fn open_alone(folder: &Path) -> Result<Sqlite, StoreError> {
        create_private_folder(folder)?;
        let lock = FolderLock::take(folder)?;
        create_file(folder)?;
        Sqlite::at(folder, Some(lock))
    }

    /// Opens an existing store, also while a server uses it.
    pub fn open_beside(folder: &Path) -> Result<Sqlite, StoreError> {
        must_exist(folder)?;
        Sqlite::at(folder, None)
    }

    /// Opens an existing store to read it, also while a server uses it, or where nothing can be written. Data of an older
    /// version stays as it is: what is read is a copy in memory.
    pub fn open_to_read(folder: &Path) -> Result<Sqlite, StoreError> {
        must_exist(folder)?;
        let opened = Connection::open(folder.join(DATABASE_FILE)).map_err(StoreError::from);
        match opened.and_then(|connection| Sqlite::to_read(connection, folder)) {
            Err(error) if cannot_write(&error) => Sqlite::open_unwritable(folder),
            opened => named(folder, || opened),
        }
    }

    /// Opens an existing store without writing anything beside it, which `SQLite` does otherwise even to read.
    pub fn open_unwritable(folder: &Path) -> Result<Sqlite, StoreError> {
        must_exist(folder)?;
        named(folder, || {
            if unread_writes(folder) {
                // Only a copy can be read together with what is in the write-ahead log.
                let copy = TemporaryCopy::of(folder)?;
                let store = Sqlite::to_read(Connection::open(copy.0.join(DATABASE_FILE))?, folder)?;
                return Ok(Sqlite { _copy: Some(copy), ..store });
            }
            let (flags, path) =
                (OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI, immutable(folder));
            let connection = Connection::open_with_flags(path, flags)?;
            if takeover::version(&connection)? == OLD_SCHEMA_VERSION {
                return Sqlite::to_read(connection, folder);
            }
            Ok(Sqlite::around(connection, Some(folder.into())))
        })
    }

    /// A store to read from, or a copy in memory if it is of an older version.
    fn to_read(connection: Connection, folder: &Path) -> Result<Sqlite, StoreError> {
        if takeover::version(&connection)? != OLD_SCHEMA_VERSION {
            return Sqlite::with(connection, Some(folder.into()));
        }
        let mut copy = Connection::open_in_memory()?;
        copy_all(&connection, &mut copy, |_| {})?;
        Sqlite::with(copy, None)
    }

    /// A store in memory, for tests.
    pub fn in_memory() -> Result<Sqlite, StoreError> {
        Sqlite::with(Connection::open_in_memory()?, None)
    }

    /// The folder it is in; `None` for one in memory.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// The store in a folder that has one, with the lock on it if the store is to keep that.
    fn at(folder: &Path, lock: Option<FolderLock>) -> Result<Sqlite, StoreError> {
        named(folder, || {
            let connection = Connection::open(folder.join(DATABASE_FILE))?;
            connection.busy_timeout(LOCK_TIMEOUT)?;
            let mut taking_over = None;
            if takeover::version(&connection)? == OLD_SCHEMA_VERSION {
                // A server of the old version must not run meanwhile.
                taking_over = if lock.is_none() { Some(FolderLock::take(folder)?) } else { None };
                takeover::keep_copy(&connection, folder)?;
            }
            let store = Sqlite::with(connection, Some(folder.into()))?;
            drop(taking_over);
            Ok(Sqlite { _lock: lock, ..store })
        })
    }

    fn with(connection: Connection, folder: Option<PathBuf>) -> Result<Sqlite, StoreError> {
        connection.busy_timeout(LOCK_TIMEOUT)?;
        connection.pragma_update(None, "journal_mode", "wal")?;
        // Anything less loses acknowledged moves in a power cut.
        connection.pragma_update(None, "synchronous", "full")?;
        let store = Sqlite::around(connection, folder);
        match takeover::version(&store.connection)? {
            SCHEMA_VERSION => {}
            OLD_SCHEMA_VERSION => takeover::take_over(&store)?,
            newer if newer > SCHEMA_VERSION => return Err(StoreError::Newer),
            _ => {
                store.connection.execute_batch(SCHEMA)?;
                store.connection.pragma_update(None, "user_version", SCHEMA_VERSION)?;
            }
        }
        Ok(store)
    }

    fn around(connection: Connection, folder: Option<PathBuf>) -> Sqlite {
        connection.set_prepared_statement_cache_capacity(64);
        Sqlite {
            connection,
            folder,
            journal: Journal::default(),
            journal_version: None,
            damaged_rows: Vec::new(),
            is_full: false,
            _lock: None,
            _copy: None,
        }
    }

    /// Runs the integrity check of `SQLite`.
    pub fn check(&self) -> Result<(), StoreError> {
        let report: String = self.connection.query_row("pragma integrity_check", [], |row| row.get(0))?;
        if report == "ok" { Ok(()) } else { Err(StoreError::Damaged(report)) }
    }

    /// The number of entries in all logs.
    pub fn entries(&mut self) -> Result<u64, StoreError> {
        self.reading(|store| Ok(store.chunked_entries()? + store.journal.len() as u64))
    }

    /// Reads from one state of the database, with the journal as it is there.
    fn reading<T>(
        &mut self,
        read: impl FnOnce(&mut Sqlite) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.connection.prepare_cached("begin")?.execute([])?;
        let found = self.load_journal().and_then(|()| read(self));
        self.connection.prepare_cached("commit")?.execute([])?;
        found
    }

    /// Carries out changes in one transaction: when this returns, all of them are on disk; after an error none is.
    fn changing<T>(
        &mut self,
        change: impl FnOnce(&mut Sqlite) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.connection.prepare_cached("begin immediate")?.execute([])?;
        let changed = self.load_journal().and_then(|()| {
            if self.damaged_rows.is_empty() { change(self) } else { Err(chunks::damaged_journal()) }
        });
        let changed = changed.and_then(|changed| {
            self.connection.prepare_cached("commit")?.execute([])?;
            Ok(changed)
        });
        if changed.is_err() {
            let _ = self.connection.execute_batch("rollback");
            // The journal in memory may be ahead of what is on disk.
            self.journal_version = None;
        }
        changed
    }

    /// Reads the journal, unless it is known: only another connection can have changed it.
    fn load_journal(&mut self) -> Result<(), StoreError> {
        let version: i64 =
            self.connection.prepare_cached("pragma data_version")?.query_row([], |row| row.get(0))?;
        if self.journal_version == Some(version) {
            return Ok(());
        }
        self.journal = Journal::default();
        self.damaged_rows.clear();
        let rows: Vec<(i64, Millis, Vec<u8>)> = self
            .connection
            .prepare_cached("select id, at, entries from journal order by id")?
            .query_map([], |row| Ok((row.get(0)?, row.get::<_, i64>(1)? as Millis, row.get(2)?)))?
            .collect::<rusqlite::Result<_>>()?;
        for (row, at, batch) in rows {
            self.load_row(row, at, batch)?;
        }
        self.journal_version = Some(version);
        Ok(())
    }

    /// Takes a row of the journal into memory: the entries that are not in chunks, of tables that still exist.
    fn load_row(&mut self, row: i64, at: Millis, batch: Vec<u8>) -> Result<(), StoreError> {
        self.journal.skip_row(row - 1);
        let Ok(heads) = encoding::read_batch(row, &batch) else {
            self.damaged_rows.push(row);
            return Ok(());
        };
        let mut count = 0;
        for head in heads {
            let tail = if self.journal.has(head.table) { None } else { self.chunked_tail(head.table)? };
            let end = self.journal.tail(head.table).map(|tail| &*tail).or(tail.as_ref());
            if end.is_some_and(|end| end.seq + 1 == head.seq) {
                self.journal.push(&head, tail);
                count += 1;
            }
        }
        self.journal.add_row(row, at, batch, count);
        Ok(())
    }

    fn outages(&self) -> Result<Vec<Outage>, StoreError> {
        let mut query = self.connection.prepare("select began, ended from outages order by began")?;
        let outage = |row: &Row<'_>| {
            Ok(Outage { began: row.get::<_, i64>(0)? as Millis, ended: row.get::<_, i64>(1)? as Millis })
        };
        Ok(query.query_map([], outage)?.collect::<rusqlite::Result<_>>()?)
    }
}

impl Store for Sqlite {
    fn write(&mut self, now: Millis, batch: &[Write]) -> Result<Vec<WriteOutcome>, StoreError> {
        let tables = if self.is_full {
            0
        } else if self.journal.is_long() {
            MAX_TABLES_MOVED_WITH_BATCH
        } else {
            TABLES_MOVED_WITH_BATCH
        };
        let written = self.write_batch(now, batch, tables);
        self.is_full = written.as_ref().is_err_and(is_full);
        match written {
            Err(error) if is_full(&error) => Ok(vec![WriteOutcome::NoRoom; batch.len()]),
            written => written,
        }
    }

    fn tidy(&mut self, now: Millis) -> Result<bool, StoreError> {
        if self.journal_version.is_none() || !self.journal.wants_tidying(now) {
            return Ok(false);
        }
        match self.changing(|store| store.tidy_some(now, TABLES_MOVED_ALONE)) {
            Err(error) if is_full(&error) => Ok(false),
            tidied => tidied,
        }
    }

    fn log(&mut self, table: TableId) -> Result<Vec<LogEntry>, StoreError> {
        self.reading(|store| store.whole_log(table))
    }

    fn logs(&mut self, tables: &[TableId]) -> Result<Vec<Vec<LogEntry>>, StoreError> {
        self.reading(|store| tables.iter().map(|table| store.whole_log(*table)).collect())
    }

    fn damage(&mut self) -> Result<Vec<(String, String)>, StoreError> {
        self.reading(|store| {
            let rows = store.damaged_rows.iter().map(|row| ("journal".into(), format!("row {row}")));
            Ok(rows.chain(store.damaged_chunks()?).collect())
        })
    }

    fn table(&mut self, code: &str) -> Result<Option<TableRow>, StoreError> {
        Ok(self.rows(&format!("select {COLUMNS} from tables where code = ?"), [code])?.pop())
    }

    fn table_by_id(&mut self, id: TableId) -> Result<Option<TableRow>, StoreError> {
        Ok(self.rows(&format!("select {COLUMNS} from tables where id = ?"), [id])?.pop())
    }

    fn tables(&mut self) -> Result<Vec<TableId>, StoreError> {
        self.ids("select id from tables order by id", [])
    }

    fn lobby(&mut self, limit: usize) -> Result<Vec<TableRow>, StoreError> {
        let sql = format!(
            "select {COLUMNS} from tables where open = 1 and status < 3 and (players > 0 or touched = made_at) \
             order by id desc limit {limit}"
        );
        self.rows(&sql, [])
    }

    fn open_tables(&mut self, maker: Player) -> Result<usize, StoreError> {
        let sql = "select count(*) from tables where maker = ? and status < 3 and (players > 0 or touched = made_at)";
        let mut query = self.connection.prepare_cached(sql)?;
        let count: i64 = query.query_row([bytes(maker)], |row| row.get(0))?;
        Ok(count as usize)
    }

    fn due(&mut self) -> Result<Vec<(Millis, TableId)>, StoreError> {
        let mut query = self.connection.prepare("select wake, id from tables where wake is not null")?;
        let rows = query.query_map([], |row| Ok((row.get::<_, i64>(0)? as Millis, row.get(1)?)))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    fn player(&mut self, key: &Hash) -> Result<Option<Player>, StoreError> {
        let mut query = self.connection.prepare_cached("select player from keys where hash = ?")?;
        Ok(query.query_row([key], |row| row.get(0)).optional()?.map(number))
    }

    fn prune(&mut self, before: Millis) -> Result<Pruned, StoreError> {
        let mut pruned = Pruned::default();
        loop {
            let removed = self.changing(|store| store.remove_old(before))?;
            pruned.tables += removed as u64;
            if removed < TABLES_REMOVED_AT_ONCE {
                break;
            }
        }
        pruned.players = self.changing(|store| store.remove_idle_players(before))?;
        Ok(pruned)
    }

    fn prune_deserted(&mut self, before: Millis) -> Result<Pruned, StoreError> {
        let mut pruned = Pruned::default();
        loop {
            let removed = self.changing(|store| store.remove_deserted(before))?;
            pruned.tables += removed as u64;
            if removed < TABLES_REMOVED_AT_ONCE {
                return Ok(pruned);
            }
        }
    }

    fn records(&mut self, table: TableId) -> Result<Option<TableRecords>, StoreError> {
        self.find_records(table)
    }

    fn notes(&mut self, kind: NoteKind, limit: usize) -> Result<Vec<Note>, StoreError> {
        self.find_notes(kind, limit)
    }

    fn closed_tables(&mut self, limit: usize) -> Result<Vec<TableId>, StoreError> {
        self.ids("select id from tables where status = 3 and form = 0 limit ?", [limit as i64])
    }

    fn place(&self) -> String {
        self.folder().map_or_else(|| "memory".into(), |folder| folder.display().to_string())
    }

    fn start_node(&mut self, now: Millis) -> Result<NodeStart, StoreError> {
        // A clock that was set back does not take time back that has passed.
        let began = self.last_alive()?.unwrap_or(now);
        let now = now.max(began);
        if now.saturating_sub(began) > MIN_OUTAGE_MS {
            let sql = "insert into outages (began, ended) values (?, ?)";
            self.connection.execute(sql, [signed(began), signed(now)])?;
        }
        self.write(now, &[Write::Alive])?;
        let outages = self.outages()?;
        Ok(NodeStart { now, outages, signing_key: None })
    }
}

/// Whether an error says that the folder or its files cannot be written to.
fn cannot_write(error: &StoreError) -> bool {
    let StoreError::Sqlite(rusqlite::Error::SqliteFailure(failure, _)) = error else { return false };
    matches!(failure.code, ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied)
}

/// Whether the write-ahead log has something.
fn unread_writes(folder: &Path) -> bool {
    std::fs::metadata(folder.join(WRITE_AHEAD_LOG)).is_ok_and(|file| file.len() > 0)
}

/// The address of a database that nobody changes, as `SQLite` reads it.
fn immutable(folder: &Path) -> String {
    let path = folder.join(DATABASE_FILE);
    let path = path.to_string_lossy().replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    format!("file:{path}?immutable=1")
}

/// A copy of a database and its write-ahead log in a folder of its own, removed when dropped.
struct TemporaryCopy(PathBuf);

impl TemporaryCopy {
    fn of(folder: &Path) -> Result<TemporaryCopy, StoreError> {
        let name = format!("lastcard-read-{}-{}", std::process::id(), crate::secrets::fault_id());
        let copy = TemporaryCopy(std::env::temp_dir().join(name));
        create_private_folder(&copy.0)?;
        for name in [DATABASE_FILE, WRITE_AHEAD_LOG] {
            let (from, to) = (folder.join(name), copy.0.join(name));
            let copied = std::fs::copy(&from, &to);
            copied.map_err(|error| StoreError::File { path: from, why: error.to_string() })?;
        }
        Ok(copy)
    }
}

impl Drop for TemporaryCopy {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Whether an error says that the disk is full.
fn is_full(error: &StoreError) -> bool {
    let StoreError::Sqlite(rusqlite::Error::SqliteFailure(failure, _)) = error else { return false };
    failure.code == ErrorCode::DiskFull || failure.extended_code == rusqlite::ffi::SQLITE_IOERR_SHMSIZE
}

/// Creates the file of the database, for its owner only, unless it is there already.
fn create_file(folder: &Path) -> Result<(), StoreError> {
    let path = folder.join(DATABASE_FILE);
    let created = private(OpenOptions::new().create(true).append(true)).open(&path);
    created.map(drop).map_err(|error| StoreError::File { path, why: error.to_string() })
}

/// An error unless there is a database in the folder.
fn must_exist(folder: &Path) -> Result<(), StoreError> {
    if folder.join(DATABASE_FILE).exists() {
        return Ok(());
    }
    Err(StoreError::Missing { file: DATABASE_FILE, folder: folder.into() })
}

/// Opens a store so that errors name its file: `SQLite` itself does not.
fn named(folder: &Path, open: impl FnOnce() -> Result<Sqlite, StoreError>) -> Result<Sqlite, StoreError> {
    open().map_err(|error| match error {
        StoreError::Sqlite(error) => {
            StoreError::File { path: folder.join(DATABASE_FILE), why: error.to_string() }
        }
        other => other,
    })
}

/// How many pages are copied before progress is told.
const PAGES_COPIED_AT_ONCE: i32 = 4_096;

/// Copies a whole database as it is now, while it is used, and tells how many of its pages are copied.
///
/// It reads within one transaction: otherwise the copy would begin again with every write of somebody else.
fn copy_all(
    from: &Connection,
    to: &mut Connection,
    mut progress: impl FnMut(CopyProgress),
) -> rusqlite::Result<()> {
    let reading = from.unchecked_transaction()?;
    reading.query_row("select count(*) from sqlite_master", [], |_| Ok(()))?;
    let copy = rusqlite::backup::Backup::new(&reading, to)?;
    loop {
        let step = copy.step(PAGES_COPIED_AT_ONCE)?;
        let rusqlite::backup::Progress { remaining, pagecount } = copy.progress();
        progress(CopyProgress {
            copied: (pagecount - remaining).max(0) as u64,
            all: pagecount.max(0) as u64,
        });
        match step {
            rusqlite::backup::StepResult::Done => return Ok(()),
            rusqlite::backup::StepResult::More => {}
            // Another program has the database locked for a moment.
            _ => std::thread::sleep(LOCK_RETRY),
        }
    }
}

/// How far a copy of a database has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CopyProgress {
    /// The pages that are copied.
    pub copied: u64,
    /// All pages of the database.
    pub all: u64,
}

/// Notes that a player has an input at a table.
fn add_player(connection: &Connection, table: TableId, player: Player) -> rusqlite::Result<usize> {
    connection
        .prepare_cached("insert or ignore into sat (tab, player) values (?, ?)")?
        .execute(params![table, bytes(player)])
}

fn taken_unless_one(rows: usize) -> WriteOutcome {
    if rows == 1 { WriteOutcome::Done } else { WriteOutcome::Taken }
}

fn bytes(player: Player) -> [u8; 16] {
    player.to_le_bytes()
}

fn number(bytes: [u8; 16]) -> Player {
    Player::from_le_bytes(bytes)
}

/// `SQLite` has signed integers only; the bits are the same.
fn signed(number: u64) -> i64 {
    number as i64
}
