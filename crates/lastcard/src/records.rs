//! The saved records: when each match was played, by whom, and who won.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use games::Session;
use games::record::{Record, RecordError};
use terminal::plain::page;
use terminal::records_screen::RecordRow;

use crate::saved_matches;

/// The last second of the year 9999.
const MAX_UNIX_SECONDS: u64 = 253_402_300_799;

/// A saved record.
pub struct SavedRecord {
    /// Its file.
    pub path: PathBuf,
    written: SystemTime,
    summary: Result<RecordSummary, SummaryError>,
}

/// A short description of a record.
struct RecordSummary {
    game: String,
    players: String,
    end: String,
}

/// Why a record cannot be described.
#[derive(Debug, thiserror::Error)]
enum SummaryError {
    #[error(transparent)]
    Read(#[from] std::io::Error),
    #[error("{0}")]
    Record(RecordError),
}

/// All records, newest first.
pub fn all() -> Vec<SavedRecord> {
    let files = saved_matches::folder().and_then(|folder| fs::read_dir(folder).ok()).into_iter().flatten();
    let paths = files.filter_map(|entry| Some(entry.ok()?.path()));
    let texts = paths.filter(|path| path.extension().is_some_and(|ending| ending == "txt"));
    let mut records: Vec<SavedRecord> = texts.filter_map(|path| SavedRecord::read(path).ok()).collect();
    records.sort_by(|one, other| (other.written, &other.path).cmp(&(one.written, &one.path)));
    records
}

impl SavedRecord {
    fn read(path: PathBuf) -> std::io::Result<SavedRecord> {
        let written = path.metadata()?.modified()?;
        Ok(SavedRecord { summary: summary(&path), path, written })
    }

    /// The record as a row of two lines.
    pub fn row(&self) -> RecordRow {
        let date = date(self.written.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs()));
        match &self.summary {
            Ok(RecordSummary { game, players, end }) => {
                RecordRow { head: format!("{date}  {game}"), rest: format!("{end}. Players: {players}.") }
            }
            Err(error) => {
                let name = self.path.file_name().unwrap_or_default().to_string_lossy();
                RecordRow { head: format!("{date}  {name}"), rest: error.to_string() }
            }
        }
    }
}

fn summary(path: &Path) -> Result<RecordSummary, SummaryError> {
    let text = fs::read_to_string(path)?;
    let session = Record::read(&text).and_then(|record| record.replay()).map_err(SummaryError::Record)?;
    let names = engine::Seat::all(session.opening().seats).map(|seat| session.name(seat));
    Ok(RecordSummary {
        game: page::title(session.rules()).to_string(),
        players: games::and_list(names),
        end: end(&session),
    })
}

fn end(session: &Session) -> String {
    let Some(winners) = session.scores().winners else {
        let over = u16::from(session.outcome().is_some());
        return format!("Unfinished, in round {}", session.scores().rounds + 1 - over);
    };
    let names: Vec<String> = winners.iter().map(|seat| session.name(seat)).collect();
    format!("{} won", games::and_list(&names))
}

/// A time in seconds since 1970 as a date and time of day in UTC.
fn date(seconds: u64) -> String {
    let seconds = seconds.min(MAX_UNIX_SECONDS);
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
