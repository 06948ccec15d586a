//! The options that name the data of a server.

use std::path::PathBuf;

use clap::Args;
use server::{Movable, Postgres, Sqlite};

use crate::{CliError, serve};

/// The data of a server.
#[derive(Args)]
pub struct StoreChoice {
    /// Folder of the server's data
    #[arg(long, value_name = "FOLDER", env = "LASTCARD_SERVER_DATA")]
    data: Option<PathBuf>,
    /// Address of a shared database, like `postgres://lastcard@db.example/lastcard`, instead of the folder
    #[arg(
        long,
        value_name = "ADDRESS",
        conflicts_with = "data",
        env = "LASTCARD_STORE",
        hide_env_values = true
    )]
    store: Option<String>,
    /// A file with the address of the database
    #[arg(long, value_name = "FILE", conflicts_with_all = ["data", "store"], env = "LASTCARD_STORE_FILE")]
    store_file: Option<PathBuf>,
}

impl StoreChoice {
    /// Opens the data; a server may use it meanwhile.
    pub fn open(&self) -> Result<Box<dyn Movable>, CliError> {
        match address(self.store.as_ref(), self.store_file.as_ref())? {
            Some(url) => Ok(Box::new(Postgres::open(&url, "")?)),
            None => Ok(Box::new(Sqlite::open_to_read(&serve::folder(self.data.as_ref())?)?)),
        }
    }
}

/// The address of the database, as given or from the file.
pub fn address(given: Option<&String>, file: Option<&PathBuf>) -> Result<Option<String>, CliError> {
    let Some(file) = file else { return Ok(given.cloned()) };
    let failed = |source| CliError::Read { path: file.display().to_string(), source };
    Ok(Some(std::fs::read_to_string(file).map_err(failed)?.trim().into()))
}
