//! The execution of the loops of a `kernels` construct (OpenACC 3.4 2.5.3).
//!
//! The implementation divides the code of a `kernels` construct. Here, the iterations are partitioned among gangs if the whole construct is
//! one loop with an `independent` clause that allows it. Otherwise one gang executes the code in its order, and the iterations of such
//! loops are partitioned among the workers of that gang. So every statement sees the effects of the statements before it.
//!
//! A loop without `independent` is treated as with `auto` (2.9.7), which is decided as sequential.

use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::{AccClause, AccDirective};
use rustc_hash::FxHashSet;

use super::codes;

use super::constructs::{Draft, OpenConstructs, clause_of};
use super::contents::is_whole;
use super::cx::Cx;
use super::facts::{ConstructId, How, Level, LoopFacts, Rule, Sharing};
use super::findings::Findings;
use crate::program::access::Write;
use crate::program::entity::{Class, StorageDuration};
use crate::program::place::{Place, Step};

/// Returns whether a loop is treated as with `auto`, because it is in a `kernels` construct and has no `independent`.
pub(crate) fn as_auto(cx: &Cx<'_>, draft: &Draft, id: ConstructId) -> bool {
    kernels_around(draft, id).is_some() && clause_of(cx, draft, id, AccClause::Independent).is_none()
}

pub(crate) fn is_kernels(draft: &Draft, id: ConstructId) -> bool {
    draft.construct(id).kind == AccDirective::Kernels
}

/// The `kernels` construct around a loop.
fn kernels_around(draft: &Draft, id: ConstructId) -> Option<ConstructId> {
    draft.construct(id).compute.filter(|compute| draft.construct(*compute).kind == AccDirective::Kernels)
}

/// Decides for each `kernels` construct which loops are partitioned, and at which levels.
pub(super) fn divide(cx: &Cx<'_>, draft: &mut Draft, report: &mut Findings) {
    if !draft.ids().any(|id| draft.construct(id).kind == AccDirective::Kernels) {
        return;
    }
    for SharedChange { on, write } in shared_changes(cx, draft) {
        report_shared(cx, draft, on, &write, report);
        if let Some(facts) = &mut draft.facts.constructs[on].loop_facts {
            **facts = LoopFacts {
                sequential: Some(Rule::KernelsSharedSequential),
                gang: None,
                worker: None,
                vector: None,
                ..LoopFacts::clone(facts)
            };
        }
    }
    settle_shareable(cx, draft);
}

/// Gives the loops that may be partitioned their levels.
fn settle_shareable(cx: &Cx<'_>, draft: &mut Draft) {
    let shareable: Vec<_> = draft.ids().filter(|id| is_shareable(draft, *id)).collect();
    let mut around_levels = FxHashSet::default();
    for id in shareable.iter().filter(|id| has_levels(draft, **id)) {
        around_levels.extend(draft.enclosing_loops(*id));
    }
    for id in shareable {
        let Some(compute) = kernels_around(draft, id) else { continue };
        if is_whole(cx, draft, compute, id) {
            draft.facts.constructs[compute].is_gang_loop = true;
        }
        settle_levels(draft, compute, id, around_levels.contains(&id));
    }
}

fn has_levels(draft: &Draft, id: ConstructId) -> bool {
    draft.construct(id).loop_facts.as_deref().is_some_and(LoopFacts::is_partitioned)
}

/// Returns whether the iterations of a loop in a `kernels` construct may be partitioned.
pub(super) fn is_shareable(draft: &Draft, id: ConstructId) -> bool {
    let facts = draft.construct(id).loop_facts.as_deref();
    facts.is_some_and(|facts| facts.sequential.is_none()) && kernels_around(draft, id).is_some()
}

/// Gives a loop its levels. In a construct of several gangs it keeps the levels of its clauses, and the outermost loop gets missing ones.
/// In a construct of one gang, only the outermost of the loops is partitioned, among the workers.
fn settle_levels(draft: &mut Draft, compute: ConstructId, id: ConstructId, has_levels_inside: bool) {
    let is_outermost = !draft.enclosing_loops(id).any(|outer| is_shareable(draft, outer));
    let has_gangs = draft.construct(compute).is_gang_loop;
    let Some(facts) = &mut draft.facts.constructs[id].loop_facts else { return };
    let implicit = Some(Level { how: How::Implicit, clause: None });
    if has_gangs {
        if is_outermost && !has_levels_inside && !facts.is_partitioned() {
            (facts.gang, facts.worker) = (implicit.clone(), implicit);
        }
        return;
    }
    facts.gang = None;
    facts.worker = if is_outermost { facts.worker.take().or(implicit) } else { None };
}

/// The first change of a variable that the iterations of an `independent` loop share.
struct SharedChange {
    on: ConstructId,
    write: Write,
}

/// The first change of a variable shared by the iterations of each `independent` loop in a `kernels` construct, in the order of the loops.
fn shared_changes(cx: &Cx<'_>, draft: &Draft) -> Vec<SharedChange> {
    let mut nest = OpenConstructs::new(draft);
    let mut seen = FxHashSet::default();
    let mut found = Vec::new();
    for write in cx.all_writes() {
        let open = nest.at(draft, write.at);
        if open.is_empty() {
            continue;
        }
        let Some(place) = cx.place_of(write.operand).filter(|place| is_one_object(cx, place)) else {
            continue;
        };
        let loops = sharing_loops(cx, draft, open, &place).into_iter().filter(|on| seen.insert(*on));
        found.extend(loops.map(|on| SharedChange { on, write: *write }));
    }
    found.sort_by_key(|change| change.on.into_raw());
    found
}

/// Returns whether a place is the same object in each iteration: a variable or a member of one. For elements of arrays, `independent`
/// promises that iterations change different ones.
fn is_one_object(cx: &Cx<'_>, place: &Place) -> bool {
    cx.entity(place.root).is_object()
        && !(place.is_whole() && cx.entity(place.root).class == Class::Array)
        && place.steps.iter().all(|step| matches!(step, Step::Field(_)))
}

/// The loops around a change that may be partitioned and whose iterations share the changed variable.
pub(super) fn sharing_loops(
    cx: &Cx<'_>,
    draft: &Draft,
    open: &[ConstructId],
    place: &Place,
) -> Vec<ConstructId> {
    let variable = Place::whole(place.root);
    let is_static = cx.entity(place.root).duration != StorageDuration::Automatic;
    let mut found = Vec::new();
    for id in open.iter().rev().copied() {
        let construct = draft.construct(id);
        let is_own = !is_static && cx.is_declared_in(place.root, construct.run());
        if construct.is_compute() || construct.kind == AccDirective::Atomic || is_own {
            break;
        }
        match draft.sharing(id, &variable) {
            Some(Sharing::Private | Sharing::Firstprivate) => break,
            // The private copies of the loop are combined, which changes the variable of the loops around it.
            Some(Sharing::Reduction(_)) => {}
            _ if controls(draft, id, place) => break,
            _ if is_shareable(draft, id) => found.push(id),
            _ => {}
        }
    }
    found
}

/// Returns whether a variable controls a loop. Such a variable is private, or each of the threads that execute a `seq` loop gets a private
/// copy (OpenACC 3.4 2.6.1).
pub(crate) fn controls(draft: &Draft, id: ConstructId, place: &Place) -> bool {
    let facts = draft.construct(id).loop_facts.as_deref();
    place.is_whole()
        && facts.is_some_and(|facts| facts.control.iter().any(|control| control.entity == place.root))
}

fn report_shared(cx: &Cx<'_>, draft: &Draft, id: ConstructId, write: &Write, report: &mut Findings) {
    let Some(place) = cx.place_of(write.operand) else { return };
    let directive = draft.construct(id).directive;
    let name = cx.place_text(&place);
    let message = format!("the iterations of this `independent` loop share `{name}` and change it");
    let finding = Diagnostic::new(&codes::ACC0140, cx.directive_name_span(directive), message)
        .label(cx.span(write.operand), "changed here")
        .note(format!("`private({name})` or `reduction` on the loop says what is meant; without it the loop runs sequentially"));
    report.push(directive, finding);
}
