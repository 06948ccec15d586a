//! `lastcard bench`: measures the speed of the rules and the search.

use std::fs;
use std::io::Write;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use bots::{Bot, SearchBot, Sensible};
use clap::{Args, Subcommand};
use engine::{Quick, Viewer};
use games::{CompiledRules, Opening, Session};
use serde_json::json;

use crate::{CliError, rule_lookup};

/// Measure the speed of random games and of the search
#[derive(Args)]
pub struct Bench {
    #[command(subcommand)]
    measurement: Measurement,
}

#[derive(Subcommand)]
enum Measurement {
    /// Play rounds with random moves, and print games, decisions and CPU time as a line of JSON
    Playout(PlayoutBench),
    /// Search in every turn of a round, and print worlds and CPU time as a line of JSON
    Search(SearchBench),
}

#[derive(Args)]
struct SearchBench {
    /// The name of a preset, or a rule file
    game: String,
    /// Number of worlds per turn
    #[arg(long, default_value_t = 1_000)]
    iterations: u32,
    /// Number of rounds
    #[arg(long, default_value_t = 5)]
    games: u64,
    /// Number of seats; the minimum of the game by default
    #[arg(long)]
    seats: Option<usize>,
    /// Seed of the deals and the moves
    #[arg(long, default_value_t = 0)]
    seed: u64,
}

#[derive(Args)]
struct PlayoutBench {
    /// The name of a preset, or a rule file
    game: String,
    /// Number of rounds
    #[arg(long, default_value_t = 10_000)]
    games: u64,
    /// Number of seats; the minimum of the game by default
    #[arg(long)]
    seats: Option<usize>,
    /// Seed of the deals and the moves
    #[arg(long, default_value_t = 0)]
    seed: u64,
}

impl Bench {
    /// Measures, and prints the figures.
    pub fn run(&self, out: &mut impl Write) -> Result<(), CliError> {
        match &self.measurement {
            Measurement::Playout(rounds) => rounds.run(out),
            Measurement::Search(search) => search.run(out),
        }
    }
}

impl SearchBench {
    /// Sensible players play, and a search runs in each turn.
    fn run(&self, out: &mut impl Write) -> Result<(), CliError> {
        let rules = rule_lookup::rules(&self.game, &[])?;
        let seats = self.seats.unwrap_or(rules.players().0);
        let mut search_bot = SearchBot::new(self.iterations, self.seed);
        let (mut worlds, mut searches, mut spent) = (0, 0, 0.0);
        for game in 0..self.games {
            let opening = Opening { seats, seed: self.seed + game, ..Opening::default() };
            let mut session = Session::new(&rules, &opening)?;
            while let Some(seat) = session.turn() {
                let (view, moves) = (session.view(Viewer::Seat(seat)), session.legal(seat));
                let start = cpu_seconds();
                search_bot.choose(&view, &moves);
                spent += cpu_seconds() - start;
                let visits: u64 = search_bot.found().iter().map(|found| u64::from(found.visits)).sum();
                (worlds, searches) = (worlds + visits, searches + u64::from(visits > 0));
                let choice = Sensible.choose(&view, &moves).or(moves.first().copied());
                let Some(choice) = choice else { break };
                session.play(seat, choice).map_err(|refused| CliError::IllegalChoice(refused.why))?;
            }
        }
        let rate = worlds as f64 / spent.max(1e-9);
        let line = json!({"searches": searches, "worlds": worlds, "cpu_seconds": spent, "worlds_per_cpu_second": rate.round()});
        writeln!(out, "{line}")?;
        Ok(())
    }
}

impl PlayoutBench {
    fn run(&self, out: &mut impl Write) -> Result<(), CliError> {
        let rules = rule_lookup::rules(&self.game, &[])?;
        let seats = self.seats.unwrap_or(rules.players().0);
        let compiled = CompiledRules::new(&rules, seats)?;
        let mut chance = Quick::new(self.seed);
        let start = cpu_seconds();
        let decisions = compiled.random_rounds(self.games, &mut chance)?;
        let spent = cpu_seconds() - start;
        writeln!(out, "{}", json!({"games": self.games, "decisions": decisions, "cpu_seconds": spent}))?;
        Ok(())
    }
}

/// CPU time of this process; wall-clock time if the system does not report it.
fn cpu_seconds() -> f64 {
    static START: OnceLock<Instant> = OnceLock::new();
    let start = START.get_or_init(Instant::now);
    cpu_seconds_from_schedstat()
        .or_else(cpu_seconds_from_stat)
        .unwrap_or_else(|| start.elapsed().as_secs_f64())
}

/// Linux reports the CPU time of a thread in nanoseconds, and this process has one thread.
fn cpu_seconds_from_schedstat() -> Option<f64> {
    let text = fs::read_to_string("/proc/self/schedstat").ok()?;
    let nanoseconds: u64 = text.split_whitespace().next()?.parse().ok()?;
    (nanoseconds > 0).then(|| Duration::from_nanos(nanoseconds).as_secs_f64())
}

/// Otherwise it counts user and system time in hundredths of a second, fields 14 and 15.
fn cpu_seconds_from_stat() -> Option<f64> {
    let text = fs::read_to_string("/proc/self/stat").ok()?;
    let (_, fields) = text.rsplit_once(')')?;
    let numbers = fields.split_whitespace().skip(11).take(2).map(str::parse::<u64>);
    let spent = numbers.sum::<Result<u64, _>>().ok()?;
    Some(Duration::from_millis(spent.saturating_mul(10)).as_secs_f64())
}
