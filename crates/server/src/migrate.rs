//! From one store into another: everything is copied, table by table, and what is there is compared by its hashes. What
//! was copied before is not copied again, so a move that broke off goes on where it was.

use std::collections::HashSet;

use crate::log_entry::LogEntry;
use crate::secrets::Hash;
use crate::store::{Belongings, Movable, StoreError, TableId, Write, WriteOutcome};

/// What a move has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Moved {
    /// How many tables there are.
    pub tables: usize,
    /// How many entries their logs have.
    pub entries: usize,
    /// How many of the entries were not there yet.
    pub copied: usize,
    /// How many keys and links.
    pub keys: usize,
}

/// Entries that are written at once.
const AT_ONCE: usize = 500;

/// Copies everything. Nobody may play meanwhile.
pub fn move_all(
    from: &mut dyn Movable,
    to: &mut dyn Movable,
    mut told: impl FnMut(&Moved),
) -> Result<Moved, StoreError> {
    let mut moved = Moved::default();
    for id in from.tables()? {
        moved.copied += move_table(from, to, id, &mut moved.entries)?;
        moved.tables += 1;
        if moved.tables.is_multiple_of(100) {
            told(&moved);
        }
    }
    let belongings = from.belongings()?;
    moved.keys = belongings.keys.len() + belongings.links.len();
    to.add_belongings(&belongings)?;
    let there = to.belongings()?;
    let there: HashSet<_> = there.keys.into_iter().collect();
    let all = belongings.keys.iter().all(|key| there.contains(key));
    if all { Ok(moved) } else { Err(StoreError("not every key is there".into())) }
}

/// Copies one table and its log, and reads both again to compare them.
fn move_table(
    from: &mut dyn Movable,
    to: &mut dyn Movable,
    id: TableId,
    entries: &mut usize,
) -> Result<usize, StoreError> {
    let Some(kept) = from.kept(id)? else { return Ok(0) };
    to.keep(&kept)?;
    let (log, there) = (from.log(id)?, to.log(id)?);
    let wrong = |what: &str| StoreError(format!("table {}: {what}", kept.row.code));
    if !is_beginning(&there, &log) {
        return Err(wrong("what is there already is not what is to be copied"));
    }
    for some in log[there.len()..].chunks(AT_ONCE) {
        to.add_entries(id, some)?;
    }
    let (row, copy) = (to.kept(id)?, to.log(id)?);
    if row.as_ref() != Some(&kept) || !is_whole(&copy) || copy != log {
        return Err(wrong("the copy is not the same"));
    }
    *entries += log.len();
    Ok(log.len() - there.len())
}

/// Entries that follow the one with this hash, as something to be written.
pub fn appends(table: TableId, mut last: Hash, entries: &[LogEntry]) -> Vec<Write> {
    let append = |entry: &LogEntry| {
        let before = std::mem::replace(&mut last, entry.hash);
        Write::Append { table, entry: entry.clone(), before, standing: None }
    };
    entries.iter().map(append).collect()
}

/// Keys and links as something to be written.
pub fn keys(belongings: &Belongings) -> Vec<Write> {
    let keys = belongings.keys.iter().map(|(hash, player, at)| Write::Key(*hash, *player, *at));
    keys.chain(belongings.links.iter().map(|(hash, player, until)| Write::Link(*hash, *player, *until)))
        .collect()
}

/// Whether all of it is there.
pub fn all_done(wrote: &[WriteOutcome]) -> Result<(), StoreError> {
    let done = wrote.iter().all(|wrote| *wrote == WriteOutcome::Done);
    if done { Ok(()) } else { Err(StoreError("somebody else writes there".into())) }
}

fn is_beginning(some: &[LogEntry], all: &[LogEntry]) -> bool {
    all.starts_with(some)
}

/// Whether every hash is that of the entry and all before it.
fn is_whole(entries: &[LogEntry]) -> bool {
    let mut before = crate::live_table::NO_HASH;
    entries.iter().all(|entry| entry.chained(&std::mem::replace(&mut before, entry.hash)) == entry.hash)
}
