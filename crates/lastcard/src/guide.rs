//! `lastcard guide`: how a game is played, with its cards drawn.

use std::io::{self, IsTerminal, Write};

use clap::Args;
use games::presets;
use terminal::Screen;
use terminal::guide::Reader;
use terminal::plain::guide::in_words;

use crate::{CliError, rule_lookup};

/// Learn a game: its cards, how a turn runs, where it comes from
#[derive(Args)]
pub struct Guide {
    /// The name of a preset, or a rule file; a list to choose from by default
    game: Option<String>,
    /// Change an option of the rules
    #[arg(long = "rule", value_name = "KEY=VALUE", requires = "game")]
    changes: Vec<String>,
    /// Plain text instead of a full screen; the default if input or output is not a terminal
    #[arg(long)]
    plain: bool,
}

impl Guide {
    /// Shows the guide full screen if possible, otherwise in plain text.
    pub fn run(&self, out: &mut impl Write) -> Result<(), CliError> {
        let rules = self.game.as_ref().map(|game| rule_lookup::rules(game, &self.changes)).transpose()?;
        if !self.plain && io::stdin().is_terminal() && io::stdout().is_terminal() {
            let reader = rules.map_or_else(|| Reader::choosing(presets::all()), |rules| Reader::of(&rules));
            return Ok(Screen::open()?.read(reader)?);
        }
        let text = match rules {
            Some(rules) => in_words(&rules),
            None => game_list(),
        };
        write!(out, "{text}")?;
        Ok(())
    }
}

/// The list of games to ask about.
fn game_list() -> String {
    let line = |rules: &games::Rules| format!("  {:<18} {}\n", rules.header().name, rules.header().title);
    let list: String = presets::all().iter().map(line).collect();
    format!("`lastcard guide NAME` explains one of these games, or the game of a rule file:\n\n{list}")
}
