//! Replacing the logs of closed tables by the records of their matches, in the background.

use std::time::{Duration, Instant};

use super::{Rooms, lock};
use crate::data_key::TableSecrets;
use crate::live_table::NO_HASH;
use crate::log_entry::LogEntry;
use crate::store::{Stage, TableId, Write, WriteOutcome};
use crate::table_records::TableRecords;
use crate::table_setup::TableSetup;

/// The time between two looks for closed tables.
const INTERVAL: Duration = Duration::from_mins(1);

/// How many closed tables are looked up at once.
const TABLES_AT_ONCE: usize = 64;

/// After each table, the thread pauses for this many times as long as the table took.
const REST: u32 = 3;

impl Rooms {
    /// Looks for closed tables again and again.
    pub(super) async fn finish_regularly(&self) {
        loop {
            tokio::time::sleep(INTERVAL).await;
            self.finish_closed().await;
        }
    }

    /// Replaces the logs of all closed tables that are not in memory.
    pub async fn finish_closed(&self) {
        loop {
            let find = |store: &mut dyn crate::store::Store| store.closed_tables(TABLES_AT_ONCE);
            let Some(tables) = self.log_writer.look_up(find).await else { return };
            let mut changed = false;
            for table in tables {
                let began = Instant::now();
                changed |= self.finish_table(table).await == Some(WriteOutcome::Done);
                tokio::time::sleep(REST * began.elapsed()).await;
            }
            if !changed {
                return;
            }
        }
    }

    /// Replays the log of a closed table, on another thread, and replaces it.
    async fn finish_table(&self, table: TableId) -> Option<WriteOutcome> {
        // Somebody may still be connected to a room in memory.
        if lock(&self.by_id).contains_key(&table) {
            return None;
        }
        let read =
            move |store: &mut dyn crate::store::Store| Ok((store.table_by_id(table)?, store.log(table)?));
        let (row, log) = self.log_writer.look_up(read).await?;
        let (row, last) = (row?, log.last().map_or(NO_HASH, |last| last.hash));
        let setup = TableSetup::read(&row.setup);
        let secrets = setup.as_ref().map(|setup| setup.secrets(&row.code, row.secret, &self.settings.keys));
        if matches!(secrets, Some(None)) {
            return None; // Its key may come back.
        }
        // A panic keeps the log, as a fault of the log does.
        let replay = move || replayed(&row.code, &setup?, secrets??, &log);
        let records = tokio::task::spawn_blocking(replay).await.unwrap_or(None);
        self.log_writer.written(Write::Finish { table, last, records }).await
    }

    /// The last record of a table that is closed, if everyone may read it.
    pub(super) async fn finished_record(&self, code: &str) -> Option<String> {
        let code = code.to_owned();
        let read = move |store: &mut dyn crate::store::Store| match store.table(&code)? {
            Some(row) if row.status.stage == Stage::Closed => store.records(row.id),
            _ => Ok(None),
        };
        let ended = self.log_writer.look_up(read).await??.matches.pop()?;
        let fair = games::record::Record::read(&ended.record).ok()?.opening.fair;
        fair.map(|_| ended.record)
    }
}

fn replayed(
    code: &str,
    setup: &TableSetup,
    secrets: TableSecrets,
    log: &[LogEntry],
) -> Option<Box<TableRecords>> {
    match TableRecords::from_log(setup, secrets, log) {
        Ok(records) => Some(Box::new(records)),
        Err(why) => {
            tracing::debug!(table = %code, why = %why, "log-kept");
            None
        }
    }
}
