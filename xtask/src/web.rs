//! The page: its WebAssembly, its build, its tests in a real browser.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use crate::steps::{Done, answers, apt_install, cargo, run};

const FOLDER: &str = "web";

/// What the glue between the page and the WebAssembly is written to.
const GLUE: &str = "web/src/generated/browser";

/// Where npm leaves off: the lock file that was installed last.
const STAMP: &str = "web/node_modules/.installed";

/// The target of the WebAssembly; the crates without IO are built for it too, to prove that they have none.
pub const WASM: &str = "wasm32-unknown-unknown";

/// Where Chromium usually is.
const CHROMIUM: [&str; 4] =
    ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome", "/snap/bin/chromium"];

/// Builds the page where Node is there; says how to where it is not.
pub fn build() -> Result<Done, String> {
    if !has_node() {
        return Ok(Done::Skipped("the page needs Node 20 or newer, and npm is not there".into()));
    }
    if let Done::Skipped(why) = webassembly()? {
        println!("\n!!! WITHOUT OFFLINE PLAY: {why}\n");
    }
    install()?;
    npm(&["run", "build"])?;
    run(Command::new("node").arg("scripts/compress.mjs").current_dir(FOLDER))?;
    Ok(Done::Passed)
}

/// Builds the page and serves it.
pub fn serve(words: &[&str]) -> Result<(), String> {
    if let Done::Skipped(why) = build()? {
        println!("\n!!! WITHOUT THE PAGE: {why}\n");
    }
    let words = [&["run", "--release", "--", "serve"], words].concat();
    cargo(&words).map(drop)
}

/// The tests of the page: types, logic, and whole games in a browser against the real program.
pub fn test() -> Result<Done, String> {
    if !has_node() {
        return Err("the page's tests need Node 20 or newer, and npm is not there".into());
    }
    build()?;
    cargo(&["build", "-p", "lastcard"])?;
    npm(&["run", "format:check"])?;
    npm(&["run", "lint"])?;
    npm(&["run", "check"])?;
    npm(&["run", "unit"])?;
    let Some(chromium) = chromium() else {
        let why = "there is no Chromium: install it, or set CHROMIUM to its path";
        return if in_ci() { Err(why.into()) } else { Ok(Done::Skipped(why.into())) };
    };
    run(npm_command(&["run", "e2e"]).env("CHROMIUM", chromium))?;
    Ok(Done::Passed)
}

/// Pictures of every screen, into `target/pictures`.
pub fn pictures() -> Result<(), String> {
    let chromium = chromium().ok_or("there is no Chromium: install it, or set CHROMIUM to its path")?;
    build()?;
    cargo(&["build", "-p", "lastcard"])?;
    run(npm_command(&["run", "screenshots"]).env("CHROMIUM", chromium))
}

/// Builds the WebAssembly and writes the glue for it.
fn webassembly() -> Result<Done, String> {
    if !has_target() {
        // Without the target the page is built without offline play, never with the one of an older build.
        let _ = fs::remove_dir_all(GLUE);
        return Ok(Done::Skipped(format!("the target {WASM} is not installed and could not be added")));
    }
    cargo(&["build", "-p", "lastcard-browser", "--target", WASM, "--profile", "wasm"])?;
    let built = format!("target/{WASM}/wasm/browser.wasm");
    cargo(&["run", "-q", "-p", "xtask-wasm", "--", &built, GLUE])
}

/// Whether the WebAssembly target is there, or can be added.
pub fn has_target() -> bool {
    let there = || {
        let found = Command::new("rustc").args(["--print", "target-libdir", "--target", WASM]).output();
        found.is_ok_and(|found| Path::new(String::from_utf8_lossy(&found.stdout).trim()).is_dir())
    };
    // Whether adding it worked is asked again; without rustup there is nothing to ask.
    there() || {
        let _ = Command::new("rustup").args(["target", "add", WASM]).status();
        there()
    }
}

fn has_node() -> bool {
    answers(Command::new("npm").arg("--version")) && answers(Command::new("node").arg("--version"))
}

/// Installs what the page needs, if the lock file is another than that of the last time.
fn install() -> Result<(), String> {
    let lock = fs::read(Path::new(FOLDER).join("package-lock.json")).map_err(|why| why.to_string())?;
    if fs::read(STAMP).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    npm(&["ci", "--prefer-offline", "--fetch-retries=1"])?;
    fs::write(STAMP, lock).map_err(|why| format!("{STAMP}: {why}"))
}

fn npm(words: &[&str]) -> Result<(), String> {
    run(&mut npm_command(words))
}

fn npm_command(words: &[&str]) -> Command {
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.args(words).current_dir(FOLDER);
    command
}

/// The browser for the tests: the one that is named, one that is there, or one that may be installed.
fn chromium() -> Option<PathBuf> {
    if let Some(named) = env::var_os("CHROMIUM") {
        return Some(named.into());
    }
    let there = || CHROMIUM.iter().map(PathBuf::from).find(|path| path.exists());
    there().or_else(|| {
        apt_install(&["chromium", "fonts-noto-color-emoji"]);
        there()
    })
}

fn in_ci() -> bool {
    env::var_os("CI").is_some_and(|ci| ci == "true")
}
