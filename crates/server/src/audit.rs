//! Reads every log from its beginning, checks every hash, and plays everything again.

use std::path::Path;

use games::record::Record;

use crate::live_table::LiveTable;
use crate::sqlite::Sqlite;
use crate::store::{Store, StoreError};
use crate::table_setup::TableSetup;

/// What an audit found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Audit {
    /// How many tables there are.
    pub tables: usize,
    /// How many entries their logs have.
    pub entries: usize,
    /// How many of the tables have a match, in progress or over.
    pub matches: usize,
    /// What is wrong: the code of the table, and a sentence.
    pub faults: Vec<(String, String)>,
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
            .ok_or_else(|| "its setup cannot be read".to_string())
            .and_then(|setup| LiveTable::from_log(&setup, row.secret, &entries));
        match replayed.and_then(|replayed| replay_record(&replayed)) {
            Ok(played) => audit.matches += usize::from(played),
            Err(why) => audit.faults.push((row.code, why)),
        }
    }
    Ok(audit)
}

/// Whether there is a match; its record has to come to the same scores.
fn replay_record(replayed: &LiveTable) -> Result<bool, String> {
    let Some(session) = replayed.table.session() else { return Ok(false) };
    let text = games::record::write(session);
    let again = Record::read(&text).and_then(|record| record.replay());
    let again = again.map_err(|why| format!("its record does not play again: {why}"))?;
    if again.scores() == session.scores() { Ok(true) } else { Err("its record comes to other scores".into()) }
}
