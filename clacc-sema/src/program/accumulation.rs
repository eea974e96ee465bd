//! Assignments that combine the old value of a variable with another value.

use super::place::At;

/// A node in which a variable gets a new value that is its old value combined with another one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Accumulation {
    /// The node.
    pub at: At,
    /// How the values are combined.
    pub combined_by: CombinedBy,
    /// What is assigned; none if it is one more, or one less.
    pub value: Option<At>,
    /// How often the node names the variable, if the other value does not depend on it.
    pub names: usize,
}

/// How an old value and another one are combined. The order of several combinations does not matter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "each variant names its result")]
pub enum CombinedBy {
    Sum,
    Product,
    Greatest,
    Least,
    BitAnd,
    BitOr,
    BitXor,
}
