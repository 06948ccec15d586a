//! The options that name the data of a server.

use std::path::PathBuf;

use clap::Args;
use server::{Movable, Postgres, Sqlite};

use crate::{CliError, serve};

/// The data of a server.
#[derive(Args)]
pub struct StoreChoice {
    /// Folder for the data; by default systemd's state directory, or a folder of yours
    #[arg(long, value_name = "FOLDER", env = "LASTCARD_SERVER_DATA")]
    data: Option<PathBuf>,
    /// A database shared by several servers, like `postgres://lastcard@db.example/lastcard`, instead of the folder. Its
    /// password need not be in the address: PGPASSWORD, PGPASSFILE and ~/.pgpass are read
    #[arg(
        long,
        value_name = "ADDRESS",
        conflicts_with = "data",
        env = "LASTCARD_STORE",
        hide_env_values = true
    )]
    store: Option<String>,
    /// A file with the address of the database, for an address with a password
    #[arg(long, value_name = "FILE", conflicts_with_all = ["data", "store"], env = "LASTCARD_STORE_FILE")]
    store_file: Option<PathBuf>,
}

impl StoreChoice {
    /// Opens the data; a server may use it meanwhile.
    pub fn open(&self) -> Result<Box<dyn Movable>, CliError> {
        match self.address()? {
            Some(url) => Ok(Box::new(Postgres::open(&url, "")?)),
            None => Ok(Box::new(Sqlite::open_beside(&self.folder()?)?)),
        }
    }

    /// The address of the database, as given or from the file; `None` if the data is in a folder.
    pub fn address(&self) -> Result<Option<String>, CliError> {
        let Some(file) = &self.store_file else { return Ok(self.store.clone()) };
        let failed = |source| CliError::Read { path: file.display().to_string(), source };
        Ok(Some(std::fs::read_to_string(file).map_err(failed)?.trim().into()))
    }

    /// The folder of the data.
    pub fn folder(&self) -> Result<PathBuf, CliError> {
        serve::folder(self.data.as_ref())
    }
}
