//! Where records of games are kept, those that can go on among them.
//!
//! Every match has one file. While it can go on, a second file of the same name says who sits where; it is locked
//! by the program that plays the match, so that no other offers it.

use std::cell::RefCell;
use std::env;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::{SystemTime, UNIX_EPOCH};

use games::record::{self, Record};
use games::{Rules, Session};
use table::Level;
use terminal::{RecordStore, SeatSetup, State, Who};

/// The most files of one game in one second.
const MOST: u32 = 1_000;

/// The ending of a file that says who sits where.
const SEATS: &str = "seats";

/// A place for the record of a match while it is played.
pub struct Place {
    game: String,
    open: Option<Open>,
    saved: Saved,
}

/// The records that were written, the last at the end.
pub type Saved = Rc<RefCell<Vec<PathBuf>>>;

/// A match that can go on: its record, and the locked file that says so.
struct Open {
    record: PathBuf,
    _lock: File,
}

/// A match that was broken off.
pub struct Unfinished {
    /// What was played.
    pub record: Record,
    /// Who sits where.
    pub seat_setups: Vec<SeatSetup>,
    open: Open,
}

impl Place {
    /// A place for a new match of this game.
    pub fn new(rules: &Rules, saved: &Saved) -> Place {
        Place { game: game_name(rules).to_string(), open: None, saved: Rc::clone(saved) }
    }

    fn begin(&self, seat_setups: &[SeatSetup]) -> io::Result<Open> {
        let folder = folder().ok_or_else(|| io::Error::other("set LASTCARD_DATA to a folder for records"))?;
        fs::create_dir_all(&folder).map_err(|error| at(&folder, &error))?;
        for number in 0..MOST {
            let ending = if number == 0 { String::new() } else { format!("-{number}") };
            let record = folder.join(format!("{}-{}{ending}.txt", self.game, seconds()));
            match OpenOptions::new().write(true).create_new(true).open(&record) {
                Ok(_) => {
                    let lock = lock_seats(&record, seat_setups)?;
                    return Ok(Open { record, _lock: lock });
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(at(&record, &error)),
            }
        }
        Err(io::Error::other("there are too many records of this second"))
    }

    fn write(&mut self, session: &Session, seat_setups: &[SeatSetup], state: State) -> io::Result<()> {
        let open = match self.open.take() {
            Some(open) => open,
            None => self.begin(seat_setups)?,
        };
        replace(&open.record, &record::write(session))?;
        let mut saved = self.saved.borrow_mut();
        if saved.last() != Some(&open.record) {
            saved.push(open.record.clone());
        }
        match state {
            State::Open => self.open = Some(open),
            State::Over => fs::remove_file(seats_file(&open.record))?,
        }
        Ok(())
    }
}

impl RecordStore for Place {
    fn keep(&mut self, session: &Session, seat_setups: &[SeatSetup], state: State) -> Result<(), String> {
        self.write(session, seat_setups, state).map_err(|error| error.to_string())
    }
}

impl Unfinished {
    /// The match that was broken off last, unless somebody is playing it.
    pub fn last() -> Option<Unfinished> {
        let mut found: Vec<(SystemTime, PathBuf)> = fs::read_dir(folder()?)
            .ok()?
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.extension().is_some_and(|ending| ending == SEATS))
            .filter_map(|path| Some((path.with_extension("txt").metadata().ok()?.modified().ok()?, path)))
            .collect();
        found.sort();
        found.into_iter().rev().find_map(|(_, path)| Unfinished::read(&path))
    }

    fn read(path: &Path) -> Option<Unfinished> {
        let mut lock = OpenOptions::new().read(true).write(true).open(path).ok()?;
        lock.try_lock().ok()?;
        let record_path = path.with_extension("txt");
        let record = Record::read(&fs::read_to_string(&record_path).ok()?).ok()?;
        let session = record.replay().ok()?;
        let mut text = String::new();
        lock.read_to_string(&mut text).ok()?;
        let who: Vec<Who> = text.split_whitespace().map(who).collect::<Option<_>>()?;
        let names = &session.opening().names;
        if who.len() != session.opening().seats || names.len() != who.len() || session.scores().is_over() {
            return None;
        }
        let seat_setups = names.iter().cloned().zip(who).map(|(name, who)| SeatSetup { name, who }).collect();
        Some(Unfinished { record, seat_setups, open: Open { record: record_path, _lock: lock } })
    }

    /// The match in a few words.
    pub fn title(&self) -> String {
        let others = self
            .seat_setups
            .iter()
            .filter(|seat_setup| seat_setup.who != Who::Person)
            .map(|seat_setup| &seat_setup.name);
        let title = terminal::plain::page::title(&self.record.rules);
        let rounds =
            self.record.steps.iter().filter(|(_, step)| matches!(step, record::Step::Deal(_))).count();
        let others: Vec<&String> = others.collect();
        let against = match others.as_slice() {
            [] => String::new(),
            names => format!(", against {}", games::and_list(names)),
        };
        format!("{title}, round {}{against}", rounds + 1)
    }

    /// The match goes on, and its record is written on.
    pub fn go_on(self, saved: &Saved) -> (Record, Vec<SeatSetup>, Place) {
        let place = Place {
            game: game_name(&self.record.rules).to_string(),
            open: Some(self.open),
            saved: Rc::clone(saved),
        };
        (self.record, self.seat_setups, place)
    }

    /// The match does not go on; its record stays.
    pub fn put_away(self) -> io::Result<()> {
        fs::remove_file(seats_file(&self.open.record))
    }
}

fn seats_file(record: &Path) -> PathBuf {
    record.with_extension(SEATS)
}

/// Says who sits where in a file that nobody else can take while it is open.
fn lock_seats(record: &Path, seat_setups: &[SeatSetup]) -> io::Result<File> {
    let path = seats_file(record);
    let mut file = File::create(&path).map_err(|error| at(&path, &error))?;
    file.lock()?;
    let words = seat_setups.iter().map(|seat_setup| match seat_setup.who {
        Who::Person => "person",
        Who::Computer(level) => level.name(),
    });
    writeln!(file, "{}", words.collect::<Vec<_>>().join(" "))?;
    Ok(file)
}

fn who(word: &str) -> Option<Who> {
    if word == "person" { Some(Who::Person) } else { Level::named(word).map(Who::Computer) }
}

/// Writes a file anew so that there is always a whole one, the old or the new.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    let new = path.with_extension("new");
    let written = File::create(&new).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_data()
    });
    written.and_then(|()| fs::rename(&new, path)).map_err(|error| at(path, &error))
}

/// What the file of a record is called by.
fn game_name(rules: &Rules) -> &str {
    let name = &rules.header().name;
    if name.is_empty() { "house-rules" } else { name }
}

/// The error with the path that it is about.
fn at(path: &Path, error: &io::Error) -> io::Error {
    io::Error::other(format!("{}: {error}", path.display()))
}

/// Seconds since 1970: what tells one record from the next, and a seed that nobody chose.
fn seconds() -> u64 {
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
