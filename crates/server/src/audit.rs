//! Reads every log from its start, checks every hash, and replays every match.

use std::collections::BTreeMap;
use std::fmt::{self, Write};
use std::path::Path;

use games::fair_shuffle::{hex, read_hex};
use games::record::{Record, RecordError};

use crate::data_key::Keyring;
use crate::live_table::{EntryFault, LiveTable, NO_HASH, ReplayError};
use crate::log_entry::LogEntry;
use crate::secrets::Hash;
use crate::sqlite::Sqlite;
use crate::store::{Store, StoreError, TableId, TableRow};
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
    /// Number of tables whose matches were not replayed, because their key is missing. Their hashes were checked.
    pub without_key: usize,
    /// Number of tables that an earlier audit saw and that are gone.
    pub gone: usize,
    /// How far each log goes now.
    pub anchor: Anchor,
    /// What is wrong, with the code of the table.
    pub faults: Vec<(String, AuditFault)>,
}

/// How far each log went at an audit, to be kept apart from the data: with it a later audit notices that the end of a log
/// was cut off, which no hash within the log can tell.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Anchor(BTreeMap<String, (u64, Hash)>);

/// Hashes are for files: what is printed depends on nothing hidden.
impl fmt::Debug for Anchor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Anchor({} logs)", self.0.len())
    }
}

impl Anchor {
    /// Parses an anchor: on each line the code of a table, the number of entries and the hash of the last one.
    pub fn read(text: &str) -> Option<Anchor> {
        let line = |line: &str| {
            let mut words = line.split(' ');
            let (code, seq, hash) = (words.next()?, words.next()?.parse().ok()?, read_hex(words.next()?)?);
            words.next().is_none().then(|| (code.to_owned(), (seq, hash)))
        };
        text.lines().map(line).collect::<Option<_>>().map(Anchor)
    }

    /// The anchor as text.
    pub fn write(&self) -> String {
        self.0.iter().fold(String::new(), |mut text, (code, (seq, hash))| {
            let _ = writeln!(text, "{code} {seq} {}", hex(hash));
            text
        })
    }
}

/// What an audit needs beside the data.
#[derive(Clone, Debug, Default)]
pub struct Auditor {
    /// The keys that are kept apart from the data.
    pub keys: Keyring,
    /// How far the logs went at an earlier audit.
    pub anchor: Anchor,
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
    /// The end of the log is missing.
    #[error("it has only {entries} of {anchored} entries that an earlier audit saw: its end was cut off")]
    CutOff {
        /// The entries that there are.
        entries: u64,
        /// The entries that there were.
        anchored: u64,
    },
    /// The log is another one than at an earlier audit.
    #[error("entry {seq} is not the one that an earlier audit saw")]
    Replaced {
        /// The number of the entry.
        seq: u64,
    },
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

/// Audits a data folder, without keys.
pub fn audit(folder: &Path) -> Result<Audit, StoreError> {
    Auditor::default().audit(folder)
}

/// Audits a store, without keys.
pub fn audit_store(store: Box<dyn Store>) -> Result<Audit, StoreError> {
    Auditor::default().audit_store(store)
}

impl Auditor {
    /// Audits a data folder or a backup. It is not changed, and may be on a disk that cannot be written to.
    pub fn audit(&self, folder: &Path) -> Result<Audit, StoreError> {
        let store = Sqlite::open_to_read(folder)?;
        store.check()?;
        self.audit_store(Box::new(store))
    }

    /// Audits a store.
    pub fn audit_store(&self, mut store: Box<dyn Store>) -> Result<Audit, StoreError> {
        let mut audit = Audit::default();
        for (name, row) in store.damage()? {
            audit.faults.push((name, AuditFault::Damaged(format!("{row} is damaged"))));
        }
        for ids in store.tables()?.chunks(TABLES_READ_AT_ONCE) {
            for (id, entries) in ids.iter().zip(store.logs(ids)?) {
                self.audit_table(store.as_mut(), *id, &entries, &mut audit)?;
            }
        }
        audit.gone = self.anchor.0.keys().filter(|code| !audit.anchor.0.contains_key(*code)).count();
        Ok(audit)
    }

    fn audit_table(
        &self,
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
        audit.entries += entries.len();
        let found = if entries.is_empty() {
            self.audit_records(store, &row, audit)
        } else {
            self.audit_log(&row, entries, audit)
        };
        if let Err(fault) = found {
            audit.faults.push((row.code, fault));
        }
        Ok(())
    }

    fn audit_log(&self, row: &TableRow, entries: &[LogEntry], audit: &mut Audit) -> Result<(), AuditFault> {
        let setup = TableSetup::read(&row.setup).ok_or(AuditFault::Setup)?;
        if let Some(secrets) = setup.secrets(&row.code, row.secret, &self.keys) {
            let replayed = LiveTable::from_log(&setup, secrets, entries)?;
            audit.matches += usize::from(replay_record(&replayed)?);
        } else {
            check_hashes(entries)?;
            audit.without_key += 1;
        }
        let last = entries.last().map_or((0, NO_HASH), |last| (last.seq, last.hash));
        audit.anchor.0.insert(row.code.clone(), last);
        let hash_of =
            |seq: u64| entries.get(usize::try_from(seq).ok()?.checked_sub(1)?).map(|entry| entry.hash);
        self.compare(&row.code, last.0, hash_of)
    }

    /// Checks what is kept of a closed table.
    fn audit_records(
        &self,
        store: &mut dyn Store,
        row: &TableRow,
        audit: &mut Audit,
    ) -> Result<(), AuditFault> {
        let found = store.records(row.id).map_err(|why| AuditFault::Damaged(why.to_string()))?;
        let records = found.unwrap_or_default();
        records.check()?;
        audit.matches += records.matches.len();
        audit.anchor.0.insert(row.code.clone(), (records.entries, records.hash));
        // The hashes of the entries before the last one are gone with the log.
        self.compare(&row.code, records.entries, |seq| (seq == records.entries).then_some(records.hash))
    }

    /// Compares a log with what an earlier audit saw of it.
    fn compare(
        &self,
        code: &str,
        entries: u64,
        hash_of: impl FnOnce(u64) -> Option<Hash>,
    ) -> Result<(), AuditFault> {
        let Some(&(anchored, hash)) = self.anchor.0.get(code) else { return Ok(()) };
        if entries < anchored {
            return Err(AuditFault::CutOff { entries, anchored });
        }
        if hash_of(anchored).is_some_and(|found| found != hash) {
            return Err(AuditFault::Replaced { seq: anchored });
        }
        Ok(())
    }
}

/// Checks that each entry follows the one before: all that can be checked without a key.
fn check_hashes(entries: &[LogEntry]) -> Result<(), ReplayError> {
    let mut before = NO_HASH;
    for (entry, expected) in entries.iter().zip(1..) {
        let fault = if entry.seq != expected {
            EntryFault::OutOfOrder
        } else if entry.chained(&before) != entry.hash {
            EntryFault::WrongHash
        } else {
            before = entry.hash;
            continue;
        };
        return Err(ReplayError { seq: entry.seq, fault });
    }
    Ok(())
}

/// Whether there is a match; its record has to lead to the same scores.
fn replay_record(replayed: &LiveTable) -> Result<bool, AuditFault> {
    let Some(session) = replayed.table().session() else { return Ok(false) };
    let text = games::record::write(session);
    let again = Record::read(&text).and_then(|record| record.replay());
    let again = again.map_err(AuditFault::Record)?;
    if again.scores() == session.scores() { Ok(true) } else { Err(AuditFault::Scores) }
}
