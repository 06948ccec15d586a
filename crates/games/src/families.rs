//! The list of families, and the enums over them.
//!
//! A new family is one line in [`families!`](crate::families) and the modules that the compiler then asks for: its folder
//! here, with a type of the same name that implements [`Family`](crate::Family), and its part in the bots crate.

use alloc::sync::Arc;

/// Passes the list of families to another macro: `families!([callback] arguments)`. Each entry is the type of its round and
/// its module.
#[macro_export]
macro_rules! families {
    ([$($callback:tt)+] $($arguments:tt)*) => {
        $($callback)+! {
            [
                /// Whot, UNO, Crazy Eights and their kin.
                Matching matching,
                /// Yaniv.
                Yaniv yaniv,
            ]
            $($arguments)*
        }
    };
}

/// Runs the same code for a value of any family: `each_family!(View, view, |view, F| F::viewer(view))`.
#[macro_export]
macro_rules! each_family {
    ($enum:ident, $value:expr, |$inner:ident, $family:ident| $body:expr) => {
        $crate::families!([$crate::match_family] $enum, $value, $inner, $family, $body)
    };
}

/// The `match` behind [`each_family!`].
#[doc(hidden)]
#[macro_export]
macro_rules! match_family {
    (
        [$($(#[$doc:meta])* $name:ident $module:ident,)+]
        $enum:ident, $value:expr, $inner:ident, $family:ident, $body:expr
    ) => {
        match $value {
            $($crate::$enum::$name($inner) => {
                type $family = $crate::$module::$name;
                $body
            })+
        }
    };
}

macro_rules! define {
    ([$($(#[$doc:meta])* $name:ident $module:ident,)+]) => {
        /// A checked rule set.
        #[expect(
            clippy::large_enum_variant,
            reason = "a few are made in a run of the program, and never in bulk"
        )]
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub enum Rules {
            $($(#[$doc])* $name(crate::$module::Rules),)+
        }

        /// A rule set compiled for a number of seats.
        #[derive(Clone, Debug)]
        pub enum CompiledRules {
            $($(#[$doc])* $name(Arc<crate::$module::CompiledRules>),)+
        }

        /// A move of any family.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub enum Move {
            $($(#[$doc])* $name(crate::$module::Move),)+
        }

        /// What a viewer may know of a round.
        #[expect(
            clippy::large_enum_variant,
            reason = "a view is made, read and thrown away; a box would be one more allocation"
        )]
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub enum View {
            $($(#[$doc])* $name(crate::$module::View),)+
        }

        /// A round in progress.
        #[expect(
            clippy::large_enum_variant,
            reason = "a round is copied as a whole for an undo; a box would be one more allocation a move"
        )]
        #[derive(Clone, Debug)]
        pub enum Round {
            $($(#[$doc])* $name(crate::$module::$name),)+
        }

        /// The names of the families in rule files.
        pub(crate) const FAMILY_NAMES: &[&str] = &[$(<crate::$module::$name as crate::Family>::NAME),+];

        /// The controls of every family, in the order of the list.
        pub const ALL_CONTROLS: &[crate::Controls] =
            &[$(<crate::$module::$name as crate::Family>::CONTROLS),+];

        /// The first words of the moves of each family in notation, with the name of the family.
        pub const MOVE_VERBS: &[(&str, &[&str])] =
            &[$((<crate::$module::$name as crate::Family>::NAME, <crate::$module::$name as crate::Family>::VERBS)),+];

        /// The declarations of each family.
        pub(crate) const DECLARATIONS: &[&[&engine::Declaration]] =
            &[$(<crate::$module::$name as crate::Family>::DECLARATIONS),+];

        /// The default rules of the family with this name.
        pub(crate) fn default_rules(name: &str) -> Option<Rules> {
            $(if name == <crate::$module::$name as crate::Family>::NAME {
                return Some(Rules::$name(crate::$module::Rules::default()));
            })+
            None
        }

        /// A family of the list: converts its types to and from the enums.
        pub trait Listed: crate::Family {
            /// Wraps a move in the enum.
            fn wrap_move(choice: Self::Move) -> Move;

            /// The move, if it is of this family.
            fn own_move(choice: Move) -> Option<Self::Move>;

            /// The rule set, if it is of this family.
            fn own_rules(rules: &Rules) -> Option<&Self::Rules>;

            /// Wraps compiled rules in the enum.
            fn wrap_compiled(compiled: Arc<Self::Compiled>) -> CompiledRules;

            /// Wraps a view in the enum.
            fn wrap_view(view: Self::View) -> View;

            /// Wraps a round in the enum.
            fn wrap_round(round: Self) -> Round;
        }

        $(impl Listed for crate::$module::$name {
            fn wrap_move(choice: Self::Move) -> Move {
                Move::$name(choice)
            }

            fn own_move(choice: Move) -> Option<Self::Move> {
                #[allow(unreachable_patterns, reason = "a list of one family has no other moves")]
                match choice {
                    Move::$name(choice) => Some(choice),
                    _ => None,
                }
            }

            fn own_rules(rules: &Rules) -> Option<&Self::Rules> {
                #[allow(unreachable_patterns, reason = "a list of one family has no other rules")]
                match rules {
                    Rules::$name(rules) => Some(rules),
                    _ => None,
                }
            }

            fn wrap_compiled(compiled: Arc<Self::Compiled>) -> CompiledRules {
                CompiledRules::$name(compiled)
            }

            fn wrap_view(view: Self::View) -> View {
                View::$name(view)
            }

            fn wrap_round(round: Self) -> Round {
                Round::$name(round)
            }
        })+
    };
}

families!([define]);
