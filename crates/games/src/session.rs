//! A match in progress: deals rounds, plays moves, and keeps the scores and the history.

mod rewind;

use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use engine::{
    Act, BySeat, Card, CardSet, Chance, Deal, End, Event, Game, Match, Order, Outcome, Pack, Refusal, Seat,
    SeatSet, Seeded, Stakes, Viewer,
};

use crate::fair_shuffle::{MAX_TABLE_NAME_BYTES, Proof, rules_hash};
use crate::seal::Seal;
use crate::{CompiledRules, FirstDealer, Move, NoSuchSeat, Round, Rules, SessionError, View};

/// The number of the random stream that decides the first dealer; no shuffle has this number.
const FIRST_DEALER_STREAM: u32 = u32::MAX;

/// Maximum number of cuts while the highest cards are equal; then the first of the tied players deals. In some packs all
/// cards count the same.
const MAX_CUTS: usize = 20;

/// A move rarely causes more events than this, so the list of them is rarely moved while it grows.
const USUAL_EVENTS: usize = 8;

/// Who deals the first round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Dealer {
    /// The last seat, so that seat 0 begins.
    #[default]
    LastSeat,
    /// This seat.
    Seat(Seat),
    /// As the rules say: by a cut or by lot (G15).
    ByRule,
}

/// How a match begins.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Opening {
    /// How many seats the table has.
    pub seats: usize,
    /// Who deals first.
    pub dealer: Dealer,
    /// The seed of the shuffles.
    pub seed: u64,
    /// An arranged deck for the first round, first card dealt first; cards not named follow in pack order.
    pub deck: Option<Vec<String>>,
    /// The scores at the start; empty for none.
    pub scores: Vec<i32>,
    /// The names of the players; seats without one go by their number.
    pub names: Vec<String>,
    /// For verifiable shuffles, what decides them instead of the seed.
    pub fair: Option<FairOpening>,
}

/// The beginning of a match with verifiable shuffles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FairOpening {
    /// The name of the table.
    pub table: String,
    /// The proof of the first deal.
    pub first: Proof,
}

/// One step of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HistoryEntry {
    /// The next round was dealt.
    Deal,
    /// A seat made a move, or the table carried out an order on it.
    Act(Seat, Act<Move>),
}

/// A refused move, and the fine for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// Why it was refused.
    pub why: Refusal,
    /// The events of the fine, if the rules fine an illegal play.
    pub events: Vec<Event>,
}

impl From<Refusal> for Refused {
    fn from(why: Refusal) -> Refused {
        Refused { why, events: Vec::new() }
    }
}

/// A match in progress. Its rules, opening and entries are enough to replay it.
#[derive(Clone, Debug)]
pub struct Session {
    rules: Arc<Rules>,
    opening: Opening,
    compiled: CompiledRules,
    at: Position,
    /// The scores when the current round was dealt, and the number of entries then.
    dealt: (Match, usize),
    entries: Vec<HistoryEntry>,
    cuts: Vec<(Seat, Card)>,
    /// The proofs of the deals, if the shuffles are verifiable.
    proofs: Vec<Proof>,
}

/// The current position. Earlier ones are not stored: they are replayed from the entries.
#[derive(Clone, Debug)]
struct Position {
    round: Round,
    scores: Match,
    dealer: Seat,
    events: Vec<Event>,
    /// The source of randomness for this round; only reshuffles use it.
    chance: Seeded,
}

impl Session {
    /// Starts a match and deals its first round.
    pub fn new(rules: &Rules, opening: &Opening) -> Result<Session, SessionError> {
        let compiled = CompiledRules::new(rules, opening.seats)?;
        Session::with_compiled(Arc::new(rules.clone()), compiled, opening)
    }

    /// Starts a match with rules already compiled for this number of seats.
    pub fn with_compiled(
        rules: Arc<Rules>,
        compiled: CompiledRules,
        opening: &Opening,
    ) -> Result<Session, SessionError> {
        check_names(opening)?;
        check_table(opening)?;
        let chance = match &opening.fair {
            Some(fair) => fair.first.chance(&fair.table, &rules_hash(&rules)),
            None => Seeded::new(opening.seed, 0),
        };
        let mut cuts = Vec::new();
        let dealer = match opening.dealer {
            Dealer::LastSeat => Seat::new(opening.seats - 1).unwrap_or_default(),
            Dealer::Seat(seat) if seat.index() < opening.seats => seat,
            Dealer::Seat(seat) => return Err(SessionError::NoDealer { seat, seats: opening.seats }),
            Dealer::ByRule => first_dealer(&rules, &compiled, (opening.seats, chance.clone()), &mut cuts),
        };
        let mut scores = Match::new(opening.seats, dealer);
        if opening.scores.len() > opening.seats {
            return Err(SessionError::TooManyScores);
        }
        scores.totals = BySeat::from_fn(|seat| opening.scores.get(seat.index()).copied().unwrap_or(0));
        let mut opening = opening.clone();
        let deck = match &mut opening.deck {
            Some(names) => {
                let order = arranged_order(compiled.pack(), names)?;
                *names = order
                    .iter()
                    .take(names.len())
                    .map(|&card| compiled.pack().notation(card).into())
                    .collect();
                order
            }
            None => shuffled(compiled.pack(), chance.clone()),
        };
        let at = deal_round(&compiled, scores, &deck, chance)?;
        let proofs = opening.fair.iter().map(|fair| fair.first.clone()).collect();
        Ok(Session { rules, opening, compiled, at, dealt: (scores, 0), entries: Vec::new(), cuts, proofs })
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// How the match began.
    pub fn opening(&self) -> &Opening {
        &self.opening
    }

    /// The rules compiled for this table.
    pub fn compiled(&self) -> &CompiledRules {
        &self.compiled
    }

    /// The pack in use.
    pub fn pack(&self) -> &Pack {
        self.compiled.pack()
    }

    /// The round in progress.
    pub fn round(&self) -> &Round {
        &self.at.round
    }

    /// The scores, the players still in the match, and the winners.
    pub fn scores(&self) -> &Match {
        &self.at.scores
    }

    /// What the round is worth for the match, if the match is won by points.
    pub fn stakes(&self) -> Option<Stakes> {
        Stakes::new(&self.rules.match_rules(), &self.at.scores)
    }

    /// Who dealt the round in progress.
    pub fn dealer(&self) -> Seat {
        self.at.dealer
    }

    /// The cards cut for the first dealer, in order (N11).
    pub fn cuts(&self) -> &[(Seat, Card)] {
        &self.cuts
    }

    /// The shuffled pack of the round in progress, first card dealt first.
    pub fn order(&self) -> Vec<Card> {
        let dealt_once = !self.entries.contains(&HistoryEntry::Deal);
        let arranged = self.opening.deck.as_ref().filter(|_| dealt_once);
        let arranged = arranged.and_then(|names| arranged_order(self.pack(), names).ok());
        arranged.unwrap_or_else(|| shuffled(self.pack(), self.at.chance.clone()))
    }

    /// The proofs of the deals, if the shuffles are verifiable. Secret until the match is over.
    pub fn proofs(&self) -> &[Proof] {
        &self.proofs
    }

    /// Adds what a device signed when the round with this deal was over, in place of what it signed before; `false` if
    /// there is no such deal.
    pub fn add_seal(&mut self, deal: u64, seal: Seal) -> bool {
        let Some(proof) = self.proofs.iter_mut().find(|proof| proof.deal == deal) else { return false };
        proof.seals.retain(|other| other.seat != seal.seat);
        proof.seals.push(seal);
        proof.seals.sort_by_key(|seal| seal.seat);
        true
    }

    /// Whether the match has come to its end: by its rules, or because everybody else has left.
    pub fn is_over(&self) -> bool {
        let deserted = self.outcome().is_some_and(|outcome| outcome.how == End::Deserted);
        self.at.scores.is_over() || deserted
    }

    /// The history so far.
    pub fn entries(&self) -> &[HistoryEntry] {
        &self.entries
    }

    /// The events of the last step or deal.
    pub fn events(&self) -> &[Event] {
        &self.at.events
    }

    /// The name of a player.
    pub fn name(&self, seat: Seat) -> String {
        self.opening.names.get(seat.index()).cloned().unwrap_or_else(|| format!("Player {seat}"))
    }

    /// The number of the position. A move made for another position is late (G20).
    pub fn number(&self) -> usize {
        self.entries.len()
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Option<Seat> {
        self.at.round.turn()
    }

    /// The seats that have a legal move.
    pub fn acting(&self) -> SeatSet {
        self.at.round.acting()
    }

    /// The result of the round, once it is over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.at.round.outcome()
    }

    /// The legal moves of a seat.
    pub fn legal(&self, seat: Seat) -> Vec<Move> {
        let mut moves = Vec::new();
        self.list_legal(seat, &mut moves);
        moves
    }

    /// Lists the legal moves of a seat in place of what was listed before.
    pub fn list_legal(&self, seat: Seat, moves: &mut Vec<Move>) {
        self.at.round.legal(seat, moves);
    }

    /// Checks whether a move is legal, and says why if it is not.
    pub fn check(&self, seat: Seat, choice: Move) -> Result<(), Refusal> {
        self.at.round.check(seat, choice)
    }

    /// What a viewer may know.
    pub fn view(&self, viewer: Viewer) -> View {
        self.at.round.view(viewer)
    }

    /// A move in notation.
    pub fn notation(&self, choice: Move) -> String {
        self.at.round.notation(choice)
    }

    /// Parses a move, or an order of the table, from its notation.
    pub fn parse(&self, text: &str) -> Result<Act<Move>, Refusal> {
        match Order::parse(text.trim()) {
            Some(order) => Ok(Act::Order(order)),
            None => self.at.round.parse(text).map(Act::Move),
        }
    }

    /// Makes a move and returns its events. Fines an illegal play if the rules do (S25, G9).
    pub fn play(&mut self, seat: Seat, choice: Move) -> Result<Vec<Event>, Refused> {
        self.act(seat, Act::Move(choice)).map_err(|why| self.refuse(seat, why))
    }

    /// Refuses a move, and fines it if the rules do.
    pub fn refuse(&mut self, seat: Seat, why: Refusal) -> Refused {
        if !self.fines(seat, &why) {
            return why.into();
        }
        let events = self.act(seat, Act::Order(Order::Fine)).unwrap_or_default();
        if events.is_empty() {
            self.undo(); // No card could be drawn for the fine, so nothing happened.
        }
        Refused { why, events }
    }

    fn fines(&self, seat: Seat, why: &Refusal) -> bool {
        self.rules.illegal_fine() > 0 && why.is_illegal_play() && self.turn() == Some(seat)
    }

    /// Makes a move or carries out an order of the table. A refusal changes nothing.
    pub fn act(&mut self, seat: Seat, act: Act<Move>) -> Result<Vec<Event>, Refusal> {
        let mut chance = self.at.chance.clone();
        let mut events = Vec::with_capacity(USUAL_EVENTS);
        match act {
            Act::Move(choice) => self.at.round.play(seat, choice, &mut chance, &mut events)?,
            Act::Order(order) => {
                let mut round = self.at.round.clone();
                round.order(seat, order, &mut chance, &mut events)?;
                self.at.round = round;
            }
        }
        if let Some(outcome) = self.at.round.outcome() {
            self.at.scores.settle(&self.rules.match_rules(), &outcome);
        }
        self.at.events.clone_from(&events);
        self.entries.push(HistoryEntry::Act(seat, act));
        Ok(events)
    }

    /// Deals the next round of a match that is shuffled from its seed.
    pub fn next_round(&mut self) -> Result<(), SessionError> {
        if self.opening.fair.is_some() {
            return Err(SessionError::ProofNeeded);
        }
        self.may_deal()?;
        self.deal_next(Seeded::new(self.opening.seed, u64::from(self.at.scores.rounds)))
    }

    /// Deals the next round of a match with verifiable shuffles.
    pub fn next_fair_round(&mut self, proof: Proof) -> Result<(), SessionError> {
        let fair = self.opening.fair.as_ref().ok_or(SessionError::NoProofNeeded)?;
        self.may_deal()?;
        if self.proofs.iter().any(|before| before.deal == proof.deal) {
            return Err(SessionError::DealNumberUsed(proof.deal));
        }
        self.deal_next(proof.chance(&fair.table, &rules_hash(&self.rules)))?;
        self.proofs.push(proof);
        Ok(())
    }

    /// Whether the next round can be dealt.
    pub fn may_deal(&self) -> Result<(), SessionError> {
        if self.outcome().is_none() {
            return Err(SessionError::RoundNotOver);
        }
        if self.at.scores.is_over() {
            return Err(SessionError::MatchOver);
        }
        Ok(())
    }

    fn deal_next(&mut self, chance: Seeded) -> Result<(), SessionError> {
        let deck = shuffled(self.pack(), chance.clone());
        let scores = self.at.scores;
        self.at = deal_round(&self.compiled, scores, &deck, chance)?;
        self.entries.push(HistoryEntry::Deal);
        self.dealt = (scores, self.entries.len());
        Ok(())
    }
}

/// Checks that the name of the table is one word, as records need it.
fn check_table(opening: &Opening) -> Result<(), SessionError> {
    let Some(FairOpening { table, .. }) = &opening.fair else { return Ok(()) };
    let fine = (1..=MAX_TABLE_NAME_BYTES).contains(&table.len())
        && table.chars().all(|char| char.is_ascii_graphic());
    if fine { Ok(()) } else { Err(SessionError::BadTable { max_bytes: MAX_TABLE_NAME_BYTES }) }
}

/// Checks the names: records have them on one line, separated by commas.
fn check_names(opening: &Opening) -> Result<(), SessionError> {
    if opening.names.len() > opening.seats {
        return Err(SessionError::TooManyNames);
    }
    let fine = |name: &&String| (1..=40).contains(&name.chars().count()) && !name.contains([',', '\n', '\r']);
    match opening
        .names
        .iter()
        .find(|name| !fine(name) || name.contains(char::is_control) || name.trim() != *name)
    {
        Some(name) => Err(SessionError::BadName(name.clone())),
        None => Ok(()),
    }
}

fn deal_round(
    compiled: &CompiledRules,
    scores: Match,
    order: &[Card],
    chance: Seeded,
) -> Result<Position, SessionError> {
    let mut events = Vec::new();
    let deal = Deal { playing: scores.playing, dealer: scores.dealer, order };
    let round = Round::deal(compiled, &deal, &mut chance.clone(), &mut events)?;
    Ok(Position { round, scores, dealer: scores.dealer, events, chance })
}

fn shuffled(pack: &Pack, mut chance: Seeded) -> Vec<Card> {
    let mut order = pack.cards().to_vec();
    chance.begin(0);
    engine::shuffle(&mut order, &mut chance);
    order
}

/// The order of an arranged deck; cards not named follow in pack order.
fn arranged_order(pack: &Pack, names: &[String]) -> Result<Vec<Card>, SessionError> {
    let mut free = pack.all();
    let mut order = Vec::new();
    for name in names {
        let face = pack.parse(name).ok_or_else(|| SessionError::NoSuchCard(name.clone()))?;
        let card = (free & pack.copies(face)).lowest();
        let card = card.ok_or_else(|| SessionError::TooOften {
            card: pack.notation(face).into(),
            copies: pack.copies(face).len(),
        })?;
        free.remove(card);
        order.push(card);
    }
    order.extend(free.iter());
    Ok(order)
}

/// Decides the first dealer: by cut, highest card deals, or by lot (N11, G15).
fn first_dealer(
    rules: &Rules,
    compiled: &CompiledRules,
    (seats, mut chance): (usize, Seeded),
    cuts: &mut Vec<(Seat, Card)>,
) -> Seat {
    chance.begin(FIRST_DEALER_STREAM);
    let last = Seat::new(seats - 1).unwrap_or_default();
    match rules.table_options().first_dealer {
        FirstDealer::LastSeat => last,
        FirstDealer::Lot => Seat::new(chance.below(seats as u32) as usize).unwrap_or_default(),
        FirstDealer::Cut => {
            let mut cutting: Vec<Seat> = Seat::all(seats).collect();
            for _ in 0..MAX_CUTS {
                if cutting.len() > 1 {
                    cutting = cut_once(compiled, &cutting, &mut chance, cuts);
                }
            }
            cutting.first().copied().unwrap_or(last)
        }
    }
}

fn cut_once(
    compiled: &CompiledRules,
    cutting: &[Seat],
    chance: &mut Seeded,
    cuts: &mut Vec<(Seat, Card)>,
) -> Vec<Seat> {
    let mut free: CardSet = compiled.pack().all();
    let mut shown = Vec::new();
    for &seat in cutting {
        let card = free.nth(chance.below(free.len() as u32) as usize).unwrap_or_default();
        free.remove(card);
        shown.push((seat, card));
    }
    cuts.extend(shown.iter().copied());
    let best = shown.iter().map(|&(_, card)| compiled.points(card)).max();
    shown.into_iter().filter(|&(_, card)| Some(compiled.points(card)) == best).map(|(seat, _)| seat).collect()
}

/// The seat with this number at a table of `seats`. For untrusted numbers.
pub fn seat_at(number: u64, seats: usize) -> Result<Seat, NoSuchSeat> {
    let seat = usize::try_from(number).ok().filter(|&seat| seat < seats).and_then(Seat::new);
    seat.ok_or(NoSuchSeat { number, seats })
}
