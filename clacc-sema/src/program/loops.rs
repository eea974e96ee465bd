//! Loops: which ones a directive is associated with, what controls them, and what keeps their iterations from being counted
//! (OpenACC 3.4 2.9, OpenMP 5.2 4.4).

use clacc_syntax::ast::DirectiveId;
use clacc_syntax::token::TokenRange;

use super::place::{At, EntityId};

/// The loops that a directive is associated with, outermost first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Nest {
    /// The loops.
    pub loops: Vec<At>,
    /// What stands where another loop is needed, if one is missing.
    pub instead: Option<Instead>,
}

/// What stands where a loop is needed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Instead {
    /// The statement.
    pub at: At,
    /// What it is.
    pub kind: InsteadKind,
}

/// What kind of statement stands where a loop is needed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum InsteadKind {
    /// A directive, which may yield loops.
    Directive(DirectiveId),
    /// A directive of neither model, which may yield loops.
    Foreign,
    /// What the parser could not read.
    Unreadable,
    /// A statement that is no loop.
    Statement,
}

/// What steps from iteration to iteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Control {
    /// One variable.
    Variable {
        /// The variable.
        entity: EntityId,
        /// Whether the loop declares it.
        declared: bool,
    },
    /// A member of a variable.
    Member(At),
    /// Nothing, several variables, or something else.
    None,
}

/// Why something does not have the form that it needs, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The place.
    pub at: TokenRange,
    /// What is wrong, as a sentence.
    pub text: &'static str,
}
