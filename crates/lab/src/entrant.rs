//! The kinds of players that take part: a level, the random player, a search with a budget, or an external player.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bots::{Bot, Brain, Budget, Level, Random, SearchBot};
use engine::{Event, Seat, Stakes};
use games::{Move, Session, View};

use crate::LabError;
use crate::game::{GameLength, view};

/// A timed search considers as many moves as a search of this many worlds.
const TIMED_SEARCH_WORLDS: u32 = 100_000;

/// Why a player loses its seat: a predicate such as "crashed with exit code 1".
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{predicate}")]
pub struct PlayerError {
    predicate: String,
    is_fatal: bool,
}

impl PlayerError {
    /// An error with this predicate.
    pub fn new(predicate: impl Into<String>) -> PlayerError {
        PlayerError { predicate: predicate.into(), is_fatal: false }
    }

    /// An error that ends the study: this player will never play.
    pub fn fatal(predicate: impl Into<String>) -> PlayerError {
        PlayerError { predicate: predicate.into(), is_fatal: true }
    }

    /// Whether it ends the study.
    pub(crate) fn is_fatal(&self) -> bool {
        self.is_fatal
    }
}

/// Plays one seat for the length of a game.
pub trait Player {
    /// Chooses a move, or `None` to skip an optional reaction.
    fn choose(&mut self, session: &Session, seat: Seat, moves: &[Move]) -> Result<Option<Move>, PlayerError>;

    /// Sees what happened: a deal, or an action of any seat. The events are in full, not as the seat may see them.
    fn observe(&mut self, _session: &Session, _seat: Seat, _events: &[Event]) {}

    /// Learns the result of a round that is over.
    fn end_round(&mut self, _session: &Session, _seat: Seat) {}
}

/// Creates a player for one seat of one game, which is a round or a match.
pub type PlayerFactory = Arc<dyn Fn(GameLength) -> Box<dyn Player> + Send + Sync>;

/// A kind of player that takes part in a contest.
#[derive(Clone)]
pub struct Entrant {
    name: String,
    kind: Kind,
    /// Position among the entrants. It seeds the player, so that two of a kind play differently.
    position: u64,
}

#[derive(Clone)]
enum Kind {
    Random,
    Level(Level),
    Search(u32),
    TimedSearch(Duration),
    External(PlayerFactory),
}

impl Entrant {
    /// Parses a player: a level, `random`, `search:500` for a search of 500 worlds per move, or `search:1s` and
    /// `search:200ms` for a search with a time limit.
    pub fn parse(text: &str) -> Result<Entrant, LabError> {
        let text = text.trim();
        let kind = match (text.split_once(':'), Level::named(text)) {
            (_, Some(level)) => Kind::Level(level),
            (Some(("search", budget)), _) => {
                search(budget).ok_or_else(|| LabError::SearchBudget(text.into()))?
            }
            (None, None) if text == "random" => Kind::Random,
            _ => return Err(LabError::UnknownPlayer(text.into())),
        };
        Ok(Entrant { name: text.into(), kind, position: 0 })
    }

    /// The player of a level.
    pub fn level(level: Level) -> Entrant {
        Entrant { name: level.name().into(), kind: Kind::Level(level), position: 0 }
    }

    /// An external player.
    pub fn external(name: &str, factory: PlayerFactory) -> Entrant {
        Entrant { name: name.into(), kind: Kind::External(factory), position: 0 }
    }

    /// Takes over a seat that lost its player.
    pub(crate) fn stand_in() -> Entrant {
        Entrant::level(Level::Easy)
    }

    /// The same entrant at this position.
    pub(crate) fn at_position(self, position: usize) -> Entrant {
        Entrant { position: position as u64, ..self }
    }

    /// Its name in reports.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it is one of our own players and ranks above another of them.
    pub(crate) fn is_meant_to_beat(&self, other: &Entrant) -> bool {
        matches!((self.rank(), other.rank()), (Some(own), Some(other)) if own > other)
    }

    /// How much it thinks, on a scale of our own players: none for an external player, or one limited by a clock.
    fn rank(&self) -> Option<u32> {
        match &self.kind {
            Kind::Random => Some(0),
            Kind::Level(Level::Easy) => Some(1),
            Kind::Level(Level::Medium) => Some(2),
            Kind::Level(level) => Some(2 + level.iterations()),
            Kind::Search(worlds) => Some(worlds.saturating_add(2)),
            Kind::TimedSearch(_) | Kind::External(_) => None,
        }
    }

    /// The player for one seat of one game.
    pub(crate) fn player(&self, length: GameLength, seed: u64, seat: usize) -> Box<dyn Player> {
        let seed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(seat as u64 + (self.position << 32));
        match &self.kind {
            Kind::Random => Box::new(BotPlayer(Random::new(seed), length)),
            Kind::Level(level) => Box::new(BotPlayer(Brain::new(*level, seed), length)),
            Kind::Search(worlds) => Box::new(BotPlayer(SearchBot::new(*worlds, seed), length)),
            Kind::TimedSearch(time) => {
                Box::new(BotPlayer(TimedSearchBot(SearchBot::new(TIMED_SEARCH_WORLDS, seed), *time), length))
            }
            Kind::External(factory) => factory(length),
        }
    }
}

impl fmt::Debug for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Entrant").field(&self.name).finish()
    }
}

/// The search for a budget: a number of worlds, or a time with its unit.
fn search(text: &str) -> Option<Kind> {
    let number = |digits: &str| digits.replace('_', "").parse::<u32>().ok().filter(|&number| number > 0);
    if let Some(millis) = text.strip_suffix("ms") {
        return number(millis).map(|millis| Kind::TimedSearch(Duration::from_millis(millis.into())));
    }
    match text.strip_suffix('s') {
        Some(seconds) => {
            number(seconds).map(|seconds| Kind::TimedSearch(Duration::from_secs(seconds.into())))
        }
        None => number(text).map(Kind::Search),
    }
}

/// A bot in a seat. It is given a view and the legal moves, and in a match the scores.
struct BotPlayer<B: Bot>(B, GameLength);

impl<B: Bot> Player for BotPlayer<B> {
    fn choose(&mut self, session: &Session, seat: Seat, moves: &[Move]) -> Result<Option<Move>, PlayerError> {
        if self.1 == GameLength::Match {
            self.0.play_for(session.stakes());
        }
        Ok(self.0.choose(&view(session, seat), moves))
    }
}

/// A search with a time limit per move. How far it gets depends on the machine.
struct TimedSearchBot(SearchBot, Duration);

impl Bot for TimedSearchBot {
    fn choose(&mut self, view: &View, moves: &[Move]) -> Option<Move> {
        let start = Instant::now();
        self.0.search(view, moves, Budget::While(&mut || start.elapsed() < self.1))
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
        assert!(matches!(kind("search:2s"), Ok(Kind::TimedSearch(time)) if time == Duration::from_secs(2)));
        assert!(
            matches!(kind("search:150ms"), Ok(Kind::TimedSearch(time)) if time == Duration::from_millis(150))
        );
        for wrong in ["search:", "search:0", "search:0s", "search:-1", "search:1h", "search", ""] {
            assert!(kind(wrong).is_err(), "{wrong}");
        }
    }
}
