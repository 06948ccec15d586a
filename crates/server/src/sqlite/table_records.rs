//! What is kept of closed tables, in place of their logs.

use rusqlite::{OptionalExtension, params};

use super::{Sqlite, add_player};
use crate::encoding;
use crate::secrets::Hash;
use crate::store::{StoreError, TableId};
use crate::table_records::TableRecords;

/// The log of a table is in the journal and in chunks.
const FORM_LOG: i64 = 0;

/// The records of its matches are in `matches`.
const FORM_FINISHED: i64 = 1;

/// It is closed, and its log is kept, because no match is over or because it has a fault.
const FORM_KEPT: i64 = 2;

impl Sqlite {
    /// Replaces the log of a closed table, unless it has another last entry; how many tables that were.
    pub(super) fn finish(
        &mut self,
        table: TableId,
        last: &Hash,
        records: Option<&TableRecords>,
    ) -> Result<usize, StoreError> {
        let stored = if self.journal.has(table) { None } else { self.chunked_tail(table)? };
        let tail = self.journal.tail(table).map(|tail| &*tail).or(stored.as_ref());
        if tail.is_none_or(|tail| tail.hash != *last) {
            return Ok(0);
        }
        let form = if records.is_some() { FORM_FINISHED } else { FORM_KEPT };
        let sql = "update tables set form = ? where id = ? and status = 3 and form = ?";
        let changed = self.connection.prepare_cached(sql)?.execute([form, table, FORM_LOG])?;
        if let (1, Some(records)) = (changed, records) {
            self.remove_log(table)?;
            self.write_records(table, records)?;
        }
        Ok(changed)
    }

    /// Sets what is kept of a table instead of its log.
    pub(super) fn set_records(&mut self, table: TableId, records: &TableRecords) -> Result<(), StoreError> {
        self.remove_log(table)?;
        let sql = "update tables set form = ? where id = ?";
        self.connection.prepare_cached(sql)?.execute([FORM_FINISHED, table])?;
        self.connection.prepare_cached("delete from sat where tab = ?")?.execute([table])?;
        for (player, _) in &records.players {
            add_player(&self.connection, table, *player)?;
        }
        self.write_records(table, records)
    }

    fn write_records(&self, table: TableId, records: &TableRecords) -> Result<(), StoreError> {
        let sql = "insert or replace into matches (tab, records) values (?, ?)";
        self.connection
            .prepare_cached(sql)?
            .execute(params![table, encoding::write_records(table, records)])?;
        Ok(())
    }

    /// What is kept of a table.
    pub(super) fn find_records(&self, table: TableId) -> Result<Option<TableRecords>, StoreError> {
        let mut query = self.connection.prepare_cached("select records from matches where tab = ?")?;
        let found: Option<Vec<u8>> = query.query_row([table], |row| row.get(0)).optional()?;
        found.map(|records| encoding::read_records(table, &records)).transpose().map_err(StoreError::from)
    }
}
