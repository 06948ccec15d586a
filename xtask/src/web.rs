//! The page: its WebAssembly, its build, its tests in a real browser.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use crate::error::Error;
use crate::steps::{Done, answers, apt_install, cargo, run};
use crate::target_folder::target_folder;

const FOLDER: &str = "web";

/// The games that the page offers before any WebAssembly is loaded.
const GAME_LIST: &str = "web/src/generated/games.json";

/// The profile of the tests: what they need is built once.
const TEST_PROFILE: &str = "test";

/// What the glue between the page and the WebAssembly is written to.
const GLUE: &str = "web/src/generated/browser";

/// A copy of the lock file that was installed last.
const STAMP: &str = "web/node_modules/.installed";

/// The target of the WebAssembly. That the crates without IO build for it shows that they have none.
const WASM: &str = "wasm32-unknown-unknown";

/// Where Chromium usually is.
const CHROMIUM: [&str; 4] =
    ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome", "/snap/bin/chromium"];

/// Builds the page if there is Node.
pub fn build() -> Result<Done, Error> {
    build_beside("dev")
}

/// Builds the page as a step of the tests.
pub fn build_for_tests() -> Result<Done, Error> {
    build_beside(TEST_PROFILE)
}

/// Builds the page; what has to be built for this machine is built in the given profile.
fn build_beside(profile: &str) -> Result<Done, Error> {
    if !has_node() {
        return Ok(Done::Skipped("the page needs Node 20 or newer, and npm is not installed".into()));
    }
    if let Done::Skipped(why) = webassembly()? {
        println!("\n!!! WITHOUT OFFLINE PLAY: {why}\n");
    }
    write_game_list(profile)?;
    install()?;
    npm(&["run", "build"])?;
    run(&mut compress())?;
    Ok(Done::Passed)
}

/// Builds the page and writes its sizes into the documents, instead of comparing them.
pub fn build_and_write_sizes() -> Result<(), Error> {
    build()?;
    run(compress().env("LASTCARD_WRITE", "1"))
}

/// Compresses the built page, and compares its sizes with the documents.
fn compress() -> Command {
    let mut command = Command::new("node");
    command.arg("scripts/compress.mjs").current_dir(FOLDER);
    command
}

/// Builds the page and serves it.
pub fn serve(args: &[&str]) -> Result<(), Error> {
    if let Done::Skipped(why) = build()? {
        println!("\n!!! WITHOUT THE PAGE: {why}\n");
    }
    let args = [&["run", "--release", "--", "serve"], args].concat();
    cargo(&args).map(drop)
}

/// The types of the page, without building it.
pub fn check() -> Result<Done, Error> {
    if !has_node() {
        return Ok(Done::Skipped("the page needs Node 20 or newer, and npm is not installed".into()));
    }
    if !Path::new(GLUE).is_dir()
        && let Done::Skipped(why) = webassembly()?
    {
        return Ok(Done::Skipped(why));
    }
    write_game_list(TEST_PROFILE)?;
    install()?;
    npm(&["run", "check"])?;
    Ok(Done::Passed)
}

/// The tests of the page: types, logic, and whole games in a browser against the real program. The page is built.
pub fn test() -> Result<Done, Error> {
    if !has_node() {
        let why = "the page's tests need Node 20 or newer, and npm is not installed";
        return Err(Error::Missing(why.into()));
    }
    build_program()?;
    npm(&["run", "format:check"])?;
    npm(&["run", "lint"])?;
    npm(&["run", "check"])?;
    run(&mut program_test(&["run", "unit"])?)?;
    match chromium() {
        Ok(chromium) => run(program_test(&["run", "e2e"])?.env("CHROMIUM", chromium)).map(|()| Done::Passed),
        Err(why) if in_ci() => Err(why),
        Err(why) => Ok(Done::Skipped(why.to_string())),
    }
}

/// A picture of every screen, into `target/pictures`.
pub fn pictures() -> Result<(), Error> {
    let chromium = chromium()?;
    build_for_tests()?;
    build_program()?;
    run(program_test(&["run", "screenshots"])?.env("CHROMIUM", chromium))
}

/// Builds the program for the tests in a browser. It is the one that the other tests have built: `cargo build` would
/// compile most of it again, because without the tests' dependencies some crates have fewer features.
fn build_program() -> Result<Done, Error> {
    cargo(&["test", "--workspace", "--lib", "--bins", "--tests", "--no-run"])
}

/// Writes the list of games for the page, from the presets.
fn write_game_list(profile: &str) -> Result<Done, Error> {
    let example = ["run", "-q", "--profile", profile, "-p", "lastcard-browser", "--example", "game_list"];
    cargo(&[example.as_slice(), &["--", GAME_LIST]].concat())
}

/// Builds the WebAssembly and writes the glue for it.
pub fn webassembly() -> Result<Done, Error> {
    if !has_target() {
        // Without the target the page is built without offline play, never with the one of an older build.
        let _ = fs::remove_dir_all(GLUE);
        return Ok(Done::Skipped(format!("the target {WASM} is not installed and could not be added")));
    }
    cargo(&["build", "-p", "lastcard-browser", "--target", WASM, "--profile", "wasm"])?;
    let built = target_folder()?.join(WASM).join("wasm/browser.wasm");
    cargo(&["run", "-q", "-p", "xtask-wasm", "--", &built.to_string_lossy(), GLUE])
}

/// Whether the WebAssembly target is installed, or can be.
fn has_target() -> bool {
    let there = || {
        let found = Command::new("rustc").args(["--print", "target-libdir", "--target", WASM]).output();
        found.is_ok_and(|found| Path::new(String::from_utf8_lossy(&found.stdout).trim()).is_dir())
    };
    // Without rustup nothing is added, and the second look says so.
    there() || {
        let _ = Command::new("rustup").args(["target", "add", WASM]).status();
        there()
    }
}

fn has_node() -> bool {
    answers(Command::new("npm").arg("--version")) && answers(Command::new("node").arg("--version"))
}

/// Installs what the page needs, if the lock file has changed since the last time.
fn install() -> Result<(), Error> {
    let path = Path::new(FOLDER).join("package-lock.json");
    let lock = fs::read(&path).map_err(Error::file(path))?;
    if fs::read(STAMP).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    npm(&["ci", "--prefer-offline", "--fetch-retries=1"])?;
    fs::write(STAMP, lock).map_err(Error::file(STAMP))
}

fn npm(args: &[&str]) -> Result<(), Error> {
    run(&mut npm_command(args))
}

fn npm_command(args: &[&str]) -> Command {
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.args(args).current_dir(FOLDER);
    command
}

/// A command of the page that runs the program, told where it is.
fn program_test(args: &[&str]) -> Result<Command, Error> {
    let mut command = npm_command(args);
    command.env("CARGO_TARGET_DIR", target_folder()?);
    Ok(command)
}

/// The browser for the tests: the one that `CHROMIUM` names, an installed one, or one that can be installed.
fn chromium() -> Result<PathBuf, Error> {
    if let Some(named) = env::var_os("CHROMIUM") {
        return Ok(named.into());
    }
    let there = || CHROMIUM.iter().map(PathBuf::from).find(|path| path.exists());
    let found = there().or_else(|| {
        apt_install(&["chromium", "fonts-noto-color-emoji"]);
        there()
    });
    let why = "there is no Chromium: install it, or set CHROMIUM to its path";
    found.ok_or_else(|| Error::Missing(why.into()))
}

fn in_ci() -> bool {
    env::var_os("CI").is_some_and(|ci| ci == "true")
}
