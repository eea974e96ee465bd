//! What is known of a loop, and what a caller takes for granted.

use std::sync::Arc;

use super::call_effects::Effects;
use crate::program::accumulation::CombinedBy;
use crate::program::place::{At, EntityId};

/// What a caller takes for granted beside the program's text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Assumptions {
    /// Pointers that lead to memory which no other one of them leads to.
    pub disjoint: Vec<EntityId>,
    /// The functions of which it is known what calls of them do.
    pub functions: Vec<(EntityId, Arc<Effects>)>,
    /// Whether the caller provides for values that the iterations combine with elements of arrays
    /// ([`Independent::elements`]). Otherwise a loop that does so is not proven.
    pub element_reductions: bool,
}

/// What is known of a loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The iterations can be executed in any order, and at the same time.
    Independent(Independent),
    /// Some iteration certainly needs what another one does.
    Dependent(Dependence),
    /// Neither is proven.
    Unproven(Obstacle),
}

/// What a loop needs so that its iterations are independent, and why they are.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Independent {
    /// The variables of which each iteration needs its own, and whose values are not used behind the loop. The
    /// control variables of loops inside are among them if they are declared outside the loop. The variable that the
    /// loop itself counts is never among them.
    pub private: Vec<EntityId>,
    /// The arrays of which each iteration needs its own, and whose elements nobody reads behind the loop before they are
    /// written again. They are declared in the function, with a constant number of elements.
    pub arrays: Vec<EntityId>,
    /// The variables of which each iteration needs its own, and whose value is used behind the loop, where it is the
    /// one of the last iteration. None of them is in `private`.
    pub last: Vec<EntityId>,
    /// The scalars with which the iterations only combine values.
    pub reductions: Vec<(EntityId, CombinedBy)>,
    /// The arrays and pointers with whose elements the iterations only combine values, as `y[j] += x` does in a loop
    /// over `i`. It is empty unless [`Assumptions::element_reductions`] asks for them.
    pub elements: Vec<(EntityId, CombinedBy)>,
    /// The pairs of pointers that were taken to lead to different memory.
    pub assumed: Vec<[EntityId; 2]>,
    /// What the proof rests on, each kind once, for remarks.
    pub proofs: Vec<Proof>,
}

/// What two loops need that change places. Each element gets the same values in the same order as before.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Interchange {
    /// The variables of which each iteration of both loops needs its own, the control variables left out.
    pub private: Vec<EntityId>,
    /// The pairs of pointers that were taken to lead to different memory.
    pub assumed: Vec<[EntityId; 2]>,
}

/// A kind of step of a proof.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Proof {
    /// The subscripts of each two accesses differ in all iterations, or agree in the same iteration only.
    Subscripts,
    /// The bounds of the loops keep the subscripts apart.
    Bounds,
    /// Each iteration has its own of a scalar, or of an array.
    OwnCopies,
    /// A reduction collects a value.
    Reduction,
}

/// Two accesses of which one has to come before the other one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dependence {
    /// The access that changes the memory.
    pub change: At,
    /// The other one. It is the same one if the access meets itself in another iteration.
    pub other: At,
    /// The variable.
    pub variable: EntityId,
}

/// Why neither is proven.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Obstacle {
    /// The reason.
    pub kind: ObstacleKind,
    /// The place that stands in the way.
    pub at: At,
    /// The other place, for two accesses.
    pub other: Option<At>,
}

/// The reasons why nothing is proven.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ObstacleKind {
    /// The loop does not count its iterations by one variable that its body leaves alone.
    Header,
    /// The loop may end early, or code jumps into or out of it.
    Jump,
    /// A call may read or change what is not known.
    Call,
    /// Two accesses may meet, as far as their subscripts say.
    Accesses,
    /// Two pointers may lead to the same memory.
    Aliases,
    /// An access through an expression that names no variable.
    Unnamed,
    /// A scalar that an iteration may read before it assigns it.
    Scalar,
    /// A variable that may change in ways that the program does not show.
    Volatile,
    /// The loop is too large to look at all of it.
    Size,
}
