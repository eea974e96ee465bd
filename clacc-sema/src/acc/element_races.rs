//! Finds elements of arrays that all iterations of a partitioned loop accumulate into.
//!
//! `y[0] += x` in a loop that is partitioned among gangs, workers or vector lanes loses what others add at the same time, just as a scalar
//! without `reduction` does. An element is the same one for all iterations if its subscripts do not change between iterations, and also if
//! an inner loop runs over it from the same first value.

use clacc_syntax::checkpoint;
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::AccDirective;
use rustc_hash::FxHashSet;

use super::constructs::{Draft, OpenConstructs};
use super::cx::Cx;
use super::facts::{ConstructId, LoopFacts, Sharing};
use super::findings::Findings;
use super::gang_values::is_of_gang;
use super::loop_elements::{ElementChange, LoopElements};
use super::{atomic, codes};
use crate::program::element::ElementPart;
use crate::program::entity::Class;
use crate::program::place::{At, EntityId, Place};
use crate::program::run::Run;

const CHANGES_BETWEEN_CHECKPOINTS: usize = 1 << 9;

/// Warns about every partitioned loop whose iterations accumulate into the same element, once for each array.
pub(super) fn check(cx: &Cx<'_>, loops: &LoopElements, draft: &Draft, report: &mut Findings) {
    let mut nest = OpenConstructs::new(draft);
    let mut seen = FxHashSet::default();
    let changes = loops.assigned(cx.program.outline.all());
    for change in checkpoint::every(CHANGES_BETWEEN_CHECKPOINTS, changes) {
        let last = loops.elements.parts(change.position).last();
        let is_element =
            last.is_some_and(|last| matches!(loops.elements.part(last), ElementPart::Subscript(_)));
        if is_element
            && loops.reads_itself(cx, change)
            && let open = nest.at(draft, change.at)
            && let Some(id) = racing_loop(cx, loops, draft, open, change)
            && seen.insert((id, loops.get(change.position).root))
        {
            report_loop(cx, loops, draft, (id, change), report);
        }
    }
}

/// The innermost loop around an assignment whose iterations are executed in parallel and change the same element.
fn racing_loop(
    cx: &Cx<'_>,
    loops: &LoopElements,
    draft: &Draft,
    open: &[ConstructId],
    change: &ElementChange,
) -> Option<ConstructId> {
    let element = loops.get(change.position);
    for id in open.iter().rev().copied() {
        let construct = draft.construct(id);
        let is_atomic =
            construct.kind == AccDirective::Atomic && atomic::is_access(cx, draft, id, element.operand);
        if is_atomic || is_own(cx, draft, id, element.root) || construct.is_compute() {
            return None;
        }
        let counted = construct.loop_facts.as_deref().map_or(&[][..], |facts| &facts.loops);
        let meets = |at: &At| Iterations { cx, loops, draft, run: cx.run(*at) }.meet_at(change);
        // Arrays that are private to each gang cause no race between gangs.
        let is_array = || cx.entity(element.root).class != Class::Pointer;
        let is_apart = || !draft.has_threads(id) && is_array() && is_of_gang(cx, draft, id, element.root);
        if is_shared_loop(draft, id) && !is_apart() && counted.iter().any(meets) {
            return Some(id);
        }
    }
    None
}

/// Returns whether the iterations of a loop are partitioned among several gangs, workers or vector lanes.
pub(super) fn is_shared_loop(draft: &Draft, id: ConstructId) -> bool {
    let construct = draft.construct(id);
    let (Some(facts), Some(compute)) = (&construct.loop_facts, construct.compute) else { return false };
    facts.sequential.is_none() && (facts.is_shared_in_gang() || is_shared_by_gangs(draft, facts, compute))
}

/// Returns whether the iterations of a loop are partitioned among several gangs, unless their number is known to be one.
pub(super) fn is_shared_by_gangs(draft: &Draft, facts: &LoopFacts, compute: ConstructId) -> bool {
    let gangs = draft.construct(compute).sizes.num_gangs.as_ref();
    facts.gang.is_some() && gangs.is_none_or(|gangs| gangs.constant != Some(1))
}

/// Returns whether a construct privatises an array or combines private copies. The elements behind a `firstprivate` pointer are still
/// shared.
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
    loops: &'c LoopElements,
    draft: &'c Draft,
    run: Run,
}

impl Iterations<'_, '_> {
    /// Returns whether all iterations execute an assignment, and change the same element with it.
    fn meet_at(&self, change: &ElementChange) -> bool {
        self.is_constant(self.loops.get(change.position).root)
            && self.loops.elements.parts(change.position).all(|part| self.is_met(part, change.position))
            && !self.cx.is_conditional(change.at, self.run.start)
            && self.cx.jumps(self.run).next().is_none()
    }

    /// Returns whether all iterations use the same value of a part of an element.
    fn is_met(&self, part: usize, position: usize) -> bool {
        let inside = Run::new(self.run.start.next(), self.run.end);
        let starts_alike = |variable: EntityId| {
            let inner = self.loops.elements.loop_of(position, inside, variable);
            inner.and_then(|inner| inner.first).is_some_and(|first| self.has_constant(first))
        };
        self.loops.part_is(self.cx, part, &|variable| self.is_constant(variable) || starts_alike(variable))
    }

    /// Whether a value is the same one in all iterations.
    fn has_constant(&self, value: At) -> bool {
        self.cx.value_is(value, &|variable| self.is_constant(variable))
    }

    /// Whether a variable has the same value in all iterations.
    fn is_constant(&self, variable: EntityId) -> bool {
        !self.draft.facts.uses.changes_in(self.run, variable) && !self.cx.is_declared_in(variable, self.run)
    }
}

fn report_loop(
    cx: &Cx<'_>,
    loops: &LoopElements,
    draft: &Draft,
    (id, change): (ConstructId, &ElementChange),
    report: &mut Findings,
) {
    let directive = draft.construct(id).directive;
    let element = loops.get(change.position);
    let name = cx.name_text(element.root);
    let message = format!("the iterations of this loop accumulate into the same element of `{name}`");
    let note = "`atomic` on the assignment lets one after another change the element, and a scalar with \
                `reduction` collects what the iterations make of it";
    let finding = Diagnostic::new(&codes::ACC0125, cx.directive_name_span(directive), message)
        .label(cx.span(element.operand), "changed here")
        .note(note);
    report.push(directive, finding);
}
