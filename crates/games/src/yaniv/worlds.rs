//! Positions consistent with a view: everything that it does not show is dealt at random.

use alloc::sync::Arc;

use engine::{BySeat, Card, CardSet, Chance, Seat, Viewer};

use super::compiled_rules::CompiledRules;
use super::state::Yaniv;
use super::view::View;

/// What a view shows, prepared for dealing the rest again and again.
#[derive(Clone, Debug)]
pub struct Worlds {
    /// The position without the hidden cards. Its window has the name of the drawn card.
    known: Yaniv,
    /// The hidden cards.
    hidden: CardSet,
    /// How many hidden cards each seat holds.
    missing: BySeat<u8>,
    /// How many cards players held when they left.
    left: BySeat<u8>,
}

impl Worlds {
    /// Prepares a view.
    pub(super) fn new(view: &View) -> Worlds {
        let mut rest = Rest { compiled: &view.compiled, cards: view.compiled.pack.all() };
        let laid = view.laid.map(|name| rest.claim(name));
        let older = rest.claim_all(view.older);
        let mut hands = BySeat::from_fn(|seat| rest.claim_all(view.known[seat]));
        let open = Seat::all(engine::MAX_SEATS).fold(CardSet::EMPTY, |open, seat| open | hands[seat]);
        if let Viewer::Seat(seat) = view.viewer {
            hands[seat] |= rest.claim_all(view.hand - view.known[seat]);
        }
        let known = Yaniv {
            compiled: Arc::clone(&view.compiled),
            hands,
            open,
            stock: [Card::default(); Card::MAX],
            stock_len: 0,
            laid,
            older,
            playing: view.playing,
            active: view.active,
            dealer: view.dealer,
            turn: view.turn,
            phase: view.phase,
            window: view.window,
            actions: view.actions,
            reshuffles: view.reshuffles,
            left: BySeat::default(),
        };
        let missing = BySeat::from_fn(|seat| {
            let held = hands[seat].len() as u8;
            if view.active.contains(seat) { view.counts[seat].saturating_sub(held) } else { 0 }
        });
        Worlds { known, hidden: rest.cards, missing, left: view.left }
    }

    /// A random world.
    pub(super) fn dealt(&self, chance: &mut impl Chance) -> Yaniv {
        let mut game = self.known.clone();
        self.deal(&mut game, chance);
        game
    }

    /// Turns a position into a random world.
    pub(super) fn deal(&self, game: &mut Yaniv, chance: &mut impl Chance) {
        game.clone_from(&self.known);
        let mut len = 0;
        for card in self.hidden.iter() {
            game.stock[len] = card;
            len += 1;
        }
        engine::shuffle(&mut game.stock[..len], chance);
        let turns = u32::from(game.actions) / game.playing.len().max(1) as u32;
        for seat in game.active.iter() {
            for nth in 0..self.missing[seat].min(len as u8) {
                // The last card drawn could be any; the others were kept while higher ones were thrown.
                let looks = if nth == 0 { 1 } else { 1 + (2 * turns + chance.below(3)) / 3 };
                let place = lowest_of(&game.compiled, &game.stock[..len], looks, chance);
                len -= 1;
                game.stock.swap(place, len);
                game.hands[seat].insert(game.stock[len]);
            }
        }
        game.stock_len = len as u8;
        for seat in game.playing.iter().filter(|&seat| self.left[seat] > 0) {
            game.left[seat] = leaver(&game.compiled, usize::from(self.left[seat]), chance);
        }
        fill_window(game, chance);
    }
}

/// The index of the lowest of several random cards.
fn lowest_of(compiled: &CompiledRules, cards: &[Card], looks: u32, chance: &mut impl Chance) -> usize {
    let value = |place: &usize| compiled.points_of(cards[*place]);
    let places = (1..looks).map(|_| chance.below(cards.len() as u32) as usize);
    core::iter::once(cards.len() - 1).chain(places).min_by_key(value).unwrap_or_default()
}

/// A hand that a player who left may have held. Its cards can be anywhere by now.
fn leaver(compiled: &CompiledRules, held: usize, chance: &mut impl Chance) -> CardSet {
    let mut cards = compiled.pack.cards().to_vec();
    engine::shuffle(&mut cards, chance);
    cards.into_iter().take(held).collect()
}

/// Puts a card into the window that the player may have drawn: any that nobody saw being taken.
fn fill_window(game: &mut Yaniv, chance: &mut impl Chance) {
    let Some(window) = &mut game.window else { return };
    if window.done.contains(window.drawer) {
        return;
    }
    let hidden = game.hands[window.drawer] - game.open;
    window.drawn = match window.drawn {
        Some(name) => (hidden & game.compiled.copies(name)).lowest(),
        None => hidden.nth(chance.below(hidden.len() as u32) as usize),
    };
}

/// The cards that are not yet placed.
struct Rest<'a> {
    compiled: &'a CompiledRules,
    cards: CardSet,
}

impl Rest<'_> {
    /// Takes a copy of the card's face.
    fn claim(&mut self, name: Card) -> Card {
        let card = (self.cards & self.compiled.copies(name)).lowest().unwrap_or(name);
        self.cards.remove(card);
        card
    }

    fn claim_all(&mut self, names: CardSet) -> CardSet {
        names.iter().map(|name| self.claim(name)).collect()
    }
}
