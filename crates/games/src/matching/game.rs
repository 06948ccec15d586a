//! The matching family under the contract of every game.

use alloc::string::String;
use alloc::vec::Vec;

use engine::{Card, Chance, Game, Order, Outcome, Pack, Refusal, Seat, Sink, Status, Viewer};

use super::{Matching, Move, Phase, View, notation};

impl Game for Matching {
    type Move = Move;
    type View = View;

    fn pack(&self) -> &Pack {
        &self.kit.pack
    }

    fn seats(&self) -> usize {
        self.kit.seats
    }

    fn status(&self) -> Status {
        match self.at.phase {
            Phase::Over(_) => Status::Over,
            _ => Status::Acting(self.at.acting(&self.kit)),
        }
    }

    fn turn(&self) -> Option<Seat> {
        (!matches!(self.at.phase, Phase::Over(_))).then_some(self.at.turn)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.at.outcome(&self.kit)
    }

    fn legal(&self, seat: Seat, moves: &mut Vec<Move>) {
        self.at.legal(&self.kit, seat, moves);
    }

    fn check(&self, seat: Seat, choice: Move) -> Result<(), Refusal> {
        self.at.check(&self.kit, seat, choice)
    }

    fn play(
        &mut self,
        seat: Seat,
        choice: Move,
        chance: &mut impl Chance,
        sink: &mut impl Sink,
    ) -> Result<(), Refusal> {
        self.at.check(&self.kit, seat, choice)?;
        self.at.apply(&self.kit, seat, choice, chance, sink);
        Ok(())
    }

    fn order(
        &mut self,
        seat: Seat,
        order: Order,
        chance: &mut impl Chance,
        sink: &mut impl Sink,
    ) -> Result<(), Refusal> {
        self.at.obey(&self.kit, seat, order, chance, sink)
    }

    fn view(&self, viewer: Viewer) -> View {
        self.at.view(&self.kit, viewer)
    }

    fn imagine(view: &View, chance: &mut impl Chance) -> Matching {
        Matching::imagined(view, chance)
    }

    fn every_card(&self, visit: &mut dyn FnMut(Card)) {
        Seat::all(engine::MAX_SEATS).for_each(|seat| self.at.hands[seat].iter().for_each(&mut *visit));
        self.stock().for_each(&mut *visit);
        self.at.pile.iter().chain(self.at.top).for_each(visit);
    }

    fn notation(&self, choice: Move) -> String {
        notation::show(&self.kit, choice)
    }

    fn parse(&self, text: &str) -> Result<Move, Refusal> {
        notation::read(&self.kit, text)
    }
}
