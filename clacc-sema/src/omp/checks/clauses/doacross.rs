//! Checks the iteration vectors of `doacross` and `depend(sink)` against the loops that they count (OpenMP 5.2 15.9.6).

use clacc_syntax::ast::{ClauseId, DirectiveId};
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::{OmpClause, OmpDirective};

use super::super::cx::{Cx, Findings};
use super::super::loop_nests;
use super::written::WrittenClause;
use crate::omp::codes;
use crate::program::loops::Control;
use crate::program::place::{At, EntityId};

/// Checks the vector of a clause that waits for an iteration.
pub(super) fn check(cx: &Cx<'_>, clause: WrittenClause<'_>, report: &mut Findings) {
    let is_vector = matches!(clause.kind, OmpClause::Doacross | OmpClause::Depend) && clause.says("sink");
    if clause.on != OmpDirective::Ordered || !is_vector || cx.view.directive(clause.directive).has_errors {
        return;
    }
    let Some((outer, ordered, count)) = ordered_loops(cx, clause.directive) else { return };
    let vector: Vec<At> = clause.arguments.iter().flat_map(|arguments| arguments.values()).collect();
    if is_current(cx, &vector) {
        return;
    }
    if vector.len() != count as usize {
        let message = format!(
            "the iteration vector needs {count} elements for the loops of `ordered`, and has {}",
            vector.len()
        );
        let finding = clause.finding(&codes::OMP0125, message);
        return report.push(finding.label(cx.view.clause_span(ordered), "names the loops"));
    }
    let Some(region) = cx.view.directive(outer).region else { return };
    let loops = cx.view.nest(region.run, count, true).loops;
    for (element, a_loop) in vector.iter().zip(loops) {
        let Control::Variable { entity, .. } = cx.view.control(a_loop) else { continue };
        check_element(cx, *element, entity, report);
    }
}

/// The directive around whose loops `ordered` counts, its clause, and the number of loops.
fn ordered_loops(cx: &Cx<'_>, directive: DirectiveId) -> Option<(DirectiveId, ClauseId, u32)> {
    let outer = cx.constructs.parent(directive)?;
    let ordered = cx.clauses(outer, OmpClause::Ordered).next()?;
    Some((outer, ordered, loop_nests::number(cx.view, ordered)?))
}

/// Returns true if an iteration vector names `omp_cur_iteration`.
fn is_current(cx: &Cx<'_>, vector: &[At]) -> bool {
    let [only] = vector else { return false };
    let names = cx.view.undeclared(cx.view.run(*only));
    names.iter().any(|(_, entity)| cx.view.text(cx.view.name(*entity)) == "omp_cur_iteration")
}

/// Each element of the vector names the variable of its loop, with a constant added or subtracted.
fn check_element(cx: &Cx<'_>, element: At, variable: EntityId, report: &mut Findings) {
    let names = cx.view.names_in(cx.view.run(element));
    let is_variable = matches!(names, [named] if named.entity == variable);
    if is_variable || names.is_empty() && cx.view.constant(element).is_none() {
        return;
    }
    let name = cx.view.text(cx.view.name(variable));
    let message =
        format!("this element of the iteration vector must be `{name}`, with a constant added or not");
    let span = cx.view.span(element);
    report.push(Diagnostic::new(&codes::OMP0125, span, message));
}
