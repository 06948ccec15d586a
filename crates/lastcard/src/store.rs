//! Where records of games are kept.

use std::env;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// The most files of one game in one second.
const MOST: u32 = 1_000;

/// Writes a record to a file of its own and returns where it is.
pub fn save(game: &str, record: &str) -> io::Result<PathBuf> {
    let folder = folder().ok_or_else(|| io::Error::other("set LASTCARD_DATA to a directory for records"))?;
    fs::create_dir_all(&folder).map_err(|error| at(&folder, &error))?;
    for number in 0..MOST {
        let ending = if number == 0 { String::new() } else { format!("-{number}") };
        let path = folder.join(format!("{game}-{}{ending}.txt", seconds()));
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(mut file) => {
                let written = file.write_all(record.as_bytes());
                return written.map_err(|error| at(&path, &error)).map(|()| path);
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(at(&path, &error)),
        }
    }
    Err(io::Error::other("there are too many records of this second"))
}

/// The error with the path that it is about.
fn at(path: &Path, error: &io::Error) -> io::Error {
    io::Error::other(format!("{}: {error}", path.display()))
}

/// Seconds since 1970: what tells one record from the next, and a seed that nobody chose.
pub fn seconds() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// A seed that differs from one game to the next, small enough for every reader of JSON.
pub fn fresh_seed() -> u64 {
    let nanoseconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos());
    let mixed = engine::Quick::new(nanoseconds as u64 ^ u64::from(std::process::id()) << 32).bits();
    mixed & ((1 << 53) - 1)
}

/// `$LASTCARD_DATA`, or the place that the system has for the data of programs.
pub fn folder() -> Option<PathBuf> {
    let given = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    given("LASTCARD_DATA")
        .or_else(|| given("XDG_DATA_HOME").map(|data| data.join("lastcard")))
        .or_else(|| given("APPDATA").map(|data| data.join("lastcard")))
        .or_else(|| given("HOME").map(|home| home.join(".local").join("share").join("lastcard")))
}
