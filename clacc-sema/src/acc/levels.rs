//! The levels of parallelism of each loop: explicit ones, those that `auto` removes, and implicit ones.
//!
//! This follows "Implicit Gang Clauses" of the mapping specification, and OpenACC 3.4 2.9. Levels that users choose are added by
//! [`implicit_levels`].

use clacc_syntax::ast::ClauseId;
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::{AccClause, AccDirective};

use super::codes;
use super::constructs::{Draft, clause_of};
use super::cx::{Cx, RoutineLevel};
use super::facts::{ConstructId, How, Level, LoopFacts, Rule};
use super::findings::Findings;
use super::loops::gang_dimension;
use super::{implicit_levels, kernel_reductions, kernel_scalars, kernels};

/// Completes the levels: adds implicit gangs, and then makes loops without a level sequential.
pub(crate) fn settle(cx: &Cx<'_>, draft: &mut Draft, report: &mut Findings) {
    check_order(cx, draft, report);
    kernel_reductions::imply(cx, draft);
    kernel_scalars::make_private(cx, draft);
    kernels::divide(cx, draft, report);
    kernel_reductions::report(cx, draft, report);
    place_implicit_gangs(cx, draft);
    implicit_levels::place(cx, draft);
    for id in draft.ids() {
        let Some(facts) = &draft.construct(id).loop_facts else { continue };
        let rule = facts.sequential.or_else(|| idle(draft, id, facts));
        let inside = draft.enclosing_loops(id).any(|outer| is_gang_or_worker(draft, outer));
        if let Some(facts) = &mut draft.facts.constructs[id].loop_facts {
            facts.sequential = rule;
            facts.inside_partitioned = inside;
        }
    }
    note_worker_loops(draft);
}

/// The rule because of which a loop is sequential although its clauses permit other orders.
fn idle(draft: &Draft, id: ConstructId, facts: &LoopFacts) -> Option<Rule> {
    let compute = draft.construct(id).compute.map(|compute| draft.construct(compute).kind);
    match compute {
        Some(AccDirective::Serial) => Some(Rule::SerialConstruct),
        _ => (!facts.is_partitioned()).then_some(Rule::NoLevelSequential),
    }
}

fn is_gang_or_worker(draft: &Draft, id: ConstructId) -> bool {
    draft
        .construct(id)
        .loop_facts
        .as_ref()
        .is_some_and(|facts| facts.gang.is_some() || facts.worker.is_some())
}

fn has_gang(draft: &Draft, id: ConstructId) -> bool {
    draft.construct(id).loop_facts.as_deref().is_some_and(|facts| facts.gang.is_some())
}

/// Adds an implicit `gang` to the outermost loop that may have it. No loop around it or inside it may be gang-partitioned, and it must not
/// be sequential. `auto` has been decided before, so a loop inside a sequential one is a candidate.
fn place_implicit_gangs(cx: &Cx<'_>, draft: &mut Draft) {
    let holds_gang = implicit_levels::around_levels(cx, draft, RoutineLevel::Gang);
    for id in draft.ids() {
        let Some(facts) = &draft.construct(id).loop_facts else { continue };
        let is_candidate = facts.sequential.is_none() && facts.gang.is_none() && !holds_gang.contains(&id);
        let is_below_gang = || draft.enclosing_loops(id).any(|outer| has_gang(draft, outer));
        if !is_candidate || !may_have_gangs(cx, draft, id) || is_below_gang() {
            continue;
        }
        if let Some(facts) = &mut draft.facts.constructs[id].loop_facts {
            facts.gang = Some(Level { how: How::Implicit, clause: None });
        }
    }
}

/// Returns whether the specification gives a loop an implicit `gang`: in `parallel`, in `serial`, which has one gang, and in functions with
/// `routine gang`. In such functions a loop with a reduction gets none: the gangs have no construct in common that could combine their
/// results (OpenACC 3.4 2.9.11). In `kernels` the levels have been decided already.
fn may_have_gangs(cx: &Cx<'_>, draft: &Draft, id: ConstructId) -> bool {
    match draft.construct(id).compute {
        Some(compute) => {
            let compute = draft.construct(compute);
            matches!(compute.kind, AccDirective::Parallel | AccDirective::Serial) || compute.is_gang_loop
        }
        None => {
            cx.surroundings.routine == Some(RoutineLevel::Gang)
                && clause_of(cx, draft, id, AccClause::Reduction).is_none()
        }
    }
}

fn note_worker_loops(draft: &mut Draft) {
    for id in draft.ids() {
        let construct = draft.construct(id);
        let has_worker = construct
            .loop_facts
            .as_ref()
            .is_some_and(|facts| facts.worker.is_some() && facts.sequential.is_none());
        if let Some(compute) = construct.compute.filter(|_| has_worker) {
            draft.facts.constructs[compute].has_worker_loop = true;
        }
    }
}

/// An explicit level: its rank and its clause, whether or not `auto` removes the level.
#[derive(Clone, Copy)]
struct WrittenLevel {
    on: ConstructId,
    rank: i128,
    clause: ClauseId,
}

fn written_levels(cx: &Cx<'_>, draft: &Draft, id: ConstructId) -> Vec<WrittenLevel> {
    let rank = |kind| match kind {
        AccClause::Vector => 1,
        AccClause::Worker => 2,
        _ => 3,
    };
    [AccClause::Gang, AccClause::Worker, AccClause::Vector]
        .into_iter()
        .filter_map(|kind| {
            let clause = clause_of(cx, draft, id, kind)?;
            let dimension = if kind == AccClause::Gang { gang_dimension(cx, clause) - 1 } else { 0 };
            Some(WrittenLevel { on: id, rank: rank(kind) + dimension, clause })
        })
        .collect()
}

/// Checks that the explicit levels of a loop are lower than every explicit level of the loops around it.
fn check_order(cx: &Cx<'_>, draft: &Draft, report: &mut Findings) {
    for id in draft.ids() {
        if draft.construct(id).kind != AccDirective::Loop {
            continue;
        }
        let Some(highest) = written_levels(cx, draft, id).into_iter().max_by_key(|level| level.rank) else {
            continue;
        };
        let around = draft.enclosing_loops(id).flat_map(|outer| written_levels(cx, draft, outer));
        check_routine(cx, draft, id, highest, report);
        let Some(lowest) = around.min_by_key(|level| level.rank) else { continue };
        if highest.rank >= lowest.rank {
            report_order(cx, draft, id, highest, lowest, report);
        }
    }
}

/// Checks that the `routine` directive of the function allows the levels of an orphaned loop.
fn check_routine(cx: &Cx<'_>, draft: &Draft, id: ConstructId, highest: WrittenLevel, report: &mut Findings) {
    let construct = draft.construct(id);
    let Some(routine) = cx.surroundings.routine.filter(|_| construct.compute.is_none()) else { return };
    let (allowed, text) = match routine {
        RoutineLevel::Gang => return,
        RoutineLevel::Worker => (2, "worker"),
        RoutineLevel::Vector => (1, "vector"),
        RoutineLevel::Seq => (0, "seq"),
    };
    if highest.rank > allowed {
        let spelling = cx.spelling(highest.clause);
        let message = format!("a `{spelling}` loop may not stand in a `{text}` routine");
        let finding = Diagnostic::new(&codes::ACC0105, cx.clause_span(highest.clause), message);
        report.push(construct.directive, finding);
    }
}

fn report_order(
    cx: &Cx<'_>,
    draft: &Draft,
    id: ConstructId,
    inner: WrittenLevel,
    outer: WrittenLevel,
    report: &mut Findings,
) {
    let (inner_text, outer_text) = (cx.spelling(inner.clause), cx.spelling(outer.clause));
    let message = format!("a `{inner_text}` loop may not stand inside a `{outer_text}` loop");
    let finding = Diagnostic::new(&codes::ACC0104, cx.clause_span(inner.clause), message)
        .label(
            cx.directive_name_span(draft.construct(outer.on).directive),
            format!("the enclosing `{outer_text}` loop"),
        )
        .note("from the outermost to the innermost loop the order is gang, worker, vector");
    report.push(draft.construct(id).directive, finding);
}
