//! Which nodes there are, and which of them has which table. By the clock of the database alone.

use table::Millis;
use tokio_postgres::{Row, Transaction};

use super::connection::{DbError, Session};
use super::{entry, log_of, standing};
use crate::log_entry::LogEntry;
use crate::secrets;
use crate::store::{Begun, Lease, Outage, TableId, TableLocation, WriteOutcome};

/// Whoever is silent for so long has lost its tables.
pub const LEASE: i64 = 10_000;

/// An absence shorter than this is none.
const SHORT: i64 = 1_000;

/// What is due within this is told.
const SOON: i64 = 1_000;

/// The most that are told at once.
const MOST_DUE: i64 = 500;

/// Who was silent for too long is no node any more, and its tables are anybody's. The time it was away is written down
/// with each of them.
const BURY: &str = "
with dead as (delete from nodes where until < lastcard_now() returning id, alive)
update tables set owner = null, gaps = gaps || dead.alive || lastcard_now() from dead where owner = dead.id";

/// Where the table with a code is played.
pub const HOME: &str = "select n.address from tables t join nodes n on n.id = t.owner \
                        where t.code = $1 and t.status < 3 and n.until >= lastcard_now()";

/// A new node. If there was none at all for a while, that is written down.
pub async fn begin(session: &mut Session, address: &str) -> Result<(i64, Begun), DbError> {
    let change = session.client.transaction().await?;
    // One after the other: the first of them finds that there is none.
    change.batch_execute("lock table nodes in exclusive mode").await?;
    let seal = secrets::hash(&[secrets::token().as_bytes()]);
    let life = "insert into life (one, alive, seal) values (1, lastcard_now(), $1) on conflict do nothing";
    change.execute(life, &[&seal.as_slice()]).await?;
    change.execute(BURY, &[]).await?;
    let alone = "insert into outages (began, ended) select alive, lastcard_now() from life \
                 where not exists (select 1 from nodes) and lastcard_now() - alive > $1";
    change.execute(alone, &[&SHORT]).await?;
    let node = "insert into nodes (address, alive, until) values ($1, lastcard_now(), lastcard_now() + $2) \
                returning id";
    let node: i64 = change.query_one(node, &[&address, &LEASE]).await?.get(0);
    let life = "update life set alive = lastcard_now() returning alive, seal";
    let life = change.query_one(life, &[]).await?;
    let outages = change.query("select began, ended from outages order by began", &[]).await?;
    let begun = Begun {
        now: life.get::<_, i64>(0) as Millis,
        outages: self::outages(&outages),
        seal: Some(life.get::<_, &[u8]>(1).try_into().unwrap_or(seal)),
    };
    change.commit().await?;
    Ok((node, begun))
}

/// The node is there. One that was silent for too long is told so.
pub async fn renew(client: &Transaction<'_>, node: Option<i64>) -> Result<WriteOutcome, DbError> {
    let Some(node) = node else { return Ok(WriteOutcome::Done) };
    let renew = "update nodes set alive = lastcard_now(), until = lastcard_now() + $2 \
                 where id = $1 and until >= lastcard_now()";
    let renewed = client.execute(renew, &[&node, &LEASE]).await?;
    client.execute("update life set alive = lastcard_now()", &[]).await?;
    Ok(if renewed == 1 { WriteOutcome::Done } else { WriteOutcome::Taken })
}

/// Something that has to be written, so that everything before it is too.
pub async fn barrier(client: &Transaction<'_>, node: Option<i64>) -> Result<(), DbError> {
    if let Some(node) = node {
        client
            .execute("update nodes set alive = greatest(alive, lastcard_now()) where id = $1", &[&node])
            .await?;
    }
    Ok(())
}

/// Takes a table, unless another node has it.
const TAKE: &str = "update tables t set owner = $2 where id = $1 \
    and (owner is null or owner = $2 or not exists (select 1 from nodes n where n.id = t.owner)) \
    and exists (select 1 from nodes n where n.id = $2 and n.until > lastcard_now()) \
    returning status, players, wake, gaps";

/// Who has a table: the address, whether it was silent for too long, and whether it is the one who asks.
const OWNER: &str = "select n.address, n.until < lastcard_now(), n.id = $2 from tables t \
    join nodes n on n.id = t.owner where t.id = $1";

/// Takes a table with its log, unless another node has it.
pub async fn take(
    session: &mut Session,
    node: i64,
    table: TableId,
) -> Result<(TableLocation, Vec<LogEntry>), DbError> {
    for _ in 0..2 {
        if let Some((tenancy, entries)) = take_free(session, node, table).await? {
            return Ok((TableLocation::Here(tenancy), entries));
        }
        let owner = session.client.query_opt(OWNER, &[&table, &node]).await?;
        match owner.map(|row| (row.get(0), row.get(1), row.get(2))) {
            Some((_, true, false)) => drop(session.client.execute(BURY, &[]).await?),
            Some((address, false, false)) => return Ok((TableLocation::There(address), Vec::new())),
            Some((_, _, true)) | None => break,
        }
    }
    Ok((TableLocation::Nowhere, Vec::new()))
}

/// What is read here was there before the commit, so no standby that takes over can have lost it.
async fn take_free(
    session: &mut Session,
    node: i64,
    table: TableId,
) -> Result<Option<(Lease, Vec<LogEntry>)>, DbError> {
    let (take, log) = (session.statement(TAKE).await?, session.statement(&log_of()).await?);
    let taking = session.client.transaction().await?;
    let Some(row) = taking.query_opt(&take, &[&table, &node]).await? else { return Ok(None) };
    let entries = taking.query(&log, &[&table]).await?;
    taking.commit().await?;
    let gaps: Vec<i64> = row.get(3);
    let gaps = gaps.chunks_exact(2).map(|pair| outage(pair[0], pair[1])).collect();
    let standing = standing(row.get(0), row.get(1), row.get(2));
    Ok(Some((Lease { standing, gaps }, entries.iter().map(entry).collect())))
}

/// The tables that nobody has and at which something is due soon. Whoever was silent for too long has none.
pub async fn due(session: &Session) -> Result<Vec<(Millis, TableId)>, DbError> {
    session.client.execute(BURY, &[]).await?;
    let due = "select wake, id from tables t where wake < lastcard_now() + $1 \
               and not exists (select 1 from nodes n where n.id = t.owner) order by wake limit $2";
    let rows = session.client.query(due, &[&SOON, &MOST_DUE]).await?;
    Ok(rows.iter().map(|row| (row.get::<_, i64>(0) as Millis, row.get(1))).collect())
}

/// The node is no more, and its tables are anybody's.
pub async fn leave(session: &mut Session, node: i64) -> Result<(), DbError> {
    let change = session.client.transaction().await?;
    change.execute("update tables set owner = null where owner = $1", &[&node]).await?;
    change.execute("delete from nodes where id = $1", &[&node]).await?;
    change.execute("update life set alive = lastcard_now()", &[]).await?;
    change.commit().await?;
    Ok(())
}

/// Times that were read.
pub fn outages(rows: &[Row]) -> Vec<Outage> {
    rows.iter().map(|row| outage(row.get(0), row.get(1))).collect()
}

fn outage(began: i64, ended: i64) -> Outage {
    Outage { began: began as Millis, ended: ended as Millis }
}
