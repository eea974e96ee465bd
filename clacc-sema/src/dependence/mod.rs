//! What the iterations of a loop have to do with each other: whether they can be executed in any order, or at
//! the same time, and what each of them needs of its own for that.
//!
//! [`judge`] answers for one loop of a program. It proves by what the program says; what a caller takes for granted
//! beyond that comes in as [`Assumptions`], and a proof names those that it used. No answer is guessed: what is
//! neither proven nor disproven is [`Outcome::Unproven`], with the reason.
//!
//! Nothing here knows directives. Rooms that do make assumptions of their clauses.

mod accesses;
mod delinearise;
mod disjoint;
mod index;
mod judged;
mod pairs;
mod polynomial;
mod region;
mod scalars;
mod solver;

use self::index::Index;
use crate::program::View;
use crate::program::accumulation::CombinedBy;
use crate::program::place::{At, EntityId};

/// What a caller takes for granted beside the program's text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Assumptions {
    /// Pointers that lead to memory which no other one of them leads to.
    pub disjoint: Vec<EntityId>,
    /// Functions that read nothing but their arguments, and change nothing but what they declare.
    pub pure_functions: Vec<EntityId>,
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
    /// The variables of which each iteration needs its own, and whose value is used behind the loop, where it is the
    /// one of the last iteration. None of them is in `private`.
    pub last: Vec<EntityId>,
    /// The scalars with which the iterations only combine values.
    pub reductions: Vec<(EntityId, CombinedBy)>,
    /// The pairs of pointers that were taken to lead to different memory.
    pub assumed: Vec<[EntityId; 2]>,
    /// What the proof rests on, each kind once, for remarks.
    pub proofs: Vec<Proof>,
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

/// Judges the loops of one declaration. It looks up what several of them need once.
#[derive(Debug)]
pub struct Judge<'a>(Index<'a>);

impl<'a> Judge<'a> {
    /// The judge of a declaration.
    pub fn new(view: View<'a>) -> Judge<'a> {
        Judge(Index::of(view))
    }

    /// What is known of the loop at a node.
    pub fn judge(&self, at: At, assumptions: &Assumptions) -> Outcome {
        judged::judge(&self.0, at, assumptions)
    }
}

/// What is known of the loop at a node. For several loops of a declaration, [`Judge`] is faster.
pub fn judge(view: View<'_>, at: At, assumptions: &Assumptions) -> Outcome {
    Judge::new(view).judge(at, assumptions)
}
