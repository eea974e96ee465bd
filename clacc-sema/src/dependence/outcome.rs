//! The result of analysing a loop, and the assumptions of a caller.

use std::sync::Arc;

use super::call_effects::Effects;
use crate::program::accumulation::CombinedBy;
use crate::program::place::{At, EntityId};

/// The assumptions of a caller beside the program's text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Assumptions {
    /// Pointers that do not alias each other.
    pub disjoint: Vec<EntityId>,
    /// The functions with known effects.
    pub functions: Vec<(EntityId, Arc<Effects>)>,
    /// True if the caller handles values that the iterations combine with elements of arrays ([`Independent::elements`]). Otherwise such a
    /// loop is not proven.
    pub element_reductions: bool,
}

/// The result of analysing a loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The iterations can be executed in any order, and in parallel.
    Independent(Independent),
    /// One iteration certainly depends on another one.
    Dependent(Dependence),
    /// Neither is proven.
    Unproven(Obstacle),
}

/// The requirements for the iterations of a loop to be independent, and the proof.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Independent {
    /// The variables that must be private to each iteration, and whose values are not used after the loop. They include the control
    /// variables of inner loops that are declared outside the loop, but not the control variable of the loop itself.
    pub private: Vec<EntityId>,
    /// The arrays that must be private to each iteration, and whose elements are not read after the loop before they are written again.
    /// They are declared in the function, with a constant number of elements.
    pub arrays: Vec<EntityId>,
    /// The variables that must be private to each iteration, and whose value of the last iteration is used after the loop. None of them is
    /// in `private`.
    pub last: Vec<EntityId>,
    /// The scalars with which the iterations only combine values.
    pub reductions: Vec<(EntityId, CombinedBy)>,
    /// The arrays and pointers with whose elements the iterations only combine values, as `y[j] += x` does in a loop over `i`. It is empty
    /// unless [`Assumptions::element_reductions`] is set.
    pub elements: Vec<(EntityId, CombinedBy)>,
    /// The pairs of pointers that are assumed not to alias.
    pub assumed: Vec<[EntityId; 2]>,
    /// The kinds of steps of the proof, each once, for remarks.
    pub proofs: Vec<Proof>,
}

/// The requirements for interchanging two loops. Each element gets the same values in the same order as before.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Interchange {
    /// The variables that must be private to each iteration of both loops, without the control variables.
    pub private: Vec<EntityId>,
    /// The pairs of pointers that are assumed not to alias.
    pub assumed: Vec<[EntityId; 2]>,
}

/// A kind of step of a proof.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Proof {
    /// The subscripts of each two accesses differ in all iterations, or agree in the same iteration only.
    Subscripts,
    /// The bounds of the loops keep the subscripts disjoint.
    Bounds,
    /// A scalar or an array is private to each iteration.
    OwnCopies,
    /// A reduction collects a value.
    Reduction,
}

/// Two accesses one of which has to be executed before the other one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dependence {
    /// The access that changes the memory.
    pub change: At,
    /// The other access. It is the same one if the access conflicts with itself in another iteration.
    pub other: At,
    /// The variable.
    pub variable: EntityId,
}

/// The reason why neither independence nor a dependence is proven.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Obstacle {
    /// The reason.
    pub kind: ObstacleKind,
    /// The place of the obstacle.
    pub at: At,
    /// The place of the other access, for two accesses.
    pub other: Option<At>,
}

/// The kinds of obstacles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ObstacleKind {
    /// The loop does not count its iterations by one variable that its body does not change.
    Header,
    /// The loop may end early, or code jumps into or out of it.
    Jump,
    /// A call may have unknown effects.
    Call,
    /// Two accesses may be to the same memory, as far as their subscripts are known.
    Accesses,
    /// Two pointers may alias.
    Aliases,
    /// An access through an expression that names no variable.
    Unnamed,
    /// A scalar that an iteration may read before it assigns it.
    Scalar,
    /// A variable that may change in ways that the program does not show.
    Volatile,
    /// The loop is too large for the analysis.
    Size,
}
