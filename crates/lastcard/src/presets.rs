//! `lastcard presets`: the rule sets that come with the program.

use std::io::Write;

use clap::Args;
use protocol::PresetList;
use serde_json::{Value, json};

use terminal::plain::page;

use crate::CliError;

/// List the games that come with the program
#[derive(Args)]
pub struct Presets {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Presets {
    /// Lists the presets.
    pub fn run(&self, out: &mut impl Write) -> Result<(), CliError> {
        if self.json {
            writeln!(out, "{}", list())?;
            return Ok(());
        }
        for rules in games::presets::all() {
            let header = rules.header();
            writeln!(out, "{:<18} {}, {} players", header.name, header.title, players(&rules))?;
            write!(out, "{}", page::wrapped(&header.about, 19))?;
        }
        writeln!(out, "\n`lastcard play NAME` plays one, `lastcard rules NAME` explains it.")?;
        Ok(())
    }
}

/// The presets as JSON.
pub fn list() -> Value {
    json!(PresetList::all().presets)
}

/// The number of players: "2" or "2 to 8".
pub fn players(rules: &games::Rules) -> String {
    match rules.players() {
        (least, most) if least == most => most.to_string(),
        (least, most) => format!("{least} to {most}"),
    }
}
