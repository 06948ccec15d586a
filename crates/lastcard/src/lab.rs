//! `lastcard lab`: studies of players and rules over many games.

mod external_bot;
mod progress;

use std::io::{self, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use bots::Level;
use clap::{Args, Subcommand};
use games::Rules;
use games::record::Record;
use lab::rule_comparison::{self, Variation};
use lab::studies::{self, RunConfig, TableSpec};
use lab::{Entrant, GameLength, LabError, Report, RunControl, ladder, one_deal};

use crate::{CliError, rule_lookup};

/// Study players and rules over many games
#[derive(Args)]
pub struct Lab {
    #[command(subcommand)]
    study: Study,
}

#[derive(Subcommand)]
enum Study {
    /// Play players against each other: how often each wins, how long games are, how they end
    Play(Contest),
    /// Play all levels against each other, and rate them
    Ladder(Ladder),
    /// Measure how strength grows with the number of worlds searched
    Curve(Curve),
    /// Compare rules: the same deals under every value of one or more options
    Rules(RuleComparison),
    /// Play one recorded deal many times: how good was each hand?
    Deal(OneDeal),
}

#[derive(Args)]
struct RunArgs {
    /// Minimum number of games for each figure
    #[arg(long, default_value = "1000", value_name = "N")]
    games: NonZero<usize>,
    /// Seed of the deals and the players: the same number gives the same results
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Number of cores; all of them by default
    #[arg(long, value_name = "N")]
    cores: Option<NonZero<usize>>,
    /// Print JSON instead of tables
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Print CSV instead of tables
    #[arg(long)]
    csv: bool,
    /// Draw charts into this SVG file
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Write a page with charts and tables into this HTML file
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Time limit per move for external programs, in milliseconds
    #[arg(long, default_value = "1000", value_name = "MS")]
    limit: NonZero<u64>,
}

/// The game, and the table it is played at.
#[derive(Args)]
struct TableArgs {
    /// The name of a preset, or a rule file
    game: String,
    /// Number of seats; the players take turns filling them
    #[arg(long, value_name = "N")]
    seats: Option<usize>,
    /// Play whole matches instead of single rounds
    #[arg(long)]
    matches: bool,
    /// Change an option of the rules
    #[arg(long = "rule", value_name = "KEY=VALUE")]
    changes: Vec<String>,
}

#[derive(Args)]
struct Contest {
    #[command(flatten)]
    table: TableArgs,
    /// The players, separated by commas: easy, medium, hard, expert, master, random, search:500, search:1s,
    /// "cmd:python3 mybot.py"
    #[arg(long, default_value = "hard,medium", value_name = "WHO,WHO")]
    bots: String,
    #[command(flatten)]
    run_args: RunArgs,
}

#[derive(Args)]
struct Ladder {
    #[command(flatten)]
    table: TableArgs,
    /// The players, weakest first, your own anywhere; all levels by default
    #[arg(long, value_name = "WHO,WHO")]
    bots: Option<String>,
    #[command(flatten)]
    run_args: RunArgs,
}

#[derive(Args)]
struct Curve {
    #[command(flatten)]
    table: TableArgs,
    /// Numbers of worlds, separated by commas
    #[arg(long, default_value = "50,200,800,3200", value_delimiter = ',', value_name = "N,N")]
    worlds: Vec<u32>,
    /// The opponent
    #[arg(long, default_value = "medium", value_name = "WHO")]
    against: String,
    #[command(flatten)]
    run_args: RunArgs,
}

#[derive(Args)]
struct RuleComparison {
    #[command(flatten)]
    table: TableArgs,
    /// An option and its values, like counter=stack,transfer,none; given twice, every combination is compared
    #[arg(long, value_name = "KEY=VALUE,VALUE", required = true)]
    vary: Vec<String>,
    /// The players
    #[arg(long, default_value = "medium", value_name = "WHO")]
    bots: String,
    #[command(flatten)]
    run_args: RunArgs,
}

#[derive(Args)]
struct OneDeal {
    /// A record saved by `lastcard play`
    file: String,
    /// The round of the match
    #[arg(long, default_value_t = 1, value_name = "N")]
    round: u16,
    /// The player of all hands
    #[arg(long, default_value = "hard", value_name = "WHO")]
    bots: String,
    #[command(flatten)]
    run_args: RunArgs,
}

impl Lab {
    /// Runs the study and prints its report.
    pub fn run(&self, out: &mut impl Write) -> Result<(), CliError> {
        match &self.study {
            Study::Play(contest) => contest.run(out),
            Study::Ladder(ladder) => ladder.run(out),
            Study::Curve(curve) => curve.run(out),
            Study::Rules(vary) => vary.run(out),
            Study::Deal(deal) => deal.run(out),
        }
    }
}

impl Contest {
    fn run(&self, out: &mut impl Write) -> Result<(), CliError> {
        let rules = self.table.rules()?;
        let contest = self.table.spec(&rules).contest(self.run_args.entrants(&self.bots)?)?;
        let report = self.run_args.run_study(self.run_args.games.get(), |config| {
            let start = Instant::now();
            let (results, mut report) = studies::play(&contest, config)?;
            report.tables.push(studies::speed(&results, start.elapsed()));
            Ok(report)
        })?;
        self.run_args.print(&report, out)
    }
}

impl Ladder {
    fn run(&self, out: &mut impl Write) -> Result<(), CliError> {
        let rules = self.table.rules()?;
        let entrants = match &self.bots {
            Some(bots) => self.run_args.entrants(bots)?,
            None => Level::ALL.map(Entrant::level).to_vec(),
        };
        let pairs = entrants.len() * entrants.len().saturating_sub(1) / 2;
        let report = self.run_args.run_study(pairs * self.run_args.games.get(), |config| {
            ladder::ladder(&self.table.spec(&rules), &entrants, config)
        })?;
        self.run_args.print(&report, out)
    }
}

impl Curve {
    fn run(&self, out: &mut impl Write) -> Result<(), CliError> {
        let rules = self.table.rules()?;
        let against = self.run_args.entrant(&self.against)?;
        if let Some(wrong) = (1..self.worlds.len()).find(|&at| self.worlds[at] <= self.worlds[at - 1]) {
            return Err(CliError::Usage(format!(
                "{}: each number of worlds must be higher than the one before",
                self.worlds[wrong]
            )));
        }
        let games = self.worlds.len() * self.run_args.games.get();
        let work =
            |config: &RunConfig<'_>| studies::curve(&self.table.spec(&rules), &self.worlds, &against, config);
        let report = self.run_args.run_study(games, work)?;
        self.run_args.print(&report, out)
    }
}

impl RuleComparison {
    fn run(&self, out: &mut impl Write) -> Result<(), CliError> {
        let rules = self.table.rules()?;
        let players = self.run_args.entrants(&self.bots)?;
        let variation = Variation::parse(&self.vary)?;
        let games = variation.combinations() * self.run_args.games.get();
        let report = self.run_args.run_study(games, |config| {
            rule_comparison::compare(&self.table.spec(&rules), &variation, &players, config)
        })?;
        self.run_args.print(&report, out)
    }
}

impl OneDeal {
    fn run(&self, out: &mut impl Write) -> Result<(), CliError> {
        let text = fs::read_to_string(&self.file)
            .map_err(|source| CliError::Read { path: self.file.clone(), source })?;
        let session = Record::read(&text)
            .and_then(|record| record.replay())
            .map_err(|error| CliError::Usage(format!("{}: {error}", self.file)))?;
        let session = one_deal::end_of_round(session, self.round)
            .ok_or_else(|| CliError::Usage(format!("{} has no round {}", self.file, self.round)))?;
        let player = self.run_args.entrant(&self.bots)?;
        let report = self
            .run_args
            .run_study(2 * self.run_args.games.get(), |config| one_deal::deal(&session, &player, config))?;
        self.run_args.print(&report, out)
    }
}

impl TableArgs {
    fn rules(&self) -> Result<Rules, CliError> {
        rule_lookup::rules(&self.game, &self.changes)
    }

    fn spec<'a>(&self, rules: &'a Rules) -> TableSpec<'a> {
        let length = if self.matches { GameLength::Match } else { GameLength::Round };
        TableSpec { rules, seats: self.seats, length }
    }
}

impl RunArgs {
    fn entrants(&self, text: &str) -> Result<Vec<Entrant>, CliError> {
        text.split(',').map(|text| self.entrant(text)).collect()
    }

    fn entrant(&self, text: &str) -> Result<Entrant, CliError> {
        match text.trim().strip_prefix("cmd:").map(str::trim) {
            Some("") => {
                Err(CliError::Usage("cmd: is followed by a command, like cmd:python3 mybot.py".into()))
            }
            Some(command) => Ok(external_bot::entrant(command, Duration::from_millis(self.limit.get()))),
            None => Ok(Entrant::parse(text)?),
        }
    }

    /// Runs the study with a progress bar. Ctrl-C ends it with the results so far.
    fn run_study(
        &self,
        games: usize,
        work: impl FnOnce(&RunConfig<'_>) -> Result<Report, LabError>,
    ) -> Result<Report, CliError> {
        // Fail before the work, not after it, if the files cannot be written.
        for path in [&self.plot, &self.report].into_iter().flatten() {
            check_writable(path).map_err(|error| cannot_write(path, error))?;
        }
        let control = RunControl::default();
        progress::stop_on_interrupt(&control);
        let cores = self.cores.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZero::get);
        let config = RunConfig { games: self.games.get(), seed: self.seed, cores, control: &control };
        let report = progress::with_bar(games, &control, || work(&config))?;
        Ok(Report { command: command(), ..report })
    }

    fn print(&self, report: &Report, out: &mut impl Write) -> Result<(), CliError> {
        match (self.json, self.csv) {
            (true, _) => writeln!(out, "{}", report.json())?,
            (_, true) => {
                write!(out, "{}", report.csv())?;
                report.remarks.iter().for_each(|remark| eprintln!("! {remark}"));
            }
            _ => write!(out, "{}", report.text())?,
        }
        for (path, text) in [(&self.plot, lab::svg(report)), (&self.report, lab::html(report))] {
            if let Some(path) = path {
                fs::write(path, text).map_err(|error| cannot_write(path, error))?;
            }
        }
        Ok(())
    }
}

/// Checks that a file can be written, and leaves everything as it was.
fn check_writable(path: &Path) -> io::Result<()> {
    let is_new = !path.exists();
    fs::OpenOptions::new().append(true).create(true).open(path)?;
    if is_new { fs::remove_file(path) } else { Ok(()) }
}

fn cannot_write(path: &Path, source: io::Error) -> CliError {
    CliError::Write { path: path.display().to_string(), source }
}

/// The command that reproduces a report, and the version of the program.
fn command() -> String {
    let quoted = |word: &str| if word.contains(' ') { format!("\"{word}\"") } else { word.to_string() };
    let words: Vec<String> = env::args_os().skip(1).map(|word| quoted(&word.to_string_lossy())).collect();
    format!("lastcard {} (version {})", words.join(" "), env!("CARGO_PKG_VERSION"))
}
