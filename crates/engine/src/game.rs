//! The contract between a family of games and everything that plays, shows or checks it.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Debug;

use crate::words::closed_words;
use crate::{Card, Chance, EventSink, Outcome, Pack, Refusal, Seat, SeatSet};

/// What a round is waiting for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// Exactly these seats have a legal move.
    Acting(SeatSet),
    /// The round is over and has an outcome.
    Over,
}

/// Who is looking.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Viewer {
    /// The player in this seat.
    Seat(Seat),
    /// A spectator, who holds no cards.
    Spectator,
}

closed_words! {
    /// What the table, not a player, does to a seat.
    Order {
        /// Time is up (S10, G11).
        Timeout = "timeout",
        /// The player leaves for good and is not replaced (G19).
        Leave = "leave",
        /// An illegal play is fined (S25, G9).
        Fine = "fine",
    }
}

/// What can happen to a round: a player's move, or an order of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Act<M> {
    /// A player's move.
    Move(M),
    /// An order of the table.
    Order(Order),
}

/// How a round is dealt.
#[derive(Clone, Debug)]
pub struct Deal<'a> {
    /// The seats that are dealt in; eliminated players are not.
    pub playing: SeatSet,
    /// The dealer: the first card goes to the next seat of `playing` to the left.
    pub dealer: Seat,
    /// The shuffled pack, first card dealt first: every card of the pack exactly once.
    pub order: &'a [Card],
}

/// The state of a round in progress.
///
/// Always a legal position: it starts from a deal, and only legal moves change it.
pub trait Game: Clone {
    /// What a player may do.
    type Move: Copy + Ord + Debug;
    /// Everything that one viewer may know.
    type View: Clone + Eq + Debug;

    /// The pack in play.
    fn pack(&self) -> &Pack;

    /// How many seats the table has.
    fn seats(&self) -> usize;

    /// What the round is waiting for.
    fn status(&self) -> Status;

    /// Whose turn it is: the seat that the clock runs for.
    fn turn(&self) -> Option<Seat>;

    /// The result, once the round is over.
    fn outcome(&self) -> Option<Outcome>;

    /// Replaces the contents of the list with the seat's legal moves, sorted and without duplicates.
    fn legal(&self, seat: Seat, moves: &mut Vec<Self::Move>);

    /// Checks whether the move is legal, and says why if it is not.
    fn check(&self, seat: Seat, choice: Self::Move) -> Result<(), Refusal>;

    /// Plays the move and reports what happened. A refused move changes nothing.
    fn play(
        &mut self,
        seat: Seat,
        choice: Self::Move,
        chance: &mut impl Chance,
        sink: &mut impl EventSink,
    ) -> Result<(), Refusal>;

    /// Carries out an order of the table. A refused order changes nothing.
    fn order(
        &mut self,
        seat: Seat,
        order: Order,
        chance: &mut impl Chance,
        sink: &mut impl EventSink,
    ) -> Result<(), Refusal>;

    /// Everything that the viewer may know.
    fn view(&self, viewer: Viewer) -> Self::View;

    /// A random position that gives this view: everything the view does not tell is dealt at random.
    fn imagine(view: &Self::View, chance: &mut impl Chance) -> Self;

    /// Visits every card exactly once, wherever it is.
    fn every_card(&self, visit: &mut dyn FnMut(Card));

    /// The move in notation.
    fn notation(&self, choice: Self::Move) -> String;

    /// Parses a move from its notation without checking whether it is legal.
    fn parse(&self, text: &str) -> Result<Self::Move, Refusal>;
}
