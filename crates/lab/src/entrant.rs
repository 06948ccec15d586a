//! Who takes part: a level, the random player, a search of so many worlds, or somebody from outside.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bots::{Bot, Brain, Budget, Level, Random, Thinker};
use engine::{Seat, Stakes};
use games::{Move, Session, View};

use crate::game::{Length, view};

/// Who thinks by the clock looks at as many moves as one that looks at so many worlds.
const MANY: u32 = 100_000;

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
    Clock(Duration),
    Other(Maker),
}

impl Entrant {
    /// The player that is written so: a level, `random`, `search:500` for one that looks at 500 worlds a move, or
    /// `search:1s` and `search:200ms` for one that looks at worlds for so long.
    pub fn parse(text: &str) -> Result<Entrant, String> {
        let text = text.trim();
        let kind = match (text.split_once(':'), Level::named(text)) {
            (_, Some(level)) => Kind::Level(level),
            (Some(("search", budget)), _) => budgeted(budget).ok_or_else(|| {
                format!(
                    "`{text}`: how many worlds, like search:500, or how long, like search:1s or search:200ms?"
                )
            })?,
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
            Kind::Clock(time) => Box::new(Own(ByTheClock(Thinker::new(MANY, seed), *time), length)),
            Kind::Other(maker) => maker(),
        }
    }
}

impl fmt::Debug for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Entrant").field(&self.name).finish()
    }
}

/// The search that a budget stands for: a number of worlds, or a time with its unit.
fn budgeted(text: &str) -> Option<Kind> {
    let number = |digits: &str| digits.replace('_', "").parse::<u32>().ok().filter(|&number| number > 0);
    if let Some(millis) = text.strip_suffix("ms") {
        return number(millis).map(|millis| Kind::Clock(Duration::from_millis(millis.into())));
    }
    match text.strip_suffix('s') {
        Some(seconds) => number(seconds).map(|seconds| Kind::Clock(Duration::from_secs(seconds.into()))),
        None => number(text).map(Kind::Search),
    }
}

fn unknown(text: &str) -> String {
    let levels = Level::ALL.map(|level| format!("\"{level}\""));
    let words = levels.into_iter().chain(["\"random\"", "\"search:500\"", "\"search:1s\""].map(String::from));
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

/// A player who thinks for as long as a clock says; how far that goes depends on the machine.
struct ByTheClock(Thinker, Duration);

impl Bot for ByTheClock {
    fn choose(&mut self, view: &View, moves: &[Move]) -> Option<Move> {
        let start = Instant::now();
        self.0.think(view, moves, Budget::While(&mut || start.elapsed() < self.1))
    }

    fn play_for(&mut self, stakes: Option<Stakes>) {
        self.0.play_for(stakes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_has_a_number_of_worlds_or_a_time() {
        let kind = |text: &str| Entrant::parse(text).map(|entrant| entrant.kind);
        assert!(matches!(kind("search:20_000"), Ok(Kind::Search(20_000))));
        assert!(matches!(kind("search:2s"), Ok(Kind::Clock(time)) if time == Duration::from_secs(2)));
        assert!(matches!(kind("search:150ms"), Ok(Kind::Clock(time)) if time == Duration::from_millis(150)));
        for wrong in ["search:", "search:0", "search:0s", "search:-1", "search:1h", "search", ""] {
            assert!(kind(wrong).is_err(), "{wrong}");
        }
    }
}
