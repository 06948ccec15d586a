//! Taking over data that an older version wrote.

use std::fs::OpenOptions;
use std::path::Path;

use rusqlite::{Connection, Row};
use table::Millis;

use super::schema::{OLD_SCHEMA_VERSION, SCHEMA, SCHEMA_VERSION};
use super::tables::table_row;
use super::{DATABASE_FILE, Sqlite, add_player, copy_all, number};
use crate::folder_lock::private;
use crate::live_table::NO_HASH;
use crate::log_entry::LogEntry;
use crate::store::{StoreError, StoredTable, TableId};

/// The version of the schema that a database has; 0 if it is empty.
pub fn version(connection: &Connection) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// Copies a database of the old version beside it, for its owner only. An older copy is replaced.
pub fn keep_copy(connection: &Connection, folder: &Path) -> Result<(), StoreError> {
    let kept = folder.join(format!("{DATABASE_FILE}.version-{OLD_SCHEMA_VERSION}"));
    let unfinished = kept.with_extension("unfinished");
    let failed = |error: std::io::Error| StoreError::File { path: kept.clone(), why: error.to_string() };
    private(OpenOptions::new().create(true).truncate(true).write(true)).open(&unfinished).map_err(failed)?;
    let mut copy = Connection::open(&unfinished)?;
    copy_all(connection, &mut copy, |_| {})?;
    drop(copy);
    let file = OpenOptions::new().write(true).open(&unfinished).map_err(failed)?;
    file.sync_all().map_err(failed)?;
    std::fs::rename(&unfinished, &kept).map_err(failed)
}

/// The columns of a `StoredTable` in the first version.
const OLD_COLUMNS: &str =
    "id, code, maker, setup, secret, title, seats, seconds, open, status, players, wake, made_at, touched";

/// Moves the logs of the first version, a row for each entry, into chunks, in one transaction.
pub fn take_over(store: &Sqlite) -> Result<(), StoreError> {
    store.connection.execute_batch("begin immediate")?;
    // Another program may have been first.
    let moved = match version(&store.connection)? {
        OLD_SCHEMA_VERSION => move_all(store),
        _ => Ok(()),
    };
    match moved {
        Ok(()) => Ok(store.connection.execute_batch("commit")?),
        Err(error) => {
            let _ = store.connection.execute_batch("rollback");
            Err(error)
        }
    }
}

fn move_all(store: &Sqlite) -> Result<(), StoreError> {
    let connection = &store.connection;
    for index in ["tables_due", "tables_listed", "tables_made", "tables_touched"] {
        connection.execute_batch(&format!("drop index if exists {index}"))?;
    }
    connection.execute_batch("alter table tables rename to old_tables")?;
    connection.execute_batch(SCHEMA)?;
    let mut tables = connection.prepare(&format!("select {OLD_COLUMNS} from old_tables order by id"))?;
    let stored = |row: &Row<'_>| {
        let (made_at, touched) = (row.get::<_, i64>(12)? as Millis, row.get::<_, i64>(13)? as Millis);
        Ok(StoredTable { row: table_row(row)?, made_at, touched })
    };
    for table in tables.query_map([], stored)? {
        let table = table?;
        store.insert_table(Some(table.row.id), &table)?;
        move_log(store, table.row.id)?;
    }
    drop(tables);
    // An id is never used again, even if its table is gone.
    connection.execute_batch(
        "delete from sqlite_sequence where name = 'tables'; \
         update sqlite_sequence set name = 'tables' where name = 'old_tables'; \
         drop table old_tables; drop table log;",
    )?;
    connection.pragma_update(None, "user_version", SCHEMA_VERSION)?;
    Ok(())
}

fn move_log(store: &Sqlite, table: TableId) -> Result<(), StoreError> {
    let mut query = store
        .connection
        .prepare_cached("select seq, at, who, cmd, body, number, hash from log where tab = ? order by seq")?;
    let entries: Vec<LogEntry> = query.query_map([table], old_entry)?.collect::<rusqlite::Result<_>>()?;
    for who in entries.iter().filter_map(|entry| entry.who) {
        add_player(&store.connection, table, who)?;
    }
    store.write_chunks(table, NO_HASH, &entries)
}

fn old_entry(row: &Row<'_>) -> rusqlite::Result<LogEntry> {
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
