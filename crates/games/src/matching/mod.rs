//! The matching family: match the top card by suit or by rank, or play a wild and call.
//!
//! One file a concern, in the order a turn runs: what a rule set is (`settings`, `rules`, `effect`, `deck`,
//! `faults`), what is worked out from it once (`compiled`), what a player may do (`moves`, `notation`), the position
//! (`state`, `game`), what may be played and why not (`legal`), playing it (`turn`, `orders`), cards put down (`laying`) and
//! taken up (`drawing`), what a card does
//! (`card_action`), the last-card call (`announce`), going out and the end (`finish`), what a seat may know (`view`) and what
//! the others have shown not to hold (`declined`), the rules in words (`explain`), the cards that a guide shows
//! (`pictures`), and playing as fast as possible: at random (`playout`) and, for players who think ahead, from dealt
//! worlds (`worlds`), over moves worth a thought (`choices`), by a quick policy (`policy`), also from what is
//! seen at another table (`setup`).

mod announce;
mod card_action;
mod compiled_rules;
mod described_turn;
mod drawing;
mod effect;
mod examples;
mod explain;
mod faults;
mod finish;
mod game;
mod known_void;
mod legal;
mod moves;
mod notation;
mod play_cards;
mod playout;
mod policy;
mod rule_tables;
mod rules;
mod search;
mod settings;
mod state;
mod table_orders;
mod turn;
mod view;
mod worlds;

pub use compiled_rules::{CardAction, CompiledRules};
pub use described_turn::{DescribedTurn, DescribedTurnError};
pub use effect::{EFFECTS, Effect, EffectError, EffectRow, PlayableOn};
pub(crate) use examples::examples;
pub use explain::explain;
pub use known_void::KnownVoid;
pub use moves::{Group, Move, Play};
pub(crate) use notation::show;
pub use playout::Playout;
pub use rule_tables::select;
pub use rules::{ROWS, Rules, UnknownCards};
pub use settings::*;
pub use state::{Direction, Matching, Phase};
pub use view::{PhaseView, View};
pub use worlds::Worlds;
