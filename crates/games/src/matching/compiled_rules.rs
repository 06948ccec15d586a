//! A rule set compiled for a number of seats: everything that play looks up, worked out once.

use alloc::string::{String, ToString};

use engine::{Card, CardSet, MAX_SEATS, Pack, Rank, Suit, Word};

use super::legal::word_for;
use super::{Announce, AnnounceAt, Effect, GroupEffects, PlayableOn};
use super::{Counter, FinishOn, HoldOn, NumberPoints, Rules, ShortDraw, Suspension, select};
use crate::CompileError;

/// What a card does, with the options about its effect applied.
#[expect(clippy::struct_excessive_bools, reason = "a card can do any of these together")]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CardAction {
    /// How many cards the next player picks.
    pub pick: u8,
    /// How many cards everyone else draws.
    pub market: u8,
    /// How many players miss a turn.
    pub skip: u8,
    /// The missed turns can be blocked with a card of the same rank (W13).
    pub blockable: bool,
    /// The same player plays again.
    pub again: bool,
    /// How many players miss a turn after the same player has played again (W8).
    pub skip_after: u8,
    /// The direction of play changes.
    pub reverse: bool,
    /// Hands may be swapped.
    pub swap: bool,
    /// A suit is called.
    pub call: bool,
}

/// One value for each card. Every card is a valid index, whatever the pack.
pub(super) type PerCard<T> = [T; Card::MAX];

/// No hand with more cards is announced.
pub(super) const LONGEST_WORD_HAND: usize = 2;

/// A rule set compiled for a number of seats.
#[expect(clippy::struct_excessive_bools, reason = "each is a question asked at every move and answered once")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CompiledRules {
    /// The rules.
    pub rules: Rules,
    /// The pack in use.
    pub pack: Pack,
    /// How many seats the table has.
    pub seats: usize,
    /// How many cards each is dealt.
    pub hand: usize,
    /// The cards that may be played on each card.
    pub(super) follow: PerCard<CardSet>,
    /// The cards that may be played after a call of each suit.
    pub(super) called: [CardSet; Pack::MAX_SUITS],
    /// The effect of each card, as the rules write it.
    effects: PerCard<Effect>,
    /// What each card does, with the options about its effect applied.
    pub(super) card_actions: PerCard<CardAction>,
    /// The points of each card.
    pub(super) points: PerCard<u16>,
    /// The suit of each card.
    pub(super) suits: PerCard<Option<Suit>>,
    /// The cards of each suit.
    pub(super) of_suit: [CardSet; Pack::MAX_SUITS],
    /// The cards that answer a pick by a card of each rank.
    pub(super) answers: [CardSet; Pack::MAX_RANKS],
    /// The cards of each rank.
    pub(super) of_rank: [CardSet; Pack::MAX_RANKS],
    /// Cards with an effect.
    pub(super) special: CardSet,
    /// Cards that call a suit.
    pub(super) callers: CardSet,
    /// Calling cards that cancel a waiting pick (W16).
    pub(super) shields: CardSet,
    /// Cards that pick and call: for `wild4_only_if_stuck` and `challenge`.
    pub(super) wild_picks: CardSet,
    /// Cards on which a hand may end.
    pub(super) finish: CardSet,
    /// Whether `finish` is every card.
    pub(super) finish_on_any: bool,
    /// Whether two cards of the pack have the same face.
    pub(super) has_copies: bool,
    /// Whether players can get to know cards in other hands.
    pub(super) remembers: bool,
    /// The hand sizes that have to be announced, as a bit set.
    pub(super) duty: u8,
    /// Those of them that players announce themselves.
    pub(super) said: u8,
    /// Cards that swap hands.
    pub(super) swappers: CardSet,
    /// Cards that can be played in several ways: with a call or a swap.
    pub(super) varied: CardSet,
    /// The other cards of the same rank as each card.
    pub(super) rest_of_rank: PerCard<CardSet>,
    /// The bit of each card among those of its rank; none after the sixteenth.
    pub(super) bit_of_rank: PerCard<u16>,
    /// The first copies among the cards of each rank, as these bits.
    pub(super) faces_of_rank: [u16; Pack::MAX_RANKS],
    /// The cards of which more than the group has to be chosen, or that have copies or too many others of their rank.
    pub(super) irregular: CardSet,
    /// All copies but the first of each face.
    pub(super) later_copies: CardSet,
    /// The second copies of faces with two copies.
    second_copies: CardSet,
    /// The cards of faces with more than two copies.
    many_copies: CardSet,
    /// The cards of faces with more than two copies, the first copies apart.
    further_copies: CardSet,
    /// All cards.
    pub(super) all: CardSet,
    /// The pack in its own order.
    pub(super) order: PerCard<Card>,
    /// Cards that may be played on anything.
    pub(super) everywhere: CardSet,
    /// Whether there may be cards that fit with which no play begins: barred ones, or copies.
    pub(super) sieves_starts: bool,
    /// Whether some cards that fit may not be played.
    pub(super) bars_some: bool,
    /// Whether a card is played without a word and without others of its rank, and no hands are swapped.
    pub(super) plain_plays: bool,
    /// Cards that call a suit and swap no hands.
    pub(super) only_callers: CardSet,
    /// Whether the whole pack fits into the first 64 bits of a set.
    pub(super) narrow: bool,
    /// Whether nothing has to be settled when the turn passes: no word to say, no card owed.
    pub(super) turns_are_plain: bool,
    /// How many cards may be drawn in one turn.
    pub(super) draw_limit: u8,
    /// How many suits can be called.
    pub(super) suit_count: u32,
}

impl CompiledRules {
    /// Compiles a rule set for a table with this many seats.
    pub fn new(rules: &Rules, seats: usize) -> Result<CompiledRules, CompileError> {
        let (least, most) = (rules.players.least, rules.players.most);
        if !(least..=most).contains(&seats) || seats > MAX_SEATS {
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
        let cards = pack.cards();
        let effects = by_card(&pack, |card| rules.effect_of(&pack, card));
        let card_actions = by_card(&pack, |card| card_action(rules, &pack, card, effects[card.index()]));
        let fits = |kind: PlayableOn| -> CardSet {
            cards.iter().copied().filter(|card| effects[card.index()].playable_on == kind).collect()
        };
        let (wild, any) = (fits(PlayableOn::Wild), fits(PlayableOn::Any));
        let everywhere = wild | any;
        let of_suit: [CardSet; Pack::MAX_SUITS] = core::array::from_fn(|suit| pack.of_suit(Suit(suit as u8)));
        let of_rank: [CardSet; Pack::MAX_RANKS] = core::array::from_fn(|rank| pack.of_rank(Rank(rank as u8)));
        let that = |test: &dyn Fn(Card) -> bool| -> CardSet {
            cards.iter().copied().filter(|&card| test(card)).collect()
        };
        let picks = that(&|card| card_actions[card.index()].pick > 0);
        let special = that(&|card| !effects[card.index()].is_plain());
        let finish = match &rules.finish_on {
            FinishOn::Any => pack.all(),
            FinishOn::Plain => pack.all() - special,
            FinishOn::List(items) => finish_set(&pack, items),
        };
        let answers = core::array::from_fn(|rank| match rules.counter {
            Counter::None => CardSet::EMPTY,
            _ if rules.cross_counter => picks, // W15
            _ => of_rank[rank] & picks,        // W14
        });
        let recall = if rules.recall_allowed { everywhere } else { any }; // W21
        let follow = by_card(&pack, |card| {
            let face = pack.face(card);
            match face.suit {
                Some(suit) => of_suit[usize::from(suit.0)] | of_rank[usize::from(face.rank.0)] | everywhere,
                None => pack.all(),
            }
        });
        let duty = match (rules.announce, rules.announce_at) {
            (Announce::None, _) => 0,
            (_, AnnounceAt::Last) => 0b10,
            (_, AnnounceAt::SemiAndLast) => 0b110,
        };
        let said = if rules.announce == Announce::Manual { duty } else { 0 };
        let swappers = that(&|card| card_actions[card.index()].swap);
        let later = that(&|card| pack.first_copy(card) != card);
        let second_copies = later & that(&|card| pack.copies(card).len() == 2);
        let bit_of_rank = by_card(&pack, |card| {
            let before =
                of_rank[usize::from(pack.face(card).rank.0)].iter().take_while(|&other| other != card);
            1u16.checked_shl(before.count() as u32).unwrap_or_default()
        });
        let firsts = pack.all() - later;
        let bits = |cards: CardSet| cards.iter().fold(0, |bits, card| bits | bit_of_rank[card.index()]);
        CompiledRules {
            said,
            swappers,
            varied: wild | swappers,
            rest_of_rank: by_card(&pack, |card| {
                of_rank[usize::from(pack.face(card).rank.0)] - CardSet::only(card)
            }),
            faces_of_rank: of_rank.map(|rank| bits(rank & firsts)),
            bit_of_rank,
            irregular: wild
                | swappers
                | that(&|card| {
                    pack.copies(card).len() > 1 || of_rank[usize::from(pack.face(card).rank.0)].len() > 16
                }),
            later_copies: later,
            second_copies,
            many_copies: that(&|card| pack.copies(card).len() > 2),
            further_copies: later - second_copies,
            rules: rules.clone(),
            seats,
            hand: rules.hand_for(seats),
            follow,
            called: core::array::from_fn(|suit| (of_suit[suit] - everywhere) | recall),
            points: by_card(&pack, |card| points(rules, &pack, card)),
            suits: by_card(&pack, |card| pack.face(card).suit),
            of_suit,
            answers,
            of_rank,
            special,
            callers: wild,
            shields: if rules.wild_cancels_pick { wild - picks } else { CardSet::EMPTY },
            wild_picks: wild & picks,
            finish,
            finish_on_any: finish == pack.all(),
            has_copies: cards.iter().any(|&card| pack.first_copy(card) != card),
            remembers: rules.challenge || card_actions.iter().any(|card_action| card_action.swap),
            duty,
            all: pack.all(),
            order: by_card(&pack, |card| card),
            everywhere,
            sieves_starts: finish != pack.all() || rules.wild4_only_if_stuck || !later.is_empty(),
            bars_some: finish != pack.all() || rules.wild4_only_if_stuck,
            plain_plays: duty == 0 && !rules.group_play && swappers.is_empty(),
            only_callers: wild - swappers,
            turns_are_plain: duty == 0 && rules.short_draw == ShortDraw::Waive,
            narrow: cards.len() <= 64,
            suit_count: pack.suits().len() as u32,
            draw_limit: if rules.draw_until_playable { u8::MAX } else { rules.draw_max.get() as u8 },
            effects,
            card_actions,
            pack,
        }
    }

    /// The effect of a card, as the rules write it.
    #[inline]
    pub fn effect(&self, card: Card) -> Effect {
        self.effects[card.index()]
    }

    /// Whether players with this many cards left have to announce it.
    #[inline]
    pub(super) fn is_announced(&self, left: usize) -> bool {
        left <= LONGEST_WORD_HAND && self.duty >> left & 1 == 1
    }

    /// The word that players with this many cards left have to say themselves.
    #[inline]
    pub(super) fn word_to_say(&self, left: usize) -> Option<Word> {
        if left <= LONGEST_WORD_HAND && self.said != 0 { word_for(self, left) } else { None }
    }

    /// One card of each face, the lowest of its copies.
    #[inline]
    pub(super) fn one_of_each(&self, cards: CardSet) -> CardSet {
        if !self.has_copies || !cards.meets(self.later_copies) {
            return cards;
        }
        let each = cards - (cards.next_cards() & self.second_copies);
        if each.meets(self.further_copies) { self.without_further_copies(each) } else { each }
    }

    fn without_further_copies(&self, cards: CardSet) -> CardSet {
        let (mut each, mut rest) = (cards, cards & self.many_copies);
        while let Some(card) = rest.lowest() {
            rest -= self.pack.copies(card);
            each -= self.pack.copies(card) - CardSet::only(card);
        }
        each
    }

    /// What a group of `cards` cards of one rank does, with `card` on top.
    pub fn group_action(&self, card: Card, cards: usize) -> CardAction {
        let mut action = self.card_actions[card.index()];
        if cards > 1 && self.rules.group_effects == GroupEffects::Multiply {
            let times = cards.min(16) as u8;
            // Without `..`: what is not multiplied happens once, however many cards are played.
            let CardAction {
                pick,
                market,
                skip,
                reverse,
                blockable: _,
                again: _,
                skip_after: _,
                swap: _,
                call: _,
            } = &mut action;
            *pick = pick.saturating_mul(times); // W18
            *market = market.saturating_mul(times); // W18
            *skip = skip.saturating_mul(times); // W18
            *reverse &= times % 2 == 1;
        }
        action
    }

    /// What may be played on a card without a suit, which leaves the suit in force unchanged (V2, G18).
    #[inline]
    pub(super) fn on_suitless(&self, card: Card, suit: Option<Suit>, called: bool) -> CardSet {
        let of_rank = self.of_rank[usize::from(self.pack.face(card).rank.0)];
        match suit {
            Some(suit) if called => self.called[usize::from(suit.0)] | of_rank,
            Some(suit) => self.of_suit[usize::from(suit.0)] | of_rank | self.everywhere,
            None => self.all,
        }
    }

    /// The points of a hand.
    pub fn value(&self, hand: CardSet) -> u32 {
        hand.iter().map(|card| u32::from(self.points[card.index()])).sum()
    }
}

/// Works out a value for each card of the pack.
fn by_card<T: Default + Copy>(pack: &Pack, value: impl Fn(Card) -> T) -> PerCard<T> {
    let mut out = [T::default(); Card::MAX];
    for &card in pack.cards() {
        out[card.index()] = value(card);
    }
    out
}

fn card_action(rules: &Rules, pack: &Pack, card: Card, effect: Effect) -> CardAction {
    // Without `..`: a new effect does not compile until it is handled here.
    let Effect { playable_on, hold_on, suspension, skip, pick, market, reverse, swap } = effect;
    let mut action = CardAction {
        pick,
        market,
        skip,
        blockable: false,
        again: market > 0 && rules.market_again, // W19
        skip_after: 0,
        reverse,
        swap,
        call: playable_on == PlayableOn::Wild,
    };
    if hold_on {
        match rules.hold_on {
            HoldOn::Again => action.again = true, // W8
            HoldOn::SkipNext => action.skip += 1, // N31
            HoldOn::AgainAndSkip => {
                action.again = true;
                action.skip_after = 1;
            }
        }
    }
    if suspension > 0 {
        let star8 =
            rules.star8_double && pack.parse("star-8").is_some_and(|eight| pack.copies(eight).contains(card));
        let players = if star8 { suspension.max(2) } else { suspension }; // W12
        match rules.suspension {
            Suspension::SkipNext => {
                action.skip += players;
                action.blockable = rules.block_8; // W13
            }
            Suspension::Again => action.again = true, // N31
        }
    }
    action
}

/// The points of a card: from its own entry, its rank's, its suit's, or its number.
fn points(rules: &Rules, pack: &Pack, card: Card) -> u16 {
    let face = pack.face(card);
    let listed = |wanted: &dyn Fn(&str) -> bool| {
        rules.points.iter().find(|(key, _)| wanted(key)).map(|(_, points)| *points)
    };
    let exact = pack.notation(card);
    let rank = pack.rank_name(face.rank);
    let by_entry = listed(&|key| key.eq_ignore_ascii_case(exact))
        .or_else(|| listed(&|key| key.eq_ignore_ascii_case(rank)))
        .or_else(|| face.suit.and_then(|suit| listed(&|key| key == pack.suit_name(suit))));
    let base = by_entry.unwrap_or_else(|| match (face.suit, pack.number(face.rank)) {
        (None, Some(_)) => rules.whot_value.get() as u16, // W26
        (Some(_), Some(number)) => number + u16::from(rules.number_points == NumberPoints::PlusOne), // U8, V23
        (_, None) => 10,
    });
    let doubled =
        face.suit.is_some_and(|suit| rules.double_suits.iter().any(|name| name == pack.suit_name(suit)));
    if doubled { base.saturating_mul(2) } else { base } // N8
}

fn finish_set(pack: &Pack, items: &[String]) -> CardSet {
    let only_exclusions = items.iter().all(|item| item.starts_with('!'));
    let mut set = if only_exclusions { pack.all() } else { CardSet::EMPTY };
    for item in items {
        match item.strip_prefix('!') {
            Some(excluded) => set -= select(pack, excluded),
            None => set |= select(pack, item),
        }
    }
    set
}
