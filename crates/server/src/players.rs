//! What is stored of a player, for those who ask to see it or to have it removed.
//!
//! A log is hash-chained and shared by everybody at its table, so entries are never taken out of it. Deleting a player
//! replaces the id and the name in the logs by ones that belong to nobody, and recomputes the hashes. The new log is replayed
//! before it is written: it must lead to the same position.

use table::{Input, Millis};

use crate::data_key::Keyring;
use crate::live_table::{LiveTable, NO_HASH, ReplayError};
use crate::log_entry::{LogEntry, Player};
use crate::secrets;
use crate::store::{Movable, Store, StoreError, StoredTable, TableId};
use crate::table_records::TableRecords;
use crate::table_setup::TableSetup;

/// How many attempts are made at a table where somebody is playing.
const MAX_ATTEMPTS: usize = 20;

/// The number of characters of the code in a name that belongs to nobody.
const NOBODY_CHARS: usize = 4;

/// All that is stored of a player.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PlayerData {
    /// When each key was created.
    pub keys: Vec<Millis>,
    /// When each link to another device expires.
    pub links: Vec<Millis>,
    /// The tables that the player made or sat at.
    pub tables: Vec<PlayerTable>,
}

/// What a table has of a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerTable {
    /// The code of the table.
    pub code: String,
    /// The name of its game.
    pub title: String,
    /// Whether the player made it.
    pub made: bool,
    /// When it was made.
    pub made_at: Millis,
    /// The names under which the player sat there.
    pub names: Vec<String>,
    /// The inputs of the player; those of a closed table are in its records.
    pub inputs: Vec<PlayerInput>,
    /// The records of the matches at a closed table.
    pub records: Vec<String>,
}

/// An input of a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerInput {
    /// The time.
    pub at: Millis,
    /// The id of the command.
    pub command: Option<String>,
    /// The input as text.
    pub text: String,
}

/// What was removed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Deleted {
    /// Keys and links.
    pub keys: usize,
    /// Tables at which id and name were replaced.
    pub tables: usize,
}

/// Why a player could not be deleted.
#[derive(Debug, thiserror::Error)]
pub enum DeleteError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A table cannot be understood.
    #[error("table {code}: its setup cannot be read")]
    Setup {
        /// The code of the table.
        code: String,
    },
    /// The log of a table has a fault.
    #[error("table {code}: {fault}")]
    Log {
        /// The code of the table.
        code: String,
        /// What is wrong.
        fault: ReplayError,
    },
    /// The log would not lead to the same position.
    #[error("table {code}: its match would end differently without the name")]
    Differs {
        /// The code of the table.
        code: String,
    },
    /// The key of a table is missing, so that its log cannot be checked.
    #[error("the key of table {code} is missing: name its file with --key")]
    KeyMissing {
        /// The code of the table.
        code: String,
    },
    /// Somebody plays there all the time.
    #[error("table {code} is being played at: try again later")]
    Busy {
        /// The code of the table.
        code: String,
    },
}

/// The players who sat at a table, with their names; `None` if there is no such table.
pub fn seated(store: &mut dyn Store, code: &str) -> Result<Option<Vec<(Player, String)>>, StoreError> {
    let Some(row) = store.table(&code.to_ascii_uppercase())? else { return Ok(None) };
    let mut seated: Vec<(Player, String)> = Vec::new();
    if let Some(records) = store.records(row.id)? {
        return Ok(Some(records.players));
    }
    for entry in store.log(row.id)? {
        if let (Some(who), Some(Input::Sit { name, .. })) = (entry.who, entry.input())
            && !seated.contains(&(who, name.clone()))
        {
            seated.push((who, name));
        }
    }
    Ok(Some(seated))
}

/// All that is stored of a player.
pub fn export(store: &mut dyn Movable, player: Player) -> Result<PlayerData, StoreError> {
    let server = store.server_data()?;
    let of_player = |list: &[(secrets::Hash, Player, Millis)]| {
        list.iter().filter(|(_, owner, _)| *owner == player).map(|(_, _, at)| *at).collect()
    };
    let mut data =
        PlayerData { keys: of_player(&server.keys), links: of_player(&server.links), tables: Vec::new() };
    for id in store.tables_of(player)? {
        let Some(table) = store.stored_table(id)? else { continue };
        data.tables.extend(match store.records(id)? {
            Some(records) => recorded_table(&table, records, player),
            None => player_table(&table, &store.log(id)?, player),
        });
    }
    Ok(data)
}

/// What a table has of a player; `None` if nothing.
fn player_table(table: &StoredTable, entries: &[LogEntry], player: Player) -> Option<PlayerTable> {
    let own: Vec<&LogEntry> = entries.iter().filter(|entry| entry.who == Some(player)).collect();
    let made = table.row.maker == player;
    if own.is_empty() && !made {
        return None;
    }
    let input = |entry: &&LogEntry| PlayerInput {
        at: entry.at,
        command: entry.cmd.clone(),
        text: entry.body.clone(),
    };
    Some(PlayerTable {
        code: table.row.code.clone(),
        title: table.row.listed.title.clone(),
        made,
        made_at: table.made_at,
        names: own.iter().filter_map(|entry| entry.body.strip_prefix("sit ").map(String::from)).collect(),
        inputs: own.iter().map(input).collect(),
        records: Vec::new(),
    })
}

/// What is kept of a player at a closed table; `None` if nothing.
fn recorded_table(table: &StoredTable, records: TableRecords, player: Player) -> Option<PlayerTable> {
    let own = records.players.into_iter().filter(|(who, _)| *who == player);
    let (names, made): (Vec<String>, bool) = (own.map(|(_, name)| name).collect(), table.row.maker == player);
    if names.is_empty() && !made {
        return None;
    }
    Some(PlayerTable {
        code: table.row.code.clone(),
        title: table.row.listed.title.clone(),
        made,
        made_at: table.made_at,
        names,
        inputs: Vec::new(),
        records: records.matches.into_iter().map(|ended| ended.record).collect(),
    })
}

/// Removes a player: the keys, and id and name at every table. Servers may run meanwhile.
pub fn delete(store: &mut dyn Movable, keys: &Keyring, player: Player) -> Result<Deleted, DeleteError> {
    let mut deleted = Deleted { keys: store.remove_keys(player)?, tables: 0 };
    for id in store.tables_of(player)? {
        deleted.tables += usize::from(delete_at(store, keys, id, player)?);
    }
    Ok(deleted)
}

/// Replaces a player at one table; whether the table had anything of the player.
fn delete_at(
    store: &mut dyn Movable,
    keys: &Keyring,
    id: TableId,
    player: Player,
) -> Result<bool, DeleteError> {
    for _ in 0..MAX_ATTEMPTS {
        let Some(table) = store.stored_table(id)? else { return Ok(false) };
        let made = table.row.maker == player;
        if let Some(records) = store.records(id)? {
            match delete_records(store, &table, &records, player)? {
                Some(deleted) => return Ok(deleted),
                None => continue,
            }
        }
        let log = store.log(id)?;
        if !made && !log.iter().any(|entry| entry.who == Some(player)) {
            return Ok(false);
        }
        let nobody = secrets::player_id();
        let new = renamed(&log, player, nobody);
        check(&table, keys, &log, &new)?;
        let maker = if made { nobody } else { table.row.maker };
        if store.replace_log(id, maker, &log, &new)? {
            return Ok(true);
        }
    }
    let code = store.table_by_id(id)?.map(|row| row.code).unwrap_or_default();
    Err(DeleteError::Busy { code })
}

/// Replaces a player at a closed table; whether it had anything of the player, or `None` if somebody else changed it.
fn delete_records(
    store: &mut dyn Movable,
    table: &StoredTable,
    records: &TableRecords,
    player: Player,
) -> Result<Option<bool>, DeleteError> {
    let (made, nobody) = (table.row.maker == player, secrets::player_id());
    let renamed = records.renamed(player, nobody, &nobody_name());
    if renamed.is_none() && !made {
        return Ok(Some(false));
    }
    let new = renamed.unwrap_or_else(|| records.clone());
    if new.check().is_err() {
        return Err(DeleteError::Differs { code: table.row.code.clone() });
    }
    let maker = if made { nobody } else { table.row.maker };
    Ok(store.replace_records(table.row.id, maker, records, &new)?.then_some(true))
}

/// A name that belongs to nobody.
fn nobody_name() -> String {
    format!("Guest {}", &secrets::table_code()[..NOBODY_CHARS])
}

/// The log with another id and name for a player, and with new hashes.
fn renamed(log: &[LogEntry], player: Player, nobody: Player) -> Vec<LogEntry> {
    let name = nobody_name();
    let mut before = NO_HASH;
    // The name that the player has at this place of the log: others may say it.
    let mut own: Option<String> = None;
    let mut rename = |entry: &LogEntry| {
        let mut entry = entry.clone();
        if entry.who == Some(player) {
            entry.who = Some(nobody);
            if let Some(sat) = entry.body.strip_prefix("sit ") {
                own = Some(sat.into());
                entry.body = format!("sit {name}");
            }
        }
        for word in ["remove", "vote"] {
            if own.as_ref().is_some_and(|own| entry.body == format!("{word} {own}")) {
                entry.body = format!("{word} {name}");
            }
        }
        entry.hash = entry.chained(&before);
        before = entry.hash;
        entry
    };
    log.iter().map(&mut rename).collect()
}

/// Makes sure that the log is intact, and that the new one leads to the same match.
fn check(table: &StoredTable, keys: &Keyring, log: &[LogEntry], new: &[LogEntry]) -> Result<(), DeleteError> {
    let code = || table.row.code.clone();
    let setup = TableSetup::read(&table.row.setup).ok_or_else(|| DeleteError::Setup { code: code() })?;
    let secrets = setup.secrets(&table.row.code, table.row.secret, keys);
    let secrets = secrets.ok_or_else(|| DeleteError::KeyMissing { code: code() })?;
    let old = LiveTable::from_log(&setup, secrets.clone(), log);
    let old = old.map_err(|fault| DeleteError::Log { code: code(), fault })?;
    let new = LiveTable::from_log(&setup, secrets, new).map_err(|_| DeleteError::Differs { code: code() })?;
    let scores = |live: &LiveTable| live.table().session().map(|session| format!("{:?}", session.scores()));
    if scores(&old) == scores(&new) { Ok(()) } else { Err(DeleteError::Differs { code: code() }) }
}
