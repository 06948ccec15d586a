//! The fuzz targets: libFuzzer with coverage on the stable toolchain.
//!
//! Only the crates of this workspace are built with coverage, by way of [`rustc_with_coverage`]. `cargo test` over the
//! whole workspace starts the targets, so that all other crates are the ones that the tests have built.

use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::{env, fs};

use crate::error::Error;
use crate::steps::{Done, answers, apt_install, run};

/// The folder of the targets, in which cargo starts them.
const FOLDER: &str = "fuzz";

/// Set for the builds in which this program stands in for rustc.
const WRAPPER: &str = "XTASK_RUSTC_WITH_COVERAGE";

/// What libFuzzer needs of the compiler to see which inputs reach new code.
const COVERAGE: [&str; 9] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    "-Clink-dead-code",
    "-Ccodegen-units=1",
    "--cfg",
    "fuzzing",
];

/// How long the run inside `cargo xtask test` takes over all targets, without the build.
const SHORT_RUN_SECONDS: u32 = 20;

/// A short run from a fixed start over all targets.
pub fn short() -> Result<Done, Error> {
    if !has_compiler() {
        let why = "libFuzzer needs a C++ compiler, and there is none; the same laws ran as property tests";
        return Ok(Done::Skipped(why.into()));
    }
    fuzz_all(SHORT_RUN_SECONDS, &["-seed=1", "-verbosity=0", "-print_funcs=0", "-print_final_stats=1"])?;
    Ok(Done::Passed)
}

/// A run of this many seconds over all targets.
pub fn long(seconds: u32) -> Result<(), Error> {
    if !has_compiler() {
        return Err(Error::Missing(
            "libFuzzer needs a C++ compiler: install one, or set CXX to its path".into(),
        ));
    }
    fuzz_all(seconds, &[])
}

fn has_compiler() -> bool {
    let compiler = env::var_os("CXX").unwrap_or_else(|| "c++".into());
    let there = || answers(Command::new(&compiler).arg("--version"));
    there() || {
        apt_install(&["g++"]);
        there()
    }
}

fn fuzz_all(seconds: u32, options: &[&str]) -> Result<(), Error> {
    let targets = targets()?;
    let share = (seconds / targets.len().max(1) as u32).max(1);
    let wrapper = env::current_exe().map_err(Error::file("the path of xtask"))?;
    for target in &targets {
        let limits = [format!("-max_total_time={share}"), "-timeout=10".into(), "-rss_limit_mb=2048".into()];
        let artifacts = format!("artifacts/{target}/");
        create_folder(&Path::new(FOLDER).join(&artifacts))?;
        run(Command::new("cargo")
            .args(["test", "--workspace", "--features", "lastcard-fuzz/libfuzzer", "--bin", target, "--"])
            .args(limits)
            .arg(format!("-artifact_prefix={artifacts}"))
            .args(options)
            .args(folders(target)?)
            .env("RUSTC_WORKSPACE_WRAPPER", &wrapper)
            .env(WRAPPER, "1")
            .env("CARGO_INCREMENTAL", "0"))?;
    }
    Ok(())
}

/// Whether cargo has called this program in the place of rustc.
pub fn stands_in_for_rustc() -> bool {
    env::var_os(WRAPPER).is_some()
}

/// Runs rustc, whose path is the first argument, with the flags for coverage. A build script gets none: it is not linked
/// with libFuzzer.
pub fn rustc_with_coverage() -> ExitCode {
    let mut args = env::args_os().skip(1);
    let rustc: OsString = args.next().unwrap_or_else(|| "rustc".into());
    let args: Vec<OsString> = args.collect();
    let coverage: &[&str] = if args.iter().any(|arg| arg == "build_script_build") { &[] } else { &COVERAGE };
    let status = Command::new(rustc).args(args).args(coverage).status();
    if status.is_ok_and(|status| status.success()) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The names of the targets: one file each.
fn targets() -> Result<Vec<String>, Error> {
    let files = fs::read_dir("fuzz/fuzz_targets").map_err(Error::file("fuzz/fuzz_targets"))?;
    let names = files.flatten().map(|file| file.path().with_extension(""));
    let mut names: Vec<String> =
        names.filter_map(|path| Some(path.file_name()?.to_str()?.to_string())).collect();
    names.sort();
    Ok(names)
}

/// Folders in the folder of the targets: first for inputs that reach new code, then those to start from. The presets are
/// good rule files to start from.
fn folders(target: &str) -> Result<Vec<String>, Error> {
    let corpus = format!("corpus/{target}");
    create_folder(&Path::new(FOLDER).join(&corpus))?;
    let mut folders = vec![corpus, format!("seeds/{target}")];
    if target == "rule_file" {
        folders.push("../crates/games/rules".into());
    }
    Ok(folders)
}

fn create_folder(path: &Path) -> Result<(), Error> {
    fs::create_dir_all(path).map_err(Error::file(path))
}
