//! Positions that a view allows: everything that it does not tell is dealt anew.

use alloc::sync::Arc;
use alloc::vec::Vec;

use engine::{Card, CardSet, Chance, Seat, SeatSet, Suit, Viewer};

use super::state::{Doubt, Phase, State};
use super::{CompiledRules, Declined, Matching, PhaseView, PlayDrawn, View};

/// Where drawing by choice is allowed, so many of sixteen who drew are taken to have had to.
const HAD_TO: u32 = 15;
/// How often a place is drawn by lot for a seat that cannot hold every card, before the next that will do is taken.
const TRIES: usize = 12;
/// So few hidden cards are dealt in every way.
const FEW: usize = 4;

/// All that a view tells, ready for the rest to be dealt again and again.
#[derive(Clone, Debug)]
pub struct Worlds {
    compiled: Arc<CompiledRules>,
    /// The position without the cards that the view does not place.
    known: State,
    /// Those cards.
    hidden: CardSet,
    phase: PhaseView,
    /// How many cards each seat is still to get.
    missing: engine::BySeat<u8>,
    /// The seats that have shown what they lack.
    shown: SeatSet,
}

/// Hands out physical cards by their faces from what is still free.
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
    /// A position in which the view would be the same.
    pub(super) fn imagined(view: &View, chance: &mut impl Chance) -> Matching {
        let worlds = Worlds::new(view);
        let mut game = Matching { compiled: Arc::clone(&view.compiled), at: State::empty() };
        worlds.deal(&mut game.at, chance);
        game.at.noting = true;
        game
    }
}

impl Worlds {
    /// Reads a view.
    pub(super) fn new(view: &View) -> Worlds {
        let compiled = &view.compiled;
        let mut free = Free(compiled.all);
        let mut at = State::empty();
        at.top = view.top.and_then(|top| free.take_one(compiled, top));
        at.pile = free.take(compiled, view.pile);
        if let Viewer::Seat(seat) = view.viewer {
            at.hands[seat] = free.take(compiled, view.hand);
        }
        for seat in Seat::all(compiled.seats) {
            match (&view.shown, view.viewer) {
                (_, Viewer::Seat(own)) if own == seat => {}
                (Some(shown), _) => at.hands[seat] = free.take(compiled, shown[seat]),
                (None, viewer) => {
                    at.hands[seat] = free.take(compiled, view.known[seat]);
                    if let Viewer::Seat(own) = viewer {
                        at.hands[seat].iter().for_each(|card| at.knowers[card.index()] = SeatSet::only(own));
                    }
                }
            }
        }
        copy_public(view, &mut at);
        let missing =
            engine::BySeat::from_fn(|seat| view.counts[seat].saturating_sub(at.hands[seat].len() as u8));
        let shown = Seat::all(compiled.seats)
            .filter(|&seat| missing[seat] > 0 && view.declined[seat].came < view.counts[seat])
            .filter(|&seat| !view.declined[seat].cards.is_empty())
            .collect();
        Worlds {
            compiled: Arc::clone(compiled),
            known: at,
            hidden: free.0,
            phase: view.phase,
            missing,
            shown,
        }
    }

    /// Makes a position one of the worlds.
    pub(super) fn deal(&self, at: &mut State, chance: &mut impl Chance) {
        at.clone_from(&self.known);
        let mut hidden = self.hidden;
        let drawn = self.hidden_drawn_card(&mut hidden, at, chance);
        self.deal_the_rest(hidden, at, chance);
        at.phase = self.phase_in(at, drawn);
    }

    /// All the worlds, where two play and little is hidden. Whoever has shown to lack cards is taken at that.
    pub(super) fn every(&self, view: &View) -> Option<Vec<Matching>> {
        let Viewer::Seat(own) = view.viewer else { return None };
        let few = self.hidden.len() <= FEW && view.playing.len() == 2 && view.turn == own;
        let other = view.playing.without(own).iter().next().filter(|_| few)?;
        let held = usize::from(self.missing[other]);
        let mut worlds = Vec::new();
        each_order(&mut self.hidden.iter().collect::<Vec<_>>(), 0, &mut |order| {
            let (hand, stock) = order.split_at(held.min(order.len()));
            // A hand has no order.
            if hand.is_sorted() {
                worlds.push(self.with(other, hand, stock));
            }
        });
        let Declined { cards, came, .. } = self.known.declined[other];
        let fits = |world: &Matching| (world.at.hands[other] & cards).len() <= usize::from(came);
        if worlds.iter().any(fits) {
            worlds.retain(fits);
        }
        Some(worlds)
    }

    /// The world in which a seat holds these cards too, and the others lie in the stock.
    fn with(&self, seat: Seat, hand: &[Card], stock: &[Card]) -> Matching {
        let mut at = self.known.clone();
        at.hands[seat] |= hand.iter().copied().collect::<CardSet>();
        at.stock[..stock.len()].copy_from_slice(stock);
        at.stock_len = stock.len() as u8;
        at.phase = self.phase_in(&at, None);
        Matching { compiled: Arc::clone(&self.compiled), at }
    }

    fn phase_in(&self, at: &State, drawn: Option<Card>) -> Phase {
        let compiled = &self.compiled;
        match self.phase {
            PhaseView::Call => Phase::Call,
            PhaseView::Lead => Phase::Lead,
            PhaseView::Turn { drawn } => Phase::Turn { drawn },
            PhaseView::Again { drawn, skip } => Phase::Again { drawn, skip },
            PhaseView::Drawn { card, skip } => {
                let own = card.and_then(|face| (at.hands[at.turn] & compiled.pack.copies(face)).lowest());
                Phase::Drawn { card: own.or(drawn).unwrap_or_default(), skip }
            }
            PhaseView::Answer { cards, rank, doubt } => {
                let holds = |by: Seat, colour: Option<Suit>| {
                    colour.is_some_and(|suit| at.hands[by].meets(compiled.of_suit[usize::from(suit.0)]))
                };
                let doubt = doubt.map(|(by, colour)| Doubt { by, colour, guilty: holds(by, colour) });
                Phase::Answer { cards, rank, doubt }
            }
            PhaseView::Suspended { left, rank } => Phase::Suspended { left, rank },
            PhaseView::Over(how) => Phase::Over(how),
        }
    }

    /// Another player has just drawn a card and may play it: where it must be one that fits, so it is here.
    fn hidden_drawn_card(
        &self,
        hidden: &mut CardSet,
        at: &mut State,
        chance: &mut impl Chance,
    ) -> Option<Card> {
        let PhaseView::Drawn { card: None, .. } = self.phase else { return None };
        let must = self.compiled.rules.play_drawn == PlayDrawn::Must;
        let from = if must && hidden.meets(at.follow) { *hidden & at.follow } else { *hidden };
        let card = from.nth(chance.below(from.len() as u32) as usize)?;
        hidden.remove(card);
        at.hands[at.turn].insert(card);
        Some(card)
    }

    fn deal_the_rest(&self, rest: CardSet, at: &mut State, chance: &mut impl Chance) {
        let mut len = 0;
        for card in rest.iter() {
            at.stock[len] = card;
            len += 1;
        }
        // Whoever has shown most comes first, while there is something to choose from.
        for seat in self.shown.iter() {
            if !self.compiled.rules.voluntary_draw || chance.below(16) < HAD_TO {
                self.deal_shown(seat, &mut len, at, chance);
            }
        }
        engine::shuffle(&mut at.stock[..len], chance);
        for seat in Seat::all(self.compiled.seats) {
            for _ in at.hands[seat].len()..usize::from(self.missing[seat]) + self.known.hands[seat].len() {
                let Some(next) = len.checked_sub(1) else { break };
                len = next;
                at.hands[seat].insert(at.stock[len]);
            }
        }
        at.stock_len = len as u8;
    }

    /// Deals to a seat that holds at most so many of some cards.
    fn deal_shown(&self, seat: Seat, len: &mut usize, at: &mut State, chance: &mut impl Chance) {
        let Declined { cards, came, .. } = at.declined[seat];
        let target = usize::from(self.missing[seat]) + self.known.hands[seat].len();
        while at.hands[seat].len() < target && *len > 0 {
            let full = (at.hands[seat] & cards).len() >= usize::from(came);
            let barred = if full { cards } else { CardSet::EMPTY };
            let place = free_place(&at.stock[..*len], barred, chance);
            *len -= 1;
            at.hands[seat].insert(at.stock[place]);
            at.stock[place] = at.stock[*len];
        }
    }
}

/// Visits every order of the cards from a place on.
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

/// A random place of the stock whose card is not barred; any place where all are.
fn free_place(stock: &[Card], barred: CardSet, chance: &mut impl Chance) -> usize {
    let from = chance.below(stock.len() as u32) as usize;
    if barred.is_empty() {
        return from;
    }
    let tries = (0..TRIES).map(|_| chance.below(stock.len() as u32) as usize);
    let any = tries.chain(from..stock.len()).chain(0..from);
    let mut allowed = any.filter(|&place| !barred.contains(stock[place]));
    allowed.next().unwrap_or(from)
}

fn copy_public(view: &View, at: &mut State) {
    at.suit = view.suit;
    at.called = view.called;
    at.follow = view.follow;
    at.turn = view.turn;
    at.direction = view.direction;
    at.active = view.active;
    at.playing = view.playing;
    at.actions = view.actions;
    at.idle = view.idle;
    at.reshuffles = view.reshuffles;
    at.said = view.said;
    at.reduced = view.reduced;
    at.owing = view.owing;
    at.fresh = view.fresh;
    at.false_calls = view.false_calls;
    at.owed = view.owed;
    at.places = view.places;
    at.left_with = view.left_with;
    at.declined = view.declined;
}
