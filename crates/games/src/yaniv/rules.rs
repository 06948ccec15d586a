//! The rule set of Yaniv: one field and one row for each option, and the contradictions between them.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use engine::{EndOfMatch, Landing, MatchRules, Pack, PackSpec, Tie};

use crate::matching::{Blocked, Packs, Players};
use crate::options::{Bounded, Row, option_enums, row};
use crate::table_options::{TableOptions, with_table_options};
use crate::{Header, packs};

option_enums! {
    /// Which of several players who said Assaf add nothing (J5).
    AssafZero {
        /// Those with the lowest hand.
        Lowest = "lowest",
        /// All of them.
        All = "all",
    }
    /// What a score on a multiple of fifty does (Y11, Y22, J8).
    Fifty {
        /// It is halved.
        Half = "half",
        /// Fifty points less.
        Minus50 = "minus50",
        /// Nothing.
        Off = "off",
    }
    /// Whether and how a card just drawn may be slapped onto the throw (Y18, Y20, J11).
    Slapdown {
        /// Not at all.
        Off = "off",
        /// Until the next player acts.
        Race = "race",
        /// Until the next player acts, for a short while at most.
        Window = "window",
        /// The turn waits until the player has said yes or no.
        Ask = "ask",
    }
    /// Where the ace stands in a run (J16).
    Ace {
        /// Below the two.
        Low = "low",
        /// Below the two or above the king.
        Both = "both",
        /// Also between king and two: a run may wrap around.
        Wrap = "wrap",
    }
    /// When a match is over (J21).
    MatchEnd {
        /// When one player is left.
        LastStanding = "last_standing",
        /// As soon as a player is eliminated.
        FirstOut = "first_out",
    }
}

/// A rule set of Yaniv. [`ROWS`] says what each field decides.
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
    pub packs: Packs,
    pub one_pack_up_to: Bounded<1, 10>,
    pub jokers: Bounded<0, 8>,
    pub hand_size: Bounded<1, 13>,
    pub ace: Ace,
    pub min_naturals: Bounded<1, 3>,
    pub joker_in_sets: bool,
    pub draw_any_of_kind: bool,
    pub slapdown: Slapdown,
    pub slap_on_run: bool,
    pub slap_to_empty: bool,
    pub slap_by_others: bool,
    pub joker_swap: bool,
    pub call_limit: Bounded<0, 50>,
    pub assaf_on_tie: bool,
    pub assaf_zero: AssafZero,
    pub assaf_penalty: Bounded<0, 100>,
    pub assaf_extra: Bounded<0, 100>,
    pub fifty: Fifty,
    pub limit: Bounded<50, 1_000>,
    pub end: MatchEnd,
    pub max_actions: Bounded<50, 10_000>,
    pub blocked: Blocked,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            header: Header::default(),
            table_options: TableOptions::default(),
            players: Players { least: 2, most: MAX_PLAYERS },
            packs: Packs::Auto,
            one_pack_up_to: Bounded::new(5),
            jokers: Bounded::new(2),
            hand_size: Bounded::new(5),
            ace: Ace::Low,
            min_naturals: Bounded::new(2),
            joker_in_sets: false,
            draw_any_of_kind: false,
            slapdown: Slapdown::Window,
            slap_on_run: false,
            slap_to_empty: true,
            slap_by_others: false,
            joker_swap: true,
            call_limit: Bounded::new(7),
            assaf_on_tie: true,
            assaf_zero: AssafZero::Lowest,
            assaf_penalty: Bounded::new(30),
            assaf_extra: Bounded::new(0),
            fifty: Fifty::Half,
            limit: Bounded::new(200),
            end: MatchEnd::LastStanding,
            max_actions: Bounded::new(1_000),
            blocked: Blocked::Rank,
        }
    }
}

/// Maximum number of players (Y2).
pub(super) const MAX_PLAYERS: usize = 8;
/// How many cards a pack has without its jokers.
pub(super) const SUITED_CARDS: usize = 52;

/// Every option of the family, in the order of the rules page.
pub const ROWS: &[Row<Rules>] = with_table_options![
    row!("players", "Y2", players, "How many people can play."),
    row!("packs", "J1 G14", packs, "How many packs are shuffled together."),
    row!("one_pack_up_to", "J1", one_pack_up_to, "How many players share one pack before a second is added."),
    row!("jokers", "J1 Y4", jokers, "How many jokers each pack has."),
    row!("hand_size", "Y12 Y24", hand_size, "How many cards each player is dealt."),
    row!("ace", "J16", ace, "Where the ace goes in a run."),
    row!(
        "min_naturals",
        "J17 Y15",
        min_naturals,
        "How many cards besides the jokers a throw with jokers needs."
    ),
    row!(
        "joker_in_sets",
        "J17",
        joker_in_sets,
        "Whether a joker may be thrown together with cards of the same rank."
    ),
    row!(
        "draw_any_of_kind",
        "Y28 J18",
        draw_any_of_kind,
        "Whether any card of three or more of a kind may be taken, not only the first or last."
    ),
    row!(
        "slapdown",
        "Y18 Y20 J11",
        slapdown,
        "Whether you may slap down a card you just drew onto your throw, and how long you have for it."
    ),
    row!("slap_on_run", "J12", slap_on_run, "Whether a card may also be slapped down onto a run."),
    row!("slap_to_empty", "J13", slap_to_empty, "Whether you may slap down your last card."),
    row!(
        "slap_by_others",
        "J14",
        slap_by_others,
        "Whether the other players may slap down a card that fits, too."
    ),
    row!(
        "joker_swap",
        "Y19 Y21 J15",
        joker_swap,
        "Whether you may swap a card for the joker that stands for it in the run on the table."
    ),
    row!("call_limit", "Y6 Y23 J3", call_limit, "The most points you may hold to call Yaniv."),
    row!(
        "assaf_on_tie",
        "Y7 J4",
        assaf_on_tie,
        "Whether a hand as low as the caller's is enough for Assaf, or only a lower one."
    ),
    row!("assaf_zero", "J5", assaf_zero, "Who adds no points when several players say Assaf."),
    row!(
        "assaf_penalty",
        "Y8 Y26 J7",
        assaf_penalty,
        "How many points Assaf costs the caller on top of the hand."
    ),
    row!(
        "assaf_extra",
        "Y27 J7",
        assaf_extra,
        "How many extra points it costs for each further player who says Assaf."
    ),
    row!("fifty", "Y11 Y22 J8", fifty, "What happens to a score that lands on a multiple of 50."),
    row!("limit", "Y10 Y25 J9", limit, "A player with more points than this is out of the match."),
    row!(
        "end",
        "J21",
        end,
        "Whether a match goes on until one player is left, or ends with the first who is out."
    ),
    row!(
        "max_actions",
        "G4",
        max_actions,
        "How many moves a round may last; then it is stopped, and the hands decide."
    ),
    row!("blocked", "G3 G4", blocked, "How a round that was stopped is decided."),
];

impl Rules {
    /// When a match under these rules is over and who has won it.
    pub fn match_rules(&self) -> MatchRules {
        MatchRules {
            rounds: None,
            target: None,
            limit: Some(self.limit.get() as i32), // Y10, Y25
            low_wins: true,                       // Y5
            landing: match self.fifty {
                Fifty::Half => Landing::Half,       // Y11
                Fifty::Minus50 => Landing::Minus50, // Y22
                Fifty::Off => Landing::Off,
            },
            end: match self.end {
                MatchEnd::LastStanding => EndOfMatch::LastStanding, // J21
                MatchEnd::FirstOut => EndOfMatch::FirstOut,
            },
            tie: Tie::Shared,
        }
    }

    /// How many packs a table with this many seats uses.
    pub fn packs_for(&self, seats: usize) -> usize {
        let one_is_enough = seats * self.hand_size.count() < SUITED_CARDS + self.jokers.count(); // G14
        match self.packs {
            Packs::Fixed(packs) => packs,
            Packs::Auto if one_is_enough && seats <= self.one_pack_up_to.count() => 1, // J1
            Packs::Auto => 2,
        }
    }

    /// One pack: fifty-two cards and the jokers.
    pub fn pack_spec(&self) -> PackSpec {
        let mut spec = packs::named("french").unwrap_or_default();
        packs::set_copies(&mut spec, "loose", "JK", self.jokers.count()); // J1
        spec
    }

    /// The faults: for each, the key to blame and a sentence that says what would be right.
    pub fn faults(&self) -> Vec<(&'static str, String)> {
        let mut faults = Vec::new();
        let mut fault = |key, wrong: bool, message: &str| {
            if wrong {
                faults.push((key, message.to_string()));
            }
        };
        let quiet = self.slapdown == Slapdown::Off;
        fault("players", self.players.most > MAX_PLAYERS, "Yaniv is for two to eight players");
        fault(
            "slap_on_run",
            self.slap_on_run && quiet,
            "slap_on_run needs slapdown: set slapdown to \"race\", \"window\" or \"ask\"",
        );
        fault(
            "slap_by_others",
            self.slap_by_others && quiet,
            "slap_by_others needs slapdown: set slapdown to \"race\", \"window\" or \"ask\"",
        );
        fault(
            "joker_in_sets",
            self.joker_in_sets && self.jokers.get() == 0,
            "there are no jokers to join a set: set jokers, or joker_in_sets = false",
        );
        faults.extend(self.pack_fault());
        faults
    }

    fn pack_fault(&self) -> Option<(&'static str, String)> {
        let spec = self.pack_spec();
        let hand = self.hand_size.count();
        (self.players.least..=self.players.most).find_map(|seats| {
            let cards = match Pack::new(&spec, self.packs_for(seats)) {
                Ok(pack) => pack.cards().len(),
                Err(error) => return Some(("packs", error.to_string())),
            };
            let most = (cards - 1) / seats;
            (hand > most).then(|| ("hand_size", format!("{seats} players with {hand} cards each do not fit into {cards} cards: deal at most {most}, allow fewer players, or add a pack"))) // G14
        })
    }
}
