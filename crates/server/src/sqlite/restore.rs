//! Putting a backup in the place of the data of a server.

use std::path::{Path, PathBuf};

use super::{DATABASE_FILE, Sqlite};
use crate::folder_lock::{FolderLock, create_private_folder};
use crate::store::StoreError;

/// What `SQLite` adds to the name of a database for the files that belong to it.
const COMPANIONS: [&str; 3] = ["", "-wal", "-shm"];

/// Copies the backup in a folder into the data folder of a server that is stopped. The data that was there is kept under
/// another name, which is returned.
pub fn restore(from: &Path, folder: &Path) -> Result<Option<PathBuf>, StoreError> {
    let backup = Sqlite::open_to_read(from)?;
    create_private_folder(folder)?;
    let _lock = FolderLock::take(folder)?;
    let target = folder.join(DATABASE_FILE);
    let kept = if target.exists() { Some(set_aside(&target)?) } else { None };
    backup.back_up(&target)?;
    give_to_owner(folder)?;
    Ok(kept)
}

/// Renames the database and the files that belong to it.
fn set_aside(database: &Path) -> Result<PathBuf, StoreError> {
    let named = |suffix: &str| {
        let mut path = database.as_os_str().to_owned();
        path.push(suffix);
        PathBuf::from(path)
    };
    for companion in COMPANIONS {
        let (old, new) = (named(companion), named(&format!(".before-restore{companion}")));
        if old.exists() {
            let failed =
                |error: std::io::Error| StoreError::File { path: old.clone(), why: error.to_string() };
            std::fs::rename(&old, new).map_err(failed)?;
        }
    }
    Ok(named(".before-restore"))
}

/// Gives all files in the folder to the owner of the folder: root restores, and another user serves.
fn give_to_owner(folder: &Path) -> Result<(), StoreError> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, chown};
        let failed = |source| StoreError::Folder { folder: folder.into(), source };
        let owner = std::fs::metadata(folder).map_err(failed)?;
        for file in std::fs::read_dir(folder).map_err(failed)? {
            let path = file.map_err(failed)?.path();
            let is_its = std::fs::metadata(&path)
                .is_ok_and(|file| (file.uid(), file.gid()) == (owner.uid(), owner.gid()));
            if !is_its {
                let wrong =
                    |error: std::io::Error| StoreError::File { path: path.clone(), why: error.to_string() };
                chown(&path, Some(owner.uid()), Some(owner.gid())).map_err(wrong)?;
            }
        }
    }
    Ok(())
}
