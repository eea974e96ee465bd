//! Loops with computed trip counts, and the names of the values that are computed before them.

use clacc_sema::c::types::QualType;
use clacc_sema::program::place::{At, EntityId};
use clacc_syntax::token::TokenRange;

/// The head of a loop.
#[derive(Clone, Debug)]
pub(crate) struct LoopHead {
    pub(crate) counter: EntityId,
    /// The token `for`.
    pub(crate) at: u32,
    /// The type of the counter, without qualifiers.
    pub(crate) ty: QualType,
    pub(crate) is_pointer: bool,
    /// true if the loop declares its counter.
    pub(crate) is_declared: bool,
    /// The expression of the initial value.
    pub(crate) first: TokenRange,
    /// The expression of the bound, with its type.
    pub(crate) bound: TokenRange,
    pub(crate) bound_ty: QualType,
    /// true if the bound is included in the iterations.
    pub(crate) is_closed: bool,
    pub(crate) is_up: bool,
    pub(crate) step: LoopStep,
    pub(crate) body: At,
}

/// The step of a loop.
#[derive(Clone, Debug)]
pub(crate) enum LoopStep {
    One,
    /// A constant other than 1, which is positive.
    Constant(u64),
    /// An expression, and whether it is negated to count in the loop's direction.
    Value(TokenRange, bool),
}

/// The names of the values that are computed before a loop.
#[derive(Clone, Debug)]
pub(crate) struct LoopNames {
    /// The initial value, of the counter's type.
    pub(crate) first: String,
    /// The trip count.
    pub(crate) trips: String,
    /// The step in the loop's direction, in unsigned arithmetic.
    pub(crate) step: String,
}

/// The loops of a directive.
pub(crate) struct Nest {
    /// The loops whose iterations are shared.
    pub(crate) heads: Vec<LoopHead>,
    /// The names of the values that are computed before these loops; empty if their bounds depend on each other.
    pub(crate) names: Vec<LoopNames>,
    /// The loops inside these that only `ordered` with a parameter covers.
    pub(crate) inner: Vec<(LoopHead, LoopNames)>,
    /// The number of iterations of all loops in `heads`.
    pub(crate) total: String,
}

impl Nest {
    pub(crate) fn is_rectangular(&self) -> bool {
        self.heads.len() == self.names.len()
    }

    /// Returns the heads of all loops.
    pub(crate) fn all_heads(&self) -> impl Iterator<Item = &LoopHead> {
        self.heads.iter().chain(self.inner.iter().map(|(head, _)| head))
    }
}

/// The kind of `ordered` of a loop (OpenMP 5.2 4.4.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ordered {
    No,
    /// Ordered regions, which are executed in the order of the iterations.
    Regions,
    /// Doacross dependences between the iterations of this many loops.
    Doacross(u32),
}

/// The loops of an `ordered` clause with a parameter.
#[derive(Clone, Debug)]
pub(crate) struct Doacross {
    pub(crate) loops: Vec<(LoopHead, LoopNames)>,
    /// The number of iterations of all these loops.
    pub(crate) iterations: String,
}
