//! `lastcard audit`: checks and replays everything that a server wrote.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use server::{Anchor, Auditor, Postgres};

use crate::key_choice::KeyChoice;
use crate::{CliError, move_store, serve};

/// Check a server's data: every hash, and a replay of every match
///
/// The data may be on a disk that cannot be written to. Without the key of the data only hashes are checked.
#[derive(Args)]
pub struct Audit {
    /// The folder of the data or of a backup, or the `postgres://…` address of a shared database
    data: PathBuf,
    #[command(flatten)]
    key: KeyChoice,
    /// File apart from the data with how far each log goes: an audit without faults writes it, and the next one notices
    /// if the end of a log was cut off since
    #[arg(long, value_name = "FILE")]
    anchor: Option<PathBuf>,
}

impl Audit {
    /// Audits, and prints what was found.
    pub fn run(&self, out: &mut impl Write) -> Result<(), CliError> {
        let shared = self.data.to_str().filter(|store| move_store::is_postgres(store));
        let mut keys = self.key.keys(if shared.is_some() { None } else { Some(&self.data) })?;
        if keys.current().is_none() && shared.is_none() {
            // A backup of the usual folder has its key there.
            keys = self.key.keys(serve::folder(None).ok().as_deref())?;
        }
        let anchor = self.anchor.as_deref().map(read_anchor).transpose()?.unwrap_or_default();
        let auditor = Auditor { keys, anchor };
        let audit = match shared {
            Some(url) => Postgres::open(url, "").and_then(|store| auditor.audit_store(Box::new(store))),
            None => auditor.audit(&self.data),
        };
        let audit = audit?;
        for (table, why) in &audit.faults {
            writeln!(out, "{table}: {why}")?;
        }
        if audit.without_key > 0 {
            writeln!(
                out,
                "{} tables: only hashes were checked, because their key is missing (see --key).",
                audit.without_key
            )?;
        }
        if audit.gone > 0 {
            writeln!(out, "{} tables of the anchor are gone: removed because of their age?", audit.gone)?;
        }
        let (tables, entries, matches) = (audit.tables, audit.entries, audit.matches);
        writeln!(
            out,
            "{tables} tables, {entries} entries, {matches} matches replayed, {} faults.",
            audit.faults.len()
        )?;
        if !audit.faults.is_empty() {
            return Err(CliError::Reported);
        }
        match &self.anchor {
            Some(file) => Ok(write_anchor(file, &audit.anchor)?),
            None => Ok(()),
        }
    }
}

/// The anchor of an earlier audit; an empty one if there was none.
fn read_anchor(file: &Path) -> Result<Anchor, CliError> {
    match std::fs::read_to_string(file) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Anchor::default()),
        Err(source) => Err(CliError::Read { path: file.display().to_string(), source }),
        Ok(text) => Anchor::read(&text)
            .ok_or_else(|| CliError::Usage(format!("{} is no anchor of an audit", file.display()))),
    }
}

/// Writes an anchor in place of the one before, whole or not at all.
fn write_anchor(file: &Path, anchor: &Anchor) -> std::io::Result<()> {
    let unfinished = file.with_extension("unfinished");
    let mut options = OpenOptions::new();
    let mut written = server::private(options.create(true).truncate(true).write(true)).open(&unfinished)?;
    written.write_all(anchor.write().as_bytes())?;
    written.sync_all()?;
    std::fs::rename(&unfinished, file)
}
