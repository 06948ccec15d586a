//! The matching family as an [`engine::Game`].

use alloc::string::String;
use alloc::vec::Vec;

use engine::{Card, Chance, EventSink, Game, Order, Outcome, Pack, Refusal, Seat, Status, Viewer};

use super::{Matching, Move, Phase, View, notation};

impl Game for Matching {
    type Move = Move;
    type View = View;

    fn pack(&self) -> &Pack {
        &self.compiled.pack
    }

    fn seats(&self) -> usize {
        self.compiled.seats
    }

    fn status(&self) -> Status {
        match self.state.phase {
            Phase::Over(_) => Status::Over,
            _ => Status::Acting(self.state.acting(&self.compiled)),
        }
    }

    fn turn(&self) -> Option<Seat> {
        (!matches!(self.state.phase, Phase::Over(_))).then_some(self.state.turn)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.state.outcome(&self.compiled)
    }

    fn legal(&self, seat: Seat, moves: &mut Vec<Move>) {
        self.state.legal(&self.compiled, seat, moves);
    }

    fn check(&self, seat: Seat, choice: Move) -> Result<(), Refusal> {
        self.state.check(&self.compiled, seat, choice)
    }

    fn play(
        &mut self,
        seat: Seat,
        choice: Move,
        chance: &mut impl Chance,
        sink: &mut impl EventSink,
    ) -> Result<(), Refusal> {
        self.state.check(&self.compiled, seat, choice)?;
        self.state.apply(&self.compiled, seat, choice, chance, sink);
        Ok(())
    }

    fn order(
        &mut self,
        seat: Seat,
        order: Order,
        chance: &mut impl Chance,
        sink: &mut impl EventSink,
    ) -> Result<(), Refusal> {
        self.state.obey(&self.compiled, seat, order, chance, sink)
    }

    fn view(&self, viewer: Viewer) -> View {
        self.state.view(&self.compiled, viewer)
    }

    fn imagine(view: &View, chance: &mut impl Chance) -> Matching {
        Matching::imagined(view, chance)
    }

    fn every_card(&self, visit: &mut dyn FnMut(Card)) {
        Seat::all(engine::MAX_SEATS).for_each(|seat| self.state.hands[seat].iter().for_each(&mut *visit));
        self.stock().for_each(&mut *visit);
        self.state.pile.iter().chain(self.state.top).for_each(visit);
    }

    fn notation(&self, choice: Move) -> String {
        notation::show(&self.compiled, choice)
    }

    fn parse(&self, text: &str) -> Result<Move, Refusal> {
        notation::read(&self.compiled, text)
    }
}
