//! `lastcard lab`: many games on all cores, told in figures with their intervals.

mod program;
mod progress;

use std::fs;
use std::io::Write;
use std::num::NonZero;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use bots::Level;
use clap::{Args, Subcommand};
use games::record::Record;
use lab::studies::{self, Effort};
use lab::{Contest, Entrant, Length, Report, Watch};

use crate::{Failure, find};

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
    #[arg(long, default_value_t = 1_000, value_name = "N")]
    games: usize,
    /// What decides deals and players: equal numbers give equal results
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// On how many cores; all there are unless given
    #[arg(long, value_name = "N")]
    cores: Option<usize>,
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
    #[arg(long, default_value_t = 1_000, value_name = "MS")]
    limit: u64,
}

#[derive(Args)]
struct Meet {
    /// The name of a preset, or a rule file
    game: String,
    /// Who plays, with commas: easy, medium, hard, expert, master, random, search:500, "cmd:python3 mybot.py"
    #[arg(long, default_value = "hard,medium", value_name = "WHO,WHO")]
    bots: String,
    /// How many seats; players sit in turns until all are taken
    #[arg(long, value_name = "N")]
    seats: Option<usize>,
    /// Play whole matches instead of single rounds
    #[arg(long)]
    matches: bool,
    /// Change an option of the rules
    #[arg(long = "rule", value_name = "KEY=VALUE")]
    changes: Vec<String>,
    #[command(flatten)]
    common: Common,
}

#[derive(Args)]
struct Ladder {
    /// The name of a preset, or a rule file
    game: String,
    /// Who climbs, the weakest first; all levels unless given
    #[arg(long, value_name = "WHO,WHO")]
    bots: Option<String>,
    /// Play whole matches instead of single rounds
    #[arg(long)]
    matches: bool,
    #[command(flatten)]
    common: Common,
}

#[derive(Args)]
struct Curve {
    /// The name of a preset, or a rule file
    game: String,
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
    /// The name of a preset, or a rule file
    game: String,
    /// The option and its values, like counter=stack,transfer,none
    #[arg(long, value_name = "KEY=VALUE,VALUE")]
    vary: String,
    /// Who plays
    #[arg(long, default_value = "medium", value_name = "WHO")]
    bots: String,
    /// How many seats; the fewest the game allows unless given
    #[arg(long, value_name = "N")]
    seats: Option<usize>,
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
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
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
    fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let rules = find::rules(&self.game, &self.changes)?;
        let contest = Contest::new(&rules, self.common.entrants(&self.bots)?, self.seats)?;
        let contest = contest.over(length(self.matches));
        let report = self.common.watched(self.common.games, |effort| {
            let start = Instant::now();
            let (results, mut report) = studies::play(&contest, effort);
            report.tables.push(studies::speed(&results, start.elapsed()));
            Ok(report)
        })?;
        self.common.tell(&report, out)
    }
}

impl Ladder {
    fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let rules = find::rules(&self.game, &[])?;
        let entrants = match &self.bots {
            Some(bots) => self.common.entrants(bots)?,
            None => Level::ALL.map(Entrant::level).to_vec(),
        };
        let pairs = entrants.len() * entrants.len().saturating_sub(1) / 2;
        let report = self.common.watched(pairs * self.common.games, |effort| {
            studies::ladder(&rules, &entrants, length(self.matches), effort)
        })?;
        self.common.tell(&report, out)
    }
}

impl Curve {
    fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let rules = find::rules(&self.game, &[])?;
        let against = Entrant::parse(&self.against)?;
        let games = self.worlds.len() * self.common.games;
        let work = |effort: &Effort<'_>| studies::curve(&rules, &self.worlds, &against, effort);
        let report = self.common.watched(games, work)?;
        self.common.tell(&report, out)
    }
}

impl SideBySide {
    fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let rules = find::rules(&self.game, &[])?;
        let players = (self.common.entrants(&self.bots)?, self.seats);
        let values = self.vary.split(',').count();
        let report = self.common.watched(values * self.common.games, |effort| {
            studies::rules(&rules, &self.vary, &players, effort)
        })?;
        self.common.tell(&report, out)
    }
}

impl OneDeal {
    fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let text =
            fs::read_to_string(&self.file).map_err(|error| format!("cannot read {}: {error}", self.file))?;
        let mut session = Record::read(&text)
            .and_then(|record| record.replay())
            .map_err(|error| format!("{}: {error}", self.file))?;
        // Back to the end of the round that is asked for.
        while session.scores().rounds > self.round && session.undo() {}
        if self.round == 0 || session.scores().rounds + u16::from(session.outcome().is_none()) < self.round {
            return Err(Failure::Message(format!("{} has no round {}", self.file, self.round)));
        }
        let entrants = self.common.entrants(&self.bots)?;
        let player = entrants.first().ok_or_else(|| "who plays?".to_string())?;
        let report =
            self.common.watched(2 * self.common.games, |effort| studies::deal(&session, player, effort))?;
        self.common.tell(&report, out)
    }
}

impl Common {
    fn entrants(&self, written: &str) -> Result<Vec<Entrant>, String> {
        let limit = Duration::from_millis(self.limit.max(1));
        let entrant = |text: &str| match text.trim().strip_prefix("cmd:") {
            Some(command) => Ok(program::entrant(command.trim(), limit)),
            None => Entrant::parse(text),
        };
        written.split(',').filter(|text| !text.trim().is_empty()).map(entrant).collect()
    }

    /// Does the work with a bar that shows how far it is; Ctrl-C ends it with what is known so far.
    fn watched(
        &self,
        games: usize,
        work: impl FnOnce(&Effort<'_>) -> Result<Report, String>,
    ) -> Result<Report, Failure> {
        let watch = Watch::default();
        progress::end_on_interrupt(&watch);
        let cores =
            self.cores.or_else(|| thread::available_parallelism().ok().map(NonZero::get)).unwrap_or(1);
        let effort = Effort { games: self.games, seed: self.seed, cores, watch: &watch };
        Ok(progress::shown(games, &watch, || work(&effort))?)
    }

    fn tell(&self, report: &Report, out: &mut impl Write) -> Result<(), Failure> {
        for (path, text) in [(&self.plot, lab::svg(report)), (&self.report, lab::html(report))] {
            if let Some(path) = path {
                fs::write(path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
            }
        }
        match (self.json, self.csv) {
            (true, _) => writeln!(out, "{}", report.json())?,
            (_, true) => write!(out, "{}", report.csv())?,
            _ => write!(out, "{}", report.text())?,
        }
        Ok(())
    }
}

fn length(matches: bool) -> Length {
    if matches { Length::Match } else { Length::Round }
}
