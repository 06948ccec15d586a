//! Positions consistent with a view: everything that it does not show is dealt at random.

use alloc::sync::Arc;
use alloc::vec::Vec;

use engine::{Card, CardSet, Chance, Seat, SeatSet, Suit, Viewer};

use super::state::{Challengeable, Phase, State};
use super::{CompiledRules, KnownVoid, Matching, PhaseView, PlayDrawn, View};

/// If players may draw by choice, this many draws in sixteen are assumed to be forced.
const FORCED_DRAWS_IN_SIXTEEN: u32 = 15;
/// How often a random card is tried for a seat that cannot hold every card, before the next suitable one is taken.
const MAX_RANDOM_PLACES: usize = 12;
/// Up to this many hidden cards, every deal is enumerated.
const MAX_ENUMERATED_CARDS: usize = 4;

/// What a view shows, prepared for dealing the rest again and again.
#[derive(Clone, Debug)]
pub struct Worlds {
    compiled: Arc<CompiledRules>,
    /// The position without the hidden cards.
    known: State,
    /// The hidden cards.
    hidden: CardSet,
    phase: PhaseView,
    /// How many hidden cards each seat holds.
    missing: engine::BySeat<u8>,
    /// The seats that have shown cards they do not hold.
    shown: SeatSet,
}

/// Hands out physical copies of faces from the cards not yet placed.
struct Free(CardSet);

impl Free {
    fn take(&mut self, compiled: &CompiledRules, faces: CardSet) -> CardSet {
        faces.iter().filter_map(|face| self.take_one(compiled, face)).collect()
    }

    fn take_one(&mut self, compiled: &CompiledRules, face: Card) -> Option<Card> {
        let card = (self.0 & compiled.pack.copies(face)).lowest()?;
        self.0.remove(card);
        Some(card)
    }
}

impl Matching {
    /// A random position with the same view.
    pub(super) fn imagined(view: &View, chance: &mut impl Chance) -> Matching {
        let worlds = Worlds::new(view);
        let mut game = Matching { compiled: Arc::clone(&view.compiled), state: State::empty() };
        worlds.deal(&mut game.state, chance);
        game.state.noting = true;
        game
    }
}

impl Worlds {
    /// Prepares a view.
    pub(super) fn new(view: &View) -> Worlds {
        let compiled = &view.compiled;
        let mut free = Free(compiled.all);
        let mut state = State::empty();
        state.top = view.top.and_then(|top| free.take_one(compiled, top));
        state.pile = free.take(compiled, view.pile);
        if let Viewer::Seat(seat) = view.viewer {
            state.hands[seat] = free.take(compiled, view.hand);
        }
        for seat in Seat::all(compiled.seats) {
            match (&view.shown, view.viewer) {
                (_, Viewer::Seat(own)) if own == seat => {}
                (Some(shown), _) => state.hands[seat] = free.take(compiled, shown[seat]),
                (None, viewer) => {
                    state.hands[seat] = free.take(compiled, view.known[seat]);
                    if let Viewer::Seat(own) = viewer {
                        state.hands[seat]
                            .iter()
                            .for_each(|card| state.knowers[card.index()] = SeatSet::only(own));
                    }
                }
            }
        }
        copy_public(view, &mut state);
        let missing =
            engine::BySeat::from_fn(|seat| view.counts[seat].saturating_sub(state.hands[seat].len() as u8));
        let shown = Seat::all(compiled.seats)
            .filter(|&seat| missing[seat] > 0 && view.known_voids[seat].came < view.counts[seat])
            .filter(|&seat| !view.known_voids[seat].cards.is_empty())
            .collect();
        Worlds {
            compiled: Arc::clone(compiled),
            known: state,
            hidden: free.0,
            phase: view.phase,
            missing,
            shown,
        }
    }

    /// Turns a position into a random world.
    pub(super) fn deal(&self, state: &mut State, chance: &mut impl Chance) {
        state.clone_from(&self.known);
        let mut hidden = self.hidden;
        let drawn = self.hidden_drawn_card(&mut hidden, state, chance);
        self.deal_the_rest(hidden, state, chance);
        state.phase = self.phase_in(state, drawn);
    }

    /// Every world, if two play and few cards are hidden. Known voids are taken as certain.
    pub(super) fn every(&self, view: &View) -> Option<Vec<Matching>> {
        let Viewer::Seat(own) = view.viewer else { return None };
        let few = self.hidden.len() <= MAX_ENUMERATED_CARDS && view.playing.len() == 2 && view.turn == own;
        let other = view.playing.without(own).iter().next().filter(|_| few)?;
        let held = usize::from(self.missing[other]);
        let mut worlds = Vec::new();
        each_order(&mut self.hidden.iter().collect::<Vec<_>>(), 0, &mut |order| {
            let (hand, stock) = order.split_at(held.min(order.len()));
            // The order of the cards in a hand does not matter.
            if hand.is_sorted() {
                worlds.push(self.with(other, hand, stock));
            }
        });
        let KnownVoid { cards, came, .. } = self.known.known_voids[other];
        let fits = |world: &Matching| (world.state.hands[other] & cards).len() <= usize::from(came);
        if worlds.iter().any(fits) {
            worlds.retain(fits);
        }
        Some(worlds)
    }

    /// The world in which a seat also holds these cards and the rest are in the stock.
    fn with(&self, seat: Seat, hand: &[Card], stock: &[Card]) -> Matching {
        let mut state = self.known.clone();
        state.hands[seat] |= hand.iter().copied().collect::<CardSet>();
        state.stock[..stock.len()].copy_from_slice(stock);
        state.stock_len = stock.len() as u8;
        state.phase = self.phase_in(&state, None);
        Matching { compiled: Arc::clone(&self.compiled), state }
    }

    fn phase_in(&self, state: &State, drawn: Option<Card>) -> Phase {
        let compiled = &self.compiled;
        match self.phase {
            PhaseView::Call => Phase::Call,
            PhaseView::Lead => Phase::Lead,
            PhaseView::Turn { drawn } => Phase::Turn { drawn },
            PhaseView::Again { drawn, skip } => Phase::Again { drawn, skip },
            PhaseView::Drawn { card, skip } => {
                let own =
                    card.and_then(|face| (state.hands[state.turn] & compiled.pack.copies(face)).lowest());
                Phase::Drawn { card: own.or(drawn).unwrap_or_default(), skip }
            }
            PhaseView::Answer { cards, rank, challengeable } => {
                let holds = |by: Seat, colour: Option<Suit>| {
                    colour.is_some_and(|suit| state.hands[by].meets(compiled.of_suit[usize::from(suit.0)]))
                };
                let challengeable =
                    challengeable.map(|(by, colour)| Challengeable { by, colour, guilty: holds(by, colour) });
                Phase::Answer { cards, rank, challengeable }
            }
            PhaseView::Suspended { left, rank } => Phase::Suspended { left, rank },
            PhaseView::Over(how) => Phase::Over(how),
        }
    }

    /// Deals the card that another player has just drawn; one that fits if it has to be played.
    fn hidden_drawn_card(
        &self,
        hidden: &mut CardSet,
        state: &mut State,
        chance: &mut impl Chance,
    ) -> Option<Card> {
        let PhaseView::Drawn { card: None, .. } = self.phase else { return None };
        let must = self.compiled.rules.play_drawn == PlayDrawn::Must;
        let from = if must && hidden.meets(state.follow) { *hidden & state.follow } else { *hidden };
        let card = from.nth(chance.below(from.len() as u32) as usize)?;
        hidden.remove(card);
        state.hands[state.turn].insert(card);
        Some(card)
    }

    fn deal_the_rest(&self, rest: CardSet, state: &mut State, chance: &mut impl Chance) {
        let mut len = 0;
        for card in rest.iter() {
            state.stock[len] = card;
            len += 1;
        }
        // Seats that have shown most come first, while there are cards to choose from.
        for seat in self.shown.iter() {
            if !self.compiled.rules.voluntary_draw || chance.below(16) < FORCED_DRAWS_IN_SIXTEEN {
                self.deal_shown(seat, &mut len, state, chance);
            }
        }
        engine::shuffle(&mut state.stock[..len], chance);
        for seat in Seat::all(self.compiled.seats) {
            for _ in state.hands[seat].len()..usize::from(self.missing[seat]) + self.known.hands[seat].len() {
                let Some(next) = len.checked_sub(1) else { break };
                len = next;
                state.hands[seat].insert(state.stock[len]);
            }
        }
        state.stock_len = len as u8;
    }

    /// Deals to a seat with a known void.
    fn deal_shown(&self, seat: Seat, len: &mut usize, state: &mut State, chance: &mut impl Chance) {
        let KnownVoid { cards, came, .. } = state.known_voids[seat];
        let target = usize::from(self.missing[seat]) + self.known.hands[seat].len();
        while state.hands[seat].len() < target && *len > 0 {
            let full = (state.hands[seat] & cards).len() >= usize::from(came);
            let barred = if full { cards } else { CardSet::EMPTY };
            let place = free_place(&state.stock[..*len], barred, chance);
            *len -= 1;
            state.hands[seat].insert(state.stock[place]);
            state.stock[place] = state.stock[*len];
        }
    }
}

/// Visits every order of the cards from an index on.
fn each_order(cards: &mut [Card], from: usize, visit: &mut dyn FnMut(&[Card])) {
    if from >= cards.len() {
        return visit(cards);
    }
    for place in from..cards.len() {
        cards.swap(from, place);
        each_order(cards, from + 1, visit);
        cards.swap(from, place);
    }
}

/// A random index whose card is not barred, or any index if all are.
fn free_place(stock: &[Card], barred: CardSet, chance: &mut impl Chance) -> usize {
    let from = chance.below(stock.len() as u32) as usize;
    if barred.is_empty() {
        return from;
    }
    let tries = (0..MAX_RANDOM_PLACES).map(|_| chance.below(stock.len() as u32) as usize);
    let any = tries.chain(from..stock.len()).chain(0..from);
    let mut allowed = any.filter(|&place| !barred.contains(stock[place]));
    allowed.next().unwrap_or(from)
}

fn copy_public(view: &View, state: &mut State) {
    state.suit = view.suit;
    state.called = view.called;
    state.follow = view.follow;
    state.turn = view.turn;
    state.direction = view.direction;
    state.active = view.active;
    state.playing = view.playing;
    state.actions = view.actions;
    state.idle = view.idle;
    state.reshuffles = view.reshuffles;
    state.said = view.said;
    state.reduced = view.reduced;
    state.owing = view.owing;
    state.fresh = view.fresh;
    state.false_calls = view.false_calls;
    state.owed = view.owed;
    state.places = view.places;
    state.left_with = view.left_with;
    state.known_voids = view.known_voids;
}
