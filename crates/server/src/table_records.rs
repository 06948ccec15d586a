//! What is kept of a table once it is closed: the records of its matches, with their results, instead of its log.
//!
//! Nobody can come back to a closed table, so nobody needs times, commands and refused inputs any more. A record has all
//! that is needed to replay and verify a match.

use games::record::Record;
use table::{Input, Millis};

use crate::audit::AuditFault;
use crate::data_key::TableSecrets;
use crate::live_table::{LiveTable, ReplayError};
use crate::log_entry::{LogEntry, Player};
use crate::secrets::Hash;
use crate::table_setup::TableSetup;

/// What is kept of a closed table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TableRecords {
    /// The players who sat there, with their names.
    pub players: Vec<(Player, String)>,
    /// The matches, in the order in which they ended.
    pub matches: Vec<MatchRecord>,
    /// How many entries the log had.
    pub entries: u64,
    /// The hash of its last entry.
    pub hash: Hash,
}

/// A match that is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatchRecord {
    /// When it ended.
    pub ended: Millis,
    /// Its record, which ends with the result.
    pub record: String,
}

/// Why the log of a closed table has to be kept.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum KeepLog {
    /// The log cannot be replayed.
    #[error(transparent)]
    Log(#[from] ReplayError),
    /// The last match was broken off, or there is none.
    #[error("no match is over, or the last one was broken off")]
    Unfinished,
    /// The record does not lead to the same scores.
    #[error("the record does not lead to the same result")]
    Record,
}

impl TableRecords {
    /// Replays the log of a closed table.
    pub fn from_log(
        setup: &TableSetup,
        secrets: impl Into<TableSecrets>,
        log: &[LogEntry],
    ) -> Result<TableRecords, KeepLog> {
        let secrets = secrets.into();
        let mut live = LiveTable::new(setup, secrets.seed);
        let mut records = TableRecords::default();
        for entry in log {
            let was_playing = live.table().is_playing();
            live.replay(&secrets, entry).map_err(|fault| ReplayError { seq: entry.seq, fault })?;
            records.note_player(entry);
            match (was_playing, live.table().is_playing()) {
                (true, false) => records.matches.extend(ended_match(&live, entry.at)?),
                // The end itself was taken back.
                (false, true) if is_taken_back(entry) => drop(records.matches.pop()),
                // The devices sign once the match is over.
                (false, false) if matches!(entry.input(), Some(Input::Sign { .. })) => {
                    if let Some(last) = records.matches.pop() {
                        records.matches.extend(ended_match(&live, last.ended)?);
                    }
                }
                _ => {}
            }
        }
        if live.table().is_playing() || records.matches.is_empty() {
            return Err(KeepLog::Unfinished);
        }
        (records.entries, records.hash) = (live.seq, live.hash);
        Ok(records)
    }

    fn note_player(&mut self, entry: &LogEntry) {
        if let (Some(who), Some(Input::Sit { name, .. })) = (entry.who, entry.input())
            && !self.players.contains(&(who, name.clone()))
        {
            self.players.push((who, name));
        }
    }

    /// Checks every record; fails with what is wrong with the first faulty one.
    pub fn check(&self) -> Result<(), AuditFault> {
        for ended in &self.matches {
            let session = Record::read(&ended.record).and_then(|record| record.replay());
            let session = session.map_err(AuditFault::Record)?;
            if games::record::write(&session) != ended.record {
                return Err(AuditFault::RecordText);
            }
        }
        Ok(())
    }

    /// The same with another id and name for a player; `None` if the player did not sit there.
    pub fn renamed(&self, player: Player, nobody: Player, name: &str) -> Option<TableRecords> {
        let names: Vec<&String> =
            self.players.iter().filter(|(who, _)| *who == player).map(|(_, name)| name).collect();
        if names.is_empty() {
            return None;
        }
        let others = self.players.iter().filter(|(who, _)| *who != player).cloned();
        let players = std::iter::once((nobody, name.into())).chain(others).collect();
        let matches = self.matches.iter().map(|ended| MatchRecord {
            ended: ended.ended,
            record: with_other_names(&ended.record, &names, name),
        });
        Some(TableRecords { players, matches: matches.collect(), ..self.clone() })
    }
}

/// The match that has just ended, if its record leads to the same scores.
fn ended_match(live: &LiveTable, ended: Millis) -> Result<Option<MatchRecord>, KeepLog> {
    let Some(session) = live.table().session() else { return Ok(None) };
    let record = games::record::write(session);
    let again = Record::read(&record).and_then(|record| record.replay()).map_err(|_| KeepLog::Record)?;
    if again.scores() != session.scores() {
        return Err(KeepLog::Record);
    }
    Ok(Some(MatchRecord { ended, record }))
}

fn is_taken_back(entry: &LogEntry) -> bool {
    matches!(entry.input(), Some(Input::Takeback { .. } | Input::Consent { .. }))
}

/// A record in which a player has another name. What the devices signed was another text, so their signatures go.
fn with_other_names(record: &str, names: &[&String], name: &str) -> String {
    let rename = |line: &str| match line.strip_prefix("names ") {
        Some(list) => {
            let list =
                list.split(", ").map(|old| if names.iter().any(|name| *name == old) { name } else { old });
            format!("names {}\n", list.collect::<Vec<_>>().join(", "))
        }
        None => format!("{line}\n"),
    };
    record.lines().filter(|line| !line.starts_with("seal ")).map(rename).collect()
}
