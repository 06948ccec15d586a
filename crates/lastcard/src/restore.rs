//! `lastcard restore`: puts a backup in the place of a server's data.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use server::Auditor;

use crate::key_choice::KeyChoice;
use crate::{CliError, serve};

/// Put a backup in the place of a server's data, once the server is stopped
///
/// The backup is audited first. What was there is kept as `lastcard.db.before-restore`.
#[derive(Args)]
pub struct Restore {
    /// The folder of the backup
    from: PathBuf,
    /// The folder of the server's data
    #[arg(long, value_name = "FOLDER", env = "LASTCARD_SERVER_DATA")]
    data: Option<PathBuf>,
    #[command(flatten)]
    key: KeyChoice,
}

impl Restore {
    /// Restores the data.
    pub fn run(&self, out: &mut impl Write) -> Result<(), CliError> {
        let to = serve::folder(self.data.as_ref())?;
        let auditor = Auditor { keys: self.key.keys(Some(&to))?, ..Auditor::default() };
        let audit = auditor.audit(&self.from)?;
        if let Some((table, why)) = audit.faults.first() {
            let (from, faults) = (self.from.display(), audit.faults.len());
            return Err(CliError::Usage(format!(
                "{from} has {faults} faults, the first at table {table}: {why}"
            )));
        }
        let kept = server::restore(&self.from, &to)?;
        writeln!(out, "{} tables and {} entries are back in {}.", audit.tables, audit.entries, to.display())?;
        if audit.without_key > 0 {
            let tables = audit.without_key;
            writeln!(
                out,
                "{tables} tables need a key that is not here: put it back before you start the server."
            )?;
        }
        if let Some(kept) = kept {
            writeln!(out, "What was there before is in {}.", kept.display())?;
        }
        Ok(())
    }
}
