//! Appending many entries at once: one statement, one round trip, one flush of the disk.

use tokio_postgres::types::ToSql;

use super::connection::{DbError, Session};
use super::{bytes, signed};
use crate::log_entry::LogEntry;
use crate::secrets::Hash;
use crate::store::{TableId, TableStatus, WriteOutcome};
use table::Millis;

/// Inserts every entry whose run continues the log; the first of a log only while the table exists, which is locked
/// against sweeping. An entry whose number is taken makes all of it fail. The previous hash is compared in a scalar
/// subquery: with `exists` the planner may read the whole log instead.
const APPEND: &str = "
with new as (
  insert into log (tab, seq, at, who, cmd, body, number, hash)
  select n.tab, n.seq, n.at, n.who, n.cmd, n.body, n.number, n.hash
  from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bytea[], $5::text[], $6::text[], $7::bigint[], $8::bytea[],
    $9::bigint[], $10::bytea[]) as n (tab, seq, at, who, cmd, body, number, hash, first, before)
  where case n.first when 1 then (select t.id from tables t where t.id = n.tab for key share) is not null
    else n.before = (select l.hash from log l where l.tab = n.tab and l.seq = n.first - 1) end
  returning tab, seq),
written as (
  update tables t set status = s.status, players = s.players, wake = s.wake, touched = $16, gaps = '{}'
  from unnest($11::bigint[], $12::bigint[], $13::bigint[], $14::bigint[], $15::bigint[])
    as s (tab, seq, status, players, wake)
  where t.id = s.tab and (s.tab, s.seq) in (select tab, seq from new))
select count(*) from new";

/// An entry to append.
#[derive(Clone, Copy)]
pub struct Append<'a> {
    /// Which table.
    pub table: TableId,
    /// The entry.
    pub entry: &'a LogEntry,
    /// The hash of the previous entry.
    pub before: &'a Hash,
    /// The status of the table after it.
    pub status: Option<TableStatus>,
}

/// The consecutive entries of one table in a batch: they are written together or not at all.
struct Run<'a> {
    first: u64,
    before: &'a Hash,
    last: &'a LogEntry,
    status: Option<(u64, TableStatus)>,
}

/// Appends all of them with one statement. `None` if some could not be appended: their outcomes are unknown.
pub async fn append_all(
    session: &mut Session,
    now: Millis,
    appends: &[Append<'_>],
) -> Result<Option<Vec<WriteOutcome>>, DbError> {
    let Some(columns) = Columns::new(appends) else { return Ok(None) };
    let touched = signed(now);
    let mut values: Vec<&(dyn ToSql + Sync)> = vec![
        &columns.table,
        &columns.seq,
        &columns.at,
        &columns.who,
        &columns.cmd,
        &columns.body,
        &columns.number,
        &columns.hash,
        &columns.first,
        &columns.before,
    ];
    let statuses = &columns.statuses;
    values.extend([
        &statuses[0] as &(dyn ToSql + Sync),
        &statuses[1],
        &statuses[2],
        &statuses[3],
        &columns.wake,
        &touched,
    ]);
    let append = session.statement(APPEND).await?;
    let written = session.client.query_one(&append, &values).await;
    match written.map_err(DbError::from) {
        Ok(row) if row.get::<_, i64>(0) == appends.len() as i64 => {
            Ok(Some(vec![WriteOutcome::Done; appends.len()]))
        }
        // Runs that did not continue their log are missing; the others were written, and a retry recognises them.
        Ok(_) | Err(DbError::Conflict) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Appends one entry within a transaction. If the log has the same entry already, it counts as written.
pub async fn append_one(
    client: &tokio_postgres::Transaction<'_>,
    now: Millis,
    append: &Append<'_>,
) -> Result<WriteOutcome, DbError> {
    let Append { table, entry, before, status } = *append;
    let insert = "insert into log (tab, seq, at, who, cmd, body, number, hash) \
         select $1::bigint, $2::bigint, $3::bigint, $4::bytea, $5::text, $6::text, $7::bigint, $8::bytea \
         where case $2 when 1 then (select id from tables where id = $1 for key share) is not null \
         else exists (select 1 from log where tab = $1 and seq = $2 - 1 and hash = $9) end \
         on conflict do nothing";
    let (seq, at, number) = (signed(entry.seq), signed(entry.at), signed(entry.number));
    let who = entry.who.map(bytes);
    let (who, hash, before) = (who.as_ref().map(<[u8; 16]>::as_slice), &entry.hash[..], &before[..]);
    let done = client
        .execute(insert, &[&table, &seq, &at, &who, &entry.cmd, &entry.body, &number, &hash, &before])
        .await?;
    if done == 1 {
        if let Some(status) = status {
            set_status(client, table, status, now).await?;
        }
        return Ok(WriteOutcome::Done);
    }
    let found = client.query_opt("select hash from log where tab = $1 and seq = $2", &[&table, &seq]).await?;
    if found.is_none_or(|row| row.get::<_, &[u8]>(0) != hash) {
        return Ok(WriteOutcome::Taken);
    }
    let next = client
        .query_opt("select 1 from log where tab = $1 and seq = $2::bigint + 1", &[&table, &seq])
        .await?;
    if let (None, Some(status)) = (next, status) {
        set_status(client, table, status, now).await?;
    }
    Ok(WriteOutcome::Done)
}

/// Writes the status of a table.
pub async fn set_status(
    client: &tokio_postgres::Transaction<'_>,
    table: TableId,
    status: TableStatus,
    touched: Millis,
) -> Result<(), DbError> {
    let sql = "update tables set status = $2, players = $3, wake = $4, touched = $5 where id = $1";
    let (stage, players) = (status.stage as i64, status.players as i64);
    let (wake, touched) = (status.wake.map(signed), signed(touched));
    client.execute(sql, &[&table, &stage, &players, &wake, &touched]).await?;
    Ok(())
}

/// The entries and the status of their tables, as columns.
#[derive(Default)]
struct Columns<'a> {
    table: Vec<i64>,
    seq: Vec<i64>,
    at: Vec<i64>,
    who: Vec<Option<Vec<u8>>>,
    cmd: Vec<Option<&'a str>>,
    body: Vec<&'a str>,
    number: Vec<i64>,
    hash: Vec<&'a [u8]>,
    first: Vec<i64>,
    before: Vec<&'a [u8]>,
    /// Table, entry, status and players.
    statuses: [Vec<i64>; 4],
    wake: Vec<Option<i64>>,
}

impl<'a> Columns<'a> {
    /// `None` if the entries of a table are not consecutive.
    fn new(appends: &[Append<'a>]) -> Option<Columns<'a>> {
        let mut columns = Columns::default();
        let mut runs: std::collections::HashMap<TableId, Run<'a>> = std::collections::HashMap::new();
        for &Append { table, entry, before, status } in appends {
            let run =
                runs.entry(table).or_insert(Run { first: entry.seq, before, last: entry, status: None });
            let follows = run.last.seq + 1 == entry.seq && run.last.hash == *before;
            if run.first != entry.seq && !follows {
                return None;
            }
            run.last = entry;
            run.status = status.map(|status| (entry.seq, status)).or(run.status);
            columns.table.push(table);
            columns.seq.push(signed(entry.seq));
            columns.at.push(signed(entry.at));
            columns.who.push(entry.who.map(|who| bytes(who).to_vec()));
            columns.cmd.push(entry.cmd.as_deref());
            columns.body.push(&entry.body);
            columns.number.push(signed(entry.number));
            columns.hash.push(&entry.hash);
            columns.first.push(signed(run.first));
            columns.before.push(run.before);
        }
        for (table, run) in runs {
            if let Some((seq, status)) = run.status {
                let statuses = [table, signed(seq), status.stage as i64, status.players as i64];
                for (column, value) in columns.statuses.iter_mut().zip(statuses) {
                    column.push(value);
                }
                columns.wake.push(status.wake.map(signed));
            }
        }
        Some(columns)
    }
}
