//! Records of matches on disk, including those that can be resumed.
//!
//! Every match has one file. While it can be resumed, a second file of the same name lists the players. The program
//! that plays the match locks that file, so that no other process offers the match.

use std::cell::RefCell;
use std::env;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::{SystemTime, UNIX_EPOCH};

use games::record::{self, Record};
use games::{Rules, Session};
use server::private;
use table::Level;
use terminal::{PlayerKind, RecordStore, SeatSetup, State};

/// Maximum number of records of one game with the same time stamp.
const MAX_RECORDS_PER_SECOND: u32 = 1_000;

/// The extension of the file that lists the players.
const SEATS_EXTENSION: &str = "seats";

/// The file of a match that is being played. It is created with the first save.
pub struct MatchFile {
    game: String,
    locked: Option<LockedRecord>,
    saved: SavedPaths,
}

/// The paths of the records that were written, the last one last.
pub type SavedPaths = Rc<RefCell<Vec<PathBuf>>>;

/// The record of a match that can be resumed, and the lock on it.
struct LockedRecord {
    record: PathBuf,
    _lock: File,
}

/// A match that was interrupted.
pub struct UnfinishedMatch {
    /// The record so far.
    pub record: Record,
    /// The players.
    pub seat_setups: Vec<SeatSetup>,
    locked: LockedRecord,
}

impl MatchFile {
    /// The file of a new match of this game.
    pub fn new(rules: &Rules, saved: &SavedPaths) -> MatchFile {
        MatchFile { game: game_name(rules).to_string(), locked: None, saved: Rc::clone(saved) }
    }

    fn create(&self, seat_setups: &[SeatSetup]) -> io::Result<LockedRecord> {
        let folder = folder().ok_or_else(|| io::Error::other("set LASTCARD_DATA to a folder for records"))?;
        fs::create_dir_all(&folder).map_err(|error| with_path(&folder, &error))?;
        for number in 0..MAX_RECORDS_PER_SECOND {
            let ending = if number == 0 { String::new() } else { format!("-{number}") };
            let record = folder.join(format!("{}-{}{ending}.txt", self.game, unix_seconds()));
            match private(OpenOptions::new().write(true).create_new(true)).open(&record) {
                Ok(_) => {
                    let lock = lock_seats(&record, seat_setups)?;
                    return Ok(LockedRecord { record, _lock: lock });
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(with_path(&record, &error)),
            }
        }
        Err(io::Error::other("there are too many records of this second"))
    }

    fn write(&mut self, session: &Session, seat_setups: &[SeatSetup], state: State) -> io::Result<()> {
        let locked = match self.locked.take() {
            Some(locked) => locked,
            None => self.create(seat_setups)?,
        };
        replace(&locked.record, &record::write(session))?;
        let mut saved = self.saved.borrow_mut();
        if saved.last() != Some(&locked.record) {
            saved.push(locked.record.clone());
        }
        match state {
            State::Open => self.locked = Some(locked),
            State::Over => fs::remove_file(seats_file(&locked.record))?,
        }
        Ok(())
    }
}

impl RecordStore for MatchFile {
    fn save(&mut self, session: &Session, seat_setups: &[SeatSetup], state: State) -> io::Result<()> {
        self.write(session, seat_setups, state)
    }
}

impl UnfinishedMatch {
    /// The last interrupted match, unless a process is playing it.
    pub fn last() -> Option<UnfinishedMatch> {
        let mut found: Vec<(SystemTime, PathBuf)> = fs::read_dir(folder()?)
            .ok()?
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.extension().is_some_and(|ending| ending == SEATS_EXTENSION))
            .filter_map(|path| Some((path.with_extension("txt").metadata().ok()?.modified().ok()?, path)))
            .collect();
        found.sort();
        found.into_iter().rev().find_map(|(_, path)| UnfinishedMatch::read(&path))
    }

    fn read(path: &Path) -> Option<UnfinishedMatch> {
        let mut lock = OpenOptions::new().read(true).write(true).open(path).ok()?;
        lock.try_lock().ok()?;
        let record_path = path.with_extension("txt");
        let record = Record::read(&fs::read_to_string(&record_path).ok()?).ok()?;
        let session = record.replay().ok()?;
        let mut text = String::new();
        lock.read_to_string(&mut text).ok()?;
        let kinds: Vec<PlayerKind> = text.split_whitespace().map(player_kind).collect::<Option<_>>()?;
        let names = &session.opening().names;
        if kinds.len() != session.opening().seats || names.len() != kinds.len() || session.scores().is_over()
        {
            return None;
        }
        let seat_setups =
            names.iter().cloned().zip(kinds).map(|(name, kind)| SeatSetup { name, kind }).collect();
        Some(UnfinishedMatch {
            record,
            seat_setups,
            locked: LockedRecord { record: record_path, _lock: lock },
        })
    }

    /// The match in a few words, like "Yaniv, round 2, against Bola".
    pub fn title(&self) -> String {
        let computers = self.seat_setups.iter().filter(|seat| seat.kind != PlayerKind::Person);
        let names: Vec<&String> = computers.map(|seat| &seat.name).collect();
        let title = terminal::plain::page::title(&self.record.rules);
        let rounds =
            self.record.steps.iter().filter(|(_, step)| matches!(step, record::Step::Deal(_))).count();
        let against = match names.as_slice() {
            [] => String::new(),
            names => format!(", against {}", games::and_list(names)),
        };
        format!("{title}, round {}{against}", rounds + 1)
    }

    /// Resumes the match. Further saves go to the same record.
    pub fn resume(self, saved: &SavedPaths) -> (Record, Vec<SeatSetup>, MatchFile) {
        let file = MatchFile {
            game: game_name(&self.record.rules).to_string(),
            locked: Some(self.locked),
            saved: Rc::clone(saved),
        };
        (self.record, self.seat_setups, file)
    }

    /// Gives the match up. Its record stays.
    pub fn discard(self) -> io::Result<()> {
        fs::remove_file(seats_file(&self.locked.record))
    }
}

fn seats_file(record: &Path) -> PathBuf {
    record.with_extension(SEATS_EXTENSION)
}

/// Writes the players into a file that no other process can lock while it is open.
fn lock_seats(record: &Path, seat_setups: &[SeatSetup]) -> io::Result<File> {
    let path = seats_file(record);
    let mut file = create(&path).map_err(|error| with_path(&path, &error))?;
    file.lock()?;
    let words = seat_setups.iter().map(|seat| match seat.kind {
        PlayerKind::Person => "person",
        PlayerKind::Computer(level) => level.name(),
    });
    writeln!(file, "{}", words.collect::<Vec<_>>().join(" "))?;
    Ok(file)
}

fn player_kind(word: &str) -> Option<PlayerKind> {
    if word == "person" { Some(PlayerKind::Person) } else { Level::named(word).map(PlayerKind::Computer) }
}

/// Creates a file that only its owner can read: the record of a match in progress tells every hand.
fn create(path: &Path) -> io::Result<File> {
    private(OpenOptions::new().write(true).create(true).truncate(true)).open(path)
}

/// Replaces a file atomically: there is always a complete one, the old or the new.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    let new = path.with_extension("new");
    let written = create(&new).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_data()
    });
    written.and_then(|()| fs::rename(&new, path)).map_err(|error| with_path(path, &error))
}

/// The game in the name of its record.
fn game_name(rules: &Rules) -> &str {
    let name = &rules.header().name;
    if name.is_empty() { "house-rules" } else { name }
}

/// The error with its path.
fn with_path(path: &Path, error: &io::Error) -> io::Error {
    io::Error::other(format!("{}: {error}", path.display()))
}

/// Seconds since 1970, the time stamp of a record.
fn unix_seconds() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// A random seed, small enough for the numbers of JSON.
pub fn fresh_seed() -> u64 {
    let nanoseconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos());
    let mixed = engine::Quick::new(nanoseconds as u64 ^ u64::from(std::process::id()) << 32).bits();
    mixed & ((1 << 53) - 1)
}

/// `$LASTCARD_DATA`, or the folder of the system for data of programs.
pub fn folder() -> Option<PathBuf> {
    let from_env = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    from_env("LASTCARD_DATA")
        .or_else(|| from_env("XDG_DATA_HOME").map(|data| data.join("lastcard")))
        .or_else(|| from_env("APPDATA").map(|data| data.join("lastcard")))
        .or_else(|| from_env("HOME").map(|home| home.join(".local").join("share").join("lastcard")))
}
