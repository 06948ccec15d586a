//! `lastcard move-store`: everything from one store into another.

use std::io::Write;
use std::path::Path;

use clap::Args;
use server::{Movable, Postgres, Sqlite, move_all};

use crate::CliError;

/// Copy everything a server has into another store, and check it
///
/// Stop the server first. A copy that broke off goes on where it was when it is started again, and every hash is
/// checked in the copy. The old store is left as it is.
#[derive(Args)]
pub struct MoveStore {
    /// From where: `sqlite:FOLDER` or `postgres://…`
    #[arg(long, value_name = "STORE")]
    from: String,
    /// Where to: `sqlite:FOLDER` or `postgres://…`
    #[arg(long, value_name = "STORE")]
    to: String,
}

impl MoveStore {
    /// Moves and tells what was moved.
    pub fn run(&self, out: &mut impl Write) -> Result<(), CliError> {
        let mut from = open(&self.from, Sqlite::open_to_read)?;
        let mut to = open(&self.to, Sqlite::open)?;
        let told = |moved: &server::Moved| eprintln!("{} tables", moved.tables);
        let moved = move_all(from.as_mut(), to.as_mut(), told).map_err(|error| error.to_string())?;
        writeln!(
            out,
            "{} tables, {} entries ({} of them new), {} keys: all there, and every hash is right.",
            moved.tables, moved.entries, moved.copied, moved.keys
        )?;
        Ok(())
    }
}

type OpenFolder = fn(&Path) -> Result<Sqlite, server::StoreError>;

fn open(store: &str, open_folder: OpenFolder) -> Result<Box<dyn Movable>, CliError> {
    let told = |error: server::StoreError| CliError::Message(error.to_string());
    match store.strip_prefix("sqlite:") {
        Some(folder) => Ok(Box::new(open_folder(Path::new(folder)).map_err(told)?)),
        None if is_postgres(store) => Ok(Box::new(Postgres::open(store, "").map_err(told)?)),
        None => Err(format!("\"{store}\" is no store: write sqlite:FOLDER or postgres://…").into()),
    }
}

/// Whether it is the address of a database that many share.
pub fn is_postgres(store: &str) -> bool {
    store.starts_with("postgres://") || store.starts_with("postgresql://")
}
