//! Checks `hint` (OpenMP 5.2 15.1).

use clacc_syntax::ast::{ClauseId, DirectiveId};
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::{OmpClause, OmpDirective};

use super::super::codes;
use super::cx::{Cx, Findings};
use crate::program::View;
use crate::program::directive::ArgumentValue;

/// Checks the hints of a directive.
pub(super) fn check(cx: &Cx<'_>, directive: DirectiveId, clauses: &[ClauseId], report: &mut Findings) {
    let view = cx.view;
    let node = view.directive(directive);
    let is_hint = |clause: &&ClauseId| view.clause_node(**clause).kind.omp() == Some(OmpClause::Hint);
    for clause in clauses.iter().filter(is_hint) {
        let value = check_value(view, *clause, report);
        let is_critical = node.kind.omp() == Some(OmpDirective::Critical);
        // The value 0 is no hint at all.
        if is_critical && node.argument.is_none() && !node.has_errors && value.is_some_and(|value| value > 0)
        {
            let message = "`hint` needs a `critical` with a name";
            let finding = Diagnostic::new(&codes::OMP0083, view.clause_span(*clause), message);
            report.push(finding.label(view.directive_name_span(directive), "the directive has no name"));
        }
    }
}

/// Checks that the argument is a constant. Returns its value.
fn check_value(view: View<'_>, clause: ClauseId, report: &mut Findings) -> Option<i128> {
    let item = view.clause_node(clause).items().first()?;
    let (ArgumentValue::Value(at) | ArgumentValue::Text(at)) = item.value else { return None };
    let value = view.constant(at);
    if value.is_none_or(|value| value < 0) {
        let message = "the argument of `hint` must be a constant integer that is not negative";
        report.push(Diagnostic::new(&codes::OMP0084, view.span(at), message));
    }
    value
}
