//! The project's own commands, for people and for CI. It depends on nothing, so that it builds in a second.

mod fuzz;
mod steps;
mod web;

use std::env;
use std::path::Path;
use std::process::{Command, ExitCode};

use steps::{Done, Steps, answers, apt_install, cargo, run, tests_named};

const HELP: &str = "\
cargo xtask test             every test there is, and what they need is installed
cargo xtask web              build the page (needs Node 20 or newer)
cargo xtask serve [options]  build the page and the program, and serve
cargo xtask pictures         pictures of every screen of the page, into target/pictures
cargo xtask fuzz [seconds]   look for inputs that break a law (300 seconds over all targets)
cargo xtask torture          the server's crash, leak, storm, race and other tests at full length
cargo xtask bench            the benchmarks, and the comparison with OpenSpiel (needs python3)
cargo xtask help             this page
";

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match go_to_root().and_then(|()| obey(&words)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("\nFAILED: {why}");
            ExitCode::FAILURE
        }
    }
}

fn obey(words: &[&str]) -> Result<(), String> {
    match words {
        ["test"] => test(),
        ["web"] => web::build().map(|done| match done {
            Done::Passed => {}
            Done::Skipped(why) => println!("\n!!! SKIPPED: {why}"),
        }),
        ["serve", words @ ..] => web::serve(words),
        ["pictures"] => web::pictures(),
        ["fuzz"] => fuzz::long(300),
        ["fuzz", seconds] => {
            fuzz::long(seconds.parse().map_err(|_| format!("\"{seconds}\" is not a number of seconds"))?)
        }
        ["torture"] => torture(),
        ["bench"] => bench(),
        [] | ["help" | "--help" | "-h"] => {
            print!("{HELP}");
            Ok(())
        }
        _ => Err(format!("there is no command \"{}\"; there are:\n{HELP}", words.join(" "))),
    }
}

/// The commands can be given in any folder of the repository.
fn go_to_root() -> Result<(), String> {
    let manifest = env::var_os("CARGO_MANIFEST_DIR").ok_or("start it with `cargo xtask`")?;
    let root = Path::new(&manifest).parent().ok_or("xtask lies in no folder")?;
    env::set_current_dir(root).map_err(|why| format!("{}: {why}", root.display()))
}

/// Runs every step until one fails, and says how each went.
fn test() -> Result<(), String> {
    let mut steps = Steps::begin();
    let result = test_steps(&mut steps);
    steps.print_summary();
    if result.is_ok() {
        println!("{}", steps.verdict());
    }
    result
}

fn test_steps(steps: &mut Steps) -> Result<(), String> {
    steps.take("format", || cargo(&["fmt", "--all", "--check"]))?;
    steps.take("format of fuzz", || cargo(&["fmt", "--check", "--manifest-path", "fuzz/Cargo.toml"]))?;
    steps.take("lints", || cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]))?;
    steps.take("PostgreSQL", postgres)?;
    steps.take("tests", tests)?;
    steps.take("documentation tests", || cargo(&["test", "--workspace", "--doc"]))?;
    steps.take("planted leak", planted_leak)?;
    steps.take("WebAssembly build", webassembly)?;
    steps.take("the page", web::test)?;
    steps.take("fuzzing", fuzz::short)
}

/// The store for many nodes is tested on a real one, which the tests start by themselves.
fn postgres() -> Result<Done, String> {
    let there = || {
        let versions = std::fs::read_dir("/usr/lib/postgresql").ok().into_iter().flatten().flatten();
        versions.into_iter().any(|version| version.path().join("bin/postgres").exists())
    };
    if !there() {
        apt_install(&["postgresql"]);
    }
    if there() { Ok(Done::Passed) } else { Err("install it first: apt-get install -y postgresql".into()) }
}

/// With nextest where it is there, since it runs the tests of all crates side by side.
fn tests() -> Result<Done, String> {
    if answers(Command::new("cargo").args(["nextest", "--version"])) {
        cargo(&["nextest", "run", "--workspace", "--no-fail-fast"])
    } else {
        cargo(&["test", "--workspace", "--lib", "--bins", "--tests", "--no-fail-fast"])
    }
}

fn webassembly() -> Result<Done, String> {
    if !web::has_target() {
        return Ok(Done::Skipped(format!(
            "the target {} is not installed and could not be added",
            web::WASM
        )));
    }
    let crates =
        ["-p", "lastcard-engine", "-p", "lastcard-games", "-p", "lastcard-bots", "-p", "lastcard-table"];
    cargo(&[&["build", "--lib", "--target", web::WASM], crates.as_slice()].concat())
}

/// A leak that was put in on purpose has to be found.
fn planted_leak() -> Result<Done, String> {
    cargo(&["test", "-p", "lastcard-server", "--features", "planted-leak", "--test", "leaks"])
}

/// The tests of the server that are quick elsewhere, at full length.
fn torture() -> Result<(), String> {
    postgres()?;
    let long = |package: &str, program: &str, file: &str, amounts: &[(&str, &str)]| {
        tests_named(&["-p", package, "--test", program, file, "--", "--nocapture"], amounts)
    };
    long("lastcard", "together", "crash::", &[("LASTCARD_TABLES", "64"), ("LASTCARD_KILLS", "50")])?;
    long(
        "lastcard",
        "together",
        "nodes::",
        &[("LASTCARD_TABLES", "200"), ("LASTCARD_KILLS", "20"), ("LASTCARD_STOPS", "5")],
    )?;
    apt_install(&["nginx-light", "haproxy"]);
    let balancers = ["-p", "lastcard", "--test", "together", "nodes::", "--", "--nocapture", "--ignored"];
    tests_named(&balancers, &[])?;
    long("lastcard-server", "together", "cluster::", &[("LASTCARD_LIVES", "1000")])?;
    long("lastcard-server", "leaks", "", &[("LASTCARD_WORLDS", "300")])?;
    long("lastcard-server", "together", "storms::", &[("LASTCARD_LIVES", "3000")])?;
    long("lastcard-server", "abandoned", "", &[("LASTCARD_ABANDONED", "100000")])?;
    long("lastcard-server", "together", "races::", &[("LASTCARD_ROUNDS", "3000")])?;
    long("lastcard-server", "together", "hostile::", &[("LASTCARD_CROWD", "1000")])
}

fn bench() -> Result<(), String> {
    cargo(&["bench", "--workspace"])?;
    postgres()?;
    let words =
        ["--release", "-p", "lastcard-server", "--test", "together", "appends::", "--", "--nocapture"];
    let amounts = [("LASTCARD_TABLES", "256"), ("LASTCARD_SECONDS", "10")];
    tests_named(&words, &amounts)?;
    run(Command::new("python3").arg("bench/openspiel.py"))
}
