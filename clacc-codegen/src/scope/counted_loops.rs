//! Loops whose iterations are counted, and the names of what is computed before them.

use clacc_sema::c::types::QualType;
use clacc_sema::program::place::{At, EntityId};
use clacc_syntax::token::TokenRange;

/// The head of a loop.
#[derive(Clone, Debug)]
pub(crate) struct LoopHead {
    pub(crate) counter: EntityId,
    /// The word `for`.
    pub(crate) at: u32,
    /// The type of the counter, without qualifiers.
    pub(crate) ty: QualType,
    pub(crate) is_pointer: bool,
    /// True if the loop declares its counter.
    pub(crate) is_declared: bool,
    /// The expression of the first value.
    pub(crate) first: TokenRange,
    /// The expression of the bound, with its type.
    pub(crate) bound: TokenRange,
    pub(crate) bound_ty: QualType,
    /// True if the bound belongs to the iterations.
    pub(crate) is_closed: bool,
    pub(crate) is_up: bool,
    pub(crate) step: LoopStep,
    pub(crate) body: At,
}

/// The step of a loop.
#[derive(Clone, Debug)]
pub(crate) enum LoopStep {
    One,
    /// Another constant, which is positive.
    Constant(u64),
    /// An expression. Whether it is negated to count in the loop's direction.
    Value(TokenRange, bool),
}

/// The names of what is computed before a loop.
#[derive(Clone, Debug)]
pub(crate) struct LoopNames {
    /// The first value, of the counter's type.
    pub(crate) first: String,
    /// The number of iterations.
    pub(crate) trips: String,
    /// The step in the loop's direction, in unsigned arithmetic.
    pub(crate) step: String,
}

/// The loops of a directive.
pub(crate) struct Nest {
    /// The loops whose iterations are shared.
    pub(crate) heads: Vec<LoopHead>,
    /// The names of the values that are computed before them; none if their bounds depend on each other.
    pub(crate) names: Vec<LoopNames>,
    /// The loops inside them that `ordered` with a parameter is about too.
    pub(crate) inner: Vec<(LoopHead, LoopNames)>,
    /// The number of iterations of all of them.
    pub(crate) total: String,
}

impl Nest {
    pub(crate) fn is_rectangular(&self) -> bool {
        self.heads.len() == self.names.len()
    }

    /// The counters of all loops.
    pub(crate) fn all_heads(&self) -> impl Iterator<Item = &LoopHead> {
        self.heads.iter().chain(self.inner.iter().map(|(head, _)| head))
    }
}

/// The kind of `ordered` of a loop (OpenMP 5.2 4.4.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ordered {
    No,
    /// Ordered regions are executed in the order of the iterations.
    Regions,
    /// Iterations of so many loops depend on each other.
    Doacross(u32),
}

/// The loops of an `ordered` clause with a parameter.
#[derive(Clone, Debug)]
pub(crate) struct Doacross {
    pub(crate) loops: Vec<(LoopHead, LoopNames)>,
    /// The number of iterations of all of them.
    pub(crate) iterations: String,
}
