//! `lastcard backup`: a copy of a server's data, while it runs.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use server::{DATABASE_FILE, Sqlite};

use crate::{CliError, serve};

/// Copy a server's data into a new folder, while the server runs
#[derive(Args)]
pub struct Backup {
    /// The folder to copy to
    to: PathBuf,
    /// The folder of the data
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
}

impl Backup {
    /// Copies.
    pub fn run(&self, out: &mut impl Write) -> Result<(), CliError> {
        let from = serve::folder(self.data.as_ref())?;
        let database = Sqlite::open_to_read(&from).map_err(|error| error.to_string())?;
        std::fs::create_dir_all(&self.to)?;
        let path = self.to.join(DATABASE_FILE);
        if path.exists() {
            return Err(format!("{} is there already, and is not written over", path.display()).into());
        }
        database.back_up(&path).map_err(|error| error.to_string())?;
        let size = std::fs::metadata(&path)?.len();
        writeln!(out, "{}: {size} bytes. `lastcard audit {}` checks it.", path.display(), self.to.display())?;
        Ok(())
    }
}
