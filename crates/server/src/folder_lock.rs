//! The lock on a data folder: one server at a time writes to it.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;

use crate::store::StoreError;

/// The file in the data folder that is locked.
const LOCK_FILE: &str = "lastcard.lock";

/// A locked data folder. The system releases the lock with the file, so also when the program is killed.
#[derive(Debug)]
pub struct FolderLock {
    _file: File,
}

impl FolderLock {
    /// Locks the folder, unless another program has it.
    pub fn take(folder: &Path) -> Result<FolderLock, StoreError> {
        let path = folder.join(LOCK_FILE);
        let failed = |source| StoreError::Folder { folder: path.clone(), source };
        let mut options = OpenOptions::new();
        private(options.create(true).append(true));
        let file = options.open(&path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => Ok(FolderLock { _file: file }),
            Err(TryLockError::WouldBlock) => Err(StoreError::Locked { folder: folder.into() }),
            Err(TryLockError::Error(source)) => Err(failed(source)),
        }
    }
}

/// New files are for their owner only: a database tells what players do, and a key every hand.
pub fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    options
}

/// Creates a folder for its owner only, unless it is there already.
pub fn create_private_folder(folder: &Path) -> Result<(), StoreError> {
    let mut builder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
        .recursive(true)
        .create(folder)
        .map_err(|source| StoreError::Folder { folder: folder.into(), source })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_locked_until_its_lock_is_dropped() {
        let folder = std::env::temp_dir().join(format!("lastcard-lock-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let lock = FolderLock::take(&folder).unwrap();
        let refused = FolderLock::take(&folder).unwrap_err().to_string();
        assert!(
            refused.contains("another server") && refused.contains(&*folder.to_string_lossy()),
            "{refused}"
        );
        drop(lock);
        FolderLock::take(&folder).unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn what_is_created_is_for_its_owner_only() {
        use std::os::unix::fs::PermissionsExt;
        let folder = std::env::temp_dir().join(format!("lastcard-private-{}", std::process::id()));
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        create_private_folder(&folder).unwrap();
        let _lock = FolderLock::take(&folder).unwrap();
        assert_eq!((mode(&folder), mode(&folder.join(LOCK_FILE))), (0o700, 0o600));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
