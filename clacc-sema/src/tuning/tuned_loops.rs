//! Results about loops in addition to the facts of OpenACC, for policies that choose the levels of loops.

use crate::acc::facts::ConstructId;
use crate::directives::reduction::ReductionOp;
use crate::program::place::{At, EntityId};

/// The results about the loops of one declaration. They are empty where a policy keeps the levels of the program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TunedLoops {
    /// The loops without a directive that vector lanes may share, or in `kernels` constructs threads, in source order.
    pub inner_loops: Vec<InnerLoop>,
    /// The loops that may be interchanged.
    pub interchanged_loops: Vec<InterchangedLoops>,
    /// The parts of the `kernels` constructs that can be divided, in source order.
    pub kernel_parts: Vec<KernelPart>,
    /// The proofs for constructs with a loop whose iterations were proven to be independent. A loop with `independent` needs no proof.
    pub proven: Vec<(ConstructId, ProvenLoop)>,
    /// The merged loops with inner loops that may be partitioned together with them.
    pub nests: Vec<(ConstructId, MergedNest)>,
}

impl TunedLoops {
    /// No results.
    pub const NONE: &'static TunedLoops = &TunedLoops {
        inner_loops: Vec::new(),
        interchanged_loops: Vec::new(),
        kernel_parts: Vec::new(),
        proven: Vec::new(),
        nests: Vec::new(),
    };

    /// The proof that the iterations of a construct's loop are independent, if there is one.
    pub fn proven(&self, id: ConstructId) -> Option<&ProvenLoop> {
        value_of(&self.proven, id)
    }

    /// The loops that may be partitioned together with a merged one.
    pub fn nest(&self, id: ConstructId) -> Option<&MergedNest> {
        value_of(&self.nests, id)
    }

    /// The merged loop together with which an inner loop may be partitioned.
    pub fn outer_of_nest(&self, inner: ConstructId) -> Option<ConstructId> {
        // Constructs are in source order, and nests are not nested.
        let behind = self.nests.partition_point(|(outer, _)| *outer < inner);
        let (outer, nest) = &self.nests[behind.checked_sub(1)?];
        nest.inner.contains(&inner).then_some(*outer)
    }
}

/// The value of a construct in a list that is sorted by constructs.
fn value_of<T>(list: &[(ConstructId, T)], id: ConstructId) -> Option<&T> {
    list.binary_search_by_key(&id, |(of, _)| *of).ok().map(|found| &list[found].1)
}

/// A loop without a directive, inside a loop whose levels are merged or in a `kernels` construct, whose iterations are
/// independent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InnerLoop {
    /// The loop.
    pub at: At,
    /// The threads or lanes that share its iterations.
    pub shared_by: SharedBy,
    /// The innermost construct around it.
    pub within: ConstructId,
    /// The variables that must be private to each iteration.
    pub private: Box<[EntityId]>,
    /// The variables with which the iterations only combine values.
    pub reductions: Box<[(EntityId, ReductionOp)]>,
    /// The pairs of pointers that are assumed not to alias.
    pub assumed: Box<[[EntityId; 2]]>,
    /// True if an iteration uses an element that it also changes under another name.
    pub meets_own_elements: bool,
}

/// The threads or lanes that share the iterations of a loop without a directive.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SharedBy {
    /// Vector lanes.
    Lanes,
    /// The threads of the gang that executes a `kernels` construct.
    Threads {
        /// True if vector lanes also share the iterations of each thread.
        has_lanes: bool,
    },
}

/// Two loops, inside a loop whose levels are merged, that may be interchanged: `for j { A; for k B; }` becomes `for j A; for k for j B;`.
/// The iterations of the new inner loop are independent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InterchangedLoops {
    /// The outer loop, which becomes the inner one.
    pub outer: At,
    /// The inner loop, which becomes the outer one.
    pub inner: At,
    /// The statement before the inner loop, if there is one: the last statement of the separate loop that stays before.
    pub before: Option<At>,
    /// The construct with the loop that threads share.
    pub within: ConstructId,
    /// The variables that must be private to each iteration of both loops.
    pub private: Box<[EntityId]>,
    /// The pairs of pointers that are assumed not to alias.
    pub assumed: Box<[[EntityId; 2]]>,
    /// A variable that the inner loop accesses with a stride.
    pub strided: EntityId,
    /// True if an iteration uses an element that it also changes under another name.
    pub meets_own_elements: bool,
}

/// A part of a `kernels` construct that is divided into parts, which follow each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KernelPart {
    /// The construct.
    pub compute: ConstructId,
    /// Its first statement.
    pub first: At,
    /// Its last statement, which is the first one as well if the part is a loop.
    pub last: At,
    /// The loop of the part, if its iterations are partitioned; none for statements that one gang executes.
    pub shared: Option<PartLoop>,
}

/// A partitioned loop that is a part of a `kernels` construct.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PartLoop {
    /// The loop.
    pub at: At,
    /// The construct of its directive, if the loop has one.
    pub directive: Option<ConstructId>,
}

/// Loops that may be partitioned together, although the program has a directive for each.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MergedNest {
    /// The constructs inside the outermost one, from the outside to the inside.
    pub inner: Box<[ConstructId]>,
    /// The number of the first ones of them that the program shares among workers or vector lanes. Each thread executes the loops of the
    /// other ones sequentially, unless they are collapsed.
    pub levelled: usize,
    /// The loops of the outermost construct and of the inner ones.
    pub loops: Box<[At]>,
    /// True if the innermost loop contains further loops, which belong to no nest.
    pub has_loops_inside: bool,
}

/// The proof that the iterations of a loop are independent.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ProvenLoop {
    /// The pairs of pointers that are assumed not to alias.
    pub assumed: Vec<[EntityId; 2]>,
}
