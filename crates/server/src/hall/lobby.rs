//! Tables that are made, and the list of those that are open to all.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use protocol::{Lobby, MakeTable, TableLine};
use table::Millis;

use super::{Hall, Refused, lock};
use crate::entry::Player;
use crate::pressure::Pressure;
use crate::secrets;
use crate::setup::Setup;
use crate::store::{Listed, Standing, Status, TableRow, Write, Wrote};

/// The list of tables is made anew after this, and has at most so many lines.
const LOBBY_AGE: Millis = 1_000;
const LOBBY_LINES: usize = 100;

impl Hall {
    /// Makes a table and returns its code.
    pub async fn make(&self, maker: Player, ask: &MakeTable) -> Result<String, Result<String, Refused>> {
        if self.pressure() >= Pressure::NoTables {
            self.metrics.refused("busy-tables");
            return Err(Err(Refused::Busy));
        }
        let most = self.settings.limits.open_tables;
        let open =
            self.clerk.look_up(move |store| store.open_tables(maker)).await.ok_or(Err(Refused::Busy))?;
        if open >= most {
            return Err(Err(Refused::TooMany));
        }
        let mut setup = Setup::asked(ask).map_err(Ok)?;
        let players = setup.bots.0;
        loop {
            let code = secrets::code();
            setup.joint = Some(code.clone());
            let row = TableRow {
                id: 0,
                code: code.clone(),
                maker,
                setup: setup.write(),
                secret: secrets::seed(),
                listed: Listed {
                    title: setup.rules.header().title.clone(),
                    seats: setup.seats,
                    seconds: setup.rules.customs().turn_seconds.get(),
                    open: setup.open,
                },
                standing: Standing { status: Status::Lobby, players, wake: None },
            };
            let wrote = self.clerk.written(Write::Make(Box::new(row), self.now())).await;
            match wrote.ok_or(Err(Refused::Busy))? {
                Wrote::Taken => {}
                Wrote::Made(_) | Wrote::Done | Wrote::Exchanged(_) => {
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
        let rows = self.clerk.look_up(|store| store.lobby(LOBBY_LINES)).await?;
        let lobby = Arc::new(Lobby { tables: rows.iter().map(listed).collect() });
        *lock(&self.lobby) = Some((now, lobby.clone()));
        Some(lobby)
    }

    /// What everyone who knows the code may know of a table.
    pub async fn line(&self, code: &str) -> Option<TableLine> {
        let code = code.to_owned();
        let row = self.clerk.look_up(move |store| store.table(&code)).await??;
        Some(listed(&row))
    }
}

fn listed(row: &TableRow) -> TableLine {
    TableLine {
        table: row.code.clone(),
        title: row.listed.title.clone(),
        players: row.standing.players,
        seats: row.listed.seats,
        seconds: row.listed.seconds,
        playing: row.standing.status == Status::Playing,
    }
}
