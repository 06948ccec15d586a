//! Yaniv: throw sets, draw, and call when the hand is low.
//!
//! The files, by task: a rule set (`rules`), compiled for a number of seats (`compiled_rules`); what may be thrown together
//! (`set`, `throws`) and the throw on the table (`last_throw`); the position and its moves (`state`, `legal`, `choices`, `notation`);
//! applying a move (`play`) and the end of a round (`finish`, `declarations`); what a viewer may know (`view`); the rules in
//! words (`explain`, `examples`); search and studies (`worlds`, `search`, `policy`, `playout`).

mod choices;
mod compiled_rules;
mod controls;
mod declarations;
mod examples;
mod explain;
mod facts;
mod family;
mod finish;
mod last_throw;
mod legal;
mod notation;
mod play;
mod playout;
mod policy;
mod rules;
mod scene;
mod search;
mod set;
mod state;
mod throws;
mod view;
mod worlds;

pub use compiled_rules::CompiledRules;
pub use declarations::{ASSAF, DECLARATIONS, YANIV};
pub(crate) use examples::examples;
pub use explain::explain;
pub use last_throw::LastThrow;
pub use legal::{Move, Take};
pub use playout::Playout;
pub use rules::{Ace, AssafZero, Fifty, MatchEnd, ROWS, Rules, Slapdown};
pub use set::{MAX_THROWN_CARDS, Run, Shape, Throw};
pub use state::{Phase, Window, Yaniv};
pub use view::View;
pub use worlds::Worlds;
