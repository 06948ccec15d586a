//! Table options: those that every game has, whichever family it belongs to.

use alloc::string::String;
use alloc::vec::Vec;

use crate::options::{Bounded, choices};

/// What the table does when time runs out (G11).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Timeout {
    /// The player draws, or takes the pending penalty, and the turn passes.
    #[default]
    Draw,
    /// A computer player moves for the player.
    Bot,
}

/// Whether a move that was made can be taken back (G13).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Takeback {
    /// Never.
    Off,
    /// If all agree and nobody has seen a hidden card since.
    #[default]
    Consent,
    /// Freely, against computer players.
    Practice,
}

/// Whether a player may ask the table what a good player would do (G21).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Hints {
    /// Never.
    Never,
    /// Against computer players.
    Practice,
    /// At any time.
    #[default]
    Always,
}

/// How the first dealer is chosen (G15).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum FirstDealer {
    /// Everyone cuts the pack and shows a card; the highest deals (N11).
    Cut,
    /// By lot.
    #[default]
    Lot,
    /// The last seat, so that seat 0 begins.
    LastSeat,
}

/// Where people sit (G15).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SeatOrder {
    /// Where they chose to sit.
    #[default]
    Fixed,
    /// Drawn once for the whole match (U18).
    Random,
}

/// What becomes of the seat of a player who leaves for good (G19).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Leaver {
    /// A computer player takes it over.
    #[default]
    Bot,
    /// The hand goes under the stock, and the seat is skipped.
    Fold,
}

choices! {
    Timeout { Draw = "draw", Bot = "bot" }
    Takeback { Off = "off", Consent = "consent", Practice = "practice" }
    Hints { Never = "never", Practice = "practice", Always = "always" }
    FirstDealer { Cut = "cut", Lot = "lot", LastSeat = "last_seat" }
    SeatOrder { Fixed = "fixed", Random = "random" }
    Leaver { Bot = "bot", Fold = "fold" }
}

/// The options of a table.
#[expect(missing_docs, reason = "each field is explained by its row")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableOptions {
    pub turn_seconds: Bounded<0, 604_800>,
    pub timeout: Timeout,
    pub afk_after: Bounded<1, 10>,
    pub takeback: Takeback,
    pub hints: Hints,
    pub first_dealer: FirstDealer,
    pub seat_order: SeatOrder,
    pub leaver: Leaver,
    pub joint_seed: bool,
    pub seed: Bounded<0, 9_007_199_254_740_991>,
}

impl Default for TableOptions {
    fn default() -> TableOptions {
        TableOptions {
            turn_seconds: Bounded::new(0),
            timeout: Timeout::default(),
            afk_after: Bounded::new(3),
            takeback: Takeback::default(),
            hints: Hints::default(),
            first_dealer: FirstDealer::default(),
            seat_order: SeatOrder::default(),
            leaver: Leaver::default(),
            joint_seed: true,
            seed: Bounded::new(0),
        }
    }
}

/// The option rows of a rule set: its own, then those of its field `table_options`.
macro_rules! with_table_options {
    ($($own:expr),+ $(,)?) => {
        &[
            $($own,)+
            row!("takeback", "G13", table_options.takeback, "Whether a move can be undone."),
            row!("hints", "G21", table_options.hints, "Whether players may ask for a hint."),
            row!("turn_seconds", "G10 S10", table_options.turn_seconds, "How many seconds a player has for a turn; 0 for no limit."),
            row!("timeout", "G11 S10", table_options.timeout, "What happens when a player's time runs out."),
            row!("afk_after", "G11", table_options.afk_after, "How many times in a row a player's time may run out before the computer plays for them."),
            row!("first_dealer", "G15 N11", table_options.first_dealer, "How the first dealer is chosen."),
            row!("seat_order", "G15 U18", table_options.seat_order, "Whether seats are drawn by lot before a match."),
            row!("leaver", "G19", table_options.leaver, "What happens to the hand of a player who leaves for good."),
            row!("joint_seed", "G16", table_options.joint_seed, "Whether every player's device takes part in the shuffle in online games."),
            row!("seed", "G16 U9", table_options.seed, "A number that fixes every shuffle, so that the same deals come again; 0 for new ones each time."),
        ]
    };
}
pub(crate) use with_table_options;

/// What the rules page says about the table.
pub(crate) fn words(table_options: &TableOptions) -> Vec<(&'static str, String)> {
    use alloc::format;
    let mut out = Vec::new();
    let seconds = table_options.turn_seconds.get();
    if seconds > 0 {
        let units = [(86_400, "day"), (3_600, "hour"), (60, "minute"), (1, "second")];
        let time = units.into_iter().find(|(unit, _)| seconds.is_multiple_of(*unit)).map_or_else(
            String::new,
            |(unit, name)| {
                let many = if seconds == unit { "" } else { "s" };
                format!("{} {name}{many}", seconds / unit)
            },
        );
        let then = match table_options.timeout {
            Timeout::Draw => {
                "draws one card, or takes the penalty that waits, and loses the turn; the clock never plays a card"
            }
            Timeout::Bot => "has the move made by a computer player",
        };
        let afk = table_options.afk_after.get();
        out.push(("turn_seconds", format!("Where the table keeps time, a player has {time} for a turn. A player who takes longer {then}. After {afk} in a row a computer player keeps the seat until the person is back.")));
    }
    let dealer = match table_options.first_dealer {
        FirstDealer::Cut => {
            "Everyone cuts the shuffled pack; whoever shows the highest card deals first, and equal cards cut again."
        }
        FirstDealer::Lot => "The first dealer is drawn by lot.",
        FirstDealer::LastSeat => "The player in the last seat deals first.",
    };
    out.push(("first_dealer", dealer.into()));
    if table_options.seat_order == SeatOrder::Random {
        out.push((
            "seat_order",
            "Where several people sit down, seats are drawn by lot once and kept for the whole match.".into(),
        ));
    }
    let leaver = match table_options.leaver {
        Leaver::Bot => "A player who leaves for good is replaced by a computer player.",
        Leaver::Fold => {
            "The hand of a player who leaves for good goes under the stock, and the turn skips on."
        }
    };
    out.push(("leaver", leaver.into()));
    let takeback = match table_options.takeback {
        Takeback::Off => "A move that was made stands.",
        Takeback::Consent => {
            "A move that was made can be taken back only if all agree and nobody has seen a hidden card since."
        }
        Takeback::Practice => "Against computer players moves can be taken back freely.",
    };
    out.push(("takeback", takeback.into()));
    let hints = match table_options.hints {
        Hints::Never => "Nobody is told what a good player would do.",
        Hints::Practice => "Against computer players the table gives a hint to whoever asks for one.",
        Hints::Always => "Whoever asks for a hint is given one; the others do not hear of it.",
    };
    out.push(("hints", hints.into()));
    if !table_options.joint_seed {
        out.push(("joint_seed", "At a server's table the server alone shuffles.".into()));
    }
    if table_options.seed.get() > 0 {
        out.push(("seed", format!("The shuffles are decided by the number {}.", table_options.seed.get())));
    }
    out
}
