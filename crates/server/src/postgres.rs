//! The store for many nodes: `PostgreSQL`, whose primary key decides which writer was first.
//!
//! A write is retried until it is known to be on disk; a retry recognises what the first attempt wrote by its hash. The
//! leases of nodes on tables are stored here too, but only to save work: a node that is wrong about them loses the race
//! for the primary key.

mod append;
mod connection;
mod leases;
mod migrate;
mod password;
mod schema;
mod tls;
mod writes;

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

use table::Millis;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use crate::encoding;
use crate::log_entry::{LogEntry, Player};
use crate::secrets::Hash;
use crate::store::{
    Listing, NodeStart, Note, NoteKind, Pruned, Stage, Store, StoreError, TableId, TableLocation, TableRow,
    TableStatus, Write, WriteOutcome,
};
use crate::table_records::TableRecords;
use append::Append;
use connection::{DbConnection, DbError, Session};

/// The columns of a [`TableRow`], in its order.
const COLUMNS: &str = "id, code, maker, setup, secret, title, seats, seconds, open, status, players, wake";

/// The columns of a [`LogEntry`], in its order.
const LOG_COLUMNS: &str = "seq, at, who, cmd, body, number, hash";

/// The number of connections for lookups.
const LOOKUP_CONNECTIONS: usize = 3;

fn select_log() -> String {
    format!("select {LOG_COLUMNS} from log where tab = $1 order by seq")
}

/// A store that many nodes share.
pub struct Postgres {
    connection: DbConnection,
    url: String,
    /// Where other nodes reach this one.
    address: String,
    node: Node,
}

/// The id of this node while it is registered, shared by all its connections; 0 for none.
#[derive(Clone, Default)]
struct Node(Arc<AtomicI64>);

impl Node {
    fn id(&self) -> Option<i64> {
        Some(self.0.load(Relaxed)).filter(|&id| id != 0)
    }

    fn set(&self, id: i64) {
        self.0.store(id, Relaxed);
    }
}

impl Postgres {
    /// Opens the store at a URL like `postgres://user@host/name`, and creates its tables if there are none. Other nodes
    /// reach this one at `address`.
    pub fn open(url: &str, address: &str) -> Result<Postgres, StoreError> {
        Ok(Postgres {
            connection: DbConnection::open(url)?,
            url: url.into(),
            address: address.into(),
            node: Node::default(),
        })
    }

    fn rows(&mut self, sql: &str, value: &(dyn ToSql + Sync)) -> Result<Vec<Row>, StoreError> {
        self.connection.retry(async |session, _| {
            let statement = session.statement(sql).await?;
            Ok(session.client.query(&statement, &[value]).await?)
        })
    }
}

impl Store for Postgres {
    fn write(&mut self, now: Millis, batch: &[Write]) -> Result<Vec<WriteOutcome>, StoreError> {
        let node = self.node.id();
        self.connection.retry(async |session, attempts| match attempts {
            0 => write_batch(session, node, now, batch).await,
            _ => write_one_by_one(session, node, now, batch).await,
        })
    }

    fn log(&mut self, table: TableId) -> Result<Vec<LogEntry>, StoreError> {
        let (sql, node) = (select_log(), self.node.id());
        self.connection.retry(async |session, _| {
            let statement = session.statement(&sql).await?;
            let transaction = session.client.transaction().await?;
            let rows = transaction.query(&statement, &[&table]).await?;
            // A failover to a standby may lose what is only readable, but not what precedes a commit.
            leases::barrier(&transaction, node).await?;
            transaction.commit().await?;
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

    fn lobby(&mut self, limit: usize) -> Result<Vec<TableRow>, StoreError> {
        let sql = format!(
            "select {COLUMNS} from tables where open and status < 3 and (players > 0 or touched = made_at) \
             order by id desc limit $1"
        );
        Ok(self.rows(&sql, &(limit as i64))?.iter().map(table_row).collect())
    }

    fn open_tables(&mut self, maker: Player) -> Result<usize, StoreError> {
        let sql = "select count(*) from tables where maker = $1 and status < 3 \
                   and (players > 0 or touched = made_at)";
        let rows = self.rows(sql, &bytes(maker).as_slice())?;
        Ok(rows.first().map_or(0, |row| row.get::<_, i64>(0) as usize))
    }

    fn due(&mut self) -> Result<Vec<(Millis, TableId)>, StoreError> {
        self.connection.retry(async |session, _| leases::due(session).await)
    }

    fn player(&mut self, key: &Hash) -> Result<Option<Player>, StoreError> {
        let rows = self.rows("select player from keys where hash = $1", &key.as_slice())?;
        Ok(rows.first().map(|row| number(row.get(0))))
    }

    fn start_node(&mut self, _now: Millis) -> Result<NodeStart, StoreError> {
        let address = self.address.clone();
        let (node, start) =
            self.connection.retry(async |session, _| leases::start_node(session, &address).await)?;
        self.node.set(node);
        Ok(start)
    }

    fn take(&mut self, table: TableId) -> Result<(TableLocation, Vec<LogEntry>), StoreError> {
        let Some(node) = self.node.id() else { return Ok((TableLocation::Unknown, Vec::new())) };
        self.connection.retry(async |session, _| leases::take(session, node, table).await)
    }

    fn remote_node(&mut self, code: &str) -> Result<Option<String>, StoreError> {
        let found = self.rows(leases::NODE_OF_TABLE, &code)?;
        let address = found.first().map(|row| row.get::<_, String>(0));
        Ok(address.filter(|address| *address != self.address))
    }

    fn other_nodes(&mut self) -> Result<Vec<String>, StoreError> {
        let sql = "select address from nodes where until > lastcard_now() and address <> $1";
        let own = self.address.clone();
        Ok(self.rows(sql, &own)?.iter().map(|row| row.get(0)).collect())
    }

    fn use_ticket(&mut self, ticket: &Hash, by: &Hash, until: Millis) -> Result<bool, StoreError> {
        // A retry after a lost connection finds its own mark.
        let sql = "insert into tickets as t (hash, used_by, until) values ($1, $2, $3) \
                   on conflict (hash) do update set until = t.until where t.used_by = $2 returning 1";
        self.connection.retry(async |session, _| {
            let statement = session.statement(sql).await?;
            let values: [&(dyn ToSql + Sync); 3] = [&ticket.as_slice(), &by.as_slice(), &signed(until)];
            Ok(session.client.query_opt(&statement, &values).await?.is_some())
        })
    }

    fn records(&mut self, table: TableId) -> Result<Option<TableRecords>, StoreError> {
        let rows = self.rows("select records from matches where tab = $1", &table)?;
        let records = rows.first().map(|row| encoding::read_records(table, row.get(0)));
        Ok(records.transpose()?)
    }

    fn notes(&mut self, kind: NoteKind, limit: usize) -> Result<Vec<Note>, StoreError> {
        let (sql, limit) = (
            "select subject, at, until, text from notes where kind = $1 order by id desc limit $2",
            limit as i64,
        );
        let rows = self.connection.retry(async |session, _| {
            let statement = session.statement(sql).await?;
            Ok(session.client.query(&statement, &[&kind.word(), &limit]).await?)
        })?;
        let note = |row: &Row| Note {
            kind,
            subject: row.get(0),
            at: row.get::<_, i64>(1) as Millis,
            until: row.get::<_, Option<i64>>(2).map(|until| until as Millis),
            text: row.get(3),
        };
        Ok(rows.iter().map(note).collect())
    }

    fn lookup_connections(&self) -> Result<Vec<Box<dyn Store>>, StoreError> {
        let open = |_| {
            let store = Postgres::open(&self.url, &self.address)?;
            Ok(Box::new(Postgres { node: self.node.clone(), ..store }) as Box<dyn Store>)
        };
        (0..LOOKUP_CONNECTIONS).map(open).collect()
    }

    fn prune(&mut self, before: Millis) -> Result<Pruned, StoreError> {
        let before = signed(before);
        self.connection.retry(async |session, _| {
            let change = session.client.transaction().await?;
            let old = "with old as (delete from tables where status >= 2 and touched < $1 returning id), \
                       logs as (delete from log where tab in (select id from old)), \
                       records as (delete from matches where tab in (select id from old)) select count(*) from old";
            let tables: i64 = change.query_one(old, &[&before]).await?.get(0);
            let idle = "with gone as (delete from keys k where made_at < $1 \
                        and not exists (select 1 from tables t where t.maker = k.player) \
                        and not exists (select 1 from log l where l.who = k.player) \
                        and not exists (select 1 from matches m where k.player = any (m.players)) \
                        returning player) \
                        select count(distinct player) from gone";
            let players: i64 = change.query_one(idle, &[&before]).await?.get(0);
            change.commit().await?;
            Ok(Pruned { tables: tables as u64, players: players as u64 })
        })
    }

    fn prune_deserted(&mut self, before: Millis) -> Result<Pruned, StoreError> {
        let before = signed(before);
        self.connection.retry(async |session, _| {
            let old = "with old as (delete from tables where status = 3 and deserted and touched < $1 returning id), \
                       logs as (delete from log where tab in (select id from old)) select count(*) from old";
            let tables: i64 = session.client.query_one(old, &[&before]).await?.get(0);
            Ok(Pruned { tables: tables as u64, players: 0 })
        })
    }

    fn place(&self) -> String {
        format!("PostgreSQL; other nodes reach this one at {}", self.address)
    }

    fn stop_node(&mut self) -> Result<(), StoreError> {
        let Some(node) = self.node.id() else { return Ok(()) };
        self.node.set(0);
        Ok(self.connection.attempt(async |session| leases::stop_node(session, node).await)?)
    }
}

/// Writes consecutive entries with one statement, and everything else on its own.
async fn write_batch(
    session: &mut Session,
    node: Option<i64>,
    now: Millis,
    batch: &[Write],
) -> Result<Vec<WriteOutcome>, DbError> {
    let mut outcomes = Vec::with_capacity(batch.len());
    for chunk in batch.chunk_by(|one, next| as_append(one).is_some() == as_append(next).is_some()) {
        let appends: Vec<Append<'_>> = chunk.iter().filter_map(as_append).collect();
        let done = if appends.is_empty() { None } else { append::append_all(session, now, &appends).await? };
        outcomes.extend(match done {
            Some(done) => done,
            None => write_one_by_one(session, node, now, chunk).await?,
        });
    }
    Ok(outcomes)
}

/// Writes one after the other in one transaction: slower, but the outcome of each is known.
async fn write_one_by_one(
    session: &mut Session,
    node: Option<i64>,
    now: Millis,
    batch: &[Write],
) -> Result<Vec<WriteOutcome>, DbError> {
    let transaction = session.client.transaction().await?;
    let mut outcomes = Vec::with_capacity(batch.len());
    for write in batch {
        outcomes.push(match as_append(write) {
            Some(append) => append::append_one(&transaction, now, &append).await?,
            None => writes::write(&transaction, node, now, write).await?,
        });
    }
    leases::barrier(&transaction, node).await?;
    transaction.commit().await?;
    Ok(outcomes)
}

fn as_append(write: &Write) -> Option<Append<'_>> {
    match write {
        Write::Append { table, entry, before, status } => {
            Some(Append { table: *table, entry, before, status: *status })
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

/// `PostgreSQL` has signed integers only; the bits are the same.
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

fn status(stage: i64, players: i64, wake: Option<i64>) -> TableStatus {
    let stage = match stage {
        0 => Stage::Lobby,
        1 => Stage::Playing,
        2 => Stage::Over,
        _ => Stage::Closed,
    };
    TableStatus { stage, players: players as usize, wake: wake.map(|at| at as Millis) }
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
        status: status(row.get(9), row.get(10), row.get(11)),
    }
}
