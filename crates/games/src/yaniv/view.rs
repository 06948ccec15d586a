//! What a viewer may know, and positions in which that would be the same.

use alloc::sync::Arc;
use alloc::vec::Vec;

use engine::{BySeat, Card, CardSet, Chance, Seat, SeatSet, Viewer};

use super::kit::Kit;
use super::laid::Laid;
use super::state::{Phase, Window, Yaniv};

/// All that a viewer is entitled to know. Cards go by their names, the first copies of their faces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    /// The rules in play, worked out.
    pub kit: Arc<Kit>,
    /// Who is looking.
    pub viewer: Viewer,
    /// The viewer's own hand; empty for a spectator.
    pub hand: CardSet,
    /// How many cards each seat holds.
    pub counts: BySeat<u8>,
    /// The cards of each seat that everyone knows, since they were taken openly or shown.
    pub known: BySeat<CardSet>,
    /// How many cards are in the stock.
    pub stock: u8,
    /// The last throw.
    pub laid: Laid,
    /// The discards below the last throw.
    pub older: CardSet,
    /// Who was dealt in.
    pub playing: SeatSet,
    /// Who is still there.
    pub active: SeatSet,
    /// Who dealt.
    pub dealer: Seat,
    /// Whose turn it is.
    pub turn: Seat,
    /// What is being waited for.
    pub phase: Phase,
    /// Whether cards may be slapped; the card that was drawn is told only to the drawer.
    pub window: Option<Window>,
    /// How many actions there were.
    pub actions: u16,
    /// How often the discards were shuffled.
    pub reshuffles: u32,
    /// How many cards each player held who has left.
    pub left: BySeat<u8>,
}

impl View {
    pub(super) fn new(game: &Yaniv, viewer: Viewer) -> View {
        let pack = &game.kit.pack;
        let name = |card| game.kit.name(card);
        let own = |seat: Seat| viewer == Viewer::Seat(seat);
        let seen = |window: Window| Window {
            drawn: window.drawn.filter(|_| own(window.drawer)).map(name),
            ..window
        };
        View {
            kit: Arc::clone(&game.kit),
            viewer,
            hand: match viewer {
                Viewer::Seat(seat) => pack.canonical(game.hands[seat]),
                Viewer::Spectator => CardSet::EMPTY,
            },
            counts: BySeat::from_fn(|seat| game.count(seat) as u8),
            known: BySeat::from_fn(|seat| pack.canonical(game.hands[seat] & game.open)),
            stock: game.stock_len,
            laid: game.laid.map(name),
            older: pack.canonical(game.older),
            playing: game.playing,
            active: game.active,
            dealer: game.dealer,
            turn: game.turn,
            phase: game.phase,
            window: game.window.map(seen),
            actions: game.actions,
            reshuffles: game.reshuffles,
            left: BySeat::from_fn(|seat| game.left[seat].len() as u8),
        }
    }

    /// A position that looks the same from here, with everything hidden dealt at random.
    pub(super) fn imagined(&self, chance: &mut impl Chance) -> Yaniv {
        let mut rest = Rest { kit: &self.kit, cards: self.kit.pack.all() };
        let laid = self.laid.map(|name| rest.claim(name));
        let older = rest.claim_all(self.older);
        let known = BySeat::from_fn(|seat| rest.claim_all(self.known[seat]));
        let open = Seat::all(engine::MAX_SEATS).fold(CardSet::EMPTY, |open, seat| open | known[seat]);
        let (hands, hidden) = self.imagined_hands(known, rest, chance);
        let left = BySeat::from_fn(|seat| self.imagined_leaver(usize::from(self.left[seat]), chance));
        let mut stock = [Card::default(); Card::MOST];
        stock.iter_mut().zip(&hidden).for_each(|(place, &card)| *place = card);
        Yaniv {
            kit: Arc::clone(&self.kit),
            hands,
            open,
            stock,
            stock_len: hidden.len() as u8,
            laid,
            older,
            playing: self.playing,
            active: self.active,
            dealer: self.dealer,
            turn: self.turn,
            phase: self.phase,
            window: self.window.map(|window| self.imagined_window(window, &hands, open, chance)),
            actions: self.actions,
            reshuffles: self.reshuffles,
            left,
        }
    }

    /// Hands that look the same from here, and what is left over.
    fn imagined_hands(
        &self,
        known: BySeat<CardSet>,
        mut rest: Rest<'_>,
        chance: &mut impl Chance,
    ) -> (BySeat<CardSet>, Vec<Card>) {
        let mut hands = known;
        if let Viewer::Seat(seat) = self.viewer {
            hands[seat] |= rest.claim_all(self.hand - self.known[seat]);
        }
        let mut hidden: Vec<Card> = rest.cards.iter().collect();
        engine::shuffle(&mut hidden, chance);
        for seat in self.active.iter() {
            let missing = usize::from(self.counts[seat]).saturating_sub(hands[seat].len());
            hands[seat] |= hidden.drain(..missing.min(hidden.len())).collect();
        }
        (hands, hidden)
    }

    /// What a player may have held who has left; it can be anywhere by now.
    fn imagined_leaver(&self, held: usize, chance: &mut impl Chance) -> CardSet {
        if held == 0 {
            return CardSet::EMPTY;
        }
        let mut cards = self.kit.pack.cards().to_vec();
        engine::shuffle(&mut cards, chance);
        cards.into_iter().take(held).collect()
    }

    /// The window with a card that the drawer may have drawn: any that nobody saw being taken.
    fn imagined_window(
        &self,
        window: Window,
        hands: &BySeat<CardSet>,
        open: CardSet,
        chance: &mut impl Chance,
    ) -> Window {
        if window.done.contains(window.drawer) {
            return window;
        }
        let hidden = hands[window.drawer] - open;
        let drawn = match window.drawn {
            Some(name) => (hidden & self.kit.copies(name)).lowest(),
            None => hidden.nth(chance.below(hidden.len() as u32) as usize),
        };
        Window { drawn, ..window }
    }
}

/// The cards of which it is not yet said where they are.
struct Rest<'a> {
    kit: &'a Kit,
    cards: CardSet,
}

impl Rest<'_> {
    /// Takes a copy of the card's face.
    fn claim(&mut self, name: Card) -> Card {
        let card = (self.cards & self.kit.copies(name)).lowest().unwrap_or(name);
        self.cards.remove(card);
        card
    }

    fn claim_all(&mut self, names: CardSet) -> CardSet {
        names.iter().map(|name| self.claim(name)).collect()
    }
}
