//! What a viewer may know.

use alloc::sync::Arc;

use engine::{BySeat, Card, CardSet, End, Rank, ScenePhase, Seat, SeatSet, Suit, Viewer, Word};

use super::legal::finishable;
use super::state::{Direction, Phase, State};
use super::{CompiledRules, KnownVoid, Play};

/// What the game waits for, as far as a viewer may know.
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
        challengeable: Option<(Seat, Option<Suit>)>,
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
        self.in_scene().word()
    }

    /// The phase as a scene shows it.
    pub fn in_scene(self) -> ScenePhase {
        match self {
            PhaseView::Call => ScenePhase::Call,
            PhaseView::Lead => ScenePhase::Lead,
            PhaseView::Turn { .. } => ScenePhase::Turn,
            PhaseView::Again { .. } => ScenePhase::Again,
            PhaseView::Drawn { .. } => ScenePhase::Drawn,
            PhaseView::Answer { .. } => ScenePhase::Answer,
            PhaseView::Suspended { .. } => ScenePhase::Suspended,
            PhaseView::Over(_) => ScenePhase::Over,
        }
    }
}

/// Everything that a viewer may know about a round. Cards are named by the first copies of their faces.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields have the names of the position's own")]
pub struct View {
    pub compiled: Arc<CompiledRules>,
    pub viewer: Viewer,
    /// The viewer's own hand; empty for a spectator.
    pub hand: CardSet,
    pub counts: BySeat<u8>,
    /// Cards that the viewer knows to be in each hand other than their own.
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
    /// The cards that each seat has shown not to hold.
    pub known_voids: BySeat<KnownVoid>,
    /// Once the round is over, every hand.
    pub shown: Option<BySeat<CardSet>>,
    pub(super) follow: CardSet,
}

impl View {
    /// The cards that may be played on the pile.
    pub fn follow(&self) -> CardSet {
        self.follow
    }

    /// The cards left in a hand that could be played after this play, if nothing comes between.
    pub fn follow_up(&self, play: Play, rest: CardSet) -> CardSet {
        let compiled = &self.compiled;
        let last = play.cards.last;
        let follow = match play.call {
            Some(suit) => compiled.called[usize::from(suit.0)],
            None if compiled.suits[last.index()].is_none() => {
                compiled.on_suitless(last, self.suit, self.called)
            }
            None => compiled.follow[last.index()],
        };
        finishable(compiled, rest, rest & follow)
    }
}

impl State {
    pub(super) fn view(&self, compiled: &Arc<CompiledRules>, viewer: Viewer) -> View {
        let pack = &compiled.pack;
        let over = matches!(self.phase, Phase::Over(_));
        let own = |seat: Seat| viewer == Viewer::Seat(seat);
        let told =
            |card: Card| matches!(viewer, Viewer::Seat(seat) if self.knowers[card.index()].contains(seat));
        let known = |seat: Seat| -> CardSet {
            if own(seat) || !compiled.remembers || over {
                return CardSet::EMPTY;
            }
            pack.canonical(self.hands[seat].iter().filter(|&card| told(card)).collect())
        };
        View {
            compiled: Arc::clone(compiled),
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
            phase: self.phase_for(compiled, viewer),
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
            known_voids: self.known_voids,
            shown: over.then(|| BySeat::from_fn(|seat| pack.canonical(self.hands[seat]))),
            follow: self.follow,
        }
    }

    pub(super) fn phase_for(&self, compiled: &CompiledRules, viewer: Viewer) -> PhaseView {
        match self.phase {
            Phase::Call => PhaseView::Call,
            Phase::Lead => PhaseView::Lead,
            Phase::Turn { drawn } => PhaseView::Turn { drawn },
            Phase::Again { drawn, skip } => PhaseView::Again { drawn, skip },
            Phase::Drawn { card, skip } => {
                let own = viewer == Viewer::Seat(self.turn);
                PhaseView::Drawn { card: own.then(|| compiled.pack.first_copy(card)), skip }
            }
            Phase::Answer { cards, rank, challengeable } => PhaseView::Answer {
                cards,
                rank,
                challengeable: challengeable.map(|challengeable| (challengeable.by, challengeable.colour)),
            },
            Phase::Suspended { left, rank } => PhaseView::Suspended { left, rank },
            Phase::Over(how) => PhaseView::Over(how),
        }
    }
}
