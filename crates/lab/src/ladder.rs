//! A round robin of players, and their ratings.

use crate::LabError;
use crate::contest::Results;
use crate::entrant::Entrant;
use crate::rating::{ANCHOR_ELO, PairResult, ratings};
use crate::report::{Chart, Report, Table, TableCell, Unit};
use crate::stats::Estimate;
use crate::studies::{RunConfig, TableSpec, columns, text, title, with_results};

/// A round robin. List the entrants from weakest to strongest; the report notes where the order of our own players does
/// not hold. Of an external player nobody knows where it belongs.
pub fn ladder(
    table: &TableSpec<'_>,
    entrants: &[Entrant],
    config: &RunConfig<'_>,
) -> Result<Report, LabError> {
    if entrants.len() < 2 {
        return Err(LabError::LadderTooShort);
    }
    let pairs: Vec<(usize, usize)> =
        (1..entrants.len()).flat_map(|two| (0..two).map(move |one| (two, one))).collect();
    let contest =
        |&(two, one): &(usize, usize)| table.contest(vec![entrants[two].clone(), entrants[one].clone()]);
    let results = config.run(&pairs.iter().map(contest).collect::<Result<Vec<_>, _>>()?)?;
    let with_results = with_results(&pairs, &results);
    let pair_result = |&(&(one, two), results): &(&(usize, usize), &Results)| PairResult {
        one,
        two,
        share: results.share(0).value,
        games: results.weight(0),
    };
    let pair_results: Vec<PairResult> = with_results.iter().map(pair_result).collect();
    let name = |at: usize| entrants[at].name();
    let row = |&(&(two, one), results): &(&(usize, usize), &Results)| {
        let games = TableCell::Count(results.games() as u64);
        vec![text(name(two)), text(name(one)), TableCell::Share(results.share(0)), games]
    };
    let pairs_table = Table {
        title: "Who beats whom".into(),
        columns: columns(&["player", "against", "wins", "games"]),
        rows: with_results.iter().map(row).collect(),
    };
    let steps: Vec<(String, Estimate)> = with_results
        .iter()
        .filter(|((two, one), _)| *two == one + 1)
        .map(|&(&(two, one), results)| (format!("{} – {}", name(two), name(one)), results.share(0)))
        .collect();
    // A player without games has no rating.
    let rated_players = pair_results.iter().map(|pair_result| pair_result.one + 1).max().unwrap_or_default();
    let rated = ratings(rated_players, &pair_results);
    let rows = rated.iter().enumerate().map(|(at, &rating)| {
        let shown = if at == 0 { TableCell::Plain(ANCHOR_ELO, 0) } else { TableCell::Figure(rating, 0) };
        vec![text(name(at)), shown]
    });
    let ratings_table =
        Table { title: "Ratings".into(), columns: columns(&["player", "rating"]), rows: rows.collect() };
    let bars = rated.iter().enumerate().map(|(at, &rating)| (name(at).to_string(), rating)).collect();
    let mut report = Report { title: format!("{}: the ladder", title(table.rules)), ..Report::default() };
    let is_ranked = |&&(&(two, one), _): &&(&(usize, usize), &Results)| {
        two == one + 1 && entrants[two].is_meant_to_beat(&entrants[one])
    };
    report.remarks = with_results
        .iter()
        .filter(is_ranked)
        .filter_map(|&(&(two, one), results)| {
            step_remark(&format!("{} – {}", name(two), name(one)), &results.share(0))
        })
        .collect();
    report.remarks.extend(config.remarks(&results));
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

/// A remark if a step of the ladder is in doubt.
fn step_remark(name: &str, share: &Estimate) -> Option<String> {
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
    use crate::entrant::{Player, PlayerError};
    use crate::game::GameLength;
    use crate::rule_comparison::{self, Variation};
    use crate::run::RunControl;

    /// Presses Ctrl-C when it is first asked.
    struct Impatient(Arc<AtomicBool>);

    impl Player for Impatient {
        fn choose(
            &mut self,
            _: &Session,
            _: engine::Seat,
            moves: &[Move],
        ) -> Result<Option<Move>, PlayerError> {
            self.0.store(true, Ordering::Relaxed);
            Ok(moves.first().copied())
        }
    }

    /// Players without games are not rated, and unplayed games are not reported.
    #[test]
    fn a_stopped_study_reports_what_is_known() {
        let control = RunControl::default();
        let flag = control.flag();
        let impatient =
            Entrant::external("impatient", Arc::new(move |_| Box::new(Impatient(Arc::clone(&flag)))));
        let easy = || Entrant::parse("easy").unwrap();
        let rules = presets::named("mau-mau").unwrap();
        let table = TableSpec { rules: &rules, seats: None, length: GameLength::Round };
        let config = RunConfig { games: 100, seed: 1, cores: 1, control: &control };
        let entrants = [easy(), easy(), impatient.clone(), easy()];
        let report = ladder(&table, &entrants, &config).unwrap();
        let rows = |table: usize| report.tables[table].rows.len();
        assert_eq!((rows(0), rows(1)), (3, 2), "{}", report.text());
        assert!(
            report.remarks.iter().any(|remark| remark.contains("known after 4 games")),
            "{}",
            report.text()
        );
        // It is already stopped, so the first deal does not start.
        assert_eq!(
            rules_study(&table, &config).unwrap_err().to_string(),
            "stopped before there was anything to report"
        );
    }

    fn rules_study(table: &TableSpec<'_>, config: &RunConfig<'_>) -> Result<Report, LabError> {
        let variation = Variation::parse(&["counter=stack,none".into()])?;
        rule_comparison::compare(table, &variation, &[Entrant::parse("easy")?], config)
    }

    /// Plays the first legal move, and loses.
    struct Naive;

    impl Player for Naive {
        fn choose(
            &mut self,
            _: &Session,
            _: engine::Seat,
            moves: &[Move],
        ) -> Result<Option<Move>, PlayerError> {
            Ok(moves.last().copied())
        }
    }

    /// Nobody promised that an external player is stronger than the one before it; of our levels we do.
    #[test]
    fn only_our_own_players_can_be_the_wrong_way_round() {
        let rules = presets::named("yaniv").unwrap();
        let table = TableSpec { rules: &rules, seats: Some(2), length: GameLength::Round };
        let control = RunControl::default();
        let config = RunConfig { games: 60, seed: 1, cores: 1, control: &control };
        let naive = || Entrant::external("naive", Arc::new(|_| Box::new(Naive)));
        let remarks = |entrants: &[Entrant]| ladder(&table, entrants, &config).unwrap().remarks.join(" ");
        let level = |name: &str| Entrant::parse(name).unwrap();
        let custom = remarks(&[level("easy"), level("medium"), naive()]);
        assert!(!custom.contains("naive"), "{custom}");
        assert!(!remarks(&[level("medium"), level("random")]).contains("wrong"), "listed so on purpose");
    }
}
