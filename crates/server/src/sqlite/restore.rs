//! Backups, and putting one in the place of the data of a server. Both copy the database as it is, whatever its version.

use std::fs::OpenOptions;
use std::path::{Path, PathBuf};

use rusqlite::Connection;

use super::{CopyProgress, DATABASE_FILE, copy_all, must_exist};
use crate::folder_lock::{FolderLock, create_private_folder, private};
use crate::store::StoreError;

/// What `SQLite` adds to the name of a database for the files that belong to it.
const COMPANIONS: [&str; 3] = ["", "-wal", "-shm"];

/// What is added to the name of the data that was there before.
const KEPT: &str = ".before-restore";

/// Copies the database in a folder into a new file that only its owner can read. A server may use it meanwhile: the copy is
/// the database as it was when the copy began, however much is written.
pub fn back_up(folder: &Path, path: &Path, progress: impl FnMut(CopyProgress)) -> Result<(), StoreError> {
    must_exist(folder)?;
    let failed = |why: String| StoreError::File { path: path.into(), why };
    let created = private(OpenOptions::new().create_new(true).write(true)).open(path);
    created.map_err(|error| failed(error.to_string()))?;
    let copied = Connection::open(folder.join(DATABASE_FILE))
        .and_then(|from| copy_all(&from, &mut Connection::open(path)?, progress));
    copied.map_err(|error| failed(error.to_string()))
}

/// Copies the backup in a folder into the data folder of a server that is stopped. The data that was there is kept under
/// another name, which is returned; nothing is changed before the copy is complete.
pub fn restore(from: &Path, folder: &Path) -> Result<Option<PathBuf>, StoreError> {
    must_exist(from)?;
    create_private_folder(folder)?;
    let _lock = FolderLock::take(folder)?;
    let target = folder.join(DATABASE_FILE);
    refuse_if_kept(&target)?;
    let copy = with_suffix(&target, ".restoring");
    if copy.exists() {
        // An earlier restore was interrupted.
        std::fs::remove_file(&copy).map_err(|error| file_error(&copy, &error))?;
    }
    back_up(from, &copy, |_| {})?;
    let kept = if target.exists() { Some(set_aside(&target)?) } else { None };
    rename(&copy, &target)?;
    give_to_owner(folder)?;
    Ok(kept)
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut path = path.as_os_str().to_owned();
    path.push(suffix);
    PathBuf::from(path)
}

fn file_error(path: &Path, error: &std::io::Error) -> StoreError {
    StoreError::File { path: path.into(), why: error.to_string() }
}

fn rename(old: &Path, new: &Path) -> Result<(), StoreError> {
    std::fs::rename(old, new).map_err(|error| file_error(old, &error))
}

/// What an earlier restore has kept may be the only copy: it is never written over.
fn refuse_if_kept(database: &Path) -> Result<(), StoreError> {
    let mut kept = COMPANIONS.iter().map(|companion| with_suffix(database, &format!("{KEPT}{companion}")));
    match kept.find(|path| path.exists()) {
        Some(path) => {
            Err(StoreError::File { path, why: "an earlier restore kept this: move it away first".into() })
        }
        None => Ok(()),
    }
}

/// Renames the database and the files that belong to it.
fn set_aside(database: &Path) -> Result<PathBuf, StoreError> {
    for companion in COMPANIONS {
        let old = with_suffix(database, companion);
        if old.exists() {
            rename(&old, &with_suffix(database, &format!("{KEPT}{companion}")))?;
        }
    }
    Ok(with_suffix(database, KEPT))
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
                chown(&path, Some(owner.uid()), Some(owner.gid()))
                    .map_err(|error| file_error(&path, &error))?;
            }
        }
    }
    Ok(())
}
