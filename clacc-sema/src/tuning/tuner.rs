//! The input of the optimiser of loops in a declaration.

use std::ops::Deref;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::choices::TuningChoices;
use crate::acc::cx::Cx;
use crate::dependence::Effects;
use crate::directives::reduction::ReductionOp;
use crate::program::entity::{Class, EntityKind};
use crate::program::place::EntityId;
use crate::program::run::Run;

/// Returns the effects of a function; none if they are not known.
pub type EffectsOf<'a> = &'a dyn Fn(EntityId) -> Option<Arc<Effects>>;

/// The declaration whose loops are optimised. It dereferences to the input of the analysis of OpenACC.
pub(super) struct Tuner<'a> {
    pub(super) cx: Cx<'a>,
    pub(super) choices: TuningChoices,
    /// Returns the effects of a function, if they are known. Calling it is expensive.
    pub(super) effects_of: EffectsOf<'a>,
}

impl Tuner<'_> {
    /// The functions that a run calls, except library functions that compute a value, with their effects. The list ends before the first
    /// function with unknown effects: no proof is possible then.
    pub(super) fn functions_in(&self, run: Run) -> Vec<(EntityId, Arc<Effects>)> {
        let callees = self.calls(run).filter_map(|call| call.callee);
        let mut asked = FxHashSet::default();
        let others = callees.filter(|callee| !self.is_mathematical(*callee) && asked.insert(*callee));
        let known = |callee: EntityId| {
            let entity = self.entity(callee);
            // A nested function may have the name of another one.
            let is_of_unit = entity.kind == EntityKind::Function && entity.scope.is_none();
            Some((callee, is_of_unit.then(|| (self.effects_of)(callee)).flatten()?))
        };
        others.map_while(known).collect()
    }

    /// Returns whether the result of a reduction does not depend on the order in which values are combined: that of integers, and the greatest
    /// or least of real numbers.
    pub(super) fn is_exact(&self, variable: EntityId, operator: ReductionOp) -> bool {
        match self.entity(variable).class {
            Class::Integer => true,
            Class::Real => matches!(operator, ReductionOp::Max | ReductionOp::Min),
            _ => false,
        }
    }
}

impl<'a> Deref for Tuner<'a> {
    type Target = Cx<'a>;

    fn deref(&self) -> &Cx<'a> {
        &self.cx
    }
}
