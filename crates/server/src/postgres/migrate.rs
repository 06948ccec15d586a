//! Copying the data of this store to another, or from it.

use table::Millis;
use tokio_postgres::Row;

use super::{COLUMNS, Postgres, bytes, leases, number, signed, table_row};
use crate::encoding;
use crate::log_entry::{LogEntry, Player};
use crate::secrets::{self, Hash};
use crate::store::{Movable, ServerData, Store, StoreError, StoredTable, TableId};
use crate::table_records::TableRecords;

impl Movable for Postgres {
    fn stored_table(&mut self, id: TableId) -> Result<Option<StoredTable>, StoreError> {
        let rows =
            self.rows(&format!("select {COLUMNS}, made_at, touched from tables where id = $1"), &id)?;
        Ok(rows.first().map(|row| StoredTable {
            row: table_row(row),
            made_at: row.get::<_, i64>(12) as Millis,
            touched: row.get::<_, i64>(13) as Millis,
        }))
    }

    fn add_table(&mut self, table: &StoredTable) -> Result<(), StoreError> {
        let StoredTable { row, made_at, touched } = table;
        let (listed, status, maker) = (&row.listed, row.status, bytes(row.maker));
        let sql = format!(
            "insert into tables ({COLUMNS}, made_at, touched) \
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) on conflict (id) do nothing"
        );
        self.connection.retry(async |session, _| {
            session
                .client
                .execute(
                    &sql,
                    &[
                        &row.id,
                        &row.code,
                        &maker.as_slice(),
                        &row.setup,
                        &signed(row.secret),
                        &listed.title,
                        &(listed.seats as i64),
                        &signed(listed.seconds),
                        &listed.open,
                        &(status.stage as i64),
                        &(status.players as i64),
                        &status.wake.map(signed),
                        &signed(*made_at),
                        &signed(*touched),
                    ],
                )
                .await?;
            Ok(())
        })
    }

    fn server_data(&mut self) -> Result<ServerData, StoreError> {
        let key = |row: &Row| -> (Hash, Player, Millis) {
            let hash = row.get::<_, &[u8]>(0).try_into().unwrap_or_default();
            (hash, number(row.get(1)), row.get::<_, i64>(2) as Millis)
        };
        let notes = crate::migrate::all_notes(self)?;
        self.connection.retry(async |session, _| {
            let notes = notes.clone();
            let all = async |sql: &str| session.client.query(sql, &[]).await;
            let alive = all("select alive from life").await?;
            Ok(ServerData {
                keys: all("select hash, player, made_at from keys").await?.iter().map(key).collect(),
                links: all("select hash, player, until from links").await?.iter().map(key).collect(),
                outages: leases::outages(&all("select began, ended from outages order by began").await?),
                notes,
                alive: alive.first().map(|row| row.get::<_, i64>(0) as Millis),
            })
        })
    }

    fn add_server_data(&mut self, data: &ServerData) -> Result<(), StoreError> {
        self.write(0, &crate::migrate::keys(data))?;
        let alive = signed(data.alive.unwrap_or(0));
        self.connection.retry(async |session, _| {
            let change = session.client.transaction().await?;
            for outage in &data.outages {
                let sql = "insert into outages select $1::bigint, $2::bigint where not exists \
                           (select 1 from outages where began = $1 and ended = $2)";
                change.execute(sql, &[&signed(outage.began), &signed(outage.ended)]).await?;
            }
            let life = "insert into life (one, alive, seal) values (1, $1, $2) \
                        on conflict (one) do update set alive = greatest(life.alive, $1)";
            change.execute(life, &[&alive, &secrets::hash(&[secrets::token().as_bytes()]).as_slice()]).await?;
            // New tables get ids after those that were copied.
            let next = "select setval(pg_get_serial_sequence('tables', 'id'), coalesce(max(id), 0) + 1, false) \
                        from tables";
            change.query(next, &[]).await?;
            change.commit().await?;
            Ok(())
        })
    }

    fn replace_log(
        &mut self,
        table: TableId,
        maker: Player,
        old: &[LogEntry],
        new: &[LogEntry],
    ) -> Result<bool, StoreError> {
        self.connection.retry(async |session, _| {
            let change = session.client.transaction().await?;
            // Nobody appends meanwhile: an append reads the hash before it, which may just be changing.
            change.batch_execute("lock table log in share row exclusive mode").await?;
            let found = change.query("select hash from log where tab = $1 order by seq", &[&table]).await?;
            let is = |log: &[LogEntry]| {
                found.len() == log.len()
                    && found.iter().zip(log).all(|(row, entry)| row.get::<_, &[u8]>(0) == entry.hash)
            };
            if !is(old) {
                // A retry after a lost connection finds its own work.
                return Ok(!new.is_empty() && is(new));
            }
            let sql = change
                .prepare("update log set who = $3, body = $4, hash = $5 where tab = $1 and seq = $2")
                .await?;
            for entry in new {
                let who = entry.who.map(bytes);
                let who = who.as_ref().map(<[u8; 16]>::as_slice);
                change
                    .execute(&sql, &[&table, &signed(entry.seq), &who, &entry.body, &entry.hash.as_slice()])
                    .await?;
            }
            let maker = bytes(maker);
            change
                .execute("update tables set maker = $2 where id = $1", &[&table, &maker.as_slice()])
                .await?;
            change.commit().await?;
            Ok(true)
        })
    }

    fn add_records(&mut self, table: TableId, records: &TableRecords) -> Result<(), StoreError> {
        let bytes_of_records = encoding::write_records(table, records);
        let players: Vec<[u8; 16]> = records.players.iter().map(|(player, _)| bytes(*player)).collect();
        let players: Vec<&[u8]> = players.iter().map(<[u8; 16]>::as_slice).collect();
        self.connection.retry(async |session, _| {
            let change = session.client.transaction().await?;
            change.execute("delete from log where tab = $1", &[&table]).await?;
            let sql = "insert into matches (tab, players, records) values ($1, $2, $3) \
                       on conflict (tab) do update set players = $2, records = $3";
            change.execute(sql, &[&table, &players, &bytes_of_records]).await?;
            change.commit().await?;
            Ok(())
        })
    }

    fn replace_records(
        &mut self,
        table: TableId,
        maker: Player,
        old: &TableRecords,
        new: &TableRecords,
    ) -> Result<bool, StoreError> {
        match self.records(table)? {
            Some(found) if found == *old => {}
            // A retry after a lost connection finds its own work.
            found => return Ok(found.as_ref() == Some(new)),
        }
        self.add_records(table, new)?;
        let maker = bytes(maker);
        self.connection.retry(async |session, _| {
            let sql = "update tables set maker = $2 where id = $1";
            session.client.execute(sql, &[&table, &maker.as_slice()]).await?;
            Ok(true)
        })
    }

    fn remove_keys(&mut self, player: Player) -> Result<usize, StoreError> {
        let (named, player) = (format!("%{player:032x}%"), bytes(player));
        self.connection.retry(async |session, _| {
            let notes = "delete from notes where kind in ('report', 'block') and subject like $1";
            session.client.execute(notes, &[&named]).await?;
            let keys =
                session.client.execute("delete from keys where player = $1", &[&player.as_slice()]).await?;
            let links =
                session.client.execute("delete from links where player = $1", &[&player.as_slice()]).await?;
            Ok((keys + links) as usize)
        })
    }
}
