//! Who takes part: a level, the random player, a search of so many worlds, or somebody from outside.

use std::fmt;
use std::sync::Arc;

use bots::{Bot, Brain, Level, Random, Thinker};
use engine::Seat;
use games::{Move, Session};

use crate::game::{Length, view};

/// Why a player loses its seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trouble(pub String);

/// Somebody who plays in a seat for the length of a game.
pub trait Mind {
    /// The move, or none where a reaction is left alone.
    fn choose(&mut self, session: &Session, seat: Seat, moves: &[Move]) -> Result<Option<Move>, Trouble>;
}

/// Makes a player for a seat of a game.
pub type Maker = Arc<dyn Fn() -> Box<dyn Mind> + Send + Sync>;

/// A kind of player that takes part.
#[derive(Clone)]
pub struct Entrant {
    name: String,
    kind: Kind,
    /// Its place among those who take part: two of a kind do not have the same luck.
    number: u64,
}

#[derive(Clone)]
enum Kind {
    Random,
    Level(Level),
    Search(u32),
    Other(Maker),
}

impl Entrant {
    /// The player that is written so: a level, `random`, or `search:500` for one that looks at 500 worlds a move.
    pub fn parse(text: &str) -> Result<Entrant, String> {
        let text = text.trim();
        let kind = match (text.split_once(':'), Level::named(text)) {
            (_, Some(level)) => Kind::Level(level),
            (Some(("search", worlds)), _) => {
                let worlds = worlds.replace('_', "").parse::<u32>().ok().filter(|&worlds| worlds > 0);
                Kind::Search(worlds.ok_or_else(|| format!("`{text}`: how many worlds, like search:500?"))?)
            }
            (None, None) if text == "random" => Kind::Random,
            _ => return Err(unknown(text)),
        };
        Ok(Entrant { name: text.into(), kind, number: 0 })
    }

    /// The player of a level.
    pub fn level(level: Level) -> Entrant {
        Entrant { name: level.name().into(), kind: Kind::Level(level), number: 0 }
    }

    /// A player from outside.
    pub fn other(name: &str, maker: Maker) -> Entrant {
        Entrant { name: name.into(), kind: Kind::Other(maker), number: 0 }
    }

    /// Who takes over a seat that lost its player.
    pub(crate) fn stand_in() -> Entrant {
        Entrant::level(Level::Easy)
    }

    /// The same at its place among those who take part.
    pub(crate) fn at_place(self, place: usize) -> Entrant {
        Entrant { number: place as u64, ..self }
    }

    /// What it is called in tables.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The player for one seat of one game.
    pub(crate) fn mind(&self, length: Length, seed: u64, seat: usize) -> Box<dyn Mind> {
        let seed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(seat as u64 + (self.number << 32));
        match &self.kind {
            Kind::Random => Box::new(Own(Random::new(seed), length)),
            Kind::Level(level) => Box::new(Own(Brain::new(*level, seed), length)),
            Kind::Search(worlds) => Box::new(Own(Thinker::new(*worlds, seed), length)),
            Kind::Other(maker) => maker(),
        }
    }
}

impl fmt::Debug for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Entrant").field(&self.name).finish()
    }
}

fn unknown(text: &str) -> String {
    let levels = Level::ALL.map(|level| format!("\"{level}\""));
    let words = levels.into_iter().chain(["\"random\"", "\"search:500\""].map(String::from));
    let words = words.collect::<Vec<_>>().join(", ");
    format!("there is no player `{text}`: write {words} or \"cmd:python3 mybot.py\"")
}

/// A player of ours: it is handed a view and the legal moves, and in a match the scores.
struct Own<B: Bot>(B, Length);

impl<B: Bot> Mind for Own<B> {
    fn choose(&mut self, session: &Session, seat: Seat, moves: &[Move]) -> Result<Option<Move>, Trouble> {
        if self.1 == Length::Match {
            self.0.play_for(session.stakes());
        }
        Ok(self.0.choose(&view(session, seat), moves))
    }
}
