//! The store in one file of a folder: `SQLite` with a write-ahead log, and every commit flushed to disk.

mod migrate;
mod restore;

use std::fs::OpenOptions;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, Row, params};
use table::Millis;

use crate::folder_lock::{FolderLock, create_private_folder, private};
use crate::log_entry::{LogEntry, Player};
use crate::secrets::Hash;
use crate::store::{
    Listing, NodeStart, Outage, Pruned, Stage, Store, StoreError, TableId, TableRow, TableStatus, Write,
    WriteOutcome,
};

pub use restore::restore;

/// The file in the data folder.
pub const DATABASE_FILE: &str = "lastcard.db";

/// The version of the schema; a newer one is refused.
const SCHEMA_VERSION: i64 = 1;

/// Outages shorter than this are ignored.
const MIN_OUTAGE_MS: Millis = 1_000;

/// How long a statement waits for another process that has the database locked.
const LOCK_TIMEOUT: Duration = Duration::from_secs(10);

const SCHEMA: &str = "
create table if not exists tables (
  id integer primary key autoincrement, code text not null unique, maker blob not null, made_at integer not null,
  setup text not null, secret integer not null, title text not null, seats integer not null,
  seconds integer not null, open integer not null, status integer not null, players integer not null,
  wake integer, touched integer not null);
create index if not exists tables_due on tables (wake) where wake is not null;
create index if not exists tables_listed on tables (id) where open = 1 and status < 3;
create index if not exists tables_made on tables (maker) where status < 3;
create index if not exists tables_touched on tables (touched) where status < 3;
create table if not exists log (
  tab integer not null, seq integer not null, at integer not null, who blob, cmd text, body text not null,
  number integer not null, hash blob not null, primary key (tab, seq)) without rowid;
create table if not exists keys (hash blob primary key, player blob not null, made_at integer not null) without rowid;
create table if not exists links (hash blob primary key, player blob not null, until integer not null) without rowid;
create table if not exists outages (began integer not null, ended integer not null);
create table if not exists life (one integer primary key check (one = 1), alive integer not null);
";

/// The columns of a [`TableRow`], in its order.
const COLUMNS: &str = "id, code, maker, setup, secret, title, seats, seconds, open, status, players, wake";

/// A store in one file.
pub struct Sqlite {
    connection: Connection,
    /// Where it is; nowhere if in memory.
    folder: Option<PathBuf>,
    _lock: Option<FolderLock>,
}

impl Sqlite {
    /// Opens the store in a folder, or creates it. Nobody but its owner can read what is created.
    pub fn open(folder: &Path) -> Result<Sqlite, StoreError> {
        create_private_folder(folder)?;
        let path = folder.join(DATABASE_FILE);
        let created = private(OpenOptions::new().create(true).append(true)).open(&path);
        created.map_err(|error| StoreError::File { path, why: error.to_string() })?;
        Sqlite::at(folder)
    }

    /// Opens the store in a folder, or creates it, for a server: no other server can open it meanwhile.
    pub fn open_alone(folder: &Path) -> Result<Sqlite, StoreError> {
        create_private_folder(folder)?;
        let lock = FolderLock::take(folder)?;
        Ok(Sqlite { _lock: Some(lock), ..Sqlite::open(folder)? })
    }

    /// Opens an existing store, also while a server uses it.
    pub fn open_to_read(folder: &Path) -> Result<Sqlite, StoreError> {
        if !folder.join(DATABASE_FILE).exists() {
            return Err(StoreError::Missing { file: DATABASE_FILE, folder: folder.into() });
        }
        Sqlite::at(folder)
    }

    /// A store in memory, for tests.
    pub fn in_memory() -> Result<Sqlite, StoreError> {
        Sqlite::with(Connection::open_in_memory()?, None)
    }

    /// The folder it is in; `None` for one in memory.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// The store in a folder that has one. Errors name the file: `SQLite` itself does not.
    fn at(folder: &Path) -> Result<Sqlite, StoreError> {
        let path = folder.join(DATABASE_FILE);
        let opened = Connection::open(&path).map_err(StoreError::from);
        opened.and_then(|connection| Sqlite::with(connection, Some(folder.into()))).map_err(|error| {
            match error {
                StoreError::Sqlite(error) => StoreError::File { path, why: error.to_string() },
                other => other,
            }
        })
    }

    fn with(connection: Connection, folder: Option<PathBuf>) -> Result<Sqlite, StoreError> {
        connection.busy_timeout(LOCK_TIMEOUT)?;
        connection.pragma_update(None, "journal_mode", "wal")?;
        // Anything less loses acknowledged moves in a power cut.
        connection.pragma_update(None, "synchronous", "full")?;
        let version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
        if version > SCHEMA_VERSION {
            return Err(StoreError::Newer);
        }
        connection.execute_batch(SCHEMA)?;
        connection.pragma_update(None, "user_version", SCHEMA_VERSION)?;
        connection.set_prepared_statement_cache_capacity(64);
        Ok(Sqlite { connection, folder, _lock: None })
    }

    /// Copies the database into a new file that only its owner can read. The server may run meanwhile.
    pub fn back_up(&self, path: &Path) -> Result<(), StoreError> {
        let failed = |why: String| StoreError::File { path: path.into(), why };
        let created = private(OpenOptions::new().create_new(true).write(true)).open(path);
        created.map_err(|error| failed(error.to_string()))?;
        let copied = Connection::open(path).and_then(|mut copy| {
            let backup = rusqlite::backup::Backup::new(&self.connection, &mut copy)?;
            backup.run_to_completion(1_000, Duration::from_millis(5), None)
        });
        copied.map_err(|error| failed(error.to_string()))
    }

    /// Runs the integrity check of `SQLite`.
    pub fn check(&self) -> Result<(), StoreError> {
        let report: String = self.connection.query_row("pragma integrity_check", [], |row| row.get(0))?;
        if report == "ok" { Ok(()) } else { Err(StoreError::Damaged(report)) }
    }

    /// The number of entries in all logs.
    pub fn entries(&self) -> Result<u64, StoreError> {
        let count: i64 = self.connection.query_row("select count(*) from log", [], |row| row.get(0))?;
        Ok(count as u64)
    }

    fn write_one(&self, now: Millis, write: &Write) -> rusqlite::Result<WriteOutcome> {
        match write {
            Write::Append { table, entry, before, status } => {
                let done = self.append(*table, entry, before)?;
                if let (1, Some(status)) = (done, status) {
                    self.set_status(*table, *status, now)?;
                }
                Ok(taken_unless_one(done))
            }
            Write::Make(row, at) => self.make(row, *at),
            Write::SetStatus(table, status) => {
                self.set_status(*table, *status, now)?;
                Ok(WriteOutcome::Done)
            }
            Write::Key(hash, player, at) => {
                let mut insert = self
                    .connection
                    .prepare_cached("insert or ignore into keys (hash, player, made_at) values (?, ?, ?)")?;
                Ok(taken_unless_one(insert.execute(params![hash, bytes(*player), signed(*at)])?))
            }
            Write::Link(hash, player, until) => {
                self.connection.execute("delete from links where until < ?", [signed(now)])?;
                let sql = "insert or ignore into links (hash, player, until) values (?, ?, ?)";
                let done = self.connection.execute(sql, params![hash, bytes(*player), signed(*until)])?;
                Ok(taken_unless_one(done))
            }
            Write::Exchange { link, key, now } => self.exchange(link, key, *now),
            Write::Forget(hash) => {
                self.connection.execute("delete from keys where hash = ?", [hash])?;
                Ok(WriteOutcome::Done)
            }
            Write::Sweep { unused, idle } => self.sweep(*unused, *idle),
            Write::Alive | Write::Release(_) => Ok(WriteOutcome::Done),
        }
    }

    /// The primary key decides which writer was first. An entry is only inserted after the one it follows, and the first
    /// one only while the table exists: it may have been swept meanwhile.
    fn append(&self, table: TableId, entry: &LogEntry, before: &Hash) -> rusqlite::Result<usize> {
        let mut insert = self.connection.prepare_cached(
            "insert or ignore into log (tab, seq, at, who, cmd, body, number, hash) \
             select ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8 \
             where case ?2 when 1 then exists (select 1 from tables where id = ?1) \
             else (select hash from log where tab = ?1 and seq = ?2 - 1) = ?9 end",
        )?;
        insert.execute(params![
            table,
            signed(entry.seq),
            signed(entry.at),
            entry.who.map(bytes),
            entry.cmd,
            entry.body,
            signed(entry.number),
            entry.hash,
            before
        ])
    }

    fn set_status(&self, table: TableId, status: TableStatus, touched: Millis) -> rusqlite::Result<()> {
        let mut update = self.connection.prepare_cached(
            "update tables set status = ?, players = ?, wake = ?, touched = ? where id = ?",
        )?;
        update.execute(params![
            status.stage as i64,
            status.players as i64,
            status.wake.map(signed),
            signed(touched),
            table
        ])?;
        Ok(())
    }

    fn make(&self, row: &TableRow, at: Millis) -> rusqlite::Result<WriteOutcome> {
        let mut insert = self.connection.prepare_cached(
            "insert or ignore into tables (code, maker, made_at, setup, secret, title, seats, seconds, open, status, \
             players, wake, touched) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )?;
        let done = insert.execute(params![
            row.code,
            bytes(row.maker),
            signed(at),
            row.setup,
            signed(row.secret),
            row.listed.title,
            row.listed.seats as i64,
            signed(row.listed.seconds),
            row.listed.open,
            row.status.stage as i64,
            row.status.players as i64,
            row.status.wake.map(signed),
            signed(at)
        ])?;
        Ok(if done == 1 {
            WriteOutcome::Made(self.connection.last_insert_rowid())
        } else {
            WriteOutcome::Taken
        })
    }

    fn exchange(&self, link: &Hash, key: &Hash, now: Millis) -> rusqlite::Result<WriteOutcome> {
        let sql = "delete from links where hash = ? and until >= ? returning player";
        let found = self.connection.query_row(sql, params![link, signed(now)], |row| row.get(0));
        let Some(player) = found.optional()? else { return Ok(WriteOutcome::Taken) };
        let player = number(player);
        let sql = "insert or ignore into keys (hash, player, made_at) values (?, ?, ?)";
        self.connection.execute(sql, params![key, bytes(player), signed(now)])?;
        Ok(WriteOutcome::Exchanged(player))
    }

    /// Removes unused tables, and closes idle ones, or removes those without a match. Slow tables have three turns more.
    fn sweep(&self, unused: Millis, idle: Millis) -> rusqlite::Result<WriteOutcome> {
        let sql = "delete from tables where status = 0 and touched < ? and touched = made_at \
                   and not exists (select 1 from log where tab = id)";
        self.connection.execute(sql, [signed(unused)])?;
        let old = "select id from tables where status = 0 and touched + 3000 * seconds < ?";
        self.connection.execute(&format!("delete from log where tab in ({old})"), [signed(idle)])?;
        self.connection.execute(&format!("delete from tables where id in ({old})"), [signed(idle)])?;
        let sql =
            "update tables set status = 3, wake = null where status < 3 and touched + 3000 * seconds < ?";
        self.connection.execute(sql, [signed(idle)])?;
        Ok(WriteOutcome::Done)
    }

    fn outages(&self) -> Result<Vec<Outage>, StoreError> {
        let mut query = self.connection.prepare("select began, ended from outages order by began")?;
        let outage = |row: &Row<'_>| {
            Ok(Outage { began: row.get::<_, i64>(0)? as Millis, ended: row.get::<_, i64>(1)? as Millis })
        };
        Ok(query.query_map([], outage)?.collect::<rusqlite::Result<_>>()?)
    }

    fn rows(&self, sql: &str, params: impl rusqlite::Params) -> Result<Vec<TableRow>, StoreError> {
        let mut query = self.connection.prepare_cached(sql)?;
        let rows = query.query_map(params, table_row)?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    fn ids(&self, sql: &str, params: impl rusqlite::Params) -> Result<Vec<TableId>, StoreError> {
        let mut query = self.connection.prepare_cached(sql)?;
        let rows = query.query_map(params, |row| row.get(0))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }
}

impl Store for Sqlite {
    fn write(&mut self, now: Millis, batch: &[Write]) -> Result<Vec<WriteOutcome>, StoreError> {
        self.connection.prepare_cached("begin immediate")?.execute([])?;
        let outcomes: rusqlite::Result<Vec<WriteOutcome>> =
            batch.iter().map(|write| self.write_one(now, write)).collect();
        let heartbeat =
            "insert into life (one, alive) values (1, ?1) on conflict do update set alive = max(alive, ?1)";
        let outcomes = outcomes.and_then(|outcomes| {
            self.connection.prepare_cached(heartbeat)?.execute([signed(now)])?;
            Ok(outcomes)
        });
        match outcomes {
            Ok(outcomes) => {
                self.connection.prepare_cached("commit")?.execute([])?;
                Ok(outcomes)
            }
            Err(error) => {
                let _ = self.connection.execute_batch("rollback");
                Err(error.into())
            }
        }
    }

    fn log(&mut self, table: TableId) -> Result<Vec<LogEntry>, StoreError> {
        let mut query = self.connection.prepare_cached(
            "select seq, at, who, cmd, body, number, hash from log where tab = ? order by seq",
        )?;
        let rows = query.query_map([table], entry)?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
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
            "select {COLUMNS} from tables where open = 1 and status < 3 order by id desc limit {limit}"
        );
        self.rows(&sql, [])
    }

    fn open_tables(&mut self, maker: Player) -> Result<usize, StoreError> {
        let mut query =
            self.connection.prepare_cached("select count(*) from tables where maker = ? and status < 3")?;
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
        let before = signed(before);
        let change = self.connection.transaction()?;
        let old = "select id from tables where status >= 2 and touched < ?";
        change.execute(&format!("delete from log where tab in ({old})"), [before])?;
        let tables = change.execute("delete from tables where status >= 2 and touched < ?", [before])?;
        let idle = "made_at < ? and player not in (select maker from tables) \
                    and player not in (select who from log where who is not null)";
        let players = format!("select count(distinct player) from keys where {idle}");
        let players: i64 = change.query_row(&players, [before], |row| row.get(0))?;
        change.execute(&format!("delete from keys where {idle}"), [before])?;
        change.commit()?;
        Ok(Pruned { tables: tables as u64, players: players as u64 })
    }

    fn place(&self) -> String {
        self.folder().map_or_else(|| "memory".into(), |folder| folder.display().to_string())
    }

    fn start_node(&mut self, now: Millis) -> Result<NodeStart, StoreError> {
        let alive: Option<i64> =
            self.connection.query_row("select alive from life", [], |row| row.get(0)).optional()?;
        let began = alive.map_or(now, |alive| alive as Millis);
        if now.saturating_sub(began) > MIN_OUTAGE_MS {
            let sql = "insert into outages (began, ended) values (?, ?)";
            self.connection.execute(sql, [signed(began), signed(now)])?;
        }
        self.write(now, &[Write::Alive])?;
        let outages = self.outages()?;
        Ok(NodeStart { now, outages, signing_key: None })
    }
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

fn entry(row: &Row<'_>) -> rusqlite::Result<LogEntry> {
    Ok(LogEntry {
        seq: row.get::<_, i64>(0)? as u64,
        at: row.get::<_, i64>(1)? as Millis,
        who: row.get::<_, Option<[u8; 16]>>(2)?.map(number),
        cmd: row.get(3)?,
        body: row.get(4)?,
        number: row.get::<_, i64>(5)? as u64,
        hash: row.get(6)?,
    })
}

fn table_row(row: &Row<'_>) -> rusqlite::Result<TableRow> {
    let stage = match row.get::<_, i64>(9)? {
        0 => Stage::Lobby,
        1 => Stage::Playing,
        2 => Stage::Over,
        _ => Stage::Closed,
    };
    Ok(TableRow {
        id: row.get(0)?,
        code: row.get(1)?,
        maker: number(row.get(2)?),
        setup: row.get(3)?,
        secret: row.get::<_, i64>(4)? as u64,
        listed: Listing {
            title: row.get(5)?,
            seats: row.get::<_, i64>(6)? as usize,
            seconds: row.get::<_, i64>(7)? as u64,
            open: row.get(8)?,
        },
        status: TableStatus {
            stage,
            players: row.get::<_, i64>(10)? as usize,
            wake: row.get::<_, Option<i64>>(11)?.map(|at| at as Millis),
        },
    })
}
