//! The loops that a directive is associated with, their control variables, and the reasons why iterations
//! cannot be counted (OpenACC 3.4 2.9, OpenMP 5.2 4.4).

use clacc_syntax::ast::DirectiveId;
use clacc_syntax::token::TokenRange;

use super::place::{At, EntityId};

/// The loops that a directive is associated with, outermost first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Nest {
    /// The loops.
    pub loops: Vec<At>,
    /// The statement in the place of a missing loop, if one is missing.
    pub instead: Option<Instead>,
}

/// A statement in the place of a required loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Instead {
    /// The statement.
    pub at: At,
    /// Its kind.
    pub kind: InsteadKind,
}

/// The kinds of statements in the place of a required loop.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum InsteadKind {
    /// A directive of OpenACC or OpenMP, which may generate loops.
    Directive(DirectiveId),
    /// Another pragma, which may generate loops.
    Foreign,
    /// A statement that could not be parsed.
    Unreadable,
    /// A statement that is not a loop.
    Statement,
}

/// The variable that changes from iteration to iteration.
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
    /// None, several variables, or another expression.
    None,
}

/// The expressions that give the iterations of a loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// The first value of its variable.
    pub first: At,
    /// The value with which the variable is compared.
    pub last: At,
    /// The amount by which the variable changes, unless it changes by one.
    pub step: Option<At>,
}

/// The reason why a statement does not have the required form, and the place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The place.
    pub at: TokenRange,
    /// The reason, as a sentence.
    pub text: &'static str,
}

/// A loop header that OpenACC permits, and that OpenMP or its compilers interpret differently.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HeaderHazard {
    /// `!=` with another step than 1 or -1, which OpenMP does not permit (OpenMP 5.2 4.4.1).
    UnequalStep,
    /// An `unsigned` variable that begins with a constant, a bound of 64 bits, and a narrower step that is
    /// larger than the constant: clang computes first - step + 1 in 32 bits and widens it.
    NarrowStart,
    /// Constant bounds that are further apart than the largest value of the variable's signed type: gcc
    /// computes their distance in that type.
    SignedRange,
    /// A variable of more than 64 bits. The runtimes of compilers count iterations in 64 bits.
    Wide,
}
