//! Writing a batch: its entries become one row of the journal, everything else rows of its own.

use std::collections::BTreeMap;

use rusqlite::{OptionalExtension, params};
use table::Millis;

use super::{
    Sqlite, TABLES_REMOVED_AT_ONCE, add_player, bytes, chunks, journal, number, signed, taken_unless_one,
};
use crate::encoding::Batch;
use crate::log_entry::LogEntry;
use crate::secrets::Hash;
use crate::store::{StoreError, TableId, TableStatus, Write, WriteOutcome};

/// Once the disk was full, so much has to fit before it counts as free again.
const TRIED_BYTES: i64 = 128 << 10;

/// What a batch of writes has gathered and not written yet.
struct Gathered {
    now: Millis,
    entries: Batch,
    count: usize,
    /// The last status of each table.
    statuses: BTreeMap<TableId, TableStatus>,
}

impl Sqlite {
    /// Writes a batch in one transaction, and moves up to so many tables into chunks with it.
    pub(super) fn write_batch(
        &mut self,
        now: Millis,
        batch: &[Write],
        tables: usize,
    ) -> Result<Vec<WriteOutcome>, StoreError> {
        if self.is_full {
            self.try_for_room()?;
        }
        self.changing(|store| {
            let mut gathered = Gathered { now, entries: Batch::new(), count: 0, statuses: BTreeMap::new() };
            let write_one = |write| store.write_one(write, &mut gathered);
            let outcomes = batch.iter().map(write_one).collect::<Result<Vec<_>, _>>()?;
            if gathered.entries.is_empty() {
                store.set_alive(now)?;
            }
            store.write_gathered(&mut gathered)?;
            store.tidy_some(now, tables)?;
            Ok(outcomes)
        })
    }

    fn write_one(&mut self, write: &Write, gathered: &mut Gathered) -> Result<WriteOutcome, StoreError> {
        let now = gathered.now;
        match write {
            Write::Append { table, entry, before, status } => {
                if !self.append(*table, entry, before, gathered)? {
                    return Ok(WriteOutcome::Taken);
                }
                gathered.statuses.extend(status.map(|status| (*table, status)));
            }
            Write::Make(row, at) => return Ok(self.make(row, *at)?),
            Write::SetStatus(table, status) => {
                gathered.statuses.insert(*table, *status);
            }
            Write::Key(hash, player, at) => {
                let mut insert = self
                    .connection
                    .prepare_cached("insert or ignore into keys (hash, player, made_at) values (?, ?, ?)")?;
                return Ok(taken_unless_one(insert.execute(params![hash, bytes(*player), signed(*at)])?));
            }
            Write::Link(hash, player, until) => {
                self.connection.execute("delete from links where until < ?", [signed(now)])?;
                let sql = "insert or ignore into links (hash, player, until) values (?, ?, ?)";
                let done = self.connection.execute(sql, params![hash, bytes(*player), signed(*until)])?;
                return Ok(taken_unless_one(done));
            }
            Write::Exchange { link, key, now } => return Ok(self.exchange(link, key, *now)?),
            Write::Forget(hash) => {
                let sql = "delete from links where player = (select player from keys where hash = ?)";
                self.connection.execute(sql, [hash])?;
                self.connection.execute("delete from keys where hash = ?", [hash])?;
            }
            Write::ForgetPlayer(player) => {
                self.connection.execute("delete from links where player = ?", [bytes(*player)])?;
                self.connection.execute("delete from keys where player = ?", [bytes(*player)])?;
            }
            Write::Note(note) => self.add_note(note)?,
            Write::EndNotes(kind, subject) => self.end_notes(*kind, subject)?,
            Write::Sweep { unused, idle } => {
                self.write_gathered(gathered)?;
                self.sweep(*unused, *idle)?;
            }
            Write::Finish { table, last, records } => {
                self.write_gathered(gathered)?;
                return Ok(taken_unless_one(self.finish(*table, last, records.as_deref())?));
            }
            Write::Alive | Write::Release(_) => {}
        }
        Ok(WriteOutcome::Done)
    }

    /// Fails if the disk is still full. A heartbeat alone would find room where a batch finds none.
    fn try_for_room(&mut self) -> Result<(), StoreError> {
        let sql = "insert or replace into room (one, filler) values (1, zeroblob(?))";
        self.changing(|store| Ok(store.connection.execute(sql, [TRIED_BYTES])?))?;
        self.changing(|store| Ok(store.connection.execute("delete from room", [])?))?;
        Ok(())
    }

    /// Limits the size of the database, as a full disk would. For tests.
    #[doc(hidden)]
    pub fn limit_pages(&mut self, spare: u32) -> Result<(), StoreError> {
        let pages: u32 = self.connection.pragma_query_value(None, "page_count", |row| row.get(0))?;
        self.connection.pragma_update(None, "max_page_count", pages.saturating_add(spare))?;
        Ok(())
    }

    /// Gathers an entry, if it follows the last one of its table; the first one only while the table exists: it may have
    /// been swept meanwhile.
    fn append(
        &mut self,
        table: TableId,
        entry: &LogEntry,
        before: &Hash,
        gathered: &mut Gathered,
    ) -> Result<bool, StoreError> {
        let mut stored = None;
        if !self.journal.has(table) {
            stored = self.chunked_tail(table)?;
        }
        let Some(tail) = stored.as_mut().or_else(|| self.journal.tail(table)) else { return Ok(false) };
        if entry.seq != tail.seq + 1 || tail.hash != *before || entry.seq >= chunks::SEQ_LIMIT {
            return Ok(false);
        }
        if let Some(who) = entry.who.filter(|who| !tail.players.contains(who)) {
            tail.players.push(who);
            add_player(&self.connection, table, who)?;
        }
        journal::append(&mut self.journal, &mut gathered.entries, table, entry, stored);
        gathered.count += 1;
        Ok(true)
    }

    /// Writes the gathered entries as one row of the journal, and the changed statuses.
    fn write_gathered(&mut self, gathered: &mut Gathered) -> Result<(), StoreError> {
        for (table, status) in std::mem::take(&mut gathered.statuses) {
            self.set_status(table, status, gathered.now)?;
        }
        if gathered.entries.is_empty() {
            return Ok(());
        }
        let row = self.journal.next_row();
        let batch = std::mem::replace(&mut gathered.entries, Batch::new()).seal(row);
        self.connection
            .prepare_cached("insert into journal (id, at, entries) values (?, ?, ?)")?
            .execute(params![row, signed(gathered.now), batch])?;
        self.journal.add_row(row, gathered.now, batch, std::mem::take(&mut gathered.count));
        Ok(())
    }

    /// Notes that a server was alive at this time. A row of the journal says so too.
    pub(super) fn set_alive(&self, at: Millis) -> rusqlite::Result<usize> {
        let sql =
            "insert into life (one, alive) values (1, ?1) on conflict do update set alive = max(alive, ?1)";
        self.connection.prepare_cached(sql)?.execute([signed(at)])
    }

    /// When a server was last alive.
    pub(super) fn last_alive(&self) -> rusqlite::Result<Option<Millis>> {
        let sql = "select max(at) from (select alive as at from life union all \
                   select at from journal where id = (select max(id) from journal))";
        let at: Option<i64> = self.connection.query_row(sql, [], |row| row.get(0))?;
        Ok(at.map(|at| at as Millis))
    }

    fn exchange(&self, link: &Hash, key: &Hash, now: Millis) -> rusqlite::Result<WriteOutcome> {
        let sql = "delete from links where hash = ? and until >= ? returning player";
        let found = self.connection.query_row(sql, params![link, signed(now)], |row| row.get(0));
        let Some(player) = found.optional()? else { return Ok(WriteOutcome::Taken) };
        let player = number(player);
        let sql = "insert or ignore into keys (hash, player, made_at) values (?, ?, ?)";
        self.connection.execute(sql, params![key, bytes(player), signed(now)])?;
        Ok(WriteOutcome::Exchanged(player))
    }

    /// Removes some of the finished matches that were last used before this time; how many.
    pub(super) fn remove_old(&mut self, before: Millis) -> Result<usize, StoreError> {
        self.remove_some("select id from tables where status >= 2 and touched < ? limit ?", before)
    }

    /// Removes some of the closed tables that keep a log and were last used before this time; how many.
    pub(super) fn remove_deserted(&mut self, before: Millis) -> Result<usize, StoreError> {
        let sql = "select id from tables where status >= 2 and form = 2 and touched < ? limit ?";
        self.remove_some(sql, before)
    }

    fn remove_some(&mut self, sql: &str, before: Millis) -> Result<usize, StoreError> {
        let old = self.ids(sql, [signed(before), TABLES_REMOVED_AT_ONCE as i64])?;
        for table in &old {
            self.remove_table(*table)?;
        }
        Ok(old.len())
    }

    /// Removes the keys of players without a table that were created before this time; how many players.
    pub(super) fn remove_idle_players(&self, before: Millis) -> Result<u64, StoreError> {
        let idle = "made_at < ? and not exists (select 1 from tables t where t.maker = keys.player) \
                    and not exists (select 1 from sat s where s.player = keys.player)";
        let count = format!("select count(distinct player) from keys where {idle}");
        let players: i64 = self.connection.query_row(&count, [signed(before)], |row| row.get(0))?;
        self.connection.execute(&format!("delete from keys where {idle}"), [signed(before)])?;
        Ok(players as u64)
    }
}
