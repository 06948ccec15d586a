//! `lastcard players`: what a server has of a player, shown or removed.

use std::io::Write;

use clap::{Args, Subcommand};
use serde_json::{Value, json};
use server::players::{self, PlayerData, PlayerInput, PlayerTable};

use crate::CliError;
use crate::key_choice::KeyChoice;
use crate::store_choice::StoreChoice;

/// Show or remove what a server has of a player
///
/// A player is known by an id, which `list` finds by the code of a table. A server may run meanwhile.
#[derive(Args)]
pub struct Players {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// The players who sat at a table: id and name
    List {
        /// The code of the table
        code: String,
        #[command(flatten)]
        store: StoreChoice,
    },
    /// All that is stored of a player, as JSON
    Export {
        /// The id of the player
        #[arg(value_parser = player_id)]
        id: u128,
        #[command(flatten)]
        store: StoreChoice,
    },
    /// Remove a player's keys, and the id and name at every table
    ///
    /// Other players keep their matches, and the data passes `lastcard audit` afterwards. Backups are not changed.
    Delete {
        /// The id of the player
        #[arg(value_parser = player_id)]
        id: u128,
        #[command(flatten)]
        store: StoreChoice,
        #[command(flatten)]
        key: KeyChoice,
    },
}

fn player_id(text: &str) -> Result<u128, String> {
    let digits = text.len() == 32;
    let id = digits.then(|| u128::from_str_radix(text, 16).ok()).flatten();
    id.ok_or_else(|| "an id has 32 hexadecimal digits; `lastcard players list CODE` shows it".into())
}

impl Players {
    /// Carries out the command.
    pub fn run(&self, out: &mut impl Write) -> Result<(), CliError> {
        match &self.command {
            Command::List { code, store } => {
                let mut store = store.open()?;
                let missing = || CliError::Usage(format!("there is no table {code}"));
                for (player, name) in players::seated(store.as_mut(), code)?.ok_or_else(missing)? {
                    writeln!(out, "{player:032x} {name}")?;
                }
            }
            Command::Export { id, store } => {
                let data = players::export(store.open()?.as_mut(), *id)?;
                writeln!(out, "{:#}", written(*id, &data))?;
            }
            Command::Delete { id, store, key } => {
                let folder = if store.address()?.is_some() { None } else { Some(store.folder()?) };
                let keys = key.keys(folder.as_deref())?;
                let deleted = players::delete(store.open()?.as_mut(), &keys, *id)?;
                writeln!(
                    out,
                    "{} keys removed, id and name replaced at {} tables.",
                    deleted.keys, deleted.tables
                )?;
            }
        }
        Ok(())
    }
}

/// The data of a player as JSON; times are in milliseconds since 1970.
fn written(id: u128, data: &PlayerData) -> Value {
    let input = |input: &PlayerInput| json!({"at": input.at, "command": input.command, "input": input.text});
    let table = |table: &PlayerTable| {
        json!({
            "table": table.code,
            "game": table.title,
            "made": table.made,
            "made_at": table.made_at,
            "names": table.names,
            "inputs": table.inputs.iter().map(input).collect::<Vec<_>>(),
            "records": table.records,
        })
    };
    json!({
        "player": format!("{id:032x}"),
        "keys_made_at": data.keys,
        "links_until": data.links,
        "tables": data.tables.iter().map(table).collect::<Vec<_>>(),
    })
}
