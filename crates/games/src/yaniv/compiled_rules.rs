//! A rule set compiled for a number of seats: everything that play looks up, worked out once.

use alloc::string::ToString;

use engine::{Card, CardSet, Pack, Rank, Suit};

use super::rules::{Ace, Rules};
use super::throws::{face_bit, lowest_ranks};
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
    /// The name of each card.
    names: [Card; Card::MAX],
    /// The copies of each card.
    copies: [CardSet; Card::MAX],
    /// The points of each card.
    points: [u8; Card::MAX],
    /// The bit of each card's face in [`Throws`](super::throws::Throws); none for a joker.
    pub(super) face_bits: [u64; Card::MAX],
    /// The name of the card at each of these bits.
    pub(super) faces: [Card; SUITS * RANKS],
    /// The faces that stand above the king again in a run.
    pub(super) above_king: u64,
    /// Whether cards of one rank are never equal and never joined by jokers.
    pub(super) kinds_are_plain: bool,
    /// The cards of each suit by their place in a run, ace first.
    of_face: [[CardSet; RANKS]; SUITS],
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
        let names = core::array::from_fn(|index| {
            let card = Card::new(index).unwrap_or_default();
            if index < pack.cards().len() { pack.first_copy(card) } else { card }
        });
        let mut copies = [CardSet::EMPTY; Card::MAX];
        let mut points = [0; Card::MAX];
        let mut face_bits = [0; Card::MAX];
        let mut faces = [Card::default(); SUITS * RANKS];
        for &card in pack.cards().iter().rev() {
            copies[card.index()] = pack.copies(card);
            points[card.index()] = points_of(&pack, card);
            let face = pack.face(card);
            if let Some(suit) = face.suit {
                face_bits[card.index()] = face_bit(suit, usize::from(face.rank.0));
                faces[face_bits[card.index()].trailing_zeros() as usize] = card;
            }
        }
        let above_king = match rules.ace {
            Ace::Low => 0,
            Ace::Both => 1,
            Ace::Wrap => RANKS,
        };
        CompiledRules {
            rules: rules.clone(),
            seats,
            jokers: pack.all() - suited,
            names,
            copies,
            points,
            face_bits,
            faces,
            above_king: lowest_ranks(above_king),
            kinds_are_plain: !rules.joker_in_sets && suited.iter().all(|card| pack.first_copy(card) == card),
            of_face: of_suit.map(|suit| of_rank.map(|rank| rank & suit)),
            of_rank,
            pack,
        }
    }

    /// The points of a hand.
    pub fn value(&self, hand: CardSet) -> u16 {
        hand.iter().map(|card| self.points_of(card)).sum()
    }

    /// The points of a card.
    pub(super) fn points_of(&self, card: Card) -> u16 {
        u16::from(self.points[card.index()])
    }

    /// The card that names this one in moves and views: the first copy of its face.
    pub fn name(&self, card: Card) -> Card {
        self.names[card.index()]
    }

    /// All copies of a card's face; none for a card that the pack does not have.
    pub fn copies(&self, card: Card) -> CardSet {
        self.copies[card.index()]
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
fn points_of(pack: &Pack, card: Card) -> u8 {
    let face = pack.face(card);
    match (face.suit, pack.rank_name(face.rank), pack.number(face.rank)) {
        (None, _, _) => 0,
        (_, "A", _) => 1,
        (_, _, Some(number)) => number.min(10) as u8,
        (_, _, None) => 10,
    }
}
