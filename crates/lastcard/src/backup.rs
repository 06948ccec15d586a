//! `lastcard backup`: a copy of a server's data, while it runs.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use server::{CopyProgress, DATABASE_FILE};

use crate::{CliError, serve};

/// Copy a server's data into a new folder, while the server runs
#[derive(Args)]
pub struct Backup {
    /// The folder to copy to
    to: PathBuf,
    /// The folder of the server's data
    #[arg(long, value_name = "FOLDER", env = "LASTCARD_SERVER_DATA")]
    data: Option<PathBuf>,
}

impl Backup {
    /// Copies the data.
    pub fn run(&self, out: &mut impl Write) -> Result<(), CliError> {
        let from = serve::folder(self.data.as_ref())?;
        if !from.join(DATABASE_FILE).exists() {
            return Err(server::StoreError::Missing { file: DATABASE_FILE, folder: from }.into());
        }
        server::create_private_folder(&self.to)?;
        let path = self.to.join(DATABASE_FILE);
        if path.exists() {
            let path = path.display();
            return Err(CliError::Usage(format!("{path} exists already and will not be overwritten")));
        }
        server::back_up(&from, &path, tell_progress())?;
        let size = std::fs::metadata(&path)?.len();
        writeln!(
            out,
            "{}: {size} bytes. `lastcard audit {}` checks it. The key is not in it.",
            path.display(),
            self.to.display()
        )?;
        Ok(())
    }
}

/// Tells each tenth of a long copy on standard error.
fn tell_progress() -> impl FnMut(CopyProgress) {
    let mut told = 0;
    move |progress| {
        let tenths = progress.copied * 10 / progress.all.max(1);
        if tenths > told && progress.all >= MIN_PAGES_TOLD {
            told = tenths;
            eprintln!("{tenths}0 %");
        }
    }
}

/// A database of fewer pages is copied in a moment.
const MIN_PAGES_TOLD: u64 = 65_536;
