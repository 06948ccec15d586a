//! Steps that are run one after the other, timed, and summed up at the end.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// What became of a step that did not fail.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Done {
    /// It ran and all was well.
    Passed,
    /// It could not run here, for this reason.
    Skipped(String),
}

/// The steps taken so far.
pub struct Steps {
    begun: Instant,
    taken: Vec<Taken>,
}

struct Taken {
    name: &'static str,
    time: Duration,
    result: Result<Done, String>,
}

impl Steps {
    /// Starts the clock.
    pub fn begin() -> Steps {
        Steps { begun: Instant::now(), taken: Vec::new() }
    }

    /// Takes a step; where it fails, the error says which one it was.
    pub fn take(
        &mut self,
        name: &'static str,
        step: impl FnOnce() -> Result<Done, String>,
    ) -> Result<(), String> {
        println!("\n==> {name}");
        let begun = Instant::now();
        let result = step();
        if let Ok(Done::Skipped(why)) = &result {
            println!("\n!!! SKIPPED: {name}: {why}\n");
        }
        let failed = result.as_ref().err().map(|why| format!("{name}: {why}"));
        self.taken.push(Taken { name, time: begun.elapsed(), result });
        failed.map_or(Ok(()), Err)
    }

    /// Prints a line for each step that was taken.
    pub fn print_summary(&self) {
        println!("\n==> summary");
        for Taken { name, time, result } in &self.taken {
            let word = match result {
                Ok(Done::Passed) => "passed",
                Ok(Done::Skipped(_)) => "SKIPPED",
                Err(_) => "FAILED",
            };
            println!("{name:20} {word:8} {:>12}", in_words(*time));
        }
    }

    /// The last line when nothing failed.
    pub fn verdict(&self) -> String {
        let skipped: Vec<&str> =
            self.taken.iter().filter(|step| step.result != Ok(Done::Passed)).map(|step| step.name).collect();
        let but =
            if skipped.is_empty() { String::new() } else { format!(", but SKIPPED: {}", skipped.join(", ")) };
        format!("all tests passed in {}{but}", in_words(self.begun.elapsed()))
    }
}

fn in_words(time: Duration) -> String {
    match time.as_secs() {
        0..60 => format!("{:.1} s", time.as_secs_f32()),
        seconds => format!("{} min {:02} s", seconds / 60, seconds % 60),
    }
}

/// Runs cargo with these words.
pub fn cargo(words: &[&str]) -> Result<Done, String> {
    run(Command::new("cargo").args(words)).map(|()| Done::Passed)
}

/// Runs `cargo test` with words that choose tests by name. Cargo is content where nothing has the name; here it is an error.
pub fn tests_named(words: &[&str], amounts: &[(&str, &str)]) -> Result<(), String> {
    let listed =
        Command::new("cargo").arg("test").args(words).arg("--list").stderr(Stdio::inherit()).output();
    let listed = listed.map_err(|why| format!("cargo could not be started: {why}"))?;
    if !String::from_utf8_lossy(&listed.stdout).contains(": test\n") {
        return Err(format!("`cargo test {}` runs no test", words.join(" ")));
    }
    // One after the other: what is measured at full length is not to be that of its neighbours.
    let one = [("RUST_TEST_THREADS", "1")];
    run(Command::new("cargo").arg("test").args(words).envs(one).envs(amounts.iter().copied()))
}

/// Runs a command that prints to the terminal, and says what failed.
pub fn run(command: &mut Command) -> Result<(), String> {
    let words = [command.get_program()].into_iter().chain(command.get_args());
    let line = words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ");
    println!("    {line}");
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{line}` ended with {status}")),
        Err(why) => Err(format!("`{line}` could not be started: {why}")),
    }
}

/// Whether a command is there and answers without an error.
pub fn answers(command: &mut Command) -> bool {
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

/// Installs packages on Debian and as root, which is how CI runs; whether it worked has to be asked again.
pub fn apt_install(packages: &[&str]) {
    let is_root = Command::new("id").arg("-u").output().is_ok_and(|id| id.stdout.starts_with(b"0"));
    if is_root && answers(Command::new("apt-get").arg("--version")) {
        let _ = Command::new("apt-get").args(["update", "-qq"]).status();
        let words = ["install", "-y", "-qq", "--no-install-recommends"];
        let _ = Command::new("apt-get").args(words).args(packages).status();
    }
}
