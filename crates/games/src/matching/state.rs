//! The position of a round, and the deal that begins it.

use alloc::sync::Arc;

use engine::{
    BySeat, Card, CardSet, Cards, Chance, Deal, DrawReason, End, Event, EventSink, MAX_SEATS, Rank, Seat,
    SeatSet, Suit, Word,
};

use super::{CompiledRules, KnownVoid, Rules};
use super::{ShortDraw, Start, StarterSpecial, StockEnd};
use crate::DealError;

/// Which way play goes round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Direction {
    /// Clockwise, to the left.
    #[default]
    Left,
    /// Anticlockwise.
    Right,
}

/// What the game waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// The first player names the suit of a turned-up wild.
    Call,
    /// The first player plays any card.
    Lead,
    /// An ordinary turn.
    Turn {
        /// Cards drawn in this turn.
        drawn: u8,
    },
    /// The same player plays again.
    Again {
        /// Cards drawn since playing again.
        drawn: u8,
        /// How many players miss a turn afterwards.
        skip: u8,
    },
    /// The card just drawn may or must be played.
    Drawn {
        /// The card.
        card: Card,
        /// How many players miss a turn afterwards.
        skip: u8,
    },
    /// A penalty waits for an answer.
    Answer {
        /// How many cards.
        cards: u8,
        /// The rank of the card that caused it.
        rank: Rank,
        /// Set if the card can be challenged.
        challengeable: Option<Challengeable>,
    },
    /// The player is suspended and may block, and so may the next ones.
    Suspended {
        /// How many players have yet to miss a turn.
        left: u8,
        /// The rank that blocks.
        rank: Rank,
    },
    /// The round is over.
    Over(End),
}

/// A wild draw card that can be challenged (V3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Challengeable {
    /// Who played it.
    pub by: Seat,
    /// The colour that was in force.
    pub colour: Option<Suit>,
    /// Whether that player held the colour in force.
    pub(super) guilty: bool,
}

impl Phase {
    /// An ordinary turn at its start.
    pub(super) const TURN: Phase = Phase::Turn { drawn: 0 };
}

/// A round in progress.
#[derive(Clone, Debug)]
pub struct Matching {
    pub(super) compiled: Arc<CompiledRules>,
    pub(super) state: State,
}

/// The position: flat, without pointers, cheap to copy.
#[expect(clippy::struct_excessive_bools, reason = "each answers a question of its own about the turn")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct State {
    pub hands: BySeat<CardSet>,
    pub stock: [Card; Card::MAX],
    pub stock_len: u8,
    /// The discards under the top.
    pub pile: CardSet,
    pub top: Option<Card>,
    /// The suit in force, called or printed.
    pub suit: Option<Suit>,
    /// Whether the suit in force was called, so that the rank of the top card does not count.
    pub called: bool,
    /// What may be played on the pile.
    pub follow: CardSet,
    pub turn: Seat,
    pub direction: Direction,
    /// Who still holds cards.
    pub active: SeatSet,
    /// Who was dealt in.
    pub playing: SeatSet,
    pub phase: Phase,
    pub actions: u16,
    /// Turns in a row in which nobody played or drew.
    pub idle: u8,
    pub reshuffles: u8,
    /// The word said in this turn.
    pub said: Option<Word>,
    /// Whether the player on turn has played in this turn.
    pub reduced: bool,
    /// Who owes a word.
    pub owing: SeatSet,
    /// Whether the next player has not acted since the last play.
    pub fresh: bool,
    /// Who has already said a word or caught a player out of place in this turn.
    pub false_calls: SeatSet,
    /// Cards that earlier draws could not supply.
    pub owed: BySeat<u8>,
    /// The places of those who are out.
    pub places: BySeat<u8>,
    /// The points in the hands of players who left.
    pub left_with: BySeat<u16>,
    /// For each card in a hand, the seats that know it is there.
    pub knowers: [SeatSet; Card::MAX],
    /// The cards that each seat has shown not to hold.
    pub known_voids: BySeat<KnownVoid>,
    /// Whether `knowers` and `known_voids` are kept up to date. Playouts and search do not need them.
    pub noting: bool,
}

impl State {
    pub(super) fn empty() -> State {
        State {
            hands: BySeat::default(),
            stock: [Card::default(); Card::MAX],
            stock_len: 0,
            pile: CardSet::EMPTY,
            top: None,
            suit: None,
            called: false,
            follow: CardSet::EMPTY,
            turn: Seat::default(),
            direction: Direction::Left,
            active: SeatSet::EMPTY,
            playing: SeatSet::EMPTY,
            phase: Phase::Lead,
            actions: 0,
            idle: 0,
            reshuffles: 0,
            said: None,
            reduced: false,
            owing: SeatSet::EMPTY,
            fresh: false,
            false_calls: SeatSet::EMPTY,
            owed: BySeat::default(),
            places: BySeat::default(),
            left_with: BySeat::default(),
            knowers: [SeatSet::EMPTY; Card::MAX],
            known_voids: BySeat::default(),
            noting: false,
        }
    }

    /// The next active seat after this one.
    #[inline]
    pub(super) fn next(&self, from: Seat) -> Seat {
        match self.direction {
            Direction::Left => self.active.after(from),
            Direction::Right => self.active.before(from),
        }
    }

    /// Whether the stock can supply a card, after a reshuffle if necessary.
    #[inline]
    pub(super) fn can_supply(&self, compiled: &CompiledRules) -> bool {
        self.stock_len > 0 || self.can_refill(compiled)
    }

    fn can_refill(&self, compiled: &CompiledRules) -> bool {
        let allowed = match compiled.rules.stock_end {
            StockEnd::Reshuffle => true,
            StockEnd::ReshuffleThenCount(times) => self.reshuffles < times,
            StockEnd::Count | StockEnd::Pass => false,
        };
        allowed && !self.pile.is_empty()
    }

    /// Takes the top card of the stock, after refilling it if it is empty and the rules allow that.
    #[inline]
    pub(super) fn take_top(
        &mut self,
        compiled: &CompiledRules,
        chance: &mut impl Chance,
        sink: &mut impl EventSink,
    ) -> Option<Card> {
        if self.stock_len == 0 && !self.refill(compiled, chance, sink) {
            return None;
        }
        self.stock_len -= 1;
        Some(self.stock[usize::from(self.stock_len & 127)])
    }

    /// Shuffles the discards except the top into a new stock (G17, N18, C19, V20).
    #[cold]
    fn refill(
        &mut self,
        compiled: &CompiledRules,
        chance: &mut impl Chance,
        sink: &mut impl EventSink,
    ) -> bool {
        if !self.can_refill(compiled) {
            return false;
        }
        self.reshuffles = self.reshuffles.saturating_add(1);
        let mut len = 0;
        for card in self.pile.iter() {
            self.stock[len] = card;
            len += 1;
        }
        self.pile = CardSet::EMPTY;
        self.stock_len = len as u8;
        chance.begin(u32::from(self.reshuffles));
        engine::shuffle(&mut self.stock[..len], chance);
        sink.tell(Event::Reshuffled { cards: len as u8 });
        true
    }

    /// Gives a seat up to `count` cards from the stock (G1). Returns how many there were.
    pub(super) fn draw(
        &mut self,
        compiled: &CompiledRules,
        seat: Seat,
        count: u8,
        why: DrawReason,
        chance: &mut impl Chance,
        sink: &mut impl EventSink,
    ) -> u8 {
        let mut cards = CardSet::EMPTY;
        for _ in 0..count {
            let Some(card) = self.take_top(compiled, chance, sink) else { break };
            cards.insert(card);
            self.hands[seat].insert(card);
        }
        let came = cards.len() as u8;
        if came < count && why != DrawReason::Turn && compiled.rules.short_draw == ShortDraw::Owe {
            self.owed[seat] = self.owed[seat].saturating_add(count - came); // G1
        }
        if self.noting {
            self.known_voids[seat].cards_came(came);
        }
        if came > 0 {
            self.owing = self.owing.without(seat); // W22
            self.idle = 0;
            sink.tell(Event::Drew { seat, cards: Cards::Seen(cards), why });
        }
        came
    }

    /// Puts a card under the middle of the stock (C9), or at the bottom.
    fn bury(&mut self, card: Card, depth: usize) {
        let len = usize::from(self.stock_len);
        let at = len - depth.min(len);
        self.stock.copy_within(at..len, at + 1);
        self.stock[at] = card;
        self.stock_len += 1;
    }

    /// Lays a card on the pile.
    #[inline]
    pub(super) fn lay(&mut self, compiled: &CompiledRules, card: Card) {
        if let Some(old) = self.top.replace(card) {
            self.pile.insert(old);
        }
        self.suit = compiled.suits[card.index()];
        self.called = false;
        self.follow = compiled.follow[card.index()];
    }
}

impl Matching {
    /// Deals a round. The order must contain every card of the pack exactly once.
    pub fn deal(
        compiled: &Arc<CompiledRules>,
        deal: &Deal<'_>,
        chance: &mut impl Chance,
        sink: &mut impl EventSink,
    ) -> Result<Matching, DealError> {
        let mut game =
            Matching { compiled: Arc::clone(compiled), state: State { noting: true, ..State::empty() } };
        let whole: CardSet = deal.order.iter().copied().collect();
        if deal.order.len() != compiled.pack.cards().len() || whole != compiled.all {
            return Err(DealError::Order { cards: compiled.pack.cards().len() });
        }
        if deal.playing.len() < 2 || deal.playing.iter().any(|seat| seat.index() >= compiled.seats) {
            return Err(DealError::Seats { seats: compiled.seats });
        }
        if deal.playing.len() * compiled.hand >= deal.order.len() {
            return Err(DealError::PackTooSmall);
        }
        game.hand_out(deal, sink);
        game.state.begin(compiled, deal.dealer, chance, sink);
        Ok(game)
    }

    fn hand_out(&mut self, deal: &Deal<'_>, sink: &mut impl EventSink) {
        let state = &mut self.state;
        state.playing = deal.playing;
        state.active = deal.playing;
        let mut cards = deal.order.iter();
        for _ in 0..self.compiled.hand {
            let mut seat = deal.dealer;
            for &card in cards.by_ref().take(deal.playing.len()) {
                seat = deal.playing.after(seat); // N10, N12, C7
                state.hands[seat].insert(card);
            }
        }
        let rest = cards.as_slice();
        for (place, &card) in state.stock.iter_mut().zip(rest.iter().rev()) {
            *place = card;
        }
        state.stock_len = rest.len() as u8;
        state.turn = deal.playing.after(deal.dealer); // N13, U10
        for seat in deal.playing.iter() {
            sink.tell(Event::Dealt { seat, cards: Cards::Seen(state.hands[seat]) });
        }
    }
}

impl State {
    /// Begins play once the hands are dealt.
    pub(super) fn begin(
        &mut self,
        compiled: &CompiledRules,
        dealer: Seat,
        chance: &mut impl Chance,
        sink: &mut impl EventSink,
    ) {
        self.follow = compiled.all;
        if compiled.rules.start == Start::Turnup {
            self.turn_up(compiled, dealer, chance, sink);
        }
        self.after_action(compiled, sink);
    }

    /// Turns up the starter and handles a special one as the rules say (C8, C9, W4, V13).
    fn turn_up(
        &mut self,
        compiled: &CompiledRules,
        dealer: Seat,
        chance: &mut impl Chance,
        sink: &mut impl EventSink,
    ) {
        self.phase = Phase::TURN;
        let half = usize::from(self.stock_len) / 2;
        // Burying in the middle only ever turns up the upper half: after that many tries, cards go to the bottom (E9).
        for tries in 0..=2 * Card::MAX {
            let Some(card) = self.take_top(compiled, chance, sink) else { return };
            sink.tell(Event::Turned { card });
            let goes_back =
                compiled.special.contains(card) && tries < 2 * Card::MAX && starter_goes_back(compiled, card);
            if !goes_back {
                self.lay(compiled, card);
                if compiled.special.contains(card) && compiled.rules.starter_special == StarterSpecial::Act {
                    self.starter_acts(compiled, card, dealer, chance, sink);
                }
                return;
            }
            let len = usize::from(self.stock_len);
            self.bury(card, if tries <= half { len / 2 } else { len });
            sink.tell(Event::Buried { card });
        }
    }
}

/// Whether a special starter is put back. A draw four and a swap always are: they need a player (V13).
fn starter_goes_back(compiled: &CompiledRules, card: Card) -> bool {
    match compiled.rules.starter_special {
        StarterSpecial::Bury => true,
        StarterSpecial::Ignore => false,
        StarterSpecial::Act => compiled.wild_picks.contains(card) || compiled.card_actions[card.index()].swap,
    }
}

impl Matching {
    /// The compiled rules.
    pub fn compiled(&self) -> &Arc<CompiledRules> {
        &self.compiled
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.compiled.rules
    }

    /// A hand.
    pub fn hand(&self, seat: Seat) -> CardSet {
        self.state.hands[seat]
    }

    /// How many cards lie in the stock.
    pub fn stock_len(&self) -> usize {
        usize::from(self.state.stock_len)
    }

    /// The stock from its top.
    pub fn stock(&self) -> impl Iterator<Item = Card> {
        self.state.stock[..self.stock_len()].iter().rev().copied()
    }

    /// The discards under the top.
    pub fn pile(&self) -> CardSet {
        self.state.pile
    }

    /// The top of the pile.
    pub fn top(&self) -> Option<Card> {
        self.state.top
    }

    /// The suit in force.
    pub fn suit(&self) -> Option<Suit> {
        self.state.suit
    }

    /// How many cards wait to be picked.
    pub fn pending(&self) -> u8 {
        match self.state.phase {
            Phase::Answer { cards, .. } => cards,
            _ => 0,
        }
    }

    /// Which way play goes round.
    pub fn direction(&self) -> Direction {
        self.state.direction
    }

    /// What the game waits for.
    pub fn phase(&self) -> Phase {
        self.state.phase
    }

    /// The phase in one word.
    pub fn phase_name(&self) -> &'static str {
        self.state.phase_for(&self.compiled, engine::Viewer::Spectator).name()
    }

    /// Who owes a word.
    pub fn owing(&self) -> SeatSet {
        self.state.owing
    }

    /// The seats that were dealt in.
    pub fn playing(&self) -> SeatSet {
        self.state.playing
    }

    /// How many actions there were.
    pub fn actions(&self) -> usize {
        usize::from(self.state.actions)
    }
}

const _: () = assert!(MAX_SEATS <= 16 && Card::MAX <= 256);
