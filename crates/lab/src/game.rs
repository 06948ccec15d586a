//! One game from the deal to the end, and its result.

use std::sync::Arc;

use engine::{Card, Chance, End, Event, Game, Pack, Quick, Seat, SeatSet, Viewer};
use games::{CompiledRules, Dealer, Move, Opening, Rules, Session};

use crate::LabError;
use crate::entrant::{Entrant, Player, PlayerError};

/// Whether a game is a round or a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum GameLength {
    /// One round.
    #[default]
    Round,
    /// A whole match as the rules define it.
    Match,
}

/// The rules, table size and length of a game.
#[derive(Clone, Debug)]
pub struct GameSettings {
    /// The rules.
    pub rules: Arc<Rules>,
    /// Number of seats.
    pub seats: usize,
    /// A round or a match.
    pub length: GameLength,
    /// The deal to use in every game; random deals if `None`.
    pub fixed_deal: Option<FixedDeal>,
}

/// A deal that every game repeats.
#[derive(Clone, Debug)]
pub struct FixedDeal {
    /// The pack in deal order. Cards left out are shuffled behind it for every game.
    pub deck: Vec<String>,
    /// Who deals.
    pub dealer: Seat,
}

/// The result of a game.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct GameResult {
    /// Share of the win for each seat: 1, a fraction for shared wins, or 0.
    pub shares: Vec<f64>,
    /// The same by seat, also where the shares are counted by player.
    pub seat_shares: Vec<f64>,
    /// Points for each seat.
    pub points: Vec<i32>,
    /// Number of moves.
    pub moves: usize,
    /// Number of rounds.
    pub rounds: usize,
    /// How each round ended, in one word.
    pub ends: Vec<&'static str>,
    /// Number of reshuffles of the discard pile.
    pub reshuffles: usize,
    /// Whether the game ended because the stock was empty and could not be refilled.
    pub stock_ended: bool,
    /// The seat that moved first in the first round.
    pub first_seat: usize,
    /// Share of the win for the seat that moved first.
    pub first_share: f64,
    /// Seats whose player was replaced, and why.
    pub notices: Vec<(usize, String)>,
}

/// Longer matches are stopped and count for the seats in the lead.
const MAX_ROUNDS: usize = 500;

impl GameSettings {
    /// Plays the deal of this seed with these players in the seats.
    pub fn play(&self, entrants: &[&Entrant], seed: u64) -> Result<GameResult, LabError> {
        let mut session = Session::new(&self.rules, &self.opening(seed)?)?;
        let mut table = Table {
            players: entrants
                .iter()
                .enumerate()
                .map(|(seat, entrant)| entrant.player(self.length, seed, seat))
                .collect(),
            // Which of several reacting seats is fastest is decided at random, not by seat order.
            reaction_order: Quick::new(seed ^ 0x51ee_7e57),
            result: GameResult { first_seat: session.turn().map_or(0, Seat::index), ..GameResult::default() },
            fatal: None,
        };
        loop {
            table.play_round(&mut session);
            if let Some((seat, why)) = table.fatal.take() {
                return Err(LabError::Player { name: entrants[seat].name().into(), why });
            }
            let over = session.scores().is_over() || table.result.rounds >= MAX_ROUNDS;
            if self.length == GameLength::Round || over {
                break;
            }
            session.next_round()?;
        }
        Ok(table.finish(&session, self.length))
    }
}

impl GameSettings {
    fn opening(&self, seed: u64) -> Result<Opening, LabError> {
        let opening = Opening { seats: self.seats, seed, ..Opening::default() };
        let Some(fixed_deal) = &self.fixed_deal else { return Ok(opening) };
        let compiled = CompiledRules::new(&self.rules, self.seats)?;
        let deck = completed_deck(compiled.pack(), &fixed_deal.deck, seed);
        Ok(Opening { deck: Some(deck), dealer: Dealer::Seat(fixed_deal.dealer), ..opening })
    }
}

/// The deck, followed by the cards it leaves out in random order.
fn completed_deck(pack: &Pack, deck: &[String], seed: u64) -> Vec<String> {
    let mut rest = pack.all();
    for face in deck.iter().filter_map(|name| pack.parse(name)) {
        if let Some(card) = (rest & pack.copies(face)).lowest() {
            rest.remove(card);
        }
    }
    let mut rest: Vec<Card> = rest.iter().collect();
    engine::shuffle(&mut rest, &mut Quick::new(seed));
    deck.iter().cloned().chain(rest.into_iter().map(|card| pack.notation(card).into())).collect()
}

struct Table {
    players: Vec<Box<dyn Player>>,
    reaction_order: Quick,
    result: GameResult,
    /// The seat of a player who will never play, and why.
    fatal: Option<(usize, PlayerError)>,
}

impl Table {
    fn play_round(&mut self, session: &mut Session) {
        self.tell(session, session.events());
        while session.outcome().is_none() {
            let next = self.next_move(session);
            if self.fatal.is_some() {
                return;
            }
            let Some((seat, choice)) = next else { break };
            let events = match session.play(seat, choice) {
                Ok(events) => events,
                Err(refused) => {
                    // An external player made an illegal move. It loses the seat; the run continues.
                    self.replace(
                        seat,
                        &PlayerError::new(format!(
                            "played {} against the rules: {:?}",
                            session.notation(choice),
                            refused.why
                        )),
                    );
                    continue;
                }
            };
            self.result.moves += 1;
            self.count_events(&events);
            self.tell(session, &events);
        }
        for (seat, player) in Seat::all(self.players.len()).zip(&mut self.players) {
            player.end_round(session, seat);
        }
        self.result.rounds += 1;
        self.result.stock_ended |= session.round().stock_len() == 0
            && session.outcome().is_some_and(|outcome| outcome.how != End::Out);
    }

    /// Shows every player what happened.
    fn tell(&mut self, session: &Session, events: &[Event]) {
        for (seat, player) in Seat::all(self.players.len()).zip(&mut self.players) {
            player.observe(session, seat, events);
        }
    }

    fn count_events(&mut self, events: &[Event]) {
        for event in events {
            match event {
                Event::Reshuffled { .. } => self.result.reshuffles += 1,
                Event::Ended { how } => self.result.ends.push(how.word()),
                _ => {}
            }
        }
    }

    /// The next move and its seat: reactions come before the turn, in random order.
    fn next_move(&mut self, session: &Session) -> Option<(Seat, Move)> {
        let turn = session.turn()?;
        let others = session.acting().without(turn);
        if !others.is_empty() {
            let start = self.reaction_order.below(others.len() as u32) as usize;
            let seats: Vec<Seat> = others.iter().collect();
            for offset in 0..seats.len() {
                let seat = seats[(start + offset) % seats.len()];
                if let Some(choice) = self.choose(session, seat) {
                    return Some((seat, choice));
                }
            }
        }
        let choice = self.choose(session, turn);
        let legal = || session.legal(turn).first().copied();
        choice.or_else(legal).map(|choice| (turn, choice))
    }

    fn choose(&mut self, session: &Session, seat: Seat) -> Option<Move> {
        let moves = session.legal(seat);
        match self.players.get_mut(seat.index())?.choose(session, seat, &moves) {
            Ok(choice) => choice,
            Err(error) if error.is_fatal() => {
                self.fatal = Some((seat.index(), error));
                None
            }
            Err(error) => {
                self.replace(seat, &error);
                self.players.get_mut(seat.index())?.choose(session, seat, &moves).ok()?
            }
        }
    }

    /// Replaces a player that crashed, stayed silent or cheated with an easy one.
    fn replace(&mut self, seat: Seat, error: &PlayerError) {
        if let Some(player) = self.players.get_mut(seat.index()) {
            *player = Entrant::stand_in().player(GameLength::Round, 0, seat.index());
            self.result.notices.push((seat.index(), error.to_string()));
        }
    }

    fn finish(self, session: &Session, length: GameLength) -> GameResult {
        let seats = session.opening().seats;
        let scores = session.scores();
        let winners = match (length, session.outcome()) {
            (GameLength::Round, Some(outcome)) => outcome.winners(),
            (GameLength::Match, Some(outcome)) => scores.winners.unwrap_or_else(|| outcome.winners()),
            (_, None) => SeatSet::EMPTY,
        };
        let was_replaced = |seat: Seat| self.result.notices.iter().any(|(other, _)| *other == seat.index());
        let remaining: SeatSet = winners.iter().filter(|&seat| !was_replaced(seat)).collect();
        // A win of a stand-in counts for the players who kept their seats, not for the player it replaced.
        let winners = if remaining.is_empty() && !winners.is_empty() {
            Seat::all(seats).filter(|&seat| !was_replaced(seat)).collect()
        } else {
            remaining
        };
        let share = 1.0 / winners.len().max(1) as f64;
        let shares: Vec<f64> =
            Seat::all(seats).map(|seat| if winners.contains(seat) { share } else { 0.0 }).collect();
        GameResult {
            seat_shares: shares.clone(),
            shares,
            points: scores.totals.first(seats).to_vec(),
            ..self.result
        }
    }
}

/// The view of a seat: all that a bot is given.
pub(crate) fn view(session: &Session, seat: Seat) -> games::View {
    session.round().view(Viewer::Seat(seat))
}
