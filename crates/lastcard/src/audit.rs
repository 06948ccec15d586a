//! `lastcard audit`: checks and replays everything that a server wrote.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use server::{Postgres, audit_store};

use crate::{CliError, move_store};

/// Check a server's data: every hash, and a replay of every match
#[derive(Args)]
pub struct Audit {
    /// The folder of the data or of a backup, or the `postgres://…` address of a shared database
    data: PathBuf,
}

impl Audit {
    /// Audits, and prints what was found.
    pub fn run(&self, out: &mut impl Write) -> Result<(), CliError> {
        let shared = self.data.to_str().filter(|store| move_store::is_postgres(store));
        let audit = match shared {
            Some(url) => Postgres::open(url, "").and_then(|store| audit_store(Box::new(store))),
            None => server::audit(&self.data),
        };
        let audit = audit?;
        for (table, why) in &audit.faults {
            writeln!(out, "{table}: {why}")?;
        }
        let (tables, entries, matches) = (audit.tables, audit.entries, audit.matches);
        writeln!(
            out,
            "{tables} tables, {entries} entries, {matches} matches replayed, {} faults.",
            audit.faults.len()
        )?;
        if audit.faults.is_empty() { Ok(()) } else { Err(CliError::Reported) }
    }
}
