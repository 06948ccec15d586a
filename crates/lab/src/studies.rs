//! Studies of many deals: players, worlds and strength, and rules side by side.

use std::time::Duration;

use games::{Rules, change};

use crate::contest::{Contest, Results};
use crate::entrant::Entrant;
use crate::game::{Length, Setting};
use crate::report::{Cell, Chart, Report, Table, Unit, thousands};
use crate::run::Watch;
use crate::stats::{self, Estimate};

/// How much work a study may do, and how.
#[derive(Debug)]
pub struct Effort<'a> {
    /// How many games, at least, for each figure.
    pub games: usize,
    /// What decides deals and players.
    pub seed: u64,
    /// On how many cores.
    pub cores: usize,
    /// How far it has come, and whether it is to end.
    pub watch: &'a Watch,
}

impl Effort<'_> {
    /// Plays the games of all contests, or says why there is nothing to tell.
    ///
    /// Where the work was ended soon, the last of them may have no game.
    pub(crate) fn run(&self, contests: &[Contest]) -> Result<Vec<Results>, String> {
        let results = Contest::run_all(contests, self.games, self.seed, self.cores, self.watch);
        match results.first() {
            Some(Results { deals, error, .. }) if deals.is_empty() => Err(match error {
                Some(why) => format!("no game could be played: {why}"),
                None => "stopped before there was anything to tell".into(),
            }),
            _ => Ok(results),
        }
    }

    /// What should not be overlooked in any of these results, each once.
    pub(crate) fn remarks(&self, results: &[Results]) -> Vec<String> {
        let mut all: Vec<String> =
            self.stopped(results).into_iter().chain(results.iter().flat_map(remarks)).collect();
        all.dedup();
        all
    }

    fn stopped(&self, results: &[Results]) -> Option<String> {
        let games: usize = results.iter().map(Results::games).sum();
        let told = || format!("Stopped: this is what is known after {} games.", thousands(games as u64));
        self.watch.is_stopped().then(told)
    }
}

/// Those of which at least one game is known, each with its results.
pub(crate) fn known<'a, T>(of: &'a [T], results: &'a [Results]) -> Vec<(&'a T, &'a Results)> {
    of.iter().zip(results).filter(|(_, results)| !results.deals.is_empty()).collect()
}

/// What is played, at how many seats, and how much of a match.
#[derive(Clone, Copy, Debug)]
pub struct Seated<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// How many seats; as few as there can be unless given.
    pub seats: Option<usize>,
    /// How much of a match a game is.
    pub length: Length,
}

impl Seated<'_> {
    /// These players at that table.
    pub fn contest(&self, entrants: Vec<Entrant>) -> Result<Contest, String> {
        Ok(Contest::new(self.rules, entrants, self.seats)?.over(self.length))
    }
}

pub(crate) fn text(text: impl Into<String>) -> Cell {
    Cell::Text(text.into())
}

pub(crate) fn columns(names: &[&str]) -> Vec<String> {
    names.iter().map(ToString::to_string).collect()
}

pub(crate) fn title(rules: &Rules) -> String {
    let header = rules.header();
    if header.title.is_empty() { header.name.clone() } else { header.title.clone() }
}

/// Who plays: several against each other, or one kind in all seats.
fn who(entrants: &[Entrant], seats: usize) -> String {
    match entrants {
        [one] => format!("{seats} times {}", one.name()),
        many => many.iter().map(Entrant::name).collect::<Vec<_>>().join(" against "),
    }
}

/// Players against each other.
pub fn play(contest: &Contest, effort: &Effort<'_>) -> Result<(Results, Report), String> {
    let results = effort.run(std::slice::from_ref(contest))?.remove(0);
    let mut report = Report {
        title: format!(
            "{}: {}",
            title(&contest.setting.rules),
            who(&contest.entrants, contest.setting.seats)
        ),
        ..Report::default()
    };
    report.tables.push(wins(&contest.setting, &results));
    report.tables.push(course(&results));
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
    report.remarks = effort.remarks(std::slice::from_ref(&results));
    Ok((results, report))
}

fn wins(setting: &Setting, results: &Results) -> Table {
    let low_wins = setting.rules.match_rules().low_wins;
    let points = if low_wins { "points (few are good)" } else { "points (many are good)" };
    let row = |(at, name): (usize, &String)| {
        let points: Vec<f64> = results.each().map(|played| f64::from(played.points[at])).collect();
        vec![text(name), Cell::Share(results.share(at)), Cell::Figure(stats::mean_of(&points), 1)]
    };
    Table {
        title: format!(
            "{} games at {} seats, each deal from every side",
            thousands(results.games() as u64),
            setting.seats
        ),
        columns: columns(&["player", "wins", points]),
        rows: results.names.iter().enumerate().map(row).collect(),
    }
}

/// How the games went: length, first move, stock, ends.
fn course(results: &Results) -> Table {
    let moves = stats::mean_of(&results.moves());
    let rounds: Vec<f64> = results.each().map(|played| played.rounds as f64).collect();
    let reshuffles: Vec<f64> = results.each().map(|played| played.reshuffles as f64).collect();
    let all: usize = results.ends().iter().map(|(_, times)| times).sum();
    let mut rows = vec![
        vec![text("moves a game"), Cell::Figure(moves, 1)],
        vec![text("rounds a game"), Cell::Figure(stats::mean_of(&rounds), 1)],
        vec![text("won by who began"), Cell::Share(results.first_edge())],
        vec![text("reshuffles a game"), Cell::Figure(stats::mean_of(&reshuffles), 2)],
        vec![text("ended by the stock"), Cell::Share(results.ended_by_stock())],
    ];
    if let Some(luck) = results.won_by_cards() {
        rows.push(vec![text("won by the same cards from both sides"), Cell::Share(luck)]);
    }
    for (how, times) in results.ends() {
        rows.push(vec![
            text(format!("rounds that ended: {how}")),
            Cell::Part(times as f64 / all.max(1) as f64),
        ]);
    }
    Table { title: "How they went".into(), columns: columns(&["what", "figure"]), rows }
}

/// What should not be overlooked: players that lost their seat, games that only the safety stop ended.
fn remarks(results: &Results) -> Vec<String> {
    let mut remarks = Vec::new();
    for (at, name) in results.names.iter().enumerate() {
        let mut lost = results.each().flat_map(|played| &played.notices).filter(|(player, _)| *player == at);
        if let Some((_, why)) = lost.next() {
            remarks
                .push(format!("{name} lost its seat in {} games; first because it {why}.", 1 + lost.count()));
        }
    }
    remarks.extend(dead_ends(results));
    remarks.extend(results.error.iter().map(|why| format!("A game could not be played: {why}.")));
    remarks
}

/// A warning where games end only because somebody stopped them.
fn dead_ends(results: &Results) -> Option<String> {
    let times =
        |wanted: &str| results.ends().iter().find(|(how, _)| *how == wanted).map_or(0, |(_, times)| *times);
    let (stopped, all) = (times("stopped"), results.games().max(1));
    (stopped * 1_000 > all).then(|| {
        let share = 100.0 * stopped as f64 / all as f64;
        format!("Dead ends: {share:.1} % of the games went on until the safety stop ended them.")
    })
}

/// How fast the games went.
pub fn speed(results: &Results, spent: Duration) -> Table {
    let seconds = spent.as_secs_f64().max(1e-9);
    let moves: f64 = results.moves().iter().sum();
    let rate = |count: f64| Cell::Count((count / seconds) as u64);
    Table {
        title: "On the clock".into(),
        columns: columns(&["games a second", "moves a second", "seconds"]),
        rows: vec![vec![rate(results.games() as f64), rate(moves), Cell::Plain(seconds, 1)]],
    }
}

/// How strength grows with the number of worlds that a player looks at, measured against one opponent.
pub fn curve(
    table: &Seated<'_>,
    worlds: &[u32],
    against: &Entrant,
    effort: &Effort<'_>,
) -> Result<Report, String> {
    let contest =
        |worlds: &u32| table.contest(vec![Entrant::parse(&format!("search:{worlds}"))?, against.clone()]);
    let results = effort.run(&worlds.iter().map(contest).collect::<Result<Vec<_>, String>>()?)?;
    let row = |&(&worlds, results): &(&u32, &Results)| {
        let games = Cell::Count(results.games() as u64);
        vec![Cell::Count(worlds.into()), Cell::Share(results.share(0)), games]
    };
    let heads = columns(&["worlds a move", &format!("wins against {}", against.name()), "games"]);
    let known = known(worlds, &results);
    let rows = known.iter().map(row).collect();
    let points = known.iter().map(|(at, results)| (f64::from(**at), results.share(0))).collect();
    let mut report =
        Report { title: format!("{}: worlds and strength", title(table.rules)), ..Report::default() };
    report.remarks = effort.remarks(&results);
    report.tables.push(Table { title: "Strength".into(), columns: heads, rows });
    let title = format!("Wins against {}", against.name());
    report.charts.push(Chart::Curve { title, axis: "worlds a move".into(), points, line: Some(0.5) });
    Ok(report)
}

/// Rules side by side: the same deals and players under every value of an option.
pub fn rules(
    table: &Seated<'_>,
    vary: &str,
    players: &[Entrant],
    effort: &Effort<'_>,
) -> Result<Report, String> {
    let (key, values) =
        vary.split_once('=').ok_or("--vary is written key=value,value, like counter=stack,none")?;
    let values: Vec<&str> = values.split(',').map(str::trim).collect();
    if let Some(twice) = (1..values.len()).find(|&at| values[..at].contains(&values[at])) {
        return Err(format!("{key}={} is there twice", values[twice]));
    }
    let contest = |value: &&str| {
        let changed = change(table.rules, &[format!("{key}={value}")])
            .map_err(|error| error.messages().join("\n  "))?;
        Seated { rules: &changed, ..*table }.contest(players.to_vec())
    };
    let contests = values.iter().map(contest).collect::<Result<Vec<_>, String>>()?;
    let results = effort.run(&contests)?;
    let (seats, known) = (contests[0].setting.seats, known(&values, &results));
    let each = |figure: &dyn Fn(&Results) -> Estimate| {
        known.iter().map(|(value, results)| (value.to_string(), figure(results))).collect()
    };
    let mut report = Report {
        title: format!("{}: {key}, {}", title(table.rules), who(players, seats)),
        ..Report::default()
    };
    report.tables.push(Table {
        title: format!("{} games under each rule, {seats} players", thousands(results[0].games() as u64)),
        columns: columns(&[
            "value",
            "moves a game",
            "won by who began",
            "ended by the stock",
            "reshuffles a game",
            "stopped because endless",
        ]),
        rows: known.iter().map(|(value, results)| rule_row(value, results)).collect(),
    });
    report.remarks = effort.stopped(&results).into_iter().collect();
    for (value, results) in &known {
        report.remarks.extend(remarks(results).into_iter().map(|remark| format!("{key}={value}: {remark}")));
    }
    let lengths = known.iter().map(|(value, results)| (value.to_string(), results.moves()));
    let even = Some(1.0 / seats as f64);
    let whiskers =
        |title: &str, bars, line| Chart::Whiskers { title: title.into(), unit: Unit::Share, bars, line };
    report.charts = vec![
        Chart::Distribution {
            title: "Length of a game".into(),
            axis: "moves".into(),
            series: lengths.collect(),
        },
        whiskers("Won by who began", each(&Results::first_edge), even),
        whiskers("Ended by the stock", each(&Results::ended_by_stock), None),
    ];
    Ok(report)
}

fn rule_row(value: &str, results: &Results) -> Vec<Cell> {
    let games = results.games().max(1) as f64;
    let stopped = results.each().filter(|played| played.ends.contains(&"stopped")).count() as f64 / games;
    let reshuffles: Vec<f64> = results.each().map(|played| played.reshuffles as f64).collect();
    vec![
        text(value),
        Cell::Figure(stats::mean_of(&results.moves()), 1),
        Cell::Share(results.first_edge()),
        Cell::Share(results.ended_by_stock()),
        Cell::Figure(stats::mean_of(&reshuffles), 2),
        Cell::Share(stats::wilson(stopped, games)),
    ]
}
