//! The directives and clauses of OpenACC 3.4 and OpenMP 5.2 as data.
//!
//! One table per language says which clauses a directive takes, what their arguments look like, where the directive
//! may stand, and since which version of the specification. Parser, legality checks, printer, documentation and
//! test generators read the tables; nothing about a directive's grammar is written anywhere else.

pub mod acc;
pub mod omp;

pub use acc::{AccClause, AccDirective};
pub use omp::{OmpClause, OmpDirective};

/// Declares an enum of names: variants, canonical spelling, aliases.
macro_rules! name_table {
    ($(#[$doc:meta])* $enum:ident { $($variant:ident = $name:literal $(| $alias:literal)*,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum $enum {
            $(#[doc = concat!("`", $name, "`")] $variant,)*
        }

        impl $enum {
            /// All of them, in the order of the enum.
            pub const ALL: &[$enum] = &[$($enum::$variant,)*];

            /// The canonical spelling.
            pub const fn text(self) -> &'static str {
                match self { $($enum::$variant => $name,)* }
            }

            /// Every spelling with what it stands for, canonical ones and aliases.
            pub const SPELLINGS: &[(&'static str, $enum)] =
                &[$(($name, $enum::$variant), $(($alias, $enum::$variant),)*)*];

            /// What a spelling stands for.
            pub fn from_text(text: &str) -> Option<$enum> {
                Self::SPELLINGS.iter().find(|(spelling, _)| *spelling == text).map(|(_, kind)| *kind)
            }
        }
    };
}
use name_table;
