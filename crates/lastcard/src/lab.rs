//! `lastcard lab`: many games on all cores, told in figures with their intervals.

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
use lab::studies::{self, Effort, Seated};
use lab::{Entrant, Length, Report, Watch, ladder, one_deal};

use crate::{CliError, rule_lookup};

/// Study players and rules over many games
#[derive(Args)]
pub struct Lab {
    #[command(subcommand)]
    study: Study,
}

#[derive(Subcommand)]
enum Study {
    /// Let players meet: how often each wins, how long games are, how they end
    Play(Meet),
    /// Let all levels meet each other, and rate them
    Ladder(Ladder),
    /// See how strength grows with the worlds that a player looks at
    Curve(Curve),
    /// Set rules side by side: the same deals under every value of an option
    Rules(SideBySide),
    /// Play one recorded deal many times: how good was each hand?
    Deal(OneDeal),
}

#[derive(Args)]
struct Common {
    /// How many games, at least, for each figure
    #[arg(long, default_value = "1000", value_name = "N")]
    games: NonZero<usize>,
    /// What decides deals and players: equal numbers give equal results
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// On how many cores; all there are unless given
    #[arg(long, value_name = "N")]
    cores: Option<NonZero<usize>>,
    /// Print JSON instead of tables
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Print CSV instead of tables
    #[arg(long)]
    csv: bool,
    /// Draw pictures into this SVG file
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Write a page with pictures and tables into this HTML file
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// How long a program may think about a move, in milliseconds
    #[arg(long, default_value = "1000", value_name = "MS")]
    limit: NonZero<u64>,
}

/// What is played, and at how many seats.
#[derive(Args)]
struct AtTable {
    /// The name of a preset, or a rule file
    game: String,
    /// How many seats; players sit in turns until all are taken
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
struct Meet {
    #[command(flatten)]
    table: AtTable,
    /// Who plays, with commas: easy, medium, hard, expert, master, random, search:500, search:1s, "cmd:python3 mybot.py"
    #[arg(long, default_value = "hard,medium", value_name = "WHO,WHO")]
    bots: String,
    #[command(flatten)]
    common: Common,
}

#[derive(Args)]
struct Ladder {
    #[command(flatten)]
    table: AtTable,
    /// Who climbs, the weakest first; all levels unless given
    #[arg(long, value_name = "WHO,WHO")]
    bots: Option<String>,
    #[command(flatten)]
    common: Common,
}

#[derive(Args)]
struct Curve {
    #[command(flatten)]
    table: AtTable,
    /// The numbers of worlds, with commas
    #[arg(long, default_value = "50,200,800,3200", value_delimiter = ',', value_name = "N,N")]
    worlds: Vec<u32>,
    /// Against whom
    #[arg(long, default_value = "medium", value_name = "WHO")]
    against: String,
    #[command(flatten)]
    common: Common,
}

#[derive(Args)]
struct SideBySide {
    #[command(flatten)]
    table: AtTable,
    /// The option and its values, like counter=stack,transfer,none
    #[arg(long, value_name = "KEY=VALUE,VALUE")]
    vary: String,
    /// Who plays
    #[arg(long, default_value = "medium", value_name = "WHO")]
    bots: String,
    #[command(flatten)]
    common: Common,
}

#[derive(Args)]
struct OneDeal {
    /// A record, as `lastcard play` keeps it
    file: String,
    /// Which round of the match
    #[arg(long, default_value_t = 1, value_name = "N")]
    round: u16,
    /// Who plays all the hands
    #[arg(long, default_value = "hard", value_name = "WHO")]
    bots: String,
    #[command(flatten)]
    common: Common,
}

impl Lab {
    /// Does the study and prints what came of it.
    pub fn run(&self, out: &mut impl Write) -> Result<(), CliError> {
        match &self.study {
            Study::Play(meet) => meet.run(out),
            Study::Ladder(ladder) => ladder.run(out),
            Study::Curve(curve) => curve.run(out),
            Study::Rules(vary) => vary.run(out),
            Study::Deal(deal) => deal.run(out),
        }
    }
}

impl Meet {
    fn run(&self, out: &mut impl Write) -> Result<(), CliError> {
        let rules = self.table.rules()?;
        let contest = self.table.at(&rules).contest(self.common.entrants(&self.bots)?)?;
        let report = self.common.watched(self.common.games.get(), |effort| {
            let start = Instant::now();
            let (results, mut report) = studies::play(&contest, effort)?;
            report.tables.push(studies::speed(&results, start.elapsed()));
            Ok(report)
        })?;
        self.common.tell(&report, out)
    }
}

impl Ladder {
    fn run(&self, out: &mut impl Write) -> Result<(), CliError> {
        let rules = self.table.rules()?;
        let entrants = match &self.bots {
            Some(bots) => self.common.entrants(bots)?,
            None => Level::ALL.map(Entrant::level).to_vec(),
        };
        let pairs = entrants.len() * entrants.len().saturating_sub(1) / 2;
        let report = self.common.watched(pairs * self.common.games.get(), |effort| {
            ladder::ladder(&self.table.at(&rules), &entrants, effort)
        })?;
        self.common.tell(&report, out)
    }
}

impl Curve {
    fn run(&self, out: &mut impl Write) -> Result<(), CliError> {
        let rules = self.table.rules()?;
        let against = self.common.entrant(&self.against)?;
        if let Some(wrong) = (1..self.worlds.len()).find(|&at| self.worlds[at] <= self.worlds[at - 1]) {
            return Err(CliError::Message(format!(
                "{}: each number of worlds is above the last",
                self.worlds[wrong]
            )));
        }
        let games = self.worlds.len() * self.common.games.get();
        let work =
            |effort: &Effort<'_>| studies::curve(&self.table.at(&rules), &self.worlds, &against, effort);
        let report = self.common.watched(games, work)?;
        self.common.tell(&report, out)
    }
}

impl SideBySide {
    fn run(&self, out: &mut impl Write) -> Result<(), CliError> {
        let rules = self.table.rules()?;
        let players = self.common.entrants(&self.bots)?;
        let values = self.vary.split(',').count();
        let report = self.common.watched(values * self.common.games.get(), |effort| {
            studies::rules(&self.table.at(&rules), &self.vary, &players, effort)
        })?;
        self.common.tell(&report, out)
    }
}

impl OneDeal {
    fn run(&self, out: &mut impl Write) -> Result<(), CliError> {
        let text =
            fs::read_to_string(&self.file).map_err(|error| format!("cannot read {}: {error}", self.file))?;
        let session = Record::read(&text)
            .and_then(|record| record.replay())
            .map_err(|error| format!("{}: {error}", self.file))?;
        let session = one_deal::end_of_round(session, self.round)
            .ok_or_else(|| format!("{} has no round {}", self.file, self.round))?;
        let player = self.common.entrant(&self.bots)?;
        let report = self
            .common
            .watched(2 * self.common.games.get(), |effort| one_deal::deal(&session, &player, effort))?;
        self.common.tell(&report, out)
    }
}

impl AtTable {
    fn rules(&self) -> Result<Rules, CliError> {
        rule_lookup::rules(&self.game, &self.changes)
    }

    fn at<'a>(&self, rules: &'a Rules) -> Seated<'a> {
        let length = if self.matches { Length::Match } else { Length::Round };
        Seated { rules, seats: self.seats, length }
    }
}

impl Common {
    fn entrants(&self, written: &str) -> Result<Vec<Entrant>, String> {
        written.split(',').map(|text| self.entrant(text)).collect()
    }

    fn entrant(&self, text: &str) -> Result<Entrant, String> {
        match text.trim().strip_prefix("cmd:").map(str::trim) {
            Some("") => Err("cmd: is followed by a command, like cmd:python3 mybot.py".into()),
            Some(command) => Ok(external_bot::entrant(command, Duration::from_millis(self.limit.get()))),
            None => Entrant::parse(text),
        }
    }

    /// Does the work with a bar that shows how far it is; Ctrl-C ends it with what is known so far.
    fn watched(
        &self,
        games: usize,
        work: impl FnOnce(&Effort<'_>) -> Result<Report, String>,
    ) -> Result<Report, CliError> {
        // Whether files can be written is better known before the work than after it.
        for path in [&self.plot, &self.report].into_iter().flatten() {
            let opened = fs::OpenOptions::new().append(true).create(true).open(path);
            opened.map_err(|error| cannot_write(path, &error))?;
        }
        let watch = Watch::default();
        progress::end_on_interrupt(&watch);
        let cores = self.cores.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZero::get);
        let effort = Effort { games: self.games.get(), seed: self.seed, cores, watch: &watch };
        let report = progress::shown(games, &watch, || work(&effort))?;
        Ok(Report { made: made(), ..report })
    }

    fn tell(&self, report: &Report, out: &mut impl Write) -> Result<(), CliError> {
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
                fs::write(path, text).map_err(|error| cannot_write(path, &error))?;
            }
        }
        Ok(())
    }
}

fn cannot_write(path: &Path, error: &io::Error) -> String {
    format!("cannot write {}: {error}", path.display())
}

/// The command that makes a report again, and the version that made it.
fn made() -> String {
    let quoted = |word: &str| if word.contains(' ') { format!("\"{word}\"") } else { word.to_string() };
    let words: Vec<String> = env::args_os().skip(1).map(|word| quoted(&word.to_string_lossy())).collect();
    format!("lastcard {} (version {})", words.join(" "), env!("CARGO_PKG_VERSION"))
}
