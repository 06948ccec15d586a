//! Copying the data of this store to another, or from it.

use rusqlite::{OptionalExtension, Row, params};
use table::Millis;

use super::{COLUMNS, Sqlite, bytes, number, signed, table_row};
use crate::log_entry::{LogEntry, Player};
use crate::secrets::Hash;
use crate::store::{Movable, Outage, ServerData, Store, StoreError, StoredTable, TableId};

impl Movable for Sqlite {
    fn stored_table(&mut self, id: TableId) -> Result<Option<StoredTable>, StoreError> {
        let sql = format!("select {COLUMNS}, made_at, touched from tables where id = ?");
        let stored = |row: &Row<'_>| {
            let (made_at, touched) = (row.get::<_, i64>(12)? as Millis, row.get::<_, i64>(13)? as Millis);
            Ok(StoredTable { row: table_row(row)?, made_at, touched })
        };
        Ok(self.connection.query_row(&sql, [id], stored).optional()?)
    }

    fn add_table(&mut self, table: &StoredTable) -> Result<(), StoreError> {
        let StoredTable { row, made_at, touched } = table;
        let (listed, status) = (&row.listed, row.status);
        let sql = format!(
            "insert into tables ({COLUMNS}, made_at, touched) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) \
             on conflict (id) do nothing"
        );
        let values = params![
            row.id,
            row.code,
            bytes(row.maker),
            row.setup,
            signed(row.secret),
            listed.title,
            listed.seats as i64,
            signed(listed.seconds),
            listed.open,
            status.stage as i64,
            status.players as i64,
            status.wake.map(signed),
            signed(*made_at),
            signed(*touched)
        ];
        self.connection.execute(&sql, values)?;
        Ok(())
    }

    fn server_data(&mut self) -> Result<ServerData, StoreError> {
        let keys = |sql: &str| -> Result<Vec<(Hash, Player, Millis)>, StoreError> {
            let mut query = self.connection.prepare(sql)?;
            let one = |row: &Row<'_>| Ok((row.get(0)?, number(row.get(1)?), row.get::<_, i64>(2)? as Millis));
            Ok(query.query_map([], one)?.collect::<rusqlite::Result<_>>()?)
        };
        let alive = self.connection.query_row("select alive from life", [], |row| row.get::<_, i64>(0));
        Ok(ServerData {
            keys: keys("select hash, player, made_at from keys")?,
            links: keys("select hash, player, until from links")?,
            outages: self.outages()?,
            alive: alive.optional()?.map(|at| at as Millis),
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
        let change = self.connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        let count: i64 =
            change.query_row("select count(*) from log where tab = ?", [table], |row| row.get(0))?;
        if count != old.len() as i64 {
            return Ok(false);
        }
        let sql = "update log set who = ?, body = ?, hash = ? where tab = ? and seq = ? and hash = ?";
        for (old, new) in old.iter().zip(new) {
            let values = params![new.who.map(bytes), new.body, new.hash, table, signed(old.seq), old.hash];
            if change.execute(sql, values)? != 1 {
                return Ok(false);
            }
        }
        change.execute("update tables set maker = ? where id = ?", params![bytes(maker), table])?;
        change.commit()?;
        Ok(true)
    }

    fn remove_keys(&mut self, player: Player) -> Result<usize, StoreError> {
        let keys = self.connection.execute("delete from keys where player = ?", [bytes(player)])?;
        Ok(keys + self.connection.execute("delete from links where player = ?", [bytes(player)])?)
    }
}
