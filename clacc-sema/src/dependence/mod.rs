//! What the iterations of a loop have to do with each other: whether they can be executed in any order, or at
//! the same time, and what each of them needs of its own for that.
//!
//! [`judge`] answers for one loop of a program. It proves by what the program says; what a caller takes for granted
//! beyond that comes in as [`Assumptions`], and a proof names those that it used. No answer is guessed: what is
//! neither proven nor disproven is [`Outcome::Unproven`], with the reason.
//!
//! Nothing here knows directives. Rooms that do make assumptions of their clauses.
//!
//! `judge` proves, where somebody asks; `disprove` is called for every shared loop and looks only at what each iteration
//! certainly changes. A loop is judged by two of its iterations: values are polynomials of what is fixed and of what each of the
//! two iterations counts; subscripts that must be equal are equations; the bounds of loops and the conditions around are
//! inequalities; a system without rational solutions is the proof. Everything that is not followed is an obstacle with its place.
//! A dependence counts as certain only if every execution of two iterations has it. Caps end what would take too long; nothing
//! depends on time.

mod accesses;
mod body_effects;
mod call_effects;
mod called;
mod delinearise;
mod disjoint;
mod disproof;
mod element_reductions;
mod interchange;
mod judged;
mod judged_loop;
mod outcome;
mod own_arrays;
mod pairs;
mod path_steps;
pub(crate) mod polynomial;
mod scalars;
mod solver;
mod use_index;
mod value_scope;

pub(crate) use self::body_effects::of_body;
pub(crate) use self::call_effects::BodyEffects;
pub use self::call_effects::Effects;
pub use self::outcome::{
    Assumptions, Dependence, Independent, Interchange, Obstacle, ObstacleKind, Outcome, Proof,
};
use self::use_index::UseIndex;
use crate::program::View;
use crate::program::element::Elements;
use crate::program::place::{At, EntityId};

/// Analyses the loops of one declaration. What several loops need is computed once.
#[derive(Debug)]
pub struct Judge<'a>(UseIndex<'a>);

impl<'a> Judge<'a> {
    /// The analysis of a declaration.
    pub fn new(view: View<'a>) -> Judge<'a> {
        Judge(UseIndex::of(view))
    }

    /// Analyses the dependences of the loop at a node.
    pub fn judge(&self, at: At, assumptions: &Assumptions) -> Outcome {
        judged::judge(&self.0, at, assumptions)
    }

    /// The requirements for interchanging a loop and the last loop in its body, as in `for j { A; for k B; }`, which becomes `for j A; for
    /// k for j B;`. None if they cannot be interchanged, as far as is known.
    pub fn interchange(&self, loops: [At; 2], assumptions: &Assumptions) -> Option<Interchange> {
        interchange::judge(&self.0, loops, assumptions)
    }

    /// Returns whether the final value of a loop's control variable may be used after the loop.
    pub fn leaves_control(&self, at: At) -> bool {
        scalars::leaves_control(&self.0, at)
    }

    /// The certain dependence between iterations of the loop at a node through one of the variables that `is_wanted` accepts, if there is
    /// one. It costs much less than a whole analysis, and less still if `known` contains the elements of all non-scalar variables.
    pub fn disprove(
        &self,
        at: At,
        is_wanted: &dyn Fn(EntityId) -> bool,
        known: Option<&Elements>,
    ) -> Option<Dependence> {
        disproof::disprove(&self.0, at, is_wanted, known)
    }
}

/// Analyses the dependences of the loop at a node. For several loops of a declaration, [`Judge`] is faster.
pub fn judge(view: View<'_>, at: At, assumptions: &Assumptions) -> Outcome {
    Judge::new(view).judge(at, assumptions)
}
