//! The position of a round, and the deal that begins it.

use alloc::string::String;
use alloc::sync::Arc;

use engine::{
    BySeat, Card, CardSet, Cards, Chance, Deal, End, Event, MAX_SEATS, Rank, Seat, SeatSet, Sink, Suit, Why,
    Word,
};

use super::{Declined, Kit, Rules};
use super::{ShortDraw, Start, StarterSpecial, StockEnd};

/// Which way play goes round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Direction {
    /// Clockwise, to the left.
    #[default]
    Left,
    /// Anticlockwise.
    Right,
}

/// What is being waited for, with what that needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// The first player names the suit of a turned-up wild.
    Call,
    /// The first player plays any card.
    Lead,
    /// An ordinary turn, in which so many cards were drawn.
    Turn {
        /// Cards drawn in this turn.
        drawn: u8,
    },
    /// The same player goes on, and after that so many players miss a turn.
    Again {
        /// Cards drawn since.
        drawn: u8,
        /// Players who miss a turn afterwards.
        skip: u8,
    },
    /// The card just drawn may or must be played.
    Drawn {
        /// The card.
        card: Card,
        /// Players who miss a turn afterwards.
        skip: u8,
    },
    /// A penalty waits.
    Answer {
        /// How many cards.
        cards: u8,
        /// The rank of the card that made it.
        rank: Rank,
        /// Who can be challenged for it, and whether with success.
        doubt: Option<Doubt>,
    },
    /// The player is suspended and may block, and so may those after, so many in all.
    Suspended {
        /// How many players are still to miss a turn.
        left: u8,
        /// The rank that blocks.
        rank: Rank,
    },
    /// The round is over.
    Over(End),
}

/// A wild draw card that can be challenged (V3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Doubt {
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
    pub(super) kit: Arc<Kit>,
    pub(super) at: State,
}

/// The position itself: flat, without a pointer, cheap to copy.
#[expect(clippy::struct_excessive_bools, reason = "each answers a question of its own about the turn")]
#[derive(Clone, Debug)]
pub(super) struct State {
    pub hands: BySeat<CardSet>,
    pub stock: [Card; Card::MOST],
    pub stock_len: u8,
    /// The discards under the top.
    pub pile: CardSet,
    pub top: Option<Card>,
    /// The suit in force, called or printed.
    pub suit: Option<Suit>,
    /// Whether the suit in force was called, and the rank of the top does not help.
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
    /// Who has called or caught out of place in this turn.
    pub false_calls: SeatSet,
    /// Cards that earlier draws could not supply.
    pub owed: BySeat<u8>,
    /// The places of those who are out.
    pub places: BySeat<u8>,
    /// What the hands of those who left counted.
    pub left_with: BySeat<u16>,
    /// Who knows where a card is that lies in somebody's hand.
    pub knowers: [SeatSet; Card::MOST],
    /// What each seat has shown not to hold.
    pub declined: BySeat<Declined>,
    /// Whether that is kept up to date: not in positions that are only thought of.
    pub noting: bool,
}

impl State {
    pub(super) fn empty() -> State {
        State {
            hands: BySeat::default(),
            stock: [Card::default(); Card::MOST],
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
            knowers: [SeatSet::EMPTY; Card::MOST],
            declined: BySeat::default(),
            noting: false,
        }
    }

    /// The next player after a seat who still holds cards.
    #[inline]
    pub(super) fn next(&self, from: Seat) -> Seat {
        match self.direction {
            Direction::Left => self.active.after(from),
            Direction::Right => self.active.before(from),
        }
    }

    /// Whether the stock can supply a card, if need be after a reshuffle.
    #[inline]
    pub(super) fn can_supply(&self, kit: &Kit) -> bool {
        self.stock_len > 0 || self.can_refill(kit)
    }

    fn can_refill(&self, kit: &Kit) -> bool {
        let allowed = match kit.rules.stock_end {
            StockEnd::Reshuffle => true,
            StockEnd::ReshuffleThenCount(times) => self.reshuffles < times,
            StockEnd::Count | StockEnd::Pass => false,
        };
        allowed && !self.pile.is_empty()
    }

    /// Takes the top card of the stock, refilling it first where the rules refill.
    #[inline]
    pub(super) fn take_top(
        &mut self,
        kit: &Kit,
        chance: &mut impl Chance,
        sink: &mut impl Sink,
    ) -> Option<Card> {
        if self.stock_len == 0 && !self.refill(kit, chance, sink) {
            return None;
        }
        self.stock_len -= 1;
        Some(self.stock[usize::from(self.stock_len & 127)])
    }

    /// The discards but the top become the deck, and the deck is shuffled (G17, N18, C19, V20).
    #[cold]
    fn refill(&mut self, kit: &Kit, chance: &mut impl Chance, sink: &mut impl Sink) -> bool {
        if !self.can_refill(kit) {
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

    /// Gives a seat so many cards from the stock, as far as there are any (G1). Returns how many came.
    pub(super) fn draw(
        &mut self,
        kit: &Kit,
        seat: Seat,
        count: u8,
        why: Why,
        chance: &mut impl Chance,
        sink: &mut impl Sink,
    ) -> u8 {
        let mut cards = CardSet::EMPTY;
        for _ in 0..count {
            let Some(card) = self.take_top(kit, chance, sink) else { break };
            cards.insert(card);
            self.hands[seat].insert(card);
        }
        let came = cards.len() as u8;
        if came < count && why != Why::Turn && kit.rules.short_draw == ShortDraw::Owe {
            self.owed[seat] = self.owed[seat].saturating_add(count - came); // G1
        }
        self.declined[seat].cards_came(came);
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
    pub(super) fn lay(&mut self, kit: &Kit, card: Card) {
        if let Some(old) = self.top.replace(card) {
            self.pile.insert(old);
        }
        self.suit = kit.suits[card.index()];
        self.called = false;
        self.follow = kit.follow[card.index()];
    }
}

impl Matching {
    /// Deals a round. The order must be every card of the pack exactly once.
    pub fn deal(
        kit: &Arc<Kit>,
        deal: &Deal<'_>,
        chance: &mut impl Chance,
        sink: &mut impl Sink,
    ) -> Result<Matching, String> {
        let mut game = Matching { kit: Arc::clone(kit), at: State { noting: true, ..State::empty() } };
        let whole: CardSet = deal.order.iter().copied().collect();
        if deal.order.len() != kit.pack.cards().len() || whole != kit.all {
            return Err("the order of the pack must name every card exactly once".into());
        }
        let fits = deal.playing.len() >= 2 && deal.playing.iter().all(|seat| seat.index() < kit.seats);
        if !fits || deal.playing.len() * kit.hand >= deal.order.len() {
            return Err("two players or more must fit the table and the pack".into());
        }
        game.hand_out(deal, sink);
        game.at.begin(kit, deal.dealer, chance, sink);
        Ok(game)
    }

    fn hand_out(&mut self, deal: &Deal<'_>, sink: &mut impl Sink) {
        let state = &mut self.at;
        state.playing = deal.playing;
        state.active = deal.playing;
        let mut cards = deal.order.iter();
        for _ in 0..self.kit.hand {
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
    pub(super) fn begin(&mut self, kit: &Kit, dealer: Seat, chance: &mut impl Chance, sink: &mut impl Sink) {
        self.follow = kit.all;
        if kit.rules.start == Start::Turnup {
            self.turn_up(kit, dealer, chance, sink);
        }
        self.after_action(kit, sink);
    }

    /// Turns up the starter, and deals with a special one as the rules say (C8, C9, W4, V13).
    fn turn_up(&mut self, kit: &Kit, dealer: Seat, chance: &mut impl Chance, sink: &mut impl Sink) {
        self.phase = Phase::TURN;
        let half = usize::from(self.stock_len) / 2;
        // Burying in the middle only ever brings up the upper half: after that many, to the bottom (E9).
        for tries in 0..=2 * Card::MOST {
            let Some(card) = self.take_top(kit, chance, sink) else { return };
            sink.tell(Event::Turned { card });
            let goes_back =
                kit.special.contains(card) && tries < 2 * Card::MOST && starter_goes_back(kit, card);
            if !goes_back {
                self.lay(kit, card);
                if kit.special.contains(card) && kit.rules.starter_special == StarterSpecial::Act {
                    self.starter_acts(kit, card, dealer, chance, sink);
                }
                return;
            }
            let len = usize::from(self.stock_len);
            self.bury(card, if tries <= half { len / 2 } else { len });
            sink.tell(Event::Buried { card });
        }
    }
}

/// Whether a special starter is put back instead of lying there; a draw four and a swap need a player (V13).
fn starter_goes_back(kit: &Kit, card: Card) -> bool {
    match kit.rules.starter_special {
        StarterSpecial::Bury => true,
        StarterSpecial::Ignore => false,
        StarterSpecial::Act => kit.wild_picks.contains(card) || kit.deeds[card.index()].swap,
    }
}

impl Matching {
    /// The rules worked out.
    pub fn kit(&self) -> &Arc<Kit> {
        &self.kit
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.kit.rules
    }

    /// A hand.
    pub fn hand(&self, seat: Seat) -> CardSet {
        self.at.hands[seat]
    }

    /// How many cards lie in the stock.
    pub fn stock_len(&self) -> usize {
        usize::from(self.at.stock_len)
    }

    /// The stock from its top.
    pub fn stock(&self) -> impl Iterator<Item = Card> {
        self.at.stock[..self.stock_len()].iter().rev().copied()
    }

    /// The discards under the top.
    pub fn pile(&self) -> CardSet {
        self.at.pile
    }

    /// The top of the pile.
    pub fn top(&self) -> Option<Card> {
        self.at.top
    }

    /// The suit in force.
    pub fn suit(&self) -> Option<Suit> {
        self.at.suit
    }

    /// The penalty that waits, 0 for none.
    pub fn pending(&self) -> u8 {
        match self.at.phase {
            Phase::Answer { cards, .. } => cards,
            _ => 0,
        }
    }

    /// Which way play goes round.
    pub fn direction(&self) -> Direction {
        self.at.direction
    }

    /// What is being waited for.
    pub fn phase(&self) -> Phase {
        self.at.phase
    }

    /// What is being waited for, in one word.
    pub fn phase_name(&self) -> &'static str {
        self.at.phase_for(&self.kit, engine::Viewer::Spectator).name()
    }

    /// Who owes a word.
    pub fn owing(&self) -> SeatSet {
        self.at.owing
    }

    /// The seats that were dealt in.
    pub fn playing(&self) -> SeatSet {
        self.at.playing
    }

    /// How many actions there have been.
    pub fn actions(&self) -> usize {
        usize::from(self.at.actions)
    }
}

const _: () = assert!(MAX_SEATS <= 16 && Card::MOST <= 256);
