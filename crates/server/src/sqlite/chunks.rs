//! Chunks: entries of one table that follow each other, in one row.

use rusqlite::{OptionalExtension, Row, params};
use table::Millis;

use super::journal::Tail;
use super::{Sqlite, signed};
use crate::encoding;
use crate::live_table::NO_HASH;
use crate::log_entry::LogEntry;
use crate::secrets::Hash;
use crate::store::{StoreError, TableId};

/// A chunk has no more entries than this.
const MAX_CHUNK_ENTRIES: usize = 64;

/// The id of a chunk is the id of its table, followed by this many bits for the number of its first entry.
const SEQ_BITS: u32 = 24;

/// The number of an entry is less than this.
pub const SEQ_LIMIT: u64 = 1 << SEQ_BITS;

/// How many rows of the journal are deleted at once.
const MAX_DELETED_ROWS: usize = 64;

/// The id of a chunk.
fn chunk_id(table: TableId, first: u64) -> i64 {
    table << SEQ_BITS | signed(first)
}

/// The ids that chunks of a table can have.
fn chunk_ids(table: TableId) -> [i64; 2] {
    [chunk_id(table, 0), chunk_id(table, SEQ_LIMIT - 1)]
}

fn first_entry(chunk: i64) -> u64 {
    chunk as u64 & (SEQ_LIMIT - 1)
}

/// Replaces a chunk that cannot be read; no replay accepts it.
fn unreadable(first: u64) -> LogEntry {
    let body = "unreadable".into();
    LogEntry { seq: first, at: 0, who: None, cmd: None, body, number: 0, hash: NO_HASH }
}

fn chunk_row(row: &Row<'_>) -> rusqlite::Result<(i64, Vec<u8>)> {
    Ok((row.get(0)?, row.get(1)?))
}

impl Sqlite {
    /// The log of a table from the start: its chunks, and what the journal has of it.
    pub(super) fn whole_log(&self, table: TableId) -> Result<Vec<LogEntry>, StoreError> {
        let mut log = self.chunked_log(table)?;
        // If the journal cannot be read, the damaged row was reported when it was loaded.
        log.extend(self.journal.entries(table).unwrap_or_else(|_| vec![unreadable(log.len() as u64 + 1)]));
        Ok(log)
    }

    /// The part of a log that is in chunks. A chunk that cannot be read ends it with an entry that no replay accepts.
    fn chunked_log(&self, table: TableId) -> Result<Vec<LogEntry>, StoreError> {
        let [least, most] = chunk_ids(table);
        let mut query = self
            .connection
            .prepare_cached("select id, entries from chunks where id between ? and ? order by id")?;
        let mut log = Vec::new();
        for chunk in query.query_map([least, most], chunk_row)? {
            let (id, bytes) = chunk?;
            let first = first_entry(id);
            let Ok(entries) = encoding::read_chunk(id, first, &bytes) else {
                log.push(unreadable(first));
                break;
            };
            log.extend(entries);
        }
        Ok(log)
    }

    /// The last chunk of a table.
    fn last_chunk(&self, table: TableId) -> Result<Option<(i64, Vec<u8>)>, StoreError> {
        let [least, most] = chunk_ids(table);
        let mut query = self.connection.prepare_cached(
            "select id, entries from chunks where id between ? and ? order by id desc limit 1",
        )?;
        Ok(query.query_row([least, most], chunk_row).optional()?)
    }

    /// The end of the log of a table without entries in the journal; `None` if there is no such table, or if its last
    /// chunk cannot be read.
    pub(super) fn chunked_tail(&self, table: TableId) -> Result<Option<Tail>, StoreError> {
        if let Some((id, bytes)) = self.last_chunk(table)? {
            let end = encoding::chunk_end(id, &bytes).ok();
            return Ok(end.map(|end| Tail::new(first_entry(id) + end.count - 1, end.hash, end.players)));
        }
        let mut query = self.connection.prepare_cached("select 1 from tables where id = ? and form <> 1")?;
        Ok(query.exists([table])?.then(|| Tail::new(0, NO_HASH, Vec::new())))
    }

    /// Moves what the journal has of a table into chunks.
    pub(super) fn move_to_chunks(&mut self, table: TableId) -> Result<(), StoreError> {
        let entries = self.journal.entries(table).map_err(|_| damaged_journal())?;
        self.append_to_chunks(table, entries)?;
        self.journal.forget(table);
        Ok(())
    }

    /// Appends entries to the chunks of a table; the last one is filled up first.
    fn append_to_chunks(&self, table: TableId, mut entries: Vec<LogEntry>) -> Result<(), StoreError> {
        let mut before = NO_HASH;
        if let Some((id, bytes)) = self.last_chunk(table)?
            && let Ok(end) = encoding::chunk_end(id, &bytes)
        {
            before = end.hash;
            if end.count as usize + entries.len() <= MAX_CHUNK_ENTRIES
                && let Ok(mut kept) = encoding::read_chunk(id, first_entry(id), &bytes)
            {
                kept.append(&mut entries);
                (entries, before) = (kept, end.before);
            }
        }
        self.write_chunks(table, before, &entries)
    }

    /// Writes entries into chunks.
    pub(super) fn write_chunks(
        &self,
        table: TableId,
        mut before: Hash,
        entries: &[LogEntry],
    ) -> Result<(), StoreError> {
        let mut insert =
            self.connection.prepare_cached("insert or replace into chunks (id, entries) values (?, ?)")?;
        for chunk in entries.chunks(MAX_CHUNK_ENTRIES) {
            let id = chunk_id(table, chunk[0].seq);
            insert.execute(params![id, encoding::write_chunk(id, &before, chunk)])?;
            before = chunk[chunk.len() - 1].hash;
        }
        Ok(())
    }

    /// Removes the log of a table, wherever it is.
    pub(super) fn remove_log(&mut self, table: TableId) -> rusqlite::Result<()> {
        self.connection
            .prepare_cached("delete from chunks where id between ? and ?")?
            .execute(chunk_ids(table))?;
        self.journal.forget(table);
        Ok(())
    }

    /// Whether a table has a log.
    pub(super) fn has_log(&self, table: TableId) -> rusqlite::Result<bool> {
        let mut query =
            self.connection.prepare_cached("select 1 from chunks where id between ? and ? limit 1")?;
        Ok(self.journal.has(table) || query.exists(chunk_ids(table))?)
    }

    /// Moves up to so many tables from the journal into chunks, and deletes rows that are no longer needed. Whether
    /// there is more to do.
    pub(super) fn tidy_some(&mut self, now: Millis, tables: usize) -> Result<bool, StoreError> {
        for _ in 0..tables {
            let Some(table) = self.journal.next_to_move(now) else {
                self.delete_rows()?;
                return Ok(self.journal.wants_tidying(now));
            };
            self.move_to_chunks(table)?;
        }
        self.delete_rows()?;
        Ok(true)
    }

    /// Deletes rows of the journal whose entries are all in chunks.
    pub(super) fn delete_rows(&mut self) -> Result<(), StoreError> {
        let (rows, latest) = self.journal.take_empty(MAX_DELETED_ROWS);
        if rows.is_empty() {
            return Ok(());
        }
        self.set_alive(latest)?;
        let mut delete = self.connection.prepare_cached("delete from journal where id = ?")?;
        for row in rows {
            delete.execute([row])?;
        }
        Ok(())
    }

    /// The chunks that cannot be read: the code of the table, and where the chunk begins.
    pub(super) fn damaged_chunks(&self) -> Result<Vec<(String, String)>, StoreError> {
        let mut query = self.connection.prepare("select id, entries from chunks")?;
        let mut damaged = Vec::new();
        for chunk in query.query_map([], chunk_row)? {
            let (id, bytes) = chunk?;
            if encoding::read_chunk(id, first_entry(id), &bytes).is_err() {
                let code = self.code_of(id >> SEQ_BITS)?;
                damaged.push((code, format!("the chunk from entry {} on", first_entry(id))));
            }
        }
        Ok(damaged)
    }

    /// The code of a table; its id if there is no such table.
    fn code_of(&self, table: TableId) -> Result<String, StoreError> {
        let mut query = self.connection.prepare_cached("select code from tables where id = ?")?;
        let code: Option<String> = query.query_row([table], |row| row.get(0)).optional()?;
        Ok(code.unwrap_or_else(|| format!("table {table}")))
    }

    /// The number of entries in chunks.
    pub(super) fn chunked_entries(&self) -> Result<u64, StoreError> {
        let mut query = self.connection.prepare("select id, entries from chunks")?;
        let mut entries = 0;
        for chunk in query.query_map([], chunk_row)? {
            let (id, bytes) = chunk?;
            entries += encoding::chunk_end(id, &bytes).map_or(0, |end| end.count);
        }
        Ok(entries)
    }
}

/// The journal has rows that cannot be read.
pub(super) fn damaged_journal() -> StoreError {
    StoreError::Damaged("the journal is damaged: `lastcard audit` names what it holds".into())
}
