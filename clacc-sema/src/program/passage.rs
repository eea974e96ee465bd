//! The flow of control through statements, for queries about the order of execution.

use super::place::At;

/// A statement by the order in which its parts are executed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passage {
    /// An expression, or a declaration.
    Plain,
    /// Its parts are executed one after the other: a block.
    Sequence,
    /// One of two parts is executed.
    Choice {
        /// The part for a true condition.
        then: At,
        /// The part for a false condition, if there is one.
        otherwise: Option<At>,
    },
    /// A loop.
    Loop {
        /// The part that is certainly executed, before everything else, if there is one.
        first: Option<At>,
    },
    /// Another order: statements that jump, that others jump to, and directives.
    Other,
}
