//! Regions in loops on the host that copy the same data in each iteration.

use super::certainties::State;
use super::data_objects::{ObjectId, ObjectKind};
use super::execution::ExecutionWalk;
use super::happenings::EventKind;
use super::transfers::MappedObject;
use crate::acc::clauses::Clause;
use crate::acc::facts::{Construct, DataMapping};
use crate::program::item::Bounds;
use crate::program::place::At;
use crate::program::run::Run;

impl ExecutionWalk<'_> {
    /// Reports an object that a construct copies in each iteration of the enclosing loop and that could stay on the device.
    pub(super) fn check_repeated(&mut self, construct: &Construct, mapped: &MappedObject, state: &State) {
        let Some(around) = self.repeated() else { return };
        let is_present = state.of[mapped.object].presence.is_certain();
        if !is_present && self.could_stay(construct, mapped, around) {
            self.report.copied_again(mapped.object, mapped.site.at, around);
        }
    }

    /// Returns whether an object that a construct copies could stay on the device during the loop: nothing else in the loop may use it.
    fn could_stay(&self, construct: &Construct, mapped: &MappedObject, around: At) -> bool {
        let copies = matches!(mapped.mapping, DataMapping::Copy | DataMapping::Copyin | DataMapping::Copyout);
        let is_always = mapped.site.always_in || mapped.site.always_out;
        let repeated = self.view.run(around);
        let is_value = self.objects.list[mapped.object].kind == ObjectKind::Value;
        copies
            && !is_value
            && !is_always
            && self.has_fixed_section(construct, mapped, repeated)
            && !self.view.program.directives.iter().any(|(_, directive)| directive.has_errors)
            && self.is_left_alone(mapped.object, repeated)
    }

    /// Whether the section that is copied is the same in each iteration.
    fn has_fixed_section(&self, construct: &Construct, mapped: &MappedObject, repeated: Run) -> bool {
        let clauses = construct.clauses.iter().filter_map(|clause| self.facts.clauses.get(*clause));
        let mut items = clauses.flat_map(Clause::items);
        let Some(item) = items.find(|item| item.at == mapped.site.at) else { return true };
        let is_fixed = |at: Option<At>| {
            let keeps = |variable| !self.facts.uses.changes_in(repeated, variable);
            at.is_none_or(|at| self.view.value_is(at, &keeps))
        };
        item.written.selections.iter().all(|selection| match selection.bounds {
            Bounds::Index(at) => is_fixed(Some(at)),
            Bounds::Range { start, length } => is_fixed(start) && is_fixed(length),
        })
    }

    /// Returns whether the host does not use an object in a run of nodes.
    fn is_left_alone(&self, object: ObjectId, run: Run) -> bool {
        let facts = self.facts;
        let computes = facts.constructs.iter().filter(|(_, construct)| construct.is_compute());
        let computes: Vec<Run> = computes.map(|(_, construct)| construct.run()).collect();
        let is_on_device = |at: At| computes.iter().any(|compute| compute.contains(at));
        self.events.within(run).iter().all(|event| match event.kind {
            EventKind::Called(call) => self.is_known(call),
            _ => event.object() != Some(object) || is_on_device(event.when.0),
        })
    }
}
