//! What the journal holds, in memory: for each table the entries that are not in chunks yet.
//!
//! A row of the journal is a batch of entries of many tables. It is deleted once all of its entries are in chunks.

use std::collections::{BTreeMap, HashMap, VecDeque};

use table::Millis;

use crate::encoding::{self, Batch, Head, Unreadable};
use crate::log_entry::{LogEntry, Player};
use crate::secrets::Hash;
use crate::store::TableId;

/// A table with this many entries in the journal is moved to a chunk.
pub const MOVED_ENTRIES: usize = 64;

/// Entries are in the journal no longer than this: a table at which nothing happens any more must not keep its rows.
const MAX_AGE_MS: Millis = 10 * 60_000;

/// Beyond this the oldest rows are emptied first, so that a start reads little.
const MAX_BYTES: usize = 32 << 20;

/// More tables than this should not wait to be moved.
const MAX_READY: usize = 8;

/// More rows than this should not wait to be deleted.
const MAX_EMPTY_ROWS: usize = 64;

/// The journal in memory.
#[derive(Default)]
pub struct Journal {
    rows: BTreeMap<i64, JournalRow>,
    tails: HashMap<TableId, Tail>,
    /// The tables that have enough entries for a chunk.
    ready: VecDeque<TableId>,
    /// The tables of the oldest row, when that has to be emptied.
    oldest: VecDeque<TableId>,
    /// The rows without entries that count, which can be deleted.
    empty: Vec<i64>,
    bytes: usize,
    last_row: i64,
}

struct JournalRow {
    at: Millis,
    batch: Vec<u8>,
    /// How many of its entries are not in chunks.
    entries: usize,
}

/// The end of a log.
#[derive(Clone, Default)]
pub struct Tail {
    /// The number of the last entry.
    pub seq: u64,
    /// Its hash.
    pub hash: Hash,
    /// Players who are known to be stored with the table.
    pub players: Vec<Player>,
    /// The entries that are not in chunks.
    places: Vec<Place>,
}

/// Where an entry is in the journal.
#[derive(Clone, Copy)]
struct Place {
    row: i64,
    offset: u32,
}

impl Tail {
    /// The end of the log of a table that has no entry in the journal.
    pub fn new(seq: u64, hash: Hash, players: Vec<Player>) -> Tail {
        Tail { seq, hash, players, places: Vec::new() }
    }
}

impl Journal {
    /// The id of the next row.
    pub fn next_row(&self) -> i64 {
        self.last_row + 1
    }

    /// The end of the log of a table with entries in the journal.
    pub fn tail(&mut self, table: TableId) -> Option<&mut Tail> {
        self.tails.get_mut(&table)
    }

    /// Whether a table has entries in the journal.
    pub fn has(&self, table: TableId) -> bool {
        self.tails.contains_key(&table)
    }

    /// Notes that the next row has an entry of a table, which follows the one before.
    pub fn push(&mut self, entry: &Head, tail_before: Option<Tail>) {
        let row = self.next_row();
        let tail = match tail_before {
            Some(tail) => self.tails.entry(entry.table).or_insert(tail),
            None => self.tails.entry(entry.table).or_default(),
        };
        (tail.seq, tail.hash) = (entry.seq, entry.hash);
        tail.places.push(Place { row, offset: entry.offset });
        if tail.places.len() == MOVED_ENTRIES {
            self.ready.push_back(entry.table);
        }
    }

    /// Adds the next row, of whose entries this many are in [`Journal::push`].
    pub fn add_row(&mut self, row: i64, at: Millis, batch: Vec<u8>, entries: usize) {
        self.bytes += batch.len();
        self.last_row = row;
        self.rows.insert(row, JournalRow { at, batch, entries });
        if entries == 0 {
            self.empty.push(row);
        }
    }

    /// Continues after this row, although it is not kept.
    pub fn skip_row(&mut self, row: i64) {
        self.last_row = row;
    }

    /// The entries of a table that are in the journal.
    pub fn entries(&self, table: TableId) -> Result<Vec<LogEntry>, Unreadable> {
        let Some(tail) = self.tails.get(&table) else { return Ok(Vec::new()) };
        let entry = |place: &Place| {
            let row = self.rows.get(&place.row).ok_or(Unreadable)?;
            encoding::entry_at(&row.batch, place.offset)
        };
        tail.places.iter().map(entry).collect()
    }

    /// The number of entries in the journal.
    pub fn len(&self) -> usize {
        self.tails.values().map(|tail| tail.places.len()).sum()
    }

    /// Forgets the entries of a table: they are in chunks, or the table is gone.
    pub fn forget(&mut self, table: TableId) {
        let Some(tail) = self.tails.remove(&table) else { return };
        for place in tail.places {
            let Some(row) = self.rows.get_mut(&place.row) else { continue };
            row.entries -= 1;
            if row.entries == 0 {
                self.empty.push(place.row);
            }
        }
    }

    /// Whether tidying up is worth a commit of its own: the batches do not keep up with it, or a row is old.
    pub fn wants_tidying(&self, now: Millis) -> bool {
        self.ready.len() > MAX_READY
            || self.empty.len() > MAX_EMPTY_ROWS
            || self.oldest_to_empty(now).is_some()
    }

    /// The oldest row, if the journal is long or that row old.
    fn oldest_to_empty(&self, now: Millis) -> Option<i64> {
        let (&id, row) = self.rows.iter().find(|(_, row)| row.entries > 0)?;
        let stays = !self.is_long() && row.at.saturating_add(MAX_AGE_MS) > now;
        (!stays).then_some(id)
    }

    /// The next table to move: one with enough entries, or one of the oldest row if the journal is long or that row old.
    pub fn next_to_move(&mut self, now: Millis) -> Option<TableId> {
        while let Some(table) = self.ready.pop_front() {
            if self.tails.get(&table).is_some_and(|tail| tail.places.len() >= MOVED_ENTRIES) {
                return Some(table);
            }
        }
        if self.oldest.is_empty() {
            let oldest = self.oldest_to_empty(now)?;
            self.oldest = self.tables_of(oldest).into();
        }
        while let Some(table) = self.oldest.pop_front() {
            if self.has(table) {
                return Some(table);
            }
        }
        None
    }

    /// Whether the journal is longer than it should be.
    pub fn is_long(&self) -> bool {
        self.bytes > MAX_BYTES
    }

    /// The tables that need a row.
    fn tables_of(&self, row: i64) -> Vec<TableId> {
        let heads = self.rows.get(&row).and_then(|kept| encoding::read_batch(row, &kept.batch).ok());
        let mut tables: Vec<TableId> = heads.unwrap_or_default().iter().map(|head| head.table).collect();
        tables.retain(|table| self.is_needed(*table, row));
        tables.sort_unstable();
        tables.dedup();
        tables
    }

    fn is_needed(&self, table: TableId, row: i64) -> bool {
        self.tails.get(&table).is_some_and(|tail| tail.places.iter().any(|place| place.row == row))
    }

    /// All tables that share a row with this one, and itself.
    pub fn neighbours(&self, table: TableId) -> Vec<TableId> {
        let Some(tail) = self.tails.get(&table) else { return Vec::new() };
        let mut rows: Vec<i64> = tail.places.iter().map(|place| place.row).collect();
        rows.dedup();
        let mut tables: Vec<TableId> = rows.into_iter().flat_map(|row| self.tables_of(row)).collect();
        tables.sort_unstable();
        tables.dedup();
        tables
    }

    /// Whether rows can be deleted.
    pub fn has_empty_rows(&self) -> bool {
        !self.empty.is_empty()
    }

    /// Takes out up to so many rows that can be deleted, with the latest time of one of them.
    pub fn take_empty(&mut self, limit: usize) -> (Vec<i64>, Millis) {
        let taken: Vec<i64> = self.empty.drain(..limit.min(self.empty.len())).collect();
        let mut latest = 0;
        for id in &taken {
            if let Some(row) = self.rows.remove(id) {
                self.bytes -= row.batch.len();
                latest = latest.max(row.at);
            }
        }
        (taken, latest)
    }
}

/// Adds an entry to a batch and to the journal.
pub fn append(
    journal: &mut Journal,
    batch: &mut Batch,
    table: TableId,
    entry: &LogEntry,
    tail: Option<Tail>,
) {
    let offset = batch.push(table, entry);
    let head = Head { table, seq: entry.seq, hash: entry.hash, offset };
    journal.push(&head, tail);
}
