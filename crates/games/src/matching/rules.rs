//! The rule set of the matching family: one field an option, one row an option, and what contradicts what.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use engine::{EndOfMatch, Landing, MatchRules, Pack, PackSpec, Tie};

use super::effect::Effect;
use crate::customs::{Customs, with_customs};
use crate::option::{Bounded, Row, Setting, Value, hint, option_enums, quoted, row};
use crate::{Header, packs};

/// How many can play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Players {
    /// The least.
    pub least: usize,
    /// The most.
    pub most: usize,
}

impl core::fmt::Display for Players {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        if self.least == self.most {
            write!(f, "{}", self.most)
        } else {
            write!(f, "{} to {}", self.least, self.most)
        }
    }
}

impl Setting for Players {
    fn value(&self) -> Value {
        match (self.least, self.most) {
            (least, most) if least == most => Value::Number(most as i64),
            (least, most) => Value::Text(format!("{least}-{most}")),
        }
    }

    fn accepted(&self) -> String {
        "a number of players from 2 to 10, or a range like \"2-8\"".into()
    }

    fn set(&mut self, value: &Value) -> bool {
        let bounds = match value {
            Value::Number(number) => usize::try_from(*number).ok().map(|number| (number, number)),
            Value::Text(text) => text.split_once(['-', '.']).and_then(|(least, most)| {
                Some((least.trim().parse().ok()?, most.trim_start_matches('.').trim().parse().ok()?))
            }),
            Value::Flag(_) | Value::List(_) => None,
        };
        match bounds {
            Some((least, most)) if 2 <= least && least <= most && most <= engine::MAX_SEATS => {
                *self = Players { least, most };
                true
            }
            _ => false,
        }
    }
}

/// How many packs are shuffled together (G14).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Packs {
    /// One, and a second above a number of players.
    #[default]
    Auto,
    /// So many.
    Fixed(usize),
}

impl Setting for Packs {
    fn value(&self) -> Value {
        match self {
            Packs::Auto => Value::Text("auto".into()),
            Packs::Fixed(packs) => Value::Number(*packs as i64),
        }
    }

    fn accepted(&self) -> String {
        "\"auto\" or a whole number from 1 to 3".into()
    }

    fn set(&mut self, value: &Value) -> bool {
        *self = match value {
            Value::Text(text) if text == "auto" => Packs::Auto,
            Value::Number(packs @ 1..=3) => Packs::Fixed(*packs as usize),
            _ => return false,
        };
        true
    }
}

/// How many cards of a kind the pack has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Copies {
    /// As many as are printed.
    #[default]
    AsPrinted,
    /// So many.
    Fixed(usize),
}

impl Setting for Copies {
    fn value(&self) -> Value {
        match self {
            Copies::AsPrinted => Value::Text("as_printed".into()),
            Copies::Fixed(copies) => Value::Number(*copies as i64),
        }
    }

    fn accepted(&self) -> String {
        "\"as_printed\" or a whole number from 0 to 10".into()
    }

    fn set(&mut self, value: &Value) -> bool {
        *self = match value {
            Value::Text(text) if text == "as_printed" => Copies::AsPrinted,
            Value::Number(copies @ 0..=10) => Copies::Fixed(*copies as usize),
            _ => return false,
        };
        true
    }
}

/// What happens when the stock runs out (G2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum StockEnd {
    /// The discards but the top are shuffled, as often as needed (N18).
    #[default]
    Reshuffle,
    /// The hands are counted at once (N19).
    Count,
    /// So many reshuffles, then the hands are counted.
    ReshuffleThenCount(u8),
    /// Nobody draws any more; whoever cannot play passes.
    Pass,
}

impl Setting for StockEnd {
    fn value(&self) -> Value {
        Value::Text(match self {
            StockEnd::Reshuffle => "reshuffle".into(),
            StockEnd::Count => "count".into(),
            StockEnd::ReshuffleThenCount(times) => format!("reshuffle_then_count({times})"),
            StockEnd::Pass => "pass".into(),
        })
    }

    fn accepted(&self) -> String {
        "one of \"reshuffle\", \"count\", \"reshuffle_then_count(k)\" with k from 1 to 9, \"pass\"".into()
    }

    fn set(&mut self, value: &Value) -> bool {
        let Value::Text(text) = value else { return false };
        let times = text.strip_prefix("reshuffle_then_count(").and_then(|rest| rest.strip_suffix(')'));
        *self = match (text.as_str(), times.map(str::parse)) {
            ("reshuffle", _) => StockEnd::Reshuffle,
            ("count", _) => StockEnd::Count,
            ("pass", _) => StockEnd::Pass,
            (_, Some(Ok(times @ 1..=9))) => StockEnd::ReshuffleThenCount(times),
            _ => return false,
        };
        true
    }

    fn values(&self) -> Vec<Value> {
        ["reshuffle", "count", "reshuffle_then_count(1)", "pass"]
            .map(|name| Value::Text(name.into()))
            .to_vec()
    }
}

/// The cards on which a hand may end (E6, W10).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum FinishOn {
    /// Any card.
    #[default]
    Any,
    /// A card without an effect (C18).
    Plain,
    /// These ranks and cards; with a leading `!`, all but these.
    List(Vec<String>),
}

impl Setting for FinishOn {
    fn value(&self) -> Value {
        match self {
            FinishOn::Any => Value::Text("any".into()),
            FinishOn::Plain => Value::Text("plain".into()),
            FinishOn::List(items) => Value::List(items.clone()),
        }
    }

    fn accepted(&self) -> String {
        "\"any\", \"plain\" (cards without an effect), or a list of ranks and cards like [\"3\", \"star-4\"] or [\"!1\"]".into()
    }

    fn set(&mut self, value: &Value) -> bool {
        *self = match value {
            Value::Text(text) if text == "any" => FinishOn::Any,
            Value::Text(text) if text == "plain" => FinishOn::Plain,
            Value::List(items) if !items.is_empty() => FinishOn::List(items.clone()),
            _ => return false,
        };
        true
    }
}

option_enums! {
    /// How the pile begins (W3).
    Start {
        /// A card is turned up.
        Turnup = "turnup",
        /// The first player plays any card.
        Lead = "lead",
    }
    /// What becomes of a special card that is turned up (W4, V13, E9).
    StarterSpecial {
        /// It goes into the middle of the stock, and the next is turned.
        Bury = "bury",
        /// It acts as if the dealer had played it.
        Act = "act",
        /// It lies there and does nothing.
        Ignore = "ignore",
    }
    /// Whether a card can be played in the turn in which it was drawn (W7, V7, E8).
    PlayDrawn {
        /// No.
        Never = "never",
        /// The drawn card may be played.
        May = "may",
        /// The drawn card must be played if it fits.
        Must = "must",
        /// Any fitting card may be played after drawing.
        Any = "any",
    }
    /// What becomes of cards that a draw could not supply (G1).
    ShortDraw {
        /// They are forgiven.
        Waive = "waive",
        /// They are drawn at the start of the player's next turn.
        Owe = "owe",
    }
    /// How a blocked round is decided (G3).
    Blocked {
        /// By points left, then by cards left.
        Rank = "rank",
        /// All who are left share the place.
        Draw = "draw",
    }
    /// What answering a pick with the same number does (W14).
    Counter {
        /// The penalties add up.
        Stack = "stack",
        /// Only the new penalty goes on to the next player.
        Transfer = "transfer",
        /// The penalty is gone.
        Cancel = "cancel",
        /// There is no answer.
        None = "none",
    }
    /// What Hold On means (W8).
    HoldOn {
        /// The same player plays again.
        Again = "again",
        /// The next player misses a turn.
        SkipNext = "skip_next",
        /// The same player plays again, and then the next player misses a turn.
        AgainAndSkip = "again_and_skip",
    }
    /// What Suspension means (W11).
    Suspension {
        /// The next player misses a turn.
        SkipNext = "skip_next",
        /// All others wait while the same player plays again.
        Again = "again",
    }
    /// What several action cards played together do (W18).
    GroupEffects {
        /// Their effects add up.
        Multiply = "multiply",
        /// They count as one.
        Once = "once",
    }
    /// What the pack's draw twos are (V2).
    DrawTwo {
        /// As the pack has them.
        AsPrinted = "as_printed",
        /// Without a colour; the colour in force stays.
        ColourlessKeep = "colourless_keep",
        /// Without a colour; the player chooses one.
        ColourlessChoose = "colourless_choose",
        /// Each of one colour.
        Coloured = "coloured",
    }
    /// What a reverse does with two players (E5).
    TwoPlayerReverse {
        /// It skips the other.
        Skip = "skip",
        /// Nothing.
        Nothing = "nothing",
    }
    /// How "last card" is said (G12).
    Announce {
        /// Not at all.
        None = "none",
        /// By itself.
        Auto = "auto",
        /// By the player.
        Manual = "manual",
    }
    /// When something has to be said (N33, N34).
    AnnounceAt {
        /// With one card left.
        Last = "last",
        /// With two cards left and with one.
        SemiAndLast = "semi_and_last",
    }
    /// Who sees to it that it is said (G12).
    AnnounceCheck {
        /// The rules, when the next player acts.
        NextAction = "next_action",
        /// The other players, until the next player acts.
        Catch = "catch",
    }
    /// What a last card still does (G7).
    FinishingEffect {
        /// Nothing.
        None = "none",
        /// Others still draw.
        Penalties = "penalties",
        /// Everything.
        All = "all",
    }
    /// Who scores (V15).
    Scoring {
        /// Everyone the value of the own hand; low is good.
        OwnHandLow = "own_hand_low",
        /// The winner the value of all other hands; high is good.
        WinnerTakes = "winner_takes",
    }
    /// What a number card counts (V23).
    NumberPoints {
        /// Its number.
        Face = "face",
        /// Its number and one more.
        PlusOne = "plus_one",
    }
    /// What a shared best score does (V17).
    OnTie {
        /// One more round for all.
        Extra = "extra",
        /// The win is shared.
        Shared = "shared",
    }
}

/// Another way to say `counter` and `cross_counter` (V6).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stack {
    /// No answer to a draw card.
    Off,
    /// The same draw card adds up.
    Same,
    /// Any draw card adds up.
    Any,
}

/// A rule set of the matching family. [`ROWS`] says what each field decides.
#[expect(missing_docs, reason = "each field is explained by its row")]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option that a family switches on or off by itself"
)]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rules {
    pub header: Header,
    pub customs: Customs,
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
            customs: Customs::default(),
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

/// Every option of the family, in the order in which a rules page speaks of them.
pub const ROWS: &[Row<Rules>] = with_customs![
    row!("players", "C1 E1 U3 V22 N3", players, "How many can play: a number, or a range like \"2-8\"."),
    row!(
        "packs",
        "G14 W2 C2",
        packs,
        "How many packs are shuffled together; \"auto\" adds a second for a large table."
    ),
    row!(
        "one_pack_up_to",
        "W2 C2 E1",
        one_pack_up_to,
        "With packs = \"auto\", a second pack joins above so many players."
    ),
    row!("whot_cards", "W1 N7", whot_cards, "How many Whot cards (20s) a Whot pack has."),
    row!("jokers", "E14", jokers, "How many jokers join a French pack."),
    row!("draw2", "V2 U27", draw2, "Whether the pack's draw twos have a colour."),
    row!("hand_size", "N12 C7 U4 W5", hand_size, "How many cards each player is dealt."),
    row!(
        "hand_size_two",
        "N12",
        hand_size_two,
        "How many cards each is dealt when only two play; 0 for the same as more."
    ),
    row!("start", "W3 N13 S5", start, "Whether a card is turned up, or the first player leads any card."),
    row!(
        "starter_special",
        "W4 V13 E9 C9",
        starter_special,
        "What becomes of a special card that is turned up."
    ),
    row!(
        "voluntary_draw",
        "W6 V8 C12 N17",
        voluntary_draw,
        "Whether a player who could play may draw instead."
    ),
    row!(
        "play_drawn",
        "W7 V7 E8 N17 U13",
        play_drawn,
        "Whether a card may be played in the turn in which it was drawn."
    ),
    row!("draw_max", "V9", draw_max, "With play_drawn = \"any\", how many cards may be drawn in one turn."),
    row!(
        "draw_until_playable",
        "V9",
        draw_until_playable,
        "Whether a player who cannot play draws until a card fits."
    ),
    row!("stock_end", "G2 N18 N19 C19", stock_end, "What happens when the stock runs out."),
    row!("short_draw", "G1", short_draw, "What becomes of cards that a draw could not supply."),
    row!("blocked", "G3", blocked, "How a round is decided in which nobody can play or draw."),
    row!(
        "max_actions",
        "G4",
        max_actions,
        "After so many actions a round is stopped and ranked by what is left."
    ),
    row!("counter", "W14 N22 S17 C13", counter, "What answering a pick card with another does."),
    row!("cross_counter", "W15", cross_counter, "Whether any pick card answers any other."),
    row!("must_counter", "E2", must_counter, "Whether a player who can answer a pick must."),
    row!("wild_cancels_pick" also "whot_cancels_pick" also "eight_blocks_two", "W16 E4", wild_cancels_pick, "Whether a wild card may be played on a waiting pick and does away with it."),
    row!(
        "play_after_penalty",
        "W17 E3",
        play_after_penalty,
        "Whether a player who took a penalty still has a turn."
    ),
    row!("hold_on", "W8 N20 N31 S11", hold_on, "What Hold On means."),
    row!("suspension", "W11 N27 N31", suspension, "What Suspension means."),
    row!("star8_double", "W12 N28", star8_double, "Whether the star 8 suspends two players."),
    row!("block_8", "W13 S14 S19", block_8, "Whether a suspended player may block with the same number."),
    row!("market_again", "W19 S15", market_again, "Whether the player of a General Market plays again."),
    row!("group_play", "W18 S7", group_play, "Whether several cards of one number may be played at once."),
    row!("group_effects", "W18", group_effects, "Whether the effects of cards played together add up."),
    row!("recall_allowed", "W21", recall_allowed, "Whether a call may be answered with another wild card."),
    row!(
        "wild4_only_if_stuck",
        "V3",
        wild4_only_if_stuck,
        "Whether a wild draw card needs a hand without the colour in force."
    ),
    row!("challenge", "V3", challenge, "Whether a wild draw card can be challenged."),
    row!("swap_mandatory", "V19", swap_mandatory, "Whether a swap card must be used to swap."),
    row!("two_player_reverse", "E5", two_player_reverse, "What a reverse does when two play."),
    row!(
        "announce",
        "G12 W23 N33 S24",
        announce,
        "Whether \"last card\" is said by the players, by itself, or not at all."
    ),
    row!(
        "announce_at",
        "N33 N34 W22",
        announce_at,
        "Whether it is said with one card left, or with two and with one."
    ),
    row!(
        "announce_check",
        "G12 U15",
        announce_check,
        "Whether the rules or the other players catch a missing word."
    ),
    row!("announce_penalty", "G12 N35 U15 V11", announce_penalty, "How many cards a missing word costs."),
    row!(
        "false_call_penalty",
        "V12",
        false_call_penalty,
        "How many cards a word or a catch out of place costs."
    ),
    row!("last_word", "U14", last_word, "What is said with one card left."),
    row!("uno_shield_ms", "V10", uno_shield_ms, "Milliseconds after a play before anyone can be caught."),
    row!("illegal_fine", "G9 S25", illegal_fine, "How many cards an illegal play costs."),
    row!("finish_on", "E6 W10 C18", finish_on, "The cards on which a hand may end."),
    row!("finishing_effect", "G7 V21 W24", finishing_effect, "What a last card still does."),
    row!("play_on", "G8 E11 C26", play_on, "Whether the others play on for places when somebody is out."),
    row!("scoring", "V15 U6", scoring, "Who scores what at the end of a round."),
    row!("number_points", "V23 U8", number_points, "What a number card counts."),
    row!("whot_value", "W26", whot_value, "What a Whot card counts."),
    row!("double_suits", "N8 N19", double_suits, "Suits whose cards count twice."),
    row!("rounds", "V16 U7", rounds, "After how many rounds a match ends; 0 for no limit."),
    row!("target_score", "V16", target_score, "At which score a match ends; 0 for none."),
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

    /// How many packs are used at a table of so many.
    pub fn packs_for(&self, seats: usize) -> usize {
        match self.packs {
            Packs::Fixed(packs) => packs,
            Packs::Auto => 1 + usize::from(seats > self.one_pack_up_to.count()), // W2, C2
        }
    }

    /// How many cards each is dealt at a table of so many.
    pub fn hand_for(&self, seats: usize) -> usize {
        match (seats, self.hand_size_two.count()) {
            (2, two @ 1..) => two,
            _ => self.hand_size.count(),
        }
    }

    /// One pack as these rules change it: with so many Whots and jokers, draw twos with a colour or without.
    pub fn pack_spec(&self) -> PackSpec {
        let mut spec = self.pack.clone();
        if let Copies::Fixed(copies) = self.whot_cards
            && has_whots(&spec)
        {
            packs::set_copies(&mut spec, "whot", "20", copies); // W1
        }
        if self.jokers.get() > 0 {
            packs::set_copies(&mut spec, "loose", "JK", self.jokers.count()); // E14
        }
        match self.draw2 {
            DrawTwo::AsPrinted => {}
            DrawTwo::ColourlessKeep | DrawTwo::ColourlessChoose => strip_suits(&mut spec, "draw2"),
            DrawTwo::Coloured => spread_over_suits(&mut spec, "draw2"),
        }
        spec
    }

    /// Sets `counter` and `cross_counter` together (V6).
    pub fn set_stack(&mut self, stack: Stack) {
        self.counter = if stack == Stack::Off { Counter::None } else { Counter::Stack };
        self.cross_counter = stack == Stack::Any;
    }

    /// Gives cards an effect; `none` takes it away.
    pub fn set_effect(&mut self, selector: &str, words: &str) -> Result<(), String> {
        let effect = Effect::parse(words)?;
        match self.effects.iter_mut().find(|(known, _)| known == selector) {
            Some(entry) => entry.1 = effect,
            None => self.effects.push((selector.to_string(), effect)),
        }
        Ok(())
    }

    /// Gives cards their points.
    pub fn set_points(&mut self, selector: &str, points: u16) {
        match self.points.iter_mut().find(|(known, _)| known == selector) {
            Some(entry) => entry.1 = points,
            None => self.points.push((selector.to_string(), points)),
        }
    }

    /// Forgets what is said about cards that the pack no longer has: jokers that were taken out, another pack.
    pub(crate) fn forget_missing_cards(&mut self) {
        let Ok(pack) = Pack::new(&self.pack_spec(), 1) else { return };
        self.effects.retain(|(selector, _)| !select(&pack, selector).is_empty());
        self.points.retain(|(selector, _)| !select(&pack, selector).is_empty());
    }

    /// Whether the pack has such a rank, suit or card; otherwise what it does have.
    pub fn known_selector(&self, selector: &str) -> Result<(), String> {
        let Ok(pack) = Pack::new(&self.pack_spec(), 1) else { return Ok(()) };
        if !select(&pack, selector).is_empty() {
            return Ok(());
        }
        let suits = pack.suits().iter().map(String::as_str);
        let near = hint(selector, pack.ranks().iter().map(String::as_str).chain(suits));
        let (ranks, suits) = (pack.ranks().join(" "), pack.suits().join(" "));
        Err(format!("the pack has no \"{selector}\"; its ranks are {ranks}, its suits {suits}.{near}"))
    }

    /// What is wrong: the key to blame, and a sentence that says what would be right.
    pub fn faults(&self) -> Vec<(&'static str, String)> {
        let mut faults = Vec::new();
        let mut fault = |key, wrong: bool, message: String| {
            if wrong {
                faults.push((key, message));
            }
        };
        let any_draw = self.play_drawn == PlayDrawn::Any;
        fault(
            "draw_max",
            self.draw_max.get() > 1 && !any_draw,
            "drawing several cards in a turn needs play_drawn = \"any\"".into(),
        );
        fault("draw_max", self.draw_max.get() > 1 && self.draw_until_playable, "draw_max and draw_until_playable contradict each other: set draw_max = 1 or draw_until_playable = false".into());
        fault("draw_until_playable", self.draw_until_playable && self.play_drawn == PlayDrawn::Never, "drawing until a card fits makes no sense when it may not be played: set play_drawn to \"may\", \"must\" or \"any\"".into());
        fault("challenge", self.challenge && self.wild4_only_if_stuck, "there is nothing to challenge when the card may only be played by a player without the colour: set wild4_only_if_stuck = false".into());
        fault(
            "cross_counter",
            self.cross_counter && self.counter == Counter::None,
            "cross_counter needs answers to pick cards: set counter to \"stack\", \"transfer\" or \"cancel\""
                .into(),
        );
        fault(
            "must_counter",
            self.must_counter && self.counter == Counter::None,
            "must_counter needs answers to pick cards: set counter to \"stack\", \"transfer\" or \"cancel\""
                .into(),
        );
        fault("wild_cancels_pick", self.wild_cancels_pick && self.counter == Counter::None, "a wild card cannot cancel a pick that is drawn at once: set counter to \"stack\", \"transfer\" or \"cancel\"".into());
        fault("block_8", self.block_8 && self.suspension == Suspension::Again, "nobody is suspended to block when suspension = \"again\": set suspension = \"skip_next\" or block_8 = false".into());
        fault(
            "rounds",
            self.rounds.get() == 0 && self.target_score.get() == 0,
            "a match needs an end: set rounds or target_score".into(),
        );
        fault(
            "target_score",
            self.target_score.get() > 0 && self.scoring == Scoring::OwnHandLow && self.rounds.get() > 1,
            "with own_hand_low a match ends by rounds or by target_score, not by both: set one of them to 0"
                .into(),
        );
        self.effect_faults(&mut faults);
        self.pack_faults(&mut faults);
        faults
    }

    /// Effects that cannot both happen to one card.
    fn effect_faults(&self, faults: &mut Vec<(&'static str, String)>) {
        for (selector, effect) in &self.effects {
            let misses = effect.skip > 0 || effect.suspension > 0;
            if effect.pick > 0 && (misses || effect.hold_on) {
                faults.push(("effects", format!("\"{selector}\" = \"{effect}\": a pick already costs the next player the turn; leave skip, suspension and hold_on out")));
            } else if effect.hold_on && misses {
                faults.push(("effects", format!("\"{selector}\" = \"{effect}\": hold_on and a skip contradict each other; use one of them, or hold_on = \"again_and_skip\"")));
            }
        }
    }

    fn pack_faults(&self, faults: &mut Vec<(&'static str, String)>) {
        let spec = self.pack_spec();
        for seats in self.players.least..=self.players.most {
            let packs = self.packs_for(seats);
            let pack = match Pack::new(&spec, packs) {
                Ok(pack) => pack,
                Err(error) => {
                    return faults.push((if packs > 1 { "packs" } else { "pack" }, error.to_string()));
                }
            };
            let (hand, cards) = (self.hand_for(seats), pack.cards().len());
            if seats * hand + 1 > cards {
                // G14
                let most = (cards - 1) / seats;
                let message = format!(
                    "{seats} players with {hand} cards each do not fit into {cards} cards: deal at most {most}, allow fewer players, or add a pack"
                );
                return faults.push(("hand_size", message));
            }
        }
        let Ok(pack) = Pack::new(&spec, 1) else { return };
        let lists = [("double_suits", self.double_suits.clone()), ("finish_on", self.finish_list())];
        for (key, selectors) in lists {
            let unknown = selectors.iter().find(|selector| select(&pack, selector).is_empty());
            faults.extend(
                unknown.and_then(|unknown| self.known_selector(unknown).err()).map(|message| (key, message)),
            );
        }
        if self.star8_double && pack.parse("star-8").is_none() {
            faults.push(("star8_double", "the pack has no star-8; set star8_double = false".into()));
        }
        if self.whot_cards != Copies::AsPrinted && !has_whots(&self.pack) {
            faults.push(("whot_cards", "the pack has no Whot cards; leave whot_cards out".into()));
        }
        if self.draw2 != DrawTwo::AsPrinted && !has_rank(&self.pack, "draw2") {
            faults.push(("draw2", "the pack has no draw2 cards; set draw2 = \"as_printed\"".into()));
        }
        if pack.suits().len() < 2 {
            faults.push(("pack", "a pack needs at least two suits to match".into()));
        }
        let most_of_a_rank =
            (0..pack.ranks().len()).map(|rank| pack.of_rank(engine::Rank(rank as u8)).len()).max();
        let packs = self.packs_for(self.players.most);
        if self.group_play && most_of_a_rank.unwrap_or(0) * packs > 16 {
            faults.push(("group_play", "cards can be played together where there are at most 16 of a number: use fewer packs or group_play = false".into()));
        }
        if self.starts_nowhere(&pack) {
            faults.push(("starter_special", "every card of the pack is special, so none can be turned up: set starter_special to \"ignore\", or start = \"lead\"".into()));
        }
        if self.finish_on == FinishOn::Plain
            && pack.cards().iter().all(|&card| !self.effect_of(&pack, card).is_plain())
        {
            faults.push((
                "finish_on",
                "no card of the pack is without an effect, so nobody could finish: set finish_on = \"any\""
                    .into(),
            ));
        }
    }

    fn starts_nowhere(&self, pack: &Pack) -> bool {
        self.start == Start::Turnup
            && self.starter_special != StarterSpecial::Ignore
            && pack.cards().iter().all(|&card| !self.effect_of(pack, card).is_plain())
    }

    /// What a card does; an entry for the very card comes before one for its rank.
    pub fn effect_of(&self, pack: &Pack, card: engine::Card) -> Effect {
        let exact = pack.notation(card).to_lowercase();
        let rank = pack.rank_name(pack.face(card).rank);
        let find = |name: &str| {
            self.effects.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, effect)| *effect)
        };
        let mut effect = find(&exact).or_else(|| find(rank)).unwrap_or_default();
        if rank == "draw2" {
            effect.fits = match self.draw2 {
                DrawTwo::AsPrinted => effect.fits,
                DrawTwo::ColourlessKeep => super::Fits::Any,
                DrawTwo::ColourlessChoose => super::Fits::Wild,
                DrawTwo::Coloured => super::Fits::Match,
            };
        }
        effect
    }

    /// The ranks and cards of `finish_on`, without the exclamation marks.
    fn finish_list(&self) -> Vec<String> {
        match &self.finish_on {
            FinishOn::Any | FinishOn::Plain => Vec::new(),
            FinishOn::List(items) => {
                items.iter().map(|item| item.trim_start_matches('!').to_string()).collect()
            }
        }
    }

    /// The tables of a rule file: pack, effects and points, whole or where they differ from `base`.
    pub(crate) fn tables_toml(&self, base: Option<&Rules>) -> String {
        let mut out = String::new();
        if base.is_none_or(|base| base.pack != self.pack) {
            out.push_str(&pack_toml(&self.pack));
        }
        let unsaid = |selector: &String| !self.effects.iter().any(|(known, _)| known == selector);
        let gone = |selector: &String| unsaid(selector) && self.known_selector(selector).is_ok();
        let mut effects: Vec<String> = vec![];
        for (selector, effect) in &self.effects {
            if base.is_none_or(|base| !base.effects.contains(&(selector.clone(), *effect))) {
                effects.push(format!("{} = {}\n", quoted(selector), quoted(&effect.to_string())));
            }
        }
        for (selector, _) in base.iter().flat_map(|base| &base.effects).filter(|(selector, _)| gone(selector))
        {
            effects.push(format!("{} = \"none\"\n", quoted(selector)));
        }
        let points = self.points.iter().filter(|entry| base.is_none_or(|base| !base.points.contains(entry)));
        let points: Vec<String> =
            points.map(|(selector, points)| format!("{} = {points}\n", quoted(selector))).collect();
        for (name, lines) in [("effects", effects), ("points", points)] {
            if !lines.is_empty() {
                out.push_str(&format!("\n[{name}]\n{}", lines.concat()));
            }
        }
        out
    }
}

/// The cards that a rule file means: a rank, a suit, or one card.
pub fn select(pack: &Pack, selector: &str) -> engine::CardSet {
    let rank = pack.ranks().iter().position(|rank| rank.eq_ignore_ascii_case(selector));
    if let Some(rank) = rank {
        return pack.of_rank(engine::Rank(rank as u8));
    }
    if let Some(suit) = pack.suits().iter().position(|suit| suit == selector) {
        return pack.of_suit(engine::Suit(suit as u8));
    }
    pack.parse(selector).map(|card| pack.copies(card)).unwrap_or_default()
}

fn pack_toml(spec: &PackSpec) -> String {
    if let Some(name) = packs::name_of(spec) {
        return format!("pack = {}\n", quoted(name));
    }
    let style = match spec.style {
        engine::Style::Shapes => "shapes",
        engine::Style::French => "french",
        engine::Style::Colours => "colours",
    };
    let suits: Vec<String> = spec.suits.iter().map(|suit| quoted(suit)).collect();
    let mut out = format!("\n[pack]\nstyle = \"{style}\"\nsuits = [{}]\n\n[pack.cards]\n", suits.join(", "));
    for (group, ranks) in &spec.groups {
        let ranks: Vec<String> = ranks
            .iter()
            .map(|(rank, times)| if *times == 1 { rank.clone() } else { format!("{rank}*{times}") })
            .collect();
        out.push_str(&format!("{} = {}\n", quoted(group), quoted(&ranks.join(" "))));
    }
    for (name, pairs) in [("words", &spec.words), ("names", &spec.names)] {
        if !pairs.is_empty() {
            let lines: Vec<String> = pairs
                .iter()
                .map(|(word, meaning)| format!("{} = {}\n", quoted(word), quoted(meaning)))
                .collect();
            out.push_str(&format!("\n[pack.{name}]\n{}", lines.concat()));
        }
    }
    out
}

fn has_rank(spec: &PackSpec, rank: &str) -> bool {
    spec.groups.iter().any(|(_, ranks)| ranks.iter().any(|(known, _)| known == rank))
}

/// Whether the pack has the Whots of a Whot pack: a 20 in a group of that name.
fn has_whots(spec: &PackSpec) -> bool {
    spec.groups.iter().any(|(group, ranks)| group == "whot" && ranks.iter().any(|(rank, _)| rank == "20"))
}

fn count_of(spec: &PackSpec, rank: &str) -> usize {
    spec.groups
        .iter()
        .flat_map(|(_, ranks)| ranks)
        .filter(|(known, _)| known == rank)
        .map(|(_, times)| times)
        .sum()
}

fn strip_suits(spec: &mut PackSpec, rank: &str) {
    let total = count_of(spec, rank);
    for (_, ranks) in &mut spec.groups {
        ranks.retain(|(known, _)| known != rank);
    }
    packs::set_copies(spec, "loose", rank, total);
}

fn spread_over_suits(spec: &mut PackSpec, rank: &str) {
    let total = count_of(spec, rank);
    for (_, ranks) in &mut spec.groups {
        ranks.retain(|(known, _)| known != rank);
    }
    let suits = spec.suits.clone();
    for (at, suit) in suits.iter().enumerate() {
        let share = total / suits.len() + usize::from(at < total % suits.len());
        if let (Some((_, ranks)), 1..) = (spec.groups.iter_mut().find(|(group, _)| group == suit), share) {
            ranks.push((rank.to_string(), share));
        }
    }
    spec.groups.retain(|(_, ranks)| !ranks.is_empty());
}
