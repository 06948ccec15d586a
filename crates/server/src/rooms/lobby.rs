//! Tables that are made, and the list of those that are open to all.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use protocol::{Lobby, MakeTable, TableSummary};
use table::Millis;

use super::{Refused, Rooms, lock};
use crate::backpressure::Backpressure;
use crate::log_entry::Player;
use crate::secrets;
use crate::store::{Listing, Status, TableRow, TableStatus, Write, WriteOutcome};
use crate::table_setup::TableSetup;

/// The list of tables is made anew after this, and has at most so many lines.
const LOBBY_AGE: Millis = 1_000;
const LOBBY_LINES: usize = 100;

impl Rooms {
    /// Makes a table and returns its code.
    pub async fn make(&self, maker: Player, ask: &MakeTable) -> Result<String, Result<String, Refused>> {
        if self.pressure() >= Backpressure::NoTables {
            self.metrics.refused("busy-tables");
            return Err(Err(Refused::Busy));
        }
        let most = self.settings.limits.open_tables;
        let open =
            self.log_writer.look_up(move |store| store.open_tables(maker)).await.ok_or(Err(Refused::Busy))?;
        if open >= most {
            return Err(Err(Refused::TooMany));
        }
        let mut setup = TableSetup::asked(ask).map_err(Ok)?;
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
                standing: TableStatus { status: Status::Lobby, players, wake: None },
            };
            let wrote = self.log_writer.written(Write::Make(Box::new(row), self.now())).await;
            match wrote.ok_or(Err(Refused::Busy))? {
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
            && now < at + LOBBY_AGE
        {
            return Some(lobby.clone());
        }
        let rows = self.log_writer.look_up(|store| store.lobby(LOBBY_LINES)).await?;
        let lobby = Arc::new(Lobby { tables: rows.iter().map(listed).collect() });
        *lock(&self.lobby) = Some((now, lobby.clone()));
        Some(lobby)
    }

    /// What everyone who knows the code may know of a table.
    pub async fn summary(&self, code: &str) -> Option<TableSummary> {
        let code = code.to_owned();
        let row = self.log_writer.look_up(move |store| store.table(&code)).await??;
        Some(listed(&row))
    }
}

fn listed(row: &TableRow) -> TableSummary {
    TableSummary {
        table: row.code.clone(),
        title: row.listed.title.clone(),
        players: row.standing.players,
        seats: row.listed.seats,
        seconds: row.listed.seconds,
        playing: row.standing.status == Status::Playing,
    }
}
