//! Reads every log from its start, checks every hash, and replays every match.

use std::path::Path;

use games::record::{Record, RecordError};

use crate::live_table::{LiveTable, ReplayError};
use crate::log_entry::LogEntry;
use crate::sqlite::Sqlite;
use crate::store::{Store, StoreError, TableId};
use crate::table_setup::TableSetup;

/// Number of logs read from one snapshot of the store.
const TABLES_READ_AT_ONCE: usize = 64;

/// What an audit found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Audit {
    /// Number of tables.
    pub tables: usize,
    /// Number of entries in their logs.
    pub entries: usize,
    /// Number of tables with a match, in progress or over.
    pub matches: usize,
    /// What is wrong, with the code of the table.
    pub faults: Vec<(String, AuditFault)>,
}

/// What is wrong with a table.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AuditFault {
    /// The setup is not one.
    #[error("its setup cannot be read")]
    Setup,
    /// Bytes are not what was written.
    #[error("{0}")]
    Damaged(String),
    /// The log does not lead where it says.
    #[error(transparent)]
    Log(#[from] ReplayError),
    /// The record of the match cannot be replayed.
    #[error("its record does not play again: {0}")]
    Record(RecordError),
    /// The record of a closed table is not what its replay writes.
    #[error("its record is not written as it is replayed")]
    RecordText,
    /// The replay of the record ends differently.
    #[error("its record comes to other scores")]
    Scores,
}

/// Audits a data folder.
pub fn audit(folder: &Path) -> Result<Audit, StoreError> {
    let store = Sqlite::open_to_read(folder)?;
    store.check()?;
    audit_store(Box::new(store))
}

/// Audits a store.
pub fn audit_store(mut store: Box<dyn Store>) -> Result<Audit, StoreError> {
    let mut audit = Audit::default();
    for (name, row) in store.damage()? {
        audit.faults.push((name, AuditFault::Damaged(format!("{row} is damaged"))));
    }
    for ids in store.tables()?.chunks(TABLES_READ_AT_ONCE) {
        for (id, entries) in ids.iter().zip(store.logs(ids)?) {
            audit_table(store.as_mut(), *id, &entries, &mut audit)?;
        }
    }
    Ok(audit)
}

/// Audits one table.
fn audit_table(
    store: &mut dyn Store,
    id: TableId,
    entries: &[LogEntry],
    audit: &mut Audit,
) -> Result<(), StoreError> {
    let Some(row) = store.table_by_id(id)? else { return Ok(()) };
    audit.tables += 1;
    if audit.faults.iter().any(|(code, _)| *code == row.code) {
        return Ok(());
    }
    if entries.is_empty() {
        match audit_records(store, id) {
            Ok(matches) => audit.matches += matches,
            Err(fault) => audit.faults.push((row.code, fault)),
        }
        return Ok(());
    }
    audit.entries += entries.len();
    let replayed = TableSetup::read(&row.setup)
        .ok_or(AuditFault::Setup)
        .and_then(|setup| LiveTable::from_log(&setup, row.secret, entries).map_err(AuditFault::Log));
    match replayed.and_then(|replayed| replay_record(&replayed)) {
        Ok(played) => audit.matches += usize::from(played),
        Err(fault) => audit.faults.push((row.code, fault)),
    }
    Ok(())
}

/// The number of matches that are kept of a closed table.
fn audit_records(store: &mut dyn Store, id: TableId) -> Result<usize, AuditFault> {
    let found = store.records(id).map_err(|why| AuditFault::Damaged(why.to_string()))?;
    let Some(records) = found else { return Ok(0) };
    records.check()?;
    Ok(records.matches.len())
}

/// Whether there is a match; its record has to lead to the same scores.
fn replay_record(replayed: &LiveTable) -> Result<bool, AuditFault> {
    let Some(session) = replayed.table().session() else { return Ok(false) };
    let text = games::record::write(session);
    let again = Record::read(&text).and_then(|record| record.replay());
    let again = again.map_err(AuditFault::Record)?;
    if again.scores() == session.scores() { Ok(true) } else { Err(AuditFault::Scores) }
}
