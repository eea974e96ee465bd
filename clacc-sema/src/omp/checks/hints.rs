//! Checks that a `critical` construct with a hint has a name (OpenMP 5.2 15.2).

use clacc_syntax::ast::{ClauseId, DirectiveId};
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::{OmpClause, OmpDirective};

use super::super::codes;
use super::cx::{Cx, Findings, clause_of};

/// Checks the hints of a directive.
pub(super) fn check(cx: &Cx<'_>, directive: DirectiveId, clauses: &[ClauseId], report: &mut Findings) {
    let view = cx.view;
    let node = view.directive(directive);
    if node.kind.omp() != Some(OmpDirective::Critical) || node.argument.is_some() || node.has_errors {
        return;
    }
    let Some(clause) = clause_of(view, clauses, OmpClause::Hint) else { return };
    let value = view.clause_node(clause).values().next().and_then(|value| view.constant(value));
    // The value 0 is no hint at all.
    if value.is_some_and(|value| value > 0) {
        let message = "`hint` needs a `critical` with a name";
        let finding = Diagnostic::new(&codes::OMP0083, view.clause_span(clause), message);
        report.push(finding.label(view.directive_name_span(directive), "the directive has no name"));
    }
}
