//! Every command that the README and the pages for players show is run as it stands there.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::join::Server;
use crate::program::{fresh_folder, run_in};
use crate::verify;

/// The pages whose commands are run.
const PAGES: [&str; 3] = ["README.md", "docs/playing.md", "docs/house-rules.md"];

/// The address in the pages, which stands for the server of the test.
const SHOWN_ADDRESS: &str = "http://127.0.0.1:8080";

/// How many games a study plays here, whatever the page says.
const GAMES: &str = "24";

/// The commands of a page: lines of shell blocks, and code inside of sentences that is a whole command.
fn commands(page: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut block = None;
    for line in page.lines() {
        if let Some(language) = line.strip_prefix("```") {
            block = if block.is_some() { None } else { Some(language) };
        } else if block == Some("sh") {
            out.push(without_comment(line).to_string());
        } else if block.is_none() {
            let code = line.split('`').skip(1).step_by(2);
            out.extend(code.filter(|code| code.starts_with("cargo ")).map(String::from));
        }
    }
    out.retain(|line| !line.is_empty());
    out
}

fn without_comment(line: &str) -> &str {
    line.split(" # ").next().unwrap_or_default().trim()
}

/// The words of a line of shell: quotes keep blanks together.
fn words(line: &str) -> Vec<String> {
    let (mut out, mut word, mut quote) = (Vec::new(), String::new(), None);
    for letter in line.chars() {
        match quote {
            Some(end) if letter == end => quote = None,
            None if letter == '\'' || letter == '"' => quote = Some(letter),
            None if letter == ' ' => out.push(std::mem::take(&mut word)),
            _ => word.push(letter),
        }
    }
    out.push(word);
    out.retain(|word| !word.is_empty());
    out
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A folder with the files that the pages speak of, and a server with a table.
struct Place {
    folder: PathBuf,
    server: Server,
    table: String,
}

impl Place {
    fn new() -> Place {
        let folder = fresh_folder("doc-commands");
        let house_rules = fs::read_to_string(repository().join("docs/house-rules.md")).unwrap();
        let (_, rest) = house_rules.split_once("```toml\n").expect("the page shows a rule file");
        fs::write(folder.join("my.toml"), rest.split("```").next().unwrap()).unwrap();
        fs::write(folder.join("RECORD"), verify::record()).unwrap();
        let server = Server::start(&fresh_folder("doc-commands-server"), "127.0.0.1:0");
        let mut place = Place { folder, server, table: String::new() };
        let made = place.program(&["join", SHOWN_ADDRESS, "--make", "naija-whot", "--name", "Bola"], "");
        place.table = made.unwrap().split("/t/").nth(1).expect("the link is told")[..8].to_string();
        place
    }

    /// Runs a command of a page, or says what is wrong with it.
    fn obey(&self, line: &str) -> Result<(), String> {
        let words = words(line);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        match words[..] {
            ["cargo", "run", "--release"] | ["cargo", "run", "--release", "--"] => {
                self.program(&[], "").map(drop)
            }
            ["cargo", "xtask", command] => xtask_knows(command),
            ["cargo", "install", "--path", path] => installs_lastcard(path),
            ["lastcard", "serve", ref options @ ..] => self.serve(options),
            ["lastcard", ref arguments @ ..] => self.program(arguments, "").map(drop),
            ["echo", input, "|", "lastcard", ref arguments @ ..] => self.program(arguments, input).map(drop),
            _ => Err("this test does not know how to run it".into()),
        }
    }

    fn program(&self, arguments: &[&str], input: &str) -> Result<String, String> {
        let arguments = self.arranged(arguments);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let run = run_in(&self.folder, &arguments, format!("{input}\n").as_bytes());
        if run.code == 0 && !run.out.is_empty() {
            Ok(run.out)
        } else {
            Err(format!("{}{}", run.out, run.err))
        }
    }

    /// The arguments with the server and table of this test, and with short studies.
    fn arranged(&self, arguments: &[&str]) -> Vec<String> {
        let mut out: Vec<String> = arguments
            .iter()
            .map(|word| {
                word.replace(SHOWN_ADDRESS, &self.server.address)
                    .replace("/t/CODE", &format!("/t/{}", self.table))
            })
            .collect();
        if arguments.first() == Some(&"lab") {
            match arguments.iter().position(|word| *word == "--games") {
                Some(at) => out[at + 1] = GAMES.into(),
                None => out.extend(["--games", GAMES].map(String::from)),
            }
        }
        out
    }

    /// Starts a server with these options on a free port of this machine, which answers, and stops it.
    fn serve(&self, options: &[&str]) -> Result<(), String> {
        match options {
            [] | ["--listen", _] => {
                let server = Server::start(&fresh_folder("doc-commands-serve"), "127.0.0.1:0");
                self.program(&["join", &server.address], "").map(drop)
            }
            _ => Err("this test knows only the option --listen".into()),
        }
    }
}

fn xtask_knows(command: &str) -> Result<(), String> {
    let help = Command::new(env!("CARGO"))
        .args(["xtask", "help"])
        .current_dir(repository())
        .output()
        .map_err(|why| why.to_string())?;
    let help = String::from_utf8_lossy(&help.stdout).into_owned();
    let found = help
        .lines()
        .any(|line| line.split(' ').collect::<Vec<_>>().starts_with(&["cargo", "xtask", command]));
    if found { Ok(()) } else { Err(format!("cargo xtask help does not know it:\n{help}")) }
}

fn installs_lastcard(path: &str) -> Result<(), String> {
    let manifest =
        fs::read_to_string(repository().join(path).join("Cargo.toml")).map_err(|why| why.to_string())?;
    let main = repository().join(path).join("src/main.rs").exists();
    if main && manifest.contains("name = \"lastcard\"") {
        Ok(())
    } else {
        Err("no program lastcard there".into())
    }
}

#[test]
fn every_command_in_the_pages_works() {
    let place = Place::new();
    let mut failures = Vec::new();
    for page in PAGES {
        let commands = commands(&fs::read_to_string(repository().join(page)).unwrap());
        assert!(commands.len() > 5, "only {commands:?} in {page}");
        for line in commands {
            if let Err(why) = place.obey(&line) {
                failures.push(format!("{page}: {line}\n{why}"));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn the_readme_stays_short() {
    let lines = fs::read_to_string(repository().join("README.md")).unwrap().lines().count();
    assert!(lines < 120, "README.md has {lines} lines; longer explanations belong in docs/");
}

/// The games that the README lists are presets. (A new preset is one file, so the README need not list it.)
#[test]
fn the_readme_lists_presets() {
    let readme = fs::read_to_string(repository().join("README.md")).unwrap();
    let (_, games) = readme.split_once("## The games\n").expect("the README lists the games");
    let (games, _) = games.split_once("\n## ").unwrap();
    let listed: Vec<&str> =
        games.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next()).collect();
    for name in &listed {
        assert!(games::presets::named(name).is_some(), "README.md lists {name}, which is not a preset");
    }
    assert!(listed.len() > 10, "only {listed:?} were found in README.md");
}
