//! The matching family: match the top card by suit or by rank, or play a wild and call.
//!
//! The files, by task:
//!
//! - a rule set: `rules` (the fields and their rows), `settings` (the types of options), `effect` (what cards do),
//!   `rule_tables` (pack, effects and points in a rule file), `faults` (contradictions), `move_bound` (how many moves a
//!   hand can have);
//! - a rule set compiled for a number of seats: `compiled_rules`;
//! - a position and the moves in it: `state`, `game`, `moves`, `notation`, `legal`; the moves as sets, and the list made
//!   from them: `choices`, `plays`;
//! - applying a move: `turn`, `play_cards`, `card_action`, `penalty` (a Pick Two is answered, taken or challenged),
//!   `drawing`, `announce` (the last-card word), `finish` (going out and the end of a round), `table_orders` (timeouts,
//!   leaving, fines);
//! - what a viewer may know: `view`, `known_void`;
//! - the rules in words: `explain`, and the cards that a guide shows: `examples`;
//! - search and studies: `worlds` (positions consistent with a view), `search`, `policy`, `playout`, and
//!   `described_turn` for a turn at another table.

mod announce;
mod card_action;
mod choices;
mod compiled_rules;
mod controls;
mod described_turn;
mod drawing;
mod effect;
mod examples;
mod explain;
mod facts;
mod family;
mod faults;
mod finish;
mod game;
mod known_void;
mod legal;
mod move_bound;
mod moves;
mod notation;
mod penalty;
mod play_cards;
mod playout;
mod plays;
mod policy;
mod rule_tables;
mod rules;
mod scene;
mod search;
mod settings;
mod state;
mod table_orders;
mod turn;
mod view;
mod worlds;

pub use compiled_rules::{CardAction, CompiledRules};
pub use effect::{EFFECTS, Effect, EffectError, EffectRow, PlayableOn};
pub(crate) use examples::examples;
pub use explain::explain;
pub use known_void::KnownVoid;
pub use moves::{Group, Move, Play};
pub use playout::Playout;
pub use rule_tables::select;
pub(crate) use rules::MAX_TABLE_ENTRIES;
pub use rules::{ROWS, Rules, UnknownCards};
pub use settings::*;
pub use state::{Direction, Matching, Phase};
pub use view::{PhaseView, View};
pub use worlds::Worlds;
