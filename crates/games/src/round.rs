//! A round of either family behind one face.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use engine::{
    Card, CardSet, Chance, Deal, Declaration, Event, EventKind, EventSink, Game, Order, Outcome, Pack,
    Refusal, Seat, SeatSet, Status, Viewer,
};

use crate::{CompileError, DealError, Rules, matching, yaniv};

/// A rule set worked out for a number of seats.
#[derive(Clone, Debug)]
pub enum CompiledRules {
    /// Of the matching family.
    Matching(Arc<matching::CompiledRules>),
    /// Of Yaniv.
    Yaniv(Arc<yaniv::CompiledRules>),
}

impl CompiledRules {
    /// Works out a rule set for a table of so many seats, or says why it cannot be played there.
    pub fn new(rules: &Rules, seats: usize) -> Result<CompiledRules, CompileError> {
        match rules {
            Rules::Matching(rules) => matching::CompiledRules::new(rules, seats)
                .map(|compiled| CompiledRules::Matching(Arc::new(compiled))),
            Rules::Yaniv(rules) => yaniv::CompiledRules::new(rules, seats)
                .map(|compiled| CompiledRules::Yaniv(Arc::new(compiled))),
        }
    }

    /// The pack in use.
    pub fn pack(&self) -> &Pack {
        match self {
            CompiledRules::Matching(compiled) => &compiled.pack,
            CompiledRules::Yaniv(compiled) => &compiled.pack,
        }
    }

    /// Parses an event from its notation.
    pub fn parse_event(&self, text: &str) -> Option<Event> {
        Event::parse(text, self.pack(), self.declarations())
    }

    fn declarations(&self) -> &'static [&'static Declaration] {
        match self {
            CompiledRules::Matching(_) => &[],
            CompiledRules::Yaniv(_) => yaniv::DECLARATIONS,
        }
    }

    /// The move in notation.
    pub fn notation(&self, choice: Move) -> String {
        match (self, choice) {
            (CompiledRules::Matching(compiled), Move::Matching(choice)) => matching::show(compiled, choice),
            (CompiledRules::Yaniv(compiled), Move::Yaniv(choice)) => compiled.write(choice),
            (CompiledRules::Matching(_), Move::Yaniv(_)) | (CompiledRules::Yaniv(_), Move::Matching(_)) => {
                String::new()
            }
        }
    }

    /// The move that is written so. Says nothing about whether it is legal.
    pub fn parse(&self, text: &str) -> Result<Move, Refusal> {
        match self {
            CompiledRules::Matching(compiled) => compiled.parse(text).map(Move::Matching),
            CompiledRules::Yaniv(compiled) => compiled.parse(text).map(Move::Yaniv),
        }
    }

    /// How many cards each is dealt.
    pub fn hand_size(&self) -> usize {
        match self {
            CompiledRules::Matching(compiled) => compiled.hand,
            CompiledRules::Yaniv(compiled) => compiled.rules.hand_size.count(),
        }
    }

    /// Whether a card is turned up after the deal.
    pub fn turns_up(&self) -> bool {
        match self {
            CompiledRules::Matching(compiled) => compiled.rules.start == matching::Start::Turnup,
            CompiledRules::Yaniv(_) => true,
        }
    }

    /// What a card counts.
    pub fn points(&self, card: Card) -> u32 {
        match self {
            CompiledRules::Matching(compiled) => compiled.value(CardSet::only(card)),
            CompiledRules::Yaniv(compiled) => u32::from(compiled.value(CardSet::only(card))),
        }
    }
}

/// A move of either family.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Move {
    /// Of the matching family.
    Matching(matching::Move),
    /// Of Yaniv.
    Yaniv(yaniv::Move),
}

/// What a viewer may know of a round of either family.
#[expect(
    clippy::large_enum_variant,
    reason = "a view is made, read and thrown away; a box would be one more allocation"
)]
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum View {
    /// Of the matching family.
    Matching(matching::View),
    /// Of Yaniv.
    Yaniv(yaniv::View),
}

/// A round in progress of either family.
#[expect(
    clippy::large_enum_variant,
    reason = "a round is copied as a whole for an undo; a box would be one more allocation a move"
)]
#[derive(Clone, Debug)]
pub enum Round {
    /// Of the matching family.
    Matching(matching::Matching),
    /// Of Yaniv.
    Yaniv(yaniv::Yaniv),
}

/// Calls the same function on whichever game it is.
macro_rules! either {
    ($round:expr, $game:ident => $call:expr) => {
        match $round {
            Round::Matching($game) => $call,
            Round::Yaniv($game) => $call,
        }
    };
}

impl Round {
    /// Deals a round.
    pub fn deal(
        compiled: &CompiledRules,
        deal: &Deal<'_>,
        chance: &mut impl Chance,
        sink: &mut impl EventSink,
    ) -> Result<Round, DealError> {
        match compiled {
            CompiledRules::Matching(compiled) => {
                matching::Matching::deal(compiled, deal, chance, sink).map(Round::Matching)
            }
            CompiledRules::Yaniv(compiled) => yaniv::Yaniv::deal(compiled, deal, sink).map(Round::Yaniv),
        }
    }

    /// A hand.
    pub fn hand(&self, seat: Seat) -> CardSet {
        either!(self, game => game.hand(seat))
    }

    /// How many cards lie in the stock.
    pub fn stock_len(&self) -> usize {
        either!(self, game => game.stock_len())
    }

    /// The stock from its top.
    pub fn stock(&self) -> Vec<Card> {
        either!(self, game => game.stock().collect())
    }

    /// How many cards lie open, the top or the last throw among them.
    pub fn pile_len(&self) -> usize {
        match self {
            Round::Matching(game) => game.pile().len() + usize::from(game.top().is_some()),
            Round::Yaniv(game) => game.pile_len(),
        }
    }

    /// The card on top, or the cards of the last throw in their order.
    pub fn top(&self) -> Vec<Card> {
        match self {
            Round::Matching(game) => game.top().into_iter().collect(),
            Round::Yaniv(game) => game.throw().to_vec(),
        }
    }

    /// What is being waited for, in one word.
    pub fn phase_name(&self) -> &'static str {
        either!(self, game => game.phase_name())
    }

    /// The seats that were dealt in.
    pub fn playing(&self) -> SeatSet {
        either!(self, game => game.playing())
    }

    /// The seats that have a legal move.
    pub fn acting(&self) -> SeatSet {
        match self.status() {
            Status::Acting(seats) => seats,
            Status::Over => SeatSet::EMPTY,
        }
    }
}

impl Game for Round {
    type Move = Move;
    type View = View;

    fn pack(&self) -> &Pack {
        either!(self, game => game.pack())
    }

    fn seats(&self) -> usize {
        either!(self, game => game.seats())
    }

    fn status(&self) -> Status {
        either!(self, game => game.status())
    }

    fn turn(&self) -> Option<Seat> {
        either!(self, game => game.turn())
    }

    fn outcome(&self) -> Option<Outcome> {
        either!(self, game => game.outcome())
    }

    fn legal(&self, seat: Seat, moves: &mut Vec<Move>) {
        moves.clear();
        match self {
            Round::Matching(game) => {
                let mut own = Vec::new();
                game.legal(seat, &mut own);
                moves.extend(own.into_iter().map(Move::Matching));
            }
            Round::Yaniv(game) => {
                let mut own = Vec::new();
                game.legal(seat, &mut own);
                moves.extend(own.into_iter().map(Move::Yaniv));
            }
        }
    }

    fn check(&self, seat: Seat, choice: Move) -> Result<(), Refusal> {
        match (self, choice) {
            (Round::Matching(game), Move::Matching(choice)) => game.check(seat, choice),
            (Round::Yaniv(game), Move::Yaniv(choice)) => game.check(seat, choice),
            (Round::Matching(_), Move::Yaniv(_)) | (Round::Yaniv(_), Move::Matching(_)) => Err(other_game()),
        }
    }

    fn play(
        &mut self,
        seat: Seat,
        choice: Move,
        chance: &mut impl Chance,
        sink: &mut impl EventSink,
    ) -> Result<(), Refusal> {
        match (self, choice) {
            (Round::Matching(game), Move::Matching(choice)) => game.play(seat, choice, chance, sink),
            (Round::Yaniv(game), Move::Yaniv(choice)) => game.play(seat, choice, chance, sink),
            (Round::Matching(_), Move::Yaniv(_)) | (Round::Yaniv(_), Move::Matching(_)) => Err(other_game()),
        }
    }

    fn order(
        &mut self,
        seat: Seat,
        order: Order,
        chance: &mut impl Chance,
        sink: &mut impl EventSink,
    ) -> Result<(), Refusal> {
        either!(self, game => game.order(seat, order, chance, sink))
    }

    fn view(&self, viewer: Viewer) -> View {
        match self {
            Round::Matching(game) => View::Matching(game.view(viewer)),
            Round::Yaniv(game) => View::Yaniv(game.view(viewer)),
        }
    }

    fn imagine(view: &View, chance: &mut impl Chance) -> Round {
        match view {
            View::Matching(view) => Round::Matching(matching::Matching::imagine(view, chance)),
            View::Yaniv(view) => Round::Yaniv(yaniv::Yaniv::imagine(view, chance)),
        }
    }

    fn every_card(&self, visit: &mut dyn FnMut(Card)) {
        either!(self, game => game.every_card(visit));
    }

    fn notation(&self, choice: Move) -> String {
        match (self, choice) {
            (Round::Matching(game), Move::Matching(choice)) => game.notation(choice),
            (Round::Yaniv(game), Move::Yaniv(choice)) => game.notation(choice),
            (Round::Matching(_), Move::Yaniv(_)) | (Round::Yaniv(_), Move::Matching(_)) => String::new(),
        }
    }

    fn parse(&self, text: &str) -> Result<Move, Refusal> {
        match self {
            Round::Matching(game) => game.parse(text).map(Move::Matching),
            Round::Yaniv(game) => game.parse(text).map(Move::Yaniv),
        }
    }
}

/// The verb of every event that any family tells, in notation.
pub fn event_kinds() -> Vec<&'static str> {
    let shared = EventKind::ALL.iter().map(|kind| kind.word());
    shared.chain(yaniv::DECLARATIONS.iter().map(|what| what.word)).collect()
}

fn other_game() -> Refusal {
    Refusal::Unreadable("that is a move of another game".into())
}
