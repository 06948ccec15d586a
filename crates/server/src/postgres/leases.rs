//! Nodes and their leases on tables, by the clock of the database alone.

use table::Millis;
use tokio_postgres::{Row, Transaction};

use super::connection::{DbError, Session};
use super::{entry, select_log, signed, status};
use crate::log_entry::LogEntry;
use crate::secrets;
use crate::store::{Lease, NodeStart, Outage, TableId, TableLocation, WriteOutcome};

/// A node loses its tables this long after its last heartbeat.
pub const LEASE_MS: i64 = 10_000;

/// Outages shorter than this are ignored.
const MIN_OUTAGE_MS: i64 = 1_000;

/// Tables that are due within this are returned by [`due`].
const DUE_WITHIN_MS: i64 = 1_000;

/// Maximum number of due tables returned at once.
const MAX_DUE_TABLES: i64 = 500;

/// Removes nodes whose lease has expired and frees their tables. The gap since their last heartbeat is recorded with each
/// table.
const REMOVE_EXPIRED_NODES: &str = "
with dead as (delete from nodes where until < lastcard_now() returning id, alive)
update tables set owner = null, gaps = gaps || dead.alive || lastcard_now() from dead where owner = dead.id";

/// The address of the node that serves the table with a code.
pub const NODE_OF_TABLE: &str = "select n.address from tables t join nodes n on n.id = t.owner \
                        where t.code = $1 and t.status < 3 and n.until >= lastcard_now()";

/// Registers a node. If there was none at all for a while, that is recorded as an outage.
pub async fn start_node(session: &mut Session, address: &str) -> Result<(i64, NodeStart), DbError> {
    let change = session.client.transaction().await?;
    // One after the other, so that only the first of them finds no node.
    change.batch_execute("lock table nodes in exclusive mode").await?;
    let seal = secrets::hash(&[secrets::token().as_bytes()]);
    let life = "insert into life (one, alive, seal) values (1, lastcard_now(), $1) on conflict do nothing";
    change.execute(life, &[&seal.as_slice()]).await?;
    change.execute(REMOVE_EXPIRED_NODES, &[]).await?;
    let alone = "insert into outages (began, ended) select alive, lastcard_now() from life \
                 where not exists (select 1 from nodes) and lastcard_now() - alive > $1";
    change.execute(alone, &[&MIN_OUTAGE_MS]).await?;
    let node = "insert into nodes (address, alive, until) values ($1, lastcard_now(), lastcard_now() + $2) \
                returning id";
    let node: i64 = change.query_one(node, &[&address, &LEASE_MS]).await?.get(0);
    let life = "update life set alive = lastcard_now() returning alive, seal";
    let life = change.query_one(life, &[]).await?;
    let outages = change.query("select began, ended from outages order by began", &[]).await?;
    let start = NodeStart {
        now: life.get::<_, i64>(0) as Millis,
        outages: self::outages(&outages),
        signing_key: Some(life.get::<_, &[u8]>(1).try_into().unwrap_or(seal)),
    };
    change.commit().await?;
    Ok((node, start))
}

/// Renews the lease of a node, unless it has expired. The node's time carries the time of the store on, should the clock
/// of the database be set back.
pub async fn renew(
    client: &Transaction<'_>,
    node: Option<i64>,
    now: Millis,
) -> Result<WriteOutcome, DbError> {
    let Some(node) = node else { return Ok(WriteOutcome::Done) };
    let renew = "update nodes set alive = lastcard_now(), until = lastcard_now() + $2 \
                 where id = $1 and until >= lastcard_now()";
    let renewed = client.execute(renew, &[&node, &LEASE_MS]).await?;
    client.execute("update life set alive = greatest(lastcard_now(), $1)", &[&signed(now)]).await?;
    Ok(if renewed == 1 { WriteOutcome::Done } else { WriteOutcome::Taken })
}

/// Writes something, so that the commit also waits for everything before it.
pub async fn barrier(client: &Transaction<'_>, node: Option<i64>) -> Result<(), DbError> {
    if let Some(node) = node {
        client
            .execute("update nodes set alive = greatest(alive, lastcard_now()) where id = $1", &[&node])
            .await?;
    }
    Ok(())
}

/// Takes a table for a node, unless another node has it.
const TAKE_TABLE: &str = "update tables t set owner = $2 where id = $1 \
    and (owner is null or owner = $2 or not exists (select 1 from nodes n where n.id = t.owner)) \
    and exists (select 1 from nodes n where n.id = $2 and n.until > lastcard_now()) \
    returning status, players, wake, gaps";

/// The owner of a table: its address, whether its lease has expired, and whether it is the node that asks.
const OWNER_OF_TABLE: &str = "select n.address, n.until < lastcard_now(), n.id = $2 from tables t \
    join nodes n on n.id = t.owner where t.id = $1";

/// Takes a table for a node and reads its log, unless another node has it.
pub async fn take(
    session: &mut Session,
    node: i64,
    table: TableId,
) -> Result<(TableLocation, Vec<LogEntry>), DbError> {
    for _ in 0..2 {
        if let Some((lease, entries)) = take_free(session, node, table).await? {
            return Ok((TableLocation::Local(lease), entries));
        }
        let owner = session.client.query_opt(OWNER_OF_TABLE, &[&table, &node]).await?;
        match owner.map(|row| (row.get(0), row.get(1), row.get(2))) {
            Some((_, true, false)) => drop(session.client.execute(REMOVE_EXPIRED_NODES, &[]).await?),
            Some((address, false, false)) => return Ok((TableLocation::Remote(address), Vec::new())),
            Some((_, _, true)) | None => break,
        }
    }
    Ok((TableLocation::Unknown, Vec::new()))
}

/// The log is read before the commit, so a failover to a standby cannot have lost any of it.
async fn take_free(
    session: &mut Session,
    node: i64,
    table: TableId,
) -> Result<Option<(Lease, Vec<LogEntry>)>, DbError> {
    let (take, log) = (session.statement(TAKE_TABLE).await?, session.statement(&select_log()).await?);
    let transaction = session.client.transaction().await?;
    let Some(row) = transaction.query_opt(&take, &[&table, &node]).await? else { return Ok(None) };
    let entries = transaction.query(&log, &[&table]).await?;
    transaction.commit().await?;
    let gaps: Vec<i64> = row.get(3);
    let gaps = gaps.chunks_exact(2).map(|pair| outage(pair[0], pair[1])).collect();
    let status = status(row.get(0), row.get(1), row.get(2));
    Ok(Some((Lease { status, gaps }, entries.iter().map(entry).collect())))
}

/// The tables without a node at which something is due soon.
pub async fn due(session: &Session) -> Result<Vec<(Millis, TableId)>, DbError> {
    session.client.execute(REMOVE_EXPIRED_NODES, &[]).await?;
    let due = "select wake, id from tables t where wake < (select lastcard_now()) + $1 \
               and not exists (select 1 from nodes n where n.id = t.owner) order by wake limit $2";
    let rows = session.client.query(due, &[&DUE_WITHIN_MS, &MAX_DUE_TABLES]).await?;
    Ok(rows.iter().map(|row| (row.get::<_, i64>(0) as Millis, row.get(1))).collect())
}

/// Unregisters a node and frees its tables.
pub async fn stop_node(session: &mut Session, node: i64) -> Result<(), DbError> {
    let change = session.client.transaction().await?;
    change.execute("update tables set owner = null where owner = $1", &[&node]).await?;
    change.execute("delete from nodes where id = $1", &[&node]).await?;
    change.execute("update life set alive = lastcard_now()", &[]).await?;
    change.commit().await?;
    Ok(())
}

/// The outages in these rows.
pub fn outages(rows: &[Row]) -> Vec<Outage> {
    rows.iter().map(|row| outage(row.get(0), row.get(1))).collect()
}

fn outage(began: i64, ended: i64) -> Outage {
    Outage { began: began as Millis, ended: ended as Millis }
}
