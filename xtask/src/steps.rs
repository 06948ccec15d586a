//! Steps that run one after the other, are timed, and are summed up at the end.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::error::Error;

/// How a step ended that did not fail.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Done {
    /// It ran and passed.
    Passed,
    /// It could not run on this machine, for this reason.
    Skipped(String),
}

/// The steps taken so far.
pub struct Steps {
    started: Instant,
    taken: Vec<Taken>,
}

struct Taken {
    name: &'static str,
    time: Duration,
    verdict: Verdict,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    Passed,
    Skipped,
    Failed,
}

impl Steps {
    /// Starts the clock.
    pub fn start() -> Steps {
        Steps { started: Instant::now(), taken: Vec::new() }
    }

    /// Takes a step. If it fails, the error names it.
    pub fn take(
        &mut self,
        name: &'static str,
        step: impl FnOnce() -> Result<Done, Error>,
    ) -> Result<(), Error> {
        println!("\n==> {name}");
        let started = Instant::now();
        let result = step();
        if let Ok(Done::Skipped(why)) = &result {
            println!("\n!!! SKIPPED: {name}: {why}\n");
        }
        let verdict = match &result {
            Ok(Done::Passed) => Verdict::Passed,
            Ok(Done::Skipped(_)) => Verdict::Skipped,
            Err(_) => Verdict::Failed,
        };
        self.taken.push(Taken { name, time: started.elapsed(), verdict });
        result.map(drop).map_err(|why| Error::Step { name, source: Box::new(why) })
    }

    /// Prints a line for each step.
    pub fn print_summary(&self) {
        println!("\n==> summary");
        for Taken { name, time, verdict } in &self.taken {
            let word = match verdict {
                Verdict::Passed => "passed",
                Verdict::Skipped => "SKIPPED",
                Verdict::Failed => "FAILED",
            };
            println!("{name:20} {word:8} {:>12}", minutes(*time));
        }
    }

    /// The last line when nothing failed.
    pub fn verdict(&self) -> String {
        let skipped = self.taken.iter().filter(|step| step.verdict == Verdict::Skipped);
        let skipped: Vec<&str> = skipped.map(|step| step.name).collect();
        let but =
            if skipped.is_empty() { String::new() } else { format!(", but SKIPPED: {}", skipped.join(", ")) };
        format!("all tests passed in {}{but}", minutes(self.started.elapsed()))
    }
}

fn minutes(time: Duration) -> String {
    match time.as_secs() {
        0..60 => format!("{:.1} s", time.as_secs_f32()),
        seconds => format!("{} min {:02} s", seconds / 60, seconds % 60),
    }
}

/// Runs cargo with these arguments.
pub fn cargo(args: &[&str]) -> Result<Done, Error> {
    run(Command::new("cargo").args(args)).map(|()| Done::Passed)
}

/// Runs `cargo test` with arguments that choose tests by name. Cargo passes if no test has the name; here that is an
/// error.
pub fn tests_named(args: &[&str], settings: &[(&str, &str)]) -> Result<(), Error> {
    let mut list = Command::new("cargo");
    let listed = list.arg("test").args(args).arg("--list").stderr(Stdio::inherit()).output();
    let listed = listed.map_err(|source| Error::NotStarted { line: line(&list), source })?;
    if !String::from_utf8_lossy(&listed.stdout).contains(": test\n") {
        return Err(Error::Broken(format!("`cargo test {}` runs no test", args.join(" "))));
    }
    // One after the other: a test at full length must not measure its neighbours.
    let one = [("RUST_TEST_THREADS", "1")];
    run(Command::new("cargo").arg("test").args(args).envs(one).envs(settings.iter().copied()))
}

/// Runs a command whose output goes to the terminal.
pub fn run(command: &mut Command) -> Result<(), Error> {
    let line = line(command);
    println!("    {line}");
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(Error::Failed { line, status }),
        Err(source) => Err(Error::NotStarted { line, source }),
    }
}

/// A command as one would type it.
fn line(command: &Command) -> String {
    let words = [command.get_program()].into_iter().chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

/// Whether a command exists and succeeds.
pub fn answers(command: &mut Command) -> bool {
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

/// Installs packages where this is Debian and the user is root, as in CI. The caller checks whether it worked.
pub fn apt_install(packages: &[&str]) {
    let is_root = Command::new("id").arg("-u").output().is_ok_and(|id| id.stdout.starts_with(b"0"));
    if is_root && answers(Command::new("apt-get").arg("--version")) {
        let _ = Command::new("apt-get").args(["update", "-qq"]).status();
        let words = ["install", "-y", "-qq", "--no-install-recommends"];
        let _ = Command::new("apt-get").args(words).args(packages).status();
    }
}
