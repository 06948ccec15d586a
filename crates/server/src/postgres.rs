//! The store for many nodes: `PostgreSQL`, whose primary key decides who was first.
//!
//! A write is done again until it is known to be on disk; whatever of it landed the first time is found there by its
//! hash. Which node has a table is written here too, but only to save work: a node that is wrong about it is overtaken.

mod append;
mod connection;
mod leases;
mod migrate;
mod schema;
mod tls;
mod writes;

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

use table::Millis;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use crate::log_entry::{LogEntry, Player};
use crate::secrets::Hash;
use crate::store::{
    Begun, Listing, Status, Store, StoreError, TableId, TableLocation, TableRow, TableStatus, Write,
    WriteOutcome,
};
use append::Append;
use connection::{DbConnection, DbError, Session};

/// The columns of a [`TableRow`], in its order.
const COLUMNS: &str = "id, code, maker, setup, secret, title, seats, seconds, open, status, players, wake";

/// The columns of an [`LogEntry`], in its order.
const ENTRY: &str = "seq, at, who, cmd, body, number, hash";

/// So many look things up at the same time.
const LOOKUPS: usize = 3;

fn log_of() -> String {
    format!("select {ENTRY} from log where tab = $1 order by seq")
}

/// A store that many nodes share.
pub struct Postgres {
    connection: DbConnection,
    url: String,
    /// Where other nodes reach this one.
    address: String,
    node: Node,
}

/// The number of this node while it serves, the same for all ways to the store; 0 is none.
#[derive(Clone, Default)]
struct Node(Arc<AtomicI64>);

impl Node {
    fn number(&self) -> Option<i64> {
        Some(self.0.load(Relaxed)).filter(|&number| number != 0)
    }

    fn set(&self, number: i64) {
        self.0.store(number, Relaxed);
    }
}

impl Postgres {
    /// Opens the store at an address like `postgres://user@host/name`, or makes it. Other nodes reach this one at the
    /// other address.
    pub fn open(url: &str, address: &str) -> Result<Postgres, StoreError> {
        Ok(Postgres {
            connection: DbConnection::open(url)?,
            url: url.into(),
            address: address.into(),
            node: Node::default(),
        })
    }

    fn rows(&mut self, sql: &str, value: &(dyn ToSql + Sync)) -> Result<Vec<Row>, StoreError> {
        self.connection.persist(async |session, _| {
            let statement = session.statement(sql).await?;
            Ok(session.client.query(&statement, &[value]).await?)
        })
    }
}

impl Store for Postgres {
    fn write(&mut self, now: Millis, batch: &[Write]) -> Result<Vec<WriteOutcome>, StoreError> {
        let node = self.node.number();
        self.connection.persist(async |session, tried| match tried {
            0 => in_pieces(session, node, now, batch).await,
            _ => one_by_one(session, node, now, batch).await,
        })
    }

    fn log(&mut self, table: TableId) -> Result<Vec<LogEntry>, StoreError> {
        let (sql, node) = (log_of(), self.node.number());
        self.connection.persist(async |session, _| {
            let statement = session.statement(&sql).await?;
            let reading = session.client.transaction().await?;
            let rows = reading.query(&statement, &[&table]).await?;
            // What can be read may still be lost when a standby takes over; what was there before a commit cannot.
            leases::barrier(&reading, node).await?;
            reading.commit().await?;
            Ok(rows.iter().map(entry).collect())
        })
    }

    fn table(&mut self, code: &str) -> Result<Option<TableRow>, StoreError> {
        let rows = self.rows(&format!("select {COLUMNS} from tables where code = $1"), &code)?;
        Ok(rows.first().map(table_row))
    }

    fn table_by_id(&mut self, id: TableId) -> Result<Option<TableRow>, StoreError> {
        let rows = self.rows(&format!("select {COLUMNS} from tables where id = $1"), &id)?;
        Ok(rows.first().map(table_row))
    }

    fn tables(&mut self) -> Result<Vec<TableId>, StoreError> {
        let rows = self.rows("select id from tables where id > $1 order by id", &0_i64)?;
        Ok(rows.iter().map(|row| row.get(0)).collect())
    }

    fn lobby(&mut self, most: usize) -> Result<Vec<TableRow>, StoreError> {
        let sql = format!("select {COLUMNS} from tables where open and status < 3 order by id desc limit $1");
        Ok(self.rows(&sql, &(most as i64))?.iter().map(table_row).collect())
    }

    fn open_tables(&mut self, maker: Player) -> Result<usize, StoreError> {
        let sql = "select count(*) from tables where maker = $1 and status < 3";
        let rows = self.rows(sql, &bytes(maker).as_slice())?;
        Ok(rows.first().map_or(0, |row| row.get::<_, i64>(0) as usize))
    }

    fn due(&mut self) -> Result<Vec<(Millis, TableId)>, StoreError> {
        self.connection.persist(async |session, _| leases::due(session).await)
    }

    fn player(&mut self, key: &Hash) -> Result<Option<Player>, StoreError> {
        let rows = self.rows("select player from keys where hash = $1", &key.as_slice())?;
        Ok(rows.first().map(|row| number(row.get(0))))
    }

    fn begin(&mut self, _now: Millis) -> Result<Begun, StoreError> {
        let address = self.address.clone();
        let (node, begun) =
            self.connection.persist(async |session, _| leases::begin(session, &address).await)?;
        self.node.set(node);
        Ok(begun)
    }

    fn take(&mut self, table: TableId) -> Result<(TableLocation, Vec<LogEntry>), StoreError> {
        let Some(node) = self.node.number() else { return Ok((TableLocation::Nowhere, Vec::new())) };
        self.connection.persist(async |session, _| leases::take(session, node, table).await)
    }

    fn home(&mut self, code: &str) -> Result<Option<String>, StoreError> {
        let found = self.rows(leases::HOME, &code)?;
        let address = found.first().map(|row| row.get::<_, String>(0));
        Ok(address.filter(|address| *address != self.address))
    }

    fn use_ticket(&mut self, ticket: &Hash, by: &Hash, until: Millis) -> Result<bool, StoreError> {
        // Done again after a broken connection, it finds its own mark.
        let sql = "insert into tickets as t (hash, used_by, until) values ($1, $2, $3) \
                   on conflict (hash) do update set until = t.until where t.used_by = $2 returning 1";
        self.connection.persist(async |session, _| {
            let statement = session.statement(sql).await?;
            let values: [&(dyn ToSql + Sync); 3] = [&ticket.as_slice(), &by.as_slice(), &signed(until)];
            Ok(session.client.query_opt(&statement, &values).await?.is_some())
        })
    }

    fn other_ways(&self) -> Result<Vec<Box<dyn Store>>, StoreError> {
        let open = |_| {
            let other = Postgres::open(&self.url, &self.address)?;
            Ok(Box::new(Postgres { node: self.node.clone(), ..other }) as Box<dyn Store>)
        };
        (0..LOOKUPS).map(open).collect()
    }

    fn leave(&mut self) -> Result<(), StoreError> {
        let Some(node) = self.node.number() else { return Ok(()) };
        self.node.set(0);
        self.connection.attempt(async |session| leases::leave(session, node).await).map_err(connection::told)
    }
}

/// Entries that follow each other in the batch go out with one statement, everything else for itself.
async fn in_pieces(
    session: &mut Session,
    node: Option<i64>,
    now: Millis,
    batch: &[Write],
) -> Result<Vec<WriteOutcome>, DbError> {
    let mut wrote = Vec::with_capacity(batch.len());
    for piece in batch.chunk_by(|one, next| as_append(one).is_some() == as_append(next).is_some()) {
        let appends: Vec<Append<'_>> = piece.iter().filter_map(as_append).collect();
        let done =
            if appends.is_empty() { None } else { append::all_at_once(session, now, &appends).await? };
        wrote.extend(match done {
            Some(done) => done,
            None => one_by_one(session, node, now, piece).await?,
        });
    }
    Ok(wrote)
}

/// One after the other in one transaction: slower, but it tells of each what became of it.
async fn one_by_one(
    session: &mut Session,
    node: Option<i64>,
    now: Millis,
    batch: &[Write],
) -> Result<Vec<WriteOutcome>, DbError> {
    let writing = session.client.transaction().await?;
    let mut wrote = Vec::with_capacity(batch.len());
    for write in batch {
        wrote.push(match as_append(write) {
            Some(append) => append::one(&writing, now, &append).await?,
            None => writes::write(&writing, node, now, write).await?,
        });
    }
    leases::barrier(&writing, node).await?;
    writing.commit().await?;
    Ok(wrote)
}

fn as_append(write: &Write) -> Option<Append<'_>> {
    match write {
        Write::Append { table, entry, before, standing } => {
            Some(Append { table: *table, entry, before, standing: *standing })
        }
        _ => None,
    }
}

fn bytes(player: Player) -> [u8; 16] {
    player.to_le_bytes()
}

fn number(bytes: &[u8]) -> Player {
    bytes.try_into().map_or(0, Player::from_le_bytes)
}

/// `PostgreSQL` has signed numbers only; the bits are the same.
fn signed(number: u64) -> i64 {
    number as i64
}

fn entry(row: &Row) -> LogEntry {
    LogEntry {
        seq: row.get::<_, i64>(0) as u64,
        at: row.get::<_, i64>(1) as Millis,
        who: row.get::<_, Option<&[u8]>>(2).map(number),
        cmd: row.get(3),
        body: row.get(4),
        number: row.get::<_, i64>(5) as u64,
        hash: row.get::<_, &[u8]>(6).try_into().unwrap_or_default(),
    }
}

fn standing(status: i64, players: i64, wake: Option<i64>) -> TableStatus {
    let status = match status {
        0 => Status::Lobby,
        1 => Status::Playing,
        2 => Status::Over,
        _ => Status::Closed,
    };
    TableStatus { status, players: players as usize, wake: wake.map(|at| at as Millis) }
}

fn table_row(row: &Row) -> TableRow {
    TableRow {
        id: row.get(0),
        code: row.get(1),
        maker: number(row.get(2)),
        setup: row.get(3),
        secret: row.get::<_, i64>(4) as u64,
        listed: Listing {
            title: row.get(5),
            seats: row.get::<_, i64>(6) as usize,
            seconds: row.get::<_, i64>(7) as u64,
            open: row.get(8),
        },
        standing: standing(row.get(9), row.get(10), row.get(11)),
    }
}
