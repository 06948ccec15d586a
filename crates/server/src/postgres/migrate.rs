//! What is needed to move everything into this store or out of it.

use table::Millis;
use tokio_postgres::Row;

use super::{COLUMNS, Postgres, bytes, leases, number, signed, table_row};
use crate::log_entry::{LogEntry, Player};
use crate::secrets::{self, Hash};
use crate::store::{Belongings, Kept, Movable, Store, StoreError, TableId};

impl Movable for Postgres {
    fn kept(&mut self, id: TableId) -> Result<Option<Kept>, StoreError> {
        let rows =
            self.rows(&format!("select {COLUMNS}, made_at, touched from tables where id = $1"), &id)?;
        Ok(rows.first().map(|row| Kept {
            row: table_row(row),
            made_at: row.get::<_, i64>(12) as Millis,
            touched: row.get::<_, i64>(13) as Millis,
        }))
    }

    fn keep(&mut self, kept: &Kept) -> Result<(), StoreError> {
        let Kept { row, made_at, touched } = kept;
        let (listed, standing, maker) = (&row.listed, row.standing, bytes(row.maker));
        let sql = format!(
            "insert into tables ({COLUMNS}, made_at, touched) \
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) on conflict (id) do nothing"
        );
        self.connection.persist(async |session, _| {
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
                        &(standing.status as i64),
                        &(standing.players as i64),
                        &standing.wake.map(signed),
                        &signed(*made_at),
                        &signed(*touched),
                    ],
                )
                .await?;
            Ok(())
        })
    }

    fn add_entries(&mut self, table: TableId, entries: &[LogEntry]) -> Result<(), StoreError> {
        let last = self.log(table)?.last().map_or(crate::live_table::NO_HASH, |entry| entry.hash);
        let wrote = self.write(0, &crate::migrate::appends(table, last, entries))?;
        crate::migrate::all_done(&wrote)
    }

    fn belongings(&mut self) -> Result<Belongings, StoreError> {
        let key = |row: &Row| -> (Hash, Player, Millis) {
            let hash = row.get::<_, &[u8]>(0).try_into().unwrap_or_default();
            (hash, number(row.get(1)), row.get::<_, i64>(2) as Millis)
        };
        self.connection.persist(async |session, _| {
            let all = async |sql: &str| session.client.query(sql, &[]).await;
            let alive = all("select alive from life").await?;
            Ok(Belongings {
                keys: all("select hash, player, made_at from keys").await?.iter().map(key).collect(),
                links: all("select hash, player, until from links").await?.iter().map(key).collect(),
                outages: leases::outages(&all("select began, ended from outages order by began").await?),
                alive: alive.first().map(|row| row.get::<_, i64>(0) as Millis),
            })
        })
    }

    fn add_belongings(&mut self, belongings: &Belongings) -> Result<(), StoreError> {
        self.write(0, &crate::migrate::keys(belongings))?;
        let alive = signed(belongings.alive.unwrap_or(0));
        self.connection.persist(async |session, _| {
            let settling = session.client.transaction().await?;
            for outage in &belongings.outages {
                let sql = "insert into outages select $1::bigint, $2::bigint where not exists \
                           (select 1 from outages where began = $1 and ended = $2)";
                settling.execute(sql, &[&signed(outage.began), &signed(outage.ended)]).await?;
            }
            let life = "insert into life (one, alive, seal) values (1, $1, $2) \
                        on conflict (one) do update set alive = greatest(life.alive, $1)";
            settling.execute(life, &[&alive, &secrets::hash(&[secrets::token().as_bytes()]).as_slice()]).await?;
            // The next new table has a number of its own.
            let next = "select setval(pg_get_serial_sequence('tables', 'id'), coalesce(max(id), 0) + 1, false) \
                        from tables";
            settling.query(next, &[]).await?;
            settling.commit().await?;
            Ok(())
        })
    }
}
