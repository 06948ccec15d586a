//! Legal moves and the reasons for refusals.

use engine::{Card, CardSet, Refusal, Seat};

use super::declarations::YANIV;
use super::set::Throw;
use super::state::{Phase, Yaniv};

/// A move. Cards are named by the first copies of their faces.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// Calls Yaniv and ends the round (Y6).
    Yaniv,
    /// Throws cards and takes one (Y13).
    Throw {
        /// The cards in the order in which they lie.
        cards: Throw,
        /// Where the new card comes from.
        take: Take,
    },
    /// Slaps a card onto the last throw (Y18).
    Slap(Card),
    /// Exchanges the real card for a joker in the run on the table (Y19).
    Exchange(Card),
    /// Keeps the card that could be slapped (J11).
    Pass,
}

/// Where the new card of a turn comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Take {
    /// The top of the stock.
    Stock,
    /// A card of the last throw.
    Card(Card),
}

impl Yaniv {
    /// The names of the cards of a hand that can be exchanged for a joker (Y19).
    pub(super) fn exchangeable(&self, hand: CardSet) -> CardSet {
        self.names(hand & self.laid.exchangeable(&self.compiled)).collect()
    }

    pub(super) fn names(&self, cards: CardSet) -> impl Iterator<Item = Card> {
        cards.iter().map(|card| self.compiled.name(card))
    }

    pub(super) fn call_limit(&self) -> u16 {
        self.compiled.rules.call_limit.get() as u16
    }

    /// Checks a move: whether the round is over, the seat plays, it is on turn, and then the move itself.
    pub(super) fn reason(&self, seat: Seat, choice: Move) -> Result<(), Refusal> {
        if self.is_over() {
            return Err(Refusal::RoundOver);
        }
        if !self.active.contains(seat) {
            return Err(Refusal::NotPlaying);
        }
        match choice {
            Move::Slap(card) => self.check_slap(seat, card),
            _ if seat != self.turn => Err(Refusal::NotYourTurn { turn: Some(self.turn) }), // J3
            Move::Pass if self.phase == Phase::Slap => Ok(()),                             // J11
            Move::Pass => Err(Refusal::CannotPass),
            _ if self.phase == Phase::Slap => Err(Refusal::NotYourTurn { turn: None }),
            Move::Yaniv => self.check_call(seat),
            _ if self.hands[seat].is_empty() => Err(Refusal::MustCall(&YANIV)), // J13
            Move::Throw { cards, take } => self.check_throw(seat, cards, take),
            Move::Exchange(card) => self.check_exchange(seat, card),
        }
    }

    fn check_call(&self, seat: Seat) -> Result<(), Refusal> {
        let (points, limit) = (self.points_of(seat), self.call_limit());
        if points > limit { Err(Refusal::TooManyPoints { what: &YANIV, points, limit }) } else { Ok(()) } // Y6, Y23
    }

    fn check_throw(&self, seat: Seat, throw: Throw, take: Take) -> Result<(), Refusal> {
        let mut rest = self.hands[seat];
        for &card in throw.cards() {
            let held = (rest & self.compiled.copies(card)).lowest().ok_or(Refusal::NotInHand(card))?;
            rest.remove(held);
        }
        let lies_so = self.compiled.arrange(throw.cards()) == Some(throw);
        if !lies_so || self.compiled.shape(throw.cards()).is_none() {
            return Err(Refusal::NotASet); // Y14, Y33
        }
        let open = self.laid.takeable(&self.compiled);
        match take {
            Take::Card(card) if !open.contains(card) => Err(Refusal::CannotTake(card)), // Y16, J19
            Take::Card(_) | Take::Stock => Ok(()),
        }
    }

    fn check_exchange(&self, seat: Seat, card: Card) -> Result<(), Refusal> {
        if !self.hands[seat].meets(self.compiled.copies(card)) {
            return Err(Refusal::NotInHand(card));
        }
        let stands = self.laid.stand_in(&self.compiled, card).is_some() && self.compiled.name(card) == card;
        if self.compiled.rules.joker_swap && stands { Ok(()) } else { Err(Refusal::NoExchange) } // Y19, Y21
    }

    fn check_slap(&self, seat: Seat, card: Card) -> Result<(), Refusal> {
        let slappable = self.slappable(seat);
        if self.names(slappable).any(|name| name == card) { Ok(()) } else { Err(Refusal::NoSlap) } // Y18
    }

    /// The cards that the seat may slap now.
    pub(super) fn slappable(&self, seat: Seat) -> CardSet {
        let Some(window) = self.window.filter(|window| !window.done.contains(seat)) else {
            return CardSet::EMPTY;
        };
        let hand = self.hands[seat];
        let own = if seat == window.drawer {
            window.drawn.map_or(CardSet::EMPTY, CardSet::only) & hand // J14
        } else if self.compiled.rules.slap_by_others && self.active.contains(seat) {
            hand
        } else {
            CardSet::EMPTY
        };
        if hand.is_single() && !self.compiled.rules.slap_to_empty {
            return CardSet::EMPTY; // J13
        }
        own.iter().filter(|&card| self.laid.joins(&self.compiled, card).is_some()).collect()
    }
}
