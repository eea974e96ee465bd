//! Finds elements of arrays that all iterations of a shared loop accumulate into.
//!
//! `y[0] += x` in a loop that gangs, workers or vector lanes share loses what others add at the same time, just as
//! a scalar without `reduction` does. An element is the same one for all iterations if its subscripts contain
//! nothing that changes from one to the next, and also if a loop inside runs over it from the same first value.

use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::AccDirective;
use rustc_hash::FxHashSet;

use super::constructs::{Draft, OpenConstructs};
use super::cx::Cx;
use super::element_places::{loops_around, reads_itself};
use super::facts::{ConstructId, LoopFacts, Sharing};
use super::findings::Findings;
use super::{atomic, codes};
use crate::program::access::{Write, WriteKind};
use crate::program::entity::Class;
use crate::program::place::{At, EntityId, Place, Step, Value};
use crate::program::run::Run;

/// Warns about every shared loop whose iterations accumulate into the same element, once for each array.
pub(super) fn check(cx: &Cx<'_>, draft: &Draft, report: &mut Findings) {
    if !draft.ids().any(|id| is_shared_loop(draft, id)) {
        return;
    }
    let mut nest = OpenConstructs::new(draft);
    let mut seen = FxHashSet::default();
    for write in cx.writes(cx.program.outline.all()) {
        let open = nest.at(draft, write.at);
        if open.is_empty() || write.kind != WriteKind::Assigned || write.target.is_some() {
            continue;
        }
        let Some(place) = cx.place_of(write.operand).filter(Place::is_part) else { continue };
        if let Some(id) = racing_loop(cx, draft, open, write, &place)
            && reads_itself(cx, write, &place)
            && seen.insert((id, place.root))
        {
            report_loop(cx, draft, id, (write, place.root), report);
        }
    }
}

/// The innermost loop around an assignment whose iterations are executed at the same time and change the same
/// element.
fn racing_loop(
    cx: &Cx<'_>,
    draft: &Draft,
    open: &[ConstructId],
    write: &Write,
    place: &Place,
) -> Option<ConstructId> {
    for id in open.iter().rev().copied() {
        let construct = draft.construct(id);
        let is_atomic =
            construct.kind == AccDirective::Atomic && atomic::is_access(cx, draft, id, write.operand);
        if is_atomic || is_own(cx, draft, id, place.root) || construct.is_compute() {
            return None;
        }
        let loops = construct.loop_facts.as_ref().map_or(&[][..], |facts| &facts.loops);
        let meets = |at: &At| Iterations { cx, draft, run: cx.run(*at) }.meet_at(write, place);
        if is_shared_loop(draft, id) && loops.iter().any(meets) {
            return Some(id);
        }
    }
    None
}

/// Whether several gangs, workers or vector lanes execute the iterations of a loop.
pub(super) fn is_shared_loop(draft: &Draft, id: ConstructId) -> bool {
    let construct = draft.construct(id);
    let (Some(facts), Some(compute)) = (&construct.loop_facts, construct.compute) else { return false };
    facts.sequential.is_none() && (facts.is_shared_in_gang() || is_shared_by_gangs(draft, facts, compute))
}

/// Whether several gangs share the iterations of a loop, as far as is known.
pub(super) fn is_shared_by_gangs(draft: &Draft, facts: &LoopFacts, compute: ConstructId) -> bool {
    let gangs = draft.construct(compute).sizes.num_gangs.as_ref();
    facts.gang.is_some() && gangs.is_none_or(|gangs| gangs.constant != Some(1))
}

/// Whether a construct gives each of those who execute it a copy of an array, or combines their copies, or the
/// place is not known from here on.
pub(super) fn is_own(cx: &Cx<'_>, draft: &Draft, id: ConstructId, root: EntityId) -> bool {
    let is_pointer = cx.entity(root).class == Class::Pointer;
    cx.is_declared_in(root, draft.run(id))
        || match draft.sharing(id, &Place::whole(root)) {
            Some(Sharing::Private | Sharing::Reduction(_)) => true,
            Some(Sharing::Firstprivate) => !is_pointer,
            Some(Sharing::Shared) | None => false,
        }
}

/// The iterations of one loop.
struct Iterations<'c, 'a> {
    cx: &'c Cx<'a>,
    draft: &'c Draft,
    run: Run,
}

impl Iterations<'_, '_> {
    /// Whether all of them execute an assignment, and change the same element with it.
    fn meet_at(&self, write: &Write, place: &Place) -> bool {
        let is_one = |step: &Step| match step {
            Step::Field(_) | Step::Deref(_) => true,
            Step::Index(value) => self.is_met(*value, write.at),
            Step::Range { .. } => false,
        };
        self.is_constant(place.root)
            && place.steps.iter().all(is_one)
            && !self.cx.is_conditional(write.at, self.run.start)
            && self.cx.jumps(self.run).next().is_none()
    }

    /// Whether all iterations use a value as a subscript at a node.
    fn is_met(&self, subscript: Value, at: At) -> bool {
        let Value::Node(value) = subscript else { return true };
        let starts_alike = |variable: EntityId| {
            let mut loops = loops_around(self.cx, at, self.run).filter(|(at, _)| *at > self.run.start);
            let first = loops.find(|(_, control)| *control == variable);
            first.is_some_and(|(at, _)| self.starts_with_constant(at))
        };
        self.cx.value_is(value, &|variable| self.is_constant(variable) || starts_alike(variable))
    }

    /// Whether an inner loop starts with the same value in all iterations.
    fn starts_with_constant(&self, inner: At) -> bool {
        let first = self.cx.first_value(inner);
        first.is_some_and(|first| self.cx.value_is(first, &|variable| self.is_constant(variable)))
    }

    /// Whether a variable has the same value in all iterations.
    fn is_constant(&self, variable: EntityId) -> bool {
        !self.draft.facts.uses.changes_in(self.run, variable) && !self.cx.is_declared_in(variable, self.run)
    }
}

fn report_loop(
    cx: &Cx<'_>,
    draft: &Draft,
    id: ConstructId,
    (write, array): (&Write, EntityId),
    report: &mut Findings,
) {
    let directive = draft.construct(id).directive;
    let name = cx.name_text(array);
    let message = format!("the iterations of this loop accumulate into the same element of `{name}`");
    let note = "`atomic` on the assignment lets one after another change the element, and a scalar with \
                `reduction` collects what the iterations make of it";
    let finding = Diagnostic::new(&codes::ACC0125, cx.directive_name_span(directive), message)
        .label(cx.span(write.operand), "changed here")
        .note(note);
    report.push(directive, finding);
}
