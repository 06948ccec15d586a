//! Copies one store into another, table by table, and compares the copy by its hashes. What was copied before is not
//! copied again, so an interrupted move resumes where it stopped.

use std::collections::HashSet;

use crate::log_entry::LogEntry;
use crate::secrets::Hash;
use crate::store::{
    Movable, Note, NoteKind, ServerData, Store, StoreError, StoredTable, TableId, Write, WriteOutcome,
};
use crate::table_records::TableRecords;

/// The progress of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Moved {
    /// Tables so far.
    pub tables: usize,
    /// Entries of their logs.
    pub entries: usize,
    /// How many of the entries were new to the target.
    pub copied: usize,
    /// Keys and links.
    pub keys: usize,
}

/// Why a move stopped.
#[derive(Debug, thiserror::Error)]
pub enum MoveError {
    /// One of the stores failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The target has another log for a table.
    #[error("table {code}: what is there already is not what is to be copied")]
    OtherLog {
        /// The code of the table.
        code: String,
    },
    /// The copy of a table differs.
    #[error("table {code}: the copy is not the same")]
    CopyDiffers {
        /// The code of the table.
        code: String,
    },
    /// Keys are missing in the target.
    #[error("not every key is there")]
    MissingKeys,
}

/// Maximum number of entries in a batch.
const MAX_BATCH_ENTRIES: usize = 500;

/// Progress is reported after this many tables.
const REPORT_TABLES: usize = 100;

/// Maximum number of notes of a kind that are copied.
const MAX_NOTES: usize = 1_000_000;

/// Copies everything. No server may run on either store meanwhile.
pub fn move_all(
    from: &mut dyn Movable,
    to: &mut dyn Movable,
    mut report: impl FnMut(&Moved),
) -> Result<Moved, MoveError> {
    let mut moved = Moved::default();
    for id in from.tables()? {
        moved.copied += move_table(from, to, id, &mut moved.entries)?;
        moved.tables += 1;
        if moved.tables.is_multiple_of(REPORT_TABLES) {
            report(&moved);
        }
    }
    let data = from.server_data()?;
    moved.keys = data.keys.len() + data.links.len();
    to.add_server_data(&data)?;
    let copied: HashSet<_> = to.server_data()?.keys.into_iter().collect();
    let complete = data.keys.iter().all(|key| copied.contains(key));
    if complete { Ok(moved) } else { Err(MoveError::MissingKeys) }
}

/// Copies one table and its log, and reads both back to compare them.
fn move_table(
    from: &mut dyn Movable,
    to: &mut dyn Movable,
    id: TableId,
    entries: &mut usize,
) -> Result<usize, MoveError> {
    let Some(table) = from.stored_table(id)? else { return Ok(0) };
    to.add_table(&table)?;
    if let Some(records) = from.records(id)? {
        return move_records(from, to, &table, &records, entries);
    }
    let (log, present) = (from.log(id)?, to.log(id)?);
    if !log.starts_with(&present) {
        return Err(MoveError::OtherLog { code: table.row.code });
    }
    for batch in log[present.len()..].chunks(MAX_BATCH_ENTRIES) {
        to.add_entries(id, batch)?;
    }
    let (copy, copied_log) = (to.stored_table(id)?, to.log(id)?);
    if copy.as_ref() != Some(&table) || !is_intact(&copied_log) || copied_log != log {
        return Err(MoveError::CopyDiffers { code: table.row.code });
    }
    *entries += log.len();
    Ok(log.len() - present.len())
}

/// Copies what is kept of a closed table. Its log may be there from an earlier move.
fn move_records(
    from: &mut dyn Movable,
    to: &mut dyn Movable,
    table: &StoredTable,
    records: &TableRecords,
    entries: &mut usize,
) -> Result<usize, MoveError> {
    let (id, code) = (table.row.id, || table.row.code.clone());
    let present = to.log(id)?;
    if present.last().is_some_and(|last| last.hash != records.hash) {
        return Err(MoveError::OtherLog { code: code() });
    }
    to.add_records(id, records)?;
    let copied = to.stored_table(id)? == from.stored_table(id)? && to.records(id)?.as_ref() == Some(records);
    *entries += records.entries as usize;
    if copied { Ok(0) } else { Err(MoveError::CopyDiffers { code: code() }) }
}

/// The writes that append the entries after the one with this hash.
pub fn appends(table: TableId, mut last: Hash, entries: &[LogEntry]) -> Vec<Write> {
    let append = |entry: &LogEntry| {
        let before = std::mem::replace(&mut last, entry.hash);
        Write::Append { table, entry: entry.clone(), before, status: None }
    };
    entries.iter().map(append).collect()
}

/// The writes that add keys, links and notes.
pub fn keys(data: &ServerData) -> Vec<Write> {
    let keys = data.keys.iter().map(|(hash, player, at)| Write::Key(*hash, *player, *at));
    let links = data.links.iter().map(|(hash, player, until)| Write::Link(*hash, *player, *until));
    let notes = data.notes.iter().rev().map(|note| Write::Note(Box::new(note.clone())));
    keys.chain(links).chain(notes).collect()
}

/// All notes of a store, the newest of each kind first.
pub fn all_notes(store: &mut dyn Store) -> Result<Vec<Note>, StoreError> {
    let kinds = NoteKind::ALL.iter().map(|kind| store.notes(*kind, MAX_NOTES));
    Ok(kinds.collect::<Result<Vec<_>, _>>()?.concat())
}

/// An error unless all of it was written.
pub fn all_done(outcomes: &[WriteOutcome]) -> Result<(), StoreError> {
    let done = outcomes.iter().all(|outcome| *outcome == WriteOutcome::Done);
    if done { Ok(()) } else { Err(StoreError::InUse) }
}

/// Whether the hashes chain.
fn is_intact(entries: &[LogEntry]) -> bool {
    let mut before = crate::live_table::NO_HASH;
    entries.iter().all(|entry| entry.chained(&std::mem::replace(&mut before, entry.hash)) == entry.hash)
}
