//! What players of Yaniv announce with the points they hold.

use engine::Declaration;

/// A player ends the round (Y6).
pub static YANIV: Declaration =
    Declaration { word: "yaniv", name: "Yaniv", they: "calls Yaniv", you: "call Yaniv" };

/// A player beats the one who called (Y7).
pub static ASSAF: Declaration =
    Declaration { word: "assaf", name: "Assaf", they: "says Assaf", you: "say Assaf" };

/// Every declaration of the family.
pub const DECLARATIONS: &[&Declaration] = &[&YANIV, &ASSAF];
