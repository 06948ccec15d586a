//! `lastcard prune`: removes old matches of a server.

use std::io::Write;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use clap::Args;

use crate::CliError;
use crate::store_choice::StoreChoice;

/// Remove a server's finished matches that are old, and guests who have not played since
///
/// A server may run meanwhile; with `--keep-days` it does this by itself.
#[derive(Args)]
pub struct Prune {
    /// Days since a match was last used
    #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(u32).range(1..))]
    older_than: u32,
    #[command(flatten)]
    store: StoreChoice,
}

impl Prune {
    /// Removes them, and prints how many.
    pub fn run(&self, out: &mut impl Write) -> Result<(), CliError> {
        let age = Duration::from_secs(u64::from(self.older_than) * 24 * 3_600);
        let mut store = self.store.open()?;
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as u64;
        // A clock that is fast must not remove anything: nothing is older than it was when a server was last alive.
        let now = now.min(store.server_data()?.alive.unwrap_or(now));
        let pruned = store.prune(now.saturating_sub(age.as_millis() as u64))?;
        writeln!(out, "{} tables and {} players removed.", pruned.tables, pruned.players)?;
        Ok(())
    }
}
