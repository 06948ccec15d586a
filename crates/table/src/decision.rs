//! Decisions that need a search: the table says what a seat knows, and its host does the searching.

use alloc::vec::Vec;

use bots::{Bot, Budget, MoveStats, SearchBot, Sensible, best, merge, needs_search, parts};
use engine::{Seat, Stakes, Viewer};
use games::{CompiledRules, Move, Session, View};

use crate::table::Table;
use crate::window::Held;
use crate::{Input, Level, Refusal};

/// Where the search of computer players runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SearchBy {
    /// At the table, which waits for it.
    #[default]
    Table,
    /// In the host, which asks [`Table::pending_decision`] and hands the answer back.
    Host,
}

/// A decision to be made and everything that its seat may know: what a search needs, and nothing else.
#[derive(Clone)]
pub struct Decision {
    /// Whose decision it is.
    pub seat: Seat,
    /// The position that it is about.
    pub number: u64,
    /// How well it should be made.
    pub level: Level,
    seed: u64,
    stakes: Option<Stakes>,
    pub(crate) compiled: CompiledRules,
    pub(crate) view: View,
    pub(crate) moves: Vec<Move>,
}

impl Decision {
    /// The number of parts of the search: they run in parallel or in turn and are [merged](bots::merge).
    pub fn parts(&self) -> u32 {
        parts(self.level.iterations())
    }

    /// Searches one part within a budget. Equal parts and numbers of iterations find the same.
    pub fn search(&self, part: u32, budget: Budget<'_>) -> Vec<MoveStats<Move>> {
        let seed = self.seed.wrapping_add(u64::from(part) << 32);
        let mut search_bot = SearchBot::new(self.level.iterations(), seed);
        search_bot.play_for(self.stakes);
        search_bot.search(&self.view, &self.moves, budget);
        search_bot.found().to_vec()
    }

    /// Searches one part with the budget of the level.
    pub fn search_part(&self, part: u32) -> Vec<MoveStats<Move>> {
        self.search(part, Budget::Iterations(self.level.iterations() / self.parts()))
    }

    /// Searches all parts, one after another.
    pub fn search_all(&self) -> Vec<MoveStats<Move>> {
        merge(&(0..self.parts()).map(|part| self.search_part(part)).collect::<Vec<_>>())
    }

    /// The best move that was found, or one by rules of thumb if nothing was found.
    pub(crate) fn choice(&self, found: &[MoveStats<Move>]) -> Option<Move> {
        let searched = best(found).map(|found| found.choice);
        searched.or_else(|| Sensible.choose(&self.view, &self.moves))
    }

    /// The decision of the seat's level, searched for at once.
    pub(crate) fn searched_move(&self) -> Option<Held> {
        let choice = self.choice(&self.search_all())?;
        Some(Held { seat: self.seat, number: self.number, choice })
    }

    /// The input that hands the decision to the table.
    pub fn answer(&self, found: &[MoveStats<Move>]) -> Input {
        let choice = self.choice(found).or(self.moves.first().copied());
        let notation = choice.map(|choice| self.compiled.notation(choice)).unwrap_or_default();
        Input::BotMove { seat: self.seat, number: self.number, notation }
    }
}

impl Table {
    /// The decision that a computer player has to make now. It moves when it is time and the
    /// [answer](Decision::answer) was handed in. At a table that searches itself nothing is ever pending.
    pub fn pending_decision(&self) -> Option<Decision> {
        self.open_question().filter(|_| self.search_by == SearchBy::Host)
    }

    /// The decision that waits for a search.
    pub(crate) fn open_question(&self) -> Option<Decision> {
        let seat = self.session.as_ref().and_then(Session::turn)?;
        let occupant =
            self.occupant(seat).filter(|occupant| occupant.moves_by_itself() && occupant.level.searches())?;
        let known = self.bot_move.is_some_and(|kept| kept.number == self.number);
        // Every player has its own chance, different in every position.
        let seed = occupant.seed.wrapping_add(self.number.wrapping_mul(0x9e37_79b9));
        let decision = self.question_of(seat, occupant.level, seed).filter(|_| !known)?;
        needs_search(&decision.view, &decision.moves).then_some(decision)
    }

    pub(crate) fn question_of(&self, seat: Seat, level: Level, seed: u64) -> Option<Decision> {
        let session = self.session.as_ref()?;
        let (compiled, view) = (session.compiled().clone(), session.view(Viewer::Seat(seat)));
        let (stakes, moves) = (session.stakes(), self.open_moves(seat));
        Some(Decision { seat, number: self.number, level, seed, stakes, compiled, view, moves })
    }

    /// Takes the result of a search. If the table has moved on meanwhile, it is dropped.
    pub(crate) fn take_bot_move(&mut self, seat: Seat, number: u64, notation: &str) -> Result<(), Refusal> {
        let is_asked = |asked: &Decision| asked.seat == seat && asked.number == number;
        let Some(asked) = self.open_question().filter(is_asked) else { return Ok(()) };
        // The legal moves were listed for the question; the rules check the move again only when it is played.
        let choice = asked.compiled.parse(notation).ok().filter(|choice| asked.moves.contains(choice));
        let choice = choice.ok_or(Refusal::NotAMove)?;
        self.bot_move = Some(Held { seat, number, choice });
        self.move_if_due(seat);
        Ok(())
    }
}
