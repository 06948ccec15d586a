//! Reads every log from its start, checks every hash, and replays every match.

use std::path::Path;

use games::record::Record;

use crate::live_table::{LiveTable, ReplayError};
use crate::sqlite::Sqlite;
use crate::store::{Store, StoreError};
use crate::table_setup::TableSetup;

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
    /// The log does not lead where it says.
    #[error(transparent)]
    Log(#[from] ReplayError),
    /// The record of the match cannot be replayed.
    #[error("its record does not play again: {0}")]
    Record(String),
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
    for id in store.tables()? {
        let Some(row) = store.table_by_id(id)? else { continue };
        let entries = store.log(id)?;
        audit.tables += 1;
        audit.entries += entries.len();
        let replayed = TableSetup::read(&row.setup)
            .ok_or(AuditFault::Setup)
            .and_then(|setup| LiveTable::from_log(&setup, row.secret, &entries).map_err(AuditFault::Log));
        match replayed.and_then(|replayed| replay_record(&replayed)) {
            Ok(played) => audit.matches += usize::from(played),
            Err(fault) => audit.faults.push((row.code, fault)),
        }
    }
    Ok(audit)
}

/// Whether there is a match; its record has to lead to the same scores.
fn replay_record(replayed: &LiveTable) -> Result<bool, AuditFault> {
    let Some(session) = replayed.table().session() else { return Ok(false) };
    let text = games::record::write(session);
    let again = Record::read(&text).and_then(|record| record.replay());
    let again = again.map_err(|why| AuditFault::Record(why.to_string()))?;
    if again.scores() == session.scores() { Ok(true) } else { Err(AuditFault::Scores) }
}
