//! The option that names the key of a server's data, which is kept apart from the data.

use std::ffi::OsString;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use server::Keyring;

use crate::CliError;

/// The name under which systemd hands over the key as a credential.
const CREDENTIAL: &str = "lastcard.key";

/// The key of the data.
#[derive(Args)]
pub struct KeyChoice {
    /// File with the key from which the secrets of deals are derived: keep it apart from the data and its backups. By
    /// default systemd's credential `lastcard.key`, or a file beside the folder of the data with `.key` after its name
    #[arg(long, value_name = "FILE", env = "LASTCARD_KEY")]
    key: Option<PathBuf>,
}

impl KeyChoice {
    /// The keys, if their file exists. Data in a folder has one beside it.
    pub fn keys(&self, folder: Option<&Path>) -> Result<Keyring, CliError> {
        match self.file(folder) {
            Some(file) if self.key.is_some() || file.exists() => read(&file),
            Some(_) | None => Ok(Keyring::default()),
        }
    }

    /// The keys for a server. The file beside the folder is created if there is none; where that cannot be done, secrets
    /// are stored as they are.
    pub fn keys_to_serve(&self, folder: Option<&Path>) -> Result<Keyring, CliError> {
        if let Some(file) = self.file(folder).filter(|file| self.key.is_none() && !file.exists()) {
            // `keys` reports what is missing.
            let _ = create(&file);
        }
        self.keys(folder)
    }

    fn file(&self, folder: Option<&Path>) -> Option<PathBuf> {
        let credential =
            std::env::var_os("CREDENTIALS_DIRECTORY").map(|path| Path::new(&path).join(CREDENTIAL));
        let credential = credential.filter(|file| file.exists());
        self.key.clone().or(credential).or_else(|| folder.map(beside))
    }
}

/// The file beside a folder, with `.key` after its name.
fn beside(folder: &Path) -> PathBuf {
    let mut path = OsString::from(folder.components().as_path());
    path.push(".key");
    path.into()
}

fn read(file: &Path) -> Result<Keyring, CliError> {
    let failed = |source| CliError::Read { path: file.display().to_string(), source };
    let text = std::fs::read_to_string(file).map_err(failed)?;
    Keyring::read(&text).map_err(|why| CliError::Usage(format!("{}: {why}", file.display())))
}

/// Creates the file with a new key, for its owner only.
fn create(file: &Path) -> std::io::Result<()> {
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let mut created = server::private(OpenOptions::new().create_new(true).write(true)).open(file)?;
    created.write_all(Keyring::new_file().as_bytes())?;
    created.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_of_a_folder_is_made_once_and_is_beside_it() {
        let folder = std::env::temp_dir().join(format!("lastcard-key-{}", std::process::id()));
        let data = folder.join("data/");
        let choice = KeyChoice { key: None };
        assert_eq!(choice.keys(Some(&data)).unwrap(), Keyring::default(), "only a server makes one");
        let keys = choice.keys_to_serve(Some(&data)).unwrap();
        assert!(keys.current().is_some());
        assert_eq!(choice.keys_to_serve(Some(&data)).unwrap(), keys);
        assert_eq!(choice.keys(Some(&data)).unwrap(), keys);
        let file = folder.join("data.key");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        }
        std::fs::write(&file, "nonsense").unwrap();
        assert!(choice.keys_to_serve(Some(&data)).is_err(), "it is never written over");
        let named = KeyChoice { key: Some(folder.join("missing")) };
        assert!(named.keys_to_serve(None).is_err());
        assert_eq!(choice.keys_to_serve(None).unwrap(), Keyring::default());
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
