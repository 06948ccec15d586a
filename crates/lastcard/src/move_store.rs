//! `lastcard move-store`: copies everything from one store into another.

use std::io::Write;
use std::path::Path;

use clap::Args;
use server::{Movable, Postgres, Sqlite, move_all};

use crate::CliError;

/// Copy everything a server has into another store, and check it
///
/// Stop the server first. A copy that was interrupted continues where it stopped, and every hash is checked in the
/// copy. The old store is not changed.
#[derive(Args)]
pub struct MoveStore {
    /// The store to copy from: `sqlite:FOLDER` or `postgres://…`
    #[arg(long, value_name = "STORE")]
    from: String,
    /// The store to copy to: `sqlite:FOLDER` or `postgres://…`
    #[arg(long, value_name = "STORE")]
    to: String,
}

impl MoveStore {
    /// Copies, and prints what was copied.
    pub fn run(&self, out: &mut impl Write) -> Result<(), CliError> {
        let mut from = open(&self.from, Sqlite::open_to_read)?;
        let mut to = open(&self.to, Sqlite::open_alone)?;
        let progress = |moved: &server::Moved| eprintln!("{} tables", moved.tables);
        let moved = move_all(from.as_mut(), to.as_mut(), progress)?;
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
    match store.strip_prefix("sqlite:") {
        Some(folder) => Ok(Box::new(open_folder(Path::new(folder))?)),
        None if is_postgres(store) => Ok(Box::new(Postgres::open(store, "")?)),
        None => {
            Err(CliError::Usage(format!("\"{store}\" is not a store: write sqlite:FOLDER or postgres://…")))
        }
    }
}

/// Whether this is the address of a `PostgreSQL` database.
pub fn is_postgres(store: &str) -> bool {
    store.starts_with("postgres://") || store.starts_with("postgresql://")
}
