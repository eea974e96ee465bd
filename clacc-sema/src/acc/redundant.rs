//! Finds sequential loops that every gang would execute as a whole, so that the gangs repeat work on shared data.
//!
//! `auto` lets the compiler decide whether iterations are independent (OpenACC 3.4 2.9.7), and here it is always decided as sequential. A
//! program with `auto` is correct for either decision, but gangs that repeat `a[i] += 1` give another result than one gang. If only inner
//! loops are implicitly partitioned among gangs, the problem remains: the gangs do not wait for each other between the iterations.
//!
//! A loop with `seq` is executed by every gang too (2.5.1). Where no clause requires gangs and no loop of the construct is partitioned
//! among them, their number is the implementation's choice (2.5.10), and other compilers use one.

use clacc_syntax::directive::{AccClause, AccDirective};
use rustc_hash::FxHashSet;

use super::constructs::{Draft, OpenConstructs, clause_of};
use super::cx::{Cx, RoutineLevel};
use super::facts::{Construct, ConstructId, How, Rule, Sharing};
use crate::program::entity::StorageDuration;
use crate::program::place::{At, Place};

/// Marks every loop that is repeated by gangs.
pub(super) fn find(cx: &Cx<'_>, draft: &mut Draft) {
    find_without_gangs(cx, draft);
    find_seq(cx, draft);
    if !draft.ids().any(|id| is_auto(draft, id)) {
        return;
    }
    let writes = cx.all_writes().map(|write| (write.at, Some(write.operand)));
    let is_unknown = |callee| !cx.is_library_function(callee);
    let calls = cx.calls(cx.program.outline.all()).filter(|call| call.callee.is_none_or(is_unknown));
    let mut effects: Vec<(At, Option<At>)> = writes.chain(calls.map(|call| (call.at, None))).collect();
    effects.sort_by_key(|(at, _)| *at);
    let mut nest = OpenConstructs::new(draft);
    let mut repeated = Vec::new();
    for (at, target) in effects {
        let Some((loop_, inside)) = redundant_loop(cx, draft, nest.at(draft, at)) else { continue };
        let is_own = target.is_some_and(|target| belongs_to_gang(cx, draft, loop_, inside, target));
        if !is_own && repeated.last() != Some(&loop_) {
            repeated.push(loop_);
        }
    }
    for id in repeated {
        if let Some(compute) = draft.construct(id).compute {
            draft.facts.constructs[compute].has_repeated_loop = true;
        }
        if let Some(facts) = &mut draft.facts.constructs[id].loop_facts {
            facts.is_repeated = true;
        }
    }
}

/// Marks the `parallel` constructs that have no `num_gangs`, partition no loop among gangs, and call no function that does.
fn find_without_gangs(cx: &Cx<'_>, draft: &mut Draft) {
    let is_gang_loop =
        |construct: &Construct| construct.loop_facts.as_deref().is_some_and(|facts| facts.gang.is_some());
    let constructs = || draft.ids().map(|id| draft.construct(id));
    let shared: FxHashSet<ConstructId> =
        constructs().filter(|it| is_gang_loop(it)).filter_map(|it| it.compute).collect();
    let needs_none = |id: &ConstructId| {
        draft.construct(*id).kind == AccDirective::Parallel
            && !shared.contains(id)
            && clause_of(cx, draft, *id, AccClause::NumGangs).is_none()
            && draft.construct(*id).called_level < Some(RoutineLevel::Gang)
    };
    let found: Vec<_> = draft.ids().filter(needs_none).collect();
    for id in found {
        draft.facts.constructs[id].needs_no_gangs = true;
    }
}

/// Marks those `parallel` constructs with one sufficient gang whose gangs would repeat a loop with `seq` on shared data.
fn find_seq(cx: &Cx<'_>, draft: &mut Draft) {
    let compute_of = |id| draft.construct(id).compute.filter(|it| draft.construct(*it).needs_no_gangs);
    let computes: FxHashSet<_> = draft.ids().filter(|id| is_seq(draft, *id)).filter_map(compute_of).collect();
    if computes.is_empty() {
        return;
    }
    let mut nest = OpenConstructs::new(draft);
    let mut repeated = Vec::new();
    for write in cx.all_writes() {
        let open = nest.at(draft, write.at);
        let Some(seq) = open.iter().position(|id| is_seq(draft, *id)) else { continue };
        let Some(compute) = draft.construct(open[seq]).compute.filter(|it| computes.contains(it)) else {
            continue;
        };
        if !belongs_to_gang(cx, draft, open[seq], &open[seq..], write.operand) {
            repeated.push(compute);
        }
    }
    for compute in repeated {
        draft.facts.constructs[compute].has_repeated_loop = true;
    }
}

fn is_seq(draft: &Draft, id: ConstructId) -> bool {
    let facts = draft.construct(id).loop_facts.as_deref();
    facts.is_some_and(|facts| facts.sequential == Some(Rule::Clause))
}

fn is_auto(draft: &Draft, id: ConstructId) -> bool {
    let facts = draft.construct(id).loop_facts.as_deref();
    facts.is_some_and(|facts| facts.sequential == Some(Rule::AutoSequential))
}

/// The outermost loop with `auto` that every gang executes, among the constructs around a node, and the constructs inside it. None if a
/// clause partitions a loop among the gangs, or if there is one gang.
fn redundant_loop<'o>(
    cx: &Cx<'_>,
    draft: &Draft,
    open: &'o [ConstructId],
) -> Option<(ConstructId, &'o [ConstructId])> {
    let compute = open.iter().rposition(|id| draft.construct(*id).is_compute());
    let has_gangs = match compute {
        Some(compute) => has_several_gangs(draft.construct(open[compute])),
        None => cx.surroundings.routine == Some(RoutineLevel::Gang),
    };
    let compute = compute.unwrap_or(0);
    let auto = compute + open[compute..].iter().position(|id| is_auto(draft, *id))?;
    let gang =
        |id: &ConstructId| draft.construct(*id).loop_facts.as_deref().and_then(|facts| facts.gang.as_ref());
    let is_partitioned = open[compute..auto].iter().any(|id| gang(id).is_some());
    let is_written = |id: &ConstructId| gang(id).is_some_and(|gang| gang.how == How::Explicit);
    let is_redundant = has_gangs && !is_partitioned && !open[auto..].iter().any(is_written);
    is_redundant.then(|| (open[auto], &open[auto..]))
}

fn has_several_gangs(compute: &Construct) -> bool {
    let gangs = compute.sizes.num_gangs.as_ref().and_then(|gangs| gangs.constant);
    compute.kind == AccDirective::Parallel && gangs != Some(1)
}

/// Returns whether a changed object is private to each gang: it is declared in the compute construct or in the function that the gangs
/// call, or private to the construct or to a loop.
pub(super) fn belongs_to_gang(
    cx: &Cx<'_>,
    draft: &Draft,
    loop_: ConstructId,
    inside: &[ConstructId],
    target: At,
) -> bool {
    let Some(place) = cx.place_of(target) else { return false };
    if place.leads_through_pointer() {
        return false;
    }
    let Some(compute) = draft.construct(loop_).compute else {
        return cx.entity(place.root).duration == StorageDuration::Automatic;
    };
    let whole = Place::whole(place.root);
    let is_own = |sharing| matches!(sharing, Some(Sharing::Private | Sharing::Firstprivate));
    let around = draft.enclosing(loop_).take_while(|id| *id != compute);
    cx.is_declared_in(place.root, draft.run(compute))
        || is_own(draft.sharing(compute, &whole))
        || inside.iter().copied().chain(around).any(|id| is_own(draft.sharing(id, &whole)))
}
