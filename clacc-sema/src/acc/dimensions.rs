//! Gangs in several dimensions (OpenACC 3.4 2.5.10, 2.9.2), and arguments of levels that only `kernels` takes (2.9.2 to 2.9.4).
//!
//! A loop with `gang(dim:d)` is partitioned among the gangs of one dimension. If another dimension has more than one gang, all of its gangs
//! execute each iteration, until a loop inside is partitioned among them too. That is harmless if they all store the same values, but
//! accumulations and calls are repeated.

use clacc_syntax::ast::ClauseId;
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::{AccClause, AccDirective};

use super::clauses::Argument;
use super::codes;
use super::constructs::{Draft, OpenConstructs, clause_of};
use super::cx::Cx;
use super::facts::{ConstructId, Half};
use super::findings::Findings;
use super::loops::gang_dimension;
use super::redundant::belongs_to_gang;
use crate::program::access::Write;
use crate::program::place::At;

/// The largest number of dimensions.
const DIMENSIONS: usize = 3;

/// Checks `gang(dim:)`, sizes on loops, and `reduction` together with several sizes.
pub(super) fn check(cx: &Cx<'_>, draft: &Draft, report: &mut Findings) {
    for id in draft.ids() {
        let construct = draft.construct(id);
        match construct.kind {
            AccDirective::Loop => check_loop(cx, draft, id, report),
            AccDirective::Parallel if construct.half == Half::Whole => check_reduced(cx, draft, id, report),
            _ => {}
        }
    }
}

fn check_loop(cx: &Cx<'_>, draft: &Draft, id: ConstructId, report: &mut Findings) {
    let construct = draft.construct(id);
    for clause in construct.clauses.iter().filter_map(|clause| cx.clauses.get(*clause)) {
        let size = match (clause.kind, &clause.argument) {
            (AccClause::Gang, Argument::Gang { num, dim, .. }) => {
                check_dimension(cx, draft, id, (clause.id, *dim), report);
                *num
            }
            (AccClause::Worker | AccClause::Vector, Argument::Value(size)) => Some(*size),
            _ => None,
        };
        let Some(size) = size else { continue };
        let compute = construct.compute.map(|compute| draft.construct(compute).kind);
        if compute != Some(AccDirective::Kernels) {
            report_size(cx, draft, id, (clause.id, size), report);
        }
    }
}

/// Warns about a size on a loop whose size belongs on the compute construct. Compilers that accept it ignore it.
fn report_size(
    cx: &Cx<'_>,
    draft: &Draft,
    id: ConstructId,
    (clause, size): (ClauseId, At),
    report: &mut Findings,
) {
    let instead = match cx.kind_of(clause) {
        Some(AccClause::Gang) => "num_gangs",
        Some(AccClause::Worker) => "num_workers",
        _ => "vector_length",
    };
    let spelling = cx.spelling(clause);
    let message = format!("`{spelling}` takes a size only in `kernels`, and it is ignored here");
    let finding = Diagnostic::new(&codes::ACC0145, cx.span(size), message)
        .note(format!("`{instead}` on the compute construct says how many there are"));
    report.push(draft.construct(id).directive, finding);
}

fn check_dimension(
    cx: &Cx<'_>,
    draft: &Draft,
    id: ConstructId,
    (clause, dimension): (ClauseId, Option<At>),
    report: &mut Findings,
) {
    let Some(dimension) = dimension else { return };
    let construct = draft.construct(id);
    let is_legal = matches!(cx.constant(dimension), Some(1..=3));
    let in_kernels =
        construct.compute.is_some_and(|compute| draft.construct(compute).kind == AccDirective::Kernels);
    let message = match () {
        () if in_kernels => "`gang` takes no dimension in `kernels`",
        () if !is_legal => "the dimension of `gang` must be the constant 1, 2 or 3",
        () => return,
    };
    let finding = Diagnostic::new(&codes::ACC0146, cx.span(dimension), message)
        .label(cx.clause_span(clause), "the loop's gangs");
    report.push(construct.directive, finding);
}

fn check_reduced(cx: &Cx<'_>, draft: &Draft, id: ConstructId, report: &mut Findings) {
    let clauses =
        (clause_of(cx, draft, id, AccClause::NumGangs), clause_of(cx, draft, id, AccClause::Reduction));
    let (Some(gangs), Some(reduction)) = clauses else { return };
    if cx.clauses[gangs].values().len() > 1 {
        let message = "`reduction` may not stand on a construct with gangs in several dimensions";
        let finding = Diagnostic::new(&codes::ACC0147, cx.clause_span(reduction), message)
            .label(cx.clause_span(gangs), "several dimensions")
            .note("`reduction` on the loops inside reduces among the gangs");
        report.push(draft.construct(id).directive, finding);
    }
}

/// Marks every loop whose iterations are repeated by the gangs of another dimension, if that changes results.
pub(super) fn find_repeated(cx: &Cx<'_>, draft: &mut Draft) {
    if !draft.ids().any(|id| has_dimensions(cx, draft, id)) {
        return;
    }
    let mut nest = OpenConstructs::new(draft);
    let mut repeated = Vec::new();
    for (at, write) in effects(cx) {
        let open = nest.at(draft, at);
        let Some(id) = repeated_loop(cx, draft, open) else { continue };
        let is_stored = |write: &Write| {
            let in_atomic = open.iter().any(|id| draft.construct(*id).kind == AccDirective::Atomic);
            write.replaces && !in_atomic || belongs_to_gang(cx, draft, id, open, write.operand)
        };
        if !write.as_ref().is_some_and(is_stored) {
            repeated.push(id);
        }
    }
    for id in repeated {
        if let Some(facts) = &mut draft.facts.constructs[id].loop_facts {
            facts.is_repeated_by_dimension = true;
        }
    }
}

/// The writes of the declaration and the calls of functions outside the library, in source order.
fn effects(cx: &Cx<'_>) -> Vec<(At, Option<Write>)> {
    let all = cx.program.outline.all();
    let is_unknown = |callee| !cx.is_library_function(callee);
    let calls = cx.calls(all).filter(|call| call.callee.is_none_or(is_unknown)).map(|call| (call.at, None));
    let mut effects: Vec<_> = cx.writes(all).map(|write| (write.at, Some(*write))).chain(calls).collect();
    effects.sort_by_key(|(at, _)| *at);
    effects
}

/// Returns whether a construct has several gang sizes, or is a loop in another dimension than the first.
fn has_dimensions(cx: &Cx<'_>, draft: &Draft, id: ConstructId) -> bool {
    let values = |kind| clause_of(cx, draft, id, kind).map(|clause| &cx.clauses[clause]);
    values(AccClause::NumGangs).is_some_and(|clause| clause.values().len() > 1)
        || values(AccClause::Gang).is_some_and(|clause| gang_dimension(cx, clause.id) > 1)
}

/// The innermost gang loop around a node, if there is a dimension with more than one gang for which neither that loop nor one around it is
/// partitioned.
fn repeated_loop(cx: &Cx<'_>, draft: &Draft, open: &[ConstructId]) -> Option<ConstructId> {
    let compute = open.iter().rposition(|id| draft.construct(*id).is_compute())?;
    let sizes = clause_of(cx, draft, open[compute], AccClause::NumGangs)?;
    let sizes: Vec<Option<i128>> = cx.clauses[sizes].values().iter().map(|size| cx.constant(*size)).collect();
    let mut is_open = [false; DIMENSIONS];
    for (dimension, size) in is_open.iter_mut().zip(&sizes) {
        *dimension = *size != Some(1);
    }
    let mut innermost = None;
    for id in &open[compute..] {
        let Some(gang) = draft.construct(*id).loop_facts.as_deref().and_then(|facts| facts.gang.as_ref())
        else {
            continue;
        };
        let dimension = gang.clause.map_or(1, |clause| gang_dimension(cx, clause));
        is_open
            .iter_mut()
            .zip(1..)
            .filter(|(_, number)| *number == dimension)
            .for_each(|(open, _)| *open = false);
        innermost = Some(*id);
    }
    innermost.filter(|_| is_open.contains(&true))
}
