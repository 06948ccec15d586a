//! The records that are kept: what was played when, by whom, and who won.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use games::Session;
use games::record::Record;
use terminal::plain::page;
use terminal::records_screen::RecordRow;

use crate::saved_matches;

/// The last moment of the year 9999.
const LATEST: u64 = 253_402_300_799;

/// A record that is kept.
pub struct Kept {
    /// Where it is.
    pub path: PathBuf,
    written: SystemTime,
    about: Result<About, String>,
}

/// What a record tells in short.
struct About {
    game: String,
    players: String,
    end: String,
}

/// All records, the newest first.
pub fn all() -> Vec<Kept> {
    let files = saved_matches::folder().and_then(|folder| fs::read_dir(folder).ok()).into_iter().flatten();
    let paths = files.filter_map(|entry| Some(entry.ok()?.path()));
    let texts = paths.filter(|path| path.extension().is_some_and(|ending| ending == "txt"));
    let mut kept: Vec<Kept> = texts.filter_map(|path| Kept::read(path).ok()).collect();
    kept.sort_by(|one, other| (other.written, &other.path).cmp(&(one.written, &one.path)));
    kept
}

impl Kept {
    fn read(path: PathBuf) -> std::io::Result<Kept> {
        let written = path.metadata()?.modified()?;
        Ok(Kept { about: about(&path), path, written })
    }

    /// The record in two lines.
    pub fn entry(&self) -> RecordRow {
        let date = date(self.written.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs()));
        match &self.about {
            Ok(About { game, players, end }) => {
                RecordRow { head: format!("{date}  {game}"), rest: format!("{end}. Players: {players}.") }
            }
            Err(why) => {
                let name = self.path.file_name().unwrap_or_default().to_string_lossy();
                RecordRow { head: format!("{date}  {name}"), rest: why.clone() }
            }
        }
    }
}

fn about(path: &Path) -> Result<About, String> {
    let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
    let session =
        Record::read(&text).and_then(|record| record.replay()).map_err(|error| error.to_string())?;
    let names = engine::Seat::all(session.opening().seats).map(|seat| session.name(seat));
    Ok(About {
        game: page::title(session.rules()).to_string(),
        players: games::and_list(names),
        end: end(&session),
    })
}

fn end(session: &Session) -> String {
    let Some(winners) = session.scores().winners else {
        let over = u16::from(session.outcome().is_some());
        return format!("Broken off in round {}", session.scores().rounds + 1 - over);
    };
    let names: Vec<String> = winners.iter().map(|seat| session.name(seat)).collect();
    format!("{} won", games::and_list(&names))
}

/// A moment in seconds since 1970 as a date and a time of day, at Greenwich.
fn date(seconds: u64) -> String {
    let seconds = seconds.min(LATEST);
    let (mut days, minutes) = (seconds / 86_400, seconds / 60 % 1_440);
    let mut year = 1970;
    while days >= days_of_year(year) {
        days -= days_of_year(year);
        year += 1;
    }
    let february = days_of_year(year) - 337;
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    format!("{year}-{month:02}-{:02} {:02}:{:02} UTC", days + 1, minutes / 60, minutes % 60)
}

fn days_of_year(year: u64) -> u64 {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    if is_leap { 366 } else { 365 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By `date -u -d @N`.
    #[test]
    fn dates_are_those_of_the_calendar() {
        for (seconds, expected) in [
            (0, "1970-01-01 00:00 UTC"),
            (951_782_399, "2000-02-28 23:59 UTC"),
            (951_782_400, "2000-02-29 00:00 UTC"),
            (1_767_225_599, "2025-12-31 23:59 UTC"),
            (4_107_542_400, "2100-03-01 00:00 UTC"),
        ] {
            assert_eq!(date(seconds), expected);
        }
    }
}
