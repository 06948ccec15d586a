//! One game from the deal to the end, and what came of it.

use std::sync::Arc;

use engine::{Card, Chance, End, Event, Game, Pack, Quick, Seat, SeatSet, Viewer};
use games::{CompiledRules, Dealer, Move, Opening, Rules, Session};

use crate::entrant::{Entrant, Mind, Trouble};

/// How much of a match a game is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Length {
    /// One round.
    #[default]
    Round,
    /// A whole match, as the rules have it.
    Match,
}

/// What is played.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The rules.
    pub rules: Arc<Rules>,
    /// How many seats.
    pub seats: usize,
    /// How much of a match.
    pub length: Length,
    /// Where all games are the same deal, which.
    pub fixed: Option<Fixed>,
}

/// One deal for all games.
#[derive(Clone, Debug)]
pub struct Fixed {
    /// The pack in its order, as far as it is fixed; what is left out is shuffled for every game.
    pub deck: Vec<String>,
    /// Who deals.
    pub dealer: Seat,
}

/// What came of a game.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Played {
    /// What each seat has of the win: all, a share, or nothing.
    pub shares: Vec<f64>,
    /// What each seat scored.
    pub points: Vec<i32>,
    /// How many moves were made.
    pub moves: usize,
    /// How many rounds were played.
    pub rounds: usize,
    /// How each round ended, in one word.
    pub ends: Vec<&'static str>,
    /// How often the discards were shuffled.
    pub reshuffles: usize,
    /// Whether the game ended with an empty stock that could not be filled again.
    pub stock_ended: bool,
    /// Who had the first move of the first round.
    pub first: usize,
    /// What the seat with the first move has of the win.
    pub first_share: f64,
    /// Seats that lost their player, and why.
    pub notices: Vec<(usize, String)>,
}

/// Nobody plays longer matches than this; they are stopped and shared by those who lead.
const MOST_ROUNDS: usize = 500;

impl Setting {
    /// Plays the deal that a seed stands for, with these players in the seats.
    pub fn play(&self, entrants: &[&Entrant], seed: u64) -> Result<Played, String> {
        let mut session = Session::new(&self.rules, &self.opening(seed)?)?;
        let mut table = Table {
            minds: entrants
                .iter()
                .enumerate()
                .map(|(seat, entrant)| entrant.mind(self.length, seed, seat))
                .collect(),
            // Who of several is quickest to react is a matter of luck, and not of the seat.
            luck: Quick::new(seed ^ 0x51ee_7e57),
            played: Played { first: session.turn().map_or(0, Seat::index), ..Played::default() },
        };
        loop {
            table.play_round(&mut session);
            let over = session.scores().is_over() || table.played.rounds >= MOST_ROUNDS;
            if self.length == Length::Round || over {
                break;
            }
            session.next_round()?;
        }
        Ok(table.finish(&session, self.length))
    }
}

impl Setting {
    fn opening(&self, seed: u64) -> Result<Opening, String> {
        let opening = Opening { seats: self.seats, seed, ..Opening::default() };
        let Some(fixed) = &self.fixed else { return Ok(opening) };
        let compiled = CompiledRules::new(&self.rules, self.seats).map_err(|error| error.to_string())?;
        let deck = filled_up(compiled.pack(), &fixed.deck, seed);
        Ok(Opening { deck: Some(deck), dealer: Dealer::Seat(fixed.dealer), ..opening })
    }
}

/// The deck with the cards that it leaves out behind it, shuffled.
fn filled_up(pack: &Pack, deck: &[String], seed: u64) -> Vec<String> {
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
    minds: Vec<Box<dyn Mind>>,
    luck: Quick,
    played: Played,
}

impl Table {
    fn play_round(&mut self, session: &mut Session) {
        while session.outcome().is_none() {
            let Some((seat, choice)) = self.next(session) else { break };
            let events = match session.play(seat, choice) {
                Ok(events) => events,
                Err(refused) => {
                    // A player that is not ours made an illegal move: it loses the seat, not the run.
                    self.replace(
                        seat,
                        Trouble(format!(
                            "played {} against the rules: {:?}",
                            session.notation(choice),
                            refused.why
                        )),
                    );
                    continue;
                }
            };
            self.played.moves += 1;
            self.note(&events);
        }
        self.played.rounds += 1;
        self.played.stock_ended |= session.round().stock_len() == 0
            && session.outcome().is_some_and(|outcome| outcome.how != End::Out);
    }

    fn note(&mut self, events: &[Event]) {
        for event in events {
            match event {
                Event::Reshuffled { .. } => self.played.reshuffles += 1,
                Event::Ended { how } => self.played.ends.push(how.word()),
                _ => {}
            }
        }
    }

    /// Who moves next and what: reactions come before the turn, in an order drawn by lot.
    fn next(&mut self, session: &Session) -> Option<(Seat, Move)> {
        let turn = session.turn()?;
        let others = session.acting().without(turn);
        if !others.is_empty() {
            let from = self.luck.below(others.len() as u32) as usize;
            let seats: Vec<Seat> = others.iter().collect();
            for at in 0..seats.len() {
                let seat = seats[(from + at) % seats.len()];
                if let Some(choice) = self.ask(session, seat) {
                    return Some((seat, choice));
                }
            }
        }
        let choice = self.ask(session, turn);
        let legal = || session.legal(turn).first().copied();
        choice.or_else(legal).map(|choice| (turn, choice))
    }

    fn ask(&mut self, session: &Session, seat: Seat) -> Option<Move> {
        let moves = session.legal(seat);
        match self.minds.get_mut(seat.index())?.choose(session, seat, &moves) {
            Ok(choice) => choice,
            Err(trouble) => {
                self.replace(seat, trouble);
                self.minds.get_mut(seat.index())?.choose(session, seat, &moves).ok()?
            }
        }
    }

    /// A player that crashed, kept silent or cheated loses the seat to an easy one.
    fn replace(&mut self, seat: Seat, Trouble(why): Trouble) {
        if let Some(mind) = self.minds.get_mut(seat.index()) {
            *mind = Entrant::stand_in().mind(Length::Round, 0, seat.index());
            self.played.notices.push((seat.index(), why));
        }
    }

    fn finish(self, session: &Session, length: Length) -> Played {
        let seats = session.opening().seats;
        let scores = session.scores();
        let winners = match (length, session.outcome()) {
            (Length::Round, Some(outcome)) => outcome.winners(),
            (Length::Match, Some(outcome)) => scores.winners.unwrap_or_else(|| outcome.winners()),
            (_, None) => SeatSet::EMPTY,
        };
        let lost = |seat: Seat| self.played.notices.iter().any(|(other, _)| *other == seat.index());
        let kept: SeatSet = winners.iter().filter(|&seat| !lost(seat)).collect();
        // What a stand-in wins is not won by the player who lost the seat, but by those who kept theirs.
        let winners = if kept.is_empty() && !winners.is_empty() {
            Seat::all(seats).filter(|&seat| !lost(seat)).collect()
        } else {
            kept
        };
        let share = 1.0 / winners.len().max(1) as f64;
        let shares = Seat::all(seats).map(|seat| if winners.contains(seat) { share } else { 0.0 }).collect();
        Played { shares, points: scores.totals.first(seats).to_vec(), ..self.played }
    }
}

/// What a seat may know, and nothing else, is handed to a player of ours.
pub(crate) fn view(session: &Session, seat: Seat) -> games::View {
    session.round().view(Viewer::Seat(seat))
}
