//! A rule set compiled for a number of seats: everything that play looks up, worked out once.

use alloc::string::ToString;
use alloc::vec::Vec;

use engine::{Card, CardSet, Pack, Rank, Suit};

use super::rules::Rules;
use crate::CompileError;

/// How many ranks a suit has.
pub(super) const RANKS: usize = 13;
/// How many suits there are.
pub(super) const SUITS: usize = 4;

/// A rule set compiled for a number of seats.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CompiledRules {
    /// The rules.
    pub rules: Rules,
    /// The pack in use.
    pub pack: Pack,
    /// How many seats the table has.
    pub seats: usize,
    /// The jokers.
    pub jokers: CardSet,
    /// The points of each card.
    points: Vec<u8>,
    /// The cards of each suit by their place in a run, ace first.
    of_face: [[CardSet; RANKS]; SUITS],
    /// The cards of each suit.
    of_suit: [CardSet; SUITS],
    /// The cards of each rank, ace first.
    of_rank: [CardSet; RANKS],
}

impl CompiledRules {
    /// Compiles a rule set for a table with this many seats.
    pub fn new(rules: &Rules, seats: usize) -> Result<CompiledRules, CompileError> {
        let (least, most) = (rules.players.least, rules.players.most);
        if !(least..=most).contains(&seats) {
            return Err(CompileError::Seats {
                title: rules.header.title.clone(),
                players: rules.players.to_string(),
                seats,
            });
        }
        if let Some((key, message)) = rules.faults().into_iter().next() {
            return Err(CompileError::Rules { key, message });
        }
        let pack = Pack::new(&rules.pack_spec(), rules.packs_for(seats)).map_err(CompileError::Pack)?;
        Ok(CompiledRules::assemble(rules, seats, pack))
    }

    fn assemble(rules: &Rules, seats: usize, pack: Pack) -> CompiledRules {
        let of_rank = core::array::from_fn(|rank| pack.of_rank(Rank(rank as u8)));
        let of_suit: [CardSet; SUITS] = core::array::from_fn(|suit| pack.of_suit(Suit(suit as u8)));
        let suited = of_suit.iter().fold(CardSet::EMPTY, |all, &suit| all | suit);
        CompiledRules {
            rules: rules.clone(),
            seats,
            jokers: pack.all() - suited,
            points: pack.cards().iter().map(|&card| points(&pack, card)).collect(),
            of_face: of_suit.map(|suit| of_rank.map(|rank| rank & suit)),
            of_suit,
            of_rank,
            pack,
        }
    }

    /// The points of a hand.
    pub fn value(&self, hand: CardSet) -> u16 {
        hand.iter().map(|card| u16::from(self.points.get(card.index()).copied().unwrap_or_default())).sum()
    }

    /// The card that names this one in moves and views: the first copy of its face.
    pub fn name(&self, card: Card) -> Card {
        self.copies(card).lowest().unwrap_or(card)
    }

    /// All copies of a card's face; none for a card that the pack does not have.
    pub fn copies(&self, card: Card) -> CardSet {
        if card.index() < self.pack.cards().len() { self.pack.copies(card) } else { CardSet::EMPTY }
    }

    /// Whether the card is a joker.
    pub fn is_joker(&self, card: Card) -> bool {
        self.jokers.contains(card)
    }

    /// The card's suit and its place in a run, ace 0; none for a joker.
    pub(super) fn place(&self, card: Card) -> Option<(Suit, usize)> {
        let face = self.pack.face(*self.pack.cards().get(card.index())?);
        face.suit.map(|suit| (suit, usize::from(face.rank.0)))
    }

    /// The cards for this place of a run; place 13 is the ace again.
    pub(super) fn at(&self, suit: Suit, place: usize) -> CardSet {
        self.of_face[usize::from(suit.0) % SUITS][place % RANKS]
    }

    /// The cards of a suit.
    pub(super) fn of_suit(&self, suit: Suit) -> CardSet {
        self.of_suit[usize::from(suit.0) % SUITS]
    }

    /// The cards of the same rank; a joker's are the jokers.
    pub(super) fn alike(&self, card: Card) -> CardSet {
        self.place(card).map_or(self.jokers, |(_, rank)| self.of_rank[rank % RANKS])
    }

    /// The cards of each rank, ace first.
    pub(super) fn ranks(&self) -> [CardSet; RANKS] {
        self.of_rank
    }
}

/// The points of a card: joker 0, ace 1, numbers as printed, court cards 10 (Y4).
fn points(pack: &Pack, card: Card) -> u8 {
    let face = pack.face(card);
    match (face.suit, pack.rank_name(face.rank), pack.number(face.rank)) {
        (None, _, _) => 0,
        (_, "A", _) => 1,
        (_, _, Some(number)) => number.min(10) as u8,
        (_, _, None) => 10,
    }
}
