//! What a card does to the others. A turned-up starter goes through the same functions.

use engine::{Card, Chance, Event, Seat, Sink, Why};

use super::state::{Direction, Doubt, Phase, State};
use super::{Counter, TwoPlayerReverse};
use super::{Declined, Deed, Kit};

/// What a card's deed needs to know beyond the card.
#[derive(Clone, Copy)]
pub(super) struct Chain {
    /// Players who miss a turn because of an earlier Hold On.
    pub skip: u8,
    /// The rank of the card.
    pub rank: engine::Rank,
    /// Whether the card can be challenged.
    pub doubt: Option<Doubt>,
}

impl State {
    /// Carries out what a card does (N45), and gives the turn to whoever is next.
    pub(super) fn carry_out(
        &mut self,
        kit: &Kit,
        seat: Seat,
        deed: Deed,
        chain: Chain,
        chance: &mut impl Chance,
        sink: &mut impl Sink,
    ) {
        if deed.market > 0 {
            self.market(kit, seat, deed.market, chance, sink);
        }
        let mut skip = deed.skip;
        if deed.reverse {
            skip = skip.saturating_add(self.reverse(kit, sink));
        }
        if deed.again && self.active.contains(seat) {
            sink.tell(Event::Again { seat });
            let phase = Phase::Again { drawn: 0, skip: chain.skip.saturating_add(deed.skip_after) };
            return self.give_turn(kit, seat, phase, chance, sink); // N20, S11
        }
        let from = self.skip_over(seat, chain.skip, sink);
        if deed.pick > 0 {
            return self.threaten(kit, from, deed.pick, chain, chance, sink);
        }
        if deed.blockable && skip > 0 {
            let left = self.at_most_all_others(seat, skip);
            let phase = Phase::Suspended { left, rank: chain.rank }; // W13, S14
            return self.give_turn(kit, self.next(from), phase, chance, sink);
        }
        let from = self.skip_over(from, self.at_most_all_others(seat, skip), sink);
        self.end_turn(kit, from, chance, sink);
    }

    /// Everyone but the player draws, in turn order (N29, S15, W20).
    pub(super) fn market(
        &mut self,
        kit: &Kit,
        seat: Seat,
        cards: u8,
        chance: &mut impl Chance,
        sink: &mut impl Sink,
    ) {
        let mut other = seat;
        for _ in 0..self.active.without(seat).len() {
            other = self.next(other);
            self.draw(kit, other, cards, Why::Market, chance, sink);
        }
    }

    /// Changes the direction (C16); with two players it may count as a skip instead (E5).
    fn reverse(&mut self, kit: &Kit, sink: &mut impl Sink) -> u8 {
        if self.active.len() == 2 {
            return u8::from(kit.rules.two_player_reverse == TwoPlayerReverse::Skip);
        }
        self.direction = match self.direction {
            Direction::Left => Direction::Right,
            Direction::Right => Direction::Left,
        };
        sink.tell(Event::Reversed);
        0
    }

    /// The last of so many players who miss a turn after a seat (N27, N28, C14, U19).
    pub(super) fn skip_over(&self, from: Seat, players: u8, sink: &mut impl Sink) -> Seat {
        let mut seat = from;
        for _ in 0..players {
            seat = self.next(seat);
            sink.tell(Event::Skipped { seat });
        }
        seat
    }

    /// A skip never passes more than all the others once (G5).
    fn at_most_all_others(&self, seat: Seat, players: u8) -> u8 {
        players.min(self.active.without(seat).len() as u8)
    }

    /// The next player draws, or may answer (N21, N24, C13, U23, U24).
    fn threaten(
        &mut self,
        kit: &Kit,
        from: Seat,
        cards: u8,
        chain: Chain,
        chance: &mut impl Chance,
        sink: &mut impl Sink,
    ) {
        let target = self.next(from);
        if kit.rules.counter != Counter::None || chain.doubt.is_some() {
            sink.tell(Event::Pending { seat: target, cards });
            let phase = Phase::Answer { cards, rank: chain.rank, doubt: chain.doubt };
            return self.give_turn(kit, target, phase, chance, sink);
        }
        self.draw(kit, target, cards, Why::Pick, chance, sink);
        if kit.rules.play_after_penalty {
            self.end_turn(kit, from, chance, sink);
        } else {
            sink.tell(Event::Skipped { seat: target });
            self.end_turn(kit, target, chance, sink); // U20
        }
    }

    /// Two players change hands (U26), and both know what they gave away.
    pub(super) fn swap(&mut self, kit: &Kit, seat: Seat, other: Seat, sink: &mut impl Sink) {
        let (mine, yours) = (self.hands[seat], self.hands[other]);
        self.hands[seat] = yours;
        self.hands[other] = mine;
        let (mine_lacks, yours_lacks) = (self.declined[seat], self.declined[other]);
        self.declined[seat] = Declined { fresh: false, ..yours_lacks };
        self.declined[other] = Declined { fresh: false, ..mine_lacks };
        for (cards, giver) in [(mine, seat), (yours, other)] {
            for card in cards.iter() {
                self.knowers[card.index()] = self.knowers[card.index()].with(giver);
            }
        }
        sink.tell(Event::Swapped { seat, with: other });
        self.owing = self.owing.without(other);
        self.owe_word(kit, other); // V19
    }

    /// A turned-up special card acts as if the dealer had played it (W4, V13).
    pub(super) fn starter_acts(
        &mut self,
        kit: &Kit,
        card: Card,
        dealer: Seat,
        chance: &mut impl Chance,
        sink: &mut impl Sink,
    ) {
        let first = self.turn;
        let deed = kit.deeds[card.index()];
        if kit.suits[card.index()].is_none() {
            self.follow = kit.all;
        }
        self.turn = dealer;
        let chain = Chain { skip: 0, rank: kit.pack.face(card).rank, doubt: None };
        self.carry_out(kit, dealer, deed, chain, chance, sink);
        self.reduced = false;
        if deed.call {
            self.give_turn(kit, first, Phase::Call, chance, sink);
        }
        if let Phase::Again { .. } = self.phase {
            self.phase = Phase::TURN;
        }
    }
}
