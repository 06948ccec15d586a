//! What a viewer may know.

use alloc::sync::Arc;

use engine::{BySeat, CardSet, Seat, SeatSet, Viewer};

use super::compiled_rules::CompiledRules;
use super::last_throw::LastThrow;
use super::state::{Phase, Window, Yaniv};

/// Everything that a viewer may know. Cards are named by the first copies of their faces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    /// The compiled rules.
    pub compiled: Arc<CompiledRules>,
    /// The viewer.
    pub viewer: Viewer,
    /// The viewer's own hand; empty for a spectator.
    pub hand: CardSet,
    /// How many cards each seat holds.
    pub counts: BySeat<u8>,
    /// The cards of each seat that everyone knows because they were taken openly or shown.
    pub known: BySeat<CardSet>,
    /// How many cards are in the stock.
    pub stock: u8,
    /// The last throw.
    pub laid: LastThrow,
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
    /// What the game waits for.
    pub phase: Phase,
    /// Set while cards may be slapped. Only the player who drew sees the drawn card.
    pub window: Option<Window>,
    /// How many actions there were.
    pub actions: u16,
    /// How often the discards were shuffled.
    pub reshuffles: u32,
    /// How many cards players held when they left.
    pub left: BySeat<u8>,
}

impl View {
    pub(super) fn new(game: &Yaniv, viewer: Viewer) -> View {
        let pack = &game.compiled.pack;
        let name = |card| game.compiled.name(card);
        let own = |seat: Seat| viewer == Viewer::Seat(seat);
        let seen = |window: Window| Window {
            drawn: window.drawn.filter(|_| own(window.drawer)).map(name),
            ..window
        };
        View {
            compiled: Arc::clone(&game.compiled),
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
}
