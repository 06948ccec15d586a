//! The project's own commands, for people and for CI. It has no dependencies, so it builds in a second.

mod error;
mod fuzz;
mod packages;
mod sizes;
mod steps;
mod target_folder;
mod web;

use std::env;
use std::path::Path;
use std::process::{Command, ExitCode};

use error::Error;
use steps::{Done, Steps, answers, apt_install, cargo, run, tests_named};

const HELP: &str = "\
cargo xtask check            format, lints, unit tests, scenarios, laws and the page's types, in a minute or two
cargo xtask test             every test; installs what they need
cargo xtask web              build the page (needs Node 20 or newer)
cargo xtask serve [options]  build the page and the program, and serve
cargo xtask pictures         a picture of every screen of the page, into target/pictures
cargo xtask fuzz [seconds]   search for inputs that break a law (300 seconds over all targets)
cargo xtask attack [names]   attacks on the real program while people play at it: all, or those named
cargo xtask torture          the server's crash, leak, storm, race and other tests at full length
cargo xtask bench            the benchmarks, and the comparison with OpenSpiel (needs python3)
cargo xtask sizes            build the page and the program, and write their sizes into docs/performance.md
cargo xtask help             this page
";

/// How many games `cargo xtask check` plays where the tests play more.
const FEW_SEEDS: &str = "3";

/// How long each attack of `cargo xtask attack` goes on.
const ATTACK_SECONDS: &str = "20";

fn main() -> ExitCode {
    if fuzz::stands_in_for_rustc() {
        return fuzz::rustc_with_coverage();
    }
    let args: Vec<String> = env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match go_to_root().and_then(|()| obey(&args)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("\nFAILED: {why}");
            ExitCode::FAILURE
        }
    }
}

fn obey(args: &[&str]) -> Result<(), Error> {
    match args {
        ["check"] => in_steps(check),
        ["test"] => in_steps(test),
        ["web"] => web::build().map(|done| match done {
            Done::Passed => {}
            Done::Skipped(why) => println!("\n!!! SKIPPED: {why}"),
        }),
        ["serve", args @ ..] => web::serve(args),
        ["pictures"] => web::pictures(),
        ["fuzz"] => fuzz::long(300),
        ["fuzz", seconds] => match seconds.parse() {
            Ok(seconds) => fuzz::long(seconds),
            Err(_) => Err(Error::Usage(format!("\"{seconds}\" is not a number of seconds"))),
        },
        ["attack", names @ ..] => attack(names),
        ["torture"] => torture(),
        ["bench"] => bench(),
        ["sizes"] => sizes::write(),
        [] | ["help" | "--help" | "-h"] => {
            print!("{HELP}");
            Ok(())
        }
        _ => Err(Error::Usage(format!("there is no command \"{}\"; there are:\n{HELP}", args.join(" ")))),
    }
}

/// The commands work from any folder of the repository.
fn go_to_root() -> Result<(), Error> {
    let manifest = env::var_os("CARGO_MANIFEST_DIR");
    let root = manifest.as_deref().map(Path::new).and_then(Path::parent);
    let root = root.ok_or_else(|| Error::Usage("start it with `cargo xtask`".into()))?;
    env::set_current_dir(root).map_err(Error::file(root))
}

/// Runs steps until one fails, and prints how each went.
fn in_steps(task: impl FnOnce(&mut Steps) -> Result<(), Error>) -> Result<(), Error> {
    let mut steps = Steps::start();
    let result = task(&mut steps);
    steps.print_summary();
    if result.is_ok() {
        println!("{}", steps.verdict());
    }
    result
}

/// The inner loop: what finds most mistakes in little time.
fn check(steps: &mut Steps) -> Result<(), Error> {
    steps.take("format", || cargo(&["fmt", "--all", "--check"]))?;
    steps.take("lints", lints)?;
    steps.take("unit tests", || cargo(&["test", "--workspace", "--lib", "--bins"]))?;
    steps.take("scenarios and laws", scenarios_and_laws)?;
    steps.take("the page's types", web::check)
}

/// Every test. The page is built before the program, which embeds it: so the program is built once.
fn test(steps: &mut Steps) -> Result<(), Error> {
    steps.take("format", || cargo(&["fmt", "--all", "--check"]))?;
    steps.take("lints", lints)?;
    steps.take("packages", packages::check)?;
    steps.take("PostgreSQL", postgres)?;
    steps.take("WebAssembly build", web::webassembly)?;
    steps.take("page build", web::build_for_tests)?;
    steps.take("tests", tests)?;
    steps.take("documentation tests", || cargo(&["test", "--workspace", "--doc"]))?;
    steps.take("the page", web::test)?;
    steps.take("fuzzing", fuzz::short)
}

fn lints() -> Result<Done, Error> {
    cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"])
}

fn scenarios_and_laws() -> Result<Done, Error> {
    let args = ["test", "-p", "lastcard-games", "--test", "integration", "--"];
    let chosen = ["scenarios::", "laws::", "--skip", "fuzz_laws::"];
    run(Command::new("cargo").args(args).args(chosen).env("LASTCARD_SEEDS", FEW_SEEDS))?;
    Ok(Done::Passed)
}

/// The tests of the shared store start a `PostgreSQL` of their own.
fn postgres() -> Result<Done, Error> {
    let there = || {
        let versions = std::fs::read_dir("/usr/lib/postgresql").ok().into_iter().flatten().flatten();
        versions.into_iter().any(|version| version.path().join("bin/postgres").exists())
    };
    if !there() {
        apt_install(&["postgresql"]);
    }
    if there() {
        Ok(Done::Passed)
    } else {
        Err(Error::Missing("install it first: apt-get install -y postgresql".into()))
    }
}

/// With nextest if it is installed: it runs the tests of all crates side by side.
fn tests() -> Result<Done, Error> {
    if answers(Command::new("cargo").args(["nextest", "--version"])) {
        cargo(&["nextest", "run", "--workspace", "--no-fail-fast"])
    } else {
        cargo(&["test", "--workspace", "--lib", "--bins", "--tests", "--no-fail-fast"])
    }
}

/// The tests of the server that are quick elsewhere, at full length.
fn torture() -> Result<(), Error> {
    postgres()?;
    let long = |package: &str, program: &str, file: &str, settings: &[(&str, &str)]| {
        tests_named(&["-p", package, "--test", program, file, "--", "--nocapture"], settings)
    };
    long("lastcard", "integration", "crash::", &[("LASTCARD_TABLES", "64"), ("LASTCARD_KILLS", "500")])?;
    long(
        "lastcard",
        "integration",
        "nodes::",
        &[("LASTCARD_TABLES", "200"), ("LASTCARD_KILLS", "20"), ("LASTCARD_STOPS", "5")],
    )?;
    apt_install(&["nginx-light", "haproxy"]);
    let balancers = ["-p", "lastcard", "--test", "integration", "nodes::", "--", "--nocapture", "--ignored"];
    tests_named(&balancers, &[])?;
    long("lastcard-server", "integration", "cluster::", &[("LASTCARD_LIVES", "1000")])?;
    let cuts = "power_cuts::a_power_cut_loses";
    long("lastcard-server", "integration", cuts, &[("LASTCARD_POWER_CUTS", "2000")])?;
    long("lastcard-server", "integration", "power_cuts::", &[("LASTCARD_POWER_CUTS", "60")])?;
    long("lastcard-server", "leaks", "", &[("LASTCARD_WORLDS", "300")])?;
    long("lastcard-server", "integration", "storms::", &[("LASTCARD_LIVES", "3000")])?;
    long("lastcard-server", "abandoned", "", &[("LASTCARD_ABANDONED", "100000")])?;
    long("lastcard-server", "integration", "races::", &[("LASTCARD_ROUNDS", "3000")])?;
    long("lastcard-server", "integration", "hostile::", &[("LASTCARD_CROWD", "1000")])
}

/// The attacks of the tests, long enough to measure how long honest players wait.
fn attack(names: &[&str]) -> Result<(), Error> {
    let names = if names.is_empty() { &[""] } else { names };
    for name in names {
        let chosen = format!("attacks::{name}");
        let args =
            ["-p", "lastcard", "--test", "integration", &chosen, "--", "--nocapture", "--include-ignored"];
        tests_named(&args, &[("LASTCARD_ATTACK_SECONDS", ATTACK_SECONDS)])?;
    }
    Ok(())
}

fn bench() -> Result<(), Error> {
    cargo(&["bench", "--workspace"])?;
    postgres()?;
    let appends =
        ["--release", "-p", "lastcard-server", "--test", "integration", "appends::", "--", "--nocapture"];
    tests_named(&appends, &[("LASTCARD_TABLES", "256"), ("LASTCARD_SECONDS", "10")])?;
    run(Command::new("python3").arg("bench/openspiel.py"))
}
