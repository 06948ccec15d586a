//! What a seat may know, and dealing anew what it may not.

use alloc::sync::Arc;

use engine::{BySeat, Card, CardSet, Chance, End, Rank, Seat, SeatSet, Suit, Viewer, Word};

use super::PlayDrawn;
use super::state::{Direction, Doubt, Phase, State};
use super::{Kit, Matching};

/// What is being waited for, as a viewer may know it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each is the phase of the same name without its secrets")]
pub enum PhaseView {
    Call,
    Lead,
    Turn {
        drawn: u8,
    },
    Again {
        drawn: u8,
        skip: u8,
    },
    Drawn {
        card: Option<Card>,
        skip: u8,
    },
    /// With who can be challenged, and the colour that was in force before.
    Answer {
        cards: u8,
        rank: Rank,
        doubt: Option<(Seat, Option<Suit>)>,
    },
    Suspended {
        left: u8,
        rank: Rank,
    },
    Over(End),
}

impl PhaseView {
    /// The phase in one word.
    pub fn name(self) -> &'static str {
        match self {
            PhaseView::Call => "call",
            PhaseView::Lead => "lead",
            PhaseView::Turn { .. } => "turn",
            PhaseView::Again { .. } => "again",
            PhaseView::Drawn { .. } => "drawn",
            PhaseView::Answer { .. } => "answer",
            PhaseView::Suspended { .. } => "suspended",
            PhaseView::Over(_) => "over",
        }
    }
}

/// All that a viewer is entitled to know of a round. Cards go by the first copies of their faces.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields have the names of the position's own")]
pub struct View {
    pub kit: Arc<Kit>,
    pub viewer: Viewer,
    /// The viewer's own hand; empty for a spectator.
    pub hand: CardSet,
    pub counts: BySeat<u8>,
    /// Cards that the viewer knows to be in the hand of each seat, the own hand left out.
    pub known: BySeat<CardSet>,
    pub stock: u8,
    pub pile: CardSet,
    pub top: Option<Card>,
    pub suit: Option<Suit>,
    pub called: bool,
    pub turn: Seat,
    pub direction: Direction,
    pub active: SeatSet,
    pub playing: SeatSet,
    pub phase: PhaseView,
    pub actions: u16,
    pub idle: u8,
    pub reshuffles: u8,
    pub said: Option<Word>,
    pub reduced: bool,
    pub owing: SeatSet,
    pub fresh: bool,
    pub false_calls: SeatSet,
    pub owed: BySeat<u8>,
    pub places: BySeat<u8>,
    pub left_with: BySeat<u16>,
    /// Once the round is over, every hand.
    pub shown: Option<BySeat<CardSet>>,
    follow: CardSet,
}

impl View {
    /// What may be played on the pile, whoever holds it.
    pub fn follow(&self) -> CardSet {
        self.follow
    }
}

impl State {
    pub(super) fn view(&self, kit: &Arc<Kit>, viewer: Viewer) -> View {
        let pack = &kit.pack;
        let over = matches!(self.phase, Phase::Over(_));
        let own = |seat: Seat| viewer == Viewer::Seat(seat);
        let told =
            |card: Card| matches!(viewer, Viewer::Seat(seat) if self.knowers[card.index()].contains(seat));
        let known = |seat: Seat| -> CardSet {
            if own(seat) || !kit.remembers || over {
                return CardSet::EMPTY;
            }
            pack.canonical(self.hands[seat].iter().filter(|&card| told(card)).collect())
        };
        View {
            kit: Arc::clone(kit),
            viewer,
            hand: match viewer {
                Viewer::Seat(seat) => pack.canonical(self.hands[seat]),
                Viewer::Spectator => CardSet::EMPTY,
            },
            counts: BySeat::from_fn(|seat| self.hands[seat].len() as u8),
            known: BySeat::from_fn(known),
            stock: self.stock_len,
            pile: pack.canonical(self.pile),
            top: self.top.map(|card| pack.first_copy(card)),
            suit: self.suit,
            called: self.called,
            turn: self.turn,
            direction: self.direction,
            active: self.active,
            playing: self.playing,
            phase: self.phase_for(kit, viewer),
            actions: self.actions,
            idle: self.idle,
            reshuffles: self.reshuffles,
            said: self.said,
            reduced: self.reduced,
            owing: self.owing,
            fresh: self.fresh,
            false_calls: self.false_calls,
            owed: self.owed,
            places: self.places,
            left_with: self.left_with,
            shown: over.then(|| BySeat::from_fn(|seat| pack.canonical(self.hands[seat]))),
            follow: self.follow,
        }
    }

    pub(super) fn phase_for(&self, kit: &Kit, viewer: Viewer) -> PhaseView {
        match self.phase {
            Phase::Call => PhaseView::Call,
            Phase::Lead => PhaseView::Lead,
            Phase::Turn { drawn } => PhaseView::Turn { drawn },
            Phase::Again { drawn, skip } => PhaseView::Again { drawn, skip },
            Phase::Drawn { card, skip } => {
                let own = viewer == Viewer::Seat(self.turn);
                PhaseView::Drawn { card: own.then(|| kit.pack.first_copy(card)), skip }
            }
            Phase::Answer { cards, rank, doubt } => {
                PhaseView::Answer { cards, rank, doubt: doubt.map(|doubt| (doubt.by, doubt.colour)) }
            }
            Phase::Suspended { left, rank } => PhaseView::Suspended { left, rank },
            Phase::Over(how) => PhaseView::Over(how),
        }
    }
}

/// Hands out physical cards by their faces from what is still free.
struct Free(CardSet);

impl Free {
    fn take(&mut self, kit: &Kit, faces: CardSet) -> CardSet {
        faces.iter().filter_map(|face| self.take_one(kit, face)).collect()
    }

    fn take_one(&mut self, kit: &Kit, face: Card) -> Option<Card> {
        let card = (self.0 & kit.pack.copies(face)).lowest()?;
        self.0.remove(card);
        Some(card)
    }
}

impl Matching {
    /// A position in which the view would be the same.
    pub(super) fn imagined(view: &View, chance: &mut impl Chance) -> Matching {
        let kit = &view.kit;
        let mut free = Free(kit.all);
        let mut at = State::empty();
        at.top = view.top.and_then(|top| free.take_one(kit, top));
        at.pile = free.take(kit, view.pile);
        if let Viewer::Seat(seat) = view.viewer {
            at.hands[seat] = free.take(kit, view.hand);
        }
        for seat in Seat::all(kit.seats) {
            match (&view.shown, view.viewer) {
                (_, Viewer::Seat(own)) if own == seat => {}
                (Some(shown), _) => at.hands[seat] = free.take(kit, shown[seat]),
                (None, viewer) => {
                    at.hands[seat] = free.take(kit, view.known[seat]);
                    if let Viewer::Seat(own) = viewer {
                        at.hands[seat].iter().for_each(|card| at.knowers[card.index()] = SeatSet::only(own));
                    }
                }
            }
        }
        let drawn = hidden_drawn_card(view, &mut free, &mut at, chance);
        deal_the_rest(view, free.0, &mut at, chance);
        at.phase = match view.phase {
            PhaseView::Call => Phase::Call,
            PhaseView::Lead => Phase::Lead,
            PhaseView::Turn { drawn } => Phase::Turn { drawn },
            PhaseView::Again { drawn, skip } => Phase::Again { drawn, skip },
            PhaseView::Drawn { card, skip } => {
                let own = card.and_then(|face| (at.hands[view.turn] & kit.pack.copies(face)).lowest());
                Phase::Drawn { card: own.or(drawn).unwrap_or_default(), skip }
            }
            PhaseView::Answer { cards, rank, doubt } => {
                let holds = |by: Seat, colour: Option<Suit>| {
                    colour.is_some_and(|suit| at.hands[by].meets(kit.of_suit[usize::from(suit.0)]))
                };
                let doubt = doubt.map(|(by, colour)| Doubt { by, colour, guilty: holds(by, colour) });
                Phase::Answer { cards, rank, doubt }
            }
            PhaseView::Suspended { left, rank } => Phase::Suspended { left, rank },
            PhaseView::Over(how) => Phase::Over(how),
        };
        copy_public(view, &mut at);
        Matching { kit: Arc::clone(kit), at }
    }
}

/// Another player has just drawn a card and may play it: where it must be one that fits, so it is here.
fn hidden_drawn_card(view: &View, free: &mut Free, at: &mut State, chance: &mut impl Chance) -> Option<Card> {
    let PhaseView::Drawn { card: None, .. } = view.phase else { return None };
    let must = view.kit.rules.play_drawn == PlayDrawn::Must;
    let from = if must && free.0.meets(view.follow) { free.0 & view.follow } else { free.0 };
    let card = from.nth(chance.below(from.len() as u32) as usize)?;
    free.0.remove(card);
    at.hands[view.turn].insert(card);
    Some(card)
}

fn deal_the_rest(view: &View, rest: CardSet, at: &mut State, chance: &mut impl Chance) {
    let mut len = 0;
    for card in rest.iter() {
        at.stock[len] = card;
        len += 1;
    }
    engine::shuffle(&mut at.stock[..len], chance);
    for seat in Seat::all(view.kit.seats) {
        while at.hands[seat].len() < usize::from(view.counts[seat]) && len > 0 {
            len -= 1;
            at.hands[seat].insert(at.stock[len]);
        }
    }
    at.stock_len = len as u8;
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
}
