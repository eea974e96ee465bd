//! Checks clauses of a directive that exclude each other by their arguments.

use clacc_syntax::ast::DirectiveId;
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::{OmpClause, OmpDirective};

use super::super::cx::Findings;
use super::written::WrittenClause;
use crate::omp::codes;
use crate::program::View;
use crate::program::directive::ArgumentValue;

/// Checks the clauses of a directive against each other.
pub(super) fn check(clauses: &[WrittenClause<'_>], report: &mut Findings) {
    let first = |kind| clauses.iter().copied().find(|clause| clause.kind == kind);
    if let Some(ordered) = first(OmpClause::Ordered) {
        check_ordered(clauses, ordered, report);
    }
    if let (Some(simdlen), Some(safelen)) = (first(OmpClause::Simdlen), first(OmpClause::Safelen))
        && number(simdlen) > number(safelen)
        && number(safelen).is_some()
    {
        exclude(simdlen, safelen, "`simdlen` may not be greater than `safelen`", report);
    }
    check_reductions(clauses, report);
    check_defaultmaps(clauses, report);
    check_iteration_dependences(clauses, report);
}

/// A `flush` with a list takes no memory order (OpenMP 5.2 15.8.5).
pub(super) fn check_flush(
    view: View<'_>,
    directive: DirectiveId,
    clauses: &[WrittenClause<'_>],
    report: &mut Findings,
) {
    let node = view.directive(directive);
    if node.kind.omp() == Some(OmpDirective::Flush)
        && node.argument.is_some()
        && let Some(clause) = clauses.first()
    {
        let message = format!("`flush` takes either a list or `{}`", clause.text());
        report.push(clause.finding(&codes::OMP0120, message));
    }
}

/// The argument of a clause, if it is a constant.
fn number(clause: WrittenClause<'_>) -> Option<i128> {
    match clause.items().first()?.value {
        ArgumentValue::Value(at) => clause.view.constant(at),
        _ => None,
    }
}

/// Reports two clauses that contradict each other, at the second one.
pub(super) fn exclude(
    clause: WrittenClause<'_>,
    other: WrittenClause<'_>,
    message: &str,
    report: &mut Findings,
) {
    let view = clause.view;
    let is_first = view.clause_node(clause.id).at < view.clause_node(other.id).at;
    let (first, second) = if is_first { (clause, other) } else { (other, clause) };
    let finding = Diagnostic::new(&codes::OMP0120, second.span(), message);
    report.push(finding.label(first.span(), "the other clause"));
}

/// `ordered` needs iterations that start in order, and a number of loops that includes the collapsed ones (OpenMP 5.2 4.4.4, 10.3, 11.5.3).
fn check_ordered(clauses: &[WrittenClause<'_>], ordered: WrittenClause<'_>, report: &mut Findings) {
    for clause in clauses {
        match clause.kind {
            OmpClause::Order if says_concurrent(*clause) => {
                exclude(*clause, ordered, "`order(concurrent)` and `ordered` exclude each other", report);
            }
            OmpClause::Schedule if clause.says("nonmonotonic") => {
                exclude(*clause, ordered, "`nonmonotonic` and `ordered` exclude each other", report);
            }
            OmpClause::Collapse if number(ordered).is_some() && number(*clause) > number(ordered) => {
                let message = "`ordered` may not name fewer loops than `collapse`";
                exclude(*clause, ordered, message, report);
            }
            _ => {}
        }
    }
    if ordered.arguments.is_some() && ordered.is_on(&[OmpDirective::Simd]) {
        let message = format!("`ordered` takes no argument on `{}`", ordered.on.text());
        report.push(ordered.finding(&codes::OMP0120, message));
    }
}

fn says_concurrent(clause: WrittenClause<'_>) -> bool {
    clause.items().iter().any(|item| match item.value {
        ArgumentValue::Word(word) => clause.view.text(word) == "concurrent",
        _ => false,
    })
}

/// Either all reductions of a directive are for `scan`, or none. Those in which tasks participate end with a barrier.
fn check_reductions(clauses: &[WrittenClause<'_>], report: &mut Findings) {
    let reductions = || clauses.iter().copied().filter(|clause| clause.kind == OmpClause::Reduction);
    let inscan = reductions().find(|clause| clause.says("inscan"));
    let other = reductions().find(|clause| !clause.says("inscan"));
    if let (Some(inscan), Some(other)) = (inscan, other) {
        exclude(inscan, other, "either all reductions of a directive are `inscan`, or none", report);
    }
    let nowait = clauses.iter().copied().find(|clause| clause.kind == OmpClause::Nowait);
    let task = reductions().find(|clause| clause.says("task"));
    if let (Some(task), Some(nowait)) = (task, nowait)
        && !task.is_on(&[OmpDirective::Target])
    {
        exclude(
            task,
            nowait,
            "a reduction in which tasks participate and `nowait` exclude each other",
            report,
        );
    }
}

/// A `defaultmap` for all variables leaves none for another one (OpenMP 5.2 5.8.7).
fn check_defaultmaps(clauses: &[WrittenClause<'_>], report: &mut Findings) {
    let mut defaults = clauses.iter().copied().filter(|clause| clause.kind == OmpClause::Defaultmap);
    let is_for_all = |clause: WrittenClause<'_>| {
        clause.post_modifiers().iter().all(|category| clause.view.text(category.word) == "all")
    };
    let Some(first) = defaults.next() else { return };
    if let Some(other) = defaults.find(|clause| is_for_all(first) || is_for_all(*clause)) {
        exclude(first, other, "a `defaultmap` for all variables excludes others", report);
    }
}

/// An `ordered` directive either waits for iterations, or says that this one is complete (OpenMP 5.2 15.10.1).
fn check_iteration_dependences(clauses: &[WrittenClause<'_>], report: &mut Findings) {
    let is_dependence = |clause: &&WrittenClause<'_>| {
        clause.on == OmpDirective::Ordered && matches!(clause.kind, OmpClause::Depend | OmpClause::Doacross)
    };
    let mut dependences = clauses.iter().copied().filter(|clause| is_dependence(&clause));
    let Some(first) = dependences.next() else { return };
    let is_source = |clause: WrittenClause<'_>| !clause.says("sink");
    let conflict = dependences.find(|clause| is_source(first) || is_source(*clause));
    if let Some(conflict) = conflict {
        let message = if is_source(first) && is_source(conflict) {
            "an `ordered` directive says `source` only once"
        } else {
            "an `ordered` directive does not say both `source` and `sink`"
        };
        exclude(first, conflict, message, report);
    }
}
