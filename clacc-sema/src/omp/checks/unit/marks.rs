//! The marks of directives that concern the rest of a unit, and their places in the unit.

use clacc_syntax::Name;
use clacc_syntax::directive::{OmpClause, OmpDirective};
use clacc_syntax::token::TokenRange;

use super::super::cx::Finding;

/// A fact about a directive that checks of other declarations of the unit need.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnitMark {
    /// The tokens that findings point to.
    pub at: TokenRange,
    /// The fact.
    pub kind: MarkKind,
}

/// The kinds of marks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MarkKind {
    /// A part of the unit begins.
    Begin(OmpDirective),
    /// A part of the unit ends.
    End(OmpDirective),
    /// A reduction or mapper is declared at file scope for a type.
    Declared {
        /// Its name.
        name: Name,
        /// The number of the type.
        ty: u64,
        /// The description of the type.
        text: Box<str>,
        /// True for a mapper, and false for a reduction.
        is_mapper: bool,
    },
    /// A mapper is declared in some scope.
    Mapper(Name),
    /// A clause names a mapper.
    MapperNamed(Name, Box<str>),
    /// `declare target` names a variable.
    OnDevice {
        /// The variable.
        name: Name,
        /// Its text.
        text: Box<str>,
        /// True if the clause is `link`.
        is_link: bool,
    },
    /// `requires` has a clause, with a word as its argument.
    Requires(OmpClause, Option<Name>),
    /// A construct uses a device.
    Device,
    /// An `atomic` construct leaves the memory order to a default.
    Atomic,
}

/// The place of a mark in the unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnitPlace {
    /// True if it is in the headers that the main file begins with.
    pub in_headers: bool,
    /// Its tokens among those of the headers, or of the main file.
    pub at: TokenRange,
}

/// The findings so far, with the places that they point to.
pub(super) type UnitFindings = Vec<(UnitPlace, Finding)>;

/// Adds a label for another place, if that is in the same part of the unit.
pub(super) fn labelled(finding: Finding, at: UnitPlace, other: UnitPlace, text: &str) -> Finding {
    if at.in_headers == other.in_headers { finding.label(other.at, text) } else { finding }
}
