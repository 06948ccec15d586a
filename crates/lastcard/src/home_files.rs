//! What the first screen wishes for, carried out: files read and written, pages shown, until a game is chosen.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use games::Rules;
use terminal::Screen;
use terminal::editor::Save;
use terminal::guide::Reader;
use terminal::home::{Home, Offer, Wish};
use terminal::seat_setup::{self, SeatSetup, Who};

use crate::play::Chosen;
use crate::saved_matches::Unfinished;
use crate::{CliError, rule_lookup, saved_matches};

/// The person of whom nothing is known.
pub const NOBODY: &str = "Guest";

/// Shows the first screen until a game is chosen; nothing where the person wants none.
pub fn choose(screen: &mut Screen, offer: Offer) -> Result<Option<Chosen>, CliError> {
    let mut unfinished = Unfinished::last();
    let kept = unfinished.as_ref().map(Unfinished::title);
    let mut home = Home::new(Offer { kept, ..offer });
    loop {
        match screen.choose(&mut home)? {
            Wish::Play(rules, seat_setups) => {
                remember(&seat_setups);
                return Ok(Some(Chosen::New(rules, seat_setups)));
            }
            Wish::Quit => return Ok(None),
            Wish::Guide(rules) => screen.read(Reader::of(&rules))?,
            Wish::Save(save) => home.saved(keep(&save)),
            Wish::Load(path) => home.loaded(load(&path)),
            Wish::GoOn => return Ok(unfinished.map(|unfinished| Chosen::Old(Box::new(unfinished)))),
            Wish::Drop => {
                unfinished.take().map(Unfinished::put_away).transpose()?;
                home.forget_kept();
            }
        }
    }
}

/// What the person is called: as last time.
pub fn remembered_name() -> String {
    let known = name_file().and_then(|path| fs::read_to_string(path).ok());
    known.and_then(|name| seat_setup::checked_name(&name, []).ok()).unwrap_or_else(|| NOBODY.into())
}

/// Keeps the name of the first person; it is a convenience, so nothing is said where that fails.
fn remember(seat_setups: &[SeatSetup]) {
    let person =
        seat_setups.iter().find(|seat_setup| seat_setup.who == Who::Person && seat_setup.name != NOBODY);
    if let (Some(seat_setup), Some(path)) = (person, name_file()) {
        let _ = write(&path, &seat_setup.name);
    }
}

fn name_file() -> Option<PathBuf> {
    saved_matches::folder().map(|folder| folder.join("name"))
}

/// Where files of house rules are kept.
pub fn folder() -> PathBuf {
    saved_matches::folder().unwrap_or_else(|| ".".into()).join("rules")
}

/// The person's own rules, in the order of the names of their files; a file with faults is left out.
pub fn own_rules() -> Vec<Rules> {
    let entries = fs::read_dir(folder()).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "toml"));
    paths.sort();
    paths.iter().filter_map(|path| load(path.to_str()?).ok()).collect()
}

fn load(path: &str) -> Result<Rules, String> {
    rule_lookup::rules(&at_home(path).to_string_lossy(), &[]).map_err(|failure| failure.to_string())
}

/// Writes house rules to their file, over an older file of the same rules but over nothing else.
fn keep(save: &Save) -> Result<String, String> {
    let mut path = at_home(&save.path);
    if path.extension().is_none_or(|ending| ending != "toml") {
        path = PathBuf::from(format!("{}.toml", path.display()));
    }
    let shown = path.display();
    let older = path.to_str().and_then(|path| load(path).ok());
    let is_older = older.is_some_and(|older| older.header().name == save.rules.header().name);
    if path.exists() && !is_older {
        return Err(format!("There is something else in {shown} already: choose another name."));
    }
    write(&path, &save.toml).map_err(|error| format!("{shown} cannot be written: {error}"))?;
    let is_listed = path.parent() == Some(folder().as_path());
    let next = if is_listed { "These rules are in the list from now on." } else { "The key o opens it." };
    Ok(format!("Kept in {shown}. {next}"))
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    fs::create_dir_all(path.parent().unwrap_or(path))?;
    fs::write(path, text)
}

/// The path with the person's own folder in the place of `~`.
fn at_home(path: &str) -> PathBuf {
    match (path.strip_prefix("~/"), std::env::var_os("HOME")) {
        (Some(rest), Some(home)) => PathBuf::from(home).join(rest),
        _ => path.into(),
    }
}
