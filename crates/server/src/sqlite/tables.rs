//! The rows of tables: all that is known of a table without reading its log.

use rusqlite::{OptionalExtension, Row, params};
use table::Millis;

use super::schema::COLUMNS;
use super::{Sqlite, bytes, number, signed};
use crate::secrets;
use crate::store::{Listing, Stage, StoreError, StoredTable, TableId, TableRow, TableStatus, WriteOutcome};

impl Sqlite {
    pub(super) fn set_status(
        &self,
        table: TableId,
        status: TableStatus,
        touched: Millis,
    ) -> rusqlite::Result<()> {
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

    pub(super) fn make(&self, row: &TableRow, at: Millis) -> rusqlite::Result<WriteOutcome> {
        let table = StoredTable { row: row.clone(), made_at: at, touched: at };
        let done = self.insert_table(None, &table)?;
        Ok(if done == 1 {
            WriteOutcome::Made(self.connection.last_insert_rowid())
        } else {
            WriteOutcome::Taken
        })
    }

    /// Adds a table, unless its id or code is taken; `None` has an id assigned.
    pub(super) fn insert_table(&self, id: Option<TableId>, table: &StoredTable) -> rusqlite::Result<usize> {
        let StoredTable { row, made_at, touched } = table;
        let (listed, status) = (&row.listed, row.status);
        let (setup, shared) = self.shared_setup(&row.setup)?;
        let mut insert = self.connection.prepare_cached(
            "insert or ignore into tables (id, code, maker, made_at, setup, shared, secret, title, seats, seconds, \
             open, status, players, wake, touched) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )?;
        insert.execute(params![
            id,
            row.code,
            bytes(row.maker),
            signed(*made_at),
            setup,
            shared,
            signed(row.secret),
            listed.title,
            listed.seats as i64,
            signed(listed.seconds),
            listed.open,
            status.stage as i64,
            status.players as i64,
            status.wake.map(signed),
            signed(*touched)
        ])
    }

    /// Splits a setup after its first line, which names the table: the rest is stored once for all tables that share it.
    fn shared_setup<'a>(&self, setup: &'a str) -> rusqlite::Result<(&'a str, i64)> {
        let (first, rest) = setup.split_at(setup.find('\n').unwrap_or(setup.len()));
        let hash = secrets::hash(&[rest.as_bytes()]);
        let mut find = self.connection.prepare_cached("select id from setups where hash = ?")?;
        if let Some(id) = find.query_row([hash], |row| row.get(0)).optional()? {
            return Ok((first, id));
        }
        self.connection.execute("insert into setups (hash, rest) values (?, ?)", params![hash, rest])?;
        Ok((first, self.connection.last_insert_rowid()))
    }

    /// Removes unused tables, and closes idle ones, or removes those without a match. Slow tables have three turns more.
    pub(super) fn sweep(&mut self, unused: Millis, idle: Millis) -> Result<(), StoreError> {
        let sql = "select id from tables where status = 0 and touched < ? and touched = made_at";
        for table in self.ids(sql, [signed(unused)])? {
            if !self.has_log(table)? {
                self.remove_table(table)?;
            }
        }
        let sql = "select id from tables where status = 0 and touched + 3000 * seconds < ?";
        for table in self.ids(sql, [signed(idle)])? {
            self.remove_table(table)?;
        }
        let sql =
            "update tables set status = 3, wake = null where status < 3 and touched + 3000 * seconds < ?";
        self.connection.execute(sql, [signed(idle)])?;
        Ok(())
    }

    /// Removes a table and all that is stored of it.
    pub(super) fn remove_table(&mut self, table: TableId) -> Result<(), StoreError> {
        self.remove_log(table)?;
        for sql in ["delete from sat where tab = ?", "delete from matches where tab = ?"] {
            self.connection.prepare_cached(sql)?.execute([table])?;
        }
        let mut delete =
            self.connection.prepare_cached("delete from tables where id = ? returning shared")?;
        let shared: Option<i64> = delete.query_row([table], |row| row.get(0)).optional()?;
        let unshared =
            "delete from setups where id = ?1 and not exists (select 1 from tables where shared = ?1)";
        self.connection.prepare_cached(unshared)?.execute([shared])?;
        Ok(())
    }

    /// A table with its times.
    pub(super) fn find_stored(&self, id: TableId) -> Result<Option<StoredTable>, StoreError> {
        let sql = format!("select {COLUMNS}, made_at, touched from tables where id = ?");
        let stored = |row: &Row<'_>| {
            let (made_at, touched) = (row.get::<_, i64>(12)? as Millis, row.get::<_, i64>(13)? as Millis);
            Ok(StoredTable { row: table_row(row)?, made_at, touched })
        };
        Ok(self.connection.prepare_cached(&sql)?.query_row([id], stored).optional()?)
    }

    pub(super) fn rows(&self, sql: &str, params: impl rusqlite::Params) -> Result<Vec<TableRow>, StoreError> {
        let mut query = self.connection.prepare_cached(sql)?;
        let rows = query.query_map(params, table_row)?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    pub(super) fn ids(&self, sql: &str, params: impl rusqlite::Params) -> Result<Vec<TableId>, StoreError> {
        let mut query = self.connection.prepare_cached(sql)?;
        let rows = query.query_map(params, |row| row.get(0))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }
}

/// A row with the columns of a [`TableRow`].
pub(super) fn table_row(row: &Row<'_>) -> rusqlite::Result<TableRow> {
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
