//! A round robin of players, and their ratings.

use crate::contest::Results;
use crate::entrant::Entrant;
use crate::rating::{ANCHOR, Meeting, ratings};
use crate::report::{Cell, Chart, Report, Table, Unit};
use crate::stats::Estimate;
use crate::studies::{Effort, Seated, columns, known, text, title};

/// A round robin; the first is the weakest, and the ladder should come out in the order given.
pub fn ladder(table: &Seated<'_>, entrants: &[Entrant], effort: &Effort<'_>) -> Result<Report, String> {
    if entrants.len() < 2 {
        return Err("a ladder needs two players at least".into());
    }
    let pairs: Vec<(usize, usize)> =
        (1..entrants.len()).flat_map(|two| (0..two).map(move |one| (two, one))).collect();
    let contest =
        |&(two, one): &(usize, usize)| table.contest(vec![entrants[two].clone(), entrants[one].clone()]);
    let results = effort.run(&pairs.iter().map(contest).collect::<Result<Vec<_>, _>>()?)?;
    let known = known(&pairs, &results);
    let meeting = |&(&(one, two), results): &(&(usize, usize), &Results)| Meeting {
        one,
        two,
        share: results.share(0).value,
        games: results.weight(0),
    };
    let meetings: Vec<Meeting> = known.iter().map(meeting).collect();
    let name = |at: usize| entrants[at].name();
    let row = |&(&(two, one), results): &(&(usize, usize), &Results)| {
        let games = Cell::Count(results.games() as u64);
        vec![text(name(two)), text(name(one)), Cell::Share(results.share(0)), games]
    };
    let pairs_table = Table {
        title: "Who beats whom".into(),
        columns: columns(&["player", "against", "wins", "games"]),
        rows: known.iter().map(row).collect(),
    };
    let steps: Vec<(String, Estimate)> = known
        .iter()
        .filter(|((two, one), _)| *two == one + 1)
        .map(|&(&(two, one), results)| (format!("{} – {}", name(two), name(one)), results.share(0)))
        .collect();
    // Whoever has met nobody yet has no rating.
    let met = meetings.iter().map(|meeting| meeting.one + 1).max().unwrap_or_default();
    let rated = ratings(met, &meetings);
    let rows = rated.iter().enumerate().map(|(at, &rating)| {
        let shown = if at == 0 { Cell::Plain(ANCHOR, 0) } else { Cell::Figure(rating, 0) };
        vec![text(name(at)), shown]
    });
    let ratings_table =
        Table { title: "Ratings".into(), columns: columns(&["player", "rating"]), rows: rows.collect() };
    let bars = rated.iter().enumerate().map(|(at, &rating)| (name(at).to_string(), rating)).collect();
    let mut report = Report { title: format!("{}: the ladder", title(table.rules)), ..Report::default() };
    report.remarks = steps.iter().filter_map(|(name, share)| doubt(name, share)).collect();
    report.remarks.extend(effort.remarks(&results));
    report.tables = vec![ratings_table, pairs_table];
    report.charts = vec![
        Chart::Whiskers { title: "Ratings".into(), unit: Unit::Plain, bars, line: None },
        Chart::Whiskers {
            title: "Each step against the one below".into(),
            unit: Unit::Share,
            bars: steps,
            line: Some(0.5),
        },
    ];
    Ok(report)
}

/// A remark where a step of the ladder is not clear.
fn doubt(name: &str, share: &Estimate) -> Option<String> {
    let wins = 100.0 * share.value;
    if share.high < 0.5 {
        return Some(format!("{name}: the wrong way round, {wins:.1} %."));
    }
    (share.low <= 0.5).then(|| format!("{name}: not clear of 50 % ({wins:.1} %); more games would tell."))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use games::{Move, Session, presets};

    use super::*;
    use crate::entrant::{Mind, Trouble};
    use crate::game::Length;
    use crate::run::Watch;
    use crate::studies;

    /// Presses Ctrl-C when it is first asked.
    struct Impatient(Arc<AtomicBool>);

    impl Mind for Impatient {
        fn choose(&mut self, _: &Session, _: engine::Seat, moves: &[Move]) -> Result<Option<Move>, Trouble> {
            self.0.store(true, Ordering::Relaxed);
            Ok(moves.first().copied())
        }
    }

    /// Whoever has not met anybody is not rated, and nothing is told of games that were not played.
    #[test]
    fn what_is_known_when_a_study_is_stopped_is_told_and_no_more() {
        let watch = Watch::default();
        let flag = watch.flag();
        let impatient = Entrant::other("impatient", Arc::new(move || Box::new(Impatient(Arc::clone(&flag)))));
        let easy = || Entrant::parse("easy").unwrap();
        let rules = presets::named("mau-mau").unwrap();
        let table = Seated { rules: &rules, seats: None, length: Length::Round };
        let effort = Effort { games: 100, seed: 1, cores: 1, watch: &watch };
        let entrants = [easy(), easy(), impatient.clone(), easy()];
        let report = ladder(&table, &entrants, &effort).unwrap();
        let rows = |table: usize| report.tables[table].rows.len();
        assert_eq!((rows(0), rows(1)), (3, 2), "{}", report.text());
        assert!(
            report.remarks.iter().any(|remark| remark.contains("known after 4 games")),
            "{}",
            report.text()
        );
        // It is stopped already: the first deal is not even begun.
        assert_eq!(rules_study(&table, &effort).unwrap_err(), "stopped before there was anything to tell");
    }

    fn rules_study(table: &Seated<'_>, effort: &Effort<'_>) -> Result<Report, String> {
        studies::rules(table, "counter=stack,none", &[Entrant::parse("easy")?], effort)
    }
}
