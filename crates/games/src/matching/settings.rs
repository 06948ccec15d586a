//! The types of the options of the matching family.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use crate::options::{FreeForm, Setting, Value, option_enums};

/// For how many players a game is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Players {
    /// The fewest.
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
    /// One, and a second above `one_pack_up_to` players.
    #[default]
    Auto,
    /// This many packs.
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

    fn words(&self) -> Vec<Value> {
        vec![Value::Text("auto".into())]
    }

    fn range(&self) -> Option<(i64, i64)> {
        Some((1, 3))
    }
}

/// How many cards of a kind the pack has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Copies {
    /// As many as are printed.
    #[default]
    AsPrinted,
    /// This many copies.
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

    fn words(&self) -> Vec<Value> {
        vec![Value::Text("as_printed".into())]
    }

    fn range(&self) -> Option<(i64, i64)> {
        Some((0, 10))
    }
}

/// What happens when the stock runs out (G2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum StockEnd {
    /// The discards except the top are shuffled, as often as needed (N18).
    #[default]
    Reshuffle,
    /// The hands are counted at once (N19).
    Count,
    /// After this many reshuffles the hands are counted.
    ReshuffleThenCount(u8),
    /// Nobody draws any more; players who cannot play pass.
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

    fn free_form(&self) -> FreeForm {
        FreeForm::Text
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

    fn words(&self) -> Vec<Value> {
        ["any", "plain"].map(|name| Value::Text(name.into())).to_vec()
    }

    fn free_form(&self) -> FreeForm {
        FreeForm::List
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
        /// It goes into the middle of the stock, and the next card is turned up.
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
        /// The penalty is cancelled.
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
        /// As printed.
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
    /// Whose turn it is after a fine (G9).
    FineTurn {
        /// Still the turn of the player who was fined.
        Stays = "stays",
        /// The next player's.
        Ends = "ends",
    }
    /// How "last card" is said (G12).
    Announce {
        /// Not at all.
        None = "none",
        /// By the table.
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
    /// Who notices a missing word (G12).
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
        /// Everyone scores the points of their own hand; low is good.
        OwnHandLow = "own_hand_low",
        /// The winner scores the points of all other hands; high is good.
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

/// Short for a combination of `counter` and `cross_counter` (V6).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stack {
    /// No answer to a draw card.
    Off,
    /// The same draw card adds up.
    Same,
    /// Any draw card adds up.
    Any,
}
