//! The rule set of the matching family: one field and one row for each option.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use engine::{EndOfMatch, Landing, MatchRules, Pack, PackSpec, Tie};
use thiserror::Error;

use super::effect::{Effect, EffectError};
use super::rule_tables::select;
use super::settings::{
    Announce, AnnounceAt, AnnounceCheck, Blocked, Copies, Counter, DrawTwo, FineTurn, FinishOn,
    FinishingEffect, GroupEffects, HoldOn, NumberPoints, OnTie, Packs, PlayDrawn, Players, Scoring,
    ShortDraw, Stack, Start, StarterSpecial, StockEnd, Suspension, TwoPlayerReverse,
};
use crate::Header;
use crate::options::{Bounded, Row, hint, row};
use crate::table_options::{TableOptions, with_table_options};

/// The pack has no such rank, suit or card.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("the pack has no \"{selector}\"; its ranks are {ranks}, its suits {suits}.{near}", ranks = ranks.join(" "), suits = suits.join(" "), near = self.near())]
pub struct UnknownCards {
    selector: String,
    ranks: Vec<String>,
    suits: Vec<String>,
}

impl UnknownCards {
    /// Checks that the pack has such a rank, suit or card.
    pub(crate) fn check(pack: &Pack, selector: &str) -> Result<(), UnknownCards> {
        if !select(pack, selector).is_empty() {
            return Ok(());
        }
        Err(UnknownCards {
            selector: selector.into(),
            ranks: pack.ranks().to_vec(),
            suits: pack.suits().to_vec(),
        })
    }

    fn near(&self) -> String {
        hint(&self.selector, self.ranks.iter().chain(&self.suits).map(String::as_str))
    }
}

/// Maximum number of entries of `[effects]` and of `[points]`: more than a pack has cards, ranks and suits.
pub(crate) const MAX_TABLE_ENTRIES: usize = 200;

/// A rule set of the matching family. [`ROWS`] says what each field decides.
#[expect(missing_docs, reason = "each field is explained by its row")]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option that a family switches on or off by itself"
)]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rules {
    pub header: Header,
    pub table_options: TableOptions,
    pub players: Players,
    pub pack: PackSpec,
    pub packs: Packs,
    pub one_pack_up_to: Bounded<1, 10>,
    pub whot_cards: Copies,
    pub jokers: Bounded<0, 8>,
    pub draw2: DrawTwo,
    pub effects: Vec<(String, Effect)>,
    pub hand_size: Bounded<1, 20>,
    pub hand_size_two: Bounded<0, 20>,
    pub start: Start,
    pub starter_special: StarterSpecial,
    pub voluntary_draw: bool,
    pub play_drawn: PlayDrawn,
    pub draw_max: Bounded<1, 20>,
    pub draw_until_playable: bool,
    pub stock_end: StockEnd,
    pub short_draw: ShortDraw,
    pub blocked: Blocked,
    pub max_actions: Bounded<50, 10_000>,
    pub counter: Counter,
    pub cross_counter: bool,
    pub must_counter: bool,
    pub wild_cancels_pick: bool,
    pub play_after_penalty: bool,
    pub hold_on: HoldOn,
    pub suspension: Suspension,
    pub star8_double: bool,
    pub block_8: bool,
    pub market_again: bool,
    pub group_play: bool,
    pub group_effects: GroupEffects,
    pub recall_allowed: bool,
    pub wild4_only_if_stuck: bool,
    pub challenge: bool,
    pub swap_mandatory: bool,
    pub two_player_reverse: TwoPlayerReverse,
    pub announce: Announce,
    pub announce_at: AnnounceAt,
    pub announce_check: AnnounceCheck,
    pub announce_penalty: Bounded<0, 10>,
    pub false_call_penalty: Bounded<0, 10>,
    pub last_word: String,
    pub uno_shield_ms: Bounded<0, 10_000>,
    pub illegal_fine: Bounded<0, 2>,
    pub fine_turn: FineTurn,
    pub finish_on: FinishOn,
    pub finishing_effect: FinishingEffect,
    pub play_on: bool,
    pub scoring: Scoring,
    pub points: Vec<(String, u16)>,
    pub number_points: NumberPoints,
    pub whot_value: Bounded<0, 100>,
    pub double_suits: Vec<String>,
    pub rounds: Bounded<0, 50>,
    pub target_score: Bounded<0, 5_000>,
    pub tie: OnTie,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            header: Header::default(),
            table_options: TableOptions::default(),
            players: Players { least: 2, most: 8 },
            pack: PackSpec::default(),
            packs: Packs::Auto,
            one_pack_up_to: Bounded::new(4),
            whot_cards: Copies::AsPrinted,
            jokers: Bounded::new(0),
            draw2: DrawTwo::AsPrinted,
            effects: Vec::new(),
            hand_size: Bounded::new(6),
            hand_size_two: Bounded::new(0),
            start: Start::Turnup,
            starter_special: StarterSpecial::Bury,
            voluntary_draw: true,
            play_drawn: PlayDrawn::Never,
            draw_max: Bounded::new(1),
            draw_until_playable: false,
            stock_end: StockEnd::Reshuffle,
            short_draw: ShortDraw::Waive,
            blocked: Blocked::Rank,
            max_actions: Bounded::new(1_000),
            counter: Counter::Stack,
            cross_counter: false,
            must_counter: false,
            wild_cancels_pick: false,
            play_after_penalty: false,
            hold_on: HoldOn::Again,
            suspension: Suspension::SkipNext,
            star8_double: false,
            block_8: false,
            market_again: false,
            group_play: false,
            group_effects: GroupEffects::Multiply,
            recall_allowed: true,
            wild4_only_if_stuck: false,
            challenge: false,
            swap_mandatory: false,
            two_player_reverse: TwoPlayerReverse::Skip,
            announce: Announce::None,
            announce_at: AnnounceAt::Last,
            announce_check: AnnounceCheck::NextAction,
            announce_penalty: Bounded::new(2),
            false_call_penalty: Bounded::new(0),
            last_word: "last card".into(),
            uno_shield_ms: Bounded::new(1_500),
            illegal_fine: Bounded::new(0),
            fine_turn: FineTurn::Stays,
            finish_on: FinishOn::Any,
            finishing_effect: FinishingEffect::None,
            play_on: false,
            scoring: Scoring::OwnHandLow,
            points: Vec::new(),
            number_points: NumberPoints::Face,
            whot_value: Bounded::new(20),
            double_suits: Vec::new(),
            rounds: Bounded::new(1),
            target_score: Bounded::new(0),
            tie: OnTie::Shared,
        }
    }
}

/// Every option of the family, in the order of the rules page.
pub const ROWS: &[Row<Rules>] = with_table_options![
    row!("players", "C1 E1 U3 V22 N3", players, "How many people can play."),
    row!("packs", "G14 W2 C2", packs, "How many packs are shuffled together."),
    row!(
        "one_pack_up_to",
        "W2 C2 E1",
        one_pack_up_to,
        "How many players share one pack before a second is added."
    ),
    row!("whot_cards", "W1 N7", whot_cards, "How many Whot cards (20s) a Whot pack has."),
    row!("jokers", "E14", jokers, "How many jokers join a French pack."),
    row!("draw2", "V2 U27", draw2, "Whether the Draw Two cards have a colour."),
    row!("hand_size", "N12 C7 U4 W5", hand_size, "How many cards each player is dealt."),
    row!(
        "hand_size_two",
        "N12",
        hand_size_two,
        "How many cards two players are dealt each; 0 for the usual number."
    ),
    row!(
        "start",
        "W3 N13 S5",
        start,
        "Whether a card is turned up, or the first player begins with any card."
    ),
    row!(
        "starter_special",
        "W4 V13 E9 C9",
        starter_special,
        "What happens when the first card turned up is a special card."
    ),
    row!("voluntary_draw", "W6 V8 C12 N17", voluntary_draw, "Whether you may draw although you could play."),
    row!(
        "play_drawn",
        "W7 V7 E8 N17 U13",
        play_drawn,
        "Whether you may play a card in the same turn as you draw it."
    ),
    row!("draw_max", "V9", draw_max, "How many cards you may draw in a turn before you play or pass."),
    row!(
        "draw_until_playable",
        "V9",
        draw_until_playable,
        "Whether you keep drawing until a card fits when you cannot play."
    ),
    row!("stock_end", "G2 N18 N19 C19", stock_end, "What happens when the stock runs out."),
    row!(
        "short_draw",
        "G1",
        short_draw,
        "What happens when too few cards are left to draw all that you must."
    ),
    row!("blocked", "G3", blocked, "How a round is decided when nobody can play or draw any more."),
    row!(
        "max_actions",
        "G4",
        max_actions,
        "How many moves a round may last; then it is stopped, and the hands decide."
    ),
    row!(
        "counter",
        "W14 N22 S17 C13",
        counter,
        "What happens when a pick card is answered with another pick card."
    ),
    row!("cross_counter", "W15", cross_counter, "Whether any pick card can answer any other."),
    row!("must_counter", "E2", must_counter, "Whether you must answer a pick card if you can."),
    row!("wild_cancels_pick" also "whot_cancels_pick" also "eight_blocks_two", "W16 E4", wild_cancels_pick, "Whether a wild card may answer a pick card and cancel the penalty."),
    row!(
        "play_after_penalty",
        "W17 E3",
        play_after_penalty,
        "Whether you still play after picking up a penalty."
    ),
    row!("hold_on", "W8 N20 N31 S11", hold_on, "What Hold On means."),
    row!("suspension", "W11 N27 N31", suspension, "What Suspension means."),
    row!("star8_double", "W12 N28", star8_double, "Whether the star 8 suspends two players instead of one."),
    row!(
        "block_8",
        "W13 S14 S19",
        block_8,
        "Whether a suspended player may block with a card of the same number."
    ),
    row!("market_again", "W19 S15", market_again, "Whether you play again after a General Market."),
    row!("group_play", "W18 S7", group_play, "Whether several cards of one number may be played at once."),
    row!("group_effects", "W18", group_effects, "Whether the effects of cards played together add up."),
    row!(
        "recall_allowed",
        "W21",
        recall_allowed,
        "Whether a called suit may be answered with another wild card."
    ),
    row!(
        "wild4_only_if_stuck",
        "V3",
        wild4_only_if_stuck,
        "Whether a Wild Draw card may only be played with no card of the current colour in hand."
    ),
    row!("challenge", "V3", challenge, "Whether a Wild Draw card can be challenged."),
    row!("swap_mandatory", "V19", swap_mandatory, "Whether a player of a swap card must swap hands."),
    row!("two_player_reverse", "E5", two_player_reverse, "What a reverse does when only two play."),
    row!(
        "announce",
        "G12 W23 N33 S24",
        announce,
        "Whether \"last card\" is said by the players, said for them, or not said at all."
    ),
    row!(
        "announce_at",
        "N33 N34 W22",
        announce_at,
        "Whether it is said with one card left, or with two left and again with one."
    ),
    row!(
        "announce_check",
        "G12 U15",
        announce_check,
        "Who notices that a player forgot the word: the table, or only the other players."
    ),
    row!(
        "announce_penalty",
        "G12 N35 U15 V11",
        announce_penalty,
        "How many cards you draw for forgetting the word."
    ),
    row!(
        "false_call_penalty",
        "V12",
        false_call_penalty,
        "How many cards you draw for saying the word, or catching somebody, by mistake."
    ),
    row!("last_word", "U14", last_word, "The word players say with one card left."),
    row!(
        "uno_shield_ms",
        "V10",
        uno_shield_ms,
        "How long a player still has to say the word before anyone can catch them, in thousandths of a second."
    ),
    row!(
        "illegal_fine",
        "G9 S25",
        illegal_fine,
        "How many cards you draw for playing a card that does not fit."
    ),
    row!("fine_turn", "G9", fine_turn, "Whether your turn goes on or ends after such a fine."),
    row!("finish_on", "E6 W10 C18", finish_on, "The cards that you may finish with."),
    row!(
        "finishing_effect",
        "G7 V21 W24",
        finishing_effect,
        "What a special card still does when it is a player's last."
    ),
    row!(
        "play_on",
        "G8 E11 C26",
        play_on,
        "Whether the others play on for the next places when somebody has finished."
    ),
    row!("scoring", "V15 U6", scoring, "Who gets points at the end of a round, and for what."),
    row!("number_points", "V23 U8", number_points, "How many points a number card counts."),
    row!("whot_value", "W26", whot_value, "How many points a Whot card counts."),
    row!("double_suits", "N8 N19", double_suits, "Suits whose cards count twice."),
    row!("rounds", "V16 U7", rounds, "After how many rounds a match ends; 0 for no limit."),
    row!("target_score", "V16", target_score, "The score at which a match ends; 0 for no limit."),
    row!("tie", "V17", tie, "What happens when the best score is shared at the end of a match."),
];

impl Rules {
    /// When a match under these rules is over and who has won it.
    pub fn match_rules(&self) -> MatchRules {
        let set = |number: u64| (number > 0).then_some(number);
        MatchRules {
            rounds: set(self.rounds.get()).map(|rounds| rounds as u16),
            target: set(self.target_score.get()).map(|target| target as i32),
            limit: None,
            low_wins: self.scoring == Scoring::OwnHandLow,
            landing: Landing::Off,
            end: EndOfMatch::LastStanding,
            tie: match self.tie {
                OnTie::Extra => Tie::Extra,
                OnTie::Shared => Tie::Shared,
            },
        }
    }

    /// How many packs a table with this many seats uses.
    pub fn packs_for(&self, seats: usize) -> usize {
        match self.packs {
            Packs::Fixed(packs) => packs,
            Packs::Auto => 1 + usize::from(seats > self.one_pack_up_to.count()), // W2, C2
        }
    }

    /// How many cards each player is dealt at a table with this many seats.
    pub fn hand_for(&self, seats: usize) -> usize {
        match (seats, self.hand_size_two.count()) {
            (2, two @ 1..) => two,
            _ => self.hand_size.count(),
        }
    }
    /// Sets `counter` and `cross_counter` together (V6).
    pub fn set_stack(&mut self, stack: Stack) {
        self.counter = if stack == Stack::Off { Counter::None } else { Counter::Stack };
        self.cross_counter = stack == Stack::Any;
    }

    /// Gives cards an effect; `none` removes it.
    pub fn set_effect(&mut self, selector: &str, words: &str) -> Result<(), EffectError> {
        let effect = Effect::parse(words)?;
        match self.effects.iter_mut().find(|(known, _)| known == selector) {
            Some(entry) => entry.1 = effect,
            None => self.effects.push((selector.to_string(), effect)),
        }
        Ok(())
    }

    /// Sets the points of cards.
    pub fn set_points(&mut self, selector: &str, points: u16) {
        match self.points.iter_mut().find(|(known, _)| known == selector) {
            Some(entry) => entry.1 = points,
            None => self.points.push((selector.to_string(), points)),
        }
    }

    /// Removes entries about cards that the pack no longer has: jokers taken out, or another pack.
    pub(crate) fn forget_missing_cards(&mut self) {
        let Ok(pack) = Pack::new(&self.pack_spec(), 1) else { return };
        self.effects.retain(|(selector, _)| !select(&pack, selector).is_empty());
        self.points.retain(|(selector, _)| !select(&pack, selector).is_empty());
    }

    /// What a card does. An entry for the card itself overrides one for its rank.
    pub fn effect_of(&self, pack: &Pack, card: engine::Card) -> Effect {
        let exact = pack.notation(card).to_lowercase();
        let rank = pack.rank_name(pack.face(card).rank);
        let find = |name: &str| {
            self.effects.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, effect)| *effect)
        };
        let mut effect = find(&exact).or_else(|| find(rank)).unwrap_or_default();
        if rank == "draw2" {
            effect.playable_on = match self.draw2 {
                DrawTwo::AsPrinted => effect.playable_on,
                DrawTwo::ColourlessKeep => super::PlayableOn::Any,
                DrawTwo::ColourlessChoose => super::PlayableOn::Wild,
                DrawTwo::Coloured => super::PlayableOn::Match,
            };
        }
        effect
    }
}
