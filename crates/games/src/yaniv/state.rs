//! A round of Yaniv in progress.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use engine::{
    BySeat, Card, CardSet, Cards, Chance, Deal, Event, EventSink, Game, Order, Outcome, Pack, Refusal,
    ScenePhase, Seat, SeatSet, Status, Viewer,
};

use super::compiled_rules::CompiledRules;
use super::last_throw::LastThrow;
use super::legal::Move;
use super::view::View;
use super::worlds::Worlds;
use crate::DealError;

/// What the game waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// The player on turn throws and draws, exchanges a joker or calls.
    Turn,
    /// The player who drew says whether the card is slapped (J11).
    Slap,
    /// Nothing: the round is over.
    Over(Outcome),
}

/// The time window after a draw in which cards may be slapped onto the throw (Y18, J11).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// Who threw and drew.
    pub drawer: Seat,
    /// The card that was drawn, until the player who drew it has slapped or declined. Only that player's view shows it.
    pub drawn: Option<Card>,
    /// Who has slapped or declined.
    pub done: SeatSet,
}

/// The state of a round of Yaniv.
#[derive(Clone, Debug)]
pub struct Yaniv {
    pub(super) compiled: Arc<CompiledRules>,
    pub(super) hands: BySeat<CardSet>,
    /// Cards in hands that everyone knows because they were taken openly.
    pub(super) open: CardSet,
    /// The stock, its top at the end.
    pub(super) stock: [Card; Card::MAX],
    pub(super) stock_len: u8,
    pub(super) laid: LastThrow,
    /// All discards below the last throw.
    pub(super) older: CardSet,
    /// Who was dealt in.
    pub(super) playing: SeatSet,
    /// Who is still there.
    pub(super) active: SeatSet,
    pub(super) dealer: Seat,
    pub(super) turn: Seat,
    pub(super) phase: Phase,
    pub(super) window: Option<Window>,
    pub(super) actions: u16,
    pub(super) reshuffles: u32,
    /// The cards that players held when they left.
    pub(super) left: BySeat<CardSet>,
}

impl Phase {
    /// The phase in one word.
    pub fn name(self) -> &'static str {
        self.in_scene().word()
    }

    /// The phase as a scene shows it.
    pub fn in_scene(self) -> ScenePhase {
        match self {
            Phase::Turn => ScenePhase::Turn,
            Phase::Slap => ScenePhase::Slap,
            Phase::Over(_) => ScenePhase::Over,
        }
    }
}

impl Yaniv {
    /// Deals a round.
    pub fn deal(
        compiled: &Arc<CompiledRules>,
        deal: &Deal<'_>,
        sink: &mut impl EventSink,
    ) -> Result<Yaniv, DealError> {
        check_deal(compiled, deal)?;
        let seats: Vec<Seat> = from_the_left(deal.playing, deal.dealer).collect();
        let dealt = seats.len() * compiled.rules.hand_size.count();
        let (hands_cards, rest) = deal.order.split_at_checked(dealt).unwrap_or_default();
        let (&starter, rest) = rest.split_first().ok_or(DealError::PackTooSmall)?;
        let mut hands = BySeat::<CardSet>::default();
        for (&card, &seat) in hands_cards.iter().zip(seats.iter().cycle()) {
            hands[seat].insert(card); // Y12, Y24
        }
        let mut stock = [Card::default(); Card::MAX];
        for (place, &card) in stock.iter_mut().zip(rest.iter().rev()) {
            *place = card;
        }
        for &seat in &seats {
            sink.tell(Event::Dealt { seat, cards: Cards::Seen(hands[seat]) });
        }
        sink.tell(Event::Turned { card: starter });
        Ok(Yaniv {
            compiled: Arc::clone(compiled),
            hands,
            open: CardSet::EMPTY,
            stock,
            stock_len: rest.len() as u8,
            laid: LastThrow::one(starter), // Y12
            older: CardSet::EMPTY,
            playing: deal.playing,
            active: deal.playing,
            dealer: deal.dealer,
            turn: deal.playing.after(deal.dealer),
            phase: Phase::Turn,
            window: None,
            actions: 0,
            reshuffles: 0,
            left: BySeat::default(),
        })
    }

    /// The compiled rules.
    pub fn compiled(&self) -> &Arc<CompiledRules> {
        &self.compiled
    }

    /// The cards in a hand.
    pub fn hand(&self, seat: Seat) -> CardSet {
        self.hands[seat]
    }

    /// How many cards a seat holds.
    pub fn count(&self, seat: Seat) -> usize {
        self.hands[seat].len()
    }

    /// The points of a hand.
    pub fn points_of(&self, seat: Seat) -> u16 {
        self.compiled.value(self.hands[seat])
    }

    /// How many cards are in the stock.
    pub fn stock_len(&self) -> usize {
        usize::from(self.stock_len)
    }

    /// The stock from its top.
    pub fn stock(&self) -> impl Iterator<Item = Card> {
        self.stock[..self.stock_len()].iter().rev().copied()
    }

    /// How many discards there are, the last throw included.
    pub fn pile_len(&self) -> usize {
        self.older.len() + self.throw().len()
    }

    /// The last throw, in its order.
    pub fn throw(&self) -> &[Card] {
        self.laid.cards()
    }

    /// Who was dealt in.
    pub fn playing(&self) -> SeatSet {
        self.playing
    }

    /// Who dealt.
    pub fn dealer(&self) -> Seat {
        self.dealer
    }

    /// What the game waits for.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The phase in one word.
    pub fn phase_name(&self) -> &'static str {
        self.phase.name()
    }

    pub(super) fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Over(_))
    }

    /// Who may slap if a card of theirs joins the throw.
    fn slappers(&self) -> SeatSet {
        match self.window {
            Some(_) if self.compiled.rules.slap_by_others => self.active,
            Some(window) => self.active.and(SeatSet::only(window.drawer)),
            None => SeatSet::EMPTY,
        }
    }

    /// Who may act now.
    pub(super) fn acting(&self) -> SeatSet {
        let slappers = self.slappers();
        let others = slappers.iter().filter(|&seat| !self.slappable(seat).is_empty());
        others.fold(SeatSet::only(self.turn), SeatSet::with)
    }
}

/// The seats of the set in dealing order.
fn from_the_left(playing: SeatSet, dealer: Seat) -> impl Iterator<Item = Seat> {
    (0..playing.len()).scan(dealer, move |seat, _| {
        *seat = playing.after(*seat);
        Some(*seat)
    })
}

fn check_deal(compiled: &CompiledRules, deal: &Deal<'_>) -> Result<(), DealError> {
    let cards = compiled.pack.cards().len();
    let whole: CardSet = deal.order.iter().copied().collect();
    if deal.order.len() != cards || whole != compiled.pack.all() {
        return Err(DealError::Order { cards });
    }
    if deal.playing.len() < 2
        || deal.playing.or(SeatSet::first(compiled.seats)) != SeatSet::first(compiled.seats)
    {
        return Err(DealError::Seats { seats: compiled.seats });
    }
    Ok(())
}

impl Game for Yaniv {
    type Move = Move;
    type View = View;

    fn pack(&self) -> &Pack {
        &self.compiled.pack
    }

    fn seats(&self) -> usize {
        self.compiled.seats
    }

    fn status(&self) -> Status {
        match self.phase {
            Phase::Turn | Phase::Slap => Status::Acting(self.acting()),
            Phase::Over(_) => Status::Over,
        }
    }

    fn turn(&self) -> Option<Seat> {
        match self.phase {
            Phase::Turn | Phase::Slap => Some(self.turn),
            Phase::Over(_) => None,
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.phase {
            Phase::Turn | Phase::Slap => None,
            Phase::Over(outcome) => Some(outcome),
        }
    }

    fn legal(&self, seat: Seat, moves: &mut Vec<Move>) {
        self.list(seat, moves);
    }

    fn check(&self, seat: Seat, choice: Move) -> Result<(), Refusal> {
        self.reason(seat, choice)
    }

    fn play(
        &mut self,
        seat: Seat,
        choice: Move,
        chance: &mut impl Chance,
        sink: &mut impl EventSink,
    ) -> Result<(), Refusal> {
        self.reason(seat, choice)?;
        self.carry_out(seat, choice, chance, sink);
        Ok(())
    }

    fn order(
        &mut self,
        seat: Seat,
        order: Order,
        chance: &mut impl Chance,
        sink: &mut impl EventSink,
    ) -> Result<(), Refusal> {
        self.obey(seat, order, chance, sink)
    }

    fn view(&self, viewer: Viewer) -> View {
        View::new(self, viewer)
    }

    fn imagine(view: &View, chance: &mut impl Chance) -> Yaniv {
        Worlds::new(view).dealt(chance)
    }

    fn every_card(&self, visit: &mut dyn FnMut(Card)) {
        let hands = Seat::all(self.compiled.seats).flat_map(|seat| self.hands[seat].iter());
        let stock = self.stock.iter().take(self.stock_len()).copied();
        hands.chain(stock).chain(self.throw().iter().copied()).chain(self.older.iter()).for_each(visit);
    }

    fn notation(&self, choice: Move) -> String {
        let mut text = String::new();
        self.compiled.write(choice, &mut text);
        text
    }

    fn parse(&self, text: &str) -> Result<Move, Refusal> {
        self.compiled.parse(text)
    }
}
