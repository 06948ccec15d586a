//! Copying the data of this store to another, or from it.

use rusqlite::{Row, params};
use table::Millis;

use super::{Sqlite, add_player, bytes, number, signed};
use crate::live_table::NO_HASH;
use crate::log_entry::{LogEntry, Player};
use crate::migrate::all_notes;
use crate::secrets::Hash;
use crate::store::{Movable, Outage, ServerData, Store, StoreError, StoredTable, TableId};
use crate::table_records::TableRecords;

impl Movable for Sqlite {
    fn stored_table(&mut self, id: TableId) -> Result<Option<StoredTable>, StoreError> {
        self.find_stored(id)
    }

    fn tables_of(&mut self, player: Player) -> Result<Vec<TableId>, StoreError> {
        let sql =
            "select tab from sat where player = ?1 union select id from tables where maker = ?1 order by 1";
        self.ids(sql, [bytes(player)])
    }

    fn add_table(&mut self, table: &StoredTable) -> Result<(), StoreError> {
        self.insert_table(Some(table.row.id), table)?;
        Ok(())
    }

    fn server_data(&mut self) -> Result<ServerData, StoreError> {
        let keys = |sql: &str| -> Result<Vec<(Hash, Player, Millis)>, StoreError> {
            let mut query = self.connection.prepare(sql)?;
            let one = |row: &Row<'_>| Ok((row.get(0)?, number(row.get(1)?), row.get::<_, i64>(2)? as Millis));
            Ok(query.query_map([], one)?.collect::<rusqlite::Result<_>>()?)
        };
        Ok(ServerData {
            keys: keys("select hash, player, made_at from keys")?,
            links: keys("select hash, player, until from links")?,
            outages: self.outages()?,
            notes: all_notes(self)?,
            alive: self.last_alive()?,
        })
    }

    fn add_server_data(&mut self, data: &ServerData) -> Result<(), StoreError> {
        self.write(data.alive.unwrap_or(0), &crate::migrate::keys(data))?;
        for Outage { began, ended } in &data.outages {
            let sql = "insert into outages select ?1, ?2 where not exists \
                       (select 1 from outages where began = ?1 and ended = ?2)";
            self.connection.execute(sql, [signed(*began), signed(*ended)])?;
        }
        Ok(())
    }

    fn replace_log(
        &mut self,
        table: TableId,
        maker: Player,
        old: &[LogEntry],
        new: &[LogEntry],
    ) -> Result<bool, StoreError> {
        self.changing(|store| {
            // The rows of the journal that have an old entry are not needed any more then, and are deleted.
            for neighbour in store.journal.neighbours(table) {
                store.move_to_chunks(neighbour)?;
            }
            while store.journal.has_empty_rows() {
                store.delete_rows()?;
            }
            if store.whole_log(table)? != old {
                return Ok(false);
            }
            store.remove_log(table)?;
            store.write_chunks(table, NO_HASH, new)?;
            store.connection.execute("delete from sat where tab = ?", [table])?;
            for who in new.iter().filter_map(|entry| entry.who) {
                add_player(&store.connection, table, who)?;
            }
            store
                .connection
                .execute("update tables set maker = ? where id = ?", params![bytes(maker), table])?;
            Ok(true)
        })
    }

    fn add_records(&mut self, table: TableId, records: &TableRecords) -> Result<(), StoreError> {
        self.changing(|store| store.set_records(table, records))
    }

    fn replace_records(
        &mut self,
        table: TableId,
        maker: Player,
        old: &TableRecords,
        new: &TableRecords,
    ) -> Result<bool, StoreError> {
        self.changing(|store| {
            if store.find_records(table)?.as_ref() != Some(old) {
                return Ok(false);
            }
            store.set_records(table, new)?;
            store
                .connection
                .execute("update tables set maker = ? where id = ?", params![bytes(maker), table])?;
            Ok(true)
        })
    }

    fn remove_keys(&mut self, player: Player) -> Result<usize, StoreError> {
        self.remove_notes_about(player)?;
        let keys = self.connection.execute("delete from keys where player = ?", [bytes(player)])?;
        Ok(keys + self.connection.execute("delete from links where player = ?", [bytes(player)])?)
    }
}
