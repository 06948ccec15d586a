//! The fuzz targets, with cargo-fuzz on the stable toolchain: coverage without a sanitizer needs no nightly.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use crate::steps::{Done, answers, run};

const VERSION: &str = "0.13.2";

/// Where cargo-fuzz is installed when CI needs it, so that nothing outside the repository changes.
const TOOLS: &str = "target/tools";

/// How long the run inside `cargo xtask test` takes over all targets, without the build.
const SHORT: u32 = 20;

/// A short run from a fixed start over all targets, where cargo-fuzz is there or may be installed.
pub fn short() -> Result<Done, String> {
    if let Err(why) = prepare() {
        return Ok(Done::Skipped(format!("{why}; the same laws ran as property tests")));
    }
    fuzz_all(SHORT, &["-seed=1", "-verbosity=0", "-print_funcs=0", "-print_final_stats=1"])?;
    Ok(Done::Passed)
}

/// A run of so many seconds over all targets.
pub fn long(seconds: u32) -> Result<(), String> {
    prepare()?;
    fuzz_all(seconds, &[])
}

/// Sees to it that cargo-fuzz can run: installs it in CI, and elsewhere says how to.
fn prepare() -> Result<(), String> {
    let compiler = env::var_os("CXX").unwrap_or_else(|| "c++".into());
    if !answers(Command::new(&compiler).arg("--version")) {
        return Err("libFuzzer needs a C++ compiler, and there is none".into());
    }
    if answers(cargo_fuzz().arg("--version")) {
        return Ok(());
    }
    if env::var_os("CI").is_none_or(|ci| ci != "true") {
        return Err(format!(
            "cargo-fuzz is not installed (`cargo install --locked --version {VERSION} cargo-fuzz`)"
        ));
    }
    let install = ["install", "--locked", "--version", VERSION, "--root", TOOLS, "cargo-fuzz"];
    run(Command::new("cargo").args(install))
}

/// The cargo-fuzz of this repository, or the one that the machine has.
fn cargo_fuzz() -> Command {
    let own = Path::new(TOOLS).join("bin/cargo-fuzz");
    let mut command = if own.exists() { Command::new(own) } else { Command::new("cargo") };
    command.arg("fuzz");
    command
}

fn fuzz_all(seconds: u32, options: &[&str]) -> Result<(), String> {
    let how = ["--fuzz-dir", "fuzz", "--sanitizer", "none"];
    run(cargo_fuzz().arg("build").args(how))?;
    let targets = targets()?;
    let share = (seconds / targets.len().max(1) as u32).max(1);
    for target in &targets {
        let folders = folders(target)?;
        let limits = [format!("-max_total_time={share}"), "-timeout=10".into(), "-rss_limit_mb=2048".into()];
        run(cargo_fuzz()
            .arg("run")
            .args(how)
            .arg(target)
            .args(folders)
            .arg("--")
            .args(limits)
            .args(options))?;
    }
    Ok(())
}

/// The names of the targets: one file each.
fn targets() -> Result<Vec<String>, String> {
    let files = fs::read_dir("fuzz/fuzz_targets").map_err(|why| format!("fuzz/fuzz_targets: {why}"))?;
    let names = files.flatten().map(|file| file.path().with_extension(""));
    let mut names: Vec<String> =
        names.filter_map(|path| Some(path.file_name()?.to_str()?.to_string())).collect();
    names.sort();
    Ok(names)
}

/// Where a target writes what it finds new, and what it starts from; the presets are rule files as good as any.
fn folders(target: &str) -> Result<Vec<PathBuf>, String> {
    let corpus = Path::new("fuzz/corpus").join(target);
    fs::create_dir_all(&corpus).map_err(|why| format!("{}: {why}", corpus.display()))?;
    let mut folders = vec![corpus, Path::new("fuzz/seeds").join(target)];
    if target == "rule_file" {
        folders.push("crates/games/rules".into());
    }
    Ok(folders)
}
