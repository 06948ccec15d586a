//! Studies over many deals: players, search budgets, and rules side by side.

use std::time::Duration;

use games::Rules;

use crate::LabError;
use crate::contest::{Contest, Results};
use crate::entrant::Entrant;
use crate::game::{GameLength, GameSettings};
use crate::report::{Chart, Report, Table, TableCell, Unit, thousands};
use crate::run::RunControl;
use crate::stats;

/// How many games a study plays, and how.
#[derive(Debug)]
pub struct RunConfig<'a> {
    /// Minimum number of games for each figure.
    pub games: usize,
    /// Seed of the deals and the players.
    pub seed: u64,
    /// Number of cores.
    pub cores: usize,
    /// Progress, and the way to stop it.
    pub control: &'a RunControl,
}

impl RunConfig<'_> {
    /// Plays the games of all contests.
    ///
    /// If the run was stopped early, the later contests may have no games.
    pub(crate) fn run(&self, contests: &[Contest]) -> Result<Vec<Results>, LabError> {
        let results = Contest::run_all(contests, self.games, self.seed, self.cores, self.control);
        let mut errors = results.iter().filter_map(|results| results.error.as_ref());
        if let Some(error) = errors.find(|error| matches!(error, LabError::Player { .. })) {
            return Err(error.clone());
        }
        match results.first() {
            Some(Results { deals, error, .. }) if deals.is_empty() => Err(match error {
                Some(error) => LabError::NoGame(Box::new(error.clone())),
                None => LabError::Stopped,
            }),
            _ => Ok(results),
        }
    }

    /// The remarks on all results, without repeating any.
    pub(crate) fn remarks(&self, results: &[Results]) -> Vec<String> {
        let mut all: Vec<String> =
            self.stopped_remark(results).into_iter().chain(results.iter().flat_map(remarks)).collect();
        all.dedup();
        all
    }

    pub(crate) fn stopped_remark(&self, results: &[Results]) -> Option<String> {
        let games: usize = results.iter().map(Results::games).sum();
        let remark = || format!("Stopped: this is what is known after {} games.", thousands(games as u64));
        self.control.is_stopped().then(remark)
    }
}

/// The items for which at least one game was played, with their results.
pub(crate) fn with_results<'a, T>(items: &'a [T], results: &'a [Results]) -> Vec<(&'a T, &'a Results)> {
    items.iter().zip(results).filter(|(_, results)| !results.deals.is_empty()).collect()
}

/// The rules, table size and length of the games of a study.
#[derive(Clone, Copy, Debug)]
pub struct TableSpec<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// Number of seats; the minimum of the rules by default.
    pub seats: Option<usize>,
    /// A round or a match.
    pub length: GameLength,
}

impl TableSpec<'_> {
    /// A contest of these players.
    pub fn contest(&self, entrants: Vec<Entrant>) -> Result<Contest, LabError> {
        Ok(Contest::new(self.rules, entrants, self.seats)?.with_length(self.length))
    }
}

pub(crate) fn text(text: impl Into<String>) -> TableCell {
    TableCell::Text(text.into())
}

pub(crate) fn columns(names: &[&str]) -> Vec<String> {
    names.iter().map(ToString::to_string).collect()
}

pub(crate) fn title(rules: &Rules) -> String {
    let header = rules.header();
    if header.title.is_empty() { header.name.clone() } else { header.title.clone() }
}

/// The players in words: several against each other, or one kind in all seats.
pub(crate) fn lineup(entrants: &[Entrant], seats: usize) -> String {
    match entrants {
        [one] => format!("{seats} times {}", one.name()),
        many => many.iter().map(Entrant::name).collect::<Vec<_>>().join(" against "),
    }
}

/// Plays a contest and reports the results by player and the course of the games.
pub fn play(contest: &Contest, config: &RunConfig<'_>) -> Result<(Results, Report), LabError> {
    let results = config.run(std::slice::from_ref(contest))?.remove(0);
    let mut report = Report {
        title: format!(
            "{}: {}",
            title(&contest.settings.rules),
            lineup(&contest.entrants, contest.settings.seats)
        ),
        ..Report::default()
    };
    report.tables.push(wins_table(&contest.settings, &results));
    report.tables.push(course_table(&results));
    if contest.entrants.len() > 1 {
        report.tables.push(seats_table(&results, contest.settings.seats));
    }
    report.charts.push(Chart::Whiskers {
        title: "Share of the wins".into(),
        unit: Unit::Share,
        bars: results.names.iter().cloned().enumerate().map(|(at, name)| (name, results.share(at))).collect(),
        line: Some(1.0 / results.names.len().max(1) as f64),
    });
    report.charts.push(Chart::Distribution {
        title: "Length of a game".into(),
        axis: "moves".into(),
        series: vec![("games".into(), results.moves())],
    });
    report.remarks = config.remarks(std::slice::from_ref(&results));
    Ok((results, report))
}

fn wins_table(settings: &GameSettings, results: &Results) -> Table {
    let low_wins = settings.rules.match_rules().low_wins;
    let points = if low_wins { "points (lower is better)" } else { "points (higher is better)" };
    let row = |(at, name): (usize, &String)| {
        let points: Vec<f64> = results.all_games().map(|result| f64::from(result.points[at])).collect();
        vec![text(name), TableCell::Share(results.share(at)), TableCell::Figure(stats::mean_of(&points), 1)]
    };
    Table {
        title: format!(
            "{} games at {} seats, each deal from every side",
            thousands(results.games() as u64),
            settings.seats
        ),
        columns: columns(&["player", "wins", points]),
        rows: results.names.iter().enumerate().map(row).collect(),
    }
}

/// How the games went: length, first move, stock, endings.
fn course_table(results: &Results) -> Table {
    let moves = stats::mean_of(&results.moves());
    let rounds: Vec<f64> = results.all_games().map(|result| result.rounds as f64).collect();
    let reshuffles: Vec<f64> = results.all_games().map(|result| result.reshuffles as f64).collect();
    let all: usize = results.ends().iter().map(|(_, times)| times).sum();
    let mut rows = vec![
        vec![text("moves a game"), TableCell::Figure(moves, 1)],
        vec![text("rounds a game"), TableCell::Figure(stats::mean_of(&rounds), 1)],
        vec![text("won by the first player"), TableCell::Share(results.first_mover_share())],
        vec![text("reshuffles a game"), TableCell::Figure(stats::mean_of(&reshuffles), 2)],
        vec![text("ended by the stock"), TableCell::Share(results.ended_by_stock())],
    ];
    if let Some(luck) = results.won_by_cards() {
        rows.push(vec![text("won by the same cards from both sides"), TableCell::Share(luck)]);
    }
    for (how, times) in results.ends() {
        rows.push(vec![
            text(format!("rounds that ended: {how}")),
            TableCell::Part(times as f64 / all.max(1) as f64),
        ]);
    }
    Table { title: "How they went".into(), columns: columns(&["what", "figure"]), rows }
}

/// How often each seat won, regardless of the player: everyone had every seat equally often.
fn seats_table(results: &Results, seats: usize) -> Table {
    let row =
        |seat: usize| vec![text(format!("seat {}", seat + 1)), TableCell::Share(results.seat_share(seat))];
    Table {
        title: "Wins by seat; the last seat deals the first round".into(),
        columns: columns(&["seat", "wins"]),
        rows: (0..seats).map(row).collect(),
    }
}

/// Remarks on replaced players and on games that only the safety stop ended.
pub(crate) fn remarks(results: &Results) -> Vec<String> {
    let mut remarks = Vec::new();
    for (at, name) in results.names.iter().enumerate() {
        let mut lost =
            results.all_games().flat_map(|result| &result.notices).filter(|(player, _)| *player == at);
        if let Some((_, why)) = lost.next() {
            remarks
                .push(format!("{name} lost its seat in {} games; first because it {why}.", 1 + lost.count()));
        }
    }
    remarks.extend(endless_games_remark(results));
    remarks.extend(results.error.iter().map(|why| format!("A game could not be played: {why}.")));
    remarks
}

/// A warning if games end only because of the safety stop.
fn endless_games_remark(results: &Results) -> Option<String> {
    let times =
        |wanted: &str| results.ends().iter().find(|(how, _)| *how == wanted).map_or(0, |(_, times)| *times);
    let (stopped, all) = (times("stopped"), results.games().max(1));
    (stopped * 1_000 > all).then(|| {
        let share = 100.0 * stopped as f64 / all as f64;
        format!("Dead ends: {share:.1} % of the games went on until the safety stop ended them.")
    })
}

/// The speed of the games.
pub fn speed(results: &Results, spent: Duration) -> Table {
    let seconds = spent.as_secs_f64().max(1e-9);
    let moves: f64 = results.moves().iter().sum();
    let rate = |count: f64| TableCell::Count((count / seconds) as u64);
    Table {
        title: "On the clock".into(),
        columns: columns(&["games a second", "moves a second", "seconds"]),
        rows: vec![vec![rate(results.games() as f64), rate(moves), TableCell::Plain(seconds, 1)]],
    }
}

/// How strength grows with the number of worlds searched, against one opponent.
pub fn curve(
    table: &TableSpec<'_>,
    worlds: &[u32],
    against: &Entrant,
    config: &RunConfig<'_>,
) -> Result<Report, LabError> {
    let contest =
        |worlds: &u32| table.contest(vec![Entrant::parse(&format!("search:{worlds}"))?, against.clone()]);
    let results = config.run(&worlds.iter().map(contest).collect::<Result<Vec<_>, LabError>>()?)?;
    let row = |&(&worlds, results): &(&u32, &Results)| {
        let games = TableCell::Count(results.games() as u64);
        vec![TableCell::Count(worlds.into()), TableCell::Share(results.share(0)), games]
    };
    let heads = columns(&["worlds a move", &format!("wins against {}", against.name()), "games"]);
    let with_results = with_results(worlds, &results);
    let rows = with_results.iter().map(row).collect();
    let points = with_results.iter().map(|(at, results)| (f64::from(**at), results.share(0))).collect();
    let mut report =
        Report { title: format!("{}: worlds and strength", title(table.rules)), ..Report::default() };
    report.remarks = config.remarks(&results);
    report.tables.push(Table { title: "Strength".into(), columns: heads, rows });
    if with_results.len() > 1 {
        report.tables.push(steps_table(&with_results));
    }
    let title = format!("Wins against {}", against.name());
    report.charts.push(Chart::Curve { title, axis: "worlds a move".into(), points, line: Some(0.5) });
    Ok(report)
}

/// What each number of worlds adds to the one before, deal by deal.
fn steps_table(with_results: &[(&u32, &Results)]) -> Table {
    let row = |pair: &[(&u32, &Results)]| {
        let [(before, less), (after, more)] = pair else { return Vec::new() };
        let [more, less] = [more, less].map(|results| results.by_deal(|result| result.shares[0]));
        let step = format!("{} to {}", thousands(u64::from(**before)), thousands(u64::from(**after)));
        vec![text(step), TableCell::Change(stats::paired_difference(&more, &less))]
    };
    Table {
        title: "Each step, on the same deals".into(),
        columns: columns(&["worlds a move", "more wins"]),
        rows: with_results.windows(2).map(row).collect(),
    }
}
