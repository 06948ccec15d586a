//! Creating tables, and the list of those that are open to all.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use protocol::{CreateTable, Lobby, TableSummary};
use table::Millis;

use super::{Busy, Rooms, lock};
use crate::backpressure::Backpressure;
use crate::data_key::DataKey;
use crate::log_entry::Player;
use crate::secrets;
use crate::store::{Listing, Stage, TableRow, TableStatus, Write, WriteOutcome};
use crate::table_setup::{SetupError, TableSetup};

/// The list of tables is queried again after this.
const LOBBY_LIFETIME_MS: Millis = 1_000;

/// Maximum number of tables in the list.
const MAX_LOBBY_TABLES: usize = 100;

/// Why a table was not created.
#[derive(Debug, thiserror::Error)]
pub enum MakeTableError {
    /// The setup is not possible.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The player has too many open tables.
    #[error("You have too many open tables.")]
    TooMany,
    /// The server cannot do it now.
    #[error(transparent)]
    Busy(#[from] Busy),
}

impl Rooms {
    /// Creates a table and returns its code.
    pub async fn make(&self, maker: Player, ask: &CreateTable) -> Result<String, MakeTableError> {
        if self.pressure() >= Backpressure::NoTables {
            self.metrics.refused("busy-tables");
            return Err(Busy.into());
        }
        if self.is_disk_full() || self.is_read_only() {
            self.metrics.refused("disk");
            return Err(Busy.into());
        }
        let open = self.log_writer.look_up(move |store| store.open_tables(maker)).await.ok_or(Busy)?;
        if open >= self.limits().open_tables {
            return Err(MakeTableError::TooMany);
        }
        let mut setup = TableSetup::asked(ask)?;
        setup.key = self.settings.keys.current().map(DataKey::id);
        let players = setup.bots.0;
        loop {
            let code = secrets::table_code();
            setup.joint = Some(code.clone());
            let row = TableRow {
                id: 0,
                code: code.clone(),
                maker,
                setup: setup.write(),
                secret: secrets::seed(),
                listed: Listing {
                    title: setup.rules.header().title.clone(),
                    seats: setup.seats,
                    seconds: setup.rules.table_options().turn_seconds.get(),
                    open: setup.open,
                },
                status: TableStatus { stage: Stage::Lobby, players, wake: None },
            };
            let outcome = self.log_writer.written(Write::Make(Box::new(row), self.now())).await;
            match outcome.ok_or(Busy)? {
                WriteOutcome::NoRoom => return Err(Busy.into()),
                WriteOutcome::Taken => {}
                WriteOutcome::Made(_) | WriteOutcome::Done | WriteOutcome::Exchanged(_) => {
                    self.metrics.tables_made.fetch_add(1, Relaxed);
                    return Ok(code);
                }
            }
        }
    }

    /// The tables that are open to all; the list may be a second old.
    pub async fn lobby(&self) -> Option<Arc<Lobby>> {
        let now = self.now();
        if let Some((at, lobby)) = lock(&self.lobby).as_ref()
            && now < at + LOBBY_LIFETIME_MS
        {
            return Some(lobby.clone());
        }
        let rows = self.log_writer.look_up(|store| store.lobby(MAX_LOBBY_TABLES)).await?;
        let lobby = Arc::new(Lobby { tables: rows.iter().map(summary).collect() });
        *lock(&self.lobby) = Some((now, lobby.clone()));
        Some(lobby)
    }

    /// What anybody who knows the code may know of a table.
    pub async fn summary(&self, code: &str) -> Option<TableSummary> {
        let code = code.to_owned();
        let row = self.log_writer.look_up(move |store| store.table(&code)).await??;
        Some(summary(&row))
    }
}

fn summary(row: &TableRow) -> TableSummary {
    TableSummary {
        table: row.code.clone(),
        title: row.listed.title.clone(),
        players: row.status.players,
        seats: row.listed.seats,
        seconds: row.listed.seconds,
        playing: row.status.stage == Stage::Playing,
    }
}
