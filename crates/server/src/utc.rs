//! Times as people write them, in UTC: `2026-01-02 03:04`.

use table::Millis;

const MINUTE_MS: Millis = 60_000;
const HOUR_MS: Millis = 60 * MINUTE_MS;
const DAY_MS: Millis = 24 * HOUR_MS;

/// A time as text.
pub fn text(at: Millis) -> String {
    let (days, rest) = (at / DAY_MS, at % DAY_MS);
    let (year, month, day) = date(days);
    format!("{year:04}-{month:02}-{day:02} {:02}:{:02}", rest / HOUR_MS, rest % HOUR_MS / MINUTE_MS)
}

/// A time from text: `2026-01-02`, `2026-01-02T03:04`, or `30m`, `12h` or `7d` from now on.
pub fn read(text: &str, now: Millis) -> Option<Millis> {
    let unit = match text.chars().last()? {
        'm' => Some(MINUTE_MS),
        'h' => Some(HOUR_MS),
        'd' => Some(DAY_MS),
        _ => None,
    };
    if let Some(unit) = unit {
        let count: Millis = text[..text.len() - 1].parse().ok()?;
        return now.checked_add(count.checked_mul(unit)?);
    }
    let (day, time) = text.split_once(['T', ' ']).unwrap_or((text, "00:00"));
    let numbers: Vec<u64> = day.split('-').map(|word| word.parse().ok()).collect::<Option<_>>()?;
    let &[year, month, day] = numbers.as_slice() else { return None };
    let (hour, minute) = time.split_once(':')?;
    let (hour, minute): (u64, u64) = (hour.parse().ok()?, minute.parse().ok()?);
    if !(1970..10_000).contains(&year) || hour > 23 || minute > 59 {
        return None;
    }
    // The day that is written so; there are few enough to look.
    let first = (year - 1970) * 365;
    let found = (first..first + 2_600 + 366).find(|&days| date(days) == (year, month, day))?;
    Some(found * DAY_MS + hour * HOUR_MS + minute * MINUTE_MS)
}

/// Year, month and day of this day since 1970.
fn date(days: u64) -> (u64, u64, u64) {
    let (mut year, mut left) = (1970, days);
    while left >= days_of(year) {
        left -= days_of(year);
        year += 1;
    }
    let february = if days_of(year) == 366 { 29 } else { 28 };
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if left < length {
            break;
        }
        left -= length;
        month += 1;
    }
    (year, month, left + 1)
}

fn days_of(year: u64) -> u64 {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    if leap { 366 } else { 365 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers are those of `date -u -d … +%s`.
    #[test]
    fn times_are_written_and_read() {
        for (at, written) in [
            (0, "1970-01-01 00:00"),
            (951_782_340, "2000-02-28 23:59"),
            (951_868_800, "2000-03-01 00:00"),
            (1_798_761_540, "2026-12-31 23:59"),
            (4_107_542_400, "2100-03-01 00:00"),
        ] {
            let at = at * 1_000;
            if written == "2000-03-01 00:00" {
                assert_eq!(text(at - DAY_MS), "2000-02-29 00:00", "a leap day");
            }
            assert_eq!(text(at), written);
            assert_eq!(read(written, 0), Some(at));
        }
        assert_eq!(read("2026-12-31", 7), Some((1_798_761_540 - 23 * 3_600 - 59 * 60) * 1_000));
        assert_eq!(
            [read("30m", 1), read("2h", 1), read("7d", 1)],
            [Some(1_800_001), Some(7_200_001), Some(604_800_001)]
        );
        for wrong in [
            "",
            "m",
            "7",
            "tomorrow",
            "2026-13-01",
            "2026-02-30",
            "2026-01-01T24:00",
            "99999999999999999999d",
        ] {
            assert_eq!(read(wrong, 0), None, "{wrong}");
        }
    }
}
