//! The input of what tunes the loops of a declaration.

use std::ops::Deref;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::choices::TuningChoices;
use crate::acc::cx::Cx;
use crate::dependence::Effects;
use crate::program::entity::EntityKind;
use crate::program::place::EntityId;
use crate::program::run::Run;

/// Tells what calls of a function do; none if that is not known.
pub type EffectsOf<'a> = &'a dyn Fn(EntityId) -> Option<Arc<Effects>>;

/// The declaration whose loops are tuned. It dereferences to the input of the analysis of OpenACC.
pub(super) struct Tuner<'a> {
    pub(super) cx: Cx<'a>,
    pub(super) choices: TuningChoices,
    /// Tells what calls of a function do, if that is known. It costs much where it is asked.
    pub(super) effects_of: EffectsOf<'a>,
}

impl Tuner<'_> {
    /// The functions that a run calls beside those of the library that compute a value, with what calls of them do. They are
    /// looked at up to the first one of which that is not known: proofs end there.
    pub(super) fn functions_in(&self, run: Run) -> Vec<(EntityId, Arc<Effects>)> {
        let callees = self.calls(run).filter_map(|call| call.callee);
        let mut asked = FxHashSet::default();
        let others = callees.filter(|callee| !self.is_mathematical(*callee) && asked.insert(*callee));
        let known = |callee: EntityId| {
            let entity = self.entity(callee);
            // A function in a function may have the name of another one.
            let is_of_unit = entity.kind == EntityKind::Function && entity.scope.is_none();
            Some((callee, is_of_unit.then(|| (self.effects_of)(callee)).flatten()?))
        };
        others.map_while(known).collect()
    }
}

impl<'a> Deref for Tuner<'a> {
    type Target = Cx<'a>;

    fn deref(&self) -> &Cx<'a> {
        &self.cx
    }
}
