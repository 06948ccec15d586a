//! All writes but appends. Each of them is idempotent.

use table::Millis;
use tokio_postgres::Transaction;

use super::connection::DbError;
use super::{append, bytes, leases, number, signed};
use crate::secrets::Hash;
use crate::store::{Note, TableRow, Write, WriteOutcome};

/// Carries out one write.
pub async fn write(
    client: &Transaction<'_>,
    node: Option<i64>,
    now: Millis,
    write: &Write,
) -> Result<WriteOutcome, DbError> {
    match write {
        // Appends are written by `append`, and here the log of a closed table stays as it is.
        Write::Append { .. } | Write::Finish { .. } => Ok(WriteOutcome::Taken),
        Write::Make(row, at) => make(client, row, *at).await,
        Write::SetStatus(table, status) => {
            append::set_status(client, *table, *status, now).await?;
            Ok(WriteOutcome::Done)
        }
        Write::Key(hash, player, at) => {
            let insert =
                "insert into keys (hash, player, made_at) values ($1, $2, $3) on conflict do nothing";
            let (hash, player) = (hash.as_slice(), bytes(*player));
            client.execute(insert, &[&hash, &player.as_slice(), &signed(*at)]).await?;
            let found = client.query_one("select player from keys where hash = $1", &[&hash]).await?;
            Ok(if found.get::<_, &[u8]>(0) == player { WriteOutcome::Done } else { WriteOutcome::Taken })
        }
        Write::Link(hash, player, until) => {
            client.execute("delete from links where until < $1", &[&signed(now)]).await?;
            let insert = "insert into links (hash, player, until) values ($1, $2, $3) on conflict do nothing";
            let (hash, player) = (hash.as_slice(), bytes(*player));
            client.execute(insert, &[&hash, &player.as_slice(), &signed(*until)]).await?;
            Ok(WriteOutcome::Done)
        }
        Write::Exchange { link, key, now } => exchange(client, link, key, *now).await,
        Write::Forget(hash) => {
            let links = "delete from links where player = (select player from keys where hash = $1)";
            client.execute(links, &[&hash.as_slice()]).await?;
            client.execute("delete from keys where hash = $1", &[&hash.as_slice()]).await?;
            Ok(WriteOutcome::Done)
        }
        Write::ForgetPlayer(player) => {
            let player = bytes(*player);
            client.execute("delete from links where player = $1", &[&player.as_slice()]).await?;
            client.execute("delete from keys where player = $1", &[&player.as_slice()]).await?;
            Ok(WriteOutcome::Done)
        }
        Write::Note(kept) => add_note(client, kept).await,
        Write::EndNotes(kind, subject) => {
            let delete = "delete from notes where kind = $1 and subject = $2";
            client.execute(delete, &[&kind.word(), subject]).await?;
            Ok(WriteOutcome::Done)
        }
        Write::Sweep { unused, idle } => sweep(client, *unused, *idle).await,
        Write::Alive => leases::renew(client, node, now).await,
        Write::Release(table) => {
            client
                .execute("update tables set owner = null where id = $1 and owner = $2", &[table, &node])
                .await?;
            Ok(WriteOutcome::Done)
        }
    }
}

async fn add_note(client: &Transaction<'_>, note: &Note) -> Result<WriteOutcome, DbError> {
    let (kind, at, until) = (note.kind.word(), signed(note.at), note.until.map(signed));
    // PostgreSQL cannot store this character in a text, and nobody would see it.
    let text = note.text.replace('\0', "");
    if note.kind.is_single() {
        let older = "delete from notes where kind = $1 and subject = $2";
        client.execute(older, &[&kind, &note.subject]).await?;
    }
    let insert = "insert into notes (kind, subject, at, until, text) \
                  select $1::text, $2::text, $3::bigint, $4::bigint, $5::text where not exists \
                  (select 1 from notes where kind = $1 and subject = $2 and at = $3)";
    client.execute(insert, &[&kind, &note.subject, &at, &until, &text]).await?;
    Ok(WriteOutcome::Done)
}

async fn make(client: &Transaction<'_>, row: &TableRow, at: Millis) -> Result<WriteOutcome, DbError> {
    let insert = "insert into tables (code, maker, made_at, setup, secret, title, seats, seconds, open, status, \
         players, wake, touched) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $3) \
         on conflict do nothing";
    let (maker, secret, listed, status) = (bytes(row.maker), signed(row.secret), &row.listed, row.status);
    // PostgreSQL cannot store this character in a text, and nobody would see it.
    let title = listed.title.replace('\0', "");
    client
        .execute(
            insert,
            &[
                &row.code,
                &maker.as_slice(),
                &signed(at),
                &row.setup,
                &secret,
                &title,
                &(listed.seats as i64),
                &signed(listed.seconds),
                &listed.open,
                &(status.stage as i64),
                &(status.players as i64),
                &status.wake.map(signed),
            ],
        )
        .await?;
    let sql = "select id from tables where code = $1 and maker = $2 and secret = $3";
    let found = client.query_opt(sql, &[&row.code, &maker.as_slice(), &secret]).await?;
    Ok(found.map_or(WriteOutcome::Taken, |row| WriteOutcome::Made(row.get(0))))
}

async fn exchange(
    client: &Transaction<'_>,
    link: &Hash,
    key: &Hash,
    now: Millis,
) -> Result<WriteOutcome, DbError> {
    let (link, key) = (link.as_slice(), key.as_slice());
    let sql = "delete from links where hash = $1 and until >= $2 returning player";
    if let Some(row) = client.query_opt(sql, &[&link, &signed(now)]).await? {
        let insert = "insert into keys (hash, player, made_at) values ($1, $2, $3) on conflict do nothing";
        client.execute(insert, &[&key, &row.get::<_, &[u8]>(0), &signed(now)]).await?;
    }
    // The key is new and random, so if it is there, this exchange added it.
    let found = client.query_opt("select player from keys where hash = $1", &[&key]).await?;
    Ok(found.map_or(WriteOutcome::Taken, |row| WriteOutcome::Exchanged(number(row.get(0)))))
}

/// Removes unused tables, and closes idle ones, or removes those without a match. Slow tables have three turns more.
async fn sweep(client: &Transaction<'_>, unused: Millis, idle: Millis) -> Result<WriteOutcome, DbError> {
    let sql = "delete from tables where status = 0 and touched < $1 and touched = made_at \
               and not exists (select 1 from log where tab = id)";
    client.execute(sql, &[&signed(unused)]).await?;
    let old = "with old as (delete from tables where status = 0 and touched + 3000 * seconds < $1 returning id) \
               delete from log where tab in (select id from old)";
    client.execute(old, &[&signed(idle)]).await?;
    let sql = "update tables set status = 3, wake = null, deserted = (status = 1) \
               where status < 3 and touched + 3000 * seconds < $1";
    client.execute(sql, &[&signed(idle)]).await?;
    // A minute of tolerance for the clocks of nodes.
    client.execute("delete from tickets where until < lastcard_now() - 60000", &[]).await?;
    Ok(WriteOutcome::Done)
}
