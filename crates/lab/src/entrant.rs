//! Who takes part: levels, the random player, a search of so many worlds, or a program of one's own.

use std::fmt;
use std::time::Duration;

use bots::{Bot, Brain, Level, Random, Thinker};
use engine::Seat;
use games::{Move, Session};

use crate::game::view;
use crate::program::Program;

/// Why a player loses its seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trouble(pub String);

/// Somebody who plays in a seat for the length of a game.
pub trait Mind {
    /// A round has been dealt.
    fn round_begins(&mut self, _session: &Session) {}

    /// The move, or none where a reaction is left alone.
    fn choose(&mut self, session: &Session, seat: Seat, moves: &[Move]) -> Result<Option<Move>, Trouble>;
}

/// A kind of player that takes part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entrant {
    name: String,
    kind: Kind,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Kind {
    Random,
    Level(Level),
    Search(u32),
    Program { command: String, limit: Duration },
}

impl Entrant {
    /// The player that is written so: a level, `random`, `search:500` or `cmd:python3 mybot.py`.
    pub fn parse(text: &str, limit: Duration) -> Result<Entrant, String> {
        let text = text.trim();
        let kind = match (text.split_once(':'), Level::parse(text)) {
            (_, Some(level)) => Kind::Level(level),
            (Some(("search", worlds)), _) => {
                let worlds = worlds.replace('_', "").parse::<u32>().ok().filter(|&worlds| worlds > 0);
                Kind::Search(worlds.ok_or_else(|| format!("`{text}`: how many worlds, like search:500?"))?)
            }
            (Some(("cmd", command)), _) if !command.trim().is_empty() => {
                Kind::Program { command: command.trim().into(), limit }
            }
            (None, None) if text == "random" => Kind::Random,
            _ => return Err(unknown(text)),
        };
        Ok(Entrant { name: text.into(), kind })
    }

    /// The player of a level.
    pub fn level(level: Level) -> Entrant {
        Entrant { name: level.name().into(), kind: Kind::Level(level) }
    }

    /// Who takes over a seat that lost its player.
    pub(crate) fn stand_in() -> Entrant {
        Entrant::level(Level::Easy)
    }

    /// What it is called in tables.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The player for one seat of one game.
    pub(crate) fn mind(&self, seed: u64, seat: usize) -> Box<dyn Mind> {
        let seed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(seat as u64);
        match &self.kind {
            Kind::Random => Box::new(Own(Random::new(seed))),
            Kind::Level(level) => Box::new(Own(Brain::new(*level, seed))),
            Kind::Search(worlds) => Box::new(Own(Thinker::new(*worlds, seed))),
            Kind::Program { command, limit } => Box::new(Program::new(command, *limit)),
        }
    }
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name)
    }
}

fn unknown(text: &str) -> String {
    let levels = Level::ALL.map(|level| format!("\"{level}\""));
    let words = levels.into_iter().chain(["\"random\"", "\"search:500\""].map(String::from));
    format!(
        "there is no player `{text}`: write {} or \"cmd:python3 mybot.py\"",
        words.collect::<Vec<_>>().join(", ")
    )
}

/// A player of ours: it is handed a view and the legal moves.
struct Own<B: Bot>(B);

impl<B: Bot> Mind for Own<B> {
    fn choose(&mut self, session: &Session, seat: Seat, moves: &[Move]) -> Result<Option<Move>, Trouble> {
        Ok(self.0.choose(&view(session, seat), moves))
    }
}
