//! The directives and clauses of OpenACC 3.4 and OpenMP 5.2 as data.
//!
//! One table for each language says which clauses a directive takes, which arguments they have, where the
//! directive may appear, and since which version of the specification. Parser, legality checks, printer,
//! documentation and test generators read the tables. The grammar of directives is written nowhere else.
//!
//! [`AccDirective::info`] and [`OmpDirective::info`] describe a directive. [`AccDirective::rule`] and
//! [`OmpDirective::rule`] say whether and how often it takes a clause. [`AccClause::info`] and
//! [`OmpClause::info`] describe the arguments of a clause. [`clause_allowed`] and its relatives answer the
//! same questions for either language.

pub mod acc;
pub mod codes;
mod grammar;
mod kinds;
mod language;
pub mod omp;
mod table;

pub use acc::{AccClause, AccDirective};
pub use grammar::{
    Form, ItemKinds, Items, Key, ModifierArg, ModifierRule, Modifiers, Parens, Post, Separator, Word,
};
pub use kinds::{ClauseSet, are_exclusive, clause_allowed, form_of, multiplicity, required_groups};
pub use language::Language;
pub use omp::{OmpClause, OmpDirective};
pub use table::{
    Association, ClauseInfo, DirectiveInfo, DirectiveNames, LegalClause, Multiplicity, Placement, Row, Table,
    Version, Vocabulary,
};

/// Returns every spelling of a directive or a clause, and each word of the spellings that have several: the words that the tables look up
/// by name.
pub(crate) fn words() -> impl Iterator<Item = &'static str> {
    fn texts<K>(spellings: &'static [(&'static str, K)]) -> impl Iterator<Item = &'static str> {
        spellings.iter().map(|(text, _)| *text)
    }
    let directives = texts(AccDirective::SPELLINGS).chain(texts(OmpDirective::SPELLINGS));
    let clauses = texts(AccClause::SPELLINGS).chain(texts(OmpClause::SPELLINGS));
    directives.chain(clauses).flat_map(|text| std::iter::once(text).chain(text.split(' ')))
}

/// Declares an enum of names: variants, canonical spelling, aliases.
macro_rules! name_table {
    ($(#[$doc:meta])* $enum:ident { $($variant:ident = $name:literal $(| $alias:literal)*,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
        #[repr(u8)]
        #[non_exhaustive]
        pub enum $enum {
            $(#[doc = concat!("`", $name, "`")] $variant,)*
        }

        impl $enum {
            /// All variants, in the order of the enum.
            pub const ALL: &[$enum] = &[$($enum::$variant,)*];

            /// Returns the name: its canonical spelling.
            pub const fn name(self) -> &'static str {
                match self { $($enum::$variant => $name,)* }
            }

            /// As [`Self::name`], for the crates beneath.
            #[doc(hidden)]
            pub const fn text(self) -> &'static str {
                self.name()
            }

            /// Every spelling, canonical or alias, with its meaning.
            pub const SPELLINGS: &[(&'static str, $enum)] =
                &[$(($name, $enum::$variant), $(($alias, $enum::$variant),)*)*];

            /// Returns what a name means, a canonical spelling or an alias.
            pub fn by_name(name: &str) -> Option<$enum> {
                Self::from_name($crate::Name::fixed(name)?)
            }

            /// Returns the meaning of a spelling, without comparing texts.
            #[doc(hidden)]
            pub fn from_name(name: $crate::Name) -> Option<$enum> {
                static NAMES: std::sync::LazyLock<rustc_hash::FxHashMap<$crate::Name, $enum>> =
                    std::sync::LazyLock::new(|| {
                        $crate::directive::table::by_name($enum::SPELLINGS)
                    });
                NAMES.get(&name).copied()
            }
        }

        /// Writes the name.
        impl std::fmt::Display for $enum {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        /// Reads a name or an alias.
        impl std::str::FromStr for $enum {
            type Err = $crate::UnknownName;

            fn from_str(name: &str) -> Result<$enum, $crate::UnknownName> {
                $enum::by_name(name).ok_or_else(|| $crate::UnknownName::new(name))
            }
        }

        #[cfg(feature = "serde")]
        impl serde::Serialize for $enum {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.text())
            }
        }

        #[cfg(feature = "serde")]
        impl<'de> serde::Deserialize<'de> for $enum {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = String::deserialize(deserializer)?;
                let unknown = || serde::de::Error::custom(format!("OpenACC and OpenMP have no `{text}`"));
                Self::by_name(&text).ok_or_else(unknown)
            }
        }

        impl $crate::directive::Vocabulary for $enum {
            const ALL: &'static [$enum] = $enum::ALL;

            fn index(self) -> usize {
                self as usize
            }

            fn text(self) -> &'static str {
                $enum::text(self)
            }
        }
    };
}
use name_table;
